"""The web server of the Activity: the page, its files and drawings, the way in, and the sockets.

A process has one, for all bots that it runs. Each bot's tables are joined to it while the bot runs (`join`).
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from aiohttp import WSMsgType, web

from activity.art import file_of
from activity.connection import Connection, gone
from activity.frames import PageState
from activity.identity import ASKED_AGAIN, BUSY, Identity, Refused, Session
from activity.messages import MOST_BYTES, Hello, MemberPace, read
from activity.shared_views import SharedViews
from activity.words import PageWords, accepted
from bot.app import App
from bot.language import N_, _, closest, speak, speaking
from bot.members.languages import Languages
from bot.tables.registry import TableRegistry
from bot.tables.view import ShownTable, TableListener
from bot.user_errors import sentence_of

log = logging.getLogger(__name__)

HELLO_WITHIN = 10.0
"""Seconds in which a page must say who sends it."""
HEARTBEAT = 25.0
"""Seconds between two signs of life that a page must answer."""
GOODBYE = 1.0
"""Seconds for a page to answer that the socket closes."""
MOST_OF_A_MEMBER = 6
"""Pages that a member may have open; the oldest gives way."""
MOST_AT_THE_DOOR = 500
"""Sockets that may be without a member at once, as those that say nothing; the oldest gives way."""
MOST_PAGES = 5_000
"""Pages that may be open at once."""
MOST_TAKEN = 10_000
"""Presses whose answers are remembered, for pages that have not heard them."""
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NEVER = {"Cache-Control": "no-store"}
PACKED = {"br": ".br", "gzip": ".gz"}
KINDS = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml"}

FACT = 'name="dicenight:{name}" content="{value}"'
"""The place in the page for a fact that it wants to know; it is built without them."""

STOPPING = N_("The bot's restarting. The table comes back by itself.")
ELSEWHERE = N_("You've opened the table in too many places. This one's closed.")
NOT_SERVED = N_("The table isn't here right now. Try again in a moment.")
UNBUILT = "The page of the Activity isn't built: run make setup."


class Taken:
    """Remembers the answers to the latest presses, so that one that is sent again does nothing more."""

    def __init__(self) -> None:
        self._answers: OrderedDict[int, asyncio.Future[bytes]] = OrderedDict()

    async def once(self, number: int, take: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return the answer that a press was given, or what `take` returns. A refused press may come again."""
        known = self._answers.get(number)
        if known is not None and (frame := await asyncio.shield(known)):
            return frame
        # nobody has pressed it, or the page that did was gone before it was answered
        answer = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        frame = b""
        try:
            frame = await take()
        finally:
            answer.set_result(frame)
            if not frame.startswith(b'{"t":"taken"'):
                self._answers.pop(number, None)
            while len(self._answers) > MOST_TAKEN:
                self._answers.popitem(last=False)
        return frame


class Pages(TableListener):
    """The open pages, by channel: whatever changes at a table wakes those of its channel."""

    def __init__(self) -> None:
        self._by_channel: defaultdict[int, list[Connection]] = defaultdict(list)
        self.views = SharedViews()

    def __iter__(self) -> Iterator[Connection]:
        return (each for pages in self._by_channel.values() for each in pages)

    def of_member(self, user_id: int) -> list[Connection]:
        """Return the pages of a member, the oldest first."""
        return [each for each in self if each.session.user_id == user_id]

    def add(self, page: Connection) -> None:
        """Wake a page from now on."""
        self._by_channel[page.session.channel_id].append(page)

    def remove(self, page: Connection) -> None:
        """Forget a page that has gone."""
        pages = self._by_channel[page.session.channel_id]
        pages.remove(page)
        if not pages:
            del self._by_channel[page.session.channel_id]

    def _wake(self, table: ShownTable) -> None:
        for page in self._by_channel.get(table.state.channel_id, ()):
            page.wake()

    def changed(self, table: ShownTable, seats: Collection[int], *, except_table: bool = False) -> None:
        """Wake the pages of a table."""
        self._wake(table)

    def closed(self, table: ShownTable, sentence: str) -> None:
        """Wake the pages of a table that has closed."""
        self._wake(table)


class Relay(Protocol):
    """The way to the other processes of the bot, and from them."""

    def is_passed(self, request: web.Request) -> bool:
        """Return whether another process of the bot has checked this request and passed it on."""

    async def pass_on(self, session: Session, hello: str, socket: web.WebSocketResponse) -> bool:
        """Pass a socket on to the process that serves its place, until it goes; return False if none does."""


