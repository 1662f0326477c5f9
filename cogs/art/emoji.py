"""The items that have an emoji, its name, and the function that draws it.

Items come in sets: a set is used when all of it has been uploaded, so that no message mixes drawn cards with plain
ones. `emoji.json` holds a hash of each picture's pixels, made by `dicenight emoji`; so a start draws only what Discord
does not have yet.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from io import BytesIO

from PIL import Image

from cogs.art import cards, dice, grid_places
from cogs.art.canvas import Canvas
from games.catalogue import GAMES
from games.engine import BACK
from games.engine.money import BASES, SIZES

SIZE = 96
"""Pixels each way; Discord shows at most 48, on fine screens twice as many."""
HASH = 4
"""Letters of a picture's hash in its name. Names are short because a message pays for each letter."""

Draw = Callable[[Canvas], None]


def _gembones(size: int) -> dict[str, Draw]:
    die = f"g{size}"
    faces = [str(face) for face in range(1, size + 1)] + (["00"] if size == 100 else [])
    return {
        die: partial(dice.unrolled, size=size),
        **{f"{die}:{face}": partial(dice.gembone, size=size, face=face) for face in faces},
    }


def _cards(deck: str) -> dict[str, Draw]:
    """Return the drawings of a deck: of every card of any game whose key the deck knows how to draw."""
    drawn_keys = dict.fromkeys(
        face.drawing or key for game in GAMES.values() for key, face in game.cards.items()
    )
    drawings = {key: cards.drawing_of(deck, key) for key in drawn_keys}
    return {key: draw for key, draw in drawings.items() if draw is not None}


SETS: dict[str, dict[str, Draw]] = {
    "common": {
        BACK: cards.card_back,
        "chip": dice.chip,
        **{f"coin.{base}": partial(dice.money, base=base) for base in BASES},
        "g2:1": partial(dice.coin, side="heads"),
        "g2:2": partial(dice.coin, side="tails"),
    },
    "parlour": _cards("parlour"),
    "places": {
        "place": grid_places.empty,
        "place.open": grid_places.open_place,
        "place.corner": grid_places.nothing,
        **{
            f"place.{text}": partial(grid_places.label, text=text)
            for text in (*grid_places.COLUMNS, *map(str, grid_places.ROWS))
        },
    },
    "dice": {f"d6:{face}": partial(dice.pip_die, face=face) for face in range(1, 7)},
    "gembones": {key: draw for size in SIZES.values() if size < 100 for key, draw in _gembones(size).items()},
    "dragons": _cards("dragons"),
    "wyrms": _cards("wyrms"),
    "treasures": _cards("treasures"),
    "timings": _cards("timings"),
    "hundreds": _gembones(100),
}
"""Key to picture, set by set, in the order in which they are uploaded."""
DRAWN: dict[str, Draw] = {key: draw for items in SETS.values() for key, draw in items.items()}
"""Every item that can be drawn."""


def picture(key: str, size: int = SIZE) -> Image.Image:
    """An item, drawn. Raises `KeyError` for what cannot be drawn."""
    pen = Canvas(size)
    DRAWN[key](pen)
    return pen.done()


def png(image: Image.Image) -> bytes:
    """A picture as a small PNG file."""
    held = BytesIO()
    image.quantize(64, Image.Quantize.FASTOCTREE).save(held, "PNG", optimize=True)
    return held.getvalue()


def slug(key: str) -> str:
    """A key as letters that a name of an emoji may have: `W.hawk` is `W_hawk`."""
    return key.replace("v:", "").replace(".", "_").replace(":", "_").replace("dominant", "dom")


_SLUGS = frozenset(map(slug, DRAWN))


def digest(key: str) -> str:
    """A short hash of what an item looks like."""
    return hashlib.sha256(picture(key).tobytes()).hexdigest()[:HASH]


@cache
def names() -> dict[str, str]:
    """Return the emoji name of each item, with the hash of its picture: `W_hawk_3fa2`."""
    hashes: dict[str, str] = json.loads((files("cogs.art") / "emoji.json").read_text("utf-8"))
    return {key: f"{slug(key)}_{hashes[key]}" for key in DRAWN}


def outdated(name: str) -> bool:
    """Return whether an emoji of that name shows an item of ours as it looked in an earlier release."""
    item, _, digest_part = name.rpartition("_")
    return len(digest_part) == HASH and item in _SLUGS and name not in _current()


@cache
def _current() -> frozenset[str]:
    return frozenset(names().values())


def manifest() -> str:
    """Return the content of `emoji.json`."""
    return json.dumps({key: digest(key) for key in DRAWN}, indent=0) + "\n"
