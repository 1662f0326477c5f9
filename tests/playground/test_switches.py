"""The faults that the page can switch on, and the traffic log."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from playground import Playground
from playground.fault_switches import SWITCHES
from playground.gateway.gateway import FATAL, FORGETTING, PASSING
from playground.world.clock import PATIENCE
from tests.playground.conftest import TinyBot
from tests.playground.test_page import tab


@pytest.mark.parametrize("key", SWITCHES)
async def test_every_trouble_is_taken_back(playground: Playground, bot: TinyBot, key: str) -> None:
    tavern, cellar, ann = (
        playground.guild.channel("tavern"),
        playground.guild.channel("cellar"),
        playground.member("Ann"),
    )
    playground.switches.turn(key, True, tavern)
    playground.switches.turn(key, True, tavern)
    assert playground.switches.is_on(key, tavern)
    assert playground.switches.is_on(key, cellar) is not SWITCHES[key].local
    playground.switches.turn(key, False, tavern)
    assert not playground.switches.is_on(key, tavern)
    await playground.wait_for(lambda: playground.connected)
    reply = await ann.slash(tavern, "panel")
    assert (await ann.press(reply.message, "Again")).kind == "update"
    assert (await bot.get_partial_messageable(tavern.id).send("here")).id


async def test_troubles_trouble(playground: Playground, bot: TinyBot) -> None:
    tavern, switches = playground.guild.channel("tavern"), playground.switches
    for key, method, status in (
        ("write", "POST", 403),
        ("see", "POST", 403),
        ("outage", "POST", 503),
        ("errors", "PATCH", 500),
        ("full", "POST", 429),
        ("full", "PATCH", 429),
        ("shared", "PATCH", 429),
    ):
        switches.turn(key, True, tavern)
        record = await _ask(playground, method, tavern.id)
        assert record == status, key
        switches.turn(key, False, tavern)
    switches.turn("locked", True, tavern)
    assert await _ask(playground, "POST", tavern.id) == 400
    switches.turn("locked", False, tavern)
    assert await _ask(playground, "POST", tavern.id) == 200
    switches.turn("lost", True, tavern)
    assert await _ask(playground, "POST", tavern.id) == 200
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await _ask(playground, "POST", tavern.id)
    switches.turn("lost", False, tavern)
    switches.turn("gateway", True, tavern)
    await playground.wait_for(lambda: not playground.connected)


async def test_refused_answers_can_be_acknowledged(playground: Playground, bot: TinyBot) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    playground.switches.turn("answers", True, tavern)
    refused = await ann.slash(tavern, "hello", wait=False)
    await playground.wait_for(lambda: any(each.status == 400 for each in playground.requests))
    assert not refused.acknowledged
    playground.switches.turn("answers", False, tavern)
    assert (await ann.slash(tavern, "hello")).acknowledged


async def test_every_message_counts_as_old(playground: Playground) -> None:
    from tests.helpers.raw_client import Raw

    tavern = playground.guild.channel("tavern")
    async with aiohttp.ClientSession() as session:
        raw = Raw(playground, session)
        message = (await raw.send(tavern.id, content="x")).body["id"]
        playground.switches.turn("old", True, tavern)
        path = f"/channels/{tavern.id}/messages/{message}"
        status = [(await raw.ask("PATCH", path, {"content": "y"})).status for _ in range(4)]
        assert status == [200, 200, 200, 429]
        playground.switches.turn("old", False, tavern)
        assert (await raw.ask("PATCH", path, {"content": "y"})).status == 200


async def _ask(playground: Playground, method: str, channel: int) -> int:
    from tests.helpers.raw_client import Raw

    async with aiohttp.ClientSession() as session:
        path = f"/channels/{channel}/messages" + ("/1" if method == "PATCH" else "")
        return (await Raw(playground, session).ask(method, path, {"content": "hello"})).status


async def test_an_unknown_trouble_is_refused(playground: Playground) -> None:
    with pytest.raises(LookupError, match="there are slow, gateway"):
        playground.switches.turn("fire", True, playground.guild.channel("tavern"))


async def test_clearing_the_faults_leaves_no_switch_that_cannot_be_turned_off(playground: Playground) -> None:
    tavern = playground.guild.channel("tavern")
    playground.switches.turn("slow", True, tavern)
    playground.faults.clear()
    playground.switches.turn("slow", False, tavern)
    assert not playground.switches.is_on("slow", tavern)


async def test_the_traffic_of_a_press_is_noted(playground: Playground, bot: TinyBot) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    async with tab(playground) as browser:
        await browser.look(ann, tavern.id)
        before = (await browser.do("watch", on=True))["lines"]
        assert [line["name"] for line in before if line["kind"] == "frame"] == ["heartbeat", "identify"]
        await ann.slash(tavern, "hello")
        event = (await browser.next("traffic"))["lines"][0]
        assert (event["kind"], event["name"]) == ("event", "INTERACTION_CREATE")
        assert event["got"] > 500
        seen = [await browser.next("traffic") for _ in range(2)]
        [request] = [line for each in seen for line in each["lines"] if line["kind"] == "request"]
        assert request["name"] == "POST /interactions/{interaction_id}/{token}/callback"
        assert request["status"] in (200, 204)
        assert request["sent"] > 20
        assert request["ms"] > 0
        await browser.do("watch", on=False)
        await ann.slash(tavern, "hello")
        await browser.do("look")
        assert all(news["type"] != "traffic" for news in browser.news[-3:])


async def test_a_press_can_be_delivered_twice_and_the_connection_cut(
    playground: Playground, bot: TinyBot
) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    async with tab(playground) as browser:
        await browser.look(ann, tavern.id)
        assert "no interaction" in (await browser.do("twice"))["error"]
        await ann.slash(tavern, "hello")
        assert "error" not in await browser.do("twice")
        assert "error" not in await browser.do("drop")
    await playground.wait_for(lambda: playground.gateway.resumes == 1)


async def test_a_bot_comes_back_after_every_passing_code(playground: Playground, bot: TinyBot) -> None:
    """It resumes after most codes; after those that end a session it begins another."""
    before = playground.gateway.resumes
    playground.switches.turn("closes", True, playground.guild.channel("tavern"))
    await playground.wait_for(lambda: not playground.gateway.closing and playground.connected)
    assert playground.gateway.resumes - before >= len(PASSING) - len(set(FORGETTING) & set(PASSING))


@pytest.mark.parametrize("code", FATAL)
async def test_a_bot_gives_up_after_a_fatal_code(playground: Playground, code: int) -> None:
    bot = TinyBot()
    async with bot:
        task = asyncio.create_task(bot.start(playground.token))
        await playground.wait_for(lambda: playground.connected)
        await playground.faults.close_gateway(code)
        with pytest.raises((discord.ConnectionClosed, discord.PrivilegedIntentsRequired)):
            await asyncio.wait_for(task, PATIENCE)
