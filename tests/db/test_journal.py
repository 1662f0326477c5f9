"""Matches and their rows as the store keeps them."""

from __future__ import annotations

from typing import Any

import pytest

from db import (
    AlreadyDone,
    AppendRow,
    CloseMatch,
    DropSeat,
    Move,
    OpenMatch,
    Refused,
    ResumeMatch,
    RowRecord,
    SaveTable,
    SeatOutcome,
    SetDeadlines,
    Store,
    Transfer,
    journal,
)
from db.backend.connection import ConstraintViolation
from db.opening import Location, open_store
from tests.helpers.store import SEED, Clock, Club, make_club, on_postgres, on_sqlite, pay, raw


def row(club: Club, seq: int, press: int | None = None) -> AppendRow:
    return AppendRow(club.match, seq, 7, 0, "d1", {"pick": [seq]}, "player", press)


async def test_a_match_reads_as_it_was_written(store: Store, club: Club, clock: Clock) -> None:
    assert (await store.table(club.table.id)).match == club.match
    clock.now += 5
    await store.commit(
        AppendRow(club.match, 1, 7, 0, "d1", {"pick": ["é", None, 1.5]}, "player", press=10**18),
        SetDeadlines(club.match, {7: 10.0, 8: 11.5}),
    )
    await store.commit(AppendRow(club.match, 2, 8, 1, None, "fold", "timeout"))
    match = await store.match(club.match)
    assert (match.id, match.table, match.game, match.version) == (club.match, club.table.id, "highest", 1)
    assert match.header == {"ring": [0, 1], "seed": SEED}
    assert match.rows == (
        RowRecord(1, 7, 0, "d1", {"pick": ["é", None, 1.5]}, "player", clock.now),
        RowRecord(2, 8, 1, None, "fold", "timeout", clock.now),
    )
    assert match.deadlines == {7: 10.0, 8: 11.5}
    assert (match.state, match.result) == ("playing", None)


async def test_deadlines_are_all_that_are_open_now(store: Store, club: Club) -> None:
    await store.commit(SetDeadlines(club.match, {1: 10.0, 2: 11.0}))
    await store.commit(SetDeadlines(club.match, {2: 12.0, 3: 13.0}))
    assert (await store.match(club.match)).deadlines == {2: 12.0, 3: 13.0}
    await store.commit(SetDeadlines(club.match, {}))
    assert (await store.match(club.match)).deadlines == {}


async def test_a_single_deadline_takes_the_place_of_any_before(store: Store, club: Club) -> None:
    other = await store.next_match_id()
    table = await store.create_table(club.table.place_key, 99, club.ann, "highest", {}, {}, SEED)
    await store.commit(OpenMatch(other, table.id, "highest", 1, {}), SetDeadlines(other, {4: 1.0}))
    for before in ({}, {4: 10.0}, {5: 10.0}, {4: 10.0, 5: 11.0}, {5: 10.0, 6: 11.0}):
        await store.commit(SetDeadlines(club.match, before))
        await store.commit(SetDeadlines(club.match, {4: 12.0}))
        assert (await store.match(club.match)).deadlines == {4: 12.0}
        assert (await store.match(other)).deadlines == {4: 1.0}


async def test_a_row_number_and_a_press_count_once(store: Store, club: Club) -> None:
    await store.commit(row(club, 1, press=5))
    with pytest.raises(AlreadyDone) as refusal:
        await store.commit(row(club, 1, press=6))
    assert (refusal.value.kind, refusal.value.key) == ("row", (club.match, 1))
    with pytest.raises(AlreadyDone) as refusal:
        await store.commit(row(club, 2, press=5))
    assert (refusal.value.kind, refusal.value.key) == ("press", 5)
    await store.commit(row(club, 2, press=6))


async def test_a_press_that_is_doubled_pays_once(store: Store, club: Club) -> None:
    await store.commit(row(club, 1, press=5), pay("k1", club.ann, club.bob, 1, "copper.g4"))
    with pytest.raises(AlreadyDone):
        await store.commit(pay("k2", club.ann, club.bob, 1, "copper.g6"), row(club, 2, press=5))
    assert (await store.balances(club.ann))["copper.g6"] == 1


async def test_the_journal_has_no_gaps(store: Store, club: Club) -> None:
    await store.commit(row(club, 1))
    with pytest.raises(Refused, match="gap"):
        await store.commit(row(club, 3))
    await store.commit(row(club, 2), row(club, 3))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE rows SET answer = '1'",
        "DELETE FROM rows",
        on_sqlite(
            "REPLACE INTO rows SELECT match, seq, ask, seat, digest, '1', by, NULL, member, at FROM rows"
        ),
        on_sqlite(
            "REPLACE INTO rows SELECT match, seq + 1, ask, seat, digest, '1', by, press, member, at FROM rows"
        ),
        on_postgres("TRUNCATE rows"),
        on_postgres("UPDATE rows SET seq = 7 WHERE seq = 1"),
        "INSERT INTO rows SELECT match, seq, ask, seat, digest, '1', by, NULL, member, at FROM rows",
        "INSERT INTO rows SELECT match, seq + 1, ask, seat, digest, '1', by, press, member, at FROM rows",
        "INSERT INTO rows SELECT match, seq + 2, ask, seat, digest, '1', by, NULL, member, at FROM rows",
        "INSERT INTO rows SELECT match, seq + 1, ask, seat, digest, '1', 'me', NULL, member, at FROM rows",
    ],
)
async def test_the_database_refuses_to_rewrite_the_journal(
    store: Store, club: Club, path: Location, statement: str
) -> None:
    await store.commit(row(club, 1, press=5))
    with raw(path) as db, pytest.raises(ConstraintViolation):
        db.execute(statement)
    assert len((await store.match(club.match)).rows) == 1


