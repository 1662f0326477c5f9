"""The interface through which tournaments are shown; the Discord side implements `Venue`."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple, Protocol

from cogs.tournaments.rows import RoundTableRecord, TournamentRecord


class Spot(NamedTuple):
    """A channel for a table, and the channel to which it belongs if it is a thread, perhaps a private one."""

    channel: int
    parent: int | None = None
    hidden: bool = False


class Venue(Protocol):
    """Shows tournaments, and provides channels for their tables."""

    def changed(self, tournament: int) -> None:
        """Repaint the board soon; returns at once, and never fails."""

    def call(self, record: TournamentRecord) -> None:
        """Call the players of the next round who aren't there yet, once; returns at once, and never fails."""

    def seated(self, record: TournamentRecord, table: RoundTableRecord) -> None:
        """Bring the players of a table to it; returns at once, and never fails."""

    def in_language(self, record: TournamentRecord) -> AbstractContextManager[None]:
        """Say everything within as everyone on the tournament's server reads it."""

    async def provide_channel(self, record: TournamentRecord, table: RoundTableRecord) -> Spot | None:
        """Return a channel for a table, a new thread where that can be; None if there is none just now."""


class NullVenue:
    """A venue that shows nothing, and gives each table a new channel number."""

    def changed(self, tournament: int) -> None:
        """Do nothing."""

    def call(self, record: TournamentRecord) -> None:
        """Do nothing."""

    def seated(self, record: TournamentRecord, table: RoundTableRecord) -> None:
        """Do nothing."""

    def in_language(self, record: TournamentRecord) -> AbstractContextManager[None]:
        """Leave the language as it is."""
        return nullcontext()

    async def provide_channel(self, record: TournamentRecord, table: RoundTableRecord) -> Spot | None:
        """Return a number that no other table has."""
        return Spot(record.id * 1_000_000 + table.round * 1_000 + table.number, record.channel_id)
