"""Checks of `dicenight doctor`: Python, database, disk, decks, port and token."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sqlite3
import sys
import time
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from pydantic import SecretStr

from bot.cli.support import sentence
from bot.clock import HOUR
from bot.settings import BAD_TOKEN, Settings, backup_stamp
from bot.startup.own_decks import BadDecks, read_own
from db.archives.reading import archives
from db.errors import StoreError
from db.opening import Location, condition_of, display_name, is_there, reading
from db.postgres.address import is_postgres

ENOUGH_DISK = 100_000_000
"""The fewest bytes that should be free."""
BACKUP_AGE = 36 * HOUR
"""The age in seconds from which on the last good copy is too old, as for the alert of the same fault."""


class Check(NamedTuple):
    """The result of one check. `ok` is None if it is neither good nor bad."""

    name: str
    ok: bool | None
    sentence: str


def run_checks(settings: Settings, database: Location, *, offline: bool) -> list[Check]:
    """Run all checks; `offline` does not ask Discord about the token."""
    return [
        _python(),
        *_database(database),
        *_archives(database),
        *_backup(database),
        _disk(database),
        *_decks(settings.decks),
        _port(settings.playground_port),
        *_monitoring(settings),
        *_activity(settings),
        *_sentry(settings.sentry),
        *_env_file(),
        _token(settings, offline),
    ]


def _python() -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    return Check("Python", sys.version_info >= (3, 11), f"{version}, SQLite {sqlite3.sqlite_version}")


def _database(location: Location) -> list[Check]:
    name = display_name(location)
    try:
        condition = condition_of(location)
    except StoreError as wrong:
        return [Check("Database", False, sentence(wrong))]
    if condition.state == "missing":
        made = "has nothing of Dicenight in it yet" if is_there(location) else "is not there yet"
        return [Check("Database", None, f"{name} {made}; the first start makes it.")]
    if condition.state == "older":
        waits = "was last used with an earlier version; the next start brings it up to date."
        return [Check("Database", None, f"{name} {waits}")]
    if condition.state == "newer":
        return [Check("Database", False, f"{name} was last used with a later version: run that one.")]
    if condition.state == "moved":
        moved = "was carried over to PostgreSQL: set DICENIGHT_DATABASE to the address there."
        return [Check("Database", False, f"{name} {moved}")]
    checks = [Check("Database", False, sentence(fault)) for fault in condition.faults]
    if not checks:
        checks.append(Check("Database", True, f"{name}: all books add up."))
    if condition.is_in_use:
        checks.append(Check("In use", None, "A bot is running on this database."))
    return checks


def _disk(location: Location) -> Check:
    if is_postgres(location):
        return Check("Disk", None, "The database server's; nothing is kept on this one.")
    folder = next(parent for parent in Path(location).absolute().parents if parent.exists())
    free = shutil.disk_usage(folder).free
    writable = os.access(folder, os.W_OK)
    state = f"{free / 1e9:.1f} GB free" if writable else "nothing can be written there"
    return Check("Disk", writable and free > ENOUGH_DISK, f"{folder}: {state}.")


def _decks(path: Path | None) -> list[Check]:
    if path is None:
        return []
    try:
        own = read_own(path)
    except BadDecks as wrong:
        return [Check("Decks", False, str(wrong))]
    return [Check("Decks", True, f"{path}: {', '.join(own)}.")]


def _archives(location: Location) -> list[Check]:
    """Say whether the files with old matches can be read here; nothing if there are none."""
    if not is_there(location):
        return []
    try:
        with reading(location) as db, db.snapshot():
            found = [archive for archive in archives(db) if archive.matches]
    except StoreError:
        return []  # which is said of the database
    missing = [archive for archive in found if not archive.path.is_file()]
    if missing:
        path, lost = missing[0].path, sum(archive.matches for archive in missing)
        moved = "Bring it back, or say where it is: dicenight admin archive FOLDER --moved."
        return [Check("Archives", False, f"{path} is not there, so {lost:,} matches cannot be read. {moved}")]
    matches = sum(archive.matches for archive in found)
    return [Check("Archives", True, f"{len(found)}, with {matches:,} matches.")] if found else []


def _backup(location: Location) -> list[Check]:
    """Say when the last good copy was made on this machine; nothing about a file that is not there yet."""
    if not is_there(location):
        return []
    try:
        made = backup_stamp(location).stat().st_mtime
    except OSError:
        return [
            Check("Backup", None, "No good copy was made on this machine yet: dicenight backup makes one.")
        ]
    hours = (time.time() - made) / HOUR
    words = f"The last good copy was made {hours:.0f} hours ago."
    return [Check("Backup", hours * HOUR < BACKUP_AGE, words)]


def _fault_of_binding(host: str, port: int) -> OSError | None:
    """Return the error of binding a port, or None if it is free."""
    with closing(socket.socket()) as probe:
        # asyncio's servers set this too, so that a port that has just been released counts as free
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as fault:
            return fault
    return None


def _port(port: int) -> Check:
    if _fault_of_binding("127.0.0.1", port) is not None:
        return Check("Playground", None, f"Port {port} is in use, perhaps by a running playground.")
    return Check("Playground", True, f"Port {port} is free.")


def _monitoring(settings: Settings) -> list[Check]:
    if not settings.monitoring_port:
        return []
    address = f"{settings.monitoring_host}:{settings.monitoring_port}"
    fault = _fault_of_binding(settings.monitoring_host, settings.monitoring_port)
    if fault is not None:
        taken = f"{address} cannot be had, perhaps a bot runs there: {fault.strerror}."
        return [Check("Monitoring", None, taken)]
    return [Check("Monitoring", True, f"{address} is free.")]


def _activity(settings: Settings) -> list[Check]:
    if settings.activity_port is None and not settings.client_secret:
        return []
    if settings.activity_port is None:
        return [
            Check("Activity", None, "The client secret is set, but no DICENIGHT_ACTIVITY_PORT, so it is off.")
        ]
    if not settings.client_secret:
        return [Check("Activity", False, "DICENIGHT_ACTIVITY_PORT is set, but no DICENIGHT_ACTIVITY_SECRET.")]
    if not (files("activity") / "web" / "build" / "index.html").is_file():
        return [Check("Activity", False, "Its page isn't built: run make page.")]
    return [Check("Activity", True, f"Set for {settings.activity_host}:{settings.activity_port}.")]


def _sentry(address: SecretStr | None) -> list[Check]:
    if address is None:
        return []
    parts = urlsplit(address.get_secret_value())
    whole = parts.scheme in {"http", "https"} and parts.username and parts.hostname and parts.path.strip("/")
    return [Check("Sentry", bool(whole), "Set." if whole else "DICENIGHT_SENTRY is no address of a project.")]


def _env_file() -> list[Check]:
    path = Path(".env")
    if os.name == "nt" or not path.is_file() or not path.stat().st_mode & 0o077:
        return []
    return [Check("Secrets", None, ".env can be read by other users of this machine: chmod 600 .env.")]


def _token(settings: Settings, offline: bool) -> Check:
    token = settings.bot_token
    if not token:
        return Check("Token", None, "None is set, so `dicenight run` starts the playground.")
    # A token is three parts with dots between them; anything else was copied from the wrong field.
    if token.count(".") != 2:
        return Check("Token", False, BAD_TOKEN)
    if offline:
        return Check("Token", None, "One is set; Discord was not asked about it.")
    return asyncio.run(_ask_discord(token))


async def _ask_discord(token: str) -> Check:
    """Log in without connecting, which uses none of the day's identifies."""
    import aiohttp
    import discord

    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(token)
        except discord.LoginFailure:
            return Check("Token", False, BAD_TOKEN)
        except (aiohttp.ClientError, discord.HTTPException) as fault:
            return Check("Token", False, f"Discord cannot be reached: {fault}.")
        return Check("Token", True, f"Discord knows it: {client.user}.")
