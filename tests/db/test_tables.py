"""Tables and seats as the store keeps them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from db import (
    AccountClosed,
    AppendRow,
    CloseMatch,
    DropSeat,
    OpenMatch,
    Refused,
    ResumeMatch,
    SaveSeat,
    SaveTable,
    SeatOutcome,
    SeatRecord,
    SetDeadlines,
    Store,
    Unknown,
    tables,
)
from db.backend.connection import ConstraintViolation
from db.backend.names import Name
from db.opening import Location
from tests.helpers.store import CHANNEL, GUILD, SEED, Club, make_club, pay, raw


async def test_a_new_table_is_an_empty_lobby(store: Store) -> None:
    ann = await store.member(GUILD, 1, "Ann")
    table = await store.create_table(GUILD, CHANNEL, ann, "duel", {"a": 1}, {"base": "gold"}, SEED)
    assert (table.place_key, table.channel_id, table.host) == (GUILD, CHANNEL, ann)
    assert (table.game, table.options, table.settings) == ("duel", {"a": 1}, {"base": "gold"})
    assert (table.phase, table.carry, table.seed) == ("lobby", {}, SEED)
    assert (table.message_id, table.match, table.seats) == (None, None, ())
    assert await store.balances(table.pot) == {}
    assert await store.table(table.id) == table
    assert await store.read(tables.table_in, CHANNEL) == table
    assert await store.live_tables() == [table]


async def test_a_channel_has_one_open_table(store: Store, club: Club) -> None:
    with pytest.raises(Refused, match="open table"):
        await store.create_table(GUILD, CHANNEL, club.bob, "duel", {}, {}, SEED)
    await store.commit(CloseMatch(club.match, "void", {}), SaveTable(club.table.id, phase="closed"))
    assert await store.read(tables.table_in, CHANNEL) is None
    second = await store.create_table(GUILD, CHANNEL, club.bob, "duel", {}, {}, SEED)
    assert await store.live_tables() == [second]


async def test_the_database_keeps_one_open_table_a_channel(store: Store, club: Club, path: Location) -> None:
    other = await make_club(store, CHANNEL + 1)
    with pytest.raises(Refused):
        await store.commit(SaveTable(other.table.id, channel_id=CHANNEL))
    with raw(path) as db, pytest.raises(ConstraintViolation):
        db.execute("UPDATE tables SET channel_id = ?", (CHANNEL,))


async def test_a_host_belongs_to_the_server(store: Store) -> None:
    stranger = await store.member(GUILD + 1, 1, "Ann")
    for host in (stranger, 999):
        with pytest.raises(Unknown):
            await store.create_table(GUILD, CHANNEL, host, "duel", {}, {}, SEED)


async def test_only_the_fields_that_are_told_change(store: Store, club: Club) -> None:
    before = await store.table(club.table.id)
    await store.commit(SaveTable(club.table.id, message_id=77, phase="playing", carry={"pot": 3}))
    after = await store.table(club.table.id)
    assert after == replace(before, message_id=77, phase="playing", carry={"pot": 3})
    await store.commit(
        SaveTable(club.table.id),
        SaveTable(club.table.id, channel_id=9, host=club.bob, game="duel", options={}, settings={"b": 2}),
    )
    assert await store.table(club.table.id) == replace(
        after, channel_id=9, host=club.bob, game="duel", options={}, settings={"b": 2}
    )


async def test_what_is_not_there_is_unknown(store: Store, club: Club) -> None:
    for reading in (store.table(999), store.match(999)):
        with pytest.raises(Unknown):
            await reading
    for fact in (
        SaveTable(999, phase="closed"),
        DropSeat(club.table.id, 5),
        AppendRow(999, 1, 1, 0, None, 1, "player"),
        SetDeadlines(999, {1: 2.0}),
        CloseMatch(999, "ended", {}),
        ResumeMatch(999),
        OpenMatch(await store.next_match_id(), 999, "duel", 1, {}),
        CloseMatch(club.match, "ended", {}, [SeatOutcome(999, 1, 0, 0)]),
    ):
        with pytest.raises(Unknown):
            await store.commit(fact)


async def test_a_table_closes_when_no_money_is_left_on_it(store: Store, club: Club) -> None:
    pot, stake = club.table.pot, club.stakes[0]
    await store.commit(
        pay("ante", club.ann, stake, 1, "copper.g4"),
        pay("carried", club.bob, pot, 1, "copper.g6"),
        CloseMatch(club.match, "ended", {}),
    )
    closing = SaveTable(club.table.id, phase="closed")
    with pytest.raises(Refused, match="still holds"):
        await store.commit(closing, pay("a", stake, club.ann, 1, "copper.g4"))
    with pytest.raises(Refused, match="still holds"):
        await store.commit(closing, pay("a", pot, club.bob, 1, "copper.g6"))
    await store.commit(
        closing,
        pay("a", stake, club.ann, 1, "copper.g4"),
        pay("b", pot, club.bob, 1, "copper.g6"),
    )
    assert (await store.table(club.table.id)).phase == "closed"
    with pytest.raises(Refused):
        await store.commit(pay("late", club.ann, pot, 1, "copper.g4"))
    with pytest.raises(Refused, match="closed"):
        await store.commit(SaveTable(club.table.id, phase="lobby"))
    with pytest.raises(Refused, match="closed"):
        await store.commit(SaveSeat(club.table.id, club.table.seats[0]))
    with pytest.raises(Refused, match="closed"):
        await store.commit(OpenMatch(await store.next_match_id(), club.table.id, "duel", 1, {}))
    assert await store.audit() == []


async def test_a_table_does_not_close_in_the_midst_of_a_match(store: Store, club: Club) -> None:
    closing = SaveTable(club.table.id, phase="closed")
    with pytest.raises(Refused, match="being played"):
        await store.commit(closing)
    await store.commit(closing, CloseMatch(club.match, "void", {}))


async def test_a_seat_is_kept_as_it_was_told(store: Store, club: Club) -> None:
    stake = await store.new_account("stake", GUILD)
    computer = SeatRecord(4, Name("Grok"), None, None, stake, "bold", {"ready": True})
    await store.commit(SaveSeat(club.table.id, computer))
    ann, bob, third = (await store.table(club.table.id)).seats
    assert (ann.seat, ann.name, ann.member, ann.user_id) == (0, "Ann", club.ann, 1)
    assert (bob.seat, bob.stake) == (1, club.stakes[1])
    assert third == computer


async def test_a_seat_saved_again_is_replaced(store: Store, club: Club) -> None:
    seat = replace(club.table.seats[0], policy="timid", state={"away": True})
    await store.commit(SaveSeat(club.table.id, seat))
    assert (await store.table(club.table.id)).seats == (seat, club.table.seats[1])


async def test_a_seat_does_not_leave_its_old_stake_behind(store: Store, club: Club) -> None:
    await store.commit(pay("in", club.ann, club.stakes[0], 1, "copper.g4"))
    other = SaveSeat(
        club.table.id, replace(club.table.seats[0], stake=await store.new_account("stake", GUILD))
    )
    with pytest.raises(Refused, match="still holds"):
        await store.commit(other)
    await store.commit(other, pay("out", club.stakes[0], club.ann, 1, "copper.g4"))
    with pytest.raises(AccountClosed):
        await store.commit(pay("again", club.ann, club.stakes[0], 1, "copper.g4"))


async def test_a_seat_is_given_up_when_its_stake_is_empty(store: Store, club: Club) -> None:
    await store.commit(pay("in", club.ann, club.stakes[0], 1, "copper.g4"))
    with pytest.raises(Refused, match="still holds"):
        await store.commit(DropSeat(club.table.id, 0))
    await store.commit(DropSeat(club.table.id, 0), pay("out", club.stakes[0], club.ann, 1, "copper.g4"))
    assert [seat.seat for seat in (await store.table(club.table.id)).seats] == [1]


async def test_a_stake_may_move_to_another_seat(store: Store, club: Club) -> None:
    await store.commit(pay("in", club.ann, club.stakes[0], 1, "copper.g4"))
    moved = replace(club.table.seats[0], seat=5)
    await store.commit(DropSeat(club.table.id, 0), SaveSeat(club.table.id, moved))
    assert (await store.table(club.table.id)).seats == (club.table.seats[1], moved)
    await store.commit(pay("more", club.ann, club.stakes[0], 1, "copper.g6"))


async def test_a_seat_needs_a_stake_of_its_own(store: Store, club: Club) -> None:
    escrow = await store.new_account("escrow", GUILD, club.ann)
    foreign = await store.new_account("stake", GUILD + 1)
    for stake in (escrow, foreign, club.ann, 999):
        with pytest.raises(Unknown):
            await store.commit(SaveSeat(club.table.id, SeatRecord(3, Name("x"), None, None, stake)))
    with pytest.raises(Refused):
        await store.commit(SaveSeat(club.table.id, SeatRecord(3, Name("x"), None, None, club.stakes[0])))
    spare = await store.new_account("stake", GUILD)
    with pytest.raises(Unknown):
        await store.commit(SaveSeat(club.table.id, SeatRecord(3, Name("x"), escrow, 1, spare)))


async def test_a_stake_opened_for_nobody_belongs_to_who_sits_down(store: Store, club: Club) -> None:
    stake = await store.new_account("stake", GUILD)
    await store.commit(
        SaveSeat(club.table.id, SeatRecord(2, Name("Ann"), club.ann, 1, stake)),
        pay("in", club.ann, stake, 1, "copper.g4"),
    )
    assert (await store.owned(club.ann))["copper.g4"] == 1
