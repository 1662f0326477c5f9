"""The eases of a game's levels: what players of many eases win at tables with each other, and steps of equal money.

The players sit down in every combination, as often in each as in any other, and play the same deal in every seat in
turn. So most of the luck cancels out, everyone meets everyone, and what they win on average compares. A curve is drawn
through it, on which the levels take equal steps from the best player to the weakest.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product, starmap
from math import exp, log, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from benchmarks.company.duels import SEED, Z_95, paid, play, seats_of
from games.computer.erring import erring
from games.computer.levels import LEVELS
from games.engine import Chance, Game, Seed

ROW = (0.0, 0.03, 0.1, 0.2, 0.35, 0.6, 1.0)
"""The eases that meet."""
BENDS = (0.06, 0.12, 0.25, 0.5, 1.0, 4.0)
"""The eases at which most of the strength may be lost."""
FORMS = (0.7, 1.0, 1.5, 2.2)
"""How sharply the curve may bend."""


class Curve(NamedTuple):
    """The part of its strength that a player loses, by its ease: none at 0, all at 1."""

    bend: float
    form: float

    def lost(self, ease: float) -> float:
        """Return the part that is lost."""
        return (1 - exp(-((ease / self.bend) ** self.form))) / (1 - exp(-((1 / self.bend) ** self.form)))

    def ease(self, lost: float) -> float:
        """Return the ease at which this part is lost."""
        if lost in (0, 1):
            return float(lost)
        whole = 1 - exp(-((1 / self.bend) ** self.form))
        return float(self.bend * (-log(1 - lost * whole)) ** (1 / self.form))

    def error(self, wins: Mapping[float, float]) -> float:
        """Return how badly the curve explains what eases win, at the best height and fall for it."""
        lost, won = list(map(self.lost, wins)), list(wins.values())
        middle, mean = fmean(lost), fmean(won)
        both = sum((part - middle) * (win - mean) for part, win in zip(lost, won, strict=True))
        # a curve that rises explains nothing: nobody is any better for erring
        fall = min(0.0, both / sum((part - middle) ** 2 for part in lost))
        return sum((win - mean - fall * (part - middle)) ** 2 for part, win in zip(lost, won, strict=True))


def eases_of(game: Game, deals: int) -> tuple[float, ...]:
    """Return the ease of each level, the weakest first, measured in so many deals."""
    players = {ease: erring(game.policies, ease) for ease in ROW}
    won: dict[float, list[float]] = {ease: [] for ease in ROW}
    tables, luck = list(combinations(ROW, seats_of(game))), Chance(Seed(f"{SEED} eases {game.key}"))
    for number in range(deals):
        if number % len(tables) == 0:
            luck.shuffle(tables)
        seated = list(tables[number % len(tables)])
        sums = dict.fromkeys(seated, 0.0)
        for _ in range(len(seated)):
            seated = [*seated[1:], seated[0]]
            match = play(
                game,
                {seat: players[ease] for seat, ease in enumerate(seated)},
                Seed(f"{SEED} eases {game.key}", number),
            )
            for seat, change in paid(game, match).items():
                sums[seated[seat]] += change
        for ease, total in sums.items():
            won[ease].append(total / len(seated))
    for ease, each in won.items():
        print(
            f"{game.key}, ease {ease}: {fmean(each):+.2f} ± {Z_95 * stdev(each) / sqrt(len(each)):.2f}",
            flush=True,
        )
    # as they were told, so that anyone can draw the curve from that
    return equal_steps({ease: round(fmean(won[ease]), 2) for ease in ROW})


def equal_steps(wins: Mapping[float, float]) -> tuple[float, ...]:
    """Return the eases of the levels, the weakest first, from what players of some eases win."""
    curve = min(starmap(Curve, product(BENDS, FORMS)), key=lambda one: one.error(wins))
    return tuple(round(curve.ease(1 - at / (LEVELS - 1)), 4) for at in range(LEVELS))
