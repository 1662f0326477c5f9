"""Matches between computer players of different strengths, with the share of wins of one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import mean, stdev
from typing import Any, NamedTuple

from games.engine import Chance, Game, Header, Match, Policy, Seed


class Sample(NamedTuple):
    """A mean with half of its 95 % interval."""

    mean: float
    interval: float
    matches: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Sample:
        """Return the mean of the values."""
        spread = stdev(values) if len(values) > 1 else 0.0
        return cls(mean(values), 1.96 * spread / sqrt(len(values)), len(values))


def finish(match: Match, policies: Mapping[int, Policy], luck: Chance) -> Match:
    """Play the match to its end, each seat by its policy."""
    while match.result is None:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        scene = match.scene(ask.seat)
        own = next(each for each in scene.asks if each.id == ask.id)
        match.answer(ask.id, ask.seat, policies[ask.seat](scene, own, luck), "computer")
    return match


def share_of_win(match: Match, seat: int) -> float:
    """Return 1 for a win, its part of a shared one, and else 0."""
    assert match.result is not None
    winners = [row.seat for row in match.result.rows if row.place == 1]
    return (seat in winners) / max(1, len(winners))


def duel(
    game: Game,
    policy: Policy,
    rivals: Sequence[Policy],
    matches: int,
    *,
    options: Mapping[str, Any] | None = None,
    first: int = 0,
) -> Sample:
    """Return the share of wins of a policy against rivals; its seat goes round the table."""
    seats = tuple(range(len(rivals) + 1))
    shares = []
    for number in range(first, first + matches):
        header = Header(game.key, game.version, dict(options or {}), seats, Seed("company", number))
        match, luck = Match(game, header, digests=False), Chance(Seed("company players", number))
        own = number % len(seats)
        others = iter(rivals)
        policies = {seat: policy if seat == own else next(others) for seat in seats}
        shares.append(share_of_win(finish(match, policies, luck), own))
    return Sample.of(shares)
