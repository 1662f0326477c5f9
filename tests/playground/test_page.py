"""The web page's files and its websocket, as a browser uses them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock
from urllib.parse import quote

import aiohttp
import pytest
import yarl

from playground import Person, Playground
from playground.web.page import FILES, Tab
from playground.world.clock import PATIENCE
from tests.playground.conftest import TinyBot

Json = dict[str, Any]


class Browser:
    """A browser tab that only speaks to the websocket."""

    def __init__(self, websocket: aiohttp.ClientWebSocketResponse) -> None:
        self.websocket = websocket
        self.requests = 0
        self.news: list[Json] = []

    async def next(self, kind: str) -> Json:
        """Return the next message of a kind. Those that come before it are added to `news`."""
        while True:
            message: Json = await self.websocket.receive_json(timeout=PATIENCE)
            if message["type"] == kind:
                return message
            self.news.append(message)

    async def do(self, what: str, **more: Any) -> Json:
        """Send a request and return its result."""
        self.requests += 1
        await self.websocket.send_json({"do": what, "n": self.requests, **more})
        result = await self.next("result")
        assert result["n"] == self.requests
        return result

    async def look(self, person: Person, channel_id: int) -> Json:
        """Look into a channel as `person`, and return everything that they see."""
        await self.websocket.send_json({"do": "look", "member": str(person.id), "channel": str(channel_id)})
        everything = await self.next("all")
        await self.next("result")
        return everything


@asynccontextmanager
async def tab(playground: Playground) -> AsyncIterator[Browser]:
    async with aiohttp.ClientSession() as session:
        url = playground.page_url + "page/socket"
        origin = playground.page_url.rstrip("/")
        async with session.ws_connect(url, origin=origin) as websocket:
            yield Browser(websocket)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("", "text/html"),
        ("page/page.js", "text/javascript"),
        ("page/page.css", "text/css"),
    ],
)
async def test_files(playground: Playground, path: str, kind: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(playground.page_url + path) as response:
        assert response.status == 200
        assert response.content_type == kind
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path", ["page/none.js", "page/..%2fserver.py", "page/server.py", "attachments/1/x", "emojis/1.png"]
)
async def test_no_such_file(playground: Playground, path: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(playground.page_url + path) as response:
        assert response.status == 404


@pytest.mark.parametrize("ending", [".html", ".css", ".js", ".svg"])
async def test_only_the_pages_own_folder_is_served(
    playground: Playground, tmp_path: Path, ending: str
) -> None:
    secret = tmp_path / f"secret{ending}"
    secret.write_text("mine")
    for path in (str(secret), "../" * len(FILES.parts) + str(secret)):
        address = yarl.URL(f"{playground.page_url}page/{quote(path, safe='')}", encoded=True)
        async with aiohttp.ClientSession() as session, session.get(address) as response:
            assert response.status == 404, path


@pytest.mark.parametrize(
    ("site", "mode", "dest", "status"),
    [
        ("same-origin", "cors", "empty", 200),
        ("none", "navigate", "document", 200),
        ("cross-site", "navigate", "document", 200),
        ("cross-site", "navigate", "iframe", 403),
        ("cross-site", "no-cors", "script", 403),
        ("same-site", "no-cors", "image", 403),
    ],
)
async def test_other_sites_may_link_here_but_not_read(
    playground: Playground, site: str, mode: str, dest: str, status: int
) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(playground.page_url) as response,
    ):
        assert response.status == status


async def test_socket_is_for_this_page_only(playground: Playground) -> None:
    url = playground.page_url + "page/socket"
    async with aiohttp.ClientSession() as session:
        for origin in (None, "http://evil.example"):
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(url, origin=origin)


async def test_playing_through_the_page(playground: Playground, bot: TinyBot) -> None:
    tavern, ann, bob = playground.guild.channel("tavern"), playground.member("Ann"), playground.member("Bob")
    async with tab(playground) as mine, tab(playground) as theirs:
        seen = await mine.look(ann, tavern.id)
        assert [each["name"] for each in seen["people"]][:2] == ["Ann", "Bob"]
        assert "doctor" in [command["name"] for command in seen["commands"]]
        seen = await theirs.look(bob, tavern.id)
        assert "doctor" not in [command["name"] for command in seen["commands"]]

        offered = await mine.do("complete", command="table open", focused="game", value="hea")
        assert offered["choices"] == [{"name": "hearts", "value": "hearts"}]
        assert (await mine.do("slash", command="whisper"))["kind"] == "message"
        assert (await theirs.next("stir"))["member"] == str(ann.id)
        assert (await mine.do("slash", command="panel"))["kind"] == "message"
        shown = (await theirs.next("message"))["message"]
        assert not shown["only_you"]

        pressed = await theirs.do("press", message=shown["id"], custom_id="ask")
        modal = pressed["modal"]["id"]
        refused = await theirs.do("submit", modal=modal, values={"word": "far too long a word", "side": "l"})
        assert "longer than 10" in refused["error"]
        await theirs.do("submit", modal=modal, values={"word": "seven", "side": "l"})
        assert bob.ephemerals(tavern)[-1].text == "you said seven on l"
        own = str(bob.ephemerals(tavern)[-1].id)
        await theirs.do("dismiss", message=own)
        assert not bob.ephemerals(tavern)


async def test_what_cannot_be_done_is_said(playground: Playground) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    async with tab(playground) as browser:
        await browser.look(ann, tavern.id)
        assert "no command" in (await browser.do("slash", command="nothing"))["error"]
        assert "no message" in (await browser.do("press", message="1", custom_id="x"))["error"]
        assert "nobody knows" in (await browser.do("fly"))["error"]


async def test_messages_and_places_come_and_go(playground: Playground) -> None:
    tavern, cellar = playground.guild.channel("tavern"), playground.guild.channel("cellar")
    ann, bob = playground.member("Ann"), playground.member("Bob")
    async with tab(playground) as browser:
        await browser.look(ann, tavern.id)
        message = bob.say(tavern, "hello")
        assert (await browser.next("message"))["message"]["content"] == "hello"
        playground.world.delete_message(message)
        assert (await browser.next("gone"))["id"] == str(message.id)
        bob.say(cellar, "down here")
        assert (await browser.next("unread"))["channel"] == str(cellar.id)
        playground.world.delete_channel(tavern)
        assert (await browser.next("all"))["channel"] == str(cellar.id)
        await browser.do("say", text="found you")
        assert cellar.messages[-1].text == "found you"
        playground.revoke(cellar, "send_messages", of=bob)
        await browser.look(bob, cellar.id)
        assert "may not write" in (await browser.do("say", text="hush"))["error"]


async def test_a_member_deletes_what_is_theirs(playground: Playground) -> None:
    tavern = playground.guild.channel("tavern")
    ann, bob = playground.member("Ann"), playground.member("Bob")
    mine, hers = bob.say(tavern, "mine"), ann.say(tavern, "hers")
    async with tab(playground) as browser:
        seen = await browser.look(bob, tavern.id)
        assert seen["may"] == {"delete": False, "thread": True, "launch": False}
        refused = await browser.do("delete", message=str(hers.id))
        assert "only its author" in refused["error"]
        assert "error" not in await browser.do("delete", message=str(mine.id))
        assert "gone" in (await browser.do("delete", message=str(mine.id)))["error"]
        assert tavern.messages == [hers]
        assert (await browser.look(ann, tavern.id))["may"]["delete"], "the owner manages messages"
        bobs = bob.say(tavern, "again")
        await browser.do("delete", message=str(bobs.id))
        assert tavern.messages == [hers]


async def test_a_member_begins_threads(playground: Playground) -> None:
    tavern = playground.guild.channel("tavern")
    ann, bob = playground.member("Ann"), playground.member("Bob")
    playground.revoke(tavern, "create_public_threads", of=bob)
    message = ann.say(tavern, "a table, in here?")
    async with tab(playground) as browser:
        await browser.look(ann, tavern.id)
        await browser.do("thread", name="dice", message=str(message.id))
        thread = playground.guild.channel("dice")
        assert (thread.id, thread.parent, message.thread) == (message.id, tavern, thread)
        await browser.do("say", text="found it")
        assert [each.text for each in thread.messages] == ["found it"], "the page shows the thread at once"
        assert "text channel" in (await browser.do("thread", name="deeper"))["error"]
        await browser.look(ann, tavern.id)
        assert "no thread" in (await browser.do("thread", name="twice", message=str(message.id)))["error"]
        assert "letters" in (await browser.do("thread", name=" "))["error"]
        await browser.do("thread", name="cards")
        assert playground.guild.channel("cards").parent is tavern
        assert not (await browser.look(bob, tavern.id))["may"]["thread"]
        assert "may not create" in (await browser.do("thread", name="no"))["error"]


async def test_changes_at_a_time_are_shown_together(playground: Playground) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    async with tab(playground) as browser:
        await browser.look(ann, tavern.id)
        for _ in range(300):
            playground.world.announce()
        await browser.next("all")
        ann.say(tavern, "and now")
        await browser.next("message")
        assert [news["type"] for news in browser.news].count("all") == 0


async def test_the_page_shows_places_without_the_bot(playground: Playground) -> None:
    playground.add_places_without_bot()
    ann, dot, eve = (playground.member(name) for name in ("Ann", "Dot", "Eve"))
    tavern = playground.guild.channel("tavern").id
    async with tab(playground) as browser:
        seen = {
            person.name: {
                guild["name"]: [channel["name"] for channel in guild["channels"]]
                for guild in (await browser.look(person, tavern))["guilds"]
            }
            for person in (ann, dot, eve)
        }
        assert seen["Ann"]["Direct messages"] == ["Dicenight", "The Back Room"]
        assert "The Far Shore (without the bot)" in seen["Ann"]
        assert "The Far Shore (without the bot)" in seen["Dot"]
        assert "Direct messages" not in seen["Dot"]
        assert list(seen["Eve"]) == ["The Gilded Nugget"]
        [room] = [each for each in playground.world.channels.values() if each.name == "The Back Room"]
        inside = await browser.look(ann, room.id)
        assert inside["channel"] == str(room.id)
        assert [each["name"] for each in inside["members"]] == ["Ann", "Bob", "Cid"]
        outside = await browser.look(eve, room.id)
        assert outside["channel"] != str(room.id)


async def test_a_page_that_closes_while_it_is_written_to_ends_its_writer(playground: Playground) -> None:
    socket: Any = AsyncMock()
    socket.send_str.side_effect = aiohttp.ClientConnectionResetError("Cannot write to closing transport")
    closing = Tab(socket, playground.member("Ann"), playground.guild.channel("tavern"))
    closing.send("all")
    await asyncio.wait_for(closing.write(), PATIENCE)
