"""The colours of a file: those of its theme do for every picture of every game."""

from __future__ import annotations

from io import BytesIO
from itertools import islice

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.face.art.drawing import colours_in, draw, painted, theme_palette
from bot.face.art.palette import KEEP, THEMES, channels
from games.registry import GAMES
from tests.helpers.palettes import drawings

NEAR = 2.0
"""The most that a channel is off in the mean, of 255: a palette of a picture's own does as well."""
FAR, MOST_FAR = 24, 0.001
"""What anyone sees, and the most of a picture's pixels that may be so far off."""


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_file_is_near_to_what_was_painted(key: str) -> None:
    """If this fails, the drawings have new colours: `python -m tests.helpers.palettes` finds them."""
    for drawing in islice(drawings(key, 1), 3):
        whole = painted(drawing)
        off = ImageChops.difference(whole, Image.open(BytesIO(draw(drawing))).convert("RGB"))
        assert sum(ImageStat.Stat(off).mean) / 3 < NEAR
        assert sum(off.convert("L").histogram()[FAR:]) < MOST_FAR * whole.width * whole.height


@pytest.mark.parametrize("theme", THEMES)
def test_the_colours_that_matter_come_first_in_every_theme(theme: str) -> None:
    assert colours_in(theme_palette(theme))[: len(KEEP)] == [*map(channels, KEEP)]
