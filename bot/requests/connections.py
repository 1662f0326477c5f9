"""HTTP/1.1 connections that are kept, for the many small requests to one server.

A general client costs three times as much a request, most of which is for what these never need: cookies, redirects,
compression, hooks, streams. What is not understood here is an error of the network: the connection is closed.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

import aiohttp

TIMEOUT = 60.0
"""Seconds to connect in, and seconds for one exchange."""
LOOKS = 0.5
"""Seconds between two looks at the exchanges under way: so much later may one be given up."""
KEPT = 15.0
"""Seconds for which an idle connection is kept; servers close theirs later."""
MOST_HEAD = 65_536
"""The most bytes of a response before its body."""
STATUS = re.compile(r"HTTP/1\.([01]) ([1-5][0-9][0-9])(?: ([^\r\n]*))?")
BODILESS = (204, 304)


class BadResponse(OSError):
    """A response that is not HTTP as it should be, or ended too early."""


class HeldBack(aiohttp.ClientOSError):
    """A request that was not sent: another process may serve in place of this one."""


class Origin(NamedTuple):
    """A server: scheme, host and port."""

    scheme: str
    host: str
    port: int

    @classmethod
    def of(cls, url: str) -> Origin:
        """Return the server of an address."""
        parts = urlsplit(url)
        assert parts.hostname is not None, url
        return cls(parts.scheme, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80))

    @property
    def name(self) -> str:
        """The name of the server in a request."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.scheme == "https" else 80) else f"{host}:{self.port}"


class Response(NamedTuple):
    """A whole response; the names of its headers are in small letters."""

    status: int
    reason: str
    headers: Mapping[str, str]
    body: bytes