@pytest.mark.parametrize("how", ["ended", "void"])
async def test_a_match_that_is_over_takes_no_rows(store: Store, club: Club, how: str) -> None:
    await store.commit(row(club, 1), SetDeadlines(club.match, {1: 2.0}))
    await store.commit(CloseMatch(club.match, how, {"won": [0]}))  # type: ignore[arg-type]
    match = await store.match(club.match)
    assert (match.state, match.result, match.deadlines) == (how, {"won": [0]}, {})
    assert (await store.table(club.table.id)).match is None
    with pytest.raises(Refused, match="not being played"):
        await store.commit(row(club, 2))
    with pytest.raises(AlreadyDone):
        await store.commit(CloseMatch(club.match, "ended", {}))
    with pytest.raises(Refused):
        await store.commit(ResumeMatch(club.match))


async def test_a_suspended_match_is_held_and_may_be_played_on(store: Store, club: Club) -> None:
    await store.commit(row(club, 1), SetDeadlines(club.match, {1: 2.0}))
    await store.commit(CloseMatch(club.match, "suspended", {"why": "diverged"}))
    match = await store.match(club.match)
    assert (match.state, match.result, match.deadlines) == ("suspended", {"why": "diverged"}, {1: 2.0})
    assert (await store.table(club.table.id)).match == club.match
    with pytest.raises(Refused):
        await store.commit(row(club, 2))
    await store.commit(ResumeMatch(club.match), row(club, 2))
    assert (await store.match(club.match)).state == "playing"
    await store.commit(CloseMatch(club.match, "suspended", {}))
    await store.commit(CloseMatch(club.match, "void", {}))
    assert (await store.match(club.match)).state == "void"


async def test_a_table_plays_one_match_at_a_time(store: Store, club: Club) -> None:
    second = await store.next_match_id()
    opening = OpenMatch(second, club.table.id, "highest", 1, {})
    with pytest.raises(Refused, match="being played"):
        await store.commit(opening)
    await store.commit(CloseMatch(club.match, "ended", {}), opening)
    with pytest.raises(AlreadyDone):
        await store.commit(opening)
    assert [(m.id, m.state) for m in await store.read(journal.matches_of, club.table.id)] == [
        (club.match, "ended"),
        (second, "playing"),
    ]


async def test_match_numbers_go_on_after_a_restart(path: Location) -> None:
    async with await open_store(path) as store:
        club = await make_club(store)
        used = [club.match, await store.next_match_id(), await store.next_match_id()]
        assert len(set(used)) == 3
    async with await open_store(path) as store:
        assert await store.next_match_id() > club.match


async def test_a_result_moves_money_in_the_unit_that_records_it(store: Store, club: Club) -> None:
    await store.commit(
        Transfer(
            "antes",
            "ante",
            [
                Move(club.ann, club.stakes[0], "copper.g20", 1),
                Move(club.bob, club.stakes[1], "copper.g20", 1),
            ],
        )
    )
    await store.commit(
        row(club, 1),
        Transfer(
            f"match:{club.match}",
            "payoff",
            [
                Move(club.stakes[1], club.stakes[0], "copper.g20", 1),
                Move(club.stakes[0], club.ann, "copper.g20", 2),
            ],
        ),
        CloseMatch(
            club.match,
            "ended",
            {},
            [SeatOutcome(club.ann, 1, 20, 0, won=True), SeatOutcome(club.bob, 2, -20, 0)],
        ),
        DropSeat(club.table.id, 0),
        DropSeat(club.table.id, 1),
        SaveTable(club.table.id, phase="closed"),
    )
    assert (await store.balances(club.ann))["copper.g20"] == 2
    assert await store.audit() == []


async def test_a_members_own_answers_are_found_by_their_time(store: Store, club: Club, clock: Clock) -> None:
    began = clock.now
    clock.now += 5
    await store.commit(row(club, 1))
    answered = clock.now
    clock.now += 5
    await store.commit(AppendRow(club.match, 2, 8, 1, None, "fold", "timeout"))
    assert await store.read(journal.has_answered_since, club.ann, began)
    assert not await store.read(journal.has_answered_since, club.ann, answered)
    assert not await store.read(journal.has_answered_since, club.bob, began), (
        "a default is nobody's own answer"
    )
    await store.commit(CloseMatch(club.match, "ended", {}))
    assert await store.read(journal.has_answered_since, club.ann, began)


async def test_each_match_of_a_table_vouches_for_the_one_before(store: Store, club: Club) -> None:
    async def played(result: dict[str, Any]) -> int:
        number = await store.next_match_id()
        await store.commit(OpenMatch(number, club.table.id, "duel", 1, {"options": {}}))
        await store.commit(CloseMatch(number, "ended", result))
        return number

    await store.commit(CloseMatch(club.match, "void", {}))
    first = await store.read(journal.hash_of, club.match)
    second = await played({"pays": []})
    assert first
    exported = await store.export_match(second)
    assert exported["record"] == {"before": first, "hash": await store.read(journal.hash_of, second)}
    other = await played({"pays": []})
    assert await store.read(journal.hash_of, other) != await store.read(journal.hash_of, second)
