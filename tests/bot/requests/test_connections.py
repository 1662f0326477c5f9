"""Kept connections against a server that behaves, and against one that misbehaves in every way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.requests.connections import Connections, Origin, Response

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
CUT = b""
"""Closes the connection."""


@dataclass
class Server:
    """Sends, for each request in turn, the pieces of a script, whatever they are."""

    script: list[Sequence[bytes]]
    url: str = ""
    heads: list[bytes] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    connections: int = 0
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while self.script:
                head = await reader.readuntil(b"\r\n\r\n")
                length = next(
                    (int(line[15:]) for line in head.split(b"\r\n") if line[:15] == b"Content-Length:"), 0
                )
                self.heads.append(head)
                self.asked.set()
                self.bodies.append(await reader.readexactly(length))
                for piece in self.script.pop(0):
                    if piece == CUT:
                        return
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(0)
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            writer.close()


@asynccontextmanager
async def serving(*script: Sequence[bytes]) -> AsyncIterator[tuple[Server, Connections]]:
    server, connections = Server(list(script)), Connections()
    made = await asyncio.start_server(server.talk, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{made.sockets[0].getsockname()[1]}/api"
    try:
        yield server, connections
    finally:
        connections.close()
        made.close()


def split(data: bytes, cuts: list[int]) -> list[bytes]:
    """Cut bytes into pieces at these places."""
    at = sorted({cut % len(data) for cut in cuts} | {0, len(data)})
    return [data[a:b] for a, b in pairwise(at)]


def chunked(body: bytes, cuts: list[int], trailer: bytes) -> bytes:
    """Return a body in chunks."""
    pieces = split(body, cuts) if body else []
    chunks = b"".join(f"{len(each):x};note\r\n".encode() + each + b"\r\n" for each in pieces)
    return chunks + b"0\r\n" + trailer + b"\r\n"


@given(
    body=st.binary(max_size=300),
    cuts=st.lists(st.integers(0, 10_000), max_size=12),
    chunks=st.none() | st.lists(st.integers(0, 300), max_size=4),
    trailer=st.sampled_from([b"", b"X-Sum: 1\r\n"]),
    announced=st.booleans(),
    status=st.sampled_from([200, 201, 400, 404, 429, 500, 503]),
)
def test_a_response_is_read_whole_however_it_comes(
    body: bytes, cuts: list[int], chunks: list[int] | None, trailer: bytes, announced: bool, status: int
) -> None:
    async def play() -> None:
        length = f"Content-Length: {len(body)}" if chunks is None else "Transfer-Encoding: chunked"
        head = f"HTTP/1.1 {status} So it is\r\nX-One: a: b \r\n{length}\r\n\r\n".encode()
        whole = (b"HTTP/1.1 103 Early\r\nLink: x\r\n\r\n" if announced else b"") + head
        whole += body if chunks is None else chunked(body, chunks, trailer)
        async with serving(split(whole, cuts), [OK]) as (server, connections):
            response = await connections.request("PATCH", f"{server.url}/a?b=c", {"X-Two": "2"}, b"{}")
            assert (response.status, response.reason, response.body) == (status, "So it is", body)
            assert response.headers["x-one"] == "a: b"
            assert (await connections.request("POST", server.url, {})).body == b"ok"
            assert server.connections == 1, "it was kept"
            assert server.heads[0].startswith(b"PATCH /api/a?b=c HTTP/1.1\r\nHost: 127.0.0.1:")
            assert server.bodies == [b"{}", b""]

    asyncio.run(play())


@given(
    begun=st.binary(max_size=80)
    | st.sampled_from(
        [
            b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
            b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nab",
            b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcdefgh",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nab",
            b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nab",
            b"HTTP/1.1 200 OK\r\n folded: x\r\n\r\n",
            b"HTTP/1.1 999 OK\r\n\r\n",
            b"HTTP/2 200 OK\r\n\r\n",
        ]
    ),
    cuts=st.lists(st.integers(0, 100), max_size=4),
)
def test_what_is_no_response_is_an_error_of_the_network_and_ends_its_connection(
    begun: bytes, cuts: list[int]
) -> None:
    async def play() -> None:
        pieces = [*(split(begun, cuts) if begun else []), CUT]
        async with serving(pieces, [OK]) as (server, connections):
            with pytest.raises(OSError):  # noqa: PT011 - whichever it is, it is tried again
                await connections.request("POST", server.url, {})
            assert (await connections.request("POST", server.url, {})).body == b"ok"
            assert server.connections == 2

    asyncio.run(play())


@pytest.mark.parametrize(
    ("response", "body"),
    [
        (b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok", b"ok"),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", b"ok"),
        (b"HTTP/1.1 200\r\n\r\nuntil the end", b"until the end"),
        (OK + b"HTTP/1.1 200 OK\r\n", b"ok"),
    ],
)
async def test_a_connection_that_cannot_be_used_again_is_not_kept(response: bytes, body: bytes) -> None:
    async with serving([response, CUT], [OK]) as (server, connections):
        assert (await connections.request("POST", server.url, {})).body == body
        assert (await connections.request("POST", server.url, {})).body == b"ok"
        assert server.connections == 2


async def test_no_content_has_no_body() -> None:
    async with serving([b"HTTP/1.1 204 No Content\r\n\r\n"], [OK]) as (server, connections):
        assert (await connections.request("DELETE", server.url, {})).body == b""
        assert (await connections.request("GET", server.url, {})).body == b"ok"
        assert server.connections == 1


@pytest.mark.parametrize(("method", "arrives"), [("PATCH", True), ("DELETE", True), ("POST", False)])
async def test_a_kept_connection_that_has_ended_is_replaced_unless_the_request_may_have_arrived(
    method: str, arrives: bool
) -> None:
    async with serving([OK], [CUT], [OK]) as (server, connections):
        await connections.request("GET", server.url, {})
        if arrives:
            assert (await connections.request(method, server.url, {})).status == 200
        else:
            with pytest.raises(OSError, match="closed the connection"):
                await connections.request(method, server.url, {})
        assert len(server.heads) == (3 if arrives else 2)


async def test_requests_at_the_same_time_have_connections_of_their_own() -> None:
    async with serving([OK], [OK], [OK]) as (server, connections):
        both = await asyncio.gather(*(connections.request("GET", server.url, {}) for _ in range(2)))
        assert [each.body for each in both] == [b"ok", b"ok"]
        await connections.request("GET", server.url, {})
        assert server.connections == 2


async def test_an_answer_that_nobody_waits_for_any_more_is_nobody_elses() -> None:
    late = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"
    async with serving([late], [OK]) as (server, connections):
        asked = asyncio.create_task(connections.request("GET", server.url, {}))
        await server.asked.wait()
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        assert (await connections.request("GET", server.url, {})).body == b"ok"
        assert server.connections == 2


async def test_silence_ends_in_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving([b"HTTP/1.1 200 OK\r\n"], [OK]) as (server, connections):
        monkeypatch.setattr("bot.requests.connections.TIMEOUT", 0.01)
        monkeypatch.setattr("bot.requests.connections.LOOKS", 0.01)
        with pytest.raises(TimeoutError):
            await connections.request("GET", server.url, {})


async def test_a_request_that_is_wanted_soon_is_given_up_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.requests.connections.LOOKS", 0.01)
    async with serving([b"HTTP/1.1 200 OK\r\n"], [OK]) as (server, connections):
        with pytest.raises(TimeoutError):
            await connections.request("POST", server.url, {}, within=0.01)


async def test_a_request_that_was_not_answered_in_time_is_not_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.requests.connections.LOOKS", 0.01)
    async with serving([OK], [], [OK]) as (server, connections):
        await connections.request("GET", server.url, {})
        monkeypatch.setattr("bot.requests.connections.TIMEOUT", 0.01)
        with pytest.raises(TimeoutError):
            await connections.request("PATCH", server.url, {})
        assert len(server.heads) == 2


async def test_closing_ends_what_is_under_way() -> None:
    async with serving([b"HTTP/1.1 200 OK\r\n"]) as (server, connections):
        asked = asyncio.create_task(connections.request("GET", server.url, {}))
        await server.asked.wait()
        connections.close()
        with pytest.raises(OSError, match="closed the connection"):
            await asked


@pytest.mark.parametrize("evil", ["\r\nX: 1", "\n", "ä", "\x00"])
async def test_nothing_gets_into_the_head_that_is_no_part_of_it(evil: str) -> None:
    async with serving([OK]) as (server, connections):
        with pytest.raises(ValueError, match="no place in its head"):
            await connections.request("GET", f"{server.url}{evil}", {})
        with pytest.raises(ValueError, match="no place in its head"):
            await connections.request("GET", server.url, {"X-Name": evil})
        assert server.heads == []


@pytest.mark.parametrize(
    ("url", "origin", "name"),
    [
        ("https://discord.com/api", Origin("https", "discord.com", 443), "discord.com"),
        ("http://127.0.0.1:80/", Origin("http", "127.0.0.1", 80), "127.0.0.1"),
        ("http://[::1]:8377/api", Origin("http", "::1", 8377), "[::1]:8377"),
    ],
)
def test_servers(url: str, origin: Origin, name: str) -> None:
    assert Origin.of(url) == origin
    assert origin.name == name


async def test_each_response_is_told() -> None:
    told: list[int] = []
    heard: Callable[[int], None] = told.append
    async with serving([OK]) as (server, _):
        connections = Connections(heard)
        response = await connections.request("GET", server.url, {})
        assert isinstance(response, Response)
        connections.close()
    assert told == [200]
