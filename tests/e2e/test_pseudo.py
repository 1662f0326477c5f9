"""An evening in a language with an accent on every letter: a letter without one was not marked to be translated."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from bot import language
from bot.language import PSEUDO
from playground import Playground
from tests.helpers.monkey import Monkey
from tests.helpers.pseudo import Pseudo, bare_words, read_by_people

SOAK = "DICENIGHT_SOAK" in os.environ


def unmarked(playground: Playground) -> dict[str, str]:
    """Return the words that were sent to Discord without an accent, each with the text that it stands in."""
    found = dict[str, str]()
    for request in playground.requests:
        if request.route is not None and request.route.endswith("/commands"):
            continue  # their English names stay beside the others
        for text in read_by_people(request.json):
            found |= dict.fromkeys(bare_words(text), text)
    return found


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch, playground: Playground) -> None:
    monkeypatch.setattr(language, "catalogue", {PSEUDO: Pseudo()}.get)
    playground.guild.locale = PSEUDO


async def play(playground: Playground, path: Path, seed: str) -> None:
    async with Monkey(playground, path, seed) as monkey:
        for person in monkey.people:
            person.user.locale = PSEUDO
        await monkey.plays(200 if SOAK else 60)
        await monkey.evening.quiet()


@pytest.mark.slow
async def test_everything_works_in_another_language(
    playground: Playground, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await play(playground, tmp_path / "pseudo.db", "1")
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2", "3"])
async def test_no_letter_is_without_an_accent(playground: Playground, tmp_path: Path, seed: str) -> None:
    await play(playground, tmp_path / "pseudo.db", seed)
    assert unmarked(playground) == {}
