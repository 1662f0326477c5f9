"""The table of the day: everyone's one try, the results of each place, and the place's event.

One try a day is for a person, wherever they play: it goes on in another place where it was broken off, and deleting it
is no way to a second one. It stands on the board of the place in which it was ended, and of others where its member
shares it. The hash of a day's seed is shown the day before, and the seed itself once the day is over everywhere.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.clock import Clock
from bot.members.purses import get_or_create_purse
from bot.person import Person
from bot.user_errors import UserError
from bot.workers.search_pool import Thinker
from cogs.daily import rows as daily_rows
from cogs.daily.day_table import ME, DailyTable, score_of
from cogs.daily.days import (
    MIDNIGHT,
    PlaceDay,
    Streak,
    last_over_everywhere,
    open_day,
    over_everywhere,
    streak,
)
from cogs.daily.parting import Parting, find_parting, told_moves
from cogs.daily.rows import (
    BeginTry,
    BoardRecord,
    DailyEvent,
    DailyResult,
    DailyTry,
    EnterResult,
    SaveAnswer,
    SaveSigns,
)
from cogs.daily.signs import Measured, Worth, measure, worth_of
from db.backend.json_text import JsonText, encode
from db.errors import AlreadyDone
from db.store import Store
from games.engine.errors import IllegalAnswer
from games.engine.match import Match
from games.engine.prompts import Answer
from games.engine.scene import Line


@dataclass(frozen=True, slots=True)
class DailyState:
    """The table of today for one member. `match` is None before their try has begun."""

    day: PlaceDay
    table: DailyTable
    tomorrow: DailyTable
    own: DailyTry | None
    match: Match | None
    streak: Streak
    results: Sequence[DailyResult]
    """The results of the place, the best first."""
    boards: Sequence[BoardRecord]
    place_key: int
    user_id: int

    @property
    def entered(self) -> bool:
        """True if the member stands on the board of the place."""
        return any(result.user_id == self.user_id for result in self.results)


@dataclass(frozen=True, slots=True)
class DayOfPlace:
    """A day as its board shows it: the results, how long the place has kept playing, and at the end how it went."""

    day: PlaceDay
    table: DailyTable
    tomorrow: DailyTable
    results: Sequence[DailyResult]
    streaks: dict[int, Streak]
    """The streaks of the members, by account."""
    company: Streak
    """The days on which anyone here has played."""
    told_at: float
    """The moment at which the day is over in every place: from then on moves help nobody's try."""
    tells: bool
    """True if how it was played is told."""
    parting: Parting | None = None


@dataclass(frozen=True, slots=True)
class Yesterday:
    """The day before, opened: its results, the member's own, and where the tries parted."""

    board: DayOfPlace
    own: DailyResult | None
    moves: Sequence[Line]
    """What everyone saw the best do, from the parting on; empty until moves are told."""


class Secret(NamedTuple):
    """The secret of a day that has begun: its seed, once the day is over everywhere, and when that is."""

    table: DailyTable
    seed: str | None
    open_at: float


