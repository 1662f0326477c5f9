"""The services that all tables of the process share."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.clock import Clock
from bot.luck.deal import Beacon
from bot.places.shard_set import ALL_SHARDS, ShardSet
from bot.search_pool import Thinker, ThinkHere
from bot.tables.hooks import Hooks
from bot.tables.question_clocks import BotPacing
from bot.tables.view import TableListener
from db import Store

GATHER = 15.0
"""Seconds in which others may still join the next match after its start is due."""


@dataclass(slots=True)
class TableContext:
    """The services that all tables of the process share."""

    store: Store
    clock: Clock
    listener: TableListener = field(default_factory=TableListener)
    """The listener that shows the tables; it registers itself at the registry when its extension is set up."""
    pacing: BotPacing = field(default_factory=BotPacing)
    release: str = ""
    gather: float = GATHER
    beacon: Beacon | None = None
    """A public source of luck that each match waits for."""
    runners: Collection[int] = ()
    """The Discord ids of those who run this bot: its application's owner, or the members of the owner's team."""
    extras: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Options that the process adds to those of the host when a match begins, by game: its own decks, for example."""
    hooks: Hooks = field(default_factory=Hooks)
    """What features have registered to be told."""
    shards: ShardSet = ALL_SHARDS
    """The places whose tables these are."""
    thinker: Thinker = field(default_factory=ThinkHere)
    """Carries out the searches of computer players."""
