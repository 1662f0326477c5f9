"""Compares what raises are reckoned to be worth and what they bring: `python -m benchmarks.company.raises DEALS GAME`.

A player that errs a lot sits among regulars, in each seat in turn, until it first bets or raises; from then on the
game's best player has its seat. What a fold would leave it is the measure of both: of what the best player reckons that
the raise is worth, and of the money with which the seat ends.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from benchmarks.company.duels import BUY_IN, SEED, Z_95, begin, paid, seats_of
from games.catalogue import register_catalogue
from games.computer.weighed import weigh
from games.engine import Chance, Game, Seats, Seed
from games.parlour.players.bets import Bettor, chance_to_win
from games.registry import GAMES

ERRING = "1"
"""The player whose raises are measured."""
GOOD = 0.6
"""The chance to win from which a hand is a good one."""


class Raise(NamedTuple):
    """A raise: the chance to win of the player who made it, what it was reckoned to be worth, and what it brought."""

    chance: float
    reckoned: float
    brought: float


def raises(game: Game, deals: int) -> list[Raise]:
    """Return the first raise of each match that has one."""
    found = [_match(game, place, number) for number in range(deals) for place in range(seats_of(game))]
    return [each for each in found if each is not None]


def _match(game: Game, place: int, number: int) -> Raise | None:
    best, regular, player = game.policies[game.strengths()[-1]], game.policy("regular"), game.policies[ERRING]
    assert isinstance(regular, Bettor)
    match, found = begin(game, seats_of(game), Seed(f"{SEED} raises {game.key}", number)), None
    luck = {seat: Chance(Seed(f"{SEED} raises player {seat}", number)) for seat in range(seats_of(game))}
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        scene = match.scene(ask.seat)
        own = next(each for each in scene.asks if each.id == ask.id)
        policy = regular if ask.seat != place else player if found is None else best
        answer = policy(scene, own, luck[ask.seat])
        if policy is player and own.kind == "bet" and isinstance(answer, int):
            thought = Chance(Seed(f"{SEED} raises thought", number))
            weighed, chance = weigh(best, scene, own, thought), chance_to_win(scene, regular.reader, thought)
            assert weighed is not None
            assert chance is not None
            amounts = [
                (abs(amount - answer), worth) for amount, worth in weighed.ways if isinstance(amount, int)
            ]
            [money] = [row.money for row in scene.every(Seats)[0].rows if row.seat == place]
            assert money is not None
            found = Raise(chance, min(amounts)[1], -float(money))
        match.answer(ask.id, ask.seat, answer, "computer")
    return found and found._replace(brought=found.brought + BUY_IN + paid(game, match)[place])


def _told(what: str, some: Sequence[Raise]) -> str:
    off = [each.brought - each.reckoned for each in some]
    margin = Z_95 * stdev(off) / sqrt(len(off))
    reckoned, brought = fmean(each.reckoned for each in some), fmean(each.brought for each in some)
    more = f"{fmean(off):+.2f} ± {margin:.2f} more ({len(some)})"
    return f"{what}: reckoned {reckoned:+.2f}, brought {brought:+.2f}, {more}"


def main() -> None:
    """Measure the games that are named."""
    register_catalogue()
    deals, *keys = sys.argv[1:]
    for key in keys:
        found = raises(GAMES[key], int(deals))
        print(_told(f"{key}, all", found), flush=True)
        print(_told(f"{key}, good hands", [each for each in found if each.chance >= GOOD]), flush=True)


if __name__ == "__main__":
    main()
