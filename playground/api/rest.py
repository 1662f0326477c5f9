"""The REST server: it reads a request, checks it against the limits, calls a route and writes the answer.

The routes are in the modules `routes_...`. A route is a plain function of a `Call` that returns JSON, or None for
204; its module enters it into a `RouteTable`, and `server` hands the tables to `Rest`.
"""

from __future__ import annotations

import json
import re
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from playground.api.commands import Commands
from playground.api.interactions import Interactions
from playground.api.messages import Body, Upload
from playground.api.ratelimits import RateLimits
from playground.errors import (
    ApiError,
    RateLimitError,
    missing_access,
    missing_permissions,
    unauthorized,
    unknown,
)
from playground.faults import Faults
from playground.gateway.gateway import Gateway
from playground.traffic_log import TrafficLog
from playground.validate.shapes import Shape, check_shape, snowflake
from playground.world.permissions import Permission, get_channel_permissions
from playground.world.state import Channel, Guild, User
from playground.world.world import World

Json = dict[str, Any]
Answer = Json | list[Json] | None

PREFIX = "/api/v{version:[0-9]+}"
ACKNOWLEDGEMENTS = (5, 6)
"""Types of first answers that show nothing yet."""
_FILE_FIELD = re.compile(r"files?\[(\d+)\]$")


@dataclass(slots=True)
class RequestRecord:
    """A request of the bot, and its answer: status and body. `route` is the path's template, None if unknown."""

    method: str
    path: str
    route: str | None
    json: Any
    files: list[str]
    status: int = 0
    answer: bytes | None = None


@dataclass(slots=True)
class Backend:
    """The parts of the playground that routes work with.

    `owner` is the owner of the application.
    """

    world: World
    gateway: Gateway
    commands: Commands
    interactions: Interactions
    owner: User
    shards: int = 1


@dataclass(slots=True)
class Call:
    """A request on its way to its route, which may set the `status` of its answer."""

    backend: Backend
    request: web.Request
    body: Body
    status: int = 200
    asker: User | None = None
    """The member whose access token came with the request; None for the bot's own."""

    @property
    def world(self) -> World:
        """The world that the request is about."""
        return self.backend.world

    def id(self, name: str) -> int:
        """Return an id from the path. Raises `ApiError` if it is not a number."""
        text = self.request.match_info[name]
        check_shape(snowflake, text, (name,))
        return int(text)

    def number(self, name: str, default: int) -> int:
        """Return a number of the query. Raises `ApiError` if it is none."""
        text = self.request.query.get(name, str(default))
        check_shape(snowflake, text, (name,))
        return int(text)

    def text(self, name: str) -> str:
        """Return a piece of the path."""
        return self.request.match_info[name]

    def flag(self, name: str) -> bool:
        """Return True if a query parameter is switched on."""
        return self.request.query.get(name, "").lower() in ("1", "true")

    def guild(self) -> Guild:
        """Return the guild in the path. Raises `ApiError` if it is unknown, unavailable, or without the bot."""
        guild = self.world.guilds.get(self.id("guild_id"))
        if guild is None:
            raise unknown(10004, "Guild")
        return reachable(guild)

    def channel(self, *needed: Permission) -> Channel:
        """Return the channel in the path.

        Raises `ApiError` if it is unknown, the bot does not see it, or lacks a permission that is `needed` there.
        """
        channel = self.world.channels.get(self.id("channel_id"))
        if channel is None:
            raise unknown(10003, "Channel")
        require(self.world, channel, *needed)
        return channel


def reachable(guild: Guild) -> Guild:
    """Return the guild if the bot is in it and Discord can reach it. Raises `ApiError` otherwise."""
    if guild.rest_down:
        raise ApiError(503, 0, "Service Unavailable")
    if not guild.present:
        raise missing_access()
    return guild


