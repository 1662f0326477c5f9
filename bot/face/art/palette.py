"""The colours of everything drawn, and the rule that they can be read on each other."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

# ---- grounds
NIGHT = "#1b1512"
"""The ground of every picture."""
TRAY = "#120d0a"
"""The ground of the viewer's own things, at the bottom of a picture."""
PLATE = "#261c16"
"""The ground of a seat or a panel."""
SEAM = "#5c4a3a"
"""Quiet lines: the edge of a panel, an empty place."""

# ---- writing
CREAM = "#f6ead2"
"""What is read, and the paper of cards."""
SOFT = "#d3c5a6"
"""Less important writing."""
DIM = "#ab9f88"
"""Writing that may be skipped."""
INK = "#30200f"
"""Writing on cream or gold."""
GOLD = "#f2c14e"
"""What matters now: the turn, the time left, what can be won, who won."""
BRONZE = "#b98a2c"
MEDAL = "#7a5710"
"""The ground of a badge that was earned."""
HURT = "#ffb4a2"
"""A loss that threatens."""
ALE = "#f0a860"

HUES = {
    "red": "#b03429",
    "green": "#2c6e45",
    "blue": "#2d5da6",
    "yellow": "#dcae35",
    "purple": "#6c4295",
    "black": "#2d2933",
    "white": "#ece3d2",
    "grey": "#5f5850",
    "brown": "#6e4a2a",
    "teal": "#1c6876",
    "plum": "#8f3b62",
    "none": "#5f5850",
}
"""The colours of cards, by the names that the games use."""
PEOPLE = (
    "#8f3b62",
    "#2c6e45",
    "#4450ab",
    "#7d5a1e",
    "#6b3fa0",
    "#1c6876",
    "#9a4022",
    "#4f6120",
    "#7a3048",
    "#485a73",
)
"""The colours of members, by seat."""
GONE = "#4a4038"
"""The disc of a seat that is out of the hand."""
WHITE = "#ffffff"
"""The letter on a member's colour."""
PAPER = "#e2d3b4"
"""A card without a colour."""
BACK = "#5e2433"
"""The back of every card."""
TREASURES = {
    "axe": "#6e4a2a",
    "crown": "#7a5710",
    "feather": "#2c665d",
    "gem": "#8e3354",
    "scroll": "#6f5a20",
    "sword": "#485a73",
    "wild": "#5c3c78",
}
"""The grounds of the treasures of the village."""
TIMINGS = {
    "action": "#9a3a33",
    "sometimes": "#2d5da6",
    "anytime": "#1c6876",
    "gambling": "#2c6e45",
    "cheating": "#5c3c78",
    "gear": "#5f5850",
    "mood": "#464b74",
    "drink": "#855112",
    "event": "#7a4a2c",
}
"""The grounds of the tavern's cards, by the time at which they may be played."""
BADGES = {
    "computer": "#485a73",
    "away": "#4a3a68",
    "host": "#7a5710",
    "dealer": CREAM,
    "out": "#7a2820",
}
"""The grounds of the small marks at a seat."""
FATES = {"lost": "#2b1118", "even": "#8a5b12", "won": GOLD}
"""The fields of a strip of results."""


class Base(NamedTuple):
    """A material of gembones: the colours of its faces, its edges, and the number."""

    face: str
    edge: str
    ink: str


BASES = {
    "copper": Base("#e9dcc0", "#a8835a", INK),
    "silver": Base("#c3cad2", "#6d7782", INK),
    "gold": Base("#e8bf56", "#8f6415", INK),
    "platinum": Base("#8fb4bd", "#41656e", INK),
    "gems": Base("#1d6650", "#8fe0bd", CREAM),
    "house": Base("#3a2733", "#c99aa8", CREAM),
}


class Theme(NamedTuple):
    """A table's colours: the cloth in the middle and at the rim, and the rim above and below."""

    cloth: str
    shade: str
    rim: str
    rim_shade: str
    light: str = GOLD
    """The rays behind a winner."""


THEMES = {
    "parlour": Theme("#1d5a46", "#113b2c", "#7a5232", "#3d2615"),
    "gembones": Theme("#642535", "#38111b", "#5f3d26", "#2a1710"),
    "tavern": Theme("#65401f", "#3f2714", "#8a5d33", "#33200f"),
    "village": Theme("#43522f", "#27321e", "#8d6c3a", "#49341a"),
    "wyrms": Theme("#3b3f5c", "#1f2136", "#66636f", "#2f2d37", "#8f93c9"),
}


class Stroke(NamedTuple):
    """The look of a line in a chart; its dashes tell it apart without its hue."""

    hue: str
    dashes: str = ""


STROKES = (
    Stroke(GOLD),
    Stroke("#7cc497"),
    Stroke("#d9b06a", "9 5"),
    Stroke("#e08bb2", "3 5"),
    Stroke("#9aa5f2", "14 5 3 5"),
    Stroke("#b9c2ca", "18 6"),
    Stroke("#d98a58", "2 7"),
    Stroke("#8fc9d6", "6 3"),
    Stroke("#c3c47a", "12 4 2 4 2 4"),
    Stroke("#b9ab99", "20 4 6 4"),
)
"""The lines of a chart, the leader's first."""

KEEP = tuple(
    dict.fromkeys(
        (
            *(NIGHT, TRAY, PLATE, SEAM, CREAM, SOFT, DIM, INK, GOLD, BRONZE, HURT, ALE, WHITE, PAPER, BACK),
            *PEOPLE,
            *HUES.values(),
            *TREASURES.values(),
            *TIMINGS.values(),
            *(base.face for base in BASES.values()),
            *(stroke.hue for stroke in STROKES),
        )
    )
)
"""The colours that a file of few colours must not lose: a rare one would become its neighbour's."""


def person_hue(seat: int) -> str:
    """Return the colour of the member on a seat."""
    return PEOPLE[seat % len(PEOPLE)]


def ink_on(hue: str) -> str:
    """Return the writing for a ground: cream or ink, whichever reads better."""
    return CREAM if contrast(CREAM, hue) >= contrast(INK, hue) else INK


@lru_cache(maxsize=1024)
def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21, as WCAG defines it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour between two: `share` of the other one."""
    pairs = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def channels(hue: str) -> tuple[int, int, int]:
    """Return red, green and blue of a colour, from 0 to 255."""
    return int(hue[1:3], 16), int(hue[3:5], 16), int(hue[5:7], 16)


def _luminance(hue: str) -> float:
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (each / 255 for each in channels(hue))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
