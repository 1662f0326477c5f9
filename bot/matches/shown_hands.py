"""Members who have shown their hand of a match after it was over."""

from __future__ import annotations

from db.backend.connection import Connection


def shown_hands(db: Connection, match: int) -> set[int]:
    """Return the members who have shown their hand of a match after it was over, by purse account."""
    rows = db.execute("SELECT member FROM shown_hands WHERE match = ?", (match,))
    return {member for (member,) in rows}
