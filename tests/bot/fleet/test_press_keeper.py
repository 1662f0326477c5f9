"""The session that keeps presses."""

from __future__ import annotations

import asyncio

import pytest

from bot.fleet.press_keeper import PressKeeper
from playground import Playground
from playground.world.clock import PATIENCE
from tests.helpers.as_discord import as_discord


@pytest.mark.slow
async def test_it_waits_for_every_shard_and_keeps_what_comes() -> None:
    async with as_discord(Playground(rate_limits=False)) as playground:
        keeper = PressKeeper()
        keeper.shard_count, keeper.shard_ids = 2, [0, 1]
        await asyncio.wait_for(keeper.begin(playground.token), PATIENCE)
        assert {session.shard for session in playground.gateway.sessions.values()} == {0, 1}
        kept: list[dict[str, object]] = []
        keeper.pass_on(kept.append)
        await keeper.on_shard_connect(1)
        assert kept == []
        await keeper.end()
        await playground.wait_for(lambda: not playground.connected)


async def test_one_shard_of_two_is_not_enough() -> None:
    keeper = PressKeeper()
    keeper.shard_count = 2
    await keeper.on_shard_connect(0)
    assert not keeper._connected.is_set()
    await keeper.on_shard_connect(1)
    assert keeper._connected.is_set()
