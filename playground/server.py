"""The playground server: it makes all parts, joins them, and serves them on loopback."""

# ruff: noqa: ASYNC109 - a test says how long it is ready to wait, in the call that waits
from __future__ import annotations

import asyncio
import base64
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import TypeVar

from aiohttp import web

from playground.activity.proxy import Proxy
from playground.api import (
    routes_activities,
    routes_app,
    routes_channels,
    routes_events,
    routes_guilds,
    routes_interactions,
    routes_messages,
    routes_webhooks,
)
from playground.api.commands import Commands
from playground.api.interactions import ACKNOWLEDGE_WITHIN, Interaction, Interactions
from playground.api.ratelimits import RateLimits
from playground.api.rest import Backend, RequestRecord, Rest
from playground.fault_switches import Switches
from playground.faults import Faults
from playground.gateway.gateway import Gateway
from playground.members.person import Person
from playground.traffic_log import TrafficLog
from playground.web.page import Page
from playground.world.clock import PATIENCE, Clock
from playground.world.payloads import UPLOAD_LIMIT
from playground.world.state import Channel, Guild, Member, Role, User
from playground.world.world import World

T = TypeVar("T")

HOST = "127.0.0.1"
PEOPLE = ("Ann", "Bob", "Cid", "Dot", "Eve", "Finn", "Gus", "Hal")
CHANNELS = {
    "tavern": "Tables, dice and company",
    "cellar": "For long games",
    "terrace": "For those who only want to talk",
}
ROUTES = (
    routes_app.routes,
    routes_messages.routes,
    routes_channels.routes,
    routes_guilds.routes,
    routes_events.routes,
    routes_interactions.routes,
    routes_webhooks.routes,
    routes_activities.routes,
)


