"""The items that have an emoji, its name, and the SVG that it is drawn from.

Items come in sets: a set is used once it has been uploaded completely, so that no message mixes drawn cards with plain
ones. `emoji.json` holds a hash of each drawing's SVG and its version, made by `dicenight emoji`; so a start draws only
the pictures that Discord lacks, and names are words that a screen reader can say.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, NamedTuple

from PIL import Image

from bot.face.art import emoji_faces
from bot.face.art.pieces.cards import deck_of
from games.engine.money import BASES, SIZES
from games.engine.scene import BACK
from games.registry import GAMES

SIZE = 96
"""Width and height in pixels; Discord shows at most 48, on fine screens twice as many."""
HASH = 4
"""Letters of a drawing's hash."""
COLUMNS = "ABCDEFGHIJ"
ROWS = tuple(map(str, range(1, 11)))
"""The labels of a map's columns and rows."""


def _drawn(keys: Iterable[str]) -> dict[str, str]:
    return {key: face for key in keys if (face := emoji_faces.face(key)) is not None}


def _gembones(size: int) -> dict[str, str]:
    die = f"g{size}"
    faces = [*range(1, size + 1), *(["00"] if size == 100 else [])]
    return _drawn((die, *(f"{die}:{face}" for face in faces)))


def _cards(deck: str) -> dict[str, str]:
    """Return the drawings of a deck: all cards of all games whose keys the deck can draw."""
    drawn_keys = dict.fromkeys(
        face.drawing or key for game in GAMES.values() for key, face in game.cards.items()
    )
    return _drawn(key for key in drawn_keys if deck_of(key) == deck)


SETS: dict[str, dict[str, str]] = {
    "common": _drawn((BACK, "chip", *(f"coin.{base}" for base in BASES), "g2:1", "g2:2")),
    "parlour": _cards("parlour"),
    "places": _drawn(
        ("place", "place.open", "place.corner", *(f"place.{label}" for label in (*COLUMNS, *ROWS)))
    ),
    "dice": _drawn(f"d6:{face}" for face in range(1, 7)),
    "gembones": {key: face for size in SIZES.values() if size < 100 for key, face in _gembones(size).items()},
    "dragons": _cards("dragons"),
    "wyrms": _cards("wyrms"),
    "treasures": _cards("treasures"),
    "timings": _cards("timings"),
    "hundreds": _gembones(100),
}
"""Pictures as SVG by key, set by set, in the order of their upload."""
DRAWN: dict[str, str] = {key: face for items in SETS.values() for key, face in items.items()}
"""Every item that can be drawn."""


def picture(key: str) -> Image.Image:
    """Draw an item. Raises `KeyError` for an item without a drawing."""
    return emoji_faces.picture(DRAWN[key], SIZE)


def png(image: Image.Image) -> bytes:
    """Return a picture as a small PNG file."""
    held = BytesIO()
    image.quantize(64, Image.Quantize.FASTOCTREE).save(held, "PNG", optimize=True)
    return held.getvalue()


def slug(key: str) -> str:
    """Return a key as an emoji's name, in words that a screen reader can say: `g20:17` is `g20_17`."""
    return _SAID.get(key) or key.replace("v:", "").replace(".", "_").replace(":", "_").replace(
        "dominant", "dom"
    )


_SAID = {"g2:1": "g2_heads", "g2:2": "g2_tails"}
_KEYS = {slug(key): key for key in DRAWN} | {"g2_1": "g2:1", "g2_2": "g2:2"}
"""Keys by their names, including names of earlier releases."""
_EARLIER = re.compile(r"(\w+?)(?:_v\d+|_[0-9a-f]{4})?")
"""A name as this or an earlier release writes it: plain, with the version of its drawing, or with a hash."""


def digest(key: str) -> str:
    """Return a short hash of an item's drawing."""
    return hashlib.sha256(DRAWN[key].encode()).hexdigest()[:HASH]


class Drawing(NamedTuple):
    """The current drawing of an item: its hash, and its version number."""

    digest: str
    number: int


@cache
def drawings() -> dict[str, Drawing]:
    """Return the drawing of each item, from `emoji.json`."""
    stored: dict[str, list[Any]] = json.loads((files("bot.face.art") / "emoji.json").read_text("utf-8"))
    return {key: Drawing(*stored[key]) for key in DRAWN if key in stored}


@cache
def names() -> dict[str, str]:
    """Return the emoji name of each item: `W_hawk`, or `W_hawk_v2` after its drawing has changed."""
    numbers = {key: drawing.number for key, drawing in drawings().items()}
    return {key: slug(key) if numbers[key] == 1 else f"{slug(key)}_v{numbers[key]}" for key in DRAWN}


def drawn_earlier(name: str) -> str | None:
    """Return the item whose earlier drawing has this name; None if there is none."""
    if name in _current():
        return None
    whole = _EARLIER.fullmatch(name)
    return _KEYS.get(name) or (_KEYS.get(whole[1]) if whole else None)


@cache
def _current() -> frozenset[str]:
    return frozenset(names().values())


def manifest() -> str:
    """Return the content of `emoji.json`: a changed drawing gets the next version, and so a new name."""
    before, now = drawings(), {}
    for key in DRAWN:
        look, last = digest(key), before.get(key)
        changed = last is not None and last.digest != look
        now[key] = Drawing(look, 1 if last is None else last.number + changed)
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(drawing)}" for key, drawing in now.items())
    return f"{{\n{lines}\n}}\n"
