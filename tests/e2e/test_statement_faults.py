"""Two processes on a real PostgreSQL whose connections are held and lost between statements, by a seed's choice.

Whatever was confirmed stands in the books once, and all shards answer when nothing goes wrong any more.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from db.opening import open_store
from playground import Playground
from playground.errors import PlaygroundError
from tests.helpers.children import START, ShardChild
from tests.helpers.lossy_socket import Loss, LossySocket
from tests.helpers.postgres import server
from tests.helpers.random_matches import SOAK

SHARDS = 2
SEEDS = range(int(12 * SOAK) if SOAK > 1 else 1)
FAULTS = 60 if SOAK > 1 else 4
"""How often something goes wrong in a run."""
BETWEEN = 60
"""The most statements from one fault to the next."""
HOLDS = (0.1, 0.5, 2.0, 9.0) if SOAK > 1 else (0.1, 0.5, 2.0)
"""Seconds for which a statement is held back; the last is longer than a lease."""


class Unruly:
    """Lets something go wrong at statements that a seed chooses, a number of times."""

    def __init__(self, socket: LossySocket, seed: int) -> None:
        self.socket, self.luck = socket, random.Random(seed)
        self.left, self._next = FAULTS, 0
        socket.hold, socket.decide = self._hold, self._decide

    def _is_due(self) -> bool:
        self._next -= 1
        if self._next >= 0 or not self.left:
            return False
        self._next = self.luck.randrange(BETWEEN)
        self.left -= 1
        return True

    def _hold(self, statement: bytes) -> float:
        if not self._is_due():
            return 0.0
        self.kind = self.luck.choice(("hold", "before", "after", "cut"))
        return self.luck.choice(HOLDS) if self.kind == "hold" else 0.0

    def _decide(self, statement: bytes) -> Loss | None:
        kind, self.kind = self.kind, ""
        if kind == "cut":
            self.socket.cut()
        return "before" if kind == "before" else "after" if kind == "after" else None

    kind = ""


@pytest.fixture
async def socket(url: str) -> AsyncIterator[LossySocket]:
    with TemporaryDirectory() as folder:
        async with LossySocket(Path(folder), server().folder) as socket:
            yield socket


async def asked(person: Any, channel: Any, command: str, **options: Any) -> Any:
    """Use a command once; None if nobody answers."""
    with suppress(TimeoutError, PlaygroundError):
        return await person.slash(channel, command, timeout=4.0, **options)
    return None


@pytest.mark.in_english
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", SEEDS)
async def test_what_was_confirmed_is_in_the_books_once(seed: int, url: str, socket: LossySocket) -> None:
    async with Playground(rate_limits=False) as playground:
        ann, bob = playground.member("Ann"), playground.member("Bob")
        guilds = {(playground.guild.id >> 22) % SHARDS: playground.guild}
        while len(guilds) < SHARDS:
            guild = playground.add_guild(f"House {len(guilds)}", ann)
            guilds.setdefault((guild.id >> 22) % SHARDS, guild)
            playground.add_member("Bob", guild)
        processes = [await ShardChild.start(playground, socket.url(url), f"auto/{SHARDS}") for _ in range(2)]
        unruly = Unruly(socket, seed)
        confirmed: dict[int, list[int]] = {shard: [] for shard in guilds}

        async def give(shard: int, channel: Any) -> None:
            while unruly.left or not confirmed[shard]:
                reply = await asked(ann, channel, "house grant", member=bob.user, amount="1g4")
                if reply is not None and reply.kind == "message" and "Bob" in reply.text:
                    confirmed[shard].append(reply.id)

        await asyncio.wait_for(
            asyncio.gather(*(give(shard, guild.channel("tavern")) for shard, guild in guilds.items())), 500
        )
        for guild in guilds.values():
            until = asyncio.get_running_loop().time() + START
            while (reply := await asked(ann, guild.channel("tavern"), "purse show")) is None or (
                "restarting" in reply.text
            ):
                assert asyncio.get_running_loop().time() < until
        assert await asyncio.gather(*(process.end() for process in processes)) == [0, 0]
        async with await open_store(url) as store:
            assert await store.audit() == []
            made = [
                key
                for (key,) in await store.read(
                    lambda db: db.execute("SELECT key FROM transfers WHERE kind = 'grant'").fetchall()
                )
            ]
        for press in (press for some in confirmed.values() for press in some):
            assert made.count(f"grant:{press}") == 1
