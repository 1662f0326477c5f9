"""The interactions that are running at this moment."""

from __future__ import annotations

import asyncio
from contextlib import suppress

HANDOVER_PATIENCE = 1.5
"""Seconds for running interactions when another process takes over; Discord waits three in all."""


class Handling:
    """Counts running interactions: each one counts while its `with` block runs."""

    def __init__(self) -> None:
        self._begun = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def __enter__(self) -> None:
        self._begun += 1
        self._idle.clear()

    def __exit__(self, *_: object) -> None:
        self._begun -= 1
        if not self._begun:
            self._idle.set()

    async def wait_none(self, patience: float) -> None:
        """Wait until none is running, or for `patience` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._idle.wait()
