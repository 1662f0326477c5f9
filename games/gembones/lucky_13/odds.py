"""The exact odds of Lucky No. 13 and its optimal play, computed backwards from the last player.

The last player has to beat the best total so far. An earlier player stops if that wins more often than rolling on,
against later players who play optimally too. A tie counts as lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from games.engine.game import Odds
from games.engine.money import SIZES
from games.gembones.lucky_13.options import BLESSINGS, DICE, LUCKY, Options
from games.gembones.lucky_13.thirteen import Blessed, State, chance_of_13
from games.phrases import N_

WIN, LOSE = Fraction(1), Fraction(0)


@cache
def survival_chance(total: int, later: int) -> Fraction:
    """Return the chance that a total stays the best; `later`: the number of players who have yet to play."""
    if total >= LUCKY:
        return WIN if total == LUCKY else LOSE
    return (1 - beating_chance(total, later - 1)) * survival_chance(total, later - 1) if later else WIN


@cache
def beating_chance(best: int, later: int) -> Fraction:
    """Return the chance that the next player beats `best`; `later`: the number of players after that one."""
    return sum(
        (chance for total, chance in final_totals(DICE, 0, best, later).items() if best < total <= LUCKY),
        LOSE,
    )


@cache
def final_totals(unrolled: tuple[str, ...], total: int, best: int, later: int) -> dict[int, Fraction]:
    """Return the chance of each final total for an optimal player; busts count as 14."""
    if total >= LUCKY or best_choice(unrolled, total, best, later) == "stop":
        return {min(total, LUCKY + 1): WIN}
    size = best_choice(unrolled, total, best, later)
    rest, chances = others(unrolled, size), dict[int, Fraction]()
    for face in range(1, SIZES[size] + 1):
        for final, chance in final_totals(rest, total + face, best, later).items():
            chances[final] = chances.get(final, LOSE) + chance / SIZES[size]
    return chances


@cache
def win_chance(unrolled: tuple[str, ...], total: int, best: int, later: int, flips: bool = False) -> Fraction:
    """Return the chance to win from here with the best choices; `flips`: Tymora's coin may be flipped at 12."""
    if total >= LUCKY:
        return survival_chance(total, later)
    return max(value for _, value in choices(unrolled, total, best, later, flips))


def choices(
    unrolled: Sequence[str], total: int, best: int, later: int, flips: bool = False
) -> list[tuple[str, Fraction]]:
    """Return every choice of the player now, with its chance to win."""
    every = [("stop", survival_chance(total, later) if total > best else LOSE)] if total else []
    if flips and total == LUCKY - 1:
        every.append(("flip", Fraction(1, 2)))
    for size in unrolled:
        rest, sides = others(unrolled, size), SIZES[size]
        faces = (win_chance(rest, total + face, best, later, flips) for face in range(1, sides + 1))
        every.append((size, sum(faces, LOSE) / sides))
    return every


@cache
def best_choice(unrolled: tuple[str, ...], total: int, best: int, later: int, flips: bool = False) -> str:
    """Return the choice that wins most often: a size to roll, `stop`, or `flip`; a tie goes to the first."""
    return max(choices(unrolled, total, best, later, flips), key=lambda choice: choice[1])[0]


def others(unrolled: Sequence[str], size: str) -> tuple[str, ...]:
    """Return the unrolled gembones other than `size`."""
    return tuple(other for other in unrolled if other != size)


def odds(options: Options) -> Iterator[Odds]:
    """Yield the chance of exactly 13 for a player who never stops early (OD-L131, OD-L132).

    Gifts from other players are left out, since they depend on the giver's choice.
    """
    name = N_("exactly 13, if you never stop early")
    if options.garls_gratuitous_gift:
        yield Odds(name, None, uncounted=BLESSINGS["garl"])
    elif options.blessings_of_the_tricksters:
        yield Odds(name, None, uncounted=N_("Blessings of the Tricksters"))
    else:
        yield Odds(name, chance_of_13(Blessed.by(options), State(DICE)))
