"""Matches of computer players against each other, in blocks: one deal, with the first in each seat in turn.

The luck of the cards goes round with the seats, so that most of it cancels out within a block; the interval is that of
the blocks' means.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from math import sqrt
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple

from benchmarks.company.players import players_of
from games.engine import Chance, Game, Header, Match, Policy, Seed
from games.engine.money import worth
from games.engine.result import SCORES

SEATS = 4
BUY_IN = 50
Z_95 = 1.96
SEED = os.environ.get("DICENIGHT_COMPANY_SEED", "long table")
"""The name of the seeds, or another for other deals; a block's number is the other part."""


class Outcome(NamedTuple):
    """The result of a pair's matches for the seat of the first: what it won on average, and the 95 % interval.

    `ruined`: the part of the matches in which a seat lost its buy-in. `milliseconds`: of the processor, for a decision
    of the first.
    """

    mean: float
    margin: float
    ruined: float
    milliseconds: float
    matches: int


def seats_of(game: Game) -> int:
    """Return the number of seats in which a game is measured."""
    low, high = game.limits(game.parse_options({}))
    return max(low, min(SEATS, high))


def unit_of(game: Game) -> str:
    """Return what a match pays: pieces, gembones by their worth in copper, or a part of the wins."""
    kind = game.money_kind(game.parse_options({}))
    return {"pieces": "pieces", "points": "% of wins"}.get(kind, "copper")


def begin(game: Game, seats: int, seed: Seed) -> Match:
    """Begin a match."""
    ring = tuple(range(seats))
    stakes = dict.fromkeys(ring, BUY_IN) if game.money == "pieces" else {}
    return Match(game, Header(game.key, game.version, {}, ring, seed, stakes), digests=False)


def play(
    game: Game, seats: Mapping[int, Policy], seed: Seed, spent: Callable[[int, float], None] | None = None
) -> Match:
    """Play one match; `spent` is told the seat and the seconds of each decision."""
    match = begin(game, len(seats), seed)
    luck = {seat: Chance(Seed(f"{seed.server} player {seat}", seed.match)) for seat in seats}
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        if ask.seat not in seats:
            match.answer(ask.id, ask.seat, ask.prompt.default, "table")
            continue
        scene = match.scene(ask.seat)
        own = next(each for each in scene.asks if each.id == ask.id)
        started = process_time()
        answer = seats[ask.seat](scene, own, luck[ask.seat])
        if spent is not None:
            spent(ask.seat, process_time() - started)
        match.answer(ask.id, ask.seat, answer, "computer")
    return match


def paid(game: Game, match: Match) -> dict[int, float]:
    """Return what each seat won or lost, or the percent of a win above a fair share in a game for points."""
    assert match.result is not None
    rows = match.result.rows
    if unit_of(game) == "% of wins":
        first = sum(row.place == 1 for row in rows)
        return {row.seat: 100 * ((row.place == 1) / first - 1 / len(rows)) for row in rows}
    return {
        row.seat: float(worth({unit: n for unit, n in row.change.items() if unit not in SCORES}))
        for row in rows
    }


def duel(game: Game, first: str, second: str, blocks: int, seats: int = 0) -> Outcome:
    """Play a pair's matches: one of the first among the second, in each seat in turn.

    `seats`: how many there are, those in which the game is usually measured if 0.
    """
    everyone = players_of(game)
    return meet(game, everyone[first], everyone[second], blocks, seats or seats_of(game))


def meet(game: Game, first: Policy, second: Policy, blocks: int, count: int, begin_at: int = 0) -> Outcome:
    """Play matches of one player among others of a kind, in each seat in turn.

    `begin_at`: the number of the first deal.
    """
    means, ruined, times = [], 0, list[float]()
    for number in range(begin_at, begin_at + blocks):
        won = []
        for place in range(count):
            seats = {seat: first if seat == place else second for seat in range(count)}

            def spent(seat: int, taken: float, place: int = place) -> None:
                if seat == place:
                    times.append(taken)

            match = play(game, seats, Seed(f"{SEED} {game.key}", number), spent)
            changes = paid(game, match)
            # where a house takes its part, what counts is what one wins beyond the table's mean
            won.append(changes[place] - (fmean(changes.values()) if game.money == "gembones" else 0.0))
            ruined += game.money == "pieces" and any(n <= -BUY_IN for n in changes.values())
        means.append(fmean(won))
    matches = blocks * count
    margin = Z_95 * stdev(means) / sqrt(blocks)
    return Outcome(fmean(means), margin, ruined / matches, 1000 * fmean(times or [0.0]), matches)


def ruin(game: Game, strength: str, matches: int) -> float:
    """Return how often one of a full table of one strength loses its buy-in."""
    policy = players_of(game)[strength]
    ruined = 0
    for number in range(matches):
        seats = dict.fromkeys(range(seats_of(game)), policy)
        changes = paid(game, play(game, seats, Seed(f"{SEED} ruin {game.key}", number)))
        ruined += any(n <= -BUY_IN for n in changes.values())
    return ruined / matches
