"""`/gembones offer`: who may bring an offering is whoever won the last game at a table, over a stop too."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.economy.accounts import MemberAccounts
from bot.economy.gifts import GiftService
from bot.tables.money.outcomes import winners
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from games.engine import Line, Result, ResultRow
from games.engine import money as gems
from tests.helpers.tables import ANN, BOB, GUILD, Room, a_room, answers, defaults


async def a_win(room: Room) -> TableActor:
    """Ann and Bob at the Boneyard until one has won and the other lost; with a wager of one g6 each."""
    table = await room.open("barovian_boneyard", ANN, BOB)
    await table.lifecycle.start(ANN)
    while True:
        for person in (ANN, BOB):
            await answers(table, person, 1)
        await defaults(room, table)
        if table.won_last(ANN.user_id) != table.won_last(BOB.user_id):
            return table
        for person in (ANN, BOB):
            await table.lifecycle.again(person)
        await room.quiet()


@pytest.mark.rule("L13-R12")
async def test_a_win_against_the_house_counts_and_outlasts_a_stop(tmp_path: Path) -> None:
    path = tmp_path / "offer.db"
    async with a_room(path) as room:
        table = await a_win(room)
        assert table.last_match is not None
        assert table.last_match.result is not None
        change = {row.seat: gems.worth(row.change) for row in table.last_match.result.rows}
        winner, loser = (ANN, BOB) if table.won_last(ANN.user_id) else (BOB, ANN)
        seat = table.state.seat_of(winner.user_id)
        assert seat is not None
        assert change[seat.number] > 0 > change[1 - seat.number]
        clock = room.clock
    async with a_room(path, clock) as room:
        gifts = GiftService(MemberAccounts(room.store, room.clock), room.registry)
        with pytest.raises(UserError, match="The altars are for winners"):
            await gifts.offer(GUILD, loser, "1g4", None, 1)
        gift = await gifts.offer(GUILD, winner, "1g4", None, 2)
        assert dict(gift.holding) == {"g4": 1}
        assert await room.store.audit() == []


@pytest.mark.rule("L13-R12")
def test_who_has_won() -> None:
    def result(*rows: ResultRow) -> Result:
        return Result(Line("x"), rows)

    assert winners(result(ResultRow(0, None, {"g4": 1}, None), ResultRow(1, 1, {"g4": -1}, None))) == {1}, (
        "the first"
    )
    assert winners(
        result(ResultRow(0, None, {"g8": 1, "g6": -1}, None), ResultRow(1, None, {"g4": -1}, None))
    ) == {0}
    assert winners(result(ResultRow(0, None, {"tickets": 12}, None))) == set(), "tickets are toys"
    assert winners(result(ResultRow(0, None, {}, None))) == set()
