"""Leaderboards: what matches have paid, from totals that are kept, and what members own.

Triggers keep the totals of all time (`standings`, `matches_counted`) as outcomes are written; the last days are added
up from the outcomes. `audit` compares the two.
"""

from __future__ import annotations

import sqlite3
from typing import Literal, get_args

from db.records import BoardLine, BoardPage

Board = Literal["winnings", "house", "points", "shares", "crowns", "wins", "worth"]

BOARDS: tuple[Board, ...] = get_args(Board)

_COLUMN = {
    "winnings": "net_players",
    "house": "net_house",
    "points": "points",
    "shares": "shares",
    "crowns": "crowns",
    "wins": "won",
}
"""The column of `outcomes` that a board adds up; a match where it is NULL is no match of that board."""

_SINCE_RESET = (
    "id > coalesce((SELECT reset_outcome FROM guilds WHERE guilds.guild_id = outcomes.guild_id), 0)"
)

# A base of NULL narrows nothing; the game '' is all games.
_KEPT = """
    SELECT member, sum({board}), sum({board}_from)
      FROM standings
     WHERE guild_id = :guild AND game = coalesce(:game, '') AND (:base IS NULL OR base = :base)
     GROUP BY member
    HAVING sum({board}_from) > 0 AND (:zeros OR sum({board}) <> 0)
"""
_KEPT_MATCHES = """
    SELECT coalesce(sum({board}), 0)
      FROM matches_counted
     WHERE guild_id = :guild AND game = coalesce(:game, '') AND (:base IS NULL OR base = :base)
"""

_LATELY = """
      FROM outcomes INDEXED BY outcomes_ranked
     WHERE guild_id = :guild AND ranked AND at >= :since
       AND id > coalesce((SELECT reset_outcome FROM guilds WHERE guild_id = :guild), 0)
       AND (:game IS NULL OR game = :game) AND (:base IS NULL OR base = :base)
"""
_ADDED_UP = f"""
    SELECT member, sum({{column}}), count({{column}}) {_LATELY}
     GROUP BY member
    HAVING count({{column}}) > 0 AND (:zeros OR sum({{column}}) <> 0)
       AND member IN (SELECT account FROM members)
"""
_ADDED_UP_MATCHES = f"SELECT count({{column}}) {_LATELY} AND first"

_WORTH = """
    SELECT member, sum(value), 0 FROM (
        SELECT account AS member, 0 AS value FROM members WHERE guild_id = :guild
        UNION ALL
        SELECT members.account, balances.amount * units.worth
          FROM members
          JOIN balances ON balances.account = members.account
          JOIN units ON units.name = balances.unit
         WHERE members.guild_id = :guild
        UNION ALL
        SELECT members.account, balances.amount * units.worth
          FROM members
          JOIN accounts ON accounts.owner = members.account AND accounts.closed IS NULL
          JOIN balances ON balances.account = accounts.id
          JOIN units ON units.name = balances.unit
         WHERE members.guild_id = :guild)
     GROUP BY member
"""

# A window function would carry every line through a table of its own, three times as slow.
_PAGE = """
    WITH lines (member, value, matches) AS MATERIALIZED ({lines}),
         page AS (SELECT * FROM lines ORDER BY value DESC, member LIMIT :size OFFSET :offset)
    SELECT total, (SELECT 1 + count(*) FROM lines AS better WHERE better.value > page.value),
           member, user_id, name, value, matches
      FROM (SELECT count(*) AS total FROM lines)
      LEFT JOIN (page JOIN members ON members.account = page.member)
     ORDER BY value DESC, member
"""

_PAID = ("net_players", "net_house", "points", "shares", "crowns")
_EACH_GAME = "(SELECT '' AS game UNION SELECT game FROM outcomes) AS keys ON keys.game IN ('', outcomes.game)"

COUNTED = {
    "standings": f"""
        SELECT guild_id, keys.game, member, base,
               {", ".join(f"coalesce(sum({column}), 0), count({column})" for column in _PAID)}, sum(won), count(*)
          FROM outcomes JOIN {_EACH_GAME}
         WHERE ranked AND {_SINCE_RESET} AND member IN (SELECT account FROM members)
         GROUP BY guild_id, keys.game, member, base
    """,
    "matches_counted": f"""
        SELECT guild_id, keys.game, base, {", ".join(f"count({column})" for column in _PAID)}, count(*)
          FROM outcomes JOIN {_EACH_GAME}
         WHERE first AND {_SINCE_RESET}
         GROUP BY guild_id, keys.game, base
    """,
}
"""By table of kept totals: what it must hold, counted from the outcomes."""


def leaderboard(
    db: sqlite3.Connection,
    guild_id: int,
    board: Board,
    *,
    game: str | None = None,
    base: str | None = None,
    since: float | None = None,
    page: int = 0,
    size: int = 10,
) -> BoardPage:
    """Return one page (from 0) of a board, best first.

    Boards of outcomes may be narrowed to a game, to tables of one base and to outcomes from `since` on; money is in
    copper worth, or with a `base` in pieces of it. `worth` is of this moment. Members with the same value share the
    rank. Unranked outcomes and deleted members are not on it.
    """
    if board not in BOARDS:
        raise ValueError(f"there is no board {board!r}, but {', '.join(BOARDS)}")
    named = {
        "guild": guild_id,
        "game": game,
        "base": base,
        "since": since,
        # A member who broke even has played, and is on the board of winnings; a score of 0 is no score.
        "zeros": board == "winnings",
        "size": size,
        "offset": page * size,
    }
    matches = 0
    if board == "worth":
        lines = _WORTH
    elif since is None:
        lines = _KEPT.format(board=board)
        (matches,) = db.execute(_KEPT_MATCHES.format(board=board), named).fetchone()
    else:
        lines = _ADDED_UP.format(column=_COLUMN[board])
        (matches,) = db.execute(_ADDED_UP_MATCHES.format(column=_COLUMN[board]), named).fetchone()
    rate = _rate(db, base) if board in ("winnings", "house") else 1
    found = db.execute(_PAGE.format(lines=lines), named).fetchall()
    shown = [
        BoardLine(rank, member, user_id, name, value // rate, n)
        for _, rank, member, user_id, name, value, n in found
        if member is not None
    ]
    return BoardPage(shown, found[0][0], matches)


def _rate(db: sqlite3.Connection, base: str | None) -> int:
    """Return the worth of a piece of this base in copper."""
    row = db.execute("SELECT worth FROM units WHERE name = ? || '.piece'", (base or "copper",)).fetchone()
    return 1 if row is None else row[0]


def drop_member(db: sqlite3.Connection, account: int) -> None:
    """Take a member off all boards, as deleting their data demands."""
    db.execute("DELETE FROM standings WHERE member = ?", (account,))


def clear(db: sqlite3.Connection, guild_id: int) -> None:
    """Let a server's boards begin again."""
    db.execute("DELETE FROM standings WHERE guild_id = ?", (guild_id,))
    db.execute("DELETE FROM matches_counted WHERE guild_id = ?", (guild_id,))
