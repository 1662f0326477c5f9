"""The gateway: it identifies bots, sends them events, and resumes their sessions."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from playground.gateway.sessions import Connection, Session
from playground.traffic_log import TrafficLog
from playground.world import payloads
from playground.world.events import Event, Intent
from playground.world.permissions import get_channel_permissions
from playground.world.state import Channel, Guild, Member, Message
from playground.world.world import World

Json = dict[str, Any]

# Opcodes and close codes of the gateway; the numbers are Discord's.
DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, ACK = 7, 8, 9, 10, 11
FRAMES = {
    HEARTBEAT: "heartbeat",
    IDENTIFY: "identify",
    PRESENCE: "presence",
    RESUME: "resume",
    REQUEST_MEMBERS: "request members",
}
"""Names of the messages that a bot sends, for the traffic log."""
COMPRESSIONS = (None, "zlib-stream", "zstd-stream")

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, INVALID_SHARD, DISALLOWED_INTENTS = 4005, 4010, 4014
PASSING = (4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009)
"""Codes after which a bot may come back."""
FATAL = (4004, 4010, 4011, 4012, 4013, 4014)
"""Codes after which it may not, as its settings are wrong."""
FORGETTING = (4007, 4009, *FATAL)
"""Codes that end the session, so that the bot has to begin a new one."""

HEARTBEAT_MS = 41_250
ACK_AFTER = 0.05
"""Seconds until a heartbeat is acknowledged."""


class Gateway:
    """All sessions and connections of the bot.

    Takes the world, the bot's token, the traffic log, and whether privileged intents are granted. `url` is set by the
    server once it listens. `identify_window` is the least number of seconds between two identifies of one concurrency
    slot (5 at Discord, 0 by default here so that a test can start its bot again at once). `refusing` is True while new
    connections are answered with 503. `late` has the seconds that each shard's READY is held back, `closing` the codes
    that close the next connections once they have a session, `odd_hellos` what the next get in place of HELLO.
    """

    def __init__(
        self, world: World, token: str, traffic: TrafficLog, *, privileged_intents: bool = False
    ) -> None:
        self.world = world
        self.traffic = traffic
        self.token = token
        self.privileged_intents = privileged_intents
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.identifies_left = 1000
        self.max_concurrency = 1
        self.identify_window = 0.0
        self.resumes = 0
        self.refusing = False
        self.late: dict[int, float] = {}
        self.closing: deque[int] = deque()
        self.odd_hellos: deque[str] = deque()
        self._identified: dict[int, float] = {}
        world.listeners.append(self.tell)

    # -- to the bot -------------------------------------------------------------------------------------------

    def tell(self, event: Event) -> None:
        """Send an event to the sessions that want it."""
        if not self._is_public(event):
            return
        texts: dict[int, str] = {}
        for session in self.sessions.values():
            if not session.wants(event):
                continue
            # These two intents decide what an event shows: sessions that agree on them share one text.
            visibility = session.intents & (Intent.MESSAGE_CONTENT | Intent.GUILD_MEMBERS)
            if isinstance(event.subject, Guild) or visibility not in texts:
                texts[visibility] = json.dumps(self._write(event, session))
            session.send(event.name, texts[visibility])
            if (
                event.name == "GUILD_DELETE"
                and isinstance(event.subject, Guild)
                and not event.subject.present
            ):
                session.known_guilds.discard(event.subject.id)

    def _is_public(self, event: Event) -> bool:
        """Return False for events that no bot gets: of ephemeral messages, and of places without the bot."""
        if isinstance(event.subject, Message) and event.subject.ephemeral:
            return False
        guild = self.world.guilds.get(event.guild_id or 0)
        if event.name == "INTERACTION_CREATE":
            # A user who has installed the app for themselves has it in a server without the bot too.
            return guild is None or guild.available
        if isinstance(event.subject, Message) and event.subject.channel.people:
            return False
        place = event.subject.channel if isinstance(event.subject, Message) else event.subject
        if isinstance(place, Channel) and guild is not None and place.private:
            # nobody hears of a private thread without being let in
            bot = self.world.bot_member(guild)
            if bot is None or not get_channel_permissions(bot, place):
                return False
        return guild is None or (guild.present and guild.available) or event.name == "GUILD_DELETE"

    def _write(self, event: Event, session: Session) -> Json:
        if event.data is not None:
            return event.data
        if isinstance(event.subject, Guild):
            return self._guild(event.subject, session)
        assert isinstance(event.subject, Message)
        return self._message(event.subject, session)

    def _guild(self, guild: Guild, session: Session) -> Json:
        if session.intents & Intent.GUILD_MEMBERS:
            seen: list[Member] = list(guild.members.values())
        else:
            seen = [guild.members[self.world.bot.id]]
        payload = payloads.gateway_guild_json(guild, seen)
        if guild.id in session.known_guilds:
            payload["unavailable"] = False
        session.known_guilds.add(guild.id)
        return payload

    def _message(self, message: Message, session: Session) -> Json:
        data = dict(payloads.message_json(message))
        guild, bot = message.channel.guild, self.world.bot
        if guild is not None:
            data["guild_id"] = str(guild.id)
            if author := guild.members.get(message.author.id):
                data["member"] = payloads.member_json(author)
        # Without the intent a bot reads only its own messages, direct ones, and those that mention it.
        visible = session.intents & Intent.MESSAGE_CONTENT or guild is None
        if not visible and message.author is not bot and bot not in message.pings:
            data |= {"content": "", "embeds": [], "attachments": [], "components": []}
        return data

    @property
    def connected(self) -> bool:
        """True while a bot is connected and identified."""
        return any(session.connection is not None for session in self.sessions.values())

    @property
    def quiet(self) -> bool:
        """True if every queued message was written to its websocket."""
        return all(connection.queue.empty() for connection in self.connections)

    # -- from the bot -----------------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one websocket of a bot."""
        if self.refusing:
            return web.Response(status=503)
        compression = request.query.get("compress")
        if compression not in COMPRESSIONS:
            return web.Response(status=400, text=f"compression {compression!r} is not offered")
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, compression, request.transport)
        self.connections.add(connection)
        writer = asyncio.create_task(connection.write())
        if self.odd_hellos:
            connection.queue.put_nowait(self.odd_hellos.popleft())
        else:
            connection.send(HELLO, {"heartbeat_interval": HEARTBEAT_MS, "_trace": []})
        try:
            async for frame in socket:
                if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                await self._receive(connection, frame.data)
        finally:
            writer.cancel()
            self.connections.discard(connection)
            session = connection.session
            if session is not None and session.connection is connection:
                session.connection = None
                if self._ends_session(connection):
                    self.sessions.pop(session.id, None)
            self.world.announce()
        return socket

    def _ends_session(self, connection: Connection) -> bool:
        """Return whether Discord forgets the session of a connection that has closed."""
        if connection.closed_with is not None:
            # A bot replies to a close frame with its own, often 1000, which then doesn't mean goodbye.
            return connection.closed_with in FORGETTING
        return connection.socket.close_code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY)

    async def _receive(self, connection: Connection, raw: str | bytes) -> None:
        try:
            frame = json.loads(raw)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError, AttributeError):
            await connection.close(DECODE_ERROR, "Error while decoding payload.")
            return
        self.traffic.add("frame", FRAMES.get(op, f"opcode {op}"), sent=len(raw))
        if op in (IDENTIFY, RESUME, REQUEST_MEMBERS) and not isinstance(data, dict):
            await connection.close(DECODE_ERROR, "Error while decoding payload.")
        elif op == HEARTBEAT:
            # On loopback an immediate answer arrives before discord.py notes its question, and it warns of 41 s delay.
            asyncio.get_running_loop().call_later(ACK_AFTER, connection.send, ACK)
        elif op == IDENTIFY:
            await self._identify(connection, data)
            self._close_as_asked(connection)
        elif op == RESUME:
            await self._resume(connection, data)
            self._close_as_asked(connection)
        elif connection.session is None:
            await connection.close(NOT_AUTHENTICATED, "Not authenticated.")
        elif op == REQUEST_MEMBERS:
            self._request_members(connection.session, data)
        elif op not in (PRESENCE, VOICE):  # these two are accepted and ignored
            await connection.close(UNKNOWN_OPCODE, "Unknown opcode.")

    async def _identify(self, connection: Connection, data: Json) -> None:
        if connection.session is not None:
            await connection.close(ALREADY_AUTHENTICATED, "Already authenticated.")
            return
        if data.get("token", "").removeprefix("Bot ") != self.token or self.identifies_left <= 0:
            await connection.close(AUTHENTICATION_FAILED, "Authentication failed.")
            return
        shard, shards = data.get("shard") or (0, 1)
        if not 0 <= shard < shards:
            await connection.close(INVALID_SHARD, "Invalid shard.")
            return
        intents = int(data.get("intents", 0))
        if intents & Intent.PRIVILEGED and not self.privileged_intents:
            await connection.close(DISALLOWED_INTENTS, "Disallowed intent(s).")
            return
        # Discord lets one shard of each slot identify per window; one that is too early must wait and try again.
        now, slot = self.world.clock(), shard % self.max_concurrency
        last = self._identified.get(slot)
        if last is not None and now - last < self.identify_window:
            connection.send(INVALID_SESSION, False)
            return
        self._identified[slot] = now
        self.identifies_left -= 1
        session = Session(secrets.token_hex(16), shard, shards, intents, traffic=self.traffic)
        session.connection, connection.session = connection, session
        self.sessions[session.id] = session
        if wait := self.late.get(shard):
            asyncio.get_running_loop().call_later(wait, self._ready, session)
        else:
            self._ready(session)
        self.world.announce()

    def _ready(self, session: Session) -> None:
        world = self.world
        guilds = [
            guild
            for guild in world.guilds.values()
            if guild.present and (guild.id >> 22) % session.shards == session.shard
        ]
        # READY names every guild as unavailable; the GUILD_CREATE events that follow bring them.
        session.known_guilds.update(guild.id for guild in guilds)
        ready = {
            "v": 10,
            "user": payloads.own_user_json(world.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [session.shard, session.shards],
            "application": {"id": str(world.bot.id), "flags": 0},
            "private_channels": [],
            "relationships": [],
            "_trace": [],
        }
        session.send("READY", json.dumps(ready))
        for guild in guilds:
            if guild.available:
                session.send("GUILD_CREATE", json.dumps(self._guild(guild, session)))

    async def _resume(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(data.get("session_id", ""))
        sequence = data.get("seq") or 0
        missed = session.sequence - sequence if session else 0
        good = data.get("token", "").removeprefix("Bot ") == self.token
        if session is None or not good or not 0 <= missed <= len(session.sent):
            connection.send(INVALID_SESSION, False)
            return
        if session.connection is not None:
            await session.connection.close(WSCloseCode.OK)
        session.connection, connection.session = connection, session
        # Queued as they were first sent, with their old numbers; `send` would number them again.
        for number, text in session.sent:
            if number > sequence:
                connection.queue.put_nowait(text)
        session.send("RESUMED", json.dumps({"_trace": []}))
        self.resumes += 1
        self.world.announce()

    def _request_members(self, session: Session, data: Json) -> None:
        guild = self.world.guilds.get(int(data["guild_id"]))
        if guild is None:
            return
        wanted = data.get("user_ids")
        wanted = [wanted] if isinstance(wanted, (str, int)) else wanted
        query = (data.get("query") or "").lower()
        matching = [
            member
            for member in guild.members.values()
            if (str(member.id) in map(str, wanted) if wanted else member.user.name.lower().startswith(query))
        ]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [payloads.member_json(member) for member in matching],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
        }
        if nonce := data.get("nonce"):
            chunk["nonce"] = nonce
        session.send("GUILD_MEMBERS_CHUNK", json.dumps(chunk))

    # -- faults -----------------------------------------------------------------------------------------------

    def drop(self) -> None:
        """Cut every connection without a close frame, as a network does."""
        for connection in list(self.connections):
            # `close` would send a close frame, and a failing network sends none.
            if isinstance(connection.transport, asyncio.Transport):
                connection.transport.abort()

    def go_silent(self) -> None:
        """Send nothing more on any connection that is open now, and answer no heartbeat."""
        for connection in list(self.connections):
            connection.is_silent = True

    def send_frame(self, text: str) -> None:
        """Send every bot a frame of any text."""
        for connection in list(self.connections):
            connection.queue.put_nowait(text)

    def ask_to_reconnect(self) -> None:
        """Ask every bot to reconnect (opcode 7)."""
        for connection in list(self.connections):
            connection.send(RECONNECT)

    async def close_with(self, code: int) -> None:
        """Close every connection with a code, as Discord does when it restarts a gateway or dislikes a frame."""
        for connection in list(self.connections):
            await connection.close(code)

    def _close_as_asked(self, connection: Connection) -> None:
        """Close a connection that has just got its session, if `closing` says so."""
        if self.closing and connection.session is not None and connection.closed_with is None:
            connection.queue.put_nowait(self.closing.popleft())

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Declare the session of every connection invalid (opcode 9). Without `resumable` it is forgotten."""
        for connection in list(self.connections):
            session = connection.session
            if not resumable and session is not None:
                self.sessions.pop(session.id, None)
                session.connection = connection.session = None
            connection.send(INVALID_SESSION, resumable)

    async def close(self) -> None:
        """Close every connection."""
        for connection in list(self.connections):
            await connection.close(WSCloseCode.GOING_AWAY)
