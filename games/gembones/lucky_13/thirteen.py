"""The best chance of exactly 13 under the blessings that change a player's own rolls (OD-L131, OD-L132).

The player never stops early. `decisions` are about the next gembone or the coin, `claims` about a roll, and `swaps`
about the gembone that replaces a bust. Gifts from other players (Garl) are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from games.engine.money import SIZES
from games.gembones.lucky_13.options import LUCKY, Options

WIN, LOSE = Fraction(1), Fraction(0)
CLAIMS = {"true": 0, "up": 1, "down": -1}
"""The claims about a roll, each with its change of the face (L13-41)."""


class Blessed(NamedTuple):
    """The blessings of a player that affect the chance of 13."""

    brandobaris: bool = False
    leira: bool = False
    tymora: bool = False

    @classmethod
    def by(cls, options: Options) -> Blessed:
        """Return the blessings that the options give to every player."""
        return cls(
            options.brandobaris_little_luck, options.leiras_dice_deception, options.tymoras_bold_blessing
        )


class State(NamedTuple):
    """A turn before a decision. `lied`: the player has told Leira's lie."""

    unrolled: tuple[str, ...]
    total: int = 0
    lied: bool = False


@cache
def chance_of_13(blessed: Blessed, state: State) -> Fraction:
    """Return the chance of exactly 13 with the best decisions from here on."""
    return max((value for _, value in decisions(blessed, state)), default=LOSE)


def decisions(blessed: Blessed, state: State) -> list[tuple[str, Fraction]]:
    """Return the player's next options, a gembone's size or `flip`, each with its chance of 13."""
    found = []
    # Leira demands her lie before the coin: it either makes 13 by itself or moves the total off 12 (L13-R8)
    if blessed.tymora and state.total == LUCKY - 1 and (state.lied or not blessed.leira):
        found.append(("flip", Fraction(1, 2)))
    for size in state.unrolled:
        values = [
            max(value for _, value in claims(blessed, state, size, face))
            for face in range(1, SIZES[size] + 1)
        ]
        found.append((size, sum(values, LOSE) / len(values)))
    return found


def claims(blessed: Blessed, state: State, size: str, face: int) -> list[tuple[str, Fraction]]:
    """Return the possible claims about a roll, each with its chance of 13; without Leira only the truth."""
    rest = tuple(other for other in state.unrolled if other != size)
    if not blessed.leira or state.lied:
        return [("true", _after(blessed, state, rest, state.total + face, state.lied))]
    # a roll that would end the turn forces an untold lie
    forced = state.total + face >= LUCKY
    return [
        (claim, _after(blessed, state, rest, state.total + face + by, claim != "true"))
        for claim, by in CLAIMS.items()
        if 1 <= face + by <= SIZES[size] and not (forced and claim == "true")
    ]


def swaps(state: State, rest: Sequence[str]) -> list[tuple[str, Fraction]]:
    """Return the gembones that may replace a roll that went bust, each with its chance of 13 (L13-39)."""
    lacks = LUCKY - state.total
    return [(size, Fraction(1, SIZES[size]) if lacks <= SIZES[size] else LOSE) for size in rest]


def _after(blessed: Blessed, before: State, rest: tuple[str, ...], total: int, lied: bool) -> Fraction:
    """Return the chance of 13 after a roll has changed the state `before` to a new total."""
    if total == LUCKY:
        return WIN
    if total < LUCKY:
        return chance_of_13(blessed, State(rest, total, lied))
    return max((value for _, value in swaps(before, rest)), default=LOSE) if blessed.brandobaris else LOSE