def require(world: World, channel: Channel, *needed: Permission) -> None:
    """Raise `ApiError` 50001 if the bot does not see `channel`, 50013 if it lacks a `needed` permission there."""
    if channel.guild is None:
        if channel.recipient is None:
            raise missing_access()
        return
    bot = world.bot_member(reachable(channel.guild))
    allowed = get_channel_permissions(bot, channel) if bot else 0
    if not allowed & int(Permission.VIEW_CHANNEL):
        raise missing_access()
    for permission in needed:
        if not allowed & int(permission):
            raise missing_permissions()


Handler = Callable[[Call], Answer]


@dataclass(slots=True, frozen=True)
class Route:
    """One entry of a table. `bucket` None means that no limit applies; `open` that no bot token is needed.

    `shape` has the types of its body's fields. With a `scope`, a member's access token opens it too, if they have
    agreed to that scope.
    """

    method: str
    path: str
    handler: Handler
    bucket: str | None
    open: bool
    shape: Shape | None = None
    scope: str | None = None


class RouteTable:
    """The routes of one module, in the order in which it adds them."""

    def __init__(self) -> None:
        self.routes: list[Route] = []

    def add(
        self,
        method: str,
        path: str,
        *,
        bucket: str | None = "other",
        open: bool = False,
        shape: Shape | None = None,
        scope: str | None = None,
    ) -> Callable[[Handler], Handler]:
        """Add the decorated function as a route."""

        def enter(handler: Handler) -> Handler:
            self.routes.append(Route(method, path, handler, bucket, open, shape, scope))
            return handler

        return enter


class Rest:
    """The server of the routes.

    Takes the tables of routes, the parts that they work with, the bot's token, and the limits, faults and log that
    apply to every request. While `recording`, it keeps the last requests in `requests` and logs them as traffic.
    """

    def __init__(
        self,
        tables: Iterable[RouteTable],
        backend: Backend,
        *,
        token: str,
        rate_limits: RateLimits,
        faults: Faults,
        traffic: TrafficLog,
    ) -> None:
        self.routes = [route for table in tables for route in table.routes]
        self.backend = backend
        self.token = token
        self.rate_limits = rate_limits
        self.faults = faults
        self.traffic = traffic
        self.requests: deque[RequestRecord] = deque(maxlen=5_000)
        self.recording = True
        self.invalid = 0
        """Answers of 401, 403 and 429. At Discord, 10,000 of them within ten minutes get an address banned."""
        self.in_flight = 0
        self.served = 0

    def attach(self, app: web.Application) -> None:
        """Add all routes to the application."""
        for route in self.routes:
            app.router.add_route(route.method, PREFIX + route.path, self._serve(route))
        app.router.add_route("*", PREFIX + "/{rest:.*}", self._not_found)

    def _serve(self, route: Route) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.StreamResponse:
            self.in_flight += 1
            began = time.perf_counter()
            try:
                answer = await self._answer(route, request)
                if self.recording:
                    self.traffic.add(
                        "request",
                        f"{request.method} {route.path}",
                        sent=request.content_length or 0,
                        got=len(answer.body) if isinstance(answer.body, bytes) else 0,
                        status=answer.status,
                        seconds=time.perf_counter() - began,
                    )
                return answer
            finally:
                self.in_flight -= 1
                self.served += 1
                self.backend.world.touch()

        return serve

    async def _answer(self, route: Route, request: web.Request) -> web.Response:
        path = _tail(request.path)
        headers: dict[str, str] = {}
        record: RequestRecord | None = None
        try:
            body = await read_body(request)
            # Recorded before it is answered, so that refused and lost requests are seen too.
            if self.recording:
                record = self._record(request, path, route.path, body)
            await self.faults.hold(path)
            # A lost request must not count against the limits: it never arrived.
            if self.faults.take_loss(request.method, path, arrived=False) and request.transport:
                request.transport.close()
                return write(503, None)  # never arrives, but aiohttp wants an answer
            asker = None if route.open else self._authorize(request, route.scope)
            verdict = self.rate_limits.check(route.bucket, _place(request))
            headers = verdict.headers
            if verdict.wait is not None:
                raise RateLimitError(verdict.wait, scope="global" if verdict.everywhere else "user")
            kind = body.json.get("type") if isinstance(body.json, dict) else None
            self.faults.fail(request.method, path, acknowledges=kind in ACKNOWLEDGEMENTS)
            if route.shape is not None:
                check_shape(route.shape, body.json)
            call = Call(self.backend, request, body, asker=asker)
            answer: Answer = route.handler(call)
            status = 204 if answer is None else call.status
        except ApiError as error:
            status, answer = error.status, error.body()
            headers = {**headers, **error.headers}
            # A shared limit is no fault of this bot's, and Discord does not count it against it.
            counts = not (isinstance(error, RateLimitError) and error.scope == "shared")
            self.invalid += counts and status in (401, 403, 429)
        response = write(status, answer, headers)
        if record is not None:
            record.status = status
            record.answer = response.body if isinstance(response.body, bytes) else None
        if self.faults.take_loss(request.method, path, arrived=True) and request.transport:
            request.transport.close()
        garbled = self.faults.take_body(request.method, path)
        if garbled is not None:
            page, other_status = garbled
            kind = "text/html" if page.startswith("<") else "application/json"
            return web.Response(
                text=page, status=other_status or response.status, headers=headers, content_type=kind
            )
        return response

    async def _not_found(self, request: web.Request) -> web.StreamResponse:
        path = _tail(request.path)
        body = await read_body(request)
        self._record(request, path, None, body).status = 404
        return write(404, {"message": "404: Not Found", "code": 0})

    def _authorize(self, request: web.Request, scope: str | None) -> User | None:
        """Return the member whose access token the request has, None for the bot's. Raises `ApiError` without one."""
        given = request.headers.get("Authorization", "")
        if given == f"Bot {self.token}":
            return None
        kind, _, token = given.partition(" ")
        grant = self.backend.world.activities.granted(token) if kind == "Bearer" else None
        if grant is None or scope is None or scope not in grant.scopes:
            raise unauthorized()
        return grant.user

    def _record(self, request: web.Request, path: str, template: str | None, body: Body) -> RequestRecord:
        files = [upload.filename for upload in body.files.values()]
        record = RequestRecord(request.method, path, template, body.json, files)
        self.requests.append(record)
        return record


