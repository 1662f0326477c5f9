"""Leaderboards: sums of outcomes, and what members own."""

from __future__ import annotations

import sqlite3
from typing import Literal, get_args

from db.records import BoardLine

Board = Literal["winnings", "house", "points", "shares", "wins", "worth"]

BOARDS: tuple[Board, ...] = get_args(Board)

_VALUE = {
    "winnings": "sum(net_players)",
    "house": "sum(net_house)",
    "points": "sum(points)",
    "shares": "sum(shares)",
    "wins": "sum(won)",
}

_OUTCOMES = """
    SELECT members.account, members.user_id, members.name, {value} AS value
      FROM outcomes
      JOIN members ON members.account = outcomes.member
     WHERE outcomes.guild_id = :guild
       AND outcomes.id > coalesce((SELECT reset_outcome FROM guilds WHERE guild_id = :guild), 0)
       AND (:game IS NULL OR outcomes.game = :game)
       AND (:since IS NULL OR outcomes.at >= :since)
     GROUP BY members.account
    HAVING :zeros OR value <> 0
"""

_WORTH = """
    SELECT members.account, members.user_id, members.name,
           coalesce(sum(balances.amount * units.worth), 0) AS value
      FROM members
      JOIN accounts ON accounts.id = members.account OR accounts.owner = members.account
      LEFT JOIN balances ON balances.account = accounts.id
      LEFT JOIN units ON units.name = balances.unit
     WHERE members.guild_id = :guild
     GROUP BY members.account
"""


def leaderboard(
    db: sqlite3.Connection,
    guild_id: int,
    board: Board,
    *,
    game: str | None = None,
    since: float | None = None,
    page: int = 0,
    size: int = 10,
) -> tuple[list[BoardLine], int]:
    """Return one page (from 0) of a board, best first, and the number of lines that it has in all.

    Boards of outcomes may be narrowed to a game and to outcomes from `since` on; `worth` is of this moment. Members
    with the same value share the rank. Deleted members are not on it.
    """
    if board not in BOARDS:
        raise ValueError(f"there is no board {board!r}, but {', '.join(BOARDS)}")
    lines = _WORTH if board == "worth" else _OUTCOMES.format(value=_VALUE[board])
    named = {
        "guild": guild_id,
        "game": game,
        "since": since,
        # A member who broke even has played, and is on the board of winnings; a score of 0 is no score.
        "zeros": board == "winnings",
        "limit": size,
        "offset": page * size,
    }
    (total,) = db.execute(f"SELECT count(*) FROM ({lines})", named).fetchone()
    rows = db.execute(
        f"SELECT rank() OVER (ORDER BY value DESC), account, user_id, name, value FROM ({lines})"
        " ORDER BY value DESC, account LIMIT :limit OFFSET :offset",
        named,
    )
    return [BoardLine(*row) for row in rows], total
