"""Deeds that members have earned in matches."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from db import feature_rows
from db.backend.connection import Connection
from db.backend.unit_of_work import Unit
from db.feature_rows import FeatureRows


class DeedRecord(NamedTuple):
    """A deed that a member has earned: its key, the match, and the moment."""

    deed: str
    match: int
    at: float


def deeds(db: Connection, member: int) -> list[DeedRecord]:
    """Return the deeds of a member in the order in which they were earned."""
    rows = db.execute(
        "SELECT deed, match, coalesce(closed, opened) FROM deeds JOIN matches ON matches.id = deeds.match"
        " WHERE member = ? ORDER BY match, deed",
        (member,),
    )
    return [DeedRecord(*row) for row in rows]


class EarnDeed(Struct, frozen=True):
    """A deed that a member has earned in a match."""

    member: int
    deed: str
    match: int

    def save(self, unit: Unit) -> None:
        """Save the deed, unless an earlier match has earned it."""
        unit.db.execute(
            "INSERT INTO deeds (member, deed, match) VALUES (?, ?, ?) ON CONFLICT (member, deed)"
            " DO UPDATE SET match = excluded.match WHERE excluded.match < deeds.match",
            (self.member, self.deed, self.match),
        )


class ForgetDeeds(Struct, frozen=True):
    """Deletes the deeds of one match, so that they can be counted again."""

    match: int

    def save(self, unit: Unit) -> None:
        """Delete the deeds of the match."""
        unit.db.execute("DELETE FROM deeds WHERE match = ?", (self.match,))


feature_rows.register(
    FeatureRows(
        "deeds",
        exports={"deeds": lambda db, member: [record._asdict() for record in deeds(db, member)]},
        forgets=("deeds",),
    )
)
