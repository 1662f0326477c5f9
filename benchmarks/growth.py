"""Cost of a press with a thousand tables open, and late in a long match: neither should be higher."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.figures import Figure
from benchmarks.tables import new_registry, open_table, press
from bot.clock import DAY
from cogs.daily import rows as daily_rows
from cogs.daily.day_table import DailyTable
from cogs.daily.rows import BeginTry, EnterResult, SaveAnswer
from cogs.leaderboard import rows as season_rows
from cogs.leaderboard.rows import OpenSeason, SaveRating, leaderboard
from cogs.leaderboard.seasons import known_ratings
from cogs.profile.service import Profiles
from db import CloseMatch, OpenMatch, SeatOutcome, Store, Write, journal
from db.backend.json_text import encode
from db.opening import open_store
from games.registry import GAMES as GAME_SHEETS

TABLES = 1000
LATE = 1000
GUILD = 1
SEATS = 4
DAYS = 30
OFTEN = 3_000
"""Matches of a member who plays a lot."""
PROFILE = 5.0
"""Milliseconds in which the profile of such a member is read: as for any other."""
GOAL = 300.0
"""Milliseconds in which a question about the past is answered."""
GAMES = ("threes", "tripledip", "the_wheel", "fireball", "tiamat")


async def _many(path: Path, tables: int, presses: int) -> tuple[float, float]:
    """Return the median press at one table, before and after the others are opened; the second in a fresh match."""
    async with await open_store(path) as store:
        registry = new_registry(store)
        alone = await open_table(registry, 0)
        before = [await press(alone) for _ in range(presses)]
        for channel in range(1, tables):
            await open_table(registry, channel)
        among = await open_table(registry, tables)
        after = [await press(among) for _ in range(presses)]
        return median(before), median(after)


async def _long(path: Path, matches: int, late: int) -> tuple[float, float]:
    """Return the median press around the 10th and around the last answer of some long matches."""
    early_ones, late_ones = [], []
    async with await open_store(path) as store:
        registry = new_registry(store)
        for channel in range(matches):
            table = await open_table(registry, channel)
            taken = [await press(table) for _ in range(late + 5)]
            early_ones += taken[4:15]
            late_ones += taken[-11:]
    return median(early_ones), median(late_ones)


class _Month:
    """A clock whose month passes while matches are written."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def _years(store: Store, clock: _Month, members: int, outcomes: int, channel: int = 1) -> None:
    """Fill a store with so many outcomes of matches for four, all of one month and at one table."""
    luck = random.Random(1)
    people = [await store.member(GUILD, user, f"member {user}") for user in range(members)]
    table = await store.create_table(GUILD, channel, people[0], "threes", {}, {}, "seed")
    waiting: list[Write] = []
    for _ in range(outcomes // SEATS):
        match = await store.next_match_id()
        nets = [luck.randint(-50, 50) for _ in range(SEATS - 1)]
        lines = [
            SeatOutcome(who, None, net, None, won=net > 0)
            for who, net in zip(luck.sample(people, SEATS), [*nets, -sum(nets)], strict=True)
        ]
        waiting += [
            OpenMatch(match, table.id, luck.choice(GAMES), 1, {}),
            CloseMatch(match, "ended", {}, lines),
        ]
        if len(waiting) >= 1000:
            clock.now += 1000 / 2 / (outcomes / SEATS) * DAYS * DAY
            await store.commit(*waiting)
            waiting.clear()
    await store.commit(*waiting)


async def _taken(times: int, read: Callable[[], Awaitable[object]]) -> float:
    """The median seconds of a read."""
    taken = []
    for _ in range(times):
        started = perf_counter()
        await read()
        taken.append(perf_counter() - started)
    return median(taken)


async def _history(store: Store, clock: _Month, members: int) -> list[Figure]:
    """Measure what a member asks about the past, each against the 300 ms in which it is to be answered."""
    people = [await store.member(GUILD, user, f"member {user}") for user in range(members)]
    today = int(clock.now // DAY)
    day = DailyTable.of(today, await store.read(daily_rows.seed, today))
    tries = [
        write
        for score, member in enumerate(people)
        for write in (
            BeginTry(member, score, today),
            SaveAnswer(member, today, 1, encode(["check"]), score),
            EnterResult(GUILD, today, member, member),
        )
    ]
    season = OpenSeason(GUILD, 1, clock.now, clock.now + 90 * DAY)
    rated = [
        SaveRating(
            GUILD, 1, "threes", member, 25.0 + at % 9, 7.0, 20, clock.now, {"1": 0.1, "2": 0.2, "3": 0.1}
        )
        for at, member in enumerate(people)
    ]
    await store.commit(season, *tries, *rated)
    profiles = Profiles(store)

    async def ratings() -> object:
        return known_ratings(
            await store.read(season_rows.ratings, GUILD, 1, "threes"), GAME_SHEETS["threes"], clock.now
        )

    reads: dict[str, Callable[[], Awaitable[object]]] = {
        "/my profile": lambda: profiles.of(GUILD, 1),
        "/my matches": lambda: store.read(journal.matches_of_member, people[0], 25),
        "/today: the results of all": lambda: store.read(daily_rows.results, GUILD, today),
        "the ratings of all in one game": ratings,
    }
    taken = {name: await _taken(7, read) for name, read in reads.items()}
    started = perf_counter()
    day.play([])
    taken["the first question of a day"] = perf_counter() - started
    # the same few go on playing with each other
    await _years(store, clock, SEATS, OFTEN * SEATS, channel=2)
    first = await _taken(1, reads["/my profile"])
    later = await _taken(21, reads["/my profile"])
    name = f"/my profile after {OFTEN:,} matches"
    return [
        *(Figure(each, "ms", at * 1000, GOAL, "goal", 1.0, "at most") for each, at in taken.items()),
        Figure(name, "ms", later * 1000, PROFILE, "goal", 1.0, "at most"),
        Figure("  the first time, without kept totals", "ms", first * 1000),
    ]


async def _boards(path: Path, members: int, outcomes: int) -> list[Figure]:
    """The default board, a window with everything in it, net worth, and a purse in the midst of them."""
    size = f"{outcomes:,} outcomes, {members:,} members"
    clock = _Month()
    async with await open_store(path, clock=clock) as store:
        await _years(store, clock, members, outcomes)

        async def purse() -> object:
            return await store.find_member(GUILD, 1)

        all_time = await _taken(21, lambda: store.report(leaderboard, GUILD, "winnings"))
        window = await _taken(11, lambda: store.report(leaderboard, GUILD, "winnings", first_day=1))
        worth = await _taken(11, lambda: store.report(leaderboard, GUILD, "worth"))
        alone = await _taken(101, purse)
        crowd = [asyncio.create_task(store.report(leaderboard, GUILD, "worth")) for _ in range(20)]
        await asyncio.sleep(0)
        among = await _taken(11, purse)
        await asyncio.gather(*crowd)
        history = await _history(store, clock, members)
    return [
        Figure(f"/leaderboard, {size}", "ms", all_time * 1000, GOAL, "goal", 1.0, "at most"),
        Figure(f"the same of the last {DAYS} days", "ms", window * 1000, GOAL, "goal", 1.0, "at most"),
        Figure("net worth of all", "ms", worth * 1000),
        Figure("a purse while 20 boards wait", "ms", among * 1000, alone * 1000, "alone"),
        *history,
    ]


def run(quick: bool) -> list[Figure]:
    """Measure two ratios that should be near one."""
    tables, presses, matches, late = (200, 100, 3, 300) if quick else (TABLES, 300, 10, LATE)
    with tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder:
        one, many = asyncio.run(_many(Path(folder) / "many.db", tables, presses))
        early, last = asyncio.run(_long(Path(folder) / "long.db", matches, late))
        boards = asyncio.run(
            _boards(Path(folder) / "boards.db", *((500, 10_000) if quick else (5_000, 100_000)))
        )
    return [
        Figure(
            f"a press with {tables} tables", "ms", many * 1000, one * 1000, "with one table", 1.5, "at most"
        ),
        Figure(
            f"the {late}th answer of a match", "ms", last * 1000, early * 1000, "the 10th", 1.5, "at most"
        ),
        *boards,
    ]
