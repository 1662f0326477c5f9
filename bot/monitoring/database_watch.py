"""Asking the database every half minute whether it answers, and how large it is."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import suppress
from pathlib import Path

from bot.monitoring.metrics import Metrics
from bot.tasks import end_task
from db.errors import StoreError
from db.store import Store

log = logging.getLogger(__name__)

EVERY = 30.0
"""Seconds between two questions."""


class DatabaseWatch:
    """Samples what only the database knows, and the age of its last good copy."""

    def __init__(self, store: Store, metrics: Metrics, backup_stamp: Path) -> None:
        self._store = store
        self._metrics = metrics
        self._backup_stamp = backup_stamp
        self._task: asyncio.Task[None] | None = None

    async def look(self) -> None:
        """Ask once."""
        # a file that nobody has written says that this house is copied in another way
        with suppress(OSError):
            self._metrics.last_backup.set(self._backup_stamp.stat().st_mtime)
        try:
            size = await self._store.size()
        except (StoreError, sqlite3.Error) as fault:
            log.warning("the database does not answer: %s", fault)
            self._metrics.database_up.set(0)
        else:
            self._metrics.database_up.set(1)
            self._metrics.database_size.set(size)

    def start(self) -> None:
        """Ask now, and every half minute from now on; the start of the bot does not wait for the answer."""
        self._task = asyncio.create_task(self._run(), name="database watch")

    async def stop(self) -> None:
        """Ask no more."""
        if self._task is not None:
            await end_task(self._task)

    async def _run(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(EVERY)
