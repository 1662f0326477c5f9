"""The coach's honesty: what it says that a player gives away a match, beside what that player really wins less.

A player and the game's best one play the same deals from the same seat among regulars, in each seat in turn. What the
first wins less on average is what its answers cost, if the coach's worths are right: two ways to play differ by the sum
of what each answer gives away where it's given (Kakade, Langford 2002). Answers that the coach weighs in anything but
money, such as discards, are lost but not said.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from benchmarks.company.duels import SEED, Z_95, paid, play, seats_of, unit_of
from benchmarks.company.eases import MONEY
from benchmarks.company.players import players_of
from bot.matches.coach import BETS, judge_steps, surely
from games.catalogue import register_catalogue
from games.engine import Game, Policy, Seed
from games.registry import GAMES

USUAL = ("newcomer", "7")
"""The players of which it's measured."""


class Honesty(NamedTuple):
    """The money that the coach says a player gives away a match, and that it really wins less, each with its interval.

    `least`: the lower end of what it says. `judged`: the part of the player's decisions of which it says anything.
    """

    least: float
    given: float
    given_margin: float
    lost: float
    lost_margin: float
    judged: float


def honesty(game: Game, name: str, deals: int) -> Honesty:
    """Measure what the coach says of a player."""
    everyone = players_of(game)
    best, player, regular = game.policies[game.strengths()[-1]], everyone[name], everyone["regular"]
    given, lost, decisions, judged, least = list[float](), list[float](), 0, 0, 0.0
    for number in range(deals):
        seed, costs, less = Seed(f"{SEED} honesty {game.key}", number), 0.0, 0.0
        for place in range(seats_of(game)):
            won = []
            for policy in (best, player):
                seats: Mapping[int, Policy] = {
                    seat: policy if seat == place else regular for seat in range(seats_of(game))
                }
                match = play(game, seats, seed)
                won.append(paid(game, match)[place])
            less += won[0] - won[1]
            steps = [at for at, row in enumerate(match.rows) if (row.seat, row.by) == (place, "computer")]
            found = judge_steps(game.key, game.version, match.header, match.rows, steps) if steps else []
            decisions, judged = decisions + len(steps), judged + len(found)
            errors = [each.cost for each in found if each.unit in MONEY and each.cost]
            costs += sum(errors)
            least += surely(errors) if errors and unit_of(game) == BETS else sum(errors)
        given.append(costs / seats_of(game))
        lost.append(less / seats_of(game))
    scale = Z_95 / sqrt(deals)
    return Honesty(
        least / deals / seats_of(game),
        fmean(given),
        scale * stdev(given),
        fmean(lost),
        scale * stdev(lost),
        judged / decisions,
    )


def main() -> None:
    """Measure the games that are named: `python -m benchmarks.company.honesty 100 lucky_13`."""
    register_catalogue()
    deals, *keys = sys.argv[1:]
    for key in keys:
        for name in USUAL:
            got = honesty(GAMES[key], name, int(deals))
            print(
                f"{key}, {name}: said {got.least:.2f} to {got.given:.2f} ± {got.given_margin:.2f}, lost {got.lost:.2f} "
                f"± {got.lost_margin:.2f} {unit_of(GAMES[key])} a match; judged {100 * got.judged:.0f} %",
                flush=True,
            )


if __name__ == "__main__":
    main()
