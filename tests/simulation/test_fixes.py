"""A fix that is taken out is missed by a world; each of these was once found by hand."""

from __future__ import annotations

import pytest

from simulation.fixes import FIXES
from tests.simulation.test_worlds import simulate

FOUND = {
    "frozen-transactions": ("1:14", "after the last fault"),
    "speaking-after-the-lease": ("1:14", "was overtaken and still shows tables"),
    "grace-after-an-outage": ("1:14", "ended by itself"),
    "private-matches": ("10", "is told of a private match"),
    "one-try-a-person": ("1", "tries of one day"),
    "opponents-by-person": ("7", "opponents of one of them"),
    "deals-saved-before-the-round": ("1:14", "was announced with round"),
}
"""The worlds in which each fix is missed, and words of what is found there."""


@pytest.mark.slow
@pytest.mark.parametrize("name", FIXES)
def test_a_fix_that_is_taken_out_is_missed(name: str) -> None:
    seeds, words = FOUND[name]
    status, report = simulate(seeds, "--without", name)
    assert status == 1
    assert words in report
