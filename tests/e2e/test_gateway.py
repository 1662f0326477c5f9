"""The gateway on a bad day: shards that come late, servers that go and come, events that were missed."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord.backoff import ExponentialBackoff

from bot.client import Dicenight, keep_session
from playground import Playground
from playground.world import payloads
from playground.world.clock import PATIENCE
from playground.world.state import Guild, Member
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.at_rest import idle
from tests.helpers.clicking import Player, acting, play_out, with_panels

GAME = "rogues_and_warriors"


@pytest.fixture
async def players(evening: Evening) -> list[Player]:
    """Ann and Bob in the middle of a hand, each with a panel."""
    return await with_panels(evening, GAME)


@pytest.fixture
def two_shards(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Two servers, one on each of two shards, in the order of the shards."""

    async def at_once(client: Dicenight, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify without the pause between two shards, which the playground doesn't ask for."""

    monkeypatch.setattr(Dicenight, "before_identify_hook", at_once, raising=False)
    playground.rest.backend.shards = 2
    guilds = {(playground.guild.id >> 22) % 2: playground.guild}
    number = 0
    while len(guilds) < 2:
        number += 1
        guild = playground.add_guild(f"House {number}")
        if (guild.id >> 22) % 2 in guilds:
            playground.world.remove_bot(guild)
        else:
            guilds[(guild.id >> 22) % 2] = guild
    return [guilds[0], guilds[1]]


async def open_in(playground: Playground, guilds: list[Any]) -> None:
    """Let Ann open a table in the tavern of each server."""
    ann = playground.member("Ann")
    for guild in guilds:
        opened = await ann.slash(guild.channel("tavern"), "table open", game=GAME)
        assert "Your table is open." in opened.text
    await idle(playground)


async def until(playground: Playground, condition: Callable[[], object]) -> None:
    """Wait for something in the bot, of which the playground hears nothing."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await idle(playground)


@pytest.mark.parametrize("late", [0, 1])
async def test_a_shard_whose_ready_comes_late_keeps_its_tables(
    playground: Playground, two_shards: list[Any], tmp_path: Path, late: int
) -> None:
    """Until then its servers are unknown, which doesn't mean that they have removed the bot."""
    path, clock = tmp_path / "a.db", HandClock()
    async with bot_on(playground, path, clock):
        await playground.wait_for(lambda: len(playground.gateway.sessions) == 2)
        await open_in(playground, two_shards)
    playground.faults.delay_ready(late, 0.3)
    async with bot_on(playground, path, clock) as bot:
        await playground.wait_for(lambda: len(playground.gateway.sessions) == 2)
        await until(playground, lambda: all(bot.get_guild(guild.id) for guild in two_shards))
        await idle(playground)
        open_tables = {table.state.place_key for table in bot.registry}
        assert open_tables == {guild.id for guild in two_shards}
        ann = playground.member("Ann")
        for guild in two_shards:
            assert "Your hand" in (await ann.slash(guild.channel("tavern"), "hand")).text


async def test_a_server_that_removed_the_bot_meanwhile_loses_its_table_on_either_shard(
    playground: Playground, two_shards: list[Any], tmp_path: Path
) -> None:
    path, clock = tmp_path / "a.db", HandClock()
    async with bot_on(playground, path, clock):
        await playground.wait_for(lambda: len(playground.gateway.sessions) == 2)
        await open_in(playground, two_shards)
    gone = next(guild for guild in two_shards if guild is not playground.guild)
    playground.world.remove_bot(gone)
    async with bot_on(playground, path, clock) as bot:
        await until(playground, lambda: len([*bot.registry]) == 1)
        assert [table.state.place_key for table in bot.registry] == [playground.guild.id]
        assert await bot.store.audit() == []


async def test_an_outage_in_the_middle_of_a_hand_voids_nothing(
    evening: Evening, players: list[Player]
) -> None:
    """Nobody can press, nothing can be painted; afterwards the hand goes on."""
    world, tavern = evening.playground.world, players[0].channel
    world.begin_outage(tavern.guild, rest=True)
    await evening.quiet()
    evening.clock.advance(60)
    await evening.quiet()
    assert evening.table(tavern).session is not None
    world.end_outage(tavern.guild)
    for _ in range(8):
        evening.clock.advance(60)
        await evening.quiet()
    assert (await evening.store.match(1)).state in ("playing", "ended")
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)
    assert await evening.store.audit() == []


