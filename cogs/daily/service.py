"""The table of the day: the same game, luck and computer players for everyone, one try each, for points only.

A try is the member's own answers and nothing else: the cards follow from the day's seed, and so does what the computer
players answer. So equal answers give equal results in any process, and a try that was broken off goes on. The hash of a
day's seed is shown the day before, and the seed itself the day after.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict

from bot.clock import DAY, Clock
from bot.members.purses import get_or_create_purse
from bot.person import Person
from bot.user_errors import UserError
from cogs.daily import rows as daily_rows
from cogs.daily.rows import DailyResult, DailyTry, SaveTry
from db import AlreadyDone, Store
from db.backend.json_text import encode
from games.deeds.predicate import net_pieces
from games.engine import (
    HOUSE,
    REGULAR,
    Answer,
    Ask,
    Chance,
    Game,
    GameError,
    Header,
    IllegalAnswer,
    Match,
    Seed,
)
from games.registry import GAMES

ME = 0
"""The member's seat."""
STAKE = 50
"""Pieces that every seat begins with; they are worth nothing outside this table."""
FREE_DAYS = 7
"""One day in this many may be missed without ending a streak."""


class _Table(BaseModel):
    """One table of the file: a game and its options."""

    model_config = ConfigDict(extra="forbid")

    game: str
    options: dict[str, Any] = {}


class _Tables(BaseModel):
    """The file of tables, checked."""

    model_config = ConfigDict(extra="forbid")

    others: list[str]
    table: list[_Table]


TABLES = _Tables.model_validate(tomllib.loads((files("cogs.daily") / "daily.toml").read_text("utf-8")))


@dataclass(frozen=True, slots=True)
class DailyTable:
    """The table of one day."""

    day: int
    game: Game
    options: Mapping[str, Any]
    seed: str

    @classmethod
    def of(cls, day: int, seed: str) -> DailyTable:
        """Return the table of a day, counted from 1970-01-01."""
        chosen = TABLES.table[day % len(TABLES.table)]
        return cls(day, GAMES[chosen.game], chosen.options, seed)

    @property
    def fingerprint(self) -> str:
        """The hash of the seed, published before the day to prove that it was fixed in advance."""
        return fingerprint_of(self.seed)

    @property
    def names(self) -> list[str]:
        """The names of the computer players."""
        return TABLES.others

    def play(self, answers: Sequence[Answer]) -> Match:
        """Return the match after the member's answers and those of the other seats that follow.

        Raises `UserError` if the rules have changed since the answers were given.
        """
        ring = tuple(range(1 + len(TABLES.others)))
        pieces = self.game.money_kind(self.game.parse_options(self.options)) == "pieces"
        stakes = dict.fromkeys(ring, STAKE) if pieces else {}
        match = Match(
            self.game, Header(self.game.key, self.game.version, self.options, ring, Seed(self.seed), stakes)
        )
        return self.go_on(match, answers)

    def go_on(self, match: Match, answers: Sequence[Answer]) -> Match:
        """Return a match of this day after more answers from the member. Raises `UserError` like `play`."""
        try:
            self._let_others_play(match)
            for answer in answers:
                match.answer(match.asks_of(ME)[0].id, ME, answer)
                self._let_others_play(match)
        except (IndexError, GameError) as changed:
            raise UserError("daily_changed") from changed
        return match

    def _let_others_play(self, match: Match) -> None:
        """Let computer players and the house answer until the member is asked, or the match is over."""
        while not match.over:
            waiting = [ask for ask in match.open.values() if not ask.answered and ask.seat != ME]
            if not waiting or match.asks_of(ME):
                return
            ask = waiting[0]
            match.answer(ask.id, ask.seat, self._answer(match, ask), "computer")

    def _answer(self, match: Match, ask: Ask) -> Answer:
        if ask.seat == HOUSE:
            return ask.prompt.default
        scene = match.scene(ask.seat)
        shown = next(each for each in scene.asks if each.id == ask.id)
        luck = Chance(Seed(self.seed, match=len(match.rows), words=("others",)))
        return self.game.policy(self.game.strength(REGULAR))(scene, shown, luck)


def fingerprint_of(seed: str) -> str:
    """Return the hash of a seed that is shown before the seed itself."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def score_of(match: Match) -> tuple[int, int | None]:
    """Return the member's score in a finished match: pieces won or points, and the place."""
    assert match.result is not None
    row = next(row for row in match.result.rows if row.seat == ME)
    for_points = match.game.money_kind(match.options) == "points"
    return (row.points if for_points else net_pieces(row)), row.place


