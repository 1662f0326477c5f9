"""Tables without Discord for the benchmarks: two members each, in a match that can go on for a thousand raises."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from bot.clock import SystemClock
from bot.person import Person
from bot.places.settings import PlaceSettings
from bot.tables.context import TableContext
from bot.tables.question_clocks import BotPacing
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.tables.view import TableListener
from db import Store
from db.backend.names import Name
from db.opening import open_store
from games.engine import Choose

GUILD = 1
GAME = "rogues_and_warriors"
STAKE = 100_000
AT_ONCE = 32
"""Tables that are filled at the same time."""
ANN, BOB = Person(1, Name("Ann")), Person(2, Name("Bob"))


def new_registry(store: Store) -> TableRegistry:
    """Return a registry of tables that shows nothing."""
    return TableRegistry(
        TableContext(
            store, SystemClock(), TableListener(), BotPacing(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), gather=0.0
        )
    )


async def open_table(registry: TableRegistry, channel: int, pace: str = "normal") -> TableActor:
    """Open a table and start a match, for fun and with stakes for a thousand raises."""
    settings = {"free": True, "buy_in": STAKE, "pace": pace}
    place_settings = PlaceSettings(max_stake=STAKE)
    table = await registry.open(GUILD, channel, ANN, GAME, settings=settings, place_settings=place_settings)
    await table.seating.sit(BOB)
    await table.lifecycle.start(ANN)
    return table


async def press(table: TableActor) -> float:
    """Let the member whose turn it is raise by one; return the seconds until that was saved and answered."""
    session = table.session
    assert session is not None
    ask = next(ask for ask in session.match.open.values() if not ask.answered)
    assert isinstance(ask.prompt, Choose)
    assert ask.prompt.amount is not None
    person = ANN if table.state.seats[ask.seat].user_id == ANN.user_id else BOB
    started = perf_counter()
    await table.press(person, session.id, ask.id, ask.prompt.amount.low)
    return perf_counter() - started


async def fill(path: Path, count: int, answers: int) -> None:
    """Make a database with `count` tables, each with `answers` answers in its journal."""
    async with await open_store(path) as store:
        registry = new_registry(store)

        async def play(channels: Iterator[int]) -> None:
            for channel in channels:
                # no turn of the first may run out before the last table is there
                table = await open_table(registry, channel, "1 day")
                for _ in range(answers):
                    await press(table)

        channels = iter(range(count))
        # those that play at the same time share their commits
        await asyncio.gather(*(play(channels) for _ in range(AT_ONCE)))
