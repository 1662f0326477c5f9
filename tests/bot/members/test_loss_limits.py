"""Limits at the tables: a member who paused or lost enough is refused, and the others play on."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.clock import DAY
from bot.members.loss_limits import LossLimitService
from bot.members.purses import get_or_create_purse
from bot.person import Person
from bot.user_errors import UserError
from tests.helpers.tables import ANN, BOB, CID, GUILD, Room, a_room, answers, defaults

pytestmark = pytest.mark.rule("GEN-R7")


async def purse(room: Room, person: Person) -> int:
    return await get_or_create_purse(room.store, GUILD, person.user_id, person.name)


async def paused(room: Room, person: Person, days: int = 1) -> None:
    await LossLimitService(room.store, room.clock).pause(await purse(room, person), days)


async def capped(room: Room, person: Person, cap: int) -> None:
    await LossLimitService(room.store, room.clock).set_cap(await purse(room, person), cap)


async def test_who_has_paused_opens_no_table_and_sits_at_none(tmp_path: Path) -> None:
    async with a_room(tmp_path / "care.db") as room:
        await paused(room, ANN)
        with pytest.raises(UserError, match="You've paused until"):
            await room.open("threes", ANN)
        assert len(room.registry) == 0, "and no table is left behind"
        table = await room.open("threes", BOB)
        with pytest.raises(UserError, match="You've paused"):
            await table.seating.sit(ANN)
        room.clock.advance(DAY)
        await room.quiet()
        await room.open("threes", ANN)


@pytest.mark.parametrize("free", [True, False])
async def test_who_pauses_at_a_table_sits_out_and_the_others_play_on(tmp_path: Path, free: bool) -> None:
    async with a_room(tmp_path / "care.db") as room:
        table = await room.open("threes", ANN, BOB, CID, free=free)
        await table.lifecycle.start(ANN)
        await paused(room, BOB)
        await defaults(room, table)
        with pytest.raises(UserError, match="You've paused until"):
            await table.lifecycle.again(BOB)
        for person in (ANN, CID):
            await table.seating.sit(person)
        await table.lifecycle.start(ANN)
        assert table.session is not None
        assert table.session.match.header.ring == (0, 2)


async def test_nobody_is_told_why_the_start_waits(tmp_path: Path) -> None:
    async with a_room(tmp_path / "care.db") as room:
        table = await room.open("threes", ANN, BOB)
        await paused(room, BOB)
        with pytest.raises(UserError) as refused:
            await table.lifecycle.start(ANN)
        assert refused.value.key == "too_few"
        with pytest.raises(UserError) as own:
            await table.lifecycle.start(BOB)
        assert own.value.key == "paused"


async def test_a_buy_in_beyond_the_cap_keeps_only_its_owner_out(tmp_path: Path) -> None:
    async with a_room(tmp_path / "care.db") as room:
        table = await room.open("rogues_and_warriors", ANN, BOB, CID, buy_in=50)
        await capped(room, CID, 49)
        with pytest.raises(UserError, match="past the 49 copper"):
            await table.lifecycle.start(CID)
        await table.lifecycle.start(ANN)
        assert table.session is not None
        assert table.session.match.header.ring == (0, 1)


async def test_chips_of_a_game_for_fun_are_no_loss(tmp_path: Path) -> None:
    async with a_room(tmp_path / "care.db") as room:
        await capped(room, ANN, 0)
        table = await room.open("rogues_and_warriors", ANN, BOB, free=True)
        await table.lifecycle.start(ANN)
        assert table.session is not None


async def test_a_wager_beyond_the_cap_is_refused_and_costs_nobody_any_time(tmp_path: Path) -> None:
    async with a_room(tmp_path / "care.db") as room:
        table = await room.open("barovian_boneyard", ANN, BOB)
        await capped(room, ANN, 13)
        await table.lifecycle.start(ANN)
        assert table.session is not None
        due = dict(table.session.deadlines)
        room.clock.advance(5)
        with pytest.raises(UserError, match="past the 13 copper"):
            await answers(table, ANN, 3)
        assert table.session.deadlines == due
        await answers(table, ANN, 2)
        assert table.session.match.risked[0] == {"g6": 2}


async def test_two_tables_at_once_share_one_cap(tmp_path: Path) -> None:
    async with a_room(tmp_path / "care.db") as room:
        await capped(room, ANN, 13)
        first = await room.open("barovian_boneyard", ANN, BOB)
        asked = {"for_gembones": True}
        second = await room.registry.open(GUILD, 101, ANN, "barovian_boneyard", settings=asked)
        await first.lifecycle.start(ANN)
        await second.lifecycle.start(ANN)
        await answers(first, ANN, 2)
        with pytest.raises(UserError) as refused:
            await answers(second, ANN, 1)
        assert refused.value.key == "over_cap"


async def test_a_computer_player_in_a_members_seat_keeps_the_members_cap(tmp_path: Path) -> None:
    async with a_room(tmp_path / "care.db") as room:
        await capped(room, ANN, 5)
        table = await room.open("barovian_boneyard", ANN, BOB)
        await table.lifecycle.start(ANN)
        await table.seating.hand_over(ANN, True)
        await defaults(room, table)
        assert (await room.store.limit_status(await room.account(ANN))).lost <= 0


async def test_a_limit_frees_from_new_stakes_and_not_from_a_debt_that_is_due(tmp_path: Path) -> None:
    async with a_room(tmp_path / "care.db") as room:
        table = await room.open("barovian_boneyard", ANN, BOB, options={"storming_the_castle": True})
        table.state.carry = {"game": "barovian_boneyard", "held": [0]}
        await capped(room, ANN, 0)
        before = await room.purse(ANN)
        await table.seating.leave(ANN)
        assert sum((await room.purse(ANN)).values()) < sum(before.values())


async def test_a_limit_binds_the_person_in_every_place(tmp_path: Path) -> None:
    async with a_room(tmp_path / "care.db") as room:
        elsewhere = await room.store.member(GUILD + 1, ANN.user_id, "Ann")
        await capped(room, ANN, 13)
        assert (await room.store.limit_status(elsewhere)).limits.cap == 13
        table = await room.open("barovian_boneyard", ANN, BOB)
        await table.lifecycle.start(ANN)
        await answers(table, ANN, 2)
        assert (await room.store.limit_status(elsewhere)).room == 1, "what is at risk there counts here"
        await LossLimitService(room.store, room.clock).pause(elsewhere, 1)
        with pytest.raises(UserError) as refused:
            await room.registry.open(GUILD, 101, ANN, "barovian_boneyard")
        assert refused.value.key == "paused"


async def test_a_running_night_is_not_joined_beyond_the_cap(tmp_path: Path) -> None:
    async with a_room(tmp_path / "care.db") as room:
        table = await room.open("adventurers_choice", ANN, BOB)
        await table.lifecycle.start(ANN)
        assert table.session is not None
        rows = len(table.session.match.rows)
        await capped(room, CID, 10)
        with pytest.raises(UserError) as refused:
            await table.seating.sit(CID)
        assert refused.value.key == "over_cap"
        assert table.session is not None
        assert len(table.session.match.rows) == rows
        assert table.state.seat_of(CID.user_id) is None
        assert (await room.store.limit_status(await room.account(CID))).at_risk == 0
