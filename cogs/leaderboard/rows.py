"""Leaderboards of winnings and wealth; seasons with their ratings and medals."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from msgspec import Struct
from msgspec.structs import force_setattr

from db import feature_rows, members
from db.backend.connection import Connection
from db.backend.json_text import JsonObject, encode
from db.backend.names import Name
from db.backend.unit_of_work import Unit
from db.feature_rows import FeatureRows, selecting
from db.outcomes import count_matches, on_boards, totals

# ---- boards

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
"""The column of `outcomes` that a board adds up; the board leaves out matches where it is NULL."""

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
    name: Name
    value: int
    matches: int = 0
    """The number of matches behind the value; 0 on boards of wealth."""


class BoardPage(NamedTuple):
    """One page of a leaderboard."""

    lines: list[BoardLine]
    total: int
    """The number of lines on all pages."""
    matches: int
    """The number of matches behind the board; 0 on boards of wealth."""


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
        BoardLine(rank, member, user_id, Name(name), value // rate, n)
        for _, rank, member, user_id, name, value, n in found
        if member is not None
    ]
    return BoardPage(shown, found[0][0], matches)


def _rate(db: Connection, base: str | None) -> int:
    """Return a piece of this base in copper."""
    row = db.execute("SELECT worth FROM units WHERE name = ? || '.piece'", (base or "copper",)).fetchone()
    return 1 if row is None else row[0]


# ---- seasons and their ratings


class SeasonRecord(NamedTuple):
    """A season of a server: its number, its beginning, its end by the calendar, and the moment it was closed."""

    number: int
    begun: float
    ends: float
    closed: float | None


class RatingRecord(NamedTuple):
    """A member's rating in a game and season; `moved` is by opponent, each under the hash of a person."""

    game: str
    member: int
    user_id: int
    name: Name
    mu: float
    sigma: float
    matches: int
    at: float
    moved: Mapping[str, float]


class KeptRating(NamedTuple):
    """The rating of a person who had their data deleted in the season."""

    mu: float
    sigma: float
    matches: int
    at: float
    moved: Mapping[str, float]


class MedalRecord(NamedTuple):
    """A medal of a past season."""

    season: int
    game: str
    place: int


def seasons(db: Connection, place_key: int) -> list[SeasonRecord]:
    """Return the seasons of a server, oldest first; the last may be open."""
    rows = db.execute(
        "SELECT number, begun, ends, closed FROM seasons WHERE guild_id = ? ORDER BY number", (place_key,)
    )
    return [SeasonRecord(*row) for row in rows]


def ratings(db: Connection, place_key: int, season: int, game: str) -> list[RatingRecord]:
    """Return all ratings in a game and season, with the members' present names; deleted members have none."""
    rows = db.execute(
        "SELECT game, member, user_id, name, mu, sigma, matches, at, moved FROM ratings"
        " JOIN members ON members.account = ratings.member"
        " WHERE ratings.guild_id = ? AND season = ? AND game = ? ORDER BY member",
        (place_key, season, game),
    )
    return [_record(db, row) for row in rows]


def kept_ratings(
    db: Connection, place_key: int, season: int, game: str, people: Sequence[str]
) -> dict[str, KeptRating]:
    """Return the ratings that these people had when their data was deleted, by the hash of the person."""
    rows = db.execute(
        "SELECT person, mu, sigma, matches, at, moved FROM kept_ratings"
        " WHERE guild_id = ? AND season = ? AND game = ?",
        (place_key, season, game),
    )
    return {
        person: KeptRating(mu, sigma, matches, at, _opponents(db, moved))
        for person, mu, sigma, matches, at, moved in rows
        if person in people
    }


def _keep_ratings(unit: Unit, member: int, user_id: int) -> None:
    """Keep a person's ratings of open seasons under their hash, so that deleting brings nobody a new rating."""
    person = members.short_hash(unit.db, user_id)
    unit.db.execute(
        "INSERT INTO kept_ratings (guild_id, season, game, person, mu, sigma, matches, at, moved)"
        " SELECT ratings.guild_id, season, game, ?, mu, sigma, matches, at, moved FROM ratings"
        " JOIN seasons ON seasons.guild_id = ratings.guild_id AND seasons.number = ratings.season"
        " WHERE member = ? AND closed IS NULL"
        " ON CONFLICT (guild_id, season, game, person) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"
        " matches = excluded.matches, at = excluded.at, moved = excluded.moved",
        (person, member),
    )


def rated_games(db: Connection, place_key: int, season: int) -> list[str]:
    """Return the games with a rating in a season."""
    rows = db.execute(
        "SELECT DISTINCT game FROM ratings WHERE guild_id = ? AND season = ? ORDER BY game",
        (place_key, season),
    )
    return [game for (game,) in rows]


def medals(db: Connection, member: int) -> list[MedalRecord]:
    """Return the medals of a member, the newest first."""
    rows = db.execute(
        "SELECT season, game, place FROM medals WHERE member = ? ORDER BY season DESC, place, game", (member,)
    )
    return [MedalRecord(*row) for row in rows]


