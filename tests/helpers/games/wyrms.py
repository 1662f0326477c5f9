"""The rulebook examples' shorthand: `R7`, `BL`, `YT`, `K`, `Q`, and matches whose hands are written so."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.engine import RAIL, Sheet
from games.wyrms import GAME
from games.wyrms.cards import DECK
from tests.helpers.script import Script

COLORS = {"R": "red", "B": "blue", "Y": "yellow", "G": "green", "P": "purple"}
FACES = {"L": "lair", "T": "treasure"}
LONE = {"K": "knight", "Q": "queen"}
SEATS = "ABCDEF"
IN_ORDER = [4, 3, 2, 1]
"""Numbers of a shuffle that leave the dominant stack red, blue, yellow, green, purple."""


def key(short: str) -> str:
    """`R7` is `red.7`, `K` is `knight`."""
    return LONE.get(short) or f"{COLORS[short[0]]}.{FACES.get(short[1], short[1])}"


def keys(short: str) -> list[str]:
    """All cards of a line; a dash for none."""
    return [] if short == "-" else [key(each) for each in short.split()]


def short(card: str) -> str:
    """`red.7` is `R7`; the inverse of `key`."""
    color, _, face = card.partition(".")
    if not face:
        return card[0].upper()
    return color[0].upper() + (face if face.isdecimal() else face[0].upper())


def shorts(cards: Any) -> str:
    """Cards as a line."""
    return " ".join(map(short, cards))


def dealt(*hands: str, extra: str = "", seats: int = 3) -> str:
    """The cards of a deal in the order drawn: these hands, filled up with what is left, then the extra card.

    Fillers come from the end of the deck: purple, green and yellow before Knights and the Queen, unless named.
    """
    size = 60 // seats
    named = [keys(hand) for hand in hands] + [[] for _ in range(seats - len(hands))]
    last = keys(extra) if extra else []
    counted = Counter(DECK) - Counter(card for hand in [*named, last] for card in hand)
    left = list(counted.elements())
    # lone cards decide gatherings wherever they lie: they go to the seats dealt last
    left.sort(key=lambda card: card in LONE.values(), reverse=True)
    drawn = []
    for hand in named:
        while len(hand) < size:
            hand.append(left.pop())
        drawn += hand
    return " ".join(drawn + (last or left))


def wyrms(*hands: str, seats: int = 3, extra: str = "", dealer: int = 0, **options: Any) -> Script:
    """A match of one cycle or more: hands of A, B, C ..., red dominant first; C (the last seat) deals, A leads."""
    return Script(
        GAME,
        SEATS[:seats],
        cards=dealt(*hands, extra=extra, seats=seats),
        numbers=list(IN_ORDER),
        first_dealer=dealer or seats,
        **{"cycles": 1, **options},
    )


def predicts(s: Script, *predictions: int) -> Script:
    """All predict, in seat order."""
    for name, n in zip(s.names, predictions, strict=True):
        s.does(**{name: str(n)})
    return s


def plays(s: Script, line: str) -> Script:
    """Play cards in this order, each by the seat whose turn it is: `R5 R9 GT`."""
    for card in line.split():
        s.does(**{s.asked(): key(card)})
    return s


def options(s: Script, name: str) -> str:
    """Return the cards among which a seat may choose now."""
    return shorts(s.offered(name)[0])


def hand(s: Script, name: str, viewer: str | None = "") -> str:
    """A seat's hand as its owner sees it, or another viewer (None: a spectator)."""
    return shorts(s.sees(name if viewer == "" else viewer, name) or [])


def count(s: Script) -> dict[str, int]:
    """Gatherings taken so far, from the sheet that all see."""
    sheet: Sheet = s.scene_block(Sheet, RAIL)
    return {
        s.name(seat): line.values["taken"]
        for seat, line in zip(sheet.seats, sheet.rows[-1].cells, strict=True)
    }


def record(s: Script, n: int) -> list[dict[str, int]]:
    """Return the rows of a cycle on the score sheet, by seat."""
    sheet: Sheet = s.scene_block(Sheet, RAIL)
    return [dict(line.values) for line in sheet.rows[2 * n - 2].cells]
