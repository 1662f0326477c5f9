"""Ending tasks of the event loop."""

from __future__ import annotations

import asyncio
from typing import Any


async def end_task(task: asyncio.Task[Any]) -> None:
    """Cancel a task, and wait until it has ended, however it does."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
