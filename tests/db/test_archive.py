"""Old matches leave for an archive: all who read their journal find the same, and nothing else changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from db import AppendRow, ArchiveAway, CloseMatch, OpenMatch, Store, StoreError, journal
from db.archives.reading import archives, in_archives
from db.archives.writing import leave_for_archive, move_archives, old_matches, register_archive, write_archive
from db.backend.connection import Connection, ConstraintViolation
from db.opening import Location, reading, write_beside
from tests.helpers.store import NOON, Clock, Club, raw

LATER = NOON + 400 * 86_400.0


async def play_on(store: Store, club: Club) -> int:
    """End the match of the club's table after three answers and begin the next one; return the one that is over."""
    over = club.match
    answers = [
        AppendRow(over, n, n, n % 2, f"digest {n}", {"card": n}, "player", 100 * over + n) for n in range(3)
    ]
    following = await store.next_match_id()
    await store.commit(*answers, CloseMatch(over, "ended", {"winners": [1]}))
    await store.commit(OpenMatch(following, club.table.id, "highest", 1, {"ring": [0, 1], "seed": "next"}))
    club.match = following
    return over


async def told_of(store: Store, match: int, members: tuple[int, ...]) -> list[Any]:
    """Return whatever can be asked about the journal of a match."""
    return [
        await store.match(match),
        await store.read(journal.players, match),
        await store.read(journal.answerers, match),
        *[await store.read(journal.seat_in, match, member) for member in members],
        *[await store.read(journal.seat_spans, match, member) for member in members],
        await store.read(journal.hash_of, match),
        await store.export_match(match) if match == 0 else None,
        *[(await store.export_member(100, user))["answers"] for user in (1, 2)],
        await store.read(journal.matches_of, (await store.match(match)).table),
    ]


def leave(location: Location, path: Path, matches: list[int]) -> int:
    """Archive some matches, as the command line does beside a running bot."""
    with reading(location) as db, db.snapshot():
        write_archive(db, path, matches)
    number = write_beside(location, lambda db: register_archive(db, LATER, path))
    write_beside(location, lambda db: leave_for_archive(db, number, path, matches))
    return number


async def test_a_match_in_an_archive_is_read_as_before(
    store: Store, club: Club, path: Location, tmp_path: Path
) -> None:
    matches = [await play_on(store, club) for _ in range(2)]
    people = (club.ann, club.bob)
    before = [await told_of(store, match, people) for match in matches]
    balances = await store.balances(club.ann)
    with reading(path) as db, db.snapshot():
        old = old_matches(db, LATER)
    assert old == matches
    leave(path, tmp_path / "old.db", old)
    assert [await told_of(store, match, people) for match in matches] == before
    assert await store.balances(club.ann) == balances
    assert await store.audit() == []
    with raw(path) as db:
        assert db.execute("SELECT count(*) FROM rows").fetchone() == (0,)
        assert {
            header for (header,) in db.execute("SELECT header FROM matches WHERE archive IS NOT NULL")
        } == {"{}"}
    with reading(path) as db, db.snapshot():
        [archive] = archives(db)
        assert (archive.path, archive.matches) == (tmp_path / "old.db", 2)
        assert old_matches(db, LATER) == []


async def test_the_match_in_play_the_young_and_the_last_of_an_open_table_stay(
    store: Store, club: Club, path: Location, clock: Clock
) -> None:
    over = await play_on(store, club)
    await store.commit(CloseMatch(club.match, "ended", {"winners": [0]}))

    def old(before: float) -> list[int]:
        with reading(path) as db, db.snapshot():
            return old_matches(db, before)

    assert old(clock.now) == []
    assert old(clock.now + 1) == [over], "the table goes on from the last one"


async def test_an_archive_that_is_not_here_is_named_and_everything_else_goes_on(
    store: Store, club: Club, path: Location, tmp_path: Path
) -> None:
    over = await play_on(store, club)
    file = tmp_path / "old.db"
    leave(path, file, [over])
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    file.rename(moved / "old.db")
    with pytest.raises(ArchiveAway, match=r"old\.db is not here"):
        await store.match(over)
    with pytest.raises(ArchiveAway):
        await store.export_member(100, 1)
    assert await store.audit() == []
    await play_on(store, club)
    assert write_beside(path, lambda db: move_archives(db, tmp_path / "nowhere"))
    assert write_beside(path, lambda db: move_archives(db, moved)) == []
    assert (await store.match(over)).rows[2].answer == {"card": 2}
    (moved / "old.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(ArchiveAway, match="cannot be read"):
        await store.match(over)


async def test_nothing_is_deleted_unless_the_copy_is_the_same(
    store: Store, club: Club, path: Location, tmp_path: Path
) -> None:
    over = await play_on(store, club)
    before = await store.match(over)
    file = tmp_path / "old.db"
    with reading(path) as db, db.snapshot():
        write_archive(db, file, [over])
    with raw(file) as copy:
        copy.execute("UPDATE rows SET answer = '{\"card\":9}' WHERE seq = 1")
    number = write_beside(path, lambda db: register_archive(db, LATER, file))
    with pytest.raises(StoreError, match="not as it is in the database; nothing is deleted"):
        write_beside(path, lambda db: leave_for_archive(db, number, file, [over]))
    assert await store.match(over) == before
    with reading(path) as db:
        assert in_archives(db, lambda file: [1]) == [], "no match is in it"


async def test_the_schema_lets_only_archived_matches_go(store: Store, club: Club, path: Location) -> None:
    over = await play_on(store, club)

    def mark_and_delete(db: Connection, match: int) -> None:
        number = register_archive(db, LATER, Path(f"/archives/{match}.db"))
        db.execute("UPDATE matches SET archive = ? WHERE id = ?", (number, match))
        db.execute("DELETE FROM rows WHERE match = ?", (match,))

    await store.commit(AppendRow(club.match, 0, 0, 0, None, {}, "player", 9_000))
    with raw(path) as db, pytest.raises(ConstraintViolation, match="a row is never deleted"):
        db.execute("DELETE FROM rows WHERE match = ?", (over,))
    with raw(path) as db, pytest.raises(ConstraintViolation, match="a row is never deleted"):
        mark_and_delete(db, club.match)
