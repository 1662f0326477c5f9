"""Files that kept totals of their boards: the boards are the same when they are counted from the outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.clock import DAY
from cogs.leaderboard.rows import leaderboard
from db import CloseMatch, OpenMatch, SeatOutcome
from db.backend.connection import Connection
from db.opening import Location, open_store
from db.postgres import migrate as postgres
from db.postgres.connection import connect
from db.sqlite import migrate as sqlite
from tests.helpers.postgres import server
from tests.helpers.store import GUILD, Clock, raw

FIRST = 20_000
TOTALS = ("standings", "matches_counted")
DAYS = ("standings_before", "matches_before")


def fill(db: Connection, totals: Sequence[str]) -> None:
    """Ann beats Bob by 1 on the first day, by 2 on the second, by 4 and then 8 on the third; before that a reset."""
    for account in (1, 2, 3):
        db.execute(
            "INSERT INTO accounts (id, kind, guild_id, may_owe, opened) VALUES (?, 'member', ?, 0, 0)",
            (account, GUILD),
        )
    db.executemany("INSERT INTO members VALUES (?, ?, ?, ?, 0)", [(1, GUILD, 1, "Ann"), (2, GUILD, 2, "Bob")])
    db.execute(
        "INSERT INTO tables VALUES (1, ?, 7, NULL, 1, 'threes', '{}', '{}', 3, 'lobby', '{}', 's', NULL, 0, NULL)",
        (GUILD,),
    )
    db.execute("INSERT INTO guilds VALUES (?, 1, 2, 2)", (GUILD,))
    for match, (day, net) in enumerate([(0, 100), (0, 1), (1, 2), (2, 4), (2, 8)], 1):
        db.execute("INSERT INTO matches VALUES (?, 1, 'threes', 1, '{}', 'ended', '{}', 0, 1)", (match,))
        db.executemany(
            "INSERT INTO outcomes (match, member, guild_id, game, base, at, place, ranked, first, net_players, won)"
            " VALUES (?, ?, ?, 'threes', 'copper', ?, NULL, 1, ?, ?, ?)",
            [
                (match, 1, GUILD, (FIRST + day) * DAY + match, 1, net, 1),
                (match, 2, GUILD, (FIRST + day) * DAY + match, 0, -net, 0),
            ],
        )
        if match == 1:
            # the outcomes of that match are from before the reset
            for kept in totals:
                db.execute(f"DELETE FROM {kept}")


# PostgreSQL began with the eighth step.
@pytest.fixture(params=[*(pytest.param(step, marks=pytest.mark.only_on("sqlite")) for step in (4, 5)), 13])
def old_file(path: Location, engine: str, request: pytest.FixtureRequest) -> Iterator[Location]:
    """A database as a step before left it, with a table in its lobby."""
    last: int = request.param
    totals = TOTALS if last == 4 else (*TOTALS, *DAYS)
    if engine == "sqlite":
        sqlite.migrate(Path(path), [step for step in sqlite.known_steps() if step.number <= last])
        with raw(path) as db:
            fill(db, totals)
        yield path
        return
    address = server().fresh("template0")
    with closing(connect(address)) as db:
        postgres.migrate(db, [step for step in postgres.known_steps() if step.number <= last])
        fill(db, totals)
    yield address
    server().drop(address)


async def test_days_are_counted_from_the_outcomes_that_are_there(old_file: Location) -> None:
    clock = Clock()
    clock.now = (FIRST + 3) * DAY
    async with await open_store(old_file, clock=clock) as store:
        assert await store.audit() == []

        async def board(first_day: int | None) -> tuple[list[tuple[str, int, int]], int]:
            page = await store.report(leaderboard, GUILD, "winnings", first_day=first_day)
            return [(line.name, line.value, line.matches) for line in page.lines], page.matches

        assert await board(None) == ([("Ann", 15, 4), ("Bob", -15, 4)], 4)
        assert await board(FIRST) == ([("Ann", 15, 4), ("Bob", -15, 4)], 4)
        assert await board(FIRST + 1) == ([("Ann", 14, 3), ("Bob", -14, 3)], 3)
        assert await board(FIRST + 2) == ([("Ann", 12, 2), ("Bob", -12, 2)], 2)
        assert await board(FIRST + 3) == ([], 0)
        await store.commit(
            OpenMatch(6, 1, "threes", 1, {}),
            CloseMatch(6, "ended", {}, [SeatOutcome(1, None, 16, None), SeatOutcome(2, None, -16, None)]),
        )
        assert await board(FIRST + 2) == ([("Ann", 28, 3), ("Bob", -28, 3)], 3)
        assert await board(FIRST + 3) == ([("Ann", 16, 1), ("Bob", -16, 1)], 1)
        assert await store.audit() == []
