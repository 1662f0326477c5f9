"""The protocol by which a new process asks the old one to release a database.

The old process listens on loopback, and writes port and password into a file beside the database that only its own user
may read. Lines of JSON go both ways: the password to the old process, the ids of the interactions that it took to the
new one.
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
"""Seconds in which the old process must release the database."""
LINE = 2**22
"""The longest line in bytes: room for the ids of all remembered interactions."""


class NoAnswer(Exception):
    """The old process exists, but does not release the database."""


def address_file(database: Path) -> Path:
    """Return the file with the address of the process on a database."""
    return database.with_name(f"{database.name}.handover")


class Predecessor:
    """The process that serves the database, until a new one asks for it."""

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
            # a new process may have replaced the file with its own in the meantime
            if _read_address(path) == address:
                path.unlink(missing_ok=True)

    def release(self, taken: Iterable[int]) -> None:
        """Tell the new process that the database is free, and which interactions were taken here."""
        if not self._released.done():
            self._released.set_result(list(taken))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = await reader.readline()
            # in constant time, so that no local program can guess the password byte by byte
            if not secrets.compare_digest(line.strip(), self._password.encode()):
                return
            self.asked.set()
            # shielded: a connection that is cancelled must not cancel the answer to the next one
            taken = await asyncio.shield(self._released)
            writer.write(json.dumps(taken).encode() + b"\n")
            await writer.drain()
        except (OSError, ValueError):
            # the new process is gone; this one stops all the same, since it has released the database already
            return
        finally:
            writer.close()


async def is_served(database: Path) -> bool:
    """Return True if a process on a database listens; its file alone may be left by a killed one."""
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
    """Ask the process on a database to release it, and return the ids of the interactions that it has taken.

    Returns None if there is no such process. Raises `NoAnswer` if it does not release the database in time.
    """
    address = _read_address(address_file(database))
    if address is None:
        return None
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", address["port"], limit=LINE)
    except OSError:
        return None  # the file was left behind by a killed process
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
    """Write a file that only its owner may read, replacing one that a killed process left behind."""
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
