"""Outcomes: the result of a match for each of its members. Boards, profiles and evenings are computed from these.

Everything is a question about a group of outcomes. A group selects members, matches and a period; `outcomes` returns
each of them, `totals` adds them up by member. No sums are stored here: adding up 200,000 outcomes of one server takes
about 0.1 s, from an index with all columns that it needs (`outcomes_of_a_place`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

from db import ledger
from db.backend.connection import Connection
from db.backend.unit_of_work import Unit


class SeatOutcome(Struct, frozen=True):
    """The result of a match for one member. Each field is a column of the table `outcomes`."""

    member: int
    place: int | None
    """1 is best; None without places."""
    net_players: int | None
    """Won from other members, in pieces of copper worth; computer players' money does not count.

    None, here and below, means that the match could pay none of it, and does not count for that board."""
    net_house: int | None
    points: int | None = None
    shares: int | None = None
    crowns: int | None = None
    """1 for the first place of a night, which consists of many games and has one winner."""
    won: bool = False
    """True if the member came out ahead in money or in points."""
    base: str = "copper"
    """The base of the table's gembones."""
    ranked: bool = True
    """False for an outcome that is stored but counts on no board."""

    def save_in(self, unit: Unit, match: int) -> None:
        """Save this outcome of a match. Raises `Unknown`."""
        ledger.place_key_of(unit.db, self.member)  # raises Unknown
        unit.db.execute(_INSERT, {**asdict(self), "match": match, "now": unit.now})


_FIELDS = SeatOutcome.__struct_fields__
# One ranked outcome of each match is marked as its first, so that boards can count matches.
_INSERT = f"""
    INSERT INTO outcomes (match, guild_id, game, at, first, {", ".join(_FIELDS)})
    SELECT matches.id, tables.guild_id, matches.game, :now,
           CASE WHEN :ranked = 1 AND NOT EXISTS (SELECT 1 FROM outcomes WHERE match = :match AND ranked = 1)
                THEN 1 ELSE 0 END,
           {", ".join(f":{name}" for name in _FIELDS)}
      FROM matches JOIN tables ON tables.id = matches.table_id WHERE matches.id = :match
"""

EXPORT = f"SELECT match, game, at, {', '.join(_FIELDS)} FROM outcomes WHERE member = ? ORDER BY id"
"""Everything stored about a member's outcomes."""


# ---- groups


class Group(NamedTuple):
    """A group of outcomes: an SQL condition, and the values of its placeholders."""

    condition: str
    values: Mapping[str, Any]


def of_match(match: int) -> Group:
    """Return the outcomes of a match."""
    return Group("match = :match", {"match": match})


def of_matches_with(member: int, after: int = 0) -> Group:
    """Return the outcomes of all matches in which a member has one, including those of the other members.

    Only matches whose outcome of the member has a number `after` this one.
    """
    condition = "match IN (SELECT match FROM outcomes WHERE member = :member AND id > :after)"
    return Group(condition, {"member": member, "after": after})


def on_boards(
    place_key: int, *, game: str | None = None, base: str | None = None, first_day: int | None = None
) -> Group:
    """Return the outcomes that count on the boards of a place: ranked ones since its last reset.

    They may be limited to a game, to tables of one base, and to those from `first_day` on, counted in days since the
    epoch (UTC).
    """
    values: dict[str, Any] = {"place_key": place_key}
    conditions = [
        "guild_id = :place_key AND ranked = 1",
        "id > coalesce((SELECT reset_outcome FROM guilds WHERE guilds.guild_id = :place_key), 0)",
    ]
    if game is not None:
        values["game"] = game
        conditions.append("game = :game")
    if base is not None:
        values["base"] = base
        conditions.append("base = :base")
    if first_day is not None:
        values["since"] = first_day * 86_400.0
        conditions.append("at >= :since")
    return Group(" AND ".join(conditions), values)


# ---- the question


class Outcome(NamedTuple):
    """The end of a match for a member, as stored by `SeatOutcome`."""

    match: int
    member: int
    game: str
    at: float
    place: int | None
    ranked: int
    won: int
    net_players: int | None
    net_house: int | None
    points: int | None
    crowns: int | None

    @property
    def net(self) -> int:
        """The gain or loss in copper worth, against members and house together."""
        return (self.net_players or 0) + (self.net_house or 0)


def outcomes(db: Connection, group: Group) -> list[Outcome]:
    """Return the outcomes of a group, oldest first."""
    rows = db.execute(
        f"SELECT {', '.join(Outcome._fields)} FROM outcomes WHERE {group.condition} ORDER BY id", group.values
    )
    return [Outcome(*row) for row in rows]


def last_of(db: Connection, member: int) -> int:
    """Return the number of a member's last outcome; 0 if they have none."""
    last: int | None = db.execute("SELECT max(id) FROM outcomes WHERE member = ?", (member,)).fetchone()[0]
    return last or 0


def totals(group: Group, column: str) -> str:
    """Return a query for the sum of a column by member: member, sum, and the number of matches that have a value."""
    return (
        f"SELECT member, sum({column}) AS value, count({column}) AS matches FROM outcomes"
        f" WHERE {group.condition} GROUP BY member HAVING count({column}) > 0"
    )


def count_matches(db: Connection, group: Group, column: str) -> int:
    """Return the number of ranked matches of a group that have a value in a column."""
    counted: int = db.execute(
        f"SELECT count({column}) FROM outcomes WHERE {group.condition} AND first = 1", group.values
    ).fetchone()[0]
    return counted
