"""The step to boards of the last days from kept totals: a file of the step before, with matches of several days."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.clock import DAY
from db import CloseMatch, OpenMatch, SeatOutcome, Store, leaderboards
from db.sqlite.migrate import known_steps, migrate
from tests.helpers.store import GUILD, Clock, raw

pytestmark = pytest.mark.only_on("sqlite")

OLD = 4
"""The last step before."""
FIRST = 20_000


def old_file(path: Path) -> None:
    """Ann beats Bob by 1 on the first day, by 2 on the second, by 4 and then 8 on the third; before that a reset."""
    migrate(path, [step for step in known_steps() if step.number <= OLD])
    with raw(path) as file:
        for account in (1, 2, 3):
            file.execute(
                "INSERT INTO accounts (id, kind, guild_id, may_owe, opened) VALUES (?, 'member', ?, 0, 0)",
                (account, GUILD),
            )
        file.executemany(
            "INSERT INTO members VALUES (?, ?, ?, ?, 0)", [(1, GUILD, 1, "Ann"), (2, GUILD, 2, "Bob")]
        )
        file.execute(
            "INSERT INTO tables VALUES (1, ?, 7, NULL, 1, 'threes', '{}', '{}', 3, 'lobby', '{}', 's', NULL, 0, NULL)",
            (GUILD,),
        )
        file.execute("INSERT INTO guilds VALUES (?, 1, 2, 2)", (GUILD,))
        for match, (day, net) in enumerate([(0, 100), (0, 1), (1, 2), (2, 4), (2, 8)], 1):
            file.execute(
                "INSERT INTO matches VALUES (?, 1, 'threes', 1, '{}', 'ended', '{}', 0, 1)", (match,)
            )
            file.executemany(
                "INSERT INTO outcomes (match, member, guild_id, game, base, at, place, ranked, first, net_players, won)"
                " VALUES (?, ?, ?, 'threes', 'copper', ?, NULL, 1, ?, ?, ?)",
                [
                    (match, 1, GUILD, (FIRST + day) * DAY + match, 1, net, 1),
                    (match, 2, GUILD, (FIRST + day) * DAY + match, 0, -net, 0),
                ],
            )
            if match == 1:
                # the outcomes of that match are from before the reset
                file.execute("DELETE FROM standings")
                file.execute("DELETE FROM matches_counted")


async def test_days_are_counted_from_the_outcomes_that_are_there(path: Path) -> None:
    old_file(path)
    clock = Clock()
    clock.now = (FIRST + 3) * DAY
    async with await Store.open(path, clock=clock) as store:
        assert await store.audit() == []

        async def board(first_day: int | None) -> tuple[list[tuple[str, int, int]], int]:
            page = await store.report(leaderboards.leaderboard, GUILD, "winnings", first_day=first_day)
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


async def test_the_auditor_finds_a_day_that_was_tampered_with(path: Path) -> None:
    old_file(path)
    async with await Store.open(path) as store:
        with raw(path) as file:
            file.execute(
                "UPDATE standings_before SET winnings = 50 WHERE game = '' AND member = 1 AND day = 20001"
            )
        assert await store.audit() == [
            f"the totals of account 1 in {GUILD} (game '') when a day began are not what its outcomes add up to"
        ]
