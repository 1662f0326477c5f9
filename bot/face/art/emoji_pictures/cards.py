"""The faces of all cards, by key. Letter, number or shape tell them apart, so nobody needs to see the hue."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from bot.face.art.canvas import Box, Canvas
from bot.face.art.emoji_pictures.icons import (
    ANIMALS,
    CAVE,
    CHEST,
    CROWN,
    DRAGON,
    SIGNS,
    STAR,
    SWORD,
    TIMINGS,
    TREASURES,
)
from bot.face.art.emoji_pictures.palette import CREAM, EDGE, GOLD, INK, SUITS
from bot.face.art.emoji_pictures.palette import TIMINGS as TIMING_GROUNDS
from bot.face.art.emoji_pictures.palette import TREASURES as GROUNDS

CARD: Box = (4, 2, 124, 126)
TOP_LEFT = (40.0, 38.0)
MARKS: dict[str, Box] = {
    "left": (14, 109, 46, 118),
    "middle": (48, 109, 80, 118),
    "right": (82, 109, 114, 118),
}
"""The positions of the colour mark on a parlour card (DECK-06)."""
MARK_OF_HUE = {"red": "left", "green": "middle", "blue": "right"}
HUE_OF_SUIT = {"hawk": "red", "wolf": "red", "owl": "green", "horse": "green", "wren": "blue", "hare": "blue"}
"""The animal suits of the parlour and their hues."""
LETTERS = {"red": "R", "green": "G", "blue": "Bu", "black": "Bk", "white": "W"}
"""The letters for the colours of Dragons."""
BRIGHT = frozenset({"yellow", "white"})
"""Backgrounds on which ink is easier to read than cream."""


def card_back(pen: Canvas) -> None:
    """Draw the back of every card."""
    _ground(pen, "#5b3b33")
    pen.box((20, 12, 108, 116), "#5b3b33", radius=9, edge="#8a6152", width=4)
    for row in range(5):
        for column in range(4):
            x, y = 31 + 22 * column, 24 + 20 * row
            pen.polygon([(x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)], "#74503f")
    pen.ellipse((42, 42, 86, 86), "#5b3b33", edge=GOLD, width=4)
    pen.icon(STAR, (49, 48, 79, 78), GOLD, "#5b3b33")


def parlour_card(pen: Canvas, key: str) -> None:
    """Draw a parlour card: the letter of its rank, its animal or a Dragon if any, and its colour mark."""
    hue, rank, suit = HUE_OF_SUIT.get(key[2:], key[2:]), key[0], key[2:]
    ground = SUITS[hue]
    _ground(pen, ground)
    if rank == "D":
        pen.text((32, 32), "D", 38, CREAM, face="serif")
        pen.icon(DRAGON, (34, 36, 116, 104), CREAM, ground)
    elif suit in HUE_OF_SUIT:
        pen.text(TOP_LEFT, rank, 50, CREAM, face="serif", widest=58)
        pen.icon(ANIMALS[suit], (60, 46, 116, 102), CREAM, ground)
    else:
        pen.text((64, 58), rank, 70, CREAM, face="serif")
        pen.box((34, 106, 94, 112), CREAM, radius=3)
    if mark := MARK_OF_HUE.get(hue):
        pen.box(MARKS[mark], CREAM, radius=4)


def dragon_card(pen: Canvas, hue: str) -> None:
    """Draw a dragon of one of five colours, and the letters of the colour."""
    ground = SUITS[hue]
    ink = _ink(hue)
    _ground(pen, ground)
    pen.icon(DRAGON, (28, 40, 116, 116), ink, ground)
    pen.text((38, 31), LETTERS[hue], 36, ink, widest=50)


def wyrm_card(pen: Canvas, hue: str, face: str) -> None:
    """Draw a number, a Lair or a Treasure, and the sign of its colour."""
    ground, ink = SUITS[hue], _ink(hue)
    _ground(pen, ground)
    if face.isdecimal():
        pen.text((40, 42), face, 62, ink)
    else:
        pen.icon(CAVE if face == "lair" else CHEST, (20, 14, 78, 72), ink, ground)
    pen.icon(SIGNS[hue], (66, 70, 112, 116), ink, ground)


def dominant_card(pen: Canvas, hue: str) -> None:
    """Draw a deciding colour: its sign in a ring."""
    ground = SUITS[hue]
    pen.ellipse((4, 4, 124, 124), ground, edge=GOLD, width=10)
    pen.icon(SIGNS[hue], (34, 32, 94, 92), _ink(hue), ground)


def knight_card(pen: Canvas) -> None:
    """Draw a Knight, which has no colour."""
    _ground(pen, CREAM, EDGE)
    pen.icon(SWORD, (36, 12, 92, 116), "#4d5a68", CREAM)


def queen_card(pen: Canvas) -> None:
    """Draw the Queen, which has no colour."""
    _ground(pen, CREAM, EDGE)
    pen.icon(CROWN, (22, 28, 106, 104), "#a9791c", CREAM)


def treasure_card(pen: Canvas, kind: str) -> None:
    """Draw a Treasure of the village, or a Wild."""
    ground = GROUNDS[kind]
    _ground(pen, ground)
    pen.icon(TREASURES[kind], (24, 22, 104, 106), CREAM, ground)


def timing_card(pen: Canvas, kind: str) -> None:
    """Draw a card by the time at which it may be played; its title is written next to the picture."""
    ground = TIMING_GROUNDS[kind]
    _ground(pen, ground)
    pen.icon(TIMINGS[kind], (26, 24, 102, 104), CREAM, ground)


DECKS: Mapping[str, tuple[tuple[re.Pattern[str], Callable[..., None]], ...]] = {
    "parlour": ((re.compile(r"(?P<key>[WLBMRD]\.[a-z]+)"), parlour_card),),
    "dragons": ((re.compile(r"dragon\.(?P<hue>\w+)"), dragon_card),),
    "wyrms": (
        (re.compile(r"knight"), knight_card),
        (re.compile(r"queen"), queen_card),
        (re.compile(r"dominant\.(?P<hue>\w+)"), dominant_card),
        (re.compile(r"(?P<hue>red|blue|yellow|green|purple)\.(?P<face>\d|lair|treasure)"), wyrm_card),
    ),
    "treasures": ((re.compile(r"v:(?P<kind>\w+)"), treasure_card),),
    "timings": ((re.compile(r"tavern\.(?P<kind>\w+)"), timing_card),),
}
"""The drawing function of each deck, by a pattern of its cards' keys. The pattern's groups are its arguments.

A card whose key fits no pattern has no drawing, and is shown by its mark and name.
"""


def drawing_of(deck: str, key: str) -> Callable[[Canvas], None] | None:
    """Return the function that draws a card of this deck, or None."""
    for pattern, draw in DECKS[deck]:
        if match := pattern.fullmatch(key):
            return partial(draw, **match.groupdict())
    return None


def _ground(pen: Canvas, fill: str, edge: str = CREAM) -> None:
    pen.box(CARD, fill, radius=16, edge=edge, width=5)


def _ink(hue: str) -> str:
    return INK if hue in BRIGHT else CREAM
