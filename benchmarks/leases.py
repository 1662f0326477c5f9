"""A simulation of leases at a thousand shards: all processes start at once, some are killed, one joins.

Each process runs the bot's own `LeaseKeeper` and `Fleet`; its bots only log in, wait for their turn to identify, and
connect. Leases stand in memory by the rules of `db/postgres/leases.py`, and time is counted, not waited for. A shard is
served while its bot is connected; Discord lets `max_concurrency` shards identify every five seconds.

`DICENIGHT_LEASES_SHARDS` (1000) and `DICENIGHT_LEASES_PROCESSES` (50) change the size.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from benchmarks.figures import Figure
from bot.fleet.fleet import Fleet
from bot.fleet.lease_keeper import LeaseKeeper
from bot.places.shard_set import ShardSet
from bot.requests.identify_turns import IdentifyTurn
from tests.helpers.counted_loop import CountedLoop
from tests.helpers.lease_board import Board, MemoryLeases

SHARDS = int(os.environ.get("DICENIGHT_LEASES_SHARDS", "1000"))
PROCESSES = int(os.environ.get("DICENIGHT_LEASES_PROCESSES", "50"))
CONCURRENCIES = (1, 16)
LOGIN, CONNECT, LEAVE = 0.15, 0.6, 0.4
"""Seconds of a login, of connecting after the turn, and of ending a shard in order."""
MOST = 20_000.0
"""Seconds after which nothing more is expected."""
LOOK = 0.5


class Gateway:
    """The connections at Discord, and how they came about."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.connected: dict[int, str] = {}
        self.identifies = self.overtaken = 0

    def served(self) -> bool:
        """Return true if every shard's holder is connected."""
        return len(self.connected) == self.board.shards and all(
            self.connected[shard] == holder for shard, holder in enumerate(self.board.holder)
        )


class OneShardBot:
    """A bot of one shard that logs in and connects, and does nothing else."""

    def __init__(
        self, gateway: Gateway, name: str, shards: ShardSet, identify_turn: IdentifyTurn, standing_by: bool
    ) -> None:
        [self.shard] = shards.ids
        self.gateway, self.name, self.turn = gateway, name, identify_turn
        self.standing_by = standing_by
        self.shards: dict[int, str] = {}
        self.launched, self.ready = asyncio.Event(), asyncio.Event()
        self.handling = SimpleNamespace(wait_none=self.drain)
        self.store = SimpleNamespace(close=self._nothing, cut=self._overtaken)
        self.monitor = SimpleNamespace(shard_given_up=lambda shard: None)

    def _overtaken(self) -> None:
        self.gateway.overtaken += 1

    async def login(self, token: str) -> None:
        """Log in, as discord.py does before it connects."""
        await asyncio.sleep(LOGIN)

    async def connect(self) -> None:
        """Wait for the turn, and stay connected."""
        await self.turn(self.shard, lambda: True)
        self.gateway.identifies += 1
        self.shards[self.shard] = self.name
        self.launched.set()
        await asyncio.sleep(CONNECT)
        self.ready.set()
        if not self.standing_by:
            self.gateway.connected[self.shard] = self.name
        await asyncio.Event().wait()

    async def wait_until_ready(self) -> None:
        """Wait until it is connected."""
        await self.ready.wait()

    async def hand_over(self, patience: float) -> list[int]:
        """Finish what has been begun."""
        await asyncio.sleep(LEAVE)
        return []

    async def take_up(self, taken: Iterable[int]) -> None:
        """Serve the shard by which it stands."""
        self.standing_by = False
        self.gateway.connected[self.shard] = self.name

    async def register_commands(self) -> None:
        """Tell Discord nothing."""

    async def close(self) -> None:
        """Leave the gateway."""
        if self.gateway.connected.get(self.shard) == self.name:
            del self.gateway.connected[self.shard]

    async def drain(self, patience: float) -> None:
        """Finish what has been begun."""
        await asyncio.sleep(LEAVE)

    async def _nothing(self) -> None:
        pass


