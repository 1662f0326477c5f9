"""When to stop at Lucky No. 13: the policy that wins most often, computed from the last player backwards.

Whoever plays last needs more than the best total so far; whoever plays earlier stops at a total if it more often
survives all later players, who play in this same way, than rolling on would win. Ties count as lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from games.engine.money import SIZES

LUCKY = 13
WIN, LOSE = Fraction(1), Fraction(0)


@cache
def survives(total: int, later: int) -> Fraction:
    """The chance that a total stays best when so many others have yet to play."""
    if total >= LUCKY:
        return WIN if total == LUCKY else LOSE
    return (1 - beats(total, later - 1)) * survives(total, later - 1) if later else WIN


@cache
def beats(best: int, later: int) -> Fraction:
    """The chance that the next player ends above `best`, with so many after that one."""
    return sum((chance for total, chance in ends(ALL, 0, best, later).items() if best < total <= LUCKY), LOSE)


ALL = ("g4", "g6", "g8", "g10")


@cache
def ends(unrolled: tuple[str, ...], total: int, best: int, later: int) -> dict[int, Fraction]:
    """The chance of each final total of who plays on from here for the best chance to win; busts count as 14."""
    if total >= LUCKY or plan(unrolled, total, best, later) == "stop":
        return {min(total, LUCKY + 1): WIN}
    size = plan(unrolled, total, best, later)
    rest, chances = without(unrolled, size), dict[int, Fraction]()
    for face in range(1, SIZES[size] + 1):
        for final, chance in ends(rest, total + face, best, later).items():
            chances[final] = chances.get(final, LOSE) + chance / SIZES[size]
    return chances


@cache
def outlook(unrolled: tuple[str, ...], total: int, best: int, later: int, flips: bool = False) -> Fraction:
    """The chance to win from here, played as well as can be; `flips`: Tymora's coin may be flipped at 12."""
    if total >= LUCKY:
        return survives(total, later)
    return max(value for _, value in choices(unrolled, total, best, later, flips))


def choices(
    unrolled: Sequence[str], total: int, best: int, later: int, flips: bool = False
) -> list[tuple[str, Fraction]]:
    """Everything that can be done now, with its chance to win."""
    every = [("stop", survives(total, later) if total > best else LOSE)] if total else []
    if flips and total == LUCKY - 1:
        every.append(("flip", Fraction(1, 2)))
    for size in unrolled:
        rest, sides = without(unrolled, size), SIZES[size]
        faces = (outlook(rest, total + face, best, later, flips) for face in range(1, sides + 1))
        every.append((size, sum(faces, LOSE) / sides))
    return every


@cache
def plan(unrolled: tuple[str, ...], total: int, best: int, later: int, flips: bool = False) -> str:
    """What wins most often: a size to roll, `stop`, or `flip`; of equals the first."""
    return max(choices(unrolled, total, best, later, flips), key=lambda choice: choice[1])[0]


def without(unrolled: Sequence[str], size: str) -> tuple[str, ...]:
    """The others."""
    return tuple(other for other in unrolled if other != size)
