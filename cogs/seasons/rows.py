"""Seasons: the ratings of members in each, and the medals that a season leaves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import force_setattr

from db import feature_rows
from db.backend.connection import Connection
from db.backend.json_text import JsonObject, encode
from db.backend.unit_of_work import Unit
from db.feature_rows import FeatureRows, selecting

# ---- queries


class SeasonRecord(NamedTuple):
    """A season of a server: its number, when it began, when the calendar closes it, and when it was closed."""

    number: int
    begun: float
    ends: float
    closed: float | None


class RatingRecord(NamedTuple):
    """A member's rating in a game and season; `moved` is by the account of each opponent."""

    game: str
    member: int
    user_id: int
    name: str
    mu: float
    sigma: float
    matches: int
    at: float
    moved: Mapping[int, float]


class MedalRecord(NamedTuple):
    """A medal of a season that is over."""

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
    return [_record(row) for row in rows]


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


def _record(row: tuple[str, int, int, str, float, float, int, float, str]) -> RatingRecord:
    game, member, user_id, name, mu, sigma, matches, at, moved = row
    by_opponent = {int(other): by for other, by in json.loads(moved).items()}
    return RatingRecord(game, member, user_id, name, mu, sigma, matches, at, by_opponent)


# ---- writes


class OpenSeason(Struct, frozen=True):
    """A season that begins; the calendar closes it at `ends`."""

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
    """A season that is over, and its medals: member, game and place of each."""

    place_key: int
    number: int
    at: float
    medals: Sequence[tuple[int, str, int]] = ()

    def save(self, unit: Unit) -> None:
        """Close the season, and leave its medals."""
        unit.db.execute(
            "UPDATE seasons SET closed = ? WHERE guild_id = ? AND number = ? AND closed IS NULL",
            (self.at, self.place_key, self.number),
        )
        unit.db.executemany(
            "INSERT INTO medals (member, guild_id, season, game, place) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            [(member, self.place_key, self.number, game, place) for member, game, place in self.medals],
        )


class SaveRating(Struct, frozen=True):
    """A member's rating after a match; `moved` is by the account of each opponent."""

    place_key: int
    season: int
    game: str
    member: int
    mu: float
    sigma: float
    matches: int
    at: float
    moved: JsonObject

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


feature_rows.register(
    FeatureRows(
        "seasons",
        exports={
            "ratings": selecting(
                "SELECT season, game, mu, sigma, matches, at FROM ratings WHERE member = ? ORDER BY season, game"
            ),
            "medals": lambda db, member: [medal._asdict() for medal in medals(db, member)],
        },
        forgets=("ratings", "medals"),
        json_columns={"ratings": ("moved",)},
    )
)
