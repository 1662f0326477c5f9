"""A deploy that nobody notices: processes follow one another while members play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.startup.run import run
from db.opening import open_store
from playground import Playground
from playground.world.clock import PATIENCE
from tests.helpers.as_discord import as_discord, settings_for
from tests.helpers.endless_threes import PAUSE, EndlessThrees, until_more
from tests.helpers.random_matches import SOAK

pytestmark = pytest.mark.in_english

HANDOVERS = 50 if SOAK > 1 else 3


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    """A playground that the bot takes for Discord, with real identifies but no waits between them."""
    async with as_discord(Playground(rate_limits=False)) as playground:
        yield playground


class Deploys:
    """The processes on one database, one after the other."""

    def __init__(self, playground: Playground, database: Path) -> None:
        playground.enable_activity("")
        secret = SecretStr(playground.world.activities.client_secret)
        activity = {"activity_port": 0, "activity_secret": secret}
        self.settings = settings_for(playground.token, database).model_copy(update=activity)
        self.stop = asyncio.Event()
        self.running: asyncio.Task[None] | None = None

    async def next(self) -> None:
        """Start a process in the place of the one that runs, and see that one end by itself."""
        ready, before = asyncio.Event(), self.running
        self.running = asyncio.create_task(
            run(self.settings, stop=self.stop, say=lambda _: ready.set(), replace=True)
        )
        started = asyncio.create_task(ready.wait())
        await asyncio.wait({started, self.running}, return_when=asyncio.FIRST_COMPLETED, timeout=60)
        if self.running.done():
            self.running.result()
        assert ready.is_set()
        if before is not None:
            await asyncio.wait_for(before, 60)

    async def end(self) -> None:
        self.stop.set()
        if self.running is not None:
            await asyncio.wait_for(self.running, 60)


async def test_members_play_on_through_deploys(playground: Playground, tmp_path: Path) -> None:
    guild = playground.guild
    tavern, ann, bob = guild.channel("tavern"), playground.member("Ann"), playground.member("Bob")
    deploys = Deploys(playground, tmp_path / "night.db")
    await deploys.next()
    await bob.slash(tavern, "purse show")
    over = asyncio.Event()
    given: list[Any] = []

    async def give() -> None:
        while not over.is_set():
            given.append(await ann.slash(tavern, "house grant", member=bob.user, amount="1g4"))
            await asyncio.sleep(PAUSE)

    table = EndlessThrees(playground, tavern)
    people = [asyncio.create_task(give()), asyncio.create_task(table.play())]
    for _ in range(HANDOVERS):
        before = len(given), len(table.played)
        await deploys.next()
        for answers, had in zip((given, table.played), before, strict=True):
            await until_more(playground, answers, had, people, PATIENCE)
    over.set()
    table.end()
    await asyncio.gather(*people)
    await deploys.end()
    assert len(given) >= HANDOVERS
    assert len(table.played) >= HANDOVERS
    assert all("restarting" not in reply.text for reply in [*given, *table.played])
    async with await open_store(tmp_path / "night.db") as store:
        assert await store.audit() == []
        member = await store.find_member(guild.id, bob.id)
        assert member is not None
        history = await store.history(member, limit=1000)
        grants = [line for line in history if line.kind == "grant"]
        assert len(grants) == len(given), "each counts once: none is lost, none twice"
