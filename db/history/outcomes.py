"""The history of members: their outcomes, those of the members they played with, and their deeds."""

from __future__ import annotations

from db.backend.connection import Connection
from db.records import DeedRecord, PlayedOutcome, SharedOutcome, TableOutcome
from db.writes import EarnDeed, ForgetDeeds

# ---- outcomes


def played(db: Connection, member: int) -> list[PlayedOutcome]:
    """Return all outcomes of a member, oldest first."""
    rows = db.execute(
        "SELECT match, game, at, ranked, won, coalesce(net_players, 0) + coalesce(net_house, 0),"
        " coalesce(points, 0), coalesce(crowns, 0) FROM outcomes WHERE member = ? ORDER BY id",
        (member,),
    )
    return [PlayedOutcome(*row) for row in rows]


def shared(db: Connection, member: int) -> list[SharedOutcome]:
    """Return all outcomes of the matches in which a member could win from others, their own among them."""
    rows = db.execute(
        "SELECT every.match, every.member, every.net_players FROM outcomes AS own"
        " JOIN outcomes AS every ON every.match = own.match"
        " WHERE own.member = ? AND own.ranked = 1 AND own.net_players IS NOT NULL AND every.net_players IS NOT NULL"
        " ORDER BY every.id",
        (member,),
    )
    return [SharedOutcome(*row) for row in rows]


def outcomes_at(db: Connection, table_id: int) -> list[TableOutcome]:
    """Return the outcomes of all matches of a table, in order."""
    rows = db.execute(
        "SELECT match, member, coalesce(net_players, 0) + coalesce(net_house, 0), won FROM outcomes"
        " WHERE match IN (SELECT id FROM matches WHERE table_id = ?) ORDER BY id",
        (table_id,),
    )
    return [TableOutcome(*row) for row in rows]


# ---- deeds


def deeds(db: Connection, member: int) -> list[DeedRecord]:
    """Return the deeds of a member in the order in which they were earned."""
    rows = db.execute(
        "SELECT deed, match, coalesce(closed, opened) FROM deeds JOIN matches ON matches.id = deeds.match"
        " WHERE member = ? ORDER BY match, deed",
        (member,),
    )
    return [DeedRecord(*row) for row in rows]


def answerers(db: Connection, match: int) -> dict[int, int]:
    """Return by seat the account of the member who was the last to answer there in person."""
    rows = db.execute(
        "SELECT seat, member FROM rows WHERE match = ? AND member IS NOT NULL ORDER BY seq",
        (match,),
    )
    return dict(rows)


def members_with_outcome(db: Connection, match: int) -> list[int]:
    """Return the accounts of the members who have an outcome of a match, without those whose data was deleted."""
    rows = db.execute(
        "SELECT member FROM outcomes JOIN members ON members.account = outcomes.member WHERE match = ? ORDER BY id",
        (match,),
    )
    return [member for (member,) in rows]


def earn_deed(db: Connection, write: EarnDeed) -> None:
    """Note that a member has earned a deed; the match that comes first counts."""
    db.execute(
        "INSERT INTO deeds (member, deed, match) VALUES (?, ?, ?) ON CONFLICT (member, deed)"
        " DO UPDATE SET match = excluded.match WHERE excluded.match < deeds.match",
        (write.member, write.deed, write.match),
    )


def forget_deeds(db: Connection, write: ForgetDeeds) -> None:
    """Forget the deeds of one match, so that they can be counted again."""
    db.execute("DELETE FROM deeds WHERE match = ?", (write.match,))
