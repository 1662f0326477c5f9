"""The result of the last match, taken up again after a stop."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.tables.match_session import MatchSession
from bot.tables.money.payout import Payout, SettledDebt
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.ui.table.table_message import table_message
from games.engine import RAIL, Game, Result
from tests.cogs.ui.blocks.test_showdown import texts
from tests.e2e.conftest import HandClock
from tests.helpers.tables import ANN, BOB, CHANNEL, CID, GUILD, Room, a_room, defaults

RW = "rogues_and_warriors"


async def _played(room: Room) -> TableActor:
    table = await room.open(RW, ANN, BOB, free=True)
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    return table


def _again(room: Room) -> TableActor:
    return room.registry.get_in_channel(CHANNEL)


async def test_nobody_sees_more_of_it_than_before(tmp_path: Path) -> None:
    """The cards of the match stay with those who held them, not with whoever sits in their seat now."""
    async with a_room(tmp_path / "last.db") as room:
        table = await _played(room)
        await table.seating.leave(BOB)
        await table.seating.sit(CID)
        await room.quiet()
        views = [await table.view(viewer) for viewer in (0, 1, RAIL)]
        assert views[1].scene == views[2].scene, "a newcomer sees what everyone sees"
        shown = texts(table_message(views[2]))
        assert "Bob" in " ".join(shown)
    async with a_room(tmp_path / "last.db") as room:
        table = _again(room)
        again = [await table.view(viewer) for viewer in (0, 1, RAIL)]
        assert [view.scene for view in again] == [view.scene for view in views]
        assert [view.free for view in again] == [True, True, True]
        assert texts(table_message(again[2])) == shown, "the result still names whoever has left"


async def test_remarks_of_the_house_stay(tmp_path: Path) -> None:
    thirteenth = HandClock(datetime(2027, 1, 13, 12, tzinfo=UTC).timestamp())
    async with a_room(tmp_path / "last.db", thirteenth) as room:
        table = await _played(room)
        remarks = list(table.live.remarks)
        assert remarks
    async with a_room(tmp_path / "last.db", thirteenth) as room:
        assert _again(room).live.remarks == remarks


async def test_a_debt_that_was_written_off_is_still_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal keeps what the rules said; the table tells what was paid of it."""
    pay = Payout._pay

    async def owing(self: Payout, session: MatchSession, game: Game, result: Result) -> Any:
        moves, settled = await pay(self, session, game, result)
        return moves, [*settled, SettledDebt(result.pays[0], {})]

    monkeypatch.setattr(Payout, "_pay", owing)
    async with a_room(tmp_path / "last.db") as room:
        table = await room.open(RW, ANN, BOB)
        await table.lifecycle.start(ANN)
        await defaults(room, table)
        assert table.last_match is not None
        told = table.last_match.result
        assert told is not None
        assert "written off" in told.notes[-1].text
    async with a_room(tmp_path / "last.db") as room:
        last = _again(room).last_match
        assert last is not None
        assert last.result == told


async def test_another_game_has_no_result_yet(tmp_path: Path) -> None:
    async with a_room(tmp_path / "last.db") as room:
        table = await _played(room)
        await table.lifecycle.set_up(ANN, game="threes")
    async with a_room(tmp_path / "last.db") as room:
        assert _again(room).last_match is None


async def test_a_match_that_was_called_off_leaves_a_lobby(tmp_path: Path) -> None:
    async with a_room(tmp_path / "last.db") as room:
        table = await _played(room)
        await table.lifecycle.again(ANN)
        await table.lifecycle.again(BOB)
        await table.lifecycle.refund()
        assert table.last_match is None
    async with a_room(tmp_path / "last.db") as room:
        assert _again(room).last_match is None


async def test_a_press_that_waited_while_a_match_was_played_begins_no_other(tmp_path: Path) -> None:
    """With a beacon a match takes seconds to begin; presses made on the result before it wait in the queue."""
    async with a_room(tmp_path / "last.db") as room:
        table = await _played(room)
        before = table.live.last_deal
        assert before is not None

        async def another_match() -> None:
            table.live.last_deal = before.model_copy(update={"index": before.index + 1})

        await table.lifecycle.again(ANN)
        another = table.queue.post(another_match)
        with pytest.raises(UserError) as refused:
            await table.lifecycle.again(BOB)
        await another
        assert refused.value.key == "passed"
        assert table.session is None
        await table.lifecycle.again(BOB)
        assert table.session is not None


async def test_other_rules_leave_a_lobby(tmp_path: Path) -> None:
    """A journal that is not these rules' own costs the result, never the start."""
    async with a_room(tmp_path / "last.db") as room:
        await _played(room)
    with closing(sqlite3.connect(tmp_path / "last.db")) as db, db:
        db.execute("DROP TRIGGER rows_no_edit")
        db.execute("UPDATE rows SET digest = 'feedfacecafe'")
    async with a_room(tmp_path / "last.db") as room:
        table = _again(room)
        assert table.last_match is None
        assert table.state.place_key == GUILD
        await table.lifecycle.again(ANN)
        await table.lifecycle.again(BOB)
        assert table.session is not None
