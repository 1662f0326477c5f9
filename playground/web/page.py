"""The web page: be any of the members, in a browser.

The page is a few static files and one websocket a browser tab. A tab looks at one channel as one person; it is sent
everything that person sees there, and sends what they do. All of it goes through `Person`, so the page can do
nothing that a member could not.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import WSCloseCode, WSMsgType, web

from playground.errors import PlaygroundError
from playground.members.client import Person
from playground.members.interaction_results import Interaction as Reply
from playground.members.interaction_results import Modal
from playground.web import page_views as views
from playground.web.traffic_log import Line
from playground.world.events import Event
from playground.world.interactions import ACKNOWLEDGE_WITHIN
from playground.world.state import Channel, Message

if TYPE_CHECKING:
    from playground.server import Playground

Json = dict[str, Any]

FILES = Path(__file__).parent / "page_files"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-src 'self'; frame-ancestors 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
FAILED = "This interaction failed"
TOGETHER = 0.05
"""Seconds within which changes that touch everything are shown together."""


@dataclass(slots=True, eq=False)
class Tab:
    """One browser tab: who it is, where it looks, and what waits to be sent to it."""

    socket: web.WebSocketResponse
    person: Person
    channel: Channel
    watching: bool = False
    queue: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    modals: dict[str, Modal] = field(default_factory=dict)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def send(self, kind: str, /, **data: Any) -> None:
        """Queue a message for the page."""
        self.queue.put_nowait(json.dumps({"type": kind, **data}))

    async def write(self) -> None:
        """Send what is queued, for as long as the tab is open."""
        while True:
            await self.socket.send_str(await self.queue.get())


class Page:
    """Serves the page's files and its websockets."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self.tabs: set[Tab] = set()
        self._refreshing: asyncio.TimerHandle | None = None
        playground.world.listeners.append(self.tell)
        playground.world.watchers.append(self.refresh)
        playground.traffic.listeners.append(self._pass)

    def attach(self, app: web.Application) -> None:
        """Add the page's routes to the application."""
        app.router.add_get("/", self._index)
        app.router.add_get("/page/socket", self._socket)
        app.router.add_get("/page/{name}", self._file)

    async def close(self) -> None:
        """Close every tab's connection."""
        if self._refreshing is not None:
            self._refreshing.cancel()
            self._refreshing = None
        for tab in list(self.tabs):
            await tab.socket.close(code=WSCloseCode.GOING_AWAY)

    # -- files ------------------------------------------------------------------------------------------------

    async def _index(self, request: web.Request) -> web.Response:
        return _serve(FILES / "index.html")

    async def _file(self, request: web.Request) -> web.Response:
        # The route's pattern lets no slash through, so the name cannot lead out of the folder.
        path = FILES / request.match_info["name"]
        if path.suffix not in TYPES or not path.is_file():
            raise web.HTTPNotFound
        return _serve(path)

    # -- to the page ------------------------------------------------------------------------------------------

    def tell(self, event: Event) -> None:
        """Tell the open tabs what happened."""
        if not self.tabs or event.subject is None:
            return
        subject = event.subject
        for tab in self.tabs:
            if isinstance(subject, Message):
                self._tell_message(tab, event.name, subject)
            else:
                self._look(tab, tab.channel)

    def refresh(self) -> None:
        """Show every open tab everything anew, once for all that changes at a time: a bot may bring 300 emoji."""
        if self.tabs and self._refreshing is None:
            self._refreshing = asyncio.get_running_loop().call_later(TOGETHER, self._refresh)

    def _refresh(self) -> None:
        self._refreshing = None
        for tab in self.tabs:
            self._look(tab, tab.channel)

    def _pass(self, line: Line) -> None:
        """Show a line of traffic to the tabs that watch it."""
        for tab in self.tabs:
            if tab.watching:
                tab.send("traffic", lines=[views.line(line)])

    def _tell_message(self, tab: Tab, name: str, message: Message) -> None:
        if name != "MESSAGE_DELETE":
            stirred = [message.viewer] if message.viewer else message.pings
            for user in stirred:
                if user is not tab.person.user:
                    tab.send("stir", member=str(user.id))
        if message.viewer not in (None, tab.person.user) or not views.sees(tab.person, message.channel):
            return
        if message.channel is not tab.channel:
            if name == "MESSAGE_CREATE":
                tab.send("unread", channel=str(message.channel.id))
        elif name == "MESSAGE_DELETE":
            tab.send("gone", id=str(message.id))
        else:
            tab.send("message", message=views.message(message))

    def _look(self, tab: Tab, channel: Channel) -> None:
        """Show a tab everything anew, in `channel` or, if it cannot be seen, in the first that can."""
        if channel.deleted or not views.sees(tab.person, channel):
            channel = views.first_seen(self.playground, tab.person) or channel
        tab.channel = channel
        tab.send("all", **views.everything(self.playground, tab.person, channel))

    # -- from the page ----------------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Origin") is None:
            return web.Response(status=403, text="Only this page may ask.")
        socket = web.WebSocketResponse(max_msg_size=1 << 20, heartbeat=20.0)
        await socket.prepare(request)
        first = self.playground.people[0]
        tab = Tab(socket, first, next(iter(self.playground.guild.channels.values())))
        self.tabs.add(tab)
        writer = asyncio.create_task(tab.write())
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    break
                self._receive(tab, frame.data)
        finally:
            self.tabs.discard(tab)
            writer.cancel()
            for task in tab.tasks:
                task.cancel()
        return socket

    def _receive(self, tab: Tab, raw: str) -> None:
        asked: Any = json.loads(raw)
        if not isinstance(asked, dict):
            return
        task = asyncio.create_task(self._serve_one(tab, asked))
        tab.tasks.add(task)
        task.add_done_callback(tab.tasks.discard)

    async def _serve_one(self, tab: Tab, asked: Json) -> None:
        """Do what the page asked, and tell it how that went."""
        number = asked.get("n")
        try:
            found = await self._do(tab, asked)
        except (PlaygroundError, LookupError, ValueError) as error:
            tab.send("result", n=number, error=str(error).strip("'\""))
        except TimeoutError:
            tab.send("result", n=number, error=FAILED)
        else:
            tab.send("result", n=number, **found)

    async def _do(self, tab: Tab, asked: Json) -> Json:
        person, channel = tab.person, tab.channel
        wait: Json = {"timeout": ACKNOWLEDGE_WITHIN}
        match asked.get("do"):
            case "look":
                tab.person = self._person(asked.get("member")) or tab.person
                wanted = self.playground.world.channels.get(int(asked.get("channel") or 0))
                self._look(tab, wanted or tab.channel)
                return {}
            case "watch":
                tab.watching = bool(asked.get("on"))
                return {"lines": [views.line(each) for each in self.playground.traffic.lines]}
            case "switch":
                self.playground.switches.turn(str(asked.get("key")), bool(asked.get("on")), channel)
                return {}
            case "drop":
                self.playground.faults.drop_gateway()
                return {}
            case "twice":
                self.playground.replay_last_interaction()
                return {}
            case "say":
                if not person.can(channel, "send_messages"):
                    raise PlaygroundError("You may not write here.")
                person.say(channel, str(asked["text"])[:2000])
                return {}
            case "dismiss":
                if message := channel.history.get(int(asked["message"])):
                    person.dismiss(message)
                return {}
            case "complete":
                options = {**asked.get("options", {}), asked["focused"]: asked["value"]}
                choices = await person.complete(channel, asked["command"], asked["focused"], options, **wait)
                return {"choices": [{"name": name, "value": value} for name, value in choices]}
            case "slash":
                reply = await person.run(channel, asked["command"], asked.get("options", {}), **wait)
            case "press":
                reply = await person.press(self._message(tab, asked), custom_id=asked["custom_id"], **wait)
            case "select":
                message = self._message(tab, asked)
                reply = await person.select(message, asked["custom_id"], asked["values"], **wait)
            case "submit":
                reply = await person.submit(tab.modals.get(asked["modal"]), asked["values"], **wait)
                tab.modals.pop(asked["modal"], None)
            case other:
                raise PlaygroundError(f"The page asked for {other!r}, which nobody knows.")
        return self._told(tab, reply)

    def _told(self, tab: Tab, reply: Reply) -> Json:
        if reply.modal is None:
            return {"kind": reply.kind}
        key = str(reply.id)
        tab.modals[key] = reply.modal
        modal = {"id": key, "title": reply.modal.title, "components": reply.modal.components}
        return {"kind": reply.kind, "modal": modal}

    def _person(self, number: object) -> Person | None:
        return next((each for each in self.playground.people if str(each.id) == number), None)

    def _message(self, tab: Tab, asked: Json) -> Message | None:
        return tab.channel.history.get(int(asked["message"]))


def _serve(path: Path) -> web.Response:
    return web.Response(
        body=path.read_bytes(), content_type=TYPES[path.suffix], charset="utf-8", headers=HEADERS
    )
