"""A store that is away, as a server can be: nothing unsaved is shown or kept, and tables go on by themselves."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.clock import DAY
from bot.person import Person
from bot.places.settings import PlaceSettings
from bot.tables.lifecycle import Lifecycle
from bot.tables.persistence import STORE_PAUSE
from bot.tables.scheduler import AFTER_REFUSAL
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import NotSaved, Store, members, personal_data
from db.errors import Refused
from tests.helpers.tables import ANN, BOB, CHANNEL, CID, GUILD, Room, a_room, answers, ask_of, passes

RW = "rogues_and_warriors"


async def away(*_: Any, **__: Any) -> Any:
    """Answer as a store whose server is down."""
    raise NotSaved("the database is away")


def to_act(table: TableActor) -> Person:
    """The person who is asked."""
    assert table.session is not None
    return (ANN, BOB)[next(iter(table.session.match.open.values())).seat]


async def killed(_: Lifecycle) -> None:
    """End as a process that is killed right after it has saved a result."""
    raise UserError("restarting")


@pytest.mark.parametrize("stops", [True, False])
async def test_who_left_in_a_hand_has_their_stake_whatever_came_after_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stops: bool
) -> None:
    """A seat that was given up is no trap: its member couldn't leave it a second time."""
    path = tmp_path / "away.db"
    async with a_room(path) as room:
        table = await room.open(RW, ANN, BOB, CID, pace="1 day")
        await table.lifecycle.start(ANN)
        with monkeypatch.context() as patch:
            patch.setattr(Lifecycle, "see_out", killed)
            for person in (BOB, CID):
                with suppress(UserError):
                    await table.seating.leave(person)
            for _ in range(2):
                await passes(room, DAY)
        assert table.state.match_id is None
        if not stops:
            await passes(room, AFTER_REFUSAL)
            assert [seat.name for seat in table.state.in_order()] == ["Ann"]
    async with a_room(path) as room:
        await room.quiet()
        [table] = room.registry
        assert [seat.name for seat in table.state.in_order()] == ["Ann"]
        await room.store.delete_member(GUILD, BOB.user_id)
        assert await room.store.audit() == []


@pytest.mark.parametrize("comes_back", [False, True])
async def test_who_left_a_hand_by_letter_needn_t_wait_for_its_end_to_be_deleted(
    room: Room, comes_back: bool
) -> None:
    table = await room.open(RW, ANN, BOB, CID, pace="1 day")
    await table.lifecycle.start(ANN)
    assert not await room.store.run(personal_data.delete_later, GUILD, BOB.user_id), "still playing"
    await table.seating.leave(BOB)
    with pytest.raises(Refused):
        await room.store.delete_member(GUILD, BOB.user_id)
    assert await room.store.run(personal_data.delete_later, GUILD, BOB.user_id)
    await room.store.run(personal_data.purge)
    account = await room.store.find_member(GUILD, BOB.user_id)
    assert account is not None, "the hand goes on"
    with suppress(UserError):
        await table.seating.leave(CID)
    for _ in range(3):
        await passes(room, DAY)
    assert table.state.match_id is None
    if comes_back:
        await table.seating.sit(BOB)
    await room.store.run(personal_data.purge)
    assert (await room.store.find_member(GUILD, BOB.user_id) is not None) is comes_back
    assert personal_data.DELETES not in await room.store.read(members.about, account)
    assert await room.store.audit() == []


async def test_a_contract_that_is_over_is_closed_whatever_came_after_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "away.db"
    async with a_room(path) as room:
        table = await room.registry.open_private(GUILD, CHANNEL, ANN, "copper", PlaceSettings())
        monkeypatch.setattr(Lifecycle, "see_out", killed)
        with suppress(UserError):
            await answers(table, ANN, "pass")
        monkeypatch.undo()
    async with a_room(path) as room:
        await room.quiet()
        assert await room.registry.find_private(GUILD, ANN) is None


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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Every few seconds it is asked again, which the log tells in a sentence each time."""
    async with a_room(tmp_path / "away.db") as room:
        table = await room.open(RW, ANN, BOB)
        await table.lifecycle.start(ANN)
        with monkeypatch.context() as patch:
            for name in ("commit", "table", "match", "balances", "limits"):
                patch.setattr(Store, name, away)
            for _ in range(3):
                room.clock.advance(1000.0)
                await table.wait_idle()
        assert [record.getMessage() for record in caplog.records if record.exc_info] == []
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


async def test_nobody_is_shown_an_answer_that_follows_at_once_on_one_that_was_saved(room: Room) -> None:
    """Who waited for the first is woken, and runs when the second is already ahead of the store."""
    table = await room.open("threes", ANN, BOB, free=True)
    seen: list[bool] = []

    async def look() -> None:
        await table.view()
        seen.append(table.live.saved.is_set())

    table.live.saved.clear()
    looking = [asyncio.create_task(look()), asyncio.create_task(table.view_for(ANN.user_id))]
    await asyncio.sleep(0)
    table.live.saved.set()
    table.live.saved.clear()
    for _ in range(5):
        await asyncio.sleep(0)
    assert not any(task.done() for task in looking)
    table.live.saved.set()
    await asyncio.gather(*looking)
    assert seen == [True]
