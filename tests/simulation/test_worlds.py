"""Whole evenings of several processes, with faults that a seed chooses; nothing is lost, and everything goes on."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from random import Random

import pytest

from bot.simulation.command import OF_AN_OPENING
from bot.simulation.faults import AT_STATEMENT, AT_STEP, plan
from tests.helpers.random_matches import SOAK

PARTS = 4
"""Tests that share the worlds, so that they run side by side."""
WORLDS = int(15 * max(1.0, SOAK))
"""The worlds of each part."""
APART = max(OF_AN_OPENING, WORLDS)
"""Seeds from the first of a part to that of the next: each part has an opening of its own."""


def simulate(*words: str, under: Sequence[str] = (), **environment: str) -> tuple[int, str]:
    """Run the simulation as a process of its own, `under` another program, and return its status and what it says."""
    done = subprocess.run(
        [sys.executable, *under, "-m", "bot.simulation", *words],
        env={**os.environ, "PYTHONHASHSEED": "0", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.slow
@pytest.mark.timeout(600 + 10 * WORLDS)
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost_and_everything_goes_on(part: int) -> None:
    status, words = simulate(f"{part * APART}:{part * APART + WORLDS - 1}")
    assert status == 0, words
    told = re.search(r"(\d+) worlds with (\d+) faults, \d+ steps and (\d+) answers", words)
    assert told is not None
    worlds, faults, answers = map(int, told.groups())
    assert worlds == WORLDS
    assert faults > WORLDS
    assert answers > 2 * WORLDS


@pytest.mark.parametrize("seed", ["303", "2311", "5521", "6016", "51106"])
def test_worlds_that_once_failed(seed: str) -> None:
    """Lines that are cut, turns to identify that are waited for or lost, and a page on a line that freezes."""
    status, words = simulate(seed)
    assert status == 0, words


def test_every_fault_strikes_in_some_of_the_worlds() -> None:
    planned = {fault.kind for seed in range(200) for fault in plan(Random(f"{seed} story"), "AB", str(seed))}
    assert planned == {*AT_STATEMENT, *AT_STEP}


def test_a_seed_is_one_world_on_any_machine() -> None:
    """However slow the machine is, and wherever in memory things lie."""
    first = simulate("55", "--notes")
    again = simulate("55", "--notes", under=("-m", "cProfile", "-o", os.devnull), PYTHONMALLOC="malloc")
    assert first[0] == 0, first[1]
    traces = [re.findall(r"--- seed 55, (\w+)", words) for _, words in (first, again)]
    assert traces[0] == traces[1]
    assert len(traces[0]) == 1
