"""An interaction that two sessions were sent is one process's, and only one's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from discord.gateway import DiscordWebSocket

from bot.client import Dicenight
from bot.fleet.fleet import REMEMBERED_FOR, lately
from bot.tables.view import TableListener
from db import NotSaved, SaveSetting
from db.opening import open_store
from playground.world.clock import PATIENCE


async def test_what_the_old_process_has_taken_is_not_taken_again(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "night.db") as store:
        old = Dicenight(store, ())
        assert old.is_first_delivery(41)
        assert not old.is_first_delivery(41)
        taken = await old.hand_over(0)
        assert taken == [41]
        assert not old.is_first_delivery(42), "from now on they are the new one's"
    async with await open_store(tmp_path / "night.db") as store:
        new = Dicenight(store, ())
        new.take_over(taken)
        assert not new.is_first_delivery(41)
        assert new.is_first_delivery(42)


class Painter(TableListener):
    """A listener that is at it until it is told to end."""

    def __init__(self) -> None:
        self.asked, self.done = asyncio.Event(), asyncio.Event()

    async def wait_idle(self) -> None:
        """Wait for the end."""
        self.asked.set()
        await self.done.wait()


async def test_what_has_begun_is_ended_and_painted_before_a_stop(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "night.db") as store:
        bot, painter = Dicenight(store, ()), Painter()
        bot.registry.register_listener(painter)
        with bot.handling:
            draining = asyncio.create_task(bot.drain(60))
            await asyncio.sleep(0)
            assert bot.stopping
            assert not painter.asked.is_set(), "what is being handled may yet be painted"
        await asyncio.wait_for(painter.asked.wait(), PATIENCE)
        assert not draining.done()
        painter.done.set()
        await asyncio.wait_for(draining, PATIENCE)
        with bot.handling:
            painter.done.clear()
            await asyncio.wait_for(bot.drain(0), PATIENCE)


class Heard:
    """A bot's interactions and events, as they reach its listeners."""

    def __init__(self, bot: Dicenight) -> None:
        self.interactions: list[str | None] = []
        self.events: list[str] = []
        bot._parse_interaction = lambda event: self.interactions.append(event.get("id"))
        for name in ("on_message", "on_ready", "on_guild_join", "on_shard_connect"):
            bot.add_listener(self._listener(name), name)

    def _listener(self, name: str) -> Callable[..., Coroutine[Any, Any, None]]:
        async def listener(*_: object) -> None:
            self.events.append(name)

        return listener


async def test_a_bot_that_stands_by_handles_what_the_old_one_has_not_taken(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "night.db") as store:
        bot = Dicenight(store, (), standing_by=True)
        await bot._async_setup_hook()
        heard = Heard(bot)
        bot.take_interaction({"id": "41"})
        bot.take_interaction({"id": "five"})
        bot.take_interaction({})
        for number in (42, 43):
            bot.take_interaction({"id": str(number)})
        bot.dispatch("message", None)
        bot.dispatch("ready")
        bot.dispatch("shard_connect", 0)
        await asyncio.sleep(0)
        assert heard.interactions == []
        assert heard.events == ["on_shard_connect"], "nobody is served from here"
        await bot.take_up([42])
        bot.take_interaction({"id": "44"})
        await asyncio.sleep(0)
        assert heard.interactions == ["41", "five", None, "43", "44"], "what is odd is for the parser to drop"
        assert heard.events == ["on_shard_connect", "on_message"]
        await bot.close()


async def test_a_bot_that_has_handed_over_says_nothing_more(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "night.db") as store:
        bot = Dicenight(store.part(), ())
        await bot._async_setup_hook()
        heard = Heard(bot)
        await bot.hand_over(0)
        bot.dispatch("message", None)
        await asyncio.sleep(0)
        assert heard.events == []
        with pytest.raises(NotSaved):
            await bot.store.commit(SaveSetting(1, "x", 1))
        await store.commit(SaveSetting(1, "x", 1))
        await bot.close()


async def test_a_bot_that_is_closed_while_it_connects_tries_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    async def refuse(client: Dicenight, **_: object) -> None:
        """The connection breaks off because the bot is closed, before anyone could cancel it."""
        tries.append(client)
        await client.close()
        raise ConnectionResetError

    monkeypatch.setattr(DiscordWebSocket, "from_client", refuse)
    monkeypatch.setattr("discord.shard.asyncio.sleep", AsyncMock())
    async with await open_store(tmp_path / "night.db") as store:
        bot = Dicenight(store, ())
        await bot._async_setup_hook()
        connecting = asyncio.create_task(bot.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, 0))
        await asyncio.wait_for(connecting, PATIENCE)
        assert tries == [bot]


def test_a_successor_is_told_of_what_was_taken_lately() -> None:
    minute = REMEMBERED_FOR << 22
    newest = 10 * minute
    assert lately([]) == []
    assert lately([newest, 5, newest - minute, newest - minute - (1 << 22)]) == [newest - minute, newest]
