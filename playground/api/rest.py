"""The HTTP side: reading requests, asking the limits, calling a route, writing the answer.

Routes stand in the files `routes_...`; each is a plain function of a `Call` that
gives JSON, or None for 204, and is entered into a table with `route`.
"""

from __future__ import annotations

import json
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aiohttp import web

from playground.errors import ApiError, missing_access, missing_permissions, unauthorized, unknown
from playground.world.messages import Body, Upload
from playground.world.permissions import Permission, in_channel
from playground.world.state import Channel, Guild

if TYPE_CHECKING:
    from playground.server import Playground

Json = dict[str, Any]
Answer = Json | list[Json] | None

PREFIX = "/api/v{version:[0-9]+}"
_FILE_FIELD = re.compile(r"files?\[(\d+)\]$")


@dataclass(slots=True)
class RequestRecord:
    """A request that the bot made, and the status it got. `route` is the path's template, None if unknown."""

    method: str
    path: str
    route: str | None
    query: dict[str, str]
    json: Any
    files: list[str]
    status: int = 0


@dataclass(slots=True)
class Call:
    """A request on its way to its route, which may set the `status` of its answer."""

    playground: Playground
    request: web.Request
    body: Body
    status: int = 200

    def id(self, name: str) -> int:
        """An id from the path. Raises `ApiError` if it is not a number."""
        text = self.request.match_info[name]
        if not text.isdigit():
            raise ApiError(400, 50035, f'Value "{text}" is not snowflake.')
        return int(text)

    def text(self, name: str) -> str:
        """A piece of the path."""
        return self.request.match_info[name]

    def flag(self, name: str) -> bool:
        """Whether a query parameter is switched on."""
        return self.request.query.get(name, "").lower() in ("1", "true")

    def guild(self) -> Guild:
        """The guild in the path. Raises `ApiError` if it is unknown, out of reach, or the bot is not in it."""
        guild = self.playground.world.guilds.get(self.id("guild_id"))
        if guild is None:
            raise unknown(10004, "Guild")
        return reachable(guild)

    def channel(self, *needed: Permission) -> Channel:
        """The channel in the path, seen by the bot with what is `needed`. Raises `ApiError` otherwise."""
        channel = self.playground.world.channels.get(self.id("channel_id"))
        if channel is None:
            raise unknown(10003, "Channel")
        require(self.playground, channel, *needed)
        return channel


def reachable(guild: Guild) -> Guild:
    """The guild, if the bot is in it and Discord can reach it. Raises `ApiError` otherwise."""
    if guild.rest_down:
        raise ApiError(503, 0, "Service Unavailable")
    if not guild.present:
        raise missing_access()
    return guild


def require(playground: Playground, channel: Channel, *needed: Permission) -> None:
    """Raise `ApiError` 50001 if the bot does not see `channel`, 50013 if it may not do there what is `needed`."""
    if channel.guild is None:
        return
    bot = playground.world.bot_member(reachable(channel.guild))
    allowed = in_channel(bot, channel) if bot else 0
    if not allowed & int(Permission.VIEW_CHANNEL):
        raise missing_access()
    for permission in needed:
        if not allowed & int(permission):
            raise missing_permissions()


Handler = Callable[[Call], Answer]


@dataclass(slots=True, frozen=True)
class Route:
    """One entry of the table. `bucket` None means that no limit applies; `open` that no bot token is needed."""

    method: str
    path: str
    handler: Handler
    bucket: str | None
    open: bool


TABLE: list[Route] = []


def route(
    method: str, path: str, *, bucket: str | None = "other", open: bool = False
) -> Callable[[Handler], Handler]:
    """Enter a function into the table of routes."""

    def enter(handler: Handler) -> Handler:
        TABLE.append(Route(method, path, handler, bucket, open))
        return handler

    return enter


