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
import selectors
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, cast

from benchmarks.figures import Figure
from bot.client import IdentifyTurn
from bot.guilds.shard_set import ShardSet
from bot.shards.fleet import Fleet
from bot.shards.lease_keeper import EVERY, LeaseKeeper, Overtaken
from db.postgres.shard_leases import IDENTIFY, LEASE

SHARDS = int(os.environ.get("DICENIGHT_LEASES_SHARDS", "1000"))
PROCESSES = int(os.environ.get("DICENIGHT_LEASES_PROCESSES", "50"))
CONCURRENCIES = (1, 16)
LOGIN, CONNECT, LEAVE = 0.15, 0.6, 0.4
"""Seconds of a login, of connecting after the turn, and of ending a shard in order."""
RESTART = 3.0
"""Seconds after which a process that has stopped is started again."""
MOST = 20_000.0
"""Seconds after which nothing more is expected."""
LOOK = 0.5


class CountedSelector(selectors.SelectSelector):
    """A selector that lets time pass at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready, `timeout` seconds later by the counted clock."""
        self.now += timeout or 0.0
        return super().select(0)


class CountedLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock is counted."""

    def __init__(self) -> None:
        self.counted = CountedSelector()
        super().__init__(self.counted)

    def time(self) -> float:
        """Return the counted seconds."""
        return self.counted.now


class Board:
    """The rows of leases, processes and identify turns, as the database has them."""

    def __init__(self, shards: int, concurrency: int) -> None:
        self.shards, self.concurrency = shards, concurrency
        self.holder = [""] * shards
        self.until = [0.0] * shards
        self.epoch = [0] * shards
        self.living: dict[str, float] = {}
        self.turns: dict[int, float] = {}
        self.connected: dict[int, str] = {}
        self.identifies = self.overtaken = self.asked = 0

    def served(self) -> bool:
        """Return true if every shard's holder is connected."""
        return len(self.connected) == self.shards and all(
            self.connected[shard] == self.holder[shard] for shard in range(self.shards)
        )


class Leases:
    """The leases of one process, on the board."""

    def __init__(self, board: Board, name: str) -> None:
        self.board, self.name, self.shards = board, name, board.shards
        self.held: dict[int, int] = {}

    async def check_in(self) -> int:
        """Say that this process lives, and return how many do."""
        now = _now()
        self.board.living[self.name] = now + LEASE
        return sum(until > now for until in self.board.living.values())

    async def renew(self) -> list[int]:
        """Renew all leases, and return the shards that another process has taken meanwhile."""
        board, lost = self.board, []
        for shard, epoch in self.held.items():
            if (board.holder[shard], board.epoch[shard]) == (self.name, epoch):
                board.until[shard] = _now() + LEASE
            else:
                lost.append(shard)
        return sorted(lost)

    async def take(self, most: int, wanted: frozenset[int] | None = None) -> list[int]:
        """Take up to `most` free shards, and return those taken."""
        board, now = self.board, _now()
        free = [n for n in range(self.shards) if board.until[n] <= now and (wanted is None or n in wanted)]
        for shard in free[: max(most, 0)]:
            board.holder[shard], board.until[shard] = self.name, now + LEASE
            board.epoch[shard] += 1
            self.held[shard] = board.epoch[shard]
        return free[: max(most, 0)]

    async def release(self, shards: Iterable[int]) -> None:
        """Give shards back."""
        for shard in list(shards):
            if self.board.epoch[shard] == self.held.pop(shard):
                self.board.holder[shard], self.board.until[shard] = "", 0.0

    async def check_out(self) -> None:
        """Give everything back, and say that this process has ended."""
        await self.release(list(self.held))
        self.board.living.pop(self.name, None)

    async def take_identify_turn(self, bucket: int) -> bool:
        """Take the turn to identify in a bucket; False if it is not yet free."""
        self.board.asked += 1
        if self.board.turns.get(bucket, 0.0) > _now():
            return False
        self.board.turns[bucket] = _now() + IDENTIFY
        return True


