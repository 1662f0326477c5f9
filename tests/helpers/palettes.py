"""`python -m tests.helpers.palettes` finds the colours of all pictures of a theme, and writes them where they are kept.

It draws every game at moments of random matches, and their results. To be run again where the drawings have got other
colours: `tests/cogs/ui/pictures/test_colours.py` says so.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from PIL import Image

from bot.face.art import drawing
from bot.face.art.drawing import COLOURS, Drawing, colours_in, painted
from bot.face.art.palette import KEEP, THEMES
from cogs.ui.pictures.result import result_picture
from cogs.ui.pictures.table_picture import picture_of
from games.engine import RAIL, Match
from games.registry import GAMES
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.random_matches import luck_of, play, random_header

FILE = Path(drawing.__file__).with_name("palettes.json")
MATCHES = 6
"""Random matches of each game."""
EVERY = 7
"""Every so many answers a match is drawn."""


def drawings(key: str, matches: int = MATCHES) -> Iterator[Drawing]:
    """Yield pictures of a game: the table as everyone and the one who is asked see it, and the result."""
    for case in range(matches):
        luck = luck_of("colours", key, case)
        match = Match(GAMES[key], random_header(GAMES[key], luck), digests=False)
        for step, now in enumerate(islice(play(match, luck), 300)):
            asked = [ask.seat for ask in now.open.values() if ask.seat >= 0]
            for viewer in (RAIL, *asked[:1]) if now.over or step % EVERY == 0 else ():
                view = view_of(now, viewer)
                for found in (picture_of(view), result_picture(view) if now.over else None):
                    if found is not None:
                        yield found.drawing


def find() -> dict[str, list[str]]:
    """Return the colours of each theme, beside those that every file keeps."""
    small = defaultdict[str, list[Image.Image]](list)
    for key in sorted(GAMES):
        for each in drawings(key):
            small[each.theme].append(painted(each).reduce(4))
    return {theme: _colours(small[theme]) for theme in sorted(THEMES)}


def _colours(pictures: list[Image.Image]) -> list[str]:
    whole = Image.new("RGB", (max(each.width for each in pictures), sum(each.height for each in pictures)))
    top = 0
    for each in pictures:
        whole.paste(each, (0, top))
        top += each.height
    few = whole.quantize(COLOURS - len(KEEP), Image.Quantize.MAXCOVERAGE, kmeans=3)
    return [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in colours_in(few)]


if __name__ == "__main__":
    FILE.write_text(f"{json.dumps(find(), indent=1)}\n", "utf-8")
