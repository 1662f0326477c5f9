"""Turns to identify, where Discord drops the connection that waits for one, or the bot is closed meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.client import Dicenight
from bot.fleet.fleet import Fleet
from bot.tasks import end_task
from db.opening import open_store
from db.postgres.shard_leases import IDENTIFY
from playground import Playground
from playground.world.clock import PATIENCE
from tests.e2e.conftest import HandClock
from tests.helpers.as_discord import as_discord
from tests.helpers.at_rest import idle
from tests.helpers.lease_board import Board, MemoryLeases

LOOKS = 0.1
"""Seconds between two looks at the turns, of which none is waited for on purpose."""


@asynccontextmanager
async def fleet_on(playground: Playground, board: Board, path: Path) -> AsyncIterator[Fleet]:
    """A fleet with leases in memory, which disconnects from everything in the end."""
    async with await open_store(path) as store:

        def build(**given: object) -> Dicenight:
            return Dicenight(store.part(), (), ready_after=0.01, **given)  # type: ignore[arg-type]

        fleet = Fleet(MemoryLeases(board, "here"), build, playground.token, 1)
        try:
            yield fleet
        finally:
            await fleet.abandon()


async def until(playground: Playground, condition: Callable[[], object]) -> None:
    """Wait for something in the fleet, of which the playground hears nothing."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await idle(playground)


async def test_a_connection_that_is_lost_in_the_wait_uses_up_no_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.fleet.fleet.TURN_PAUSE", LOOKS)
    clock = HandClock()
    board = Board(1, clock.now)
    board.turns[0] = clock.now() + IDENTIFY
    async with (
        as_discord(Playground()) as playground,
        fleet_on(playground, board, tmp_path / "a.db") as fleet,
    ):
        standing_by = asyncio.create_task(fleet.stand_by(0))
        await until(playground, lambda: board.asked)
        playground.faults.drop_gateway()
        await idle(playground)
        clock.advance(IDENTIFY)
        await asyncio.wait_for(standing_by, PATIENCE)
        assert board.turns[0] == clock.now() + IDENTIFY, "its own turn, of which it needed one"


@pytest.mark.parametrize("steps", range(5))
async def test_a_bot_that_is_closed_while_it_connects_leaves_no_connection(
    tmp_path: Path, steps: int
) -> None:
    """Nor does one whose shard is connected in the moment in which the bot closes."""
    asked, may = asyncio.Event(), asyncio.Event()

    async def turn(*_: object) -> None:
        asked.set()
        await may.wait()

    async with as_discord(Playground()) as playground, await open_store(tmp_path / "a.db") as store:
        bot = Dicenight(store, (), identify_turn=turn)
        await bot.login(playground.token)
        connecting = asyncio.create_task(bot.connect())
        await asyncio.wait_for(asked.wait(), PATIENCE)
        may.set()
        for _ in range(steps):
            await asyncio.sleep(0)
        await bot.close()
        await end_task(connecting)
        await idle(playground)
        assert not playground.gateway.connections
