"""A night takes newcomers while it is played: their stake is paid with the news, and comes back if they go again."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.matches.access import Reader
from bot.matches.opening import all_agree, load_opened
from bot.matches.played_match import may_see_all_hands
from bot.members.loss_limits import LossLimitService
from bot.person import Person
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import Move, Transfer
from games.engine import RAIL, Log, Seats
from games.engine import money as gems
from tests.helpers.tables import ANN, BOB, CID, DOT, GUILD, Room, a_room, answers, defaults

NIGHT = "adventurers_choice"


async def night(room: Room, *people: Person, rounds: int = 1, **settings: bool) -> TableActor:
    """A night by rounds in which the first game is chosen and being played."""
    table = await room.open(NIGHT, *people, options={"rounds": rounds}, **settings)
    await table.lifecycle.start(people[0])
    await next_game(table, *people)
    return table


async def next_game(table: TableActor, *people: Person) -> None:
    """Whoever is Starting Player chooses Rogues and Warriors, plain."""
    assert table.session is not None
    for answer in ("rogues_and_warriors", "play"):
        [ask] = table.session.match.open.values()
        chooser = next(p for p in people if table.viewer_of(p.user_id) == ask.seat)
        await answers(table, chooser, answer)


async def to_the_next_choice(room: Room, table: TableActor) -> None:
    """The game goes on by defaults until it is over."""
    while table.session is not None:
        kinds = {ask.prompt.kind for ask in table.session.match.open.values()}
        if kinds & {"game", "loan"}:
            return
        room.clock.advance(100)
        await room.quiet()


async def pieces(table: TableActor, person: Person) -> int:
    """Return the pieces of a person at the table."""
    seat = table.state.seat_of(person.user_id)
    assert seat is not None
    return gems.worth(await table.cashier.holding(seat.stake))


async def worth(room: Room, person: Person) -> int:
    """Return what a person owns in copper, tables included."""
    return gems.worth(gems.of_base("copper", await room.owned(person)))


async def test_nobody_agrees_for_a_latecomer_to_open_their_cards(room: Room) -> None:
    table = await night(room, ANN, BOB, rounds=2)
    assert table.session is not None
    number = table.session.id
    await table.seating.sit(CID)
    await defaults(room, table)
    for person in (ANN, BOB):
        await table.lifecycle.agree_to_open(person, number)
    ann = Reader(ANN.user_id, lambda _: True)
    with pytest.raises(UserError) as refusal:
        await load_opened(room.store, GUILD, number, ann)
    assert refusal.value.key == "sealed"
    assert not await may_see_all_hands(room.store, GUILD, number, ann)
    assert not all_agree(await room.store.match(number), await room.store.table(table.state.id))
    await table.force_close("Enough.")
    assert await may_see_all_hands(room.store, GUILD, number, ann)


@pytest.mark.rule("ADV-R7")
async def test_who_sits_down_during_a_night_pays_the_stake_at_once_and_is_let_in_after_the_game(
    room: Room,
) -> None:
    table = await night(room, ANN, BOB, rounds=2)
    assert table.session is not None
    seat = await table.seating.sit(CID)
    assert table.is_waiting_to_join(seat)
    assert await pieces(table, CID) == 50
    assert table.session.match.stakes == {0: 50, 1: 50, 2: 50}
    assert table.session.match.table.ring == [0, 1]
    await to_the_next_choice(room, table)
    assert table.session.match.table.ring == [0, 1, 2]
    assert not table.is_waiting_to_join(seat)
    [match] = {table.session.id}
    await defaults(room, table)
    rows = (await room.store.match(match)).rows
    assert [row.answer for row in rows if row.by == "table" and row.answer != "next"] == [["join", 2]]
    assert table.last_match is not None
    assert table.last_match.result is not None
    assert sorted(row.seat for row in table.last_match.result.rows) == [0, 1, 2]
    won = {row.seat: row.change.get("piece", 0) for row in table.last_match.result.rows}
    for person in (ANN, BOB, CID):
        before = 50 + won[table.viewer_of(person.user_id)]
        assert await pieces(table, person) == before
    assert sum(won.values()) + table.state.carry.get("pot", {}).get("piece", 0) == 0


@pytest.mark.rule("ADV-R7")
async def test_who_leaves_before_being_let_in_gets_the_stake_back(room: Room) -> None:
    table = await night(room, ANN, BOB)
    await table.seating.sit(CID)
    there = await worth(room, CID)
    assert await table.seating.leave(CID)
    assert await pieces(table, CID) == 0
    assert await worth(room, CID) == there
    with pytest.raises(UserError, match="You've left this hand"):
        await table.seating.sit(CID)
    # somebody else who comes then has a number of their own
    assert (await table.seating.sit(DOT)).number == 3
    await to_the_next_choice(room, table)
    assert table.session is not None
    assert table.session.match.table.ring == [0, 1, 3]
    await defaults(room, table)
    assert table.state.seat_of(CID.user_id) is None
    assert await worth(room, CID) == there


async def test_a_newcomer_is_still_there_when_the_bot_is_started_anew(tmp_path: Path) -> None:
    async with a_room(tmp_path / "room.db") as first:
        await (await night(first, ANN, BOB)).seating.sit(CID)
        clock = first.clock
    async with a_room(tmp_path / "room.db", clock) as second:
        [table] = second.registry
        assert table.session is not None
        seat = table.state.seat_of(CID.user_id)
        assert seat is not None
        assert table.is_waiting_to_join(seat)
        await to_the_next_choice(second, table)
        assert table.session.match.table.ring == [0, 1, 2]
        await defaults(second, table)
        assert await second.store.audit() == []


async def test_a_latecomer_who_cannot_pay_the_stake_plays_for_points(room: Room) -> None:
    table = await night(room, ANN, BOB)
    assert table.session is not None
    purse, mint = await room.account(CID), await room.store.mint(GUILD)
    spent = [Move(purse, mint, unit, n) for unit, n in (await room.purse(CID)).items()]
    await room.store.commit(Transfer("spent", "spent", spent))
    seat = await table.seating.sit(CID)
    assert (seat.for_points, seat.short) == ("short", 50)
    await to_the_next_choice(room, table)
    assert table.session is not None
    assert table.session.match.table.ring == [0, 1, 2]
    await defaults(room, table)
    assert await worth(room, CID) == 0
    assert await worth(room, ANN) + await worth(room, BOB) == 320
    assert await room.store.audit() == []


@pytest.mark.rule("GEN-R7")
async def test_who_may_not_lose_so_much_today_is_refused(room: Room) -> None:
    table = await night(room, ANN, BOB)
    await LossLimitService(room.store, room.clock).set_cap(await room.account(CID), 25)
    with pytest.raises(UserError, match="past the 25 copper"):
        await table.seating.sit(CID)
    assert table.state.seat_of(CID.user_id) is None


async def test_a_night_for_fun_takes_no_money_from_newcomers(room: Room) -> None:
    table = await night(room, ANN, BOB, free=True)
    await table.seating.sit(CID)
    assert await pieces(table, CID) == 0
    await to_the_next_choice(room, table)
    assert table.session is not None
    money = next(
        {row.seat: row.money for row in block.rows}
        for block in table.session.match.scene(RAIL).blocks
        if isinstance(block, Seats)
    )
    assert money[2] == 50
    await defaults(room, table)


async def test_a_seat_that_sat_a_night_out_may_join_it_later(room: Room) -> None:
    table = await room.open(NIGHT, ANN, BOB, CID)
    cid = table.state.seat_of(CID.user_id)
    assert cid is not None
    cid.away = True
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert table.session.match.table.ring == [0, 1]
    await table.seating.sit(CID)
    assert table.is_waiting_to_join(cid)
    assert await pieces(table, CID) == 50
    await to_the_next_choice(room, table)


async def test_everybody_is_told_who_has_come(room: Room) -> None:
    table = await night(room, ANN, BOB)
    await table.seating.sit(CID)
    assert table.session is not None
    log = next(b for b in table.session.match.scene(RAIL).blocks if isinstance(b, Log))
    assert log.lines[-1].text == "{seat:seat} sits down for the next game."


async def test_other_games_take_nobody_before_they_are_over(room: Room) -> None:
    table = await room.open("rogues_and_warriors", ANN, BOB)
    await table.lifecycle.start(ANN)
    seat = await table.seating.sit(CID)
    assert not table.is_waiting_to_join(seat)
    assert await pieces(table, CID) == 0
    assert seat.ready
    assert table.session is not None
    assert table.session.match.rows == []
