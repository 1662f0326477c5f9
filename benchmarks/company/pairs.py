"""`python -m benchmarks.company.pairs SEATS DEALS FIRST:SECOND[,...] GAME ...`: one of the first among the second.

`python -m benchmarks.company.pairs 2 100 caller:10,trained:10 threes` lets one that calls everything and one
that was trained against level 10 meet it, `python -m benchmarks.company.pairs 4 100 10:9,9:8 threes` levels each
other. Every deal is played once with the first in each seat. `steps` stands for all pairs of neighbouring levels,
`attacks` for all players of fixed ideas and a trained one against level 10, `attackers` for those of `attackers` alone.

A *trained* player is the nearest to a best answer that a little training finds: of many ways to bet by the chance to
win it takes the one that wins most from the second, in deals of its own. What it wins is measured in other deals.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

from benchmarks.company.attackers import attackers_of
from benchmarks.company.duels import SEED, Outcome, meet, unit_of
from benchmarks.company.players import players_of
from games.catalogue import register_catalogue
from games.computer.levels import LEVEL_NAMES
from games.engine import Chance, Game, Policy, Seed
from games.parlour.players.bets import REGULAR, Bettor, Style
from games.registry import GAMES

TRAINING = 1_000_000
"""The number of the first deal in which players are trained; none of them is measured in."""
LEGS = ((24, 6), (8, 24), (3, 80))
"""How many ways to bet are tried, each in so many deals: the best of each leg are tried again in the next."""
STRONGEST = LEVEL_NAMES[-1]


def trained(game: Game, rival: Policy, seats: int) -> Policy | None:
    """Return the bettor that wins most from a rival, of many that are tried; None in a game without bets."""
    regular = game.policies["regular"]
    if not isinstance(regular, Bettor):
        return None
    luck = Chance(Seed(f"{SEED} trained {game.key}", seats))
    # the best player's other answers, so that only the bets differ
    plays = getattr(game.policies[game.strengths()[-1]], "plays", regular.plays)
    bettors: list[Policy] = [
        replace(regular, style=_style(luck), plays=plays, habits={}) for _ in range(LEGS[0][0])
    ]
    for at, (number, deals) in enumerate(LEGS):
        begin = TRAINING * (1 + at)
        won = [meet(game, player, rival, deals, seats, begin).mean for player in bettors[:number]]
        bettors = [bettors[place] for place in sorted(range(len(won)), key=won.__getitem__, reverse=True)]
    return bettors[0]


def _style(luck: Chance) -> Style:
    """Return a way to bet by lot, anything from a rock to a maniac."""

    def between(low: float, high: float) -> float:
        return low + (high - low) * luck.below(1001) / 1000

    return replace(
        REGULAR,
        ear=between(0, 1),
        ahead=between(0.6, 2.2),
        part=between(0, 1.2),
        price=between(0.5, 1.6),
        cheeky=2 + luck.below(20),
        raises=luck.below(4),
        brave=between(0.2, 0.7),
        scale=between(0.7, 3),
    )


def pairs_of(game: Game, named: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs that are named, as far as the game has such players."""
    names = players_of(game)
    for one in named.split(","):
        if one == "steps":
            yield from zip(LEVEL_NAMES[:0:-1], LEVEL_NAMES[-2::-1], strict=True)
        elif one == "attackers":
            yield from ((name, STRONGEST) for name in attackers_of(game))
        elif one == "attacks":
            ours = (*LEVEL_NAMES, game.strengths()[-1])
            yield from ((name, STRONGEST) for name in names if name not in ours)
            yield "trained", STRONGEST
        else:
            first, _, second = one.partition(":")
            if second in names and (first in names or first == "trained"):
                yield first, second


def measured(game: Game, first: str, second: str, deals: int, seats: int) -> Outcome | None:
    """Measure a pair; None if there is no such player in this game."""
    everyone = players_of(game)
    player = trained(game, everyone[second], seats) if first == "trained" else everyone[first]
    return meet(game, player, everyone[second], deals, seats) if player is not None else None


def main() -> None:
    """Measure what is named, and print a line for each pair."""
    register_catalogue()
    seats, deals, named, *keys = sys.argv[1:]
    for key in keys or GAMES:
        game = GAMES[key]
        low, high = game.limits(game.parse_options({}))
        if not low <= int(seats) <= high:
            continue
        for first, second in pairs_of(game, named):
            got = measured(game, first, second, int(deals), int(seats))
            if got is not None:
                print(
                    f"{key} {seats} seats, {first} among {second}: {got.mean:+.2f} ± {got.margin:.2f} {unit_of(game)} "
                    f"({got.matches} matches, {100 * got.ruined:.0f} % ruined, {got.milliseconds:.1f} ms)",
                    flush=True,
                )


if __name__ == "__main__":
    main()