class _Connection(asyncio.Protocol):
    """One connection, which carries one exchange at a time."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.idle_since = 0.0
        self.until = 0.0
        """The moment at which the exchange under way is given up."""
        self.is_open = True
        self.has_answered = False
        """True once bytes of the present response have come."""
        self._answer: asyncio.Future[Response] | None = None
        self._come = bytearray()
        self._head: Response | None = None
        """The response whose body is not complete."""
        self._ends_with_connection = False

    # ---- told by the loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False
        if self._answer is None or self._answer.done():
            return
        if exc is None and self._head is not None and self._ends_with_connection:
            self._finish(bytes(self._come))
        else:
            self._fail(exc or BadResponse("the server closed the connection before it had answered"))

    def data_received(self, data: bytes) -> None:
        if self._answer is None or self._answer.done():
            # nobody has asked
            self.close()
            return
        self.has_answered = True
        self._come += data
        try:
            self._read()
        except ValueError as wrong:
            self._fail(BadResponse(f"a response could not be read: {wrong}"))
            self.close()

    # ---- reading

    def _read(self) -> None:
        """Read what has come. Raises `ValueError` if it is not HTTP as it should be."""
        while self._head is None:
            end = self._come.find(b"\r\n\r\n")
            if end < 0:
                if len(self._come) > MOST_HEAD:
                    raise ValueError("its head does not end")
                return
            head = _read_head(bytes(self._come[:end]))
            del self._come[: end + 4]
            if head.headers.get("content-encoding", "identity") != "identity":
                raise ValueError("it is packed, which nobody has asked for")
            if head.status >= 200:
                # else it only announces another
                self._head = head
        headers = self._head.headers
        if self._head.status in BODILESS:
            self._finish(b"")
        elif "transfer-encoding" in headers:
            if headers["transfer-encoding"].lower() != "chunked":
                raise ValueError("its body is coded in an unknown way")
            body = _unchunked(self._come)
            if body is not None:
                self._finish(body)
        elif "content-length" in headers:
            length = _number(headers["content-length"], 10)
            if len(self._come) >= length:
                body = bytes(self._come[:length])
                del self._come[:length]
                self._finish(body)
        else:
            self._ends_with_connection = True

    def _finish(self, body: bytes) -> None:
        assert self._head is not None
        assert self._answer is not None
        head, self._head = self._head, None
        says = head.headers.get("connection", "").lower()
        if self._come or self._ends_with_connection or "close" in says or head.headers[":version"] == "0":
            self.close()
        self._answer.set_result(Response(head.status, head.reason, head.headers, body))

    def _fail(self, error: Exception) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)

    # ---- asked by the pool

    async def exchange(self, request: bytes, until: float) -> Response:
        """Send a request and return its response. Raises `OSError`, such as `TimeoutError` some time after `until`."""
        assert self.transport is not None
        self.has_answered = False
        self._come.clear()
        answer = self._answer = asyncio.get_running_loop().create_future()
        self.until = until
        self.transport.write(request)
        try:
            response: Response = await answer
            return response
        except asyncio.CancelledError:
            # its answer may still come, and belongs to nobody
            self.close()
            raise

    def time_out(self) -> None:
        """Give up the exchange under way."""
        self._fail(TimeoutError("no answer in time"))
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.is_open = False
        if self.transport is not None:
            self.transport.close()


def _read_head(head: bytes) -> Response:
    """Read the lines before a body."""
    first, *lines = head.decode("latin-1").split("\r\n")
    found = STATUS.fullmatch(first)
    if found is None:
        raise ValueError(f"it begins with {first[:60]!r}")
    headers = {":version": found[1]}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or name != name.strip() or not name:
            raise ValueError(f"it has the header {line[:60]!r}")
        key, text = name.lower(), value.strip()
        if key == "content-length" and headers.get(key, text) != text:
            raise ValueError("it has two lengths")
        headers[key] = text
    return Response(int(found[2]), found[3] or "", headers, b"")


def _number(text: str, base: int) -> int:
    """Read a length, which has neither signs nor spaces."""
    if not text or not all(each in "0123456789abcdefABCDEF"[: 10 if base == 10 else None] for each in text):
        raise ValueError(f"{text[:20]!r} is no length")
    return int(text, base)


def _unchunked(come: bytearray) -> bytes | None:
    """Return a body that came in chunks, and take it away; None while it is not complete."""
    at, parts = 0, []
    while True:
        end = come.find(b"\r\n", at)
        if end < 0:
            if len(come) - at > MOST_HEAD:
                raise ValueError("a chunk has no length")
            return None
        length = _number(bytes(come[at:end]).partition(b";")[0].strip().decode("latin-1"), 16)
        begin = end + 2
        if length == 0:
            break
        if len(come) < begin + length + 2:
            return None
        if come[begin + length : begin + length + 2] != b"\r\n":
            raise ValueError("a chunk is longer than it says")
        parts.append(bytes(come[begin : begin + length]))
        at = begin + length + 2
    # lines may follow, and end with an empty one
    at = begin
    while (end := come.find(b"\r\n", at)) != at:
        if end < 0:
            return None
        at = end + 2
    del come[: at + 2]
    return b"".join(parts)


class Connections:
    """The kept connections to servers. `ended` is called with the status of each response."""

    def __init__(self, ended: Callable[[int], None] = lambda status: None) -> None:
        self._ended = ended
        self._idle: dict[Origin, list[_Connection]] = {}
        self._busy: set[_Connection] = set()
        self._look: asyncio.TimerHandle | None = None
        """One timer for all exchanges: one for each costs as much as reading the answer."""
        self._tls: ssl.SSLContext | None = None

    async def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: bytes | None = None,
        *,
        may_go: Callable[[], bool] = lambda: True,
        within: float | None = None,
    ) -> Response:
        """Send a request and return the whole response, whatever its status. Raises `OSError` (`TimeoutError` too).

        `within`: the seconds to connect in, and those for the exchange; `TIMEOUT` if none are given.

        A kept connection may have been closed by the server at that very moment. Then it is sent again if that does no
        harm: not if it is a POST, which may have arrived. `may_go` is asked each time before it is written: the process
        may have stood still since it was given. Raises `HeldBack` if it may not.
        """
        origin = _origin(url)
        target = url.partition("://")[2].partition("/")[2]
        length = "" if body is None else f"Content-Length: {len(body)}\r\n"
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        head = f"{method} /{target} HTTP/1.1\r\nHost: {origin.name}\r\n{lines}{length}\r\n"
        parts = "".join((target, *headers, *headers.values()))
        if " " in target or not (parts.isascii() and parts.isprintable()):
            raise ValueError("a request with signs that have no place in its head")
        request = head.encode("ascii") + (body or b"")
        connection, seconds = self._take(origin), TIMEOUT if within is None else within
        if connection is not None:
            try:
                return await self._exchange(origin, connection, request, seconds, may_go)
            except OSError as fault:
                if connection.has_answered or method == "POST" or isinstance(fault, HeldBack | TimeoutError):
                    raise
        async with asyncio.timeout(seconds):
            connection = await self._connect(origin)
        return await self._exchange(origin, connection, request, seconds, may_go)

    def close(self) -> None:
        """Close all connections; those who wait for an answer get an error."""
        for connection in (*self._busy, *(each for idle in self._idle.values() for each in idle)):
            connection.close()
        self._idle.clear()
        if self._look is not None:
            self._look.cancel()
            self._look = None

    def _watch(self) -> None:
        """Give up the exchanges that take too long, and look again as long as there are others."""
        loop = asyncio.get_running_loop()
        for connection in [each for each in self._busy if each.until <= loop.time()]:
            connection.time_out()
        self._look = loop.call_later(LOOKS, self._watch) if self._busy else None

    def _take(self, origin: Origin) -> _Connection | None:
        """Return an idle connection: the one that was used last, so that others grow old and end."""
        idle, oldest = self._idle.get(origin, []), asyncio.get_running_loop().time() - KEPT
        while idle:
            connection = idle.pop()
            if connection.is_open and connection.idle_since >= oldest:
                return connection
            connection.close()
        return None

    async def _connect(self, origin: Origin) -> _Connection:
        """Open a connection."""
        tls = None
        if origin.scheme == "https":
            tls = self._tls = self._tls or ssl.create_default_context()
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(_Connection, origin.host, origin.port, ssl=tls)
        return connection

    async def _exchange(
        self,
        origin: Origin,
        connection: _Connection,
        request: bytes,
        seconds: float,
        may_go: Callable[[], bool],
    ) -> Response:
        """Exchange one request for its response, and keep the connection if it may be used again."""
        if not may_go():
            self._keep(origin, connection)
            raise HeldBack("another process may serve in place of this one")
        loop = asyncio.get_running_loop()
        self._busy.add(connection)
        if self._look is None:
            self._look = loop.call_later(LOOKS, self._watch)
        try:
            response = await connection.exchange(request, loop.time() + seconds)
        finally:
            self._busy.discard(connection)
        self._ended(response.status)
        if connection.is_open:
            self._keep(origin, connection)
        return response

    def _keep(self, origin: Origin, connection: _Connection) -> None:
        connection.idle_since = asyncio.get_running_loop().time()
        self._idle.setdefault(origin, []).append(connection)


@lru_cache(maxsize=64)
def _origin_of(start: str) -> Origin:
    return Origin.of(start)


def _origin(url: str) -> Origin:
    """Return the server of an address, which is nearly always the same."""
    scheme, _, rest = url.partition("://")
    return _origin_of(f"{scheme}://{rest.partition('/')[0]}")
