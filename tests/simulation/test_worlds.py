"""Whole evenings of several processes, with faults that a seed chooses; nothing is lost, and everything goes on."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.helpers.random_matches import SOAK

WORLDS = int(30 * SOAK)
"""The worlds of a run: half a minute of one processor; a night plays thousands."""


def simulate(*words: str) -> tuple[int, str]:
    """Run the simulation as a process of its own, and return its status and what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "bot.simulation", *words],
        env={**os.environ, "PYTHONHASHSEED": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.slow
@pytest.mark.timeout(600 + 60 * WORLDS)
def test_nothing_is_lost_and_everything_goes_on() -> None:
    status, words = simulate(f"1:{WORLDS}")
    assert status == 0, words
    answers = re.search(r"and (\d+) answers", words)
    assert answers is not None
    assert int(answers[1]) > 5 * WORLDS


def test_a_process_that_was_overtaken_says_nothing_more() -> None:
    """It had hung while others took its shard, and held another one that was in order."""
    status, words = simulate("46")
    assert status == 0, words


def test_a_seed_is_one_world() -> None:
    first, again = (simulate("7", "--notes") for _ in range(2))
    assert first[0] == 0, first[1]
    traces = [re.findall(r"--- seed 7, (\w+)", words) for _, words in (first, again)]
    assert traces[0] == traces[1]
    assert len(traces[0]) == 1