class Playground:
    """A small Discord on this machine. Use it as an async context manager, or call `start` and `stop`.

    `port` 0 picks a free one, and `clock` returns seconds since 1970. `rate_limits` switches those on,
    `privileged_intents` grants them, `shards` is the number that a bot is told to start. `answer_within` are the
    seconds, by that clock, that the bot has for its first answer to an interaction.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        clock: Clock = time.time,
        rate_limits: bool = True,
        privileged_intents: bool = False,
        shards: int = 1,
        bot_name: str = "Dicenight",
        operator: str = "Landlord",
        answer_within: float = ACKNOWLEDGE_WITHIN,
    ) -> None:
        self.port = port
        self.world = World(clock, lambda: self.files_url, bot_name)
        self.token = _token(self.world.bot)
        self.traffic = TrafficLog(clock)
        self.gateway = Gateway(self.world, self.token, self.traffic, privileged_intents=privileged_intents)
        self.interactions = Interactions(self.world, self.describe, answer_within)
        self.commands = Commands(self.world)
        self.rate_limits = RateLimits(clock, enabled=rate_limits)
        self.faults: Faults = Faults(self.gateway)
        self.switches = Switches(self.world, self.faults)
        self.owner = self.world.add_user(PEOPLE[0])
        runs_bot = self.owner if operator == PEOPLE[0] else self.world.add_user(operator)
        self.rest = Rest(
            ROUTES,
            Backend(self.world, self.gateway, self.commands, self.interactions, runs_bot, shards),
            token=self.token,
            rate_limits=self.rate_limits,
            faults=self.faults,
            traffic=self.traffic,
        )
        self._people: dict[str, Person] = {}
        # The page sees `_people` grow, as each new name is added to the same dict.
        self.page = Page(
            self.world,
            self._people,
            gateway=self.gateway,
            interactions=self.interactions,
            switches=self.switches,
            traffic=self.traffic,
        )
        self.proxy = Proxy(self.world.activities)
        self._runner: web.AppRunner | None = None
        self._people[PEOPLE[0]] = self._person(self.owner)
        self.guild = self.add_guild("The Gilded Nugget")
        for name in PEOPLE[1:]:
            self.add_member(name)

    # -- addresses ------------------------------------------------------------------------------------------

    @property
    def files_url(self) -> str:
        """The address under which files and the page are served."""
        return f"http://{HOST}:{self.port}"

    @property
    def base_url(self) -> str:
        """The address of the REST API."""
        return f"{self.files_url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return f"ws://{HOST}:{self.port}/gateway"

    @property
    def page_url(self) -> str:
        """The address of the web page."""
        return f"{self.files_url}/"

    # -- start and stop -------------------------------------------------------------------------------------

    async def __aenter__(self) -> Playground:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen on loopback. Raises OSError if the port is taken."""
        app = web.Application(middlewares=[self._guard], client_max_size=4 * UPLOAD_LIMIT)
        self.rest.attach(app)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get("/attachments/{id:[0-9]+}/{name}", self._attachment)
        app.router.add_get("/emojis/{id:[0-9]+}{ending:.*}", self._emoji)
        self.page.attach(app)
        self.proxy.attach(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, self.port).start()
        # Port 0 was replaced by a free one.
        self.port = self._runner.addresses[0][1]
        self.gateway.url = self.gateway_url

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        if self._runner is None:
            return
        await self.page.close()
        await self.gateway.close()
        await self.proxy.close()
        await self._runner.cleanup()
        self._runner = None

    @web.middleware
    async def _guard(
        self,
        request: web.Request,
        handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
    ) -> web.StreamResponse:
        """Refuse requests from the pages of other sites: a foreign Host, Origin or Sec-Fetch-Site."""
        # A foreign Host is DNS rebinding; a foreign Origin is a page that posts here with the reader's browser.
        name, _, port = request.headers.get("Host", "").rpartition(":")
        if name not in ("127.0.0.1", "localhost") or port != str(self.port):
            return web.Response(status=403, text="Only loopback is served here.")
        origin = request.headers.get("Origin")
        if origin is not None and origin not in self.origins:
            return web.Response(status=403, text="Only this page may ask.")
        # Fetch metadata reveals reads without an Origin, such as another page's pictures; links may lead here.
        site, mode = request.headers.get("Sec-Fetch-Site", "none"), request.headers.get("Sec-Fetch-Mode", "")
        is_link = mode == "navigate" and request.headers.get("Sec-Fetch-Dest") == "document"
        if site not in ("none", "same-origin") and not (is_link and request.method == "GET"):
            return web.Response(status=403, text="Only this page may ask.")
        return await handler(request)

    async def _attachment(self, request: web.Request) -> web.Response:
        attachment = self.world.attachments.get(int(request.match_info["id"]))
        if attachment is None or attachment.filename != request.match_info["name"]:
            raise web.HTTPNotFound
        return _file(attachment.content, attachment.content_type)

    async def _emoji(self, request: web.Request) -> web.Response:
        emoji = self.world.emojis.get(int(request.match_info["id"]))
        if emoji is None:
            raise web.HTTPNotFound
        return _file(emoji.image, emoji.content_type)

    # -- people and places ------------------------------------------------------------------------------------

    def member(self, name: str) -> Person:
        """Return the person called `name`. Raises LookupError if there is none."""
        try:
            return self._people[name]
        except KeyError:
            known = ", ".join(self._people)
            raise LookupError(f"nobody is called {name!r}; there are {known}") from None

    @property
    def people(self) -> list[Person]:
        """The people that a test or the page can act as."""
        return list(self._people.values())

    def add_member(self, name: str, guild: Guild | None = None) -> Person:
        """Let a person into a server (the first one by default). A new name makes a new person."""
        person = self._people.get(name)
        if person is None:
            person = self._people[name] = self._person(self.world.add_user(name))
        person.join_guild(guild)
        return person

    def _person(self, user: User) -> Person:
        return Person(self.world, self.interactions, self.commands, user)

    def add_guild(self, name: str, owner: Person | None = None, *, invited: bool = True) -> Guild:
        """Make a server with the usual channels, and the bot in it if it is `invited`. Ann owns it by default."""
        guild = self.world.add_guild(name, owner.user if owner else self.owner, invited=invited)
        for channel, topic in CHANNELS.items():
            self.world.add_channel(guild, channel, topic=topic)
        return guild

    def add_conversation(self, name: str, *names: str) -> Channel:
        """Make a conversation without the bot among the people called `names`."""
        return self.world.add_conversation(name, [self.member(each).user for each in names])

    def enable_activity(self, target: str) -> None:
        """Give the application an Activity, whose page and sockets are served at the address `target`."""
        self.world.activities.target = target
        self.commands.enable_activity()

    @property
    def origins(self) -> frozenset[str]:
        """The origins of the page, which are those of an Activity in it."""
        return frozenset((self.files_url, f"http://localhost:{self.port}"))

    def add_places_without_bot(self) -> None:
        """Make a group and a server without the bot, for Ann, who brings the app along, and some others."""
        self.member(PEOPLE[0]).install_app()
        self.world.direct_channel(self.owner)
        self.add_conversation("The Back Room", *PEOPLE[:3])
        guild = self.add_guild("The Far Shore", invited=False)
        for name in PEOPLE[1:4]:
            self.add_member(name, guild)

    def revoke(self, channel: Channel, permission: str, of: Person | Member | Role | None = None) -> None:
        """Deny the bot, or the member or role `of`, a permission such as "send_messages" in a channel."""
        self.world.overwrite(channel, self._target(channel, of), permission, False)

    def grant(self, channel: Channel, permission: str, of: Person | Member | Role | None = None) -> None:
        """Allow the bot, or the member or role `of`, a permission in a channel."""
        self.world.overwrite(channel, self._target(channel, of), permission, True)

    def reset(self, channel: Channel, permission: str, of: Person | Member | Role | None = None) -> None:
        """Drop a channel's exception for a permission, so that the roles decide again."""
        self.world.overwrite(channel, self._target(channel, of), permission, None)

    def _target(self, channel: Channel, of: Person | Member | Role | None) -> Member | Role | None:
        if isinstance(of, Person) and channel.guild is not None:
            return of.member_of(channel.guild)
        return None if isinstance(of, Person) else of

    # -- for tests ----------------------------------------------------------------------------------------------

    @property
    def requests(self) -> deque[RequestRecord]:
        """The requests that the bot made, oldest first."""
        return self.rest.requests

    @property
    def connected(self) -> bool:
        """True while a bot is connected to the gateway."""
        return self.gateway.connected

    def replay_last_interaction(self) -> Interaction:
        """Send the last interaction once more, with the same id and token. Raises LookupError if there is none."""
        return self.interactions.replay_last()

    async def wait_for(self, condition: Callable[[], T], timeout: float = PATIENCE) -> T:
        """Wait until `condition()` is true, checking it at each change, and return its value.

        Raises TimeoutError, with a description of the playground, after `timeout` seconds.
        """
        try:
            return await self.world.until(condition, timeout)
        except TimeoutError:
            raise TimeoutError(f"not true within {timeout} s\n{self.describe()}") from None

    async def idle(self, *, quiet: float = 0.03, timeout: float = PATIENCE) -> None:
        """Wait until the bot seems to have nothing left to do.

        That is: no request in flight, no event unsent, no fresh interaction unanswered, and nothing new for `quiet`
        seconds. Raises TimeoutError after `timeout`.
        """
        async with asyncio.timeout(timeout):
            while True:
                # Any request served during the pause restarts it: the bot may go on after an answer.
                served = self.rest.served
                await asyncio.sleep(quiet)
                busy = self.rest.in_flight or self.interactions.pending
                if not busy and self.gateway.quiet and served == self.rest.served:
                    return

    def describe(self) -> str:
        """Describe the last messages of every channel and the last refused requests, for error messages."""
        lines: list[str] = []
        for channel in self.world.channels.values():
            for message in list(channel.history.values())[-6:]:
                to = f" (only {message.viewer.name})" if message.viewer else ""
                text = message.text.replace("\n", "\n    ")
                state = " (thinking)" if message.loading else ""
                lines.append(f"  #{channel.name} {message.author.name}{to}{state}: {text}")
        refused = [each for each in self.requests if each.status >= 400][-5:]
        lines += [f"  {each.status} for {each.method} {each.path}" for each in refused]
        if not self.connected:
            lines.append("  no bot is connected")
        return "\n".join(lines) or "  nothing was said yet"


def _token(bot: User) -> str:
    """Return a bot token of the usual shape: the id, a time, a secret."""
    first = base64.urlsafe_b64encode(str(bot.id).encode()).decode().rstrip("=")
    return f"{first}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(27)}"


def _file(content: bytes, kind: str) -> web.Response:
    # The bot's files come from the page's own origin: none of them may run as a script there.
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cache-Control": "private, max-age=3600",
    }
    return web.Response(body=content, content_type=kind, headers=headers)
