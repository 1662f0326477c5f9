"""The way in which a new process asks the old one to let go of a database.

The old one listens on loopback and writes port and password into a file beside the database, which only its own user
may read. Lines of JSON go either way: the password one way, the ids of the interactions that were taken the other.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds in which the old process must let go."""
LINE = 2**22
"""The most bytes of a line: room for the ids of all interactions that are remembered."""


class NoAnswer(Exception):
    """The old process is there, but does not let go."""


def address_file(database: Path) -> Path:
    """Return the file that says where the process on a database listens."""
    return database.with_name(f"{database.name}.handover")


class Predecessor:
    """The process that has the database now, as long as it does."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        """Set once a new process waits for the database."""
        self._released: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()
        self._password = secrets.token_hex(16)

    @classmethod
    @asynccontextmanager
    async def listening(cls, database: Path) -> AsyncIterator[Predecessor]:
        """Listen for a new process while the block runs."""
        here = cls()
        server = await asyncio.start_server(here._serve, "127.0.0.1", 0, limit=LINE)
        path = address_file(database)
        address = {"port": server.sockets[0].getsockname()[1], "password": here._password}
        try:
            _write_privately(path, json.dumps(address))
        except OSError as fault:
            log.warning("%s cannot be written, so no new process can ask for the database: %s", path, fault)
        try:
            yield here
        finally:
            server.close()
            # a new process may have written its own meanwhile
            if _read_address(path) == address:
                path.unlink(missing_ok=True)

    def release(self, taken: Iterable[int]) -> None:
        """Tell the new process that the database is free, and which interactions have been taken here."""
        if not self._released.done():
            self._released.set_result(list(taken))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = await reader.readline()
            if not secrets.compare_digest(line.strip(), self._password.encode()):
                return
            self.asked.set()
            taken = await asyncio.shield(self._released)
            writer.write(json.dumps(taken).encode() + b"\n")
            await writer.drain()
        except (OSError, ValueError):
            # the new process has gone away; this one stops all the same, for it has let go already
            return
        finally:
            writer.close()


async def is_served(database: Path) -> bool:
    """Return whether a process on a database listens; the file of one that was killed may still be there."""
    address = _read_address(address_file(database))
    if address is None:
        return False
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", address["port"])
    except OSError:
        return False
    writer.close()
    return True


async def take_over(database: Path, patience: float = PATIENCE) -> list[int] | None:
    """Ask the process on a database to let go, and return the ids of the interactions that it has taken.

    Returns None if there is no such process. Raises `NoAnswer` if it does not let go in time.
    """
    address = _read_address(address_file(database))
    if address is None:
        return None
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", address["port"], limit=LINE)
    except OSError:
        return None  # the file of a process that was killed
    try:
        async with asyncio.timeout(patience):
            writer.write(address["password"].encode() + b"\n")
            await writer.drain()
            line = await reader.readline()
    except (OSError, ValueError, TimeoutError) as fault:
        raise NoAnswer(
            f"The process on {database} does not let go of it; stop it, then start this one again."
        ) from fault
    finally:
        writer.close()
    if not line:
        raise NoAnswer(f"The process on {database} went away without a word; start this one again.")
    taken: list[int] = json.loads(line)
    return taken


def _write_privately(path: Path, text: str) -> None:
    """Write a file that only its owner may read, in place of one that a killed process has left."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(text)


def _read_address(path: Path) -> dict[str, Any] | None:
    try:
        address = json.loads(path.read_text("ascii"))
    except (OSError, ValueError):
        return None
    return address if isinstance(address, dict) and {"port", "password"} <= address.keys() else None
