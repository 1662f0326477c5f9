"""The eases of a game's levels: steps of equal loss, by what errors cost in the best player's own reckoning.

Players of several eases sit down with each other, and the best player weighs every question that they are asked. From
what each answer is worth follows how often any ease would give it, and so what that ease would lose on average. A
second look, with other samples, says what is lost: in the first one the best of some sampled worths looks better than
it is, so small errors would seem to cost what is only noise. This takes out the luck of the cards, of the rivals and of
the error itself, so a few matches are enough; duels on fresh deals (`pairs`) show whether the steps are equal in money,
too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from benchmarks.company.duels import SEED, play, seats_of
from games.computer.erring import Erring, chosen, odds
from games.computer.levels import LEVELS
from games.computer.weighed import Weighed, weigh
from games.engine import STRENGTHS, Answer, Chance, Game, OpenAsk, Policy, Scene, Seed

TABLE = (0.0, 0.1, 0.22, 0.45)
"""The eases of the players at a table; its questions are those that levels are asked."""
GRID = (0.0, *(0.004 * 1.12**at for at in range(49)), 1.0)
"""The eases whose losses are reckoned."""
MONEY = frozenset({"pieces", "copper"})
"""The units of worths that are money."""


class Looks(NamedTuple):
    """A question as the best player weighs it, and what the answers, in the same order, are worth at a second look."""

    first: Weighed
    second: Sequence[float]


def eases_of(game: Game, matches: int) -> tuple[float, ...] | None:
    """Return the ease of each level, the weakest first; None if the game's best player doesn't weigh its answers."""
    weaker, *_, best = (game.policies[name] for name in STRENGTHS if name in game.policies)
    noted: list[Looks] = []
    for number in range(matches):
        seated = (TABLE[(seat + number) % len(TABLE)] for seat in range(seats_of(game)))
        players = {seat: noting(Erring(best, weaker, ease), noted) for seat, ease in enumerate(seated)}
        play(game, players, Seed(f"{SEED} eases {game.key}", number))
    return equal_steps(noted) if noted else None


def noting(player: Erring, noted: list[Looks]) -> Policy:
    """Return the same player, which notes what all answers to its questions were worth, at two looks."""

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        weighed = weigh(player.best, scene, ask, luck)
        if weighed is None:
            return player(scene, ask, luck)
        again = weigh(player.best, scene, ask, luck)
        assert again is not None
        noted.append(Looks(weighed, [worth_in(*each, again.ways) for each in weighed.ways]))
        return chosen(weighed, player.ease, luck) if player.ease else weighed.ways[0][0]

    return policy


def worth_in(answer: Answer, worth: float, ways: Sequence[tuple[Answer, float]]) -> float:
    """Return what an answer is worth among those of another look, an amount as much as the nearest.

    What wasn't weighed there keeps its `worth`.
    """
    if type(answer) is int:
        amounts = [(abs(other - answer), its) for other, its in ways if type(other) is int]
        return min(amounts)[1] if amounts else worth
    return next((its for other, its in ways if other == answer), worth)


def equal_steps(noted: Sequence[Looks]) -> tuple[float, ...]:
    """Return the eases of the levels, the weakest first, from the worths of the answers to some questions."""
    stakes = [each.first.stake for each in noted if each.first.unit in MONEY]
    # what isn't weighed in money counts as a part of as much money as is at stake elsewhere
    mean = fmean(stakes) if stakes else 1.0
    losses = [
        (
            ease,
            sum(
                loss(each, ease) * (1.0 if each.first.unit in MONEY else mean / each.first.stake)
                for each in noted
            ),
        )
        for ease in GRID
    ]
    whole = losses[-1][1]
    return tuple(round(_ease_at(whole * (1 - at / (LEVELS - 1)), losses), 4) for at in range(LEVELS))


def loss(looks: Looks, ease: float) -> float:
    """Return what a player of this ease gives away at a question on average."""
    if not ease:
        return 0.0
    parts, best = odds(looks.first, ease), looks.second[0]
    lost = sum(part * (best - worth) for part, worth in zip(parts, looks.second, strict=True))
    return lost / sum(parts)


def _ease_at(aim: float, losses: Iterable[tuple[float, float]]) -> float:
    """Return the ease that loses so much, between those of which the losses are known; who loses nothing never errs."""
    if not aim:
        return 0.0
    for (ease, less), (more, lost) in pairwise(losses):
        if aim <= lost:
            return ease + (more - ease) * (aim - less) / (lost - less)
    return 1.0
