"""The Dragon's Favor of Please Don't Burn My Village!: the track, its moves, and the scores of bribes and hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.scene import Line, Track
from games.phrases import N_, joined
from games.village.cards import card

TOP_VALUE = 4
"""The value of the last space; no other space has it (PV-R2)."""
WILD_LEFT = -2
"""The points for a Wild left in hand."""

STANDARD = {6: "1 1 2 2 3 4", 5: "0 1 2 3 4"}
"""The values of the spaces, by the number of types of Treasure (PV-R1, PV-R2)."""


def space_values(text: str, types: int) -> tuple[int, ...]:
    """Return the values of the spaces, lowest first. Raises `ValueError` if there can be no such track (PV-R2)."""
    values = tuple(map(int, text.split()))
    if len(values) != types:
        raise ValueError(
            f"{types} types of Treasure need {types} spaces of favour; {text!r} has {len(values)}."
        )
    if values[0] < 0 or list(values) != sorted(values):
        raise ValueError(f"Values of favour start at 0 or more and never fall; {text!r} does not.")
    if values[-1] != TOP_VALUE or values.count(TOP_VALUE) > 1:
        raise ValueError(
            f"The last space of favour is worth {TOP_VALUE}, and no other is; {text!r} is different."
        )
    return values


class Favor:
    """The Dragon's Favor: a line of spaces, lowest first, with one token on each."""

    __slots__ = ("tokens", "values")

    def __init__(self, values: Sequence[int], tokens: list[str]) -> None:
        self.values, self.tokens = values, tokens

    def worth(self, kind: str) -> int:
        """Return the value of a token's space."""
        return self.values[self.tokens.index(kind)]

    def after(self, kind: str, spaces: int) -> Favor:
        """Return the track after a token has moved `spaces` to the right, or to the left if negative.

        The tokens that it passes make room; movement beyond either end is lost (PV-R12).
        """
        space = self.tokens.index(kind) + spaces
        space = max(0, min(space, len(self.tokens) - 1))
        others = [token for token in self.tokens if token != kind]
        return Favor(self.values, [*others[:space], kind, *others[space:]])

    def move(self, kind: str, spaces: int) -> None:
        """Move a token, as `after` describes it."""
        self.tokens = self.after(kind, spaces).tokens

    def describe_move(self, kind: str, spaces: int) -> Line:
        """Return the effect of a move in words."""
        after = self.after(kind, spaces)
        start, end = self.tokens.index(kind), after.tokens.index(kind)
        passed = self.tokens[start + 1 : end + 1] if end > start else self.tokens[end:start][::-1]
        if not passed:
            return Line("stays at {value}", {"value": self.worth(kind)})
        says = {"value": after.worth(kind), "passed": tuple(map(card, passed))}
        return Line(
            "up to {value} (above {passed:items})"
            if end > start
            else "down to {value} (below {passed:items})",
            says,
        )

    def block(self, viewer: int) -> Track:
        """Return the track, the same for every viewer."""
        spaces = zip(self.tokens, self.values, strict=True)
        return Track(
            "favour", tuple((card(token), value) for token, value in spaces), "point", toward=N_("dragon")
        )


class Score(NamedTuple):
    """A final score: the cards of each bribe, the points for them, and the (negative) points for the hand."""

    bribes: Mapping[str, int]
    gain: int
    hand: int

    @property
    def points(self) -> int:
        """The points of bribes and hand together."""
        return self.gain + self.hand

    def describe(self, favor: Favor) -> Line:
        """Return the score in words, the best bribe first."""
        kinds = [kind for kind in reversed(favor.tokens) if self.bribes.get(kind)]
        bribes = [f"{{{kind}:item}} {self.bribes[kind]} × {favor.worth(kind)}" for kind in kinds]
        if bribes:
            text = "{points:points} = " + " + ".join(bribes)
            if self.hand:
                text = joined(text, N_(" − {cost} in hand"))
        else:
            text = (
                N_("{points:points} for cards left in hand")
                if self.hand
                else N_("{points:points}, no bribes")
            )
        cards = {kind: card(kind) for kind in kinds}
        return Line(text, {**cards, "points": self.points, "cost": -self.hand})


def score(bribes: Mapping[str, int], hand: Mapping[str, int], favor: Favor) -> Score:
    """Return the score of bribes (cards by type, Wilds included) and a hand (cards by kind).

    Treasures in hand join a bribe of their type; everything else in hand counts against its owner.
    """
    joined = {kind: n + hand.get(kind, 0) for kind, n in bribes.items() if n}
    gain = sum(n * favor.worth(kind) for kind, n in joined.items())
    left = {kind: n for kind, n in hand.items() if kind not in joined}
    loss = sum(n * (WILD_LEFT if kind == "wild" else -favor.worth(kind)) for kind, n in left.items())
    return Score(joined, gain, loss)


def rank(score: Score, favor: Favor) -> tuple[int, ...]:
    """Return a sort key for a score; the greater one wins.

    It is the points, then the number of cards in the bribe of the highest token's type, then of the next, and so on.
    """
    return (score.points, *(score.bribes.get(kind, 0) for kind in reversed(favor.tokens)))
