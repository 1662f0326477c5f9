"""An evening in a language with an accent on every letter: a letter without one was not marked to be translated."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from bot import language
from bot.language import PSEUDO
from playground import Playground
from tests.helpers.in_accents import read_in_accents
from tests.helpers.monkey import TEXTS, Monkey
from tests.helpers.pseudo import Pseudo
from tests.helpers.random_matches import cases

pytestmark = pytest.mark.in_english


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch, playground: Playground) -> None:
    monkeypatch.setattr(language, "catalogue", {PSEUDO: Pseudo()}.get)
    playground.guild.locale = PSEUDO


async def play(playground: Playground, path: Path, seed: str) -> None:
    async with Monkey(playground, path, seed) as monkey:
        for person in monkey.people:
            person.user.locale = PSEUDO
        await monkey.plays(200 if "DICENIGHT_SOAK" in os.environ else 60)
        await monkey.evening.quiet()


@pytest.mark.slow
async def test_everything_works_in_another_language(
    playground: Playground, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await play(playground, tmp_path / "pseudo.db", "1")
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", cases(3, 30))
async def test_no_letter_is_without_an_accent(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    reading = read_in_accents(playground, monkeypatch)
    reading.hear(*TEXTS)
    await play(playground, tmp_path / "pseudo.db", str(seed + 1))
    assert reading.bare() == {}
