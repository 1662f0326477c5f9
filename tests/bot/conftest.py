"""What the tests of the process share."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.cli import main
from bot.settings import Settings


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    """Put the levels and handlers of the loggers back."""
    loggers = [logging.getLogger(name) for name in ("", "discord", "aiosqlite")]
    before = [(each, each.level, [*each.handlers]) for each in loggers]
    yield
    for each, level, handlers in before:
        each.setLevel(level)
        each.handlers[:] = handlers


Typed = tuple[int, str, str]
"""Exit status, stdout, stderr."""


@pytest.fixture
def dicenight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Typed]:
    """Types a command in an empty folder, with nothing set."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"DICENIGHT_{name.upper()}", raising=False)

    def typed(*words: object) -> Typed:
        capsys.readouterr()  # what a test has logged before is none of the command's
        status = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return status, out, err

    return typed
