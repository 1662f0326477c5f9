"""Proves which member opens the Activity, and in which channel.

Nothing that the page says about itself is believed. It hands over two things, and Discord is asked about both:

1. a code, which Discord gave the page when the member consented. Exchanged with the application's secret it opens
   `/users/@me`, which names the member. Discord takes a code once.
2. the id of the instance, that is of one launch of the Activity in one channel. Discord lists the members who are in
   it; this member must be among them, and the channel is the one that Discord names.

A session then says so for a few minutes: a token signed with a key that only processes with the bot's token can make.
So it outlives a restart and is good in every process of the bot, and nobody needs to store it. A session that is taken
along to another instance, or played back after its member has left, is refused by `confirm`, which asks Discord again.
The member's access token is passed on to the page, whose SDK wants it, and kept nowhere.

Two checks come before all that. Browsers name the page that asks (`Origin`): it must be the Activity's own. And
Discord's proxy can sign each request; where the application's public key is known, others are refused.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar

import aiohttp
import discord
import msgspec
from aiohttp import web
from discord.http import Route
from msgspec import Meta
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.clock import Clock
from bot.language import N_, _
from db.backend.names import Name

T = TypeVar("T")

SESSION_LIFE = 15 * 60.0
"""Seconds for which a session is good. While its page is open, Discord is asked for another one before it is over."""
ASKED_AGAIN = 5 * 60.0
"""Seconds between two questions to Discord whether the member of an open page is still there."""
CONFIRMED_FOR = 10.0
"""Seconds for which Discord's list of an instance's members is believed, so that many pages ask once."""
ASKED_LATER = 5.0
"""Seconds of silence towards Discord, if it asks for some and doesn't say how many."""
MOST_SIGNING_IN = 64
"""Members who may be signing in at once; more would only wait for Discord."""
PATIENCE = aiohttp.ClientTimeout(total=8)
"""Discord's time to answer. The page shows that it waits."""

FOREIGN = N_("This page isn't part of the Activity. Open the table from Discord.")
UNSIGNED = N_("Only Discord can show this page. Open the table from Discord.")
MALFORMED = N_("That isn't a way in. Open the table from Discord again.")
NO_CONSENT = N_("Discord didn't vouch for you. Open the table again.")
NOT_THERE = N_("You've left this Activity, or it's over. Open the table again.")
NO_CHANNEL = N_("There's no channel here for a table. Open it from a channel.")
EXPIRED = N_("You've been away for a while. Open the table again.")
BUSY = N_("A crowd is at the door. Try again in a moment.")
AWAY = N_("Discord isn't answering. Try again in a moment.")


_AWAY = (aiohttp.ClientError, TimeoutError, discord.DiscordServerError)
"""The errors of a question that Discord hasn't answered."""


class Refused(Exception):
    """Someone may not come in. The message is the sentence that they read; `status` is that of the answer."""

    def __init__(self, sentence: str, status: int = 403) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status


class Session(NamedTuple):
    """Proof that a member is in an instance of the Activity, and of its place.

    `guild_id` is None in a conversation. `name` and `roles` are the member's there. `until` are seconds since 1970.
    """

    user_id: int
    instance_id: str
    guild_id: int | None
    channel_id: int
    until: float
    name: Name
    roles: tuple[int, ...] = ()


class Requests(Protocol):
    """The bot's client, as far as it is needed here."""

    async def request(self, route: Route, **options: Any) -> Any:
        """Ask Discord, and return its answer."""


class Credentials(NamedTuple):
    """The application behind the Activity: its number, its client secret, and the bot's token.

    `origins` are the pages that may ask, by default only Discord's own address of the Activity. `public_key` is the key
    of Discord's proxy, if it is known.
    """

    application_id: int
    client_secret: str
    bot_token: str
    origins: frozenset[str] = frozenset()
    public_key: str | None = None

    @property
    def pages(self) -> frozenset[str]:
        """The origins of pages that may ask."""
        return self.origins or frozenset({f"https://{self.application_id}.discordsays.com"})


