"""Queries and writes about the places of a person, and the people of a place."""

from __future__ import annotations

from msgspec import Struct

from db.backend.connection import Connection
from db.backend.unit_of_work import Unit


def places_of(db: Connection, user_id: int) -> list[int]:
    """Return the keys of the places in which something is stored about a person."""
    rows = db.execute("SELECT guild_id FROM members WHERE user_id = ? ORDER BY guild_id", (user_id,))
    return [key for (key,) in rows]


def members_of(db: Connection, place_key: int) -> list[int]:
    """Return the Discord ids of all members of a place."""
    rows = db.execute("SELECT user_id FROM members WHERE guild_id = ? ORDER BY user_id", (place_key,))
    return [user_id for (user_id,) in rows]


class DeleteSettings(Struct, frozen=True):
    """The settings of a place, all of them."""

    place_key: int

    def save(self, unit: Unit) -> None:
        """Delete them."""
        unit.db.execute("DELETE FROM settings WHERE guild_id = ?", (self.place_key,))
