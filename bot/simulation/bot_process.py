"""The bot itself as a process of a world: the start-up that every process goes through."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bot.startup.activity as activity
import bot.startup.run as startup
from bot.fleet.fleet import Fleet
from bot.fleet.plan import ShardPlan
from bot.settings import Settings
from bot.simulation.host.loop import current_process
from bot.simulation.host.machine import install_in_discord
from bot.simulation.world import SHARDS
from bot.startup.errors import CannotRun
from bot.startup.load_rows import load_rows
from bot.startup.loaded import load_everything
from bot.workers.search_pool import ThinkHere
from db.errors import StoreError
from db.postgres.connection import PostgresConnection


async def run_bot(settings: Settings, stop: asyncio.Event, say: Callable[[str], None]) -> str | None:
    """Run a process until it is told to stop. Return None, or the sentence with which it ended by itself."""
    try:
        await startup.run(settings, stop=stop, say=say, plan=ShardPlan.parse(f"auto/{SHARDS}"))
    except (CannotRun, StoreError) as fault:
        return str(fault)
    return None


def _nothing(*_: object) -> None:
    pass


def _fleet(*given: Any) -> Fleet:
    """Return a new fleet, known to its process."""
    process = current_process()
    process.fleet = Fleet(*given)
    return process.fleet


def prepare() -> None:
    """Replace the machinery beneath discord.py and the store, once for all worlds of this run."""
    install_in_discord()
    load_rows()
    load_everything()
    replaced: Any = startup
    # All processes of a world are this one, which has loaded everything; it searches and draws for them, too.
    for name in ("load_everything", "load_rows", "begin_fork_server"):
        setattr(replaced, name, _nothing)
    replaced.Fleet = _fleet
    # a process of its own would go by another clock
    replaced.ThinkElsewhere = lambda load_games: ThinkHere()
    # a page of paper needs no files
    vars(activity)["FOLDER"] = Path(os.devnull)
    # A world is short, and its objects are all kept until its end.
    replaced.spare_collector = _nothing
    connection: Any = PostgresConnection
    connection.cut = lambda self: self.raw.cut()
