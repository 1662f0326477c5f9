"""A socket before PostgreSQL's that loses or holds connections between two statements of the client.

A server that dies, a network that drops, a failover look like this from the client's side. A statement is all that the
client sends before it waits for the server: one simple query, or an extended one up to its `Sync`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

NAME = ".s.PGSQL.5432"
COMMIT = b"COMMIT\x00"

LAST = b"QSXpdcf"
"""The types of messages that end a statement, or stand alone: Query, Sync, Terminate, a password, parts of a copy."""

Loss = Literal["before", "after"]
"""The statement never reaches the server; or it does, and the answer never reaches the client."""


class LossySocket:
    """Passes everything on, until `decide` says of a statement that the connection is lost there."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.folder, self._server = folder, server
        self.decide: Callable[[bytes], Loss | None] = lambda _: None
        self.hold: Callable[[bytes], float] = lambda _: 0.0
        """Returns the seconds for which a statement is held back before anything else is done with it."""
        self.lost = 0
        self.losing = asyncio.Event()
        """Set when the first connection is being lost."""
        self.refuses = False
        """Turn every new connection away, as a server that is down."""
        self._listening: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_unix_server(self._serve, self.folder / NAME)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._listening is not None
        self._listening.close()

    def url(self, address: str) -> str:
        """Return the address of a database with this socket in between."""
        return f"{address.partition('?')[0]}?host={self.folder}"

    def lose_the_next(self, message: bytes, loss: Loss) -> None:
        """Lose the connection over which a message with these bytes comes next, and no other."""

        def decide(sent: bytes) -> Loss | None:
            if message not in sent:
                return None
            self.decide = lambda _: None
            return loss

        self.decide = decide

    def cut(self) -> None:
        """Lose all connections."""
        for writer in self._open:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            writer.close()
            return
        try:
            from_server, to_server = await asyncio.open_unix_connection(self._server / NAME)
        except OSError:
            writer.close()
            return
        gagged = asyncio.Event()

        async def answers() -> None:
            while data := await from_server.read(2**16):
                if gagged.is_set():
                    return
                writer.write(data)
                await writer.drain()

        answering = asyncio.create_task(answers())
        self._open |= {writer, to_server}
        with suppress(OSError, asyncio.IncompleteReadError):
            to_server.write(await _startup(reader))
            while data := await _statement(reader):
                if seconds := self.hold(data):
                    await asyncio.sleep(seconds)
                loss = self.decide(data)
                if loss is not None:
                    self.lost += 1
                    self.losing.set()
                if loss == "before":
                    break
                if loss == "after":
                    gagged.set()
                to_server.write(data)
                await to_server.drain()
                if loss == "after":
                    await answering  # the server has answered, and nobody hears it
                    break
        answering.cancel()
        self._open -= {writer, to_server}
        for end in (to_server, writer):
            end.close()


async def _startup(reader: asyncio.StreamReader) -> bytes:
    """Return the first message of a connection, which has no type. Raises `IncompleteReadError`."""
    length = await reader.readexactly(4)
    return length + await reader.readexactly(int.from_bytes(length) - 4)


async def _statement(reader: asyncio.StreamReader) -> bytes:
    """Return the messages of one statement. Raises `IncompleteReadError` at the end of the connection."""
    messages, kind = b"", b""
    while not kind or kind not in LAST:
        head = await reader.readexactly(5)
        kind, length = head[:1], int.from_bytes(head[1:])
        messages += head + await reader.readexactly(length - 4)
    return messages