# ---- what comes from outside, in the shape that it must have


class _TokenRequest(msgspec.Struct):
    code: Annotated[str, Meta(pattern=r"^[\w.~+/=-]{1,256}$")]
    instance_id: Annotated[str, Meta(pattern=r"^[\w.:-]{1,200}$")]


class _Grant(msgspec.Struct):
    access_token: str
    scope: str = ""


class _User(msgspec.Struct):
    id: str
    username: str
    global_name: str | None = None


class _Member(msgspec.Struct):
    nick: str | None = None
    roles: list[str] = []


class _Location(msgspec.Struct):
    kind: str
    channel_id: str | None = None
    guild_id: str | None = None


class _Instance(msgspec.Struct):
    application_id: str
    instance_id: str
    location: _Location
    users: list[str]


class _ProxyPayload(msgspec.Struct):
    created_at: int
    expires_at: int
    application_id: str | None = None


class Identity:
    """Signs members in to the Activity, and reads their sessions.

    `http` is the bot's client, which is logged in; `clock` is the bot's.
    """

    def __init__(self, http: Requests, credentials: Credentials, clock: Clock) -> None:
        self._http = http
        self._credentials = credentials
        self._clock = clock
        key = hashlib.sha256(credentials.bot_token.encode()).digest()
        self._key = hmac.digest(key, b"session of the Activity", "sha256")
        self._proxy = VerifyKey(bytes.fromhex(credentials.public_key)) if credentials.public_key else None
        self._asking: aiohttp.ClientSession | None = None
        self._signing_in = 0
        self._silent_until = 0.0
        """Until then Discord wants to be asked nothing more about codes."""
        self._instances: dict[str, tuple[float, _Instance]] = {}

    @property
    def facts(self) -> dict[str, str]:
        """The facts that the page is told: the application's id, and the address of the API if it isn't Discord's."""
        elsewhere = "" if Route.BASE.startswith("https://discord.com/") else Route.BASE
        return {"application": str(self._credentials.application_id), "discord": elsewhere}

    async def close(self) -> None:
        """Close the connections to Discord that members signed in by."""
        if self._asking is not None:
            await self._asking.close()

    # -- who may ask

    @web.middleware
    async def guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Answer only requests of the Activity's own page, by way of Discord's proxy if that signs them."""
        try:
            self.check_proxy(request)
            self.check_origin(request)
            return await handler(request)
        except Refused as refused:
            return web.json_response({"error": _(refused.sentence)}, status=refused.status)

    def check_origin(self, request: web.BaseRequest) -> None:
        """Raise `Refused` if another page asks. A browser names the page for all that acts or opens a socket."""
        origin = request.headers.get("Origin")
        acts = request.method not in ("GET", "HEAD") or "Upgrade" in request.headers
        if (origin is None and acts) or (origin is not None and origin not in self._credentials.pages):
            raise Refused(FOREIGN)

    def check_proxy(self, request: web.BaseRequest) -> None:
        """Raise `Refused` if the proxy's public key is known and it has not signed this request."""
        if self._proxy is None:
            return
        try:
            signed = base64.b64decode(request.headers["X-Discord-Proxy-Payload"], validate=True)
            self._proxy.verify(signed, _signature(request.headers["X-Signature-Ed25519"]))
            payload = msgspec.json.decode(signed, type=_ProxyPayload)
        except (KeyError, ValueError, BadSignatureError) as wrong:
            raise Refused(UNSIGNED, 401) from wrong
        application = payload.application_id or str(self._credentials.application_id)
        if (
            request.headers.get("X-Signature-Timestamp") != str(payload.created_at)
            or payload.expires_at < self._clock.now()
            or application != str(self._credentials.application_id)
        ):
            raise Refused(UNSIGNED, 401)

    # -- signing in

    async def token(self, request: web.Request) -> web.Response:
        """Answer `POST /api/token`: from a code and an instance to a session, and the access token for the SDK."""
        try:
            asked = msgspec.json.decode(await request.read(), type=_TokenRequest)
        except msgspec.MsgspecError as wrong:
            raise Refused(MALFORMED, 400) from wrong
        access_token, session = await self.sign_in(asked.code, asked.instance_id)
        return web.json_response(
            {
                "access_token": access_token,
                "session": self.sign(session),
                "expires": int(session.until * 1000),
            },
            headers={"Cache-Control": "no-store"},
        )

    async def sign_in(self, code: str, instance_id: str) -> tuple[str, Session]:
        """Return the access token and the session of the member with this code. Raises `Refused`."""
        if self._signing_in >= MOST_SIGNING_IN or self._clock.now() < self._silent_until:
            raise Refused(BUSY, 503)
        self._signing_in += 1
        try:
            grant = await self._exchange(code)
            user = await self._user(grant.access_token)
            session = await self._session(user, instance_id)
        except _AWAY as fault:
            raise Refused(AWAY, 503) from fault
        finally:
            self._signing_in -= 1
        return grant.access_token, session

    async def _exchange(self, code: str) -> _Grant:
        form = {
            "client_id": str(self._credentials.application_id),
            "client_secret": self._credentials.client_secret,
            "grant_type": "authorization_code",
            "code": code,
        }
        async with self._asker.post(f"{Route.BASE}/oauth2/token", data=form) as answer:
            grant = await self._read(answer, _Grant)
        if "identify" not in grant.scope.split():
            raise Refused(NO_CONSENT)
        return grant

    async def _user(self, access_token: str) -> _User:
        bearer = {"Authorization": f"Bearer {access_token}"}
        async with self._asker.get(f"{Route.BASE}/users/@me", headers=bearer) as answer:
            return await self._read(answer, _User)

    async def _session(self, user: _User, instance_id: str) -> Session:
        instance = await self._instance(instance_id)
        if user.id not in instance.users:
            raise Refused(NOT_THERE)
        channel = instance.location.channel_id
        if channel is None:
            raise Refused(NO_CHANNEL)
        guild_id = instance.location.guild_id
        member = await self._member(guild_id, user.id) if guild_id is not None else _Member()
        return Session(
            user_id=int(user.id),
            instance_id=instance_id,
            guild_id=None if guild_id is None else int(guild_id),
            channel_id=int(channel),
            until=self._clock.now() + SESSION_LIFE,
            name=Name(member.nick or user.global_name or user.username),
            roles=tuple(map(int, member.roles)),
        )

    async def _instance(self, instance_id: str) -> _Instance:
        """Ask Discord about an instance: its place and its members. Raises `Refused` if it is over or not ours."""
        application = self._credentials.application_id
        route = Route(
            "GET",
            "/applications/{application_id}/activity-instances/{instance_id}",
            application_id=application,
            instance_id=instance_id,
        )
        try:
            instance = msgspec.convert(await self._http.request(route), _Instance)
        except (discord.NotFound, discord.Forbidden, msgspec.ValidationError) as unknown:
            self._instances.pop(instance_id, None)
            raise Refused(NOT_THERE) from unknown
        if (instance.application_id, instance.instance_id) != (str(application), instance_id):
            raise Refused(NOT_THERE)
        self._remember(instance)
        return instance

    def _remember(self, instance: _Instance) -> None:
        now = self._clock.now()
        self._instances = {
            key: (asked, each)
            for key, (asked, each) in self._instances.items()
            if asked + CONFIRMED_FOR > now
        }
        self._instances[instance.instance_id] = now, instance

    async def _member(self, guild_id: str, user_id: int | str) -> _Member:
        """Return a member's nickname and roles on a server; neither where the bot is not a member itself."""
        route = Route("GET", "/guilds/{guild_id}/members/{user_id}", guild_id=guild_id, user_id=user_id)
        try:
            return msgspec.convert(await self._http.request(route), _Member)
        except (discord.NotFound, discord.Forbidden):
            return _Member()

    async def _read(self, answer: aiohttp.ClientResponse, kind: type[T]) -> T:
        """Return the body of an answer. Raises `Refused` if Discord refuses, or is away."""
        if answer.status == 429:
            # asking on would get this address banned, and with it the bot: anyone on the web may send made-up codes
            self._silent_until = self._clock.now() + _seconds(answer.headers.get("Retry-After"))
        if answer.status >= 500 or answer.status == 429:
            raise Refused(AWAY, 503)
        if answer.status != 200:
            raise Refused(NO_CONSENT)
        try:
            return msgspec.json.decode(await answer.read(), type=kind)
        except msgspec.MsgspecError as wrong:
            raise Refused(AWAY, 503) from wrong

    @property
    def _asker(self) -> aiohttp.ClientSession:
        # Not the bot's own: that one adds the bot's token to whatever it sends.
        if self._asking is None:
            self._asking = aiohttp.ClientSession(timeout=PATIENCE)
        return self._asking

    # -- sessions

    def sign(self, session: Session) -> str:
        """Return the token of a session."""
        body = base64.urlsafe_b64encode(msgspec.json.encode(session, enc_hook=str))
        return b".".join((body, self._signed(body))).decode()

    def session(self, token: str) -> Session:
        """Return the session of a token. Raises `Refused` if it was not signed here, or is over."""
        body, _, signature = token.encode(errors="replace").partition(b".")
        if not hmac.compare_digest(signature, self._signed(body)):
            raise Refused(MALFORMED, 401)
        # It was signed here, so it reads as it was written.
        session = msgspec.json.decode(
            base64.urlsafe_b64decode(body), type=Session, dec_hook=lambda kind, value: kind(value)
        )
        if session.until <= self._clock.now():
            raise Refused(EXPIRED, 401)
        return session

    async def confirm(self, session: Session) -> None:
        """Raise `Refused` if Discord no longer lists the session's member in its instance, or names another channel.

        Several pages that come back at once share one answer. If Discord can't be reached, the session stands until it
        is over.
        """
        with suppress(*_AWAY):
            await self._check_listed(session)

    async def renewed(self, session: Session) -> Session:
        """Return the session of an open page as Discord vouches for it now, with the member's present roles.

        Raises `Refused` if it does so no longer; with status 503 if Discord can't be asked.
        """
        try:
            await self._check_listed(session)
            roles = session.roles
            if session.guild_id is not None:
                member = await self._member(str(session.guild_id), session.user_id)
                roles = tuple(map(int, member.roles))
        except _AWAY as fault:
            raise Refused(AWAY, 503) from fault
        return session._replace(until=self._clock.now() + SESSION_LIFE, roles=roles)

    async def _check_listed(self, session: Session) -> None:
        """Raise `Refused` if Discord does not list the session's member in its instance and channel."""
        asked, instance = self._instances.get(session.instance_id, (0.0, None))
        # who isn't on the list may have come since, and signed in at another process
        listed = instance is not None and str(session.user_id) in instance.users
        if instance is None or not listed or asked + CONFIRMED_FOR <= self._clock.now():
            instance = await self._instance(session.instance_id)
        if str(session.user_id) not in instance.users or instance.location.channel_id != str(
            session.channel_id
        ):
            raise Refused(NOT_THERE)

    def _signed(self, body: bytes) -> bytes:
        return base64.urlsafe_b64encode(hmac.digest(self._key, body, "sha256"))


def _signature(text: str) -> bytes:
    """Return the 64 bytes of a signature. Discord's documentation writes it in hexadecimal, and in base64."""
    return bytes.fromhex(text) if len(text) == 128 else base64.b64decode(text, validate=True)


def _seconds(retry_after: str | None) -> float:
    """Return how long Discord wants not to be asked, from the header that says so; a while if it doesn't."""
    try:
        return max(float(retry_after or ASKED_LATER), 0.0)
    except ValueError:
        return ASKED_LATER
