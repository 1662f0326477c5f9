"""Leaderboards: what matches have paid, from totals that are kept, and what members own.

Triggers keep the totals of all time (`standings`, `matches_counted`) as outcomes are written, and what these were when
a member began to play on a day (`standings_before`, `matches_before`). One less the other is the board of the last
days. `audit` compares all of them with the outcomes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from db.backend.connection import Connection

Board = Literal["winnings", "house", "points", "shares", "crowns", "wins", "worth"]

BOARDS: tuple[Board, ...] = get_args(Board)

_SINCE_RESET = (
    "id > coalesce((SELECT reset_outcome FROM guilds WHERE guilds.guild_id = outcomes.guild_id), 0)"
)

# A base of NULL narrows nothing; the game '' is all games.
_KEPT = """
    SELECT member, sum({board}), sum({board}_from)
      FROM standings
     WHERE guild_id = :place_key AND game = coalesce(:game, '') AND (CAST(:base AS TEXT) IS NULL OR base = :base)
     GROUP BY member
    HAVING sum({board}_from) > 0 AND (:zeros = 1 OR sum({board}) <> 0)
"""
_KEPT_MATCHES = """
    SELECT coalesce(sum({board}), 0)
      FROM matches_counted
     WHERE guild_id = :place_key AND game = coalesce(:game, '') AND (CAST(:base AS TEXT) IS NULL OR base = :base)
"""

# Whoever has not played since has no line of a later day, and is not on the board.
_LATELY = """
    SELECT standings.member, sum(standings.{board} - earlier.{board}),
           sum(standings.{board}_from - earlier.{board}_from)
      FROM standings CROSS JOIN standings_before AS earlier
     WHERE standings.guild_id = :place_key AND standings.game = coalesce(:game, '')
       AND (CAST(:base AS TEXT) IS NULL OR standings.base = :base)
       AND earlier.guild_id = standings.guild_id AND earlier.game = standings.game
       AND earlier.member = standings.member AND earlier.base = standings.base
       AND earlier.day = (
           SELECT min(day) FROM standings_before AS later
            WHERE later.guild_id = standings.guild_id AND later.game = standings.game
              AND later.member = standings.member AND later.base = standings.base AND later.day >= :first_day)
     GROUP BY standings.member
    HAVING sum(standings.{board}_from - earlier.{board}_from) > 0
       AND (:zeros = 1 OR sum(standings.{board} - earlier.{board}) <> 0)
"""
_LATELY_MATCHES = """
    SELECT coalesce(sum(counted.{board} - earlier.{board}), 0)
      FROM matches_counted AS counted CROSS JOIN matches_before AS earlier
     WHERE counted.guild_id = :place_key AND counted.game = coalesce(:game, '')
       AND (CAST(:base AS TEXT) IS NULL OR counted.base = :base)
       AND earlier.guild_id = counted.guild_id AND earlier.game = counted.game AND earlier.base = counted.base
       AND earlier.day = (
           SELECT min(day) FROM matches_before AS later
            WHERE later.guild_id = counted.guild_id AND later.game = counted.game AND later.base = counted.base
              AND later.day >= :first_day)
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

_PAID = {
    "winnings": "net_players",
    "house": "net_house",
    "points": "points",
    "shares": "shares",
    "crowns": "crowns",
}
"""The column of `outcomes` that a board adds up; a match where it is NULL is no match of that board."""

_EACH_GAME = "(SELECT '' AS game UNION SELECT game FROM outcomes) AS keys ON keys.game IN ('', outcomes.game)"
_TOTALS = [
    *(total for column in _PAID.values() for total in (f"sum({column})", f"count({column})")),
    "sum(won)",
    "count(*)",
]
_MATCHES = [*(f"count({column})" for column in _PAID.values()), "count(*)"]


def _counted(keys: str, totals: list[str], condition: str) -> str:
    return f"""
        SELECT guild_id, keys.game, {keys}, {", ".join(f"coalesce({total}, 0)" for total in totals)}
          FROM outcomes JOIN {_EACH_GAME}
         WHERE {condition} AND {_SINCE_RESET}
         GROUP BY guild_id, keys.game, {keys}
    """


def _counted_before(keys: str, totals: list[str], condition: str) -> str:
    columns = [f"total_{at}" for at in range(len(totals))]
    sums = (
        f"coalesce({total} OVER earlier, 0) AS {column}"
        for total, column in zip(totals, columns, strict=True)
    )
    return f"""
        SELECT guild_id, game, {keys}, day, {", ".join(columns)} FROM (
            SELECT guild_id, keys.game, {keys}, day_of(at) AS day, {", ".join(sums)},
                   row_number() OVER (
                       PARTITION BY guild_id, keys.game, {keys}, day_of(at) ORDER BY id) AS place
              FROM outcomes JOIN {_EACH_GAME}
             WHERE {condition} AND {_SINCE_RESET}
            WINDOW earlier AS (PARTITION BY guild_id, keys.game, {keys} ORDER BY id
                              ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) AS counted
         WHERE place = 1
    """


_OF_MEMBERS = "ranked = 1 AND member IN (SELECT account FROM members)"

COUNTED = {
    "standings": _counted("member, base", _TOTALS, _OF_MEMBERS),
    "matches_counted": _counted("base", _MATCHES, "first = 1"),
    "standings_before": _counted_before("member, base", _TOTALS, _OF_MEMBERS),
    "matches_before": _counted_before("base", _MATCHES, "first = 1"),
}
"""By table of kept totals: what it must hold, counted from the outcomes."""


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
    named = {
        "place_key": place_key,
        "game": game,
        "base": base,
        "first_day": first_day,
        # A member who broke even has played, and is on the board of winnings; a score of 0 is no score.
        "zeros": board == "winnings",
        "size": size,
        "offset": page * size,
    }
    matches = 0
    if board == "worth":
        lines = _WORTH
    elif first_day is None:
        lines = _KEPT.format(board=board)
        (matches,) = db.execute(_KEPT_MATCHES.format(board=board), named).fetchone()
    else:
        lines = _LATELY.format(board=board)
        (matches,) = db.execute(_LATELY_MATCHES.format(board=board), named).fetchone()
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


def drop_member(db: Connection, account: int) -> None:
    """Take a member off all boards, as deleting their data demands."""
    db.execute(
        "DELETE FROM standings_before WHERE (guild_id, game, member, base) IN"
        " (SELECT guild_id, game, member, base FROM standings WHERE member = ?)",
        (account,),
    )
    db.execute("DELETE FROM standings WHERE member = ?", (account,))


def clear(db: Connection, place_key: int) -> None:
    """Let a server's boards begin again."""
    for table in COUNTED:
        db.execute(f"DELETE FROM {table} WHERE guild_id = ?", (place_key,))