def _record(db: Connection, row: tuple[str, int, int, str, float, float, int, float, str]) -> RatingRecord:
    game, member, user_id, name, mu, sigma, matches, at, saved = row
    return RatingRecord(game, member, user_id, Name(name), mu, sigma, matches, at, _opponents(db, saved))


def _opponents(db: Connection, saved: str) -> dict[str, float]:
    """Return how far each opponent has moved a rating, by the hash of the person."""
    moved: dict[str, float] = json.loads(saved)
    # earlier releases saved the account of an opponent, which is another one after a deletion
    accounts = members.persons(db, [int(other) for other in moved if other.isdecimal()])
    return {accounts.get(int(other), other) if other.isdecimal() else other: moved[other] for other in moved}


class OpenSeason(Struct, frozen=True):
    """Begins a season, which the calendar closes at `ends`."""

    place_key: int
    number: int
    begun: float
    ends: float

    def save(self, unit: Unit) -> None:
        """Begin the season."""
        unit.db.execute(
            "INSERT INTO seasons (guild_id, number, begun, ends) VALUES (?, ?, ?, ?)",
            (self.place_key, self.number, self.begun, self.ends),
        )


class CloseSeason(Struct, frozen=True):
    """Closes a season and gives its medals: member, game and place of each.

    Who moved whose rating matters no more then: the hashes of opponents give way to numbers.
    """

    place_key: int
    number: int
    at: float
    medals: Sequence[tuple[int, str, int]] = ()

    def save(self, unit: Unit) -> None:
        """Close the season, and save its medals."""
        unit.db.execute(
            "UPDATE seasons SET closed = ? WHERE guild_id = ? AND number = ? AND closed IS NULL",
            (self.at, self.place_key, self.number),
        )
        _forget_people(unit, self.place_key, self.number)
        unit.db.executemany(
            "INSERT INTO medals (member, guild_id, season, game, place) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            [(member, self.place_key, self.number, game, place) for member, game, place in self.medals],
        )


def _forget_people(unit: Unit, place_key: int, season: int) -> None:
    """Delete the hashes of people in the ratings of a season that is over."""
    unit.db.execute("DELETE FROM kept_ratings WHERE guild_id = ? AND season = ?", (place_key, season))
    of_season = unit.db.execute(
        "SELECT game, member, moved FROM ratings WHERE guild_id = ? AND season = ?"
        " AND moved <> '{}' AND moved NOT LIKE '%#%'",
        (place_key, season),
    ).fetchall()
    for game, member, moved in of_season:
        numbered = {f"#{number}": by for number, by in enumerate(json.loads(moved).values(), 1)}
        unit.db.execute(
            "UPDATE ratings SET moved = ? WHERE guild_id = ? AND season = ? AND game = ? AND member = ?",
            (encode(numbered), place_key, season, game, member),
        )


def _purge(unit: Unit) -> None:
    """Delete the hashes of seasons that the calendar has ended; the next rated match there closes them."""
    ended = "SELECT guild_id, number FROM seasons WHERE closed IS NULL AND ends <= ?"
    for place_key, season in unit.db.execute(ended, (unit.now,)).fetchall():
        _forget_people(unit, place_key, season)


class SaveRating(Struct, frozen=True):
    """Saves a member's rating after a match; `moved` is by opponent, each under the hash of a person.

    `person` is the member's own hash, under which no earlier rating is kept from now on.
    """

    place_key: int
    season: int
    game: str
    member: int
    mu: float
    sigma: float
    matches: int
    at: float
    moved: JsonObject
    person: str = ""

    def __post_init__(self) -> None:
        force_setattr(self, "moved", encode(self.moved))

    def save(self, unit: Unit) -> None:
        """Save the rating in place of the one before."""
        unit.db.execute(
            "INSERT INTO ratings (guild_id, season, game, member, mu, sigma, matches, at, moved)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (guild_id, season, game, member) DO UPDATE SET"
            " mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches, at = excluded.at,"
            " moved = excluded.moved",
            (
                self.place_key,
                self.season,
                self.game,
                self.member,
                self.mu,
                self.sigma,
                self.matches,
                self.at,
                self.moved,
            ),
        )
        # the person is back, and so is what was kept of them
        unit.db.execute(
            "DELETE FROM kept_ratings WHERE guild_id = ? AND season = ? AND game = ? AND person = ?",
            (self.place_key, self.season, self.game, self.person),
        )


feature_rows.register(
    FeatureRows(
        "leaderboard",
        exports={
            "ratings": selecting(
                "SELECT season, game, mu, sigma, matches, at FROM ratings WHERE member = ? ORDER BY season, game"
            ),
            "medals": lambda db, member: [medal._asdict() for medal in medals(db, member)],
        },
        forgets=("ratings", "medals"),
        keeps=_keep_ratings,
        purges=_purge,
        json_columns={"ratings": ("moved",), "kept_ratings": ("moved",)},
    )
)
