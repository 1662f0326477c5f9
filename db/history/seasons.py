"""Seasons: the ratings of members in each, and the medals that a season leaves."""

from __future__ import annotations

import json

from db.backend.connection import Connection
from db.records import MedalRecord, RatingRecord, SeasonRecord
from db.writes import CloseSeason, OpenSeason, SaveRating


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


def open_season(db: Connection, write: OpenSeason) -> None:
    """Begin a season."""
    db.execute(
        "INSERT INTO seasons (guild_id, number, begun, ends) VALUES (?, ?, ?, ?)",
        (write.place_key, write.number, write.begun, write.ends),
    )


def close_season(db: Connection, write: CloseSeason) -> None:
    """Close a season, and leave its medals."""
    db.execute(
        "UPDATE seasons SET closed = ? WHERE guild_id = ? AND number = ? AND closed IS NULL",
        (write.at, write.place_key, write.number),
    )
    db.executemany(
        "INSERT INTO medals (member, guild_id, season, game, place) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        [(member, write.place_key, write.number, game, place) for member, game, place in write.medals],
    )


def save_rating(db: Connection, write: SaveRating) -> None:
    """Save the rating of a member after a match."""
    db.execute(
        "INSERT INTO ratings (guild_id, season, game, member, mu, sigma, matches, at, moved)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (guild_id, season, game, member) DO UPDATE SET"
        " mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches, at = excluded.at,"
        " moved = excluded.moved",
        (
            write.place_key,
            write.season,
            write.game,
            write.member,
            write.mu,
            write.sigma,
            write.matches,
            write.at,
            write.moved,
        ),
    )


def forget_member(db: Connection, member: int) -> None:
    """Delete the ratings and medals of a member."""
    db.execute("DELETE FROM ratings WHERE member = ?", (member,))
    db.execute("DELETE FROM medals WHERE member = ?", (member,))
