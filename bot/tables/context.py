"""The services that all tables of the process share."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.clock import Clock
from bot.luck.deal import Beacon
from bot.members.first_evening import FIRST_EVENING, first_seat
from bot.members.profile_keys import FIRST_SEAT
from bot.places.shard_set import ALL_SHARDS, ShardSet
from bot.tables.hooks import Hooks
from bot.tables.question_clocks import BotPacing
from bot.tables.view import Listeners, TableListener
from bot.workers.search_pool import Thinker, ThinkHere
from db.backend.unit_of_work import Write
from db.members import SaveAbout
from db.store import Store

GATHER = 120.0
"""The most seconds in which members may say that they're ready for the next match."""


@dataclass(slots=True)
class TableContext:
    """The services that all tables of the process share."""

    store: Store
    clock: Clock
    listener: TableListener = field(default_factory=Listeners)
    """The listeners that show the tables. Each registers itself, that of the chat when its extension is set up."""
    pacing: BotPacing = field(default_factory=BotPacing)
    release: str = ""
    gather: float = GATHER
    first_evening: float = FIRST_EVENING
    """Seconds from a member's first seat in a place during which they play for points there."""
    beacon: Beacon | None = None
    """A public source of randomness that each match waits for."""
    runners: Collection[int] = ()
    """The Discord ids of the people who run this bot: the application's owner, or its team."""
    has_activity: bool = False
    """True if tables can be opened as an Activity: a page inside Discord."""
    extras: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Options that the process adds to the host's when a match begins, by game; for example its own decks."""
    hooks: Hooks = field(default_factory=Hooks)
    """The functions that features have registered."""
    shards: ShardSet = ALL_SHARDS
    """The shards whose tables this process runs."""
    thinker: Thinker = field(default_factory=ThinkHere)
    """Runs the searches of computer players."""

    async def begin_first_evening(self, member: int) -> tuple[float, list[Write]]:
        """Return the end of a member's first evening in a place, and what to save if it begins now."""
        about = await self.store.about(member)
        first = first_seat(about, self.clock.now())
        begun = [] if FIRST_SEAT in about else [SaveAbout(member, FIRST_SEAT, first)]
        return first + self.first_evening, [*begun]
