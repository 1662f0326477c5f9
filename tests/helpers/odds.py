"""Helpers for tests of odds: whole matches from seeds, and a test of a sample's mean."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from games.engine import Game, Header, Match, Seed
from games.engine.questions import Ask

SOAK = int(os.environ.get("DICENIGHT_SOAK", "1"))
"""The factor by which simulations are longer."""


def within(samples: Sequence[float], expected: Fraction | float) -> bool:
    """Return True if the mean of the samples is within four standard errors of the expected one."""
    n = len(samples)
    average = sum(samples) / n
    variance = sum((each - average) ** 2 for each in samples) / (n - 1)
    return abs(average - float(expected)) <= 4 * sqrt(variance / n)


def played(game: Game, number: int, seats: int, answer: Callable[[Match, Ask], Any], **options: Any) -> Match:
    """Play a match to its end; `answer` answers every question."""
    header = Header(game.key, game.version, options, tuple(range(seats)), Seed("simulation", number))
    match = Match(game, header, digests=False)
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        match.answer(ask.id, ask.seat, answer(match, ask))
    return match
