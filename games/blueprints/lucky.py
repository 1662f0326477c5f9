"""Lucky No. 13 solved for money, backwards from the last player: what follows a turn, for every moment of a game.

A turn has 1,595 states before its end, and is solved for every best total, number of its gembones, and number of
players later and before. Every player chooses what wins most for them then. What the players before owe is taken at its
mean; at the table it is known.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from games.blueprints.pairs import Array
from games.engine.money import SIZES
from games.gembones.lucky_13.money import FINE, OVER, PLACES, SEATS, After, owed, place_of
from games.gembones.lucky_13.options import DICE, LUCKY

PASSES = 3
"""The passes after which the mean of what losers owe changes no more."""
SIDES = tuple(SIZES[size] for size in DICE)
SHAPE = tuple(sides + 1 for sides in SIDES)
"""The states of a turn: the face of each gembone, 0 while it isn't rolled."""
FACES = np.indices(SHAPE)
TOTAL: Array = FACES.sum(axis=0)
ROLLED: Array = (FACES > 0).sum(axis=0)


def _owed(lucky: bool) -> Array:
    found = np.zeros(SHAPE)
    for at in np.ndindex(SHAPE):
        dice = tuple((size, face) for size, face in zip(DICE, at, strict=True) if face)
        found[at] = owed(dice, lucky=lucky) if dice else 0
    return found


LOW, HIGH = _owed(lucky=False), _owed(lucky=True)


class Moment(NamedTuple):
    """The moment before a turn: the best total, the number of its gembones, and the players later and before."""

    best: int
    dice: int
    later: int
    before: int


class Solver:
    """Solves every moment; `low` and `high` are what a player of before owes on average."""

    def __init__(self) -> None:
        self.low, self.high = 5.0, 8.0
        self.rest: dict[Moment, After] = {}

    def run(self) -> None:
        """Solve all moments, some times, since what players owe follows from how they play."""
        for _ in range(PASSES):
            self.rest = {}
            low = high = lost = 0.0
            for later in range(SEATS):
                for before in range(SEATS - later):
                    for best, dice in [
                        (0, 0),
                        *((best, dice) for best in range(1, LUCKY) for dice in range(1, 5)),
                    ]:
                        moment = Moment(best, dice, later, before)
                        if not later:
                            self.rest[moment] = OVER
                            continue
                        self.rest[moment], ends = self._solve(moment)
                        if before == 0:
                            behind = np.where((TOTAL > LUCKY) | (TOTAL < 11), ends, 0.0)
                            low += float((behind * LOW).sum())
                            high += float((behind * HIGH).sum())
                            lost += float(behind.sum())
            self.low, self.high = low / lost, high / lost

    def _solve(self, moment: Moment) -> tuple[After, Array]:
        """Return what follows a moment with someone still to play, and how often their turn ends in each state."""
        best, dice, later, before = moment
        # the players after the one whose turn it is
        stand = self.rest[Moment(best, dice, later - 1, before + 1)]
        stops = self._stops(moment, stand)
        ends = _ends(_turn(stops))
        lucky = rises = keeps = collects = 0.0
        won = (TOTAL == LUCKY) * ends
        lucky += float(won.sum())
        for total in range(best + 1, LUCKY):
            for count in range(1, 5):
                chance = float(ends[(total == TOTAL) & (count == ROLLED)].sum())
                rest = self.rest[Moment(total, count, later - 1, before + 1)]
                lucky += chance * rest.lucky
                rises += chance * (1 - rest.lucky)
        behind = np.where((TOTAL > LUCKY) | (best > TOTAL), ends, 0.0)
        chance, owes = float(behind.sum()), float((behind * LOW).sum())
        lucky += chance * stand.lucky
        rises += chance * stand.rises
        if best:
            keeps += chance * stand.keeps
            collects += chance * stand.collects + owes * stand.keeps
            for count in range(1, 5):
                chance = float(ends[(best == TOTAL) & (count == ROLLED)].sum())
                rest = self.rest[Moment(best, min(count, dice), later - 1, before + 1)]
                lucky += chance * rest.lucky
                rises += chance * rest.rises
                # fewer gembones take the lead, and of as many one half of the time
                stays = 1.0 if count > dice else 0.5 if count == dice else 0.0
                keeps += stays * chance * rest.keeps
                collects += stays * chance * rest.collects
        return After(lucky, rises, keeps, collects), ends

    def _stops(self, moment: Moment, stand: After) -> Array:
        """Return what it is worth to end a turn in each state."""
        best, dice, later, before = moment
        if best:
            behind = -LOW * (1 - stand.lucky) - HIGH * stand.lucky
        else:
            behind = -LOW * stand.rises - HIGH * stand.lucky if later > 1 else np.zeros(SHAPE)
        found = np.where(TOTAL == LUCKY, before * self.high, behind)
        for total in range(max(best, 1), LUCKY):
            for count in range(1, 5):
                rest = self.rest[Moment(total, count, later - 1, before + 1)]
                wins = 1.0 if total > best or count < dice else 0.5 if count == dice else 0.0
                pile = self.low * (before - (total == best))
                gains = wins * (pile * rest.keeps + rest.collects)
                here = (total == TOTAL) & (count == ROLLED)
                found = np.where(here, gains - LOW * rest.rises - HIGH * rest.lucky, found)
        return found


def _turn(stops: Array) -> dict[tuple[int, ...], Array]:
    """Return the best choice in each state, by the gembones that are rolled: the place of another one, or 4 to stop."""
    worth = stops.copy()
    picks: dict[tuple[int, ...], Array] = {}
    for count in (3, 2, 1, 0):
        for rolled in combinations(range(4), count):
            here = _block(rolled)
            options = [np.full(worth[here].shape, -np.inf)] * 4 + [
                stops[here] if count else np.full(worth[here].shape, -np.inf)
            ]
            for size in range(4):
                if size not in rolled:
                    options[size] = worth[_block((*rolled, size))].mean(axis=size, keepdims=True)
            every = np.stack(options)
            # to stop first, as at the table, and nobody rolls at 13 or more
            pick = np.where(every[4] >= every[:4].max(axis=0), 4, every[:4].argmax(axis=0))
            pick = np.where(TOTAL[here] >= LUCKY, 4, pick)
            picks[rolled] = pick
            worth[here] = np.where(pick == 4, stops[here], every.max(axis=0))
    return picks


def _ends(picks: dict[tuple[int, ...], Array]) -> Array:
    """Return how often a turn ends in each state."""
    comes = np.zeros(SHAPE)
    comes[0, 0, 0, 0] = 1.0
    for count in range(4):
        for rolled in combinations(range(4), count):
            here, pick = _block(rolled), picks[rolled]
            for size in range(4):
                if size not in rolled:
                    comes[_block((*rolled, size))] += np.where(pick == size, comes[here], 0.0) / SIDES[size]
            comes[here] = np.where(pick == 4, comes[here], 0.0)
    return comes


def _block(rolled: tuple[int, ...]) -> tuple[slice, ...]:
    """Return the states in which just these gembones are rolled."""
    return tuple(slice(1, None) if size in rolled else slice(0, 1) for size in range(4))


def money_table() -> bytes:
    """Return the table: four numbers for each moment."""
    solver = Solver()
    solver.run()
    found: Array = np.zeros((PLACES, 4), np.int32)
    for moment, rest in solver.rest.items():
        found[place_of(moment.best, moment.dice, moment.later, moment.before)] = np.round(
            FINE * np.array(rest)
        )
    return bytes(found.astype("<i4").tobytes())