class ActivityServer:
    """Serves the page in `folder`, and the tables of the bots that have joined.

    `relay` answers for tables that another process serves; without one there are none.
    """

    def __init__(self, folder: Path, relay: Relay | None = None) -> None:
        self._identity: Identity | None = None
        self._relay = relay
        self._files = {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*.*")}
        self._words = PageWords(self._files.get("texts.json"))
        self._apps: dict[App, Callable[[], Awaitable[None]]] = {}
        self.pages, self._taken, self._pace = Pages(), Taken(), MemberPace()
        self._open: dict[Connection, web.WebSocketResponse] = {}
        self._at_the_door: dict[web.WebSocketResponse, asyncio.Transport | None] = {}
        """The sockets that are no page yet, the oldest first."""
        self._runner: web.AppRunner | None = None
        self.port = 0

    @property
    def is_open(self) -> bool:
        """True once members are let in."""
        return self._identity is not None

    def open(self, identity: Identity) -> None:
        """Let members in from now on."""
        self._identity = identity

    # ---- the bots

    def join(self, app: App) -> None:
        """Serve the tables of a bot from now on, until it stops."""
        app.service(TableRegistry).register_listener(self.pages)

        async def leave() -> None:
            await self.leave(app)

        self._apps[app] = leave
        app.before_stop.append(leave)

    async def leave(self, app: App) -> None:
        """Serve the tables of a bot no longer; its pages come back to the process that serves them next."""
        leave = self._apps.pop(app, None)
        if leave is None:
            return
        app.service(TableRegistry).remove_listener(self.pages)
        await self._close([page for page in self._open if page.app is app], STOPPING, "again")

    def _app_for(self, session: Session) -> App | None:
        """Return the bot that serves the place of a session."""
        place_key = session.guild_id if session.guild_id is not None else -session.channel_id
        for app in self._apps:
            if app.service(TableRegistry).context.shards.has(place_key):
                return app
        return None

    # ---- the web server

    async def start(self, host: str, port: int) -> None:
        """Answer on this address. Raises `OSError` if the port is taken, other than by a process like this one.

        Of two processes one takes over from the other, and until then both may be asked.
        """
        self._runner = web.AppRunner(self.application(), access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port, reuse_port=sys.platform == "linux").start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close all sockets, and answer nothing more."""
        await self._close(list(self._open), STOPPING, "again")
        for app in list(self._apps):
            await self.leave(app)
        if self._runner is not None:
            await self._runner.cleanup()
        if self._identity is not None:
            await self._identity.close()

    def application(self) -> web.Application:
        """Return the routes."""
        routes = web.Application(middlewares=[self._guard], client_max_size=MOST_BYTES)
        routes.router.add_get("/", self._page)
        routes.router.add_get("/web/{name}", self._file)
        routes.router.add_get("/art/{name}", self._art)
        routes.router.add_post("/api/token", self._token)
        routes.router.add_get("/api/socket", self._socket)
        return routes

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Answer what another process of the bot has checked, or the identity lets in; in the browser's language."""
        with speaking(accepted(request.headers.get("Accept-Language", ""))):
            return await self._answer(request, handler)

    async def _answer(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if self._identity is None:
            return web.json_response({"error": _(NOT_SERVED)}, status=503)
        if self._relay is not None and self._relay.is_passed(request):
            return await handler(request)
        return await self._identity.guard(request, handler)

    async def _page(self, request: web.Request) -> web.StreamResponse:
        page = self._files.get("index.html")
        if page is None:
            return web.Response(text=UNBUILT, status=503)
        assert self._identity is not None, "the guard has asked"
        for name, value in self._identity.facts.items():
            empty, filled = FACT.format(name=name, value=""), FACT.format(name=name, value=value)
            page = page.replace(empty.encode(), filled.encode())
        return web.Response(
            body=self._words.in_page(page), content_type="text/html", charset="utf-8", headers=NEVER
        )

    async def _file(self, request: web.Request) -> web.StreamResponse:
        """Send a file of the page, packed if the browser takes it so; its name has a hash of its content."""
        name = f"web/{request.match_info['name']}"
        content = self._files.get(name)
        if content is None:
            raise web.HTTPNotFound
        headers = {**FOR_EVER, "Content-Type": KINDS.get(Path(name).suffix, "application/octet-stream")}
        for packing, suffix in PACKED.items():
            packed = self._files.get(name + suffix)
            if packed is not None and packing in request.headers.get("Accept-Encoding", ""):
                return web.Response(body=packed, headers={**headers, "Content-Encoding": packing})
        return web.Response(body=content, headers=headers)

    async def _art(self, request: web.Request) -> web.StreamResponse:
        drawing = file_of(request.match_info["name"])
        if drawing is None:
            raise web.HTTPNotFound
        return web.Response(body=drawing, content_type=KINDS[".svg"], headers=FOR_EVER)

    async def _token(self, request: web.Request) -> web.StreamResponse:
        assert self._identity is not None, "the guard has asked"
        return await self._identity.token(request)

    # ---- sockets

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """Open a socket: its first message says by a session who it is, and then it is a page of their channel."""
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, timeout=GOODBYE, max_msg_size=MOST_BYTES, compress=False
        )
        await socket.prepare(request)
        self._at_the_door[socket] = request.transport
        if len(self._at_the_door) > MOST_AT_THE_DOOR:
            oldest = self._at_the_door.pop(next(iter(self._at_the_door)))
            if oldest is not None:
                oldest.abort()
        try:
            await self._serve(socket)
        except ConnectionResetError:
            log.debug("a page has gone while it was being sent something")
        finally:
            self._at_the_door.pop(socket, None)
            await _end(socket)
            transport = request.transport
            if transport is not None and transport.get_write_buffer_size():
                # it reads nothing, and what is left for it would be kept as long as it stays
                transport.abort()
        return socket

    async def _serve(self, socket: web.WebSocketResponse) -> None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                first = await socket.receive()
        except TimeoutError:
            return
        hello = read(first.data) if first.type is WSMsgType.TEXT else None
        if not isinstance(hello, Hello):
            return
        assert self._identity is not None, "the guard has asked"
        if hello.locale:
            speak(closest(hello.locale))
        try:
            session = self._identity.session(hello.session)
            await self._identity.confirm(session)
        except Refused as refused:
            then = "session" if refused.status == 401 else "never"
            await socket.send_frame(gone(refused.sentence, then), WSMsgType.TEXT)
            return
        self._at_the_door.pop(socket, None)
        if len(self._open) >= MOST_PAGES:
            await socket.send_frame(gone(_(BUSY), "again"), WSMsgType.TEXT)
            return
        app = self._app_for(session)
        if app is not None:
            refusal = app.refusal_of(session.user_id, session.guild_id)
            if refusal is not None:
                await socket.send_frame(gone(refusal, "never"), WSMsgType.TEXT)
                return
            await self._show(app, session, hello, socket)
        elif self._relay is None or not await self._relay.pass_on(session, first.data, socket):
            await socket.send_frame(gone(NOT_SERVED, "again"), WSMsgType.TEXT)

    async def _show(self, app: App, session: Session, hello: Hello, socket: web.WebSocketResponse) -> None:
        """Show a page its table, and take its presses, until it goes."""
        if hello.locale:
            place, languages = app.place_of(session.guild_id, session.channel_id), app.service(Languages)
            languages.heard(session.user_id, hello.locale, place, languages.of_place(place))
        shown = PageState(self._words, hello.reads)
        page = Connection(app, session, socket, self._taken, self._pace, self.pages.views, shown)
        # first, so that those that come meanwhile count this one too
        self.pages.add(page)
        self._open[page] = socket
        await self._close(self.pages.of_member(session.user_id)[:-MOST_OF_A_MEMBER], ELSEWHERE, "never")
        writing = asyncio.create_task(page.write(), name="a page of the Activity")
        reading = asyncio.create_task(page.listen(socket), name="presses of the Activity")
        vouching = asyncio.create_task(self._vouch(page), name="membership at a page of the Activity")
        tasks = (writing, reading, vouching)
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                fault = task.exception()
                if isinstance(fault, Refused):
                    # Discord's list may have been wrong for a moment: the page knocks again, and is judged at the door
                    with page.in_language():
                        await _end(socket, gone(fault.sentence, "session"))
                elif fault is not None and not isinstance(fault, ConnectionResetError):
                    # a view that cannot be made: the page may try again, and the log has the reason
                    await _end(socket, gone(sentence_of(fault), "again"))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._open.pop(page, None) is not None:
                self.pages.remove(page)

    async def _vouch(self, page: Connection) -> None:
        """Ask again and again whether the member of an open page may be there. Raises `Refused` if they may not.

        Discord may have lost sight of them, or the host of the bot may have blocked them. A page outlives Discord's
        silence until its session is over.
        """
        assert self._identity is not None, "the guard has asked"
        clock = page.app.service(TableRegistry).context.clock
        while True:
            due = asyncio.Event()
            timer = clock.later(ASKED_AGAIN, due.set)
            try:
                await due.wait()
            finally:
                timer.cancel()
            refusal = page.app.refusal_of(page.session.user_id, page.session.guild_id)
            if refusal is not None:
                raise Refused(refusal)
            try:
                page.vouched(await self._identity.renewed(page.session))
            except Refused as refused:
                if refused.status != 503 or page.session.until <= clock.now():
                    raise

    async def _close(self, pages: Collection[Connection], sentence: str, then: str) -> None:
        """Say goodbye to some pages, to all at once."""
        ends = []
        for page in pages:
            socket = self._open.pop(page, None)
            if socket is not None:
                self.pages.remove(page)
                with page.in_language():
                    ends.append(_end(socket, gone(sentence, then)))
        await asyncio.gather(*ends)


async def _end(socket: web.WebSocketResponse, farewell: bytes = b"") -> None:
    """Close a socket, with a last message. A page that reads nothing, or doesn't answer, is not waited for."""
    with suppress(ConnectionResetError, TimeoutError):
        async with asyncio.timeout(2 * GOODBYE):
            if farewell:
                await socket.send_frame(farewell, WSMsgType.TEXT)
            await socket.close()
