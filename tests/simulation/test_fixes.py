"""A fix that is taken out is missed by a world; each of these was once found by hand."""

from __future__ import annotations

import pytest

from bot.simulation.fixes import FIXES
from tests.helpers.random_matches import SOAK
from tests.simulation.test_worlds import simulate

FOUND = {
    "frozen-transactions": "after the last fault",
    "speaking-after-the-lease": "was overtaken and still shows tables",
    "grace-after-an-outage": "ended by itself",
    "private-matches": "is told of a private match",
    "one-try-a-person": "tries of one day",
    "opponents-by-person": "opponents of one of them",
    "deals-saved-before-the-round": "was announced with round",
    "hidden-cards": "before they knew it",
    "hidden-cards-on-pages": "before they knew it",
    "one-welcome-a-day": "sets by ",
    "sessions-kept-without-a-gateway": "after the last fault",
}
"""Words of the finding by which a world misses each fix."""
WORLDS = "0:399"
"""Worlds that are tried one after the other: which of them misses a fix changes with every step of the bot."""
EACH_RUN = ("frozen-transactions", "private-matches")
"""Those that every run takes out; a soak takes out all, which is minutes of work."""


def test_there_is_a_finding_for_every_fix() -> None:
    assert set(FOUND) == set(FIXES)
    assert set(EACH_RUN) <= set(FIXES)


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("name", FIXES if SOAK > 1 else EACH_RUN)
def test_a_fix_that_is_taken_out_is_missed(name: str) -> None:
    assert FOUND[name] in simulate(WORLDS, "--without", name, "--until", FOUND[name])[1]
