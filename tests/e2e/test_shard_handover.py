"""A deploy on PostgreSQL that nobody notices: shards go from process to process while members play."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any, Protocol

import pytest

from bot.fleet.plan import ShardPlan
from bot.kept_events import KeptEvents
from bot.requests.budget import RequestBudget
from bot.startup.run import run
from db.opening import open_store
from playground import Playground
from tests.helpers.as_discord import as_discord, settings_for
from tests.helpers.children import START, ShardChild
from tests.helpers.endless_threes import PAUSE, EndlessThrees, until_more
from tests.helpers.own_time import OwnTime
from tests.helpers.random_matches import SOAK

pytestmark = pytest.mark.in_english

log = logging.getLogger(__name__)

HANDOVERS = 50 if SOAK > 1 else 2


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    """A playground that bots take for Discord; by now it recommends more shards than there are."""
    clock = OwnTime()
    passing = asyncio.create_task(clock.run())
    monkeypatch.setattr("bot.client.KeptEvents", partial(KeptEvents, clock))
    async with as_discord(Playground(rate_limits=False, shards=3, clock=clock)) as playground:
        playground.gateway.max_concurrency = 2
        if SOAK == 1:
            monkeypatch.setattr("bot.client.READY_AFTER", 0.1)
            monkeypatch.setattr("db.postgres.shard_leases.IDENTIFY", 0.2)
            monkeypatch.setattr("bot.fleet.fleet.TURN_PAUSE", 0.05)
            monkeypatch.setattr("bot.fleet.lease_keeper.EVERY", 0.3)
        else:
            playground.gateway.identify_window = 5.0
        yield playground
    passing.cancel()


class Process(Protocol):
    """A process on the database."""

    def stop(self) -> None:
        """Ask it to end in order."""

    async def ends(self) -> int | None:
        """Wait until it has ended, and return its status."""


class TaskProcess:
    """A process as a task of this one: that is there at once."""

    def __init__(self, stopping: asyncio.Event, running: asyncio.Task[None]) -> None:
        self._stopping, self._running = stopping, running

    @classmethod
    async def start(
        cls, playground: Playground, url: str, plan: str = "auto", *, replace: bool = False
    ) -> TaskProcess:
        settings = settings_for(playground.token, url)
        stopping, ready = asyncio.Event(), asyncio.Event()
        running = asyncio.create_task(
            run(
                settings,
                stop=stopping,
                say=lambda _: ready.set(),
                replace=replace,
                plan=ShardPlan.parse(plan),
            )
        )
        started = asyncio.create_task(ready.wait())
        try:
            await asyncio.wait({started, running}, return_when=asyncio.FIRST_COMPLETED, timeout=START)
        except asyncio.CancelledError:
            # it ends without a word to anyone, as if it were killed
            running.cancel()
            await asyncio.wait({running})
            raise
        if running.done():
            running.result()
        assert ready.is_set()
        return cls(stopping, running)

    def stop(self) -> None:
        self._stopping.set()

    async def ends(self) -> int:
        await asyncio.wait_for(self._running, START)
        return 0


async def start(playground: Playground, url: str, plan: str = "auto", *, replace: bool = False) -> Process:
    """Start a process: a real one where there is time for it."""
    kind = ShardChild if SOAK > 1 else TaskProcess
    return await kind.start(playground, url, plan, replace=replace)


async def replaced(playground: Playground, url: str, old: Process) -> Process:
    """Start a process that takes the place of another."""
    new = await start(playground, url, replace=True)
    assert await old.ends() == 0
    return new


async def rolled(playground: Playground, url: str, old: Process) -> Process:
    """Start a process beside another, then stop that one, as a rolling update does."""
    new = await start(playground, url)
    old.stop()
    assert await old.ends() == 0
    return new


class Presses:
    """Grants on both servers, ten a second, whatever becomes of them."""

    def __init__(self, playground: Playground, guilds: list[Any]) -> None:
        self.playground = playground
        self.ann, self.bob = playground.member("Ann"), playground.member("Bob")
        self.guilds = guilds
        self.seconds: list[float] = []
        self.given = [0, 0]
        self._over = False

    async def keep_on(self) -> None:
        async with asyncio.TaskGroup() as group:
            while not self._over:
                for shard in (0, 1):
                    group.create_task(self._give(shard))
                    await asyncio.sleep(PAUSE)

    def end(self) -> None:
        self._over = True

    async def _give(self, shard: int) -> None:
        begun = time.monotonic()
        tavern = self.guilds[shard].channel("tavern")
        reply = await self.ann.slash(tavern, "house grant", member=self.bob.user, amount="1g4")
        # a busy machine may say first that it is thinking
        await self.playground.wait_for(lambda: reply.text, START)
        assert "Bob" in reply.text, reply.text
        self.seconds.append(time.monotonic() - begun)
        self.given[shard] += 1


@pytest.mark.slow
@pytest.mark.timeout(120 if SOAK == 1 else 3600)
async def test_members_play_on_while_shards_change_hands(
    playground: Playground, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    divided = set[int]()
    divide = RequestBudget.divide

    def noted(budget: RequestBudget, processes: int) -> None:
        divided.add(processes)
        divide(budget, processes)

    monkeypatch.setattr(RequestBudget, "divide", noted)
    ann, bob = playground.member("Ann"), playground.member("Bob")
    guilds: dict[int, Any] = {(playground.guild.id >> 22) % 2: playground.guild}
    while len(guilds) < 2:
        await playground.idle()  # time passes, and with it the numbers of servers
        guild = playground.add_guild(f"House {len(playground.world.guilds)}", ann)
        playground.add_member("Bob", guild)
        guilds.setdefault((guild.id >> 22) % 2, guild)
    process = await start(playground, url, "auto/2")
    await playground.wait_for(lambda: len(playground.gateway.sessions) == 2, START)
    for guild in guilds.values():
        await bob.slash(guild.channel("tavern"), "purse show", timeout=START)
    presses = Presses(playground, [guilds[0], guilds[1]])
    table = EndlessThrees(playground, playground.guild.channel("tavern"))
    people = [asyncio.create_task(presses.keep_on()), asyncio.create_task(table.play())]
    for number in range(HANDOVERS):
        change = rolled if number % 2 else replaced
        played = len(table.played)
        process = await change(playground, url, process)
        await until_more(playground, table.played, played, people, START)
    table.end()
    presses.end()
    await asyncio.gather(*people)
    process.stop()
    assert await process.ends() == 0
    log.info(
        "%s changes of process, %s grants and %s answers at a table; the slowest of the grants took %.2f s",
        HANDOVERS,
        sum(presses.given),
        len(table.played),
        max(presses.seconds),
    )
    assert len(table.played) >= HANDOVERS, "after each change, and before the next"
    assert divided == ({1, 2} if SOAK == 1 else set()), "what Discord allows is divided while there are two"
    assert all("restarting" not in reply.text for reply in table.played)
    async with await open_store(url) as store:
        assert await store.audit() == []
        for shard, guild in guilds.items():
            member = await store.find_member(guild.id, bob.id)
            assert member is not None
            lines = await store.history(member, limit=100_000)
            grants = sum(line.kind == "grant" for line in lines)
            assert grants == presses.given[shard], "each counts once: none is lost, none twice"


async def test_the_old_process_goes_on_if_the_new_one_dies_before_it_takes_over(
    playground: Playground, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("db.postgres.shard_leases.LEASE", 2.0)
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    old = await TaskProcess.start(playground, url, "auto/2")
    await playground.wait_for(lambda: len(playground.gateway.sessions) == 2, START)
    await ann.slash(tavern, "table open", game="threes", timeout=START)
    playground.gateway.late = dict.fromkeys(range(2), 2 * START)
    # it never says that it serves: its shards are never ready
    new = asyncio.create_task(TaskProcess.start(playground, url, replace=True))
    await playground.wait_for(lambda: len(playground.gateway.sessions) == 4, START)
    new.cancel()
    await asyncio.wait({new})
    reply = await ann.slash(tavern, "hand", timeout=START)
    assert "restarting" not in reply.text
    playground.gateway.late = {}
    next_one = await TaskProcess.start(playground, url, replace=True)
    assert await old.ends() == 0
    reply = await ann.slash(tavern, "hand", timeout=START)
    assert "no table" not in reply.text
    next_one.stop()
    assert await next_one.ends() == 0