async def _serve(gateway: Gateway, name: str, concurrency: int) -> None:
    """Run a process as `dicenight run --shards auto` does."""
    leases = MemoryLeases(gateway.board, name)

    def build(*, shards: ShardSet, identify_turn: IdentifyTurn, standing_by: bool = False) -> Any:
        return OneShardBot(gateway, name, shards, identify_turn, standing_by)

    fleet = Fleet(leases, build, "", concurrency)
    keeper = LeaseKeeper(leases, fleet)
    try:
        while True:
            await keeper.step()
            await asyncio.sleep(keeper.pause)
    except asyncio.CancelledError:
        # killed: its connections are cut, its leases stand until they run out
        await keeper.abandon()
        await fleet.abandon()
        raise


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _until(holds: Callable[[], bool]) -> float:
    """Return the seconds until something holds."""
    begun = _now()
    while not holds():
        if _now() - begun > MOST:
            raise RuntimeError(f"not every shard is served after {MOST:.0f} s")
        await asyncio.sleep(LOOK)
    return _now() - begun


async def _evening(shards: int, processes: int, concurrency: int) -> list[Figure]:
    """Start everything, kill a tenth, and let one join; return how long each took."""
    board, luck = Board(shards, _now), random.Random(19)
    gateway = Gateway(board)
    named = f"max_concurrency {concurrency}"
    figures = [Figure(f"{named}: shards", "", shards), Figure("processes", "", processes)]

    def note(what: str, seconds: float, identifies: int) -> None:
        figures.append(Figure(f"{what}: all served ({named})", "s", seconds))
        figures.append(Figure(f"{what}: identifies", "turns", identifies))

    async def start(name: str) -> asyncio.Task[None]:
        await asyncio.sleep(luck.random())
        return asyncio.create_task(_serve(gateway, name, concurrency))

    tasks = [await start(f"p{number}") for number in range(processes)]
    seconds = await _until(gateway.served)
    note("a start of everything", seconds, gateway.identifies)
    figures.append(Figure("of the database, for a turn", "questions/s", board.asked / seconds))
    before = gateway.identifies
    for task in luck.sample(tasks, max(processes // 10, 1)):
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        tasks.remove(task)
    freed = {shard: board.epoch[shard] for shard in range(shards) if shard not in gateway.connected}
    leases = await _until(lambda: all(board.epoch[shard] > epoch for shard, epoch in freed.items()))
    figures.append(Figure(f"a tenth is killed ({len(freed)} shards): leases taken over", "s", leases))
    note("a tenth is killed", leases + await _until(gateway.served), gateway.identifies - before)
    before = gateway.identifies
    tasks.append(await start("late"))
    joined, unserved = _now(), 0.0
    while not (_share_of("late", board) and gateway.served()):
        if _now() - joined > MOST:
            raise RuntimeError(f"no share after {MOST:.0f} s")
        unserved += 0 if gateway.served() else LOOK
        await asyncio.sleep(LOOK)
    note("one joins", _now() - joined, gateway.identifies - before)
    figures.append(Figure("one joins: any shard unserved", "s", unserved))
    figures.append(Figure("processes that were overtaken while alive", "", gateway.overtaken))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return figures


def _share_of(name: str, board: Board) -> bool:
    """Return whether a process has taken what others had too much of, and waits for nothing more."""
    return name in board.holder and not board.claims


def run(quick: bool) -> list[Figure]:
    """Count the seconds until every shard is served, for a usual and for a large bot."""
    logging.getLogger("bot.fleet").setLevel(logging.ERROR)
    shards, processes = (SHARDS // 10, max(PROCESSES // 10, 2)) if quick else (SHARDS, PROCESSES)
    figures: list[Figure] = []
    for concurrency in CONCURRENCIES:
        with asyncio.Runner(loop_factory=CountedLoop) as runner:
            figures += runner.run(_evening(shards, processes, concurrency))
    return figures
