"""The start of the Activity: its web server, for all bots of the process, and the proof of identity once one runs."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from discord.http import Route

from activity.identity import Credentials, Identity
from activity.relay import ProcessRelay
from activity.server import ActivityServer
from bot.app import App
from bot.clock import SystemClock
from bot.settings import Settings
from db.backend.database import ShardLeases

log = logging.getLogger(__name__)

FOLDER = Path(str(files("activity"))) / "web" / "build"
"""The built page."""


class PortTaken(Exception):
    """The Activity's port is in use. The message says what to do."""


class AnyBot:
    """Requests by whichever bot of the process is there: shards come and go, and the Activity stays."""

    def __init__(self) -> None:
        self.apps: list[App] = []

    async def request(self, route: Route, **options: Any) -> Any:
        """Ask Discord, and return its answer. Raises `TimeoutError` while the process has no bot."""
        if not self.apps:
            raise TimeoutError("no shard is served here now")
        return await self.apps[-1].http.request(route, **options)


class ActivityOfProcess:
    """The Activity of this process. It opens when the first bot has its tables."""

    def __init__(
        self, server: ActivityServer, token: str, secret: str, origins: frozenset[str], public_key: str | None
    ) -> None:
        self._server, self._any_bot = server, AnyBot()
        self._token, self._secret, self._origins, self._public_key = token, secret, origins, public_key

    def join(self, app: App) -> None:
        """Serve the tables of a bot, which has logged in, until it stops."""
        self._any_bot.apps.append(app)

        async def leave() -> None:
            # a bot that has handed its shard over stops once more when it is closed
            self._any_bot.apps = [each for each in self._any_bot.apps if each is not app]

        app.before_stop.append(leave)
        if not self._server.is_open:
            assert app.application_id is not None, "the bot has logged in"
            credentials = Credentials(
                app.application_id, self._secret, self._token, self._origins, self._public_key
            )
            self._server.open(Identity(self._any_bot, credentials, SystemClock()))
        self._server.join(app)


@asynccontextmanager
async def activity_served(
    settings: Settings,
    token: str,
    *,
    port: int | None,
    secret: str,
    origins: frozenset[str] = frozenset(),
    public_key: str | None = None,
    leases: ShardLeases | None = None,
) -> AsyncIterator[tuple[ActivityOfProcess | None, int]]:
    """Serve the Activity, if a port is set for it; yield it, and the port. Raises `PortTaken`.

    With `leases` pages are passed on to the process that holds their shard.
    """
    if port is None or not secret:
        yield None, 0
        return
    relay = ProcessRelay(leases, token, SystemClock()) if leases is not None else None
    server = ActivityServer(FOLDER, relay)
    try:
        await server.start(settings.activity_host, port)
    except OSError as fault:
        raise PortTaken(
            f"Port {port} of {settings.activity_host} cannot be had: set DICENIGHT_ACTIVITY_PORT to another."
        ) from fault
    if leases is not None:
        leases.address = settings.activity_address or f"{settings.activity_host}:{server.port}"
    try:
        yield ActivityOfProcess(server, token, secret, origins, public_key), server.port
    finally:
        await server.stop()