class OneShardBot:
    """A bot of one shard that logs in and connects, and does nothing else."""

    def __init__(self, board: Board, name: str, shards: ShardSet, turn: IdentifyTurn) -> None:
        [self.shard] = shards.ids
        self.board, self.name, self.turn = board, name, turn
        self.stopping = False
        self.handling = SimpleNamespace(wait_none=self._leave)
        self.registry = SimpleNamespace(listener=SimpleNamespace(wait_idle=self._nothing))
        self.monitor = SimpleNamespace(shard_given_up=lambda shard: None)

    async def login(self, token: str) -> None:
        """Log in, as discord.py does before it connects."""
        await asyncio.sleep(LOGIN)

    async def connect(self) -> None:
        """Wait for the turn, and stay connected."""
        await self.turn(self.shard)
        self.board.identifies += 1
        await asyncio.sleep(CONNECT)
        self.board.connected[self.shard] = self.name
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Leave the gateway."""
        if self.board.connected.get(self.shard) == self.name:
            del self.board.connected[self.shard]

    async def _leave(self, patience: float) -> None:
        await asyncio.sleep(LEAVE)

    async def _nothing(self) -> None:
        pass


async def _serve(board: Board, name: str) -> None:
    """Run a process as `dicenight run --shards auto` does, and start it again when it stops."""
    for start in range(1000):
        leases = Leases(board, f"{name}.{start}")

        def build(shards: ShardSet, turn: IdentifyTurn, name: str = leases.name) -> Any:
            return OneShardBot(board, name, shards, turn)

        fleet = Fleet(leases, cast("Any", build), "", board.concurrency)
        keeper = LeaseKeeper(leases, begin=fleet.begin, end=fleet.end)
        try:
            while True:
                await keeper.step()
                await asyncio.sleep(EVERY)
        except Overtaken:
            board.overtaken += 1
            await fleet.abandon()
        except asyncio.CancelledError:
            # killed: its connections are cut, its leases stand until they run out
            await fleet.abandon()
            raise
        await asyncio.sleep(RESTART)


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
    board, luck = Board(shards, concurrency), random.Random(19)
    named = f"max_concurrency {concurrency}"
    figures = [Figure(f"{named}: shards", "", shards), Figure("processes", "", processes)]

    def note(what: str, seconds: float, identifies: int) -> None:
        figures.append(Figure(f"{what}: all served ({named})", "s", seconds))
        figures.append(Figure(f"{what}: identifies", "turns", identifies))

    async def start(name: str) -> asyncio.Task[None]:
        await asyncio.sleep(luck.random())
        return asyncio.create_task(_serve(board, name))

    tasks = [await start(f"p{number}") for number in range(processes)]
    seconds = await _until(board.served)
    note("a start of everything", seconds, board.identifies)
    figures.append(Figure("of the database, for a turn", "questions/s", board.asked / seconds))
    before = board.identifies
    for task in luck.sample(tasks, max(processes // 10, 1)):
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        tasks.remove(task)
    freed = {shard: board.epoch[shard] for shard in range(shards) if shard not in board.connected}
    leases = await _until(lambda: all(board.epoch[shard] > epoch for shard, epoch in freed.items()))
    figures.append(Figure(f"a tenth is killed ({len(freed)} shards): leases taken over", "s", leases))
    note("a tenth is killed", leases + await _until(board.served), board.identifies - before)
    before = board.identifies
    tasks.append(await start("late"))
    await asyncio.sleep(LEASE + EVERY)
    note("one joins", LEASE + EVERY + await _until(board.served), board.identifies - before)
    figures.append(Figure("processes that were overtaken while alive", "", board.overtaken))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return figures


def run(quick: bool) -> list[Figure]:
    """Count the seconds until every shard is served, for a usual and for a large bot."""
    logging.getLogger("bot.shards").setLevel(logging.ERROR)
    shards, processes = (SHARDS // 10, max(PROCESSES // 10, 2)) if quick else (SHARDS, PROCESSES)
    figures: list[Figure] = []
    for concurrency in CONCURRENCIES:
        with asyncio.Runner(loop_factory=CountedLoop) as runner:
            figures += runner.run(_evening(shards, processes, concurrency))
    return figures
