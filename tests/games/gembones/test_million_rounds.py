"""A million rounds of each game stay within four standard errors of the exact mean (fewer without DICENIGHT_SOAK)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest

from games.engine import HOUSE, Choose, Match, changes
from games.engine.money import worth
from games.engine.questions import Ask
from games.registry import GAMES
from tests.helpers.odds import SOAK, played, within
from tests.helpers.random_matches import LONG

MILLION = 1_000_000
"""The rounds of a long run."""


def rounds(of_a_game: int) -> int:
    """Return the number of games for a million rounds, or for 2,000 without DICENIGHT_SOAK."""
    return max(20, min(SOAK, LONG) * MILLION // LONG // (1 if SOAK >= LONG else 10) // of_a_game)


def wagers_one(match: Match, ask: Ask) -> Any:
    """One wager, the smallest, and nothing more."""
    prompt = ask.prompt
    if isinstance(prompt, Choose) and prompt.amount is not None:
        return 1
    return "g4" if ask.prompt.kind == "buy_in" else prompt.default


def plays(match: Match, ask: Ask) -> Any:
    """Puts up, rolls, keeps every card."""
    prompt = ask.prompt
    if ask.seat == HOUSE or not isinstance(prompt, Choose):
        return prompt.default
    return "g10" if "g10" in prompt.options else prompt.options[0]


@pytest.mark.rule("OD-RG1", "OD-BB1", "OD-HH1", "OD-TD7")
@pytest.mark.parametrize(
    ("game", "seats", "of_a_game", "answer", "mean", "options"),
    [
        ("rolled_gold", 1, 1, wagers_one, F(-119, 40), {}),
        ("barovian_boneyard", 1, 1, wagers_one, 6 * F(7, 36), {}),
        (
            "hags_haggle",
            1,
            1,
            wagers_one,
            8 * F(-5, 16),
            {"gembones": "g8", "codes": False, "bargains": False},
        ),
        # between players every seat has nothing to expect; a game of these has several rounds
        ("tripledip", 2, 3, plays, F(0), {}),
        ("lucky_13", 2, 4, plays, F(0), {}),
        ("fireball", 2, 10, plays, F(0), {"mode": "rounds"}),
        ("tiamat", 2, 10, plays, F(0), {}),
    ],
)
def test_a_million_rounds(
    game: str,
    seats: int,
    of_a_game: int,
    answer: Callable[[Match, Ask], Any],
    mean: F,
    options: dict[str, Any],
) -> None:
    samples = []
    for number in range(rounds(of_a_game)):
        match = played(GAMES[game], number, seats, answer, **options)
        assert match.result is not None
        samples.append(worth(changes(match.result.pays).get(0, {})))
    assert within(samples, mean)
    assert len({*samples}) > 1