class Rest:
    """Serves the table. Keeps the last requests in `requests`, and notes them as traffic, while `recording`."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self.requests: deque[RequestRecord] = deque(maxlen=5_000)
        self.recording = True
        self.invalid = 0
        """Answers of 401, 403 and 429: 10,000 within ten minutes get an address banned."""
        self.in_flight = 0
        self.served = 0

    def attach(self, app: web.Application) -> None:
        """Add all routes to the application."""
        for entry in TABLE:
            app.router.add_route(entry.method, PREFIX + entry.path, self._serve(entry))
        app.router.add_route("*", PREFIX + "/{rest:.*}", self._not_found)

    def _serve(self, entry: Route) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.StreamResponse:
            self.in_flight += 1
            began = time.perf_counter()
            try:
                answer = await self._answer(entry, request)
                if self.recording:
                    self.playground.traffic.note(
                        "request",
                        f"{request.method} {entry.path}",
                        sent=request.content_length or 0,
                        got=len(answer.body) if isinstance(answer.body, bytes) else 0,
                        status=answer.status,
                        seconds=time.perf_counter() - began,
                    )
                return answer
            finally:
                self.in_flight -= 1
                self.served += 1
                self.playground.world.touch()

        return serve

    async def _answer(self, entry: Route, request: web.Request) -> web.Response:
        playground = self.playground
        path = _tail(request.path)
        headers: dict[str, str] = {}
        record: RequestRecord | None = None
        try:
            body = await read_body(request)
            if self.recording:
                record = self._record(request, path, entry.path, body)
            await playground.faults.hold(path)
            if playground.faults.loses(request.method, path, arrived=False) and request.transport:
                request.transport.close()
                return write(503, None)
            if not entry.open:
                self._authorize(request)
            verdict = playground.rate_limits.check(entry.bucket, _place(request))
            headers = verdict.headers
            if verdict.wait is not None:
                status = 429
                answer: Answer = {
                    "message": "You are being rate limited.",
                    "retry_after": round(verdict.wait, 3),
                    "global": verdict.everywhere,
                }
            else:
                playground.faults.fail(request.method, path)
                call = Call(playground, request, body)
                answer = entry.handler(call)
                status = 204 if answer is None else call.status
        except ApiError as error:
            status, answer = error.status, error.body()
            headers = {**headers, **error.headers}
        if record is not None:
            record.status = status
        self.invalid += status in (401, 403, 429)
        if playground.faults.loses(request.method, path, arrived=True) and request.transport:
            request.transport.close()
        return write(status, answer, headers)

    async def _not_found(self, request: web.Request) -> web.StreamResponse:
        path = _tail(request.path)
        body = await read_body(request)
        self._record(request, path, None, body).status = 404
        return write(404, {"message": "404: Not Found", "code": 0})

    def _authorize(self, request: web.Request) -> None:
        given = request.headers.get("Authorization", "")
        if given != f"Bot {self.playground.token}":
            raise unauthorized()

    def _record(self, request: web.Request, path: str, template: str | None, body: Body) -> RequestRecord:
        files = [upload.filename for upload in body.files.values()]
        query = dict(request.query)
        record = RequestRecord(request.method, path, template, query, body.json, files)
        self.requests.append(record)
        return record


def write(status: int, answer: Answer, headers: dict[str, str] | None = None) -> web.Response:
    """An answer with a content-type of exactly application/json, or an empty one for 204."""
    if status == 204:
        return web.Response(status=204, headers=headers)
    text = json.dumps(answer).encode()
    return web.Response(status=status, body=text, headers=headers, content_type="application/json")


async def read_body(request: web.Request) -> Body:
    """JSON, or a multipart form with `payload_json` and files. Raises `ApiError` 50109 for anything else."""
    if not request.can_read_body:
        return Body(None)
    try:
        if request.content_type == "multipart/form-data":
            return await _read_form(request)
        raw = await request.read()
        return Body(json.loads(raw) if raw else None)
    except ValueError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None


async def _read_form(request: web.Request) -> Body:
    body = Body({})
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            found = _FILE_FIELD.match(name)
            number = int(found[1]) if found else len(body.files)
            body.files[number] = Upload(value.filename, value.file.read(), value.content_type)
        elif name == "payload_json":
            text = value.decode() if isinstance(value, (bytes, bytearray)) else value
            body.json = json.loads(text)
    return body


def _tail(path: str) -> str:
    return "/" + path.split("/", 3)[3] if path.count("/") >= 3 else path


def _place(request: web.Request) -> str:
    """What a bucket is counted for: the channel, guild or token in the path."""
    found = request.match_info
    return found.get("channel_id") or found.get("guild_id") or found.get("token") or ""
