"""The Dragon's Favor of Please Don't Burn My Village!: the track, how it moves, and what it makes of bribes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine import Line, Track
from games.village.cards import card

TOP = 4
"""What the last space is worth, and no other (PV-R2)."""
WILD_LEFT = -2
"""What a Wild left in hand counts (PV-59)."""

STANDARD = {6: "1 1 2 2 3 4", 5: "0 1 2 3 4"}
"""Values of the spaces, by types of Treasure (PV-R1, PV-R2)."""


def space_values(text: str, types: int) -> tuple[int, ...]:
    """The values of the spaces, lowest first. Raises `ValueError` if there can be no such track (PV-05, PV-R2)."""
    values = tuple(map(int, text.split()))
    if len(values) != types:
        raise ValueError(
            f"{types} types of Treasure need {types} spaces of favor; {text!r} has {len(values)}."
        )
    if values[0] < 0 or list(values) != sorted(values):
        raise ValueError(f"Values of favor start at 0 or more and never fall; {text!r} does not.")
    if values[-1] != TOP or values.count(TOP) > 1:
        raise ValueError(f"The last space of favor is worth {TOP}, and no other is; {text!r} is different.")
    return values


class Favor:
    """The Dragon's Favor: a line of spaces, lowest first, and one token on each (PV-05, PV-19)."""

    __slots__ = ("tokens", "values")

    def __init__(self, values: Sequence[int], tokens: list[str]) -> None:
        self.values, self.tokens = values, tokens

    def worth(self, kind: str) -> int:
        """What the space of a token is worth."""
        return self.values[self.tokens.index(kind)]

    def after(self, kind: str, spaces: int) -> Favor:
        """The track when a token has moved so many spaces to the right, or to the left where `spaces` is negative.

        Those that it passes make room; beyond either end movement is lost (PV-20 to PV-24, PV-43, PV-44, PV-R12).
        """
        at = self.tokens.index(kind) + spaces
        at = max(0, min(at, len(self.tokens) - 1))
        others = [token for token in self.tokens if token != kind]
        return Favor(self.values, [*others[:at], kind, *others[at:]])

    def move(self, kind: str, spaces: int) -> None:
        """Make that move."""
        self.tokens = self.after(kind, spaces).tokens

    def told(self, kind: str, spaces: int) -> Line:
        """What such a move does, in words."""
        after = self.after(kind, spaces)
        start, end = self.tokens.index(kind), after.tokens.index(kind)
        passed = self.tokens[start + 1 : end + 1] if end > start else self.tokens[end:start][::-1]
        if not passed:
            return Line("stays, worth {value} each", {"value": self.worth(kind)})
        return Line(
            "worth {value} each, past {passed:items}",
            {"value": after.worth(kind), "passed": tuple(map(card, passed))},
        )

    def block(self, viewer: int) -> Track:
        """The same to all."""
        spaces = zip(self.tokens, self.values, strict=True)
        return Track("favor", tuple((card(token), value) for token, value in spaces), "point")


class Score(NamedTuple):
    """What a seat has in the end: cards by bribe, what they count, and what the hand costs (PV-54 to PV-59)."""

    bribes: Mapping[str, int]
    gain: int
    hand: int

    @property
    def points(self) -> int:
        """All together."""
        return self.gain + self.hand

    def why(self, favor: Favor) -> Line:
        """In words, the best bribe first."""
        lying = [kind for kind in reversed(favor.tokens) if self.bribes.get(kind)]
        told = [f"{{{kind}:item}} {self.bribes[kind]} × {favor.worth(kind)}" for kind in lying]
        text = (
            "{points} points: " + (", ".join(told) or "no bribes") + ("; hand −{cost}" if self.hand else "")
        )
        cards = {kind: card(kind) for kind in lying}
        return Line(text, {**cards, "points": self.points, "cost": -self.hand})


def score(bribes: Mapping[str, int], hand: Mapping[str, int], favor: Favor) -> Score:
    """What bribes (cards by type, Wilds included) and a hand (cards by kind) come to at the end.

    Treasures in hand join a bribe that is there (PV-54); all else in hand counts against its owner (PV-55, PV-56).
    """
    lying = {kind: n + hand.get(kind, 0) for kind, n in bribes.items() if n}
    gain = sum(n * favor.worth(kind) for kind, n in lying.items())
    left = {kind: n for kind, n in hand.items() if kind not in lying}
    loss = sum(n * (WILD_LEFT if kind == "wild" else -favor.worth(kind)) for kind, n in left.items())
    return Score(lying, gain, loss)


def standing(score: Score, favor: Favor) -> tuple[int, ...]:
    """The greater tuple wins: points, then cards bribed of the highest token's type, the next ... (PV-60 to PV-62)."""
    return (score.points, *(score.bribes.get(kind, 0) for kind in reversed(favor.tokens)))
