"""Outcomes: what a match was to each of its members. Leaderboards, profiles and evenings are counted from these."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from db import ledger
from db.backend.connection import Connection
from db.backend.unit_of_work import Unit


class SeatOutcome(Struct, frozen=True):
    """The effect of a match on one member; leaderboards are sums of these."""

    member: int
    place: int | None
    """1 is best; None has no place."""
    net_players: int | None
    """Against other members, in pieces of copper worth; computer players' money does not count.

    None, here and below: the match could pay none of it, and is no match of that board."""
    net_house: int | None
    points: int | None = None
    shares: int | None = None
    crowns: int | None = None
    """1 for the first place of a night, which is many games and one winner."""
    won: bool = False
    """True if the member came out ahead in money or in points."""
    base: str = "copper"
    """What the gembones of the table were made of."""
    ranked: bool = True
    """False: the outcome is kept, and counted on no board."""

    def save_in(self, unit: Unit, match: int) -> None:
        """Enter this outcome of a match. Raises `Unknown`."""
        ledger.place_key_of(unit.db, self.member)  # raises Unknown
        unit.db.execute(
            "INSERT INTO outcomes (match, member, guild_id, game, base, at, place, ranked, first, net_players,"
            " net_house, points, shares, crowns, won)"
            " SELECT matches.id, ?2, tables.guild_id, matches.game, ?3, ?4, ?5, ?6,"
            " CASE WHEN ?6 = 1 AND NOT EXISTS (SELECT 1 FROM outcomes WHERE match = ?1 AND ranked = 1)"
            " THEN 1 ELSE 0 END, ?7, ?8, ?9, ?10, ?11, ?12"
            " FROM matches JOIN tables ON tables.id = matches.table_id WHERE matches.id = ?1",
            (
                match,
                self.member,
                self.base,
                unit.now,
                self.place,
                self.ranked,
                self.net_players,
                self.net_house,
                self.points,
                self.shares,
                self.crowns,
                self.won,
            ),
        )


class PlayedOutcome(NamedTuple):
    """The end of a match for a member; `net` is in copper worth, won or lost against members and house."""

    match: int
    game: str
    at: float
    ranked: int
    won: int
    net: int
    points: int
    crowns: int


class SharedOutcome(NamedTuple):
    """The copper that a match paid to one of its members, from the others."""

    match: int
    member: int
    net: int


class TableOutcome(NamedTuple):
    """The end of a match at a table for a member; `net` is in copper worth, against members and house together."""

    match: int
    member: int
    net: int
    won: int


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


def members_with_outcome(db: Connection, match: int) -> list[int]:
    """Return the accounts of the members who have an outcome of a match, without those whose data was deleted."""
    rows = db.execute(
        "SELECT member FROM outcomes JOIN members ON members.account = outcomes.member WHERE match = ? ORDER BY id",
        (match,),
    )
    return [member for (member,) in rows]


class MatchOutcome(NamedTuple):
    """The place and the points of a member in a match; None where it gives none."""

    place: int | None
    points: int | None


def match_outcomes(db: Connection, match: int) -> dict[int, MatchOutcome]:
    """Return the place and the points of each member of a match that has ended, by account."""
    rows = db.execute("SELECT member, place, points FROM outcomes WHERE match = ?", (match,))
    return {member: MatchOutcome(place, points) for member, place, points in rows}