def streak(days: Sequence[int], today: int) -> int:
    """Return how many of the days until now were played in a row; one in seven may be missed."""
    played = set(days)
    at = today if today in played else today - 1
    count, missed = 0, today + FREE_DAYS
    while True:
        if at in played:
            count += 1
        elif missed - at >= FREE_DAYS and at - 1 in played and count:
            missed = at
        else:
            return count
        at -= 1


@dataclass(frozen=True, slots=True)
class DailyState:
    """The table of today for one member. `match` is None before their try has begun."""

    table: DailyTable
    own: DailyTry | None
    match: Match | None
    streak: int
    tomorrow: str
    """The fingerprint of tomorrow's seed."""


@dataclass(frozen=True, slots=True)
class Yesterday:
    """The table of yesterday, opened: all results, the member's own, and the lines of the best try."""

    table: DailyTable
    results: Sequence[DailyResult]
    own: DailyResult | None
    best: Match | None = field(default=None)


class DailyTables:
    """The tables of every day, and the members' tries on every server."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    @property
    def today(self) -> int:
        """The number of this day (UTC)."""
        return int(self._clock.now() // DAY)

    async def table(self, day: int) -> DailyTable:
        """Return the table of a day."""
        return DailyTable.of(day, await self._store.read(daily_rows.seed, day))

    async def state(self, place_key: int, user_id: int) -> DailyState:
        """Return today's table and the member's try."""
        member = await self._store.find_member(place_key, user_id)
        tries = [] if member is None else await self._store.read(daily_rows.tries_of, member)
        return await self._state(tries)

    async def _state(self, tries: Sequence[DailyTry], match: Match | None = None) -> DailyState:
        """Return today's table for a member with these tries; `match` saves replaying theirs if the caller has it."""
        today = self.today
        table = await self.table(today)
        own = next((one for one in tries if one.day == today), None)
        finished = [one.day for one in tries if one.score is not None]
        tomorrow = fingerprint_of(await self._store.read(daily_rows.seed, today + 1))
        if own is not None and match is None:
            match = await asyncio.to_thread(table.play, own.answers)
        return DailyState(table, own, match, streak(finished, today), tomorrow)

    async def begin(self, place_key: int, person: Person) -> DailyState:
        """Begin the member's try of today, or resume it."""
        member = await get_or_create_purse(self._store, place_key, person.user_id, person.name)
        tries = await self._store.read(daily_rows.tries_of, member)
        if all(one.day != self.today for one in tries):
            await self._save(member, self.today, [], 0)
            tries = await self._store.read(daily_rows.tries_of, member)
        return await self._state(tries)

    async def answer(
        self, place_key: int, person: Person, day: int, count: int, answer: Answer
    ) -> DailyState:
        """Give the member's answer number `count`, counted from 1. Raises `UserError` if it is not the next one."""
        member = await self._store.find_member(place_key, person.user_id)
        tries = [] if member is None else await self._store.read(daily_rows.tries_of, member)
        own = next((one for one in tries if one.day == day), None)
        if member is None or own is None or day != self.today or own.score is not None:
            raise UserError("daily_over" if day != self.today else "passed")
        if count != len(own.answers) + 1:
            raise UserError("passed")
        table = await self.table(day)
        match = await asyncio.to_thread(table.play, own.answers)
        try:
            match.asks_of(ME)[0].prompt.check(answer)
        except (IllegalAnswer, IndexError) as wrong:
            raise UserError("passed") from wrong
        await asyncio.to_thread(table.go_on, match, [answer])
        score, place = score_of(match) if match.over else (None, None)
        await self._save(member, day, [*own.answers, answer], count, score, place)
        return await self._state(await self._store.read(daily_rows.tries_of, member), match)

    async def _save(
        self,
        member: int,
        day: int,
        answers: Sequence[Answer],
        count: int,
        score: int | None = None,
        place: int | None = None,
    ) -> None:
        try:
            text = encode(json.loads(json.dumps(list(answers))))
            await self._store.commit(SaveTry(member, day, count, text, score, place))
        except AlreadyDone as done:
            raise UserError("passed") from done

    async def results(self, place_key: int, day: int) -> Sequence[DailyResult]:
        """Return the finished tries of a day in a place, the best first."""
        return await self._store.read(daily_rows.results, place_key, day)

    async def yesterday(self, place_key: int, user_id: int) -> Yesterday:
        """Return yesterday's table, whose seed is open now, with the best try of the place played again."""
        day = self.today - 1
        table, results = await self.table(day), await self.results(place_key, day)
        own = next((result for result in results if result.user_id == user_id), None)
        best = None
        if results:
            try:
                best = await asyncio.to_thread(table.play, results[0].answers)
            except UserError:
                best = None  # played under older rules
        return Yesterday(table, results, own, best)
