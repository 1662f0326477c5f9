"""Computer players against each other: every strength of every game, and players of fixed ideas.

What is measured: what one of the first wins a match among the second, with its 95 % interval; how often a table of
regulars ruins one of them; and how true the chances are that players of the parlour give themselves.

`DICENIGHT_COMPANY` names the games, all by default; `DICENIGHT_COMPANY_BLOCKS` is the number of deals of each pair,
each of which is played once with the first in every seat. The seed is "long table", or `DICENIGHT_COMPANY_SEED`, with
the game's key and the number of the deal.
"""

from __future__ import annotations

import os

from benchmarks.company.calibration import rounds
from benchmarks.company.duels import duel, ruin, unit_of
from benchmarks.company.players import players_of
from benchmarks.figures import Figure
from games.engine import Game
from games.registry import GAMES

PAIRS = (
    ("newcomer", "random"),
    ("regular", "newcomer"),
    ("shark", "regular"),
    ("regular", "random"),
    ("regular", "earlier"),
    ("shark", "random"),
    ("shark", "earlier"),
    ("shark", "greedy"),
    ("shark", "bully"),
    ("shark", "tight"),
    ("shark", "hunter"),
    ("shark", "silent"),
)
"""The measured pairs; the first should win."""
STEPS = frozenset(PAIRS[:3])
"""Pairs of which the first should win by more than the interval, in games of skill."""
OF_CHANCE = frozenset({"fireball", "tripledip", "barovian_boneyard", "hags_haggle"})
"""Games whose best play is told by exact odds: daring differs, skill does not."""

BLOCKS = {
    "conclave_of_wyrms": 20,
    "burn_my_village": 40,
    "tavern": 100,
    "adventurers_choice": 60,
    "threes": 400,
    "kings_council": 400,
    "three_kingdoms": 300,
    "den_of_thieves": 300,
    "jack_of_all_trades": 300,
    "city_square": 400,
    "the_wheel": 400,
    "rolled_gold": 1000,
}
"""Deals of each step in games that take long, or whose luck takes many to even out."""
USUAL = 200
FEWER = 5
"""Pairs that are no steps get so many times fewer deals."""
RUIN_MATCHES = 500
"""Matches of four regulars, or twice as many as deals if these are more; a tenth to be quick."""
RUIN_GOAL = 6.0
"""Percent of the matches of four regulars in which one may lose everything."""


def figures(game: Game, quick: bool) -> list[Figure]:
    """Measure one game."""
    names, unit = players_of(game), unit_of(game)
    blocks = int(os.environ.get("DICENIGHT_COMPANY_BLOCKS", BLOCKS.get(game.key, USUAL)))
    if quick:
        blocks = max(6, blocks // 10)
    found = []
    for first, second in PAIRS:
        if first not in names or second not in names:
            continue
        if first == "regular" and "shark" in names and second == "random":
            continue
        step = (first, second) in STEPS
        got = duel(game, first, second, blocks if step else max(min(6, blocks // 2), blocks // FEWER))
        what = (
            f"{game.title}: {first} against {second} ({got.matches} matches, "
            f"{100 * got.ruined:.0f} % ruined, {got.milliseconds:.1f} ms a decision)"
        )
        goal = None if game.key in OF_CHANCE else 1.0 if step else -1.0
        found.append(Figure(what, unit, got.mean, got.margin, "its 95 % interval", goal))
    if game.money == "pieces" and "regular" in names:
        matches = max(RUIN_MATCHES // 10 if quick else RUIN_MATCHES, 2 * blocks)
        what = f"{game.title}: one of four regulars is ruined ({matches} matches)"
        ruined = 100 * ruin(game, "regular", matches)
        found.append(Figure(what, "%", ruined, RUIN_GOAL, "the most allowed", 1.0, "at most"))
    for each in rounds(game, min(blocks, 200)):
        what = f"{game.title}, Betting Round {each.number}: the chances of all seats ({each.times} matches)"
        found.append(Figure(what, "", each.sums, 1.0, "what they should come to"))
        what = f"{game.title}, Betting Round {each.number}: Brier score"
        found.append(Figure(what, "", each.brier, each.even, "equal chances", 1.0, "at most"))
    return found


def run(quick: bool) -> list[Figure]:
    """Measure every pair in every game that has them."""
    chosen = [key for key in os.environ.get("DICENIGHT_COMPANY", "").split() if key] or list(GAMES)
    return [figure for key in chosen for figure in figures(GAMES[key], quick)]
