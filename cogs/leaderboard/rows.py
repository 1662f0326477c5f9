"""Leaderboards: what matches have paid members, and what they own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from db.backend.connection import Connection
from db.outcomes import count_matches, on_boards, totals

Board = Literal["winnings", "house", "points", "shares", "crowns", "wins", "worth"]

BOARDS: tuple[Board, ...] = get_args(Board)

_COLUMNS = {
    "winnings": "net_players",
    "house": "net_house",
    "points": "points",
    "shares": "shares",
    "crowns": "crowns",
    "wins": "won",
}
"""The column of `outcomes` that a board adds up; a match where it is NULL is no match of that board."""

# Members whose data was deleted are not on it. One who broke even has played, and is on the board of winnings; a score
# of 0 is no score.
_PAID = """
    SELECT member, value, matches FROM ({totals}) AS totals JOIN members ON members.account = member
     WHERE :zeros = 1 OR value <> 0
"""
_WORTH = """
    SELECT member, sum(value), 0 FROM (
        SELECT account AS member, 0 AS value FROM members WHERE guild_id = :place_key
        UNION ALL
        SELECT members.account, balances.amount * units.worth
          FROM members
          JOIN balances ON balances.account = members.account
          JOIN units ON units.name = balances.unit
         WHERE members.guild_id = :place_key
        UNION ALL
        SELECT members.account, balances.amount * units.worth
          FROM members
          JOIN accounts ON accounts.owner = members.account AND accounts.closed IS NULL
          JOIN balances ON balances.account = accounts.id
          JOIN units ON units.name = balances.unit
         WHERE members.guild_id = :place_key) AS owned
     GROUP BY member
"""

# A window function would carry every line through a table of its own, three times as slow.
_PAGE = """
    WITH lines (member, value, matches) AS MATERIALIZED ({lines}),
         page AS (SELECT * FROM lines ORDER BY value DESC, member LIMIT :size OFFSET :offset)
    SELECT total, (SELECT 1 + count(*) FROM lines AS better WHERE better.value > page.value),
           member, user_id, name, value, matches
      FROM (SELECT count(*) AS total FROM lines) AS counted
      LEFT JOIN (page JOIN members ON members.account = page.member) ON TRUE
     ORDER BY value DESC, member
"""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line of a leaderboard."""

    rank: int
    member: int
    user_id: int | None
    name: str
    value: int
    matches: int = 0
    """The number of matches that the value comes from; 0 for what is owned."""


class BoardPage(NamedTuple):
    """One page of a leaderboard."""

    lines: list[BoardLine]
    total: int
    """The number of lines on all pages."""
    matches: int
    """The number of matches that the board rests on; 0 for what is owned."""


def leaderboard(
    db: Connection,
    place_key: int,
    board: Board,
    *,
    game: str | None = None,
    base: str | None = None,
    first_day: int | None = None,
    page: int = 0,
    size: int = 10,
) -> BoardPage:
    """Return one page (from 0) of a board, best first.

    Boards of outcomes may be narrowed to a game, to tables of one base and to outcomes from `first_day` on, counted in
    days since the epoch (UTC); money is in copper worth, or with a `base` in pieces of it. `worth` is of this moment.
    Members with the same value share the rank. Unranked outcomes and deleted members are not on it.
    """
    if board not in BOARDS:
        raise ValueError(f"there is no board {board!r}, but {', '.join(BOARDS)}")
    group = on_boards(place_key, game=game, base=base, first_day=first_day)
    named = {**group.values, "zeros": board == "winnings", "size": size, "offset": page * size}
    if board == "worth":
        lines, matches = _WORTH, 0
    else:
        column = _COLUMNS[board]
        lines, matches = _PAID.format(totals=totals(group, column)), count_matches(db, group, column)
    rate = _rate(db, base) if board in ("winnings", "house") else 1
    found = db.execute(_PAGE.format(lines=lines), named).fetchall()
    shown = [
        BoardLine(rank, member, user_id, name, value // rate, n)
        for _, rank, member, user_id, name, value, n in found
        if member is not None
    ]
    return BoardPage(shown, found[0][0], matches)


def _rate(db: Connection, base: str | None) -> int:
    """Return the worth of a piece of this base in copper."""
    row = db.execute("SELECT worth FROM units WHERE name = ? || '.piece'", (base or "copper",)).fetchone()
    return 1 if row is None else row[0]
