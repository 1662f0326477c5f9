"""Tournaments in the store, on either database: rows that come back as they went in, and what the schema refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.tournaments import rows as tournament_rows
from cogs.tournaments.rows import (
    DropEntrant,
    EntrantRecord,
    RoundTableRecord,
    SaveBye,
    SaveEntrant,
    SaveRoundTable,
    SaveTournament,
)
from db import Move, Refused, Store, Transfer, Unknown
from db.backend.json_text import encode
from db.backend.names import Name
from tests.helpers.store import CHANNEL, GUILD, Clock, Club, make_club

SETTINGS = {"seats": 4, "rounds": 2}
SAVED = encode(SETTINGS)


@pytest.fixture
async def club(store: Store) -> Club:
    return await make_club(store)


async def opened(store: Store, channel: int = CHANNEL) -> int:
    """The number of a new tournament of Ann's."""
    ann = await store.member(GUILD, 1, "Ann")
    return await store.run(tournament_rows.create_tournament, GUILD, channel, ann, "threes", SAVED, 99.0)


async def test_rows_come_back_as_they_went_in(store: Store, club: Club, clock: Clock) -> None:
    number = await opened(store)
    escrow = await store.new_account("escrow", GUILD, club.ann)
    ann = EntrantRecord(club.ann, 1, escrow, user_id=1, name=Name("Ann"))
    bob = EntrantRecord(club.bob, 2, user_id=2, name=Name("Bob"))
    table = RoundTableRecord(1, 1, (club.ann, club.bob))
    await store.commit(
        SaveEntrant(number, bob),
        SaveEntrant(number, ann),
        SaveTournament(number, phase="playing", round=1, final=True, message_id=7, due=5.0),
        SaveRoundTable(number, table),
        SaveBye(number, 1, club.bob, 12),
        SaveBye(number, 1, club.bob, 3),
    )
    record = await store.read(tournament_rows.tournament, number)
    assert (record.guild_id, record.channel_id, record.message_id, record.host) == (
        GUILD, CHANNEL, 7, club.ann,
    )  # fmt: skip
    assert (record.game, record.settings, record.phase) == ("threes", SETTINGS, "playing")
    assert (record.round, record.final, record.due, record.opened) == (1, True, 5.0, clock.now)
    assert record.entrants == (ann, bob), "in the order of entry"
    assert record.tables == (table,)
    assert record.byes == ((1, club.bob, 12),), "the first word counts"
    scores = {"5": {str(club.ann): [24, 1, 3]}}
    changed = replace(table, channel_id=6, table_id=club.table.id, scores=scores, done=True)
    await store.commit(
        SaveRoundTable(number, changed),
        SaveEntrant(number, replace(ann, ready=True, cut=1, gone=True, place=2, prize=10)),
        SaveTournament(number, message_id=8),
    )
    record = await store.read(tournament_rows.tournament, number)
    assert record.tables == (changed,)
    assert record.entrants[0] == replace(ann, ready=True, cut=1, gone=True, place=2, prize=10)
    assert (record.message_id, record.phase, record.due) == (8, "playing", 5.0)
    await store.commit(SaveTournament(number, phase="gathering", round=2, final=False))
    record = await store.read(tournament_rows.tournament, number)
    assert (record.phase, record.round, record.final, record.due) == ("gathering", 2, False, None)
    assert await store.audit() == []


async def test_one_is_under_way_in_a_channel(store: Store, club: Club) -> None:
    assert await store.read(tournament_rows.tournament_in, CHANNEL) is None
    first = await opened(store)
    with pytest.raises(Refused):
        await opened(store)
    other = await opened(store, CHANNEL + 1)
    assert await store.read(tournament_rows.live_tournaments) == [first, other]
    await store.commit(SaveTournament(first, phase="off"))
    assert await store.read(tournament_rows.tournament_in, CHANNEL) == first, (
        "the last one, until there is a new one"
    )
    second = await opened(store)
    assert await store.read(tournament_rows.tournament_in, CHANNEL) == second
    assert await store.read(tournament_rows.live_tournaments) == [other, second]
    with pytest.raises(Refused):
        await store.commit(SaveTournament(first, phase="open"))
    with pytest.raises(Unknown):
        await store.commit(SaveTournament(99, phase="off"))
    with pytest.raises(Unknown):
        await store.read(tournament_rows.tournament, 99)
    with pytest.raises(Unknown):
        await store.run(tournament_rows.create_tournament, GUILD + 1, 1, club.ann, "threes", SAVED, 0.0)


async def test_an_entry_is_taken_back_with_an_empty_escrow_only(store: Store, club: Club) -> None:
    number = await opened(store)
    escrow = await store.new_account("escrow", GUILD, club.bob)
    await store.commit(
        Transfer("in", "buy-in", [Move(club.bob, escrow, "copper.g4", 1)]),
        SaveEntrant(number, EntrantRecord(club.bob, 1, escrow)),
    )
    with pytest.raises(Refused):
        await store.commit(DropEntrant(number, club.bob))
    assert len((await store.read(tournament_rows.tournament, number)).entrants) == 1
    await store.commit(
        DropEntrant(number, club.bob), Transfer("out", "cash out", [Move(escrow, club.bob, "copper.g4", 1)])
    )
    assert (await store.read(tournament_rows.tournament, number)).entrants == ()


async def test_the_auditor_finds_an_escrow_that_was_forgotten(store: Store, club: Club) -> None:
    number = await opened(store)
    escrow = await store.new_account("escrow", GUILD, club.bob)
    await store.commit(
        Transfer("in", "buy-in", [Move(club.bob, escrow, "copper.g4", 1)]),
        SaveEntrant(number, EntrantRecord(club.bob, 1, escrow)),
        SaveTournament(number, phase="ended"),
    )
    [fault] = await store.audit()
    assert f"tournament {number} is over" in fault


async def test_crowns_count_tournaments_that_ended(store: Store, club: Club) -> None:
    for phase, place in (("ended", 1), ("ended", 2), ("off", 1), ("ended", 1)):
        number = await opened(store)
        await store.commit(
            SaveEntrant(number, EntrantRecord(club.ann, 1, place=place)), SaveTournament(number, phase=phase)
        )
    assert await store.read(tournament_rows.tournaments_won, club.ann) == 2
    assert await store.read(tournament_rows.tournaments_won, club.bob) == 0


async def test_a_player_stays_until_they_leave_and_then_has_no_name(store: Store) -> None:
    number = await opened(store)
    cid = await store.member(GUILD, 3003, "Cid")
    await store.commit(SaveEntrant(number, EntrantRecord(cid, 1)))
    with pytest.raises(Refused):
        await store.delete_member(GUILD, 3003)
    [own] = (await store.export_member(GUILD, 3003))["tournaments"]
    assert (own["tournament"], own["game"], own["phase"]) == (number, "threes", "open")
    await store.commit(SaveEntrant(number, EntrantRecord(cid, 1, gone=True)))
    await store.delete_member(GUILD, 3003)
    [entrant] = (await store.read(tournament_rows.tournament, number)).entrants
    assert (entrant.user_id, entrant.name) == (None, None)
