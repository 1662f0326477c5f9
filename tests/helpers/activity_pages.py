"""Pages of the Activity without a browser: sockets that keep the view as the page does, and press."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol, Self

import aiohttp
from aiohttp import WSMsgType
from discord.http import HTTPClient

from activity.connection import Connection
from activity.identity import SESSION_LIFE, Credentials, Identity, Session
from activity.server import ActivityServer, Relay
from bot.app import App
from bot.clock import SystemClock
from bot.simulation.pages import applied
from db.backend.names import Name
from playground import Playground
from playground.world.clock import PATIENCE

Json = dict[str, Any]
NO_PAGE = Path(__file__).parent / "no such folder"


class HasPort(Protocol):
    """A server of the Activity, here or in another process."""

    port: int


class OtherProcess:
    """The Activity of a process that is not this one."""

    def __init__(self, port: int) -> None:
        self.port = port


def served_elsewhere(playground: Playground, port: int) -> Served:
    """Return the Activity that a process of its own serves, as the whole bot does."""
    application = playground.world.activities.application_id
    clock = SystemClock()
    credentials = Credentials(application, "", playground.token)
    origin = next(iter(credentials.pages))
    # it signs sessions as any process with the token does, and asks nothing
    identity = Identity(HTTPClient(asyncio.get_running_loop()), credentials, clock)
    return Served(playground, OtherProcess(port), identity, clock.now(), origin)


class Served:
    """The Activity of one process of a test, with the identity that lets its members in."""

    def __init__(
        self, playground: Playground, server: HasPort, identity: Identity, now: float, origin: str = ""
    ) -> None:
        self.playground, self.server, self.identity, self.now = playground, server, identity, now
        self.origin = origin or next(iter(playground.origins))

    @property
    def pages(self) -> list[Connection]:
        """The pages that are open at a server of this process."""
        assert isinstance(self.server, ActivityServer)
        return list(self.server.pages)

    @property
    def address(self) -> str:
        """Where it is served."""
        return f"http://127.0.0.1:{self.server.port}"

    def session(self, name: str, channel: Any, **changes: Any) -> str:
        """Let a member launch the Activity in a channel; their session, or one that says something else."""
        user = self.playground.member(name).user
        instance = self.playground.world.activities.launch(user, channel)
        session = Session(
            user.id,
            instance.id,
            channel.guild.id if channel.guild is not None else None,
            channel.id,
            self.now + SESSION_LIFE,
            Name(name),
        )
        return self.identity.sign(session._replace(**changes))

    def page(self, name: str, channel: Any) -> Page:
        """Return the page of a member, not open yet."""
        return Page(self, self.session(name, channel))


class Page:
    """One socket, and the view as its page has it."""

    def __init__(self, served: Served, session: str) -> None:
        self.served, self.session = served, session
        self.view: Json = {}
        self.version = 0
        self.art: Json = {}
        self.frames: list[Json] = []
        """The frames about presses, and the last one."""
        self.sizes: list[int] = []
        self.headers: dict[str, str] = {}
        """Headers that its requests have beside the origin."""
        self._http = aiohttp.ClientSession()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self, *, hello: bool = True) -> None:
        """Open the socket, and wait for the view."""
        self._socket = await self._http.ws_connect(
            f"{self.served.address}/api/socket",
            headers={"Origin": self.served.origin, **self.headers},
            max_msg_size=0,
        )
        self.view, self.version = {}, 0
        self._reading = asyncio.create_task(self._read(self._socket))
        self._reading.add_done_callback(lambda _: self._news.set())
        if hello:
            await self.send({"t": "hello", "session": self.session})
            await self.until(lambda: bool(self.view) or self.is_gone)

    async def close(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            await self._socket.close()
        if self._reading is not None:
            await self._reading
        await self._http.close()

    async def send(self, frame: Json) -> None:
        """Send a frame."""
        assert self._socket is not None
        await self._socket.send_str(json.dumps(frame))

    async def send_raw(self, text: str) -> None:
        """Send anything."""
        assert self._socket is not None
        await self._socket.send_str(text)

    @property
    def is_gone(self) -> bool:
        """Return whether the server has said goodbye, or the socket is closed."""
        return any(frame["t"] == "gone" for frame in self.frames) or bool(
            self._reading and self._reading.done()
        )

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            assert message.type is WSMsgType.TEXT
            self.take(json.loads(message.data))
            self.sizes.append(len(message.data.encode()))
            self._news.set()

    def take(self, frame: Json) -> None:
        """Take a frame as the page does."""
        match frame["t"]:
            case "whole":
                self.view, self.version = frame["view"], frame["v"]
            case "change":
                assert frame["from"] == self.version
                self.version = frame["v"]
                self.view = applied(self.view, frame)
            case _:
                self.frames.append(frame)
        self.art |= frame.get("art", {})

    async def until(self, holds: Any) -> None:
        """Wait until something holds of this page."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._news.clear()
                if self._reading is not None and self._reading.done():
                    return  # all that came before the end has been read
                await self._news.wait()

    async def press(self, ask: int | str, answer: Any, press: str = "") -> Json:
        """Answer a question, and return the frame that says what became of it."""
        press = press or str(uuid.uuid4())
        match = self.view["table"]["match"] or 0
        return await self._ask(
            {"t": "press", "press": press, "match": match, "ask": int(ask), "answer": answer}
        )

    async def do(self, what: str, **given: Any) -> Json:
        """Press a control, and return the frame that says what became of it."""
        return await self._ask({"t": "do", "press": str(uuid.uuid4()), "what": what, "with": given})

    async def after(self, text: str) -> list[Json]:
        """Send anything, and return the frames about presses that came until the view was sent again."""
        seen, version = len(self.frames), self.version
        await self.send_raw(text)
        if not self.is_gone:
            await self.send({"t": "again"})
        await self.until(lambda: self.version > version or self.is_gone)
        return self.frames[seen:]

    async def _ask(self, frame: Json) -> Json:
        seen = len(self.frames)
        await self.send(frame)
        await self.until(lambda: len(self.frames) > seen)
        assert len(self.frames) > seen, "the socket was closed"
        return self.frames[-1]


def words_of(runs: list[Any]) -> str:
    """Return runs as they are read."""
    return "".join(
        run if isinstance(run, str) else str(run.get("name", run.get("strong", ""))) for run in runs
    )


@asynccontextmanager
async def activity_of(
    playground: Playground,
    *apps: App,
    relay: Relay | None = None,
    token: str = "",
    folder: Path = NO_PAGE,
) -> AsyncIterator[Served]:
    """Serve the Activity of some bots of a test to the playground."""
    activities = playground.world.activities
    clock = apps[0].registry.context.clock  # type: ignore[attr-defined]
    server = ActivityServer(folder, relay)
    await server.start("127.0.0.1", 0)
    credentials = Credentials(
        activities.application_id, activities.client_secret, token or playground.token, playground.origins
    )
    identity = Identity(apps[0].http, credentials, clock)
    server.open(identity)
    playground.enable_activity(f"http://127.0.0.1:{server.port}")
    for app in apps:
        server.join(app)
    try:
        yield Served(playground, server, identity, clock.now())
    finally:
        await server.stop()
