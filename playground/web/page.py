"""The web page: it serves the files, and one websocket for each browser tab.

A tab looks at one channel as one person. It receives everything that this person sees there, and sends their acts.
All acts go through `Person`, so the page can do nothing that a member could not.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from playground.activity.rpc import Layout
from playground.activity.screens import Screen, Screens
from playground.api.interactions import Interaction, Interactions, Modal
from playground.errors import PlaygroundError
from playground.fault_switches import Switches
from playground.gateway.gateway import Gateway
from playground.members.person import Person
from playground.traffic_log import TrafficLine, TrafficLog
from playground.web import page_views as views
from playground.world.events import Event
from playground.world.state import Channel, Message
from playground.world.world import World

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
REFRESH_AFTER = 0.05
"""Seconds to wait for further changes before every tab is refreshed."""


@dataclass(slots=True, eq=False)
class Tab:
    """One browser tab: the person it acts as, the channel it shows, and the messages queued for it.

    `watching` is True while its traffic panel is open. `modals` are the open ones, by the id of their interaction.
    `screen` shows the Activity.
    """

    socket: web.WebSocketResponse
    person: Person
    channel: Channel
    watching: bool = False
    queue: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    modals: dict[str, Modal] = field(default_factory=dict)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    screen: Screen = field(init=False)

    def send(self, kind: str, /, **data: Any) -> None:
        """Queue a message for the page."""
        self.queue.put_nowait(json.dumps({"type": kind, **data}))

    async def write(self) -> None:
        """Send the queued messages for as long as the tab is open."""
        with contextlib.suppress(ConnectionResetError):
            while True:
                await self.socket.send_str(await self.queue.get())


class Page:
    """The server of the page's files and websockets.

    Takes the world, the people that a tab can act as, by name, and the parts that the page shows or drives.
    """

    def __init__(
        self,
        world: World,
        people: Mapping[str, Person],
        *,
        gateway: Gateway,
        interactions: Interactions,
        switches: Switches,
        traffic: TrafficLog,
    ) -> None:
        self.world = world
        self.people = people
        self.gateway = gateway
        self.interactions = interactions
        self.switches = switches
        self.traffic = traffic
        self.screens = Screens(world.activities, world.files_url)
        self.tabs: set[Tab] = set()
        self._refreshing: asyncio.TimerHandle | None = None
        world.listeners.append(self.tell)
        world.watchers.append(self.refresh)
        traffic.listeners.append(self._tell_traffic)

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
        # A slash may come in as %2F, which the route's pattern lets through.
        path = (FILES / request.match_info["name"]).resolve()
        if path.parent != FILES.resolve() or path.suffix not in TYPES or not path.is_file():
            raise web.HTTPNotFound
        return _serve(path)

    # -- to the page ------------------------------------------------------------------------------------------

    def tell(self, event: Event) -> None:
        """Tell the open tabs of an event."""
        if not self.tabs or event.subject is None:
            return
        subject = event.subject
        for tab in self.tabs:
            if isinstance(subject, Message):
                self._tell_message(tab, event.name, subject)
            else:
                self._show(tab, tab.channel)

    def refresh(self) -> None:
        """Refresh every open tab soon, once for many changes together: a bot may upload 300 emoji."""
        self.screens.tell_participants()
        if self.tabs and self._refreshing is None:
            self._refreshing = asyncio.get_running_loop().call_later(REFRESH_AFTER, self._refresh)

    def _refresh(self) -> None:
        self._refreshing = None
        for tab in self.tabs:
            self._show(tab, tab.channel)

    def _tell_traffic(self, line: TrafficLine) -> None:
        """Send a line of traffic to the tabs that watch it."""
        for tab in self.tabs:
            if tab.watching:
                tab.send("traffic", lines=[views.traffic_view(line)])

    def _tell_message(self, tab: Tab, name: str, message: Message) -> None:
        if message.dismissed:
            return
        # The dot at a member says that they were addressed, whichever member the tab shows.
        if name != "MESSAGE_DELETE":
            members = [person.user for person in self.people.values()]
            addressed = [message.viewer] if message.viewer else [u for u in members if message.notifies(u)]
            for user in addressed:
                if user is not tab.person.user:
                    tab.send("stir", member=str(user.id))
        if message.viewer not in (None, tab.person.user) or not tab.person.sees(message.channel):
            return
        if message.channel is not tab.channel:
            if name == "MESSAGE_CREATE":
                tab.send("unread", channel=str(message.channel.id))
        elif name == "MESSAGE_DELETE":
            tab.send("gone", id=str(message.id))
        else:
            tab.send("message", message=views.message_view(message, tab.person))

    def _show(self, tab: Tab, channel: Channel) -> None:
        """Send a tab everything, in `channel` or, if its person does not see that, in the first that they see."""
        if channel.deleted or not tab.person.sees(channel):
            channel = views.find_visible_channel(self.world, tab.person) or channel
        tab.channel = channel
        everything = views.channel_view(
            self.world,
            self.people.values(),
            tab.person,
            channel,
            self.switches,
            connected=self.gateway.connected,
        )
        tab.send("all", **everything)

    # -- from the page ----------------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        # Browsers always send it with a websocket; without it this is no page, and the guard could not judge it.
        if request.headers.get("Origin") is None:
            return web.Response(status=403, text="Only this page may ask.")
        # aiohttp compresses long messages in a task of its own, which outlives a page that closes
        socket = web.WebSocketResponse(max_msg_size=1 << 20, heartbeat=20.0, compress=False)
        await socket.prepare(request)
        person = next(iter(self.people.values()))
        tab = Tab(socket, person, next(iter(self.world.default_guild.channels.values())))
        tab.screen = self.screens.add(tab.send)
        self.tabs.add(tab)
        writer = asyncio.create_task(tab.write())
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    break
                self._receive(tab, frame.data)
        finally:
            self.tabs.discard(tab)
            tab.screen.shut(tell=False)
            writer.cancel()
            for task in tab.tasks:
                task.cancel()
        return socket

    def _receive(self, tab: Tab, raw: str) -> None:
        request: Any = json.loads(raw)
        if not isinstance(request, dict):
            return
        task = asyncio.create_task(self._answer(tab, request))
        tab.tasks.add(task)
        task.add_done_callback(tab.tasks.discard)

    async def _answer(self, tab: Tab, request: Json) -> None:
        """Carry out a request of the page, and send it the result."""
        number = request.get("n")
        try:
            result = await self._do(tab, request)
        except (PlaygroundError, LookupError, ValueError) as error:
            tab.send("result", n=number, error=str(error).strip("'\""))
        except TimeoutError:
            tab.send("result", n=number, error=FAILED)
        else:
            tab.send("result", n=number, **result)

    async def _do(self, tab: Tab, request: Json) -> Json:
        person, channel = tab.person, tab.channel
        wait: Json = {"timeout": self.interactions.answer_within}
        match request.get("do"):
            case "look":
                wanted_person = self._person(request.get("member")) or tab.person
                if wanted_person is not tab.person:
                    tab.screen.shut()
                tab.person = wanted_person
                wanted = self.world.channels.get(int(request.get("channel") or 0))
                self._show(tab, wanted or tab.channel)
                return {}
            case "watch":
                tab.watching = bool(request.get("on"))
                return {"lines": [views.traffic_view(each) for each in self.traffic.lines]}
            case "switch":
                self.switches.turn(str(request.get("key")), bool(request.get("on")), channel)
                return {}
            case "drop":
                self.gateway.drop()
                return {}
            case "twice":
                self.interactions.replay_last()
                return {}
            case "say":
                if not person.can(channel, "send_messages"):
                    raise PlaygroundError("You may not write here.")
                person.say(channel, str(request["text"])[:2000])
                return {}
            case "restart":
                person.restart_app()
                return {}
            case "dismiss":
                if message := channel.history.get(int(request["message"])):
                    person.dismiss(message)
                return {}
            case "delete":
                unwanted = self._message(tab, request)
                if unwanted is None:
                    raise PlaygroundError("That message is gone.")
                person.delete(unwanted)
                return {}
            case "thread":
                begun_on = self._message(tab, request) if request.get("message") else None
                self._show(tab, person.start_thread(channel, str(request["name"]), begun_on))
                return {}
            case "complete":
                options = {**request.get("options", {}), request["focused"]: request["value"]}
                choices = await person.complete(
                    channel, request["command"], request["focused"], options, **wait
                )
                return {"choices": [{"name": name, "value": value} for name, value in choices]}
            case "slash":
                reply = await person.run(channel, request["command"], request.get("options", {}), **wait)
            case "press":
                reply = await person.press(
                    self._message(tab, request), custom_id=request["custom_id"], **wait
                )
            case "select":
                message = self._message(tab, request)
                reply = await person.select(message, request["custom_id"], request["values"], **wait)
            case "submit":
                reply = await person.submit(tab.modals.get(request["modal"]), request["values"], **wait)
                tab.modals.pop(request["modal"], None)
            case "launch":
                instance = await person.launch(channel, **wait)
                if instance is not None:
                    tab.screen.open(instance, person.user, mobile=bool(request.get("mobile")))
                return {}
            case "rpc":
                await tab.screen.receive(request["message"])
                return {}
            case "agree":
                tab.screen.answer(int(request["number"]), bool(request.get("yes")))
                return {}
            case "layout":
                tab.screen.look(Layout(request["layout"]))
                return {}
            case "shut":
                tab.screen.shut()
                return {}
            case other:
                raise PlaygroundError(f"The page request for {other!r}, which nobody knows.")
        return self._reply(tab, reply, mobile=bool(request.get("mobile")))

    def _reply(self, tab: Tab, reply: Interaction, *, mobile: bool) -> Json:
        if reply.instance is not None:
            tab.screen.open(reply.instance, reply.user, mobile=mobile)
        if reply.modal is None:
            return {"kind": reply.kind}
        key = str(reply.id)
        tab.modals[key] = reply.modal
        modal = {"id": key, "title": reply.modal.title, "components": reply.modal.components}
        return {"kind": reply.kind, "modal": modal}

    def _person(self, number: object) -> Person | None:
        return next((each for each in self.people.values() if str(each.id) == number), None)

    def _message(self, tab: Tab, request: Json) -> Message | None:
        return tab.channel.history.get(int(request["message"]))


def _serve(path: Path) -> web.Response:
    return web.Response(
        body=path.read_bytes(), content_type=TYPES[path.suffix], charset="utf-8", headers=HEADERS
    )
