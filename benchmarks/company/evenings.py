"""Evenings: the same seats for a number of matches, with and without the memory of computer players.

A computer player sits among rivals of one kind, in each seat in turn, on the same deals each time, once with a memory
of the evening and once without one. The rivals are people who call everything, loose people who call nearly everything
and raise a little, regulars, and some who change their ways every few matches.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from benchmarks.company.duels import SEED, Z_95, paid, play
from benchmarks.company.players import players_of
from games.catalogue import register_catalogue
from games.computer.habits import Memory, remembering
from games.engine import Game, Policy, Seed
from games.registry import GAMES

MATCHES = 20
"""The matches of an evening."""
TURN = 5
"""The matches after which those who switch change their ways."""
KINDS = ("caller", "loose", "pouncer", "regular", "switcher")
SWITCHES = ("caller", "tight", "regular", "bully")
"""What those who switch are, one after another."""


def rivals_of(game: Game, kind: str, at: int) -> Policy:
    """Return the rivals of a kind in one match of the evening."""
    return players_of(game)[SWITCHES[at // TURN % len(SWITCHES)] if kind == "switcher" else kind]


class Evenings(NamedTuple):
    """The result of a player's evenings: what it won a match, and with a memory more than without one."""

    mean: float
    margin: float
    gain: float
    gain_margin: float


def evenings(game: Game, strength: str, kind: str, seats: int, number: int) -> Evenings:
    """Play a number of evenings, each twice in every seat."""
    won, gains = [], []
    for evening in range(number):
        means: dict[bool, float] = {}
        for remembers in (True, False):
            means[remembers] = fmean(
                _evening(game, strength, kind, seats, place, evening, remembers) for place in range(seats)
            )
        won.append(means[True])
        gains.append(means[True] - means[False])
    scale = Z_95 / sqrt(number)
    return Evenings(fmean(won), scale * stdev(won), fmean(gains), scale * stdev(gains))


def _evening(
    game: Game, strength: str, kind: str, seats: int, place: int, evening: int, remembers: bool
) -> float:
    """Return what the player in one seat wins a match."""
    memory, names = Memory(), {seat: str(seat) for seat in range(seats)}
    player, won = game.policy(strength), []
    for at in range(MATCHES):
        rival = rivals_of(game, kind, at)
        own = remembering(player, memory.habits(names)) if remembers else player
        policies: Mapping[int, Policy] = {seat: own if seat == place else rival for seat in range(seats)}
        match = play(game, policies, Seed(f"{SEED} evening {game.key} {evening}", at))
        memory.hear(match.events, names)
        won.append(paid(game, match)[place])
    return fmean(won)


def main() -> None:
    """Play evenings of the games that are named: `python -m benchmarks.company.evenings 4 20 threes`."""
    register_catalogue()
    seats, number, *keys = sys.argv[1:]
    for key in keys:
        for kind in KINDS:
            got = evenings(GAMES[key], "shark", kind, int(seats), int(number))
            print(
                f"{key} among {kind}s: {got.mean:+.2f} ± {got.margin:.2f}, "
                f"by memory {got.gain:+.2f} ± {got.gain_margin:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
