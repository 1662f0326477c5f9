"""A store that is away, as a server can be: nothing unsaved is shown or kept, and tables go on by themselves."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.person import Person
from bot.tables.persistence import STORE_PAUSE
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import NotSaved, Store
from tests.helpers.tables import ANN, BOB, a_room, answers, ask_of

RW = "rogues_and_warriors"


async def away(*_: Any, **__: Any) -> Any:
    """Answer as a store whose server is down."""
    raise NotSaved("the database is away")


def to_act(table: TableActor) -> Person:
    """The person who is asked."""
    assert table.session is not None
    return (ANN, BOB)[next(iter(table.session.match.open.values())).seat]


async def test_what_was_not_saved_is_taken_back_once_the_store_can_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_room(tmp_path / "away.db") as room:
        table = await room.open(RW, ANN, BOB)
        await table.lifecycle.start(ANN)
        person = to_act(table)
        assert table.session is not None
        number, question = table.session.id, ask_of(table, person).id
        with monkeypatch.context() as patch:
            for name in ("commit", "table", "match", "balances", "limits"):
                patch.setattr(Store, name, away)
            for _ in range(2):
                with pytest.raises(UserError, match="wasn't saved"):
                    await table.press(person, number, question, "check")
            looking = asyncio.create_task(table.view())
            room.clock.advance(STORE_PAUSE)
            await table.wait_idle()
            assert not looking.done(), "what is in memory now was never saved"
        room.clock.advance(STORE_PAUSE)
        await table.wait_idle()
        assert (await looking).scene is not None, "seen without anyone's pressing"
        assert to_act(table) == person
        assert (await room.store.match(1)).rows == ()
        await answers(table, person, "check")
        assert [row.seq for row in (await room.store.match(1)).rows] == [1]
        assert await room.store.audit() == []


async def test_time_runs_on_at_a_table_whose_store_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_room(tmp_path / "away.db") as room:
        table = await room.open(RW, ANN, BOB)
        await table.lifecycle.start(ANN)
        with monkeypatch.context() as patch:
            for name in ("commit", "table", "match", "balances", "limits"):
                patch.setattr(Store, name, away)
            room.clock.advance(1000.0)
            await table.wait_idle()
        assert (await room.store.match(1)).rows == ()
        for _ in range(20):
            room.clock.advance(100.0)
            await room.quiet()
        assert table.session is None, "those who did not answer have run out of time"
        assert (await room.store.match(1)).state == "ended"
        assert await room.store.audit() == []


async def test_a_table_whose_opening_was_broken_off_is_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_room(tmp_path / "opening.db") as room:
        with monkeypatch.context() as patch:
            patch.setattr(Store, "commit", away)
            with pytest.raises(UserError, match="wasn't saved"):
                await room.open(RW, ANN)
        table = await room.open(RW, ANN)
        assert [seat.name for seat in table.state.in_order()] == [ANN.name]
        assert [each.id for each in await room.store.live_tables()] == [table.state.id]
        with pytest.raises(UserError, match="already has a table"):
            await room.open(RW, BOB)
        assert await room.store.audit() == []