def write(status: int, answer: Answer, headers: dict[str, str] | None = None) -> web.Response:
    """Return an answer with a content-type of exactly application/json, or an empty one for 204."""
    if status == 204:
        return web.Response(status=204, headers=headers)
    text = json.dumps(answer).encode()
    return web.Response(status=status, body=text, headers=headers, content_type="application/json")


async def read_body(request: web.Request) -> Body:
    """Read JSON, or a multipart form with `payload_json` and files.

    Raises `ApiError` 50109 for anything else.
    """
    if not request.can_read_body:
        return Body(None)
    try:
        if request.content_type == "multipart/form-data":
            return await _read_form(request)
        if request.content_type == "application/x-www-form-urlencoded":
            return Body(dict(await request.post()))
        raw = await request.read()
        return Body(json.loads(raw) if raw else None)
    except ValueError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None


async def _read_form(request: web.Request) -> Body:
    body = Body({})
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            match = _FILE_FIELD.match(name)
            number = int(match[1]) if match else len(body.files)
            body.files[number] = Upload(value.filename, value.file.read(), value.content_type)
        elif name == "payload_json":
            text = value.decode() if isinstance(value, (bytes, bytearray)) else value
            body.json = json.loads(text)
    return body


def _tail(path: str) -> str:
    return "/" + path.split("/", 3)[3] if path.count("/") >= 3 else path


def _place(request: web.Request) -> str:
    """Return the channel, guild or token in the path; each of them has its own buckets."""
    parts = request.match_info
    return parts.get("channel_id") or parts.get("guild_id") or parts.get("token") or ""
