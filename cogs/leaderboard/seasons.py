"""Seasons of ratings: three months each by the calendar, or until an admin ends one; and the medals they leave."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from bot.clock import DAY
from bot.tables.hooks import MatchEnding
from cogs.leaderboard import rows as season_rows
from cogs.leaderboard.rating import Rating, rate
from cogs.leaderboard.rows import CloseSeason, KeptRating, OpenSeason, RatingRecord, SaveRating, SeasonRecord
from db import members
from db.backend.unit_of_work import Write
from db.outcomes import SeatOutcome
from db.store import Store
from games.engine.game import Game
from games.registry import GAMES

MEDALS = 3
"""Places of a game that get a medal, if at least this many members are known in it."""
SHORTEST = 7 * DAY
"""Seconds: a shorter rest of a quarter is added to the season after it."""


class Seasons:
    """The seasons and ratings of all places. A place is locked while a rating in it changes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def rate_match(self, ending: MatchEnding) -> None:
        """Update the ratings after a rated match; its place stays locked until the result is saved."""
        game, place_key, now = ending.match.game, ending.table.place_key, ending.now
        score = {outcome.member: _score(outcome) for outcome in ending.outcomes if outcome.ranked}
        if not ending.table.settings.rated or game.rated_after is None or len(score) < 2:
            return
        await ending.until_saved.enter_async_context(self._locks[place_key])
        season, writes = await self._season(place_key, now)
        records = await self._store.read(season_rows.ratings, place_key, season, game.key)
        person_of = await self._store.read(members.persons, list(score))
        rated = {record.member: rating_of(record) for record in records}
        earlier = await self._store.read(
            season_rows.kept_ratings, place_key, season, game.key, list(person_of.values())
        )
        before = {
            person: rated.get(member) or rating_of(earlier.get(person))
            for member, person in person_of.items()
        }
        scored = {person: score[member] for member, person in person_of.items()}
        after = rate(before, scored, now, game.rated_after)
        unearned = _unearned(ending)
        for member, person in person_of.items():
            # they lose as anyone does: else only bad hands would be handed over
            was = before[person]
            if member in unearned and after[person].mu > was.mu:
                after[person] = replace(after[person], mu=was.mu, sigma=was.sigma, moved=was.moved)
        ending.writes += writes
        ending.writes += [
            _saved(place_key, season, game.key, member, person, after[person])
            for member, person in person_of.items()
        ]

    async def current(self, place_key: int, now: float) -> SeasonRecord:
        """Return the open season; close an old one and begin a new one if it is due."""
        async with self._locks[place_key]:
            number, writes = await self._season(place_key, now)
            if writes:
                await self._store.commit(*writes)
        return next(
            season
            for season in await self._store.read(season_rows.seasons, place_key)
            if season.number == number
        )

    async def rating(self, place_key: int, member: int, game: Game, now: float) -> float | None:
        """Return the points of a member in a game this season, if they are known."""
        number, _ = await self._season(place_key, now)
        records = await self._store.read(season_rows.ratings, place_key, number, game.key)
        known = known_ratings(records, game, now)
        return next((float(rating_of(each).points) for each in known if each.member == member), None)

    async def end(self, place_key: int, now: float) -> tuple[int, int]:
        """Close the open season and begin the next; return the old one's number and its count of medals."""
        async with self._locks[place_key]:
            number, writes = await self._season(place_key, now)
            if writes:
                await self._store.commit(*writes)
            medals = await self._medals(place_key, number, now)
            await self._store.commit(
                CloseSeason(place_key, number, now, medals),
                OpenSeason(place_key, number + 1, now, season_end(now)),
            )
            return number, len(medals)

    async def _season(self, place_key: int, now: float) -> tuple[int, list[Write]]:
        """Return the number of the open season, and the writes that close an old one and begin it."""
        every = await self._store.read(season_rows.seasons, place_key)
        last = every[-1] if every else None
        if last is not None and last.closed is None and now < last.ends:
            return last.number, []
        writes: list[Write] = []
        if last is not None and last.closed is None:
            medals = await self._medals(place_key, last.number, last.ends)
            writes.append(CloseSeason(place_key, last.number, last.ends, medals))
        number = last.number + 1 if last is not None else 1
        return number, [*writes, OpenSeason(place_key, number, now, season_end(now))]

    async def _medals(self, place_key: int, season: int, now: float) -> list[tuple[int, str, int]]:
        medals = []
        for key in await self._store.read(season_rows.rated_games, place_key, season):
            if key in GAMES:
                known = known_ratings(
                    await self._store.read(season_rows.ratings, place_key, season, key), GAMES[key], now
                )
                if len(known) >= MEDALS:
                    medals += [(record.member, key, place) for place, record in enumerate(known[:MEDALS], 1)]
        return medals


def known_ratings(records: Iterable[RatingRecord], game: Game, now: float) -> list[RatingRecord]:
    """Return the ratings that are known, best first."""
    needed = game.rated_after or 0
    known = [record for record in records if rating_of(record).is_known(needed, now)]
    return sorted(known, key=lambda record: (-record.mu, record.member))


def rating_of(record: RatingRecord | KeptRating | None) -> Rating:
    """Return a rating from its row; without one, that of a beginner."""
    if record is None:
        return Rating()
    return Rating(record.mu, record.sigma, record.matches, record.at, record.moved)


def season_end(now: float) -> float:
    """Return the moment at which the calendar ends a season that begins now: the next quarter of the year (UTC)."""
    day = datetime.fromtimestamp(now, UTC)
    quarter = (day.month - 1) // 3 + 1
    ends = _quarter(day.year, quarter)
    return ends if ends - now >= SHORTEST else _quarter(day.year, quarter + 1)


def _quarter(year: int, quarter: int) -> float:
    """Return the end of a quarter; quarters count from 1, and 5 is the first of the next year."""
    year, quarter = year + (quarter // 4), quarter % 4
    return datetime(year, quarter * 3 + 1, 1, tzinfo=UTC).timestamp()


def _unearned(ending: MatchEnding) -> set[int | None]:
    """Return the members of whose play this match says nothing good.

    A computer gave more answers for them than they did, or they are a host whose rival was kicked in the match.
    """
    table = ending.table
    answers = Counter((row.seat, row.by) for row in ending.match.rows)
    found = {
        seat.member
        for number, seat in table.everyone.items()
        if answers[number, "computer"] > answers[number, "player"]
    }
    if any(seat.left and seat.user_id in table.access.kicked for seat in table.in_order()):
        cohosts = {seat.member for seat in table.members() if seat.user_id in table.access.cohosts}
        found |= {table.host, *cohosts}
    return found


def _score(outcome: SeatOutcome) -> float:
    """Return what a match paid: money from other members, else points, else shares."""
    for paid in (outcome.net_players, outcome.points, outcome.shares):
        if paid is not None:
            return paid
    return 0.0


def _saved(place_key: int, season: int, game: str, member: int, person: str, rating: Rating) -> SaveRating:
    return SaveRating(
        place_key,
        season,
        game,
        member,
        rating.mu,
        rating.sigma,
        rating.matches,
        rating.at,
        dict(rating.moved),
        person,
    )
