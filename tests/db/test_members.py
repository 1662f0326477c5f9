"""Members: known on first sight, given one set, forgotten on request."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from cogs.leaderboard.rows import leaderboard
from db import (
    WELCOME,
    AppendRow,
    AuditEntry,
    CloseMatch,
    DropSeat,
    Move,
    Refused,
    SaveSeat,
    SaveTable,
    SeatOutcome,
    Store,
    Transfer,
    Unknown,
)
from db.backend.names import Name
from db.members import persons
from db.opening import Location, open_store
from tests.helpers.store import DAY, GUILD, SEED, Clock, Club, on_disk, pay, purse_with, raw


@pytest.mark.rule("GEM-R8")
async def test_a_new_member_gets_one_full_copper_set_once(store: Store) -> None:
    purse = await store.member(GUILD, 1, "Ann")
    sizes = ("g4", "g6", "g8", "g10", "g12", "g20", "g100")
    assert await store.balances(purse) == {f"copper.{size}": 1 for size in sizes}
    assert await store.member(GUILD, 1, "Ann") == purse
    assert await store.member(GUILD, 1, "Anna") == purse
    assert await store.balances(purse) == dict(WELCOME)
    assert [line.kind for line in await store.history(purse)] == ["welcome"]


@pytest.mark.rule("GEM-R8")
async def test_a_server_may_welcome_in_another_base(store: Store) -> None:
    purse = await store.member(GUILD, 1, "Ann", welcome={"silver.g4": 1, "silver.g100": 1})
    assert await store.balances(purse) == {"silver.g4": 1, "silver.g100": 1}


@pytest.mark.rule("GEM-R1")
async def test_each_server_has_a_purse_of_its_own(store: Store) -> None:
    one, other = await store.member(1, 7, "Ann"), await store.member(2, 7, "Ann")
    assert one != other
    assert await store.find_member(1, 7) == one
    assert await store.find_member(2, 7) == other
    assert await store.find_member(3, 7) is None


@pytest.mark.rule("GEM-R8")
async def test_many_first_sights_at_once_are_one(store: Store) -> None:
    purses = await asyncio.gather(*(store.member(GUILD, 1, "Ann") for _ in range(20)))
    assert len(set(purses)) == 1
    assert await store.balances(purses[0]) == dict(WELCOME)


@pytest.mark.rule("GEM-X9", "GEM-R8")
async def test_what_lies_in_an_open_contract_is_owned(store: Store) -> None:
    purse = await store.member(GUILD, 1, "Ann", welcome={"copper.piece": 80})
    contract = await store.new_account("escrow", GUILD, purse)
    await store.commit(pay("k", purse, contract, 60))
    assert await store.balances(purse) == {"copper.piece": 20}
    assert await store.owned(purse) == {"copper.piece": 80}


async def test_a_stake_is_owned_by_who_sits_behind_it(store: Store, club: Club) -> None:
    await store.commit(pay("k", club.ann, club.stakes[0], 1, "copper.g20"))
    assert "copper.g20" not in await store.balances(club.ann)
    assert await store.owned(club.ann) == dict(WELCOME)


async def test_accounts_belong_to_members_only(store: Store) -> None:
    bank = await store.fund(GUILD, "copper", "boneyard")
    for owner in (bank, 999):
        with pytest.raises(Unknown):
            await store.new_account("escrow", GUILD, owner)


# ---- deleting


async def test_deleting_cuts_the_link_and_keeps_the_books(store: Store, club: Club, path: Location) -> None:
    await store.commit(CloseMatch(club.match, "ended", {}, [SeatOutcome(club.ann, 1, 5, 0, won=True)]))
    await store.commit(SaveTable(club.table.id, phase="closed"))
    held = await store.balances(club.ann)
    await store.delete_member(GUILD, 1)
    assert await store.find_member(GUILD, 1) is None
    assert await store.balances(club.ann) == held
    seat = (await store.table(club.table.id)).seats[0]
    assert (seat.name, seat.user_id, seat.member) == ("", None, club.ann)
    lines, *_ = await store.report(leaderboard, GUILD, "winnings")
    assert club.ann not in {line.member for line in lines}
    assert await store.audit() == []
    with pytest.raises(Unknown):
        await store.delete_member(GUILD, 1)
    with pytest.raises(Unknown):
        await store.export_member(GUILD, 1)


async def test_nobody_is_deleted_from_an_open_table(store: Store, club: Club) -> None:
    with pytest.raises(Refused, match="table"):
        await store.delete_member(GUILD, 1)
    await store.commit(DropSeat(club.table.id, 0))
    await store.delete_member(GUILD, 1)


async def test_nobody_is_deleted_with_an_open_wager(store: Store) -> None:
    purse = await purse_with(store, 1, copper=10)
    contract = await store.new_account("escrow", GUILD, purse)
    await store.commit(pay("in", purse, contract, 10))
    with pytest.raises(Refused, match="wager"):
        await store.delete_member(GUILD, 1)
    await store.commit(pay("out", contract, purse, 10))
    await store.delete_member(GUILD, 1)


async def test_no_old_seat_keeps_the_id_or_the_word_of_a_deleted_member(store: Store, club: Club) -> None:
    ann, bob = club.table.seats
    person = 123456789012345678
    member = await store.member(GUILD, person, "Cid")
    await store.commit(
        SaveSeat(club.table.id, replace(ann, state={"word": "annabella", "games": 2})),
        SaveSeat(club.table.id, replace(bob, state={"guest": person, "last_owner": person, "games": 3})),
    )
    await store.commit(CloseMatch(club.match, "void", {}), SaveTable(club.table.id, phase="closed"))
    await store.delete_member(GUILD, person)
    await store.delete_member(GUILD, 1)
    assert member != club.ann
    assert [seat.state for seat in (await store.table(club.table.id)).seats] == [{}, {"games": 3}]


@pytest.mark.only_on("sqlite")
async def test_a_forgotten_name_is_nowhere_in_the_file(store: Store, club: Club, path: Location) -> None:
    await store.commit(
        SaveSeat(club.table.id, replace(club.table.seats[0], name=Name("Annabella"))),
        CloseMatch(club.match, "void", {}),
        SaveTable(club.table.id, phase="closed"),
    )
    await store.member(GUILD, 1, "Annabella")
    await store.delete_member(GUILD, 1)
    await store.close()
    assert b"Annabella" not in on_disk(path)


@pytest.mark.rule("GEM-R8")
async def test_coming_back_the_same_day_or_the_next_brings_no_second_set(store: Store, clock: Clock) -> None:
    """Whoever deleted their data each night had a welcome set and a claim each day, where others have a claim."""
    first = await store.member(GUILD, 1, "Ann")
    await store.delete_member(GUILD, 1)
    assert await store.forgotten_today(GUILD, 1)
    again = await store.member(GUILD, 1, "Ann")
    assert again != first
    assert await store.balances(again) == {}
    await store.delete_member(GUILD, 1)
    clock.now += DAY
    assert not await store.forgotten_today(GUILD, 1), "a claim is free again"
    assert await store.balances(await store.member(GUILD, 1, "Ann")) == {}
    await store.delete_member(GUILD, 1)
    clock.now += 2 * DAY
    assert await store.balances(await store.member(GUILD, 1, "Ann")) == dict(WELCOME)


async def test_the_mark_of_a_deletion_names_nobody_and_lasts_until_the_next_day_is_over(
    store: Store, clock: Clock, path: Location
) -> None:
    await store.member(GUILD, 123456789, "Ann")
    await store.delete_member(GUILD, 123456789)
    with raw(path) as db:
        ((who, _),) = db.execute("SELECT * FROM forgotten").fetchall()
        assert len(who) == 32
    clock.now += 2 * DAY
    await store.member(GUILD, 987654321, "Bob")
    await store.delete_member(GUILD, 987654321)
    with raw(path) as db:
        ((other, _),) = db.execute("SELECT * FROM forgotten").fetchall()
        assert other != who
    await store.close()
    clock.now += 2 * DAY
    async with await open_store(path, clock=clock):
        pass
    with raw(path) as db:
        assert db.execute("SELECT count(*) FROM forgotten").fetchone() == (0,)


# ---- exporting


async def test_an_export_has_all_of_ones_own_and_nothing_of_others(store: Store, club: Club) -> None:
    await store.commit(
        AppendRow(club.match, 1, 1, 0, None, {"pick": "ann's card"}, "player", press=71),
        AppendRow(club.match, 2, 2, 1, None, {"pick": "bob's card"}, "player", press=72),
        AppendRow(club.match, 3, 3, 0, None, "fold", "timeout"),
        Transfer("k", "ante", [Move(club.ann, club.stakes[0], "copper.g4", 1)]),
        AuditEntry(GUILD, club.ann, "opened"),
    )
    await store.commit(
        pay("back", club.stakes[0], club.ann, 1, "copper.g4"),
        CloseMatch(
            club.match, "ended", {}, [SeatOutcome(club.ann, 1, 5, 0), SeatOutcome(club.bob, 2, -5, 0)]
        ),
    )
    exported = await store.export_member(GUILD, 1)
    text = json.dumps(exported)
    for secret in (SEED, "Bob", "bob's card"):
        assert secret not in text
    assert exported["member"]["name"] == "Ann"
    assert exported["owned"] == dict(WELCOME)
    assert [row["answer"] for row in exported["answers"]] == [{"pick": "ann's card"}]
    assert [row["net_players"] for row in exported["outcomes"]] == [5]
    assert [row["what"] for row in exported["audit"]] == ["opened"]
    assert [row["table"] for row in exported["seats"]] == [club.table.id]
    assert [row["table"] for row in exported["hosted"]] == [club.table.id]
    purse, stake = exported["accounts"]
    assert (purse["kind"], stake["kind"]) == ("member", "stake")
    assert [line["kind"] for line in purse["history"]] == ["test", "ante", "welcome"]


async def test_a_person_is_the_same_in_every_place_and_after_a_deletion(store: Store) -> None:
    async def person(place_key: int, user_id: int) -> str:
        account = await store.member(place_key, user_id, "Ann")
        return (await store.read(persons, [account]))[account]

    first = await person(GUILD, 1)
    assert await person(GUILD + 1, 1) == first
    assert await person(GUILD, 2) != first
    await store.delete_member(GUILD, 1)
    assert await person(GUILD, 1) == first
