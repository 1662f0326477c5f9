"""The services that all tables of the process share."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.clock import Clock
from bot.history.seasons import Seasons
from bot.luck.beacon import DrandBeacon
from bot.monitoring.metrics import Metrics
from bot.places.shard_set import ALL_SHARDS, ShardSet
from bot.search_pool import Thinker, ThinkHere
from bot.tables.view import ShownTable, TableListener
from db import Store

GATHER = 15.0
"""Seconds in which others may still join the next match after its start is due."""


@dataclass(frozen=True, slots=True)
class BotPacing:
    """Seconds for which computer players seem to think, people read, and the house waits with its call (FB-R6).

    They are drawn from a luck of their own, never from the match's: a replay must not depend on them.
    """

    shortest: float = 0.7
    longest: float = 1.6
    soonest_call: float = 2.0
    latest_call: float = 5.0
    reading: float = 2.5
    """Seconds for which an event stands before the next computer player acts, while members play."""
    reveal: float = 1.8
    """Seconds for which the cards lie open before the board says who has won."""

    def thinking(self) -> float:
        """Return a time to think."""
        return _between(self.shortest, self.longest)

    def calling(self) -> float:
        """Return a time to wait with a call."""
        return _between(self.soonest_call, self.latest_call)


def _between(low: float, high: float) -> float:
    return low + (high - low) * secrets.randbelow(1000) / 1000


@dataclass(slots=True)
class TableContext:
    """The services that all tables of the process share."""

    store: Store
    clock: Clock
    listener: TableListener = field(default_factory=TableListener)
    """The listener that shows the tables; it registers itself at the registry when its extension is set up."""
    pacing: BotPacing = BotPacing()
    release: str = ""
    gather: float = GATHER
    beacon: DrandBeacon | None = None
    """A public source of luck that each match waits for."""
    runners: Collection[int] = ()
    """The Discord ids of those who run this bot: its application's owner, or the members of the owner's team."""
    extras: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Options that the process adds to those of the host when a match begins, by game: its own decks, for example."""
    match_over_listeners: list[Callable[[ShownTable], None]] = field(default_factory=list)
    """Called when a match at a table is over, for whatever reason, and when a table has closed; they return at once."""
    seasons: Seasons = field(init=False)
    """The ratings that rated matches move."""
    shards: ShardSet = ALL_SHARDS
    """The places whose tables these are."""
    metrics: Metrics = field(default_factory=Metrics)
    """What is counted for those who run the bot."""
    thinker: Thinker = field(default_factory=ThinkHere)
    """Carries out the searches of computer players."""

    def tell_match_over(self, table: ShownTable) -> None:
        """Tell the listeners that this table has no match to play."""
        for listener in self.match_over_listeners:
            listener(table)

    def __post_init__(self) -> None:
        self.seasons = Seasons(self.store)