async def test_a_start_in_an_outage_keeps_the_tables(playground: Playground, tmp_path: Path) -> None:
    """READY names the server, though nothing of it can be had yet."""
    path, clock = tmp_path / "a.db", HandClock()
    async with bot_on(playground, path, clock):
        await open_in(playground, [playground.guild])
    playground.world.begin_outage(playground.guild, rest=True)
    async with bot_on(playground, path, clock) as bot:
        assert len([*bot.registry]) == 1
        playground.world.end_outage(playground.guild)
        await until(
            playground, lambda: (found := bot.get_guild(playground.guild.id)) and not found.unavailable
        )
        shown = await playground.member("Ann").slash(playground.guild.channel("tavern"), "hand")
        assert "Your hand" in shown.text


async def test_a_server_of_250_000_members_is_never_listed(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Members are known by their presses alone; thousands in the first event aren't kept either."""
    described = payloads.gateway_guild_json

    def of_many(guild: Guild, seen: list[Member]) -> dict[str, Any]:
        told = described(guild, seen)
        [someone] = told["members"]
        crowd = [{**someone, "user": {**someone["user"], "id": str(number)}} for number in range(1, 3000)]
        return {**told, "large": True, "member_count": 250_000, "members": [someone, *crowd]}

    monkeypatch.setattr(payloads, "gateway_guild_json", of_many)
    clock, path = HandClock(), tmp_path / "a.db"
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        players = await with_panels(evening, GAME)
        await play_out(evening, players)
        for command in ("my profile", "leaderboard", "table invite-only", "house doctor"):
            await players[0].person.slash(players[0].channel, command)
        [server] = bot.guilds
        assert server.member_count == 250_000
        assert len(server.members) <= 1
    asked = [line.name for line in playground.traffic.lines]
    assert asked
    assert [name for name in asked if name == "request members" or name.endswith("/members")] == []


@pytest.mark.parametrize("missed", ["channel", "press", "permission"])
async def test_a_resumed_session_brings_what_was_missed(
    evening: Evening, players: list[Player], missed: str
) -> None:
    playground, tavern = evening.playground, players[0].channel
    resumes = playground.gateway.resumes
    who = acting(evening, players)
    playground.faults.drop_gateway()
    # before the bot has noticed
    if missed == "channel":
        playground.world.delete_channel(tavern)
    elif missed == "permission":
        playground.revoke(tavern, "attach_files")
    else:
        await who.person.press(who.panel, "Check", wait=False)
    await playground.wait_for(lambda: playground.gateway.resumes == resumes + 1)
    if missed == "channel":
        await until(playground, lambda: evening.bot.registry.find_in_channel(tavern.id) is None)
        assert (await evening.store.match(1)).state == "void"
    elif missed == "permission":
        await evening.quiet()
        cellar = playground.guild.channel("cellar")
        told = await playground.member("Ann").slash(cellar, "house doctor")
        assert f"<#{tavern.id}>: missing **Attach Files**" in told.text
    else:
        await evening.quiet()
        assert len((await evening.store.match(1)).rows) == 1
    assert await evening.store.audit() == []


@pytest.fixture
def third_attempt(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Set once three attempts to reach the gateway again have failed, between which the pauses are short."""
    failed, third = itertools.count(1), asyncio.Event()

    def delay(backoff: ExponentialBackoff[Any]) -> float:
        if next(failed) == 3:
            third.set()
        return 0.05

    monkeypatch.setattr(ExponentialBackoff, "delay", delay)
    return third


async def cut_off(playground: Playground, third_attempt: asyncio.Event) -> None:
    """Cut the connection, and refuse others until three attempts have failed."""
    playground.faults.refuse_connections()
    playground.faults.drop_gateway()
    await asyncio.wait_for(third_attempt.wait(), PATIENCE)


async def test_a_session_outlasts_a_gateway_that_cannot_be_reached(
    evening: Evening, players: list[Player], third_attempt: asyncio.Event
) -> None:
    """Else each shard of a bot would wait for its turn to identify, and what was missed would be lost."""
    playground = evening.playground
    resumes, sessions = playground.gateway.resumes, set(playground.gateway.sessions)
    who = acting(evening, players)
    await cut_off(playground, third_attempt)
    await who.person.press(who.panel, "Check", wait=False)
    playground.faults.refuse_connections(False)
    await playground.wait_for(lambda: playground.gateway.resumes == resumes + 1)
    await evening.quiet()
    assert set(playground.gateway.sessions) == sessions
    assert len((await evening.store.match(1)).rows) == 1
    assert await evening.store.audit() == []


async def test_a_session_that_is_gone_begins_anew(
    evening: Evening, players: list[Player], third_attempt: asyncio.Event
) -> None:
    playground = evening.playground
    await cut_off(playground, third_attempt)
    playground.gateway.sessions.clear()
    playground.faults.refuse_connections(False)
    await playground.wait_for(lambda: playground.gateway.sessions)
    reply = await players[0].person.slash(players[0].channel, "hand")
    assert "Your hand" in reply.text


async def test_a_connection_that_answers_no_heartbeat_is_given_up(
    evening: Evening, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A network in between may have forgotten it without telling either side."""
    playground, gateway = evening.playground, evening.playground.gateway
    with monkeypatch.context() as patch:
        patch.setattr("playground.gateway.gateway.HEARTBEAT_MS", 100)
        patch.setattr(evening.bot._connection, "heartbeat_timeout", 1.5)
        # the next connection has these times
        playground.faults.drop_gateway()
        await playground.wait_for(lambda: gateway.resumes == 1)
    await evening.quiet()
    playground.faults.go_silent()
    who = acting(evening, players)
    await who.person.press(who.panel, "Check", wait=False)
    await playground.wait_for(lambda: gateway.resumes == 2)
    await evening.quiet()
    assert len((await evening.store.match(1)).rows) == 1, "what came meanwhile isn't lost"
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"


def test_a_shard_never_waits_for_long_until_it_tries_again() -> None:
    shard = SimpleNamespace(_backoff=ExponentialBackoff(), reconnect=None)
    keep_session(cast(Any, SimpleNamespace(_parent=shard)))
    assert max(shard._backoff.delay() for _ in range(200)) <= 8.0


def broken_frames(bot: Dicenight) -> float:
    """The frames that the bot could not read, by its own count."""
    registry = bot.monitor.metrics.registry
    return registry.get_sample_value("dicenight_unreadable_events_total", {"event": "FRAME"}) or 0


@pytest.mark.usefixtures("third_attempt")
@pytest.mark.parametrize("frame", ['{"op":0,', "[1]", '"a word"', '{"op":10}', "\0"])
async def test_a_frame_that_cannot_be_read_is_a_lost_connection(
    evening: Evening, players: list[Player], frame: str
) -> None:
    playground = evening.playground
    playground.faults.send_frame(frame)
    await playground.wait_for(lambda: playground.gateway.resumes == 1)
    assert broken_frames(evening.bot) == 1
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"


@pytest.mark.usefixtures("third_attempt")
async def test_a_greeting_that_cannot_be_read_is_a_lost_connection(
    evening: Evening, players: list[Player]
) -> None:
    playground = evening.playground
    playground.faults.greet_oddly(['{"op":10}', '{"op":10,"d":{}}', "no JSON"])
    await playground.wait_for(lambda: playground.gateway.resumes == 1)
    assert broken_frames(evening.bot) == 3
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"