@dataclass(slots=True)
class DailyTables:
    """The tables of every day, and the members' tries on every server."""

    store: Store
    clock: Clock
    thinker: Thinker

    async def table(self, day: int) -> DailyTable:
        """Return the table of a day."""
        return DailyTable.of(day, await self.store.read(daily_rows.seed, day))

    async def event(self, place_key: int) -> DailyEvent | None:
        """Return the event of a place, if it has one."""
        return await self.store.read(daily_rows.event, place_key)

    async def day_of(self, place_key: int) -> PlaceDay:
        """Return the day that is open in a place."""
        event = await self.event(place_key)
        latest = await self.store.read(daily_rows.latest_board, place_key)
        return open_day(self.clock.now(), MIDNIGHT if event is None else event.hour, latest)

    async def results(self, place_key: int, day: int) -> Sequence[DailyResult]:
        """Return the results of a day in a place, the best first."""
        return await self.store.read(daily_rows.results, place_key, day)

    # ---- a member's try

    async def state(self, place_key: int, user_id: int, match: Match | None = None) -> DailyState:
        """Return today's table and the member's try; `match` saves replaying theirs if the caller has it."""
        day = await self.day_of(place_key)
        table = await self.table(day.number)
        own = await self.store.read(daily_rows.try_of_person, user_id, day.number)
        if own is not None and match is None:
            match = await asyncio.to_thread(table.play, own.answers)
        return DailyState(
            day,
            table,
            await self.table(day.number + 1),
            own,
            match,
            streak(await self.store.read(daily_rows.days_of_person, user_id), day.number),
            await self.results(place_key, day.number),
            await self.store.read(daily_rows.boards, place_key, day.number),
            place_key,
            user_id,
        )

    async def begin(self, place_key: int, person: Person) -> DailyState:
        """Begin the member's try of today, or resume it. Raises `UserError` if they have deleted it."""
        day = (await self.day_of(place_key)).number
        if await self.store.read(daily_rows.try_of_person, person.user_id, day) is None:
            member = await get_or_create_purse(self.store, place_key, person.user_id, person.name)
            begin = BeginTry(member, person.user_id, day)
            try:
                await self.store.commit(begin)
            except AlreadyDone as done:
                # a second press may have begun it a moment ago
                if await self.store.read(daily_rows.try_of_person, person.user_id, day) is None:
                    raise UserError("daily_deleted") from done
        return await self.state(place_key, person.user_id)

    async def answer(
        self, place_key: int, person: Person, day: int, count: int, answer: Answer
    ) -> DailyState:
        """Give the member's answer number `count`, counted from 1. Raises `UserError` if it is not the next one."""
        today = await self.day_of(place_key)
        own = await self.store.read(daily_rows.try_of_person, person.user_id, day)
        if own is None or day != today.number or own.score is not None:
            raise UserError("daily_over" if day != today.number else "passed")
        if count != len(own.answers) + 1:
            raise UserError("passed")
        table = await self.table(day)
        match = await asyncio.to_thread(table.play, own.answers)
        try:
            match.asks_of(ME)[0].prompt.check(answer)
        except (IllegalAnswer, IndexError) as wrong:
            raise UserError("passed") from wrong
        await asyncio.to_thread(table.go_on, match, [answer])
        saved = SaveAnswer(own.member, day, count, _answers([*own.answers, answer]))
        try:
            if match.over:
                here = await get_or_create_purse(self.store, place_key, person.user_id, person.name)
                entry = EnterResult(place_key, day, here, own.member)
                await self.store.commit(_with_score(saved, score_of(match)), entry)
            else:
                await self.store.commit(saved)
        except AlreadyDone as done:
            raise UserError("passed") from done
        return await self.state(place_key, person.user_id, match)

    async def enter(self, place_key: int, person: Person, day: int) -> DailyState:
        """Put the member's finished try on the board of a place. Raises `UserError` without one, or on another day."""
        state = await self.state(place_key, person.user_id)
        if day != state.day.number:
            raise UserError("daily_over")
        if state.own is None or state.own.score is None:
            raise UserError("daily_unfinished")
        if state.entered:
            return state
        here = await get_or_create_purse(self.store, place_key, person.user_id, person.name)
        await self.store.commit(EnterResult(place_key, day, here, state.own.member))
        return await self.state(place_key, person.user_id, state.match)

    async def streak_of(self, user_id: int, day: int) -> tuple[Streak, bool]:
        """Return a person's streak, and whether they have played the table of a day already."""
        days = await self.store.read(daily_rows.days_of_person, user_id)
        return streak(days, day), day in days

    # ---- how good a try was

    async def unmeasured(self) -> list[tuple[int, DailyTry]]:
        """Return the finished tries of the last days whose signs are not worked out yet, with the place of each."""
        return await self.store.read(daily_rows.unmeasured, last_over_everywhere(self.clock.now()) + 1)

    async def measure(self, own: DailyTry) -> Sequence[int]:
        """Work out the signs of a finished try, and return the places on whose board it stands."""
        assert own.score is not None
        table = await self.table(own.day)
        try:
            measured = await measure(table, own.answers, own.score, self._worth)
        except UserError:
            measured = Measured("", own.score)  # played under older rules
        await self.store.commit(SaveSigns(own.member, own.day, measured.signs, measured.best))
        return await self.store.read(daily_rows.places_of_try, own.member, own.day)

    async def _worth(self, day: int, seed: str, answers: Sequence[Answer], at: int) -> Worth:
        return await self.thinker.work(worth_of, day, seed, tuple(answers), at)

    # ---- a day of a place

    async def board(self, place_key: int, day: PlaceDay, *, over: bool = False) -> DayOfPlace:
        """Return a day of a place as its board shows it; `over` looks for where the tries parted."""
        table, results = await self.table(day.number), await self.results(place_key, day.number)
        days = await self.store.read(daily_rows.days_of_results, place_key, day.number)
        told_at = await self.told_at(day.number)
        parting, tells = None, over and self.clock.now() >= told_at
        if tells:
            try:
                parting = await asyncio.to_thread(find_parting, table, results)
            except UserError:
                parting = None  # played under older rules
        return DayOfPlace(
            day,
            table,
            await self.table(day.number + 1),
            results,
            {member: streak(played, day.number) for member, played in days.items()},
            streak(await self.store.read(daily_rows.days_of_place, place_key), day.number),
            told_at,
            tells,
            parting,
        )

    async def told_at(self, day: int) -> float:
        """Return when the moves of a day are told: its end in the last of all places, by their hours."""
        hours = [MIDNIGHT, *(event.hour for event in await self.store.read(daily_rows.events))]
        return max(hour.of(day + 1) for hour in hours)

    async def yesterday(self, place_key: int, user_id: int) -> Yesterday:
        """Return the day before today in a place, opened."""
        today = await self.day_of(place_key)
        before = PlaceDay(today.number - 1, today.ends)
        board = await self.board(place_key, before, over=True)
        own = next((result for result in board.results if result.user_id == user_id), None)
        moves = await asyncio.to_thread(_best_moves, board) if board.tells else []
        return Yesterday(board, own, moves)

    async def secret(self, place_key: int, day: int) -> Secret:
        """Return the secret of a day. Raises `UserError` if it hasn't begun in a place."""
        if day > (await self.day_of(place_key)).number:
            raise UserError("passed")
        table, open_at = await self.table(day), over_everywhere(day)
        return Secret(table, table.seed if open_at <= self.clock.now() else None, open_at)


def _best_moves(board: DayOfPlace) -> list[Line]:
    """Return the moves of the best try from the parting on, or all of them where the tries never parted."""
    if not board.results:
        return []
    try:
        moves = told_moves(board.table, board.results[0])
    except UserError:
        return []  # played under older rules
    return moves if board.parting is None else moves[board.parting.move :]


def _answers(answers: Sequence[Answer]) -> JsonText:
    return encode(json.loads(json.dumps(list(answers))))


def _with_score(saved: SaveAnswer, score: int) -> SaveAnswer:
    return SaveAnswer(saved.member, saved.day, saved.count, saved.answers, score)
