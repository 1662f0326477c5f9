"""The matches of a channel that no evening card has told of yet, and up to which match they are told."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from db.backend.connection import Connection
from db.backend.unit_of_work import Unit


class Untold(NamedTuple):
    """A channel with matches that no card tells of: the key of its place, and when the last of them ended."""

    channel_id: int
    place_key: int
    ended: float


class PlayedHere(NamedTuple):
    """A match that ended in a channel."""

    match: int
    table: int
    opened: float
    closed: float


_UNTOLD = (
    " FROM matches JOIN tables ON tables.id = matches.table_id"
    " LEFT JOIN evenings ON evenings.channel_id = tables.channel_id"
    " WHERE matches.state = 'ended' AND matches.id > coalesce(evenings.told, 0)"
)


def untold_channels(db: Connection, since: float) -> list[Untold]:
    """Return the channels in which matches have ended since a moment that no card tells of."""
    rows = db.execute(
        f"SELECT tables.channel_id, tables.guild_id, max(matches.closed){_UNTOLD} AND matches.closed > ?"
        " GROUP BY tables.channel_id, tables.guild_id ORDER BY 3",
        (since,),
    )
    return [Untold(*row) for row in rows]


def untold_matches(db: Connection, channel_id: int) -> list[PlayedHere]:
    """Return the matches of a channel that no card tells of, the oldest first."""
    rows = db.execute(
        f"SELECT matches.id, matches.table_id, matches.opened, matches.closed{_UNTOLD} AND tables.channel_id = ?"
        " ORDER BY matches.id",
        (channel_id,),
    )
    return [PlayedHere(*row) for row in rows]


class SaveTold(Struct, frozen=True):
    """The last match of a channel of which its cards tell."""

    channel_id: int
    match: int

    def save(self, unit: Unit) -> None:
        """Save it, so that no further card tells of that match."""
        unit.db.execute(
            "INSERT INTO evenings (channel_id, told) VALUES (?, ?)"
            " ON CONFLICT (channel_id) DO UPDATE SET told = excluded.told",
            (self.channel_id, self.match),
        )
