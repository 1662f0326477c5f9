"""Two processes on one PostgreSQL database: one dies, or freezes, and the other plays on."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest

from db.opening import open_store
from playground import Playground
from playground.world.events import Event
from tests.helpers.children import START, ShardChild
from tests.helpers.random_matches import SOAK

pytestmark = pytest.mark.in_english

SHARDS = 4
SECONDS = 600.0 if SOAK > 1 else 3.0
"""Seconds of unruly play."""


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground(rate_limits=False) as playground:
        yield playground


def sessions(playground: Playground) -> dict[int, int]:
    """How many connected sessions each shard has."""
    counted: dict[int, int] = {}
    for session in playground.gateway.sessions.values():
        if session.connection is not None:
            counted[session.shard] = counted.get(session.shard, 0) + 1
    return counted


async def served(playground: Playground, shards: set[int]) -> None:
    """Wait until just these shards have one session each."""
    await playground.wait_for(lambda: sessions(playground) == dict.fromkeys(shards, 1), START)


def unruly(playground: Playground, luck: random.Random) -> None:
    """Deliver interactions late, out of order, and every third one twice."""
    listeners, tell = playground.world.listeners, playground.gateway.tell

    def tell_later(event: Event) -> None:
        if event.name != "INTERACTION_CREATE":
            tell(event)
            return
        for _ in range(luck.choice((1, 1, 2))):
            asyncio.get_running_loop().call_later(luck.uniform(0, 0.3), tell, event)

    listeners[listeners.index(tell)] = tell_later


async def answers_again(ann: Any, tavern: Any) -> Any:
    """Ask until somebody answers, as a member would press again."""
    begun = time.monotonic()
    while True:
        with suppress(TimeoutError):
            return await ann.slash(tavern, "hand", timeout=1.0)
        assert time.monotonic() - begun < START


@pytest.mark.slow
async def test_another_process_answers_for_one_that_was_killed(playground: Playground, url: str) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    shard = (playground.guild.id >> 22) % 2
    one = await ShardChild.start(playground, url, f"{shard}/2")
    await served(playground, {shard})
    two = await ShardChild.start(playground, url)
    await served(playground, {0, 1})
    await ann.slash(tavern, "table open", game="threes", timeout=START)
    one.signal(signal.SIGKILL)
    await one.ends()
    # in how many seconds, is proven on a clock of its own: tests/bot/fleet/test_lease_keeper.py
    reply = await answers_again(ann, tavern)
    assert "no table" not in reply.text, "its tables are taken up"
    assert await two.end() == 0
    async with await open_store(url) as store:
        assert await store.audit() == []


@pytest.mark.slow
async def test_a_process_that_was_frozen_saves_nothing_and_stays_as_a_spare(
    playground: Playground, url: str
) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    one = await ShardChild.start(playground, url)
    await served(playground, {0, 1})
    await ann.slash(tavern, "table open", game="threes", timeout=START)
    one.signal(signal.SIGSTOP)
    two = await ShardChild.start(playground, url)
    await answers_again(ann, tavern)
    closed = await ann.slash(tavern, "table close", timeout=START)
    assert "closed" in closed.text.lower()
    one.signal(signal.SIGCONT)
    assert await two.end() == 0
    # nobody else is left, so the one that was overtaken serves again
    await answers_again(ann, tavern)
    assert await one.end() == 0
    async with await open_store(url) as store:
        assert await store.audit() == []
        assert await store.live_tables() == []


@pytest.mark.slow
async def test_three_processes_lose_nothing_that_comes_twice_and_out_of_order(
    playground: Playground, url: str
) -> None:
    ann, bob = playground.member("Ann"), playground.member("Bob")
    guilds = {(playground.guild.id >> 22) % SHARDS: playground.guild}
    while len(guilds) < SHARDS:
        guild = playground.add_guild(f"House {len(guilds)}", ann)
        guilds.setdefault((guild.id >> 22) % SHARDS, guild)
        playground.add_member("Bob", guild)
    processes = [await ShardChild.start(playground, url, f"auto/{SHARDS}") for _ in range(3)]
    await served(playground, set(range(SHARDS)))
    unruly(playground, random.Random("unruly"))
    given = dict.fromkeys(guilds, 0)
    until = asyncio.get_running_loop().time() + SECONDS

    async def give(shard: int) -> None:
        channel = guilds[shard].channel("tavern")
        while asyncio.get_running_loop().time() < until:
            reply = await ann.slash(channel, "house grant", member=bob.user, amount="1g4", timeout=START)
            assert "Bob" in reply.text, reply.text
            given[shard] += 1

    await asyncio.gather(*(give(shard) for shard in guilds))
    assert await asyncio.gather(*(process.end() for process in processes)) == [0, 0, 0]
    async with await open_store(url) as store:
        assert await store.audit() == []
        for shard, guild in guilds.items():
            member = await store.find_member(guild.id, bob.id)
            assert member is not None
            lines = await store.history(member, limit=100_000)
            assert sum(line.kind == "grant" for line in lines) == given[shard]
