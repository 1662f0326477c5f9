"""The raw material of profiles: a member's outcomes, and those of the members they played with."""

from __future__ import annotations

import sqlite3

from db.records import PlayedOutcome, SharedOutcome


def played(db: sqlite3.Connection, member: int) -> list[PlayedOutcome]:
    """Return all outcomes of a member, oldest first."""
    rows = db.execute(
        "SELECT match, game, at, ranked, won, coalesce(net_players, 0) + coalesce(net_house, 0),"
        " coalesce(points, 0), coalesce(crowns, 0) FROM outcomes WHERE member = ? ORDER BY id",
        (member,),
    )
    return [PlayedOutcome(*row) for row in rows]


def shared(db: sqlite3.Connection, member: int) -> list[SharedOutcome]:
    """Return all outcomes of the matches in which a member could win from others, their own among them."""
    rows = db.execute(
        "SELECT every.match, every.member, every.net_players FROM outcomes AS own"
        " JOIN outcomes AS every ON every.match = own.match"
        " WHERE own.member = ? AND own.ranked AND own.net_players IS NOT NULL AND every.net_players IS NOT NULL",
        (member,),
    )
    return [SharedOutcome(*row) for row in rows]
