"""The Activity of processes that die, and of several on one database."""

from __future__ import annotations

import asyncio
import signal
import socket
import uuid
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr

from activity.relay import HEADER
from bot.fleet.plan import ShardPlan
from bot.startup.run import run
from db.postgres.connection import connect_writer
from playground import Playground
from playground.world.clock import PATIENCE
from tests.helpers.activity_pages import Page, served_elsewhere, words_of
from tests.helpers.activity_players import PagePlayer
from tests.helpers.as_discord import as_discord, settings_for
from tests.helpers.children import START, ShardChild, victim
from tests.helpers.crowd import journal
from tests.helpers.random_matches import SOAK

pytestmark = pytest.mark.in_english

KILLS = 3 if SOAK > 1 else 1
"""The processes that die while a page is at another one."""


def a_free_port() -> int:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def back(page: Page) -> None:
    """Let a page come back by itself, as often as it takes."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(aiohttp.ClientError):
                page.frames.clear()
                await page.open()
                if page.view:
                    return
            await asyncio.sleep(0.1)


@pytest.mark.slow
async def test_kill_9_with_open_sockets_loses_no_answer(tmp_path: Path) -> None:
    path, port = tmp_path / "killed.db", a_free_port()
    async with Playground(rate_limits=False) as playground:
        playground.enable_activity(f"http://127.0.0.1:{port}")
        activity = (port, playground.world.activities.client_secret)
        tavern = playground.guild.channel("tavern")
        served = served_elsewhere(playground, port)
        ann, bob = served.page("Ann", tavern), served.page("Bob", tavern)
        pages, pressed = (ann, bob), dict[str, Any]()
        async with victim(playground, path, activity):
            for page in pages:
                await back(page)
            assert (await ann.do("open", game="rogues_and_warriors"))["t"] == "taken"
            await bob.until(lambda: bob.view["table"]["phase"] == "lobby")
            await bob.do("sit")
            assert (await ann.do("start"))["t"] == "taken"
        for _ in range(3):
            async with victim(playground, path, activity) as process:
                for page in pages:
                    await back(page)
                for page in pages:
                    await page.until(lambda: any(each.view["prompts"] for each in pages))
                asked = next(page for page in pages if page.view["prompts"])
                prompt = next(iter(asked.view["prompts"].values()))
                answer = PagePlayer("Ann", asked).answer(prompt)
                press = str(uuid.uuid4())
                assert (await asked.press(prompt["id"], answer, press))["t"] == "taken"
                pressed[press] = {
                    "t": "press", "press": press, "match": asked.view["table"]["match"], "ask": prompt["id"],
                    "answer": answer,
                }  # fmt: skip
                await process.kill()
        async with victim(playground, path, activity):
            for page in pages:
                await back(page)
            # a page that had not heard of them sends them all again
            for frame in pressed.values():
                for page in pages:
                    answer = await page._ask(frame)
                    assert answer["t"] in ("taken", "refused")
        presses, _ = journal(path)
        assert len(presses) == len(pressed)
        assert all(len(answers) == 1 for answers in presses.values())
        for page in pages:
            await page.close()


def holder_of(url: str, shard: int) -> int:
    """Return the port of the Activity of the process that holds a shard; 0 while nobody does."""
    with closing(connect_writer(url)) as db:
        found = db.execute("SELECT address FROM shard_leases WHERE shard = ?", (shard,)).fetchone()
    return int((found[0] or "").rpartition(":")[2] or 0) if found is not None else 0


@pytest.mark.slow
async def test_kill_9_of_the_process_with_the_table_loses_no_answer_of_a_page(url: str) -> None:
    """The page is at another process, which takes the shard of the table then."""
    async with Playground(rate_limits=False) as playground:
        playground.enable_activity("http://127.0.0.1:1")
        secret, tavern = playground.world.activities.client_secret, playground.guild.channel("tavern")
        here, processes = (playground.guild.id >> 22) % 2, dict[int, ShardChild]()

        async def join() -> None:
            port = a_free_port()
            processes[port] = await ShardChild.start(playground, url, activity=(port, secret))
            if len(processes) > 1:
                await playground.wait_for(lambda: holder_of(url, 0) != holder_of(url, 1), START)

        async with asyncio.timeout(3 * START):
            await join()
            pressed = dict[str, Any]()
            for number in range(KILLS):
                await join()
                holder = holder_of(url, here)
                [other] = processes.keys() - {holder}
                page = served_elsewhere(playground, other).page("Ann", tavern)
                await back(page)
                if not number:
                    assert (await page.do("open", game="threes"))["t"] == "taken"
                    await page.until(lambda page=page: page.view["table"]["phase"] == "lobby")
                    assert (await page.do("solo"))["t"] == "taken"
                await page.until(lambda page=page: page.view["prompts"])
                prompt = next(iter(page.view["prompts"].values()))
                press = str(uuid.uuid4())
                pressed[press] = {
                    "t": "press", "press": press, "match": page.view["table"]["match"], "ask": prompt["id"],
                    "answer": PagePlayer("Ann", page).answer(prompt),
                }  # fmt: skip
                assert (await page._ask(pressed[press]))["t"] == "taken"
                process = processes.pop(holder)
                process.signal(signal.SIGKILL)
                await process.ends()
                await back(page)
                for frame in pressed.values():
                    assert (await page._ask(frame))["t"] in ("taken", "refused")
                await page.close()
            [last] = processes.values()
            assert await last.end() == 0
    with closing(connect_writer(url)) as db:
        rows = db.execute(
            "SELECT press, count(*) FROM rows WHERE press IS NOT NULL GROUP BY press"
        ).fetchall()
    assert [count for _, count in rows] == [1] * len(pressed)


@pytest.fixture
async def discord_here() -> AsyncIterator[Playground]:
    async with as_discord(Playground(rate_limits=False, shards=2)) as playground:
        yield playground


@pytest.mark.slow
async def test_a_page_is_passed_on_to_the_process_with_its_table(discord_here: Playground, url: str) -> None:
    playground = discord_here
    activities = playground.world.activities
    playground.enable_activity("http://127.0.0.1:1")
    settings = settings_for(playground.token, url).model_copy(
        update={"activity_port": 0, "activity_secret": SecretStr(activities.client_secret)}
    )
    here = (playground.guild.id >> 22) % 2
    stop, ready = asyncio.Event(), [asyncio.Event(), asyncio.Event()]
    running = [
        asyncio.create_task(
            run(
                settings, stop=stop, plan=ShardPlan.parse(f"{shard}/2"),
                say=lambda _, shard=shard: ready[shard].set(),  # type: ignore[misc]
            )
        )
        for shard in (0, 1)
    ]  # fmt: skip
    try:
        await asyncio.wait_for(asyncio.gather(*(each.wait() for each in ready)), PATIENCE)
        db = connect_writer(url)
        ports = {
            shard: int(address.rpartition(":")[2])
            for shard, address in db.execute("SELECT shard, address FROM shard_leases").fetchall()
        }
        db.close()
        assert ports[0] != ports[1]
        served = served_elsewhere(playground, ports[1 - here])
        tavern = playground.guild.channel("tavern")
        async with served.page("Ann", tavern) as ann:
            assert (await ann.do("open", game="threes"))["t"] == "taken"
            await ann.until(lambda: ann.view["table"]["phase"] == "lobby")
            assert (await ann.do("solo"))["t"] == "taken"
            await ann.until(lambda: ann.view["table"]["phase"] == "playing")
            near = served_elsewhere(playground, ports[here])
            async with near.page("Bob", tavern) as bob:
                assert words_of(bob.view["head"]) == words_of(ann.view["head"])
        forged = served_elsewhere(playground, ports[here])
        forged.origin = "https://elsewhere.example"
        stranger = forged.page("Bob", tavern)
        for header in ("", "1.2", "1.\u00e9", "9999999999." + "0" * 64):
            stranger.headers = {HEADER: header}
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await stranger.open()
        await stranger.close()
    finally:
        stop.set()
        await asyncio.gather(*running)
