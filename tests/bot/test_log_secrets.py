"""The log, at whatever level, never holds what is secret: seeds, hands, answers given in private."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from bot.monitoring.logs import set_up_logging
from db.opening import open_store
from tests.helpers.tables import ANN, BOB, a_room, answers, ask_of


@pytest.mark.usefixtures("logging_as_before")
@pytest.mark.parametrize("level", ["DEBUG", "INFO"])
async def test_no_seed_and_no_answer_is_logged(
    level: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logging(level)
    async with a_room(tmp_path / "room.db") as room:
        table = await room.open("rogues_and_warriors", ANN, BOB)
        await table.lifecycle.start(ANN)
        await room.quiet()
        assert table.session is not None
        seed = table.session.match.header.seed.server
        first = next(
            each for each in (ANN, BOB) if table.session.match.asks_of(table.viewer_of(each.user_id))
        )
        assert ask_of(table, first)
        await answers(table, first, "check")
        assert await room.store.audit() == []
    logged = capsys.readouterr().err
    assert table.state.seed not in logged
    assert seed not in logged
    assert "INSERT" not in logged
    assert "check" not in logged


async def test_a_store_says_nothing_by_itself(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with await open_store(tmp_path / "quiet.db") as store:
        assert await store.audit() == []
    assert caplog.records == []
