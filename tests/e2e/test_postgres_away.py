"""PostgreSQL goes away in the middle of a hand: presses aren't saved and say so, and play goes on when it is back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import acting, at_play, play_out
from tests.helpers.postgres import Server, own_server

GAME = "rogues_and_warriors"


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that this test may stop."""
    with own_server() as own:
        with closing(own.connect()) as db:
            db.execute("CREATE DATABASE night")
        yield own


async def test_a_hand_goes_on_when_the_server_is_back(playground: Playground, server: Server) -> None:
    place, clock = server.url("night"), HandClock()
    async with bot_on(playground, place, clock) as bot:
        evening = Evening(playground, Path("night"), clock, bot)
        players = await at_play(evening, GAME)
        tavern = players[0].channel
        who = acting(evening, players)
        for how in ("fast", "immediate"):
            before = len((await evening.store.match(1)).rows)
            await asyncio.to_thread(server.stop, how)
            for _ in range(2):
                reply = await who.press("Check")
                await evening.quiet()
                told = reply.text + "".join(m.text for m in who.person.ephemerals(tavern))
                assert "That wasn't saved. Press again." in told
            await asyncio.to_thread(server.start)
            assert len((await evening.store.match(1)).rows) == before
        await who.press("Check")
        await evening.quiet()
        assert len((await evening.store.match(1)).rows) == 1
        for player in players:
            await player.opens_hand()
        await play_out(evening, players)
        assert await evening.store.audit() == []
