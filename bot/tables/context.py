"""What all tables of the process share, and who asks something of one."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.clock import Clock
from bot.tables.view import NullListener, TableListener
from db import Store

GATHER = 4.0
"""Seconds in which others may still join the next match after its start is due."""


@dataclass(frozen=True, slots=True)
class BotPacing:
    """How long computer players seem to think, and the house to wait with its call (FB-R6), in seconds.

    Luck of its own, never the match's.
    """

    shortest: float = 0.7
    longest: float = 1.6
    soonest_call: float = 2.0
    latest_call: float = 5.0

    def thinking(self) -> float:
        """A time to think."""
        return _between(self.shortest, self.longest)

    def calling(self) -> float:
        """A time to wait with a call."""
        return _between(self.soonest_call, self.latest_call)


def _between(low: float, high: float) -> float:
    return low + (high - low) * secrets.randbelow(1000) / 1000


@dataclass(slots=True)
class TableContext:
    """What all tables of the process share."""

    store: Store
    clock: Clock
    listener: TableListener = field(default_factory=NullListener)
    """Shows the tables. It registers itself at the registry, once there is something to show them with."""
    pacing: BotPacing = BotPacing()
    release: str = ""
    gather: float = GATHER
    extras: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Options that the process adds to those of the host when a match begins, by game: decks of its own."""
