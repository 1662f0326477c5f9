"""A picture of a message: a drawing, and the words that say the same."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bot.face.art.drawing import Drawing, draw

KEPT = 128
"""Files that are kept, some 5 MB: the next table that shows the same has its picture at once."""


class Picture(NamedTuple):
    """A drawing and the words that say the same."""

    drawing: Drawing
    alt: str

    def drawn(self) -> bytes:
        """Draw it as a PNG file. This takes hundredths of a second, too long for the event loop."""
        return _file(self.drawing)


@lru_cache(maxsize=KEPT)
def _file(drawing: Drawing) -> bytes:
    return draw(drawing)
