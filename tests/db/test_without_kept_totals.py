"""Files that kept totals of their boards: the boards are the same when they are counted from the outcomes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.clock import DAY
from cogs.leaderboard.rows import leaderboard
from db import CloseMatch, OpenMatch, SeatOutcome
from db.opening import open_store
from db.sqlite.migrate import known_steps, migrate
from tests.helpers.store import GUILD, Clock, raw

pytestmark = pytest.mark.only_on("sqlite")

FIRST = 20_000
TOTALS = ("standings", "matches_counted")
KEPT = {
    4: TOTALS,
    5: (*TOTALS, "standings_before", "matches_before"),
    13: (*TOTALS, "standings_before", "matches_before"),
}
"""By the last step of a file, its tables with totals."""


def old_file(path: Path, old: int) -> None:
    """Ann beats Bob by 1 on the first day, by 2 on the second, by 4 and then 8 on the third; before that a reset."""
    migrate(path, [step for step in known_steps() if step.number <= old])
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
                for kept in KEPT[old]:
                    file.execute(f"DELETE FROM {kept}")


@pytest.mark.parametrize("old", KEPT)
async def test_days_are_counted_from_the_outcomes_that_are_there(path: Path, old: int) -> None:
    old_file(path, old)
    clock = Clock()
    clock.now = (FIRST + 3) * DAY
    async with await open_store(path, clock=clock) as store:
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
