"""The table of the day: the same for everybody, one try a person, and nothing of it hangs on the process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.clock import DAY, HOUR
from bot.face.text.emoji_text import count_emoji_and_letters
from bot.user_errors import UserError
from bot.workers.search_pool import ThinkHere
from cogs.daily import rows as daily_rows
from cogs.daily.day_table import ME, TABLES, DailyTable, fingerprint_of, score_of
from cogs.daily.days import Hour, PlaceDay, Streak
from cogs.daily.painter import daily_view, play_message
from cogs.daily.rows import DailyTry, OpenBoard, SetEvent
from cogs.daily.service import DailyState, DailyTables
from db import personal_data
from games.engine import Answer, Match
from games.registry import GAMES
from tests.helpers.random_matches import luck_of
from tests.helpers.tables import ANN, BOB, GUILD, Room, a_room

DAYS = range(20_000, 20_000 + len(TABLES.table))
ELSEWHERE = GUILD + 1
"""Another place."""


def seed_of(day: int) -> str:
    """Return a seed for a day."""
    return f"{day:064x}"


def tried(table: DailyTable, *words: object) -> tuple[list[Answer], Match]:
    """Play a table by random answers to its end; return them and the match."""
    luck, answers = luck_of("daily", table.day, *words), list[Answer]()
    match = table.play(answers)
    while not match.over:
        answers.append(luck.choice(match.asks_of(ME)[0].prompt.legal(luck)))
        match = table.go_on(match, answers[-1:])
        assert len(answers) < 80, "a table of the day is over in some minutes"
    return answers, match


@pytest.mark.parametrize("day", DAYS)
def test_equal_answers_give_equal_results(day: int) -> None:
    table = DailyTable.of(day, seed_of(day))
    answers, match = tried(table)
    again = DailyTable.of(day, seed_of(day)).play(answers)
    assert again.rows == match.rows
    assert score_of(again) == score_of(match)
    other = DailyTable.of(day, seed_of(day + 1)).play([])
    assert other.rows != match.rows[: len(other.rows)] or other.events != match.events[: len(other.events)]


@pytest.mark.parametrize("day", DAYS)
def test_every_question_of_a_day_can_be_answered_by_a_press(day: int) -> None:
    table = DailyTable.of(day, seed_of(day))
    assert table.game.private is None
    answers, _ = tried(table, "pressed")
    for count in range(len(answers)):
        match = table.play(answers[:count])
        payload = play_message(under_way(table, match, answers[:count]), "Ann")
        assert f"today:{day}:{count + 1}:" in str(payload)
        assert count_emoji_and_letters(payload)[1] <= 4000


def under_way(table: DailyTable, match: Match, answers: list[Any]) -> DailyState:
    """Return the state of a try that is under way."""
    own = DailyTry(1, table.day, answers, None, None, None)
    tomorrow = DailyTable.of(table.day + 1, seed_of(table.day + 1))
    day = PlaceDay(table.day, (table.day + 1) * DAY)
    return DailyState(day, table, tomorrow, own, match, Streak(0, 0), [], [], GUILD, ANN.user_id)


def test_nothing_hidden_from_the_member_is_shown() -> None:
    table = DailyTable.of(DAYS[0], seed_of(DAYS[0]))
    match = table.play([])
    scene = daily_view(table, match, "Ann", ME).scene
    assert scene == match.scene(ME)


@pytest.fixture
async def room(tmp_path: Path) -> Any:
    async with a_room(tmp_path / "daily.db") as found:
        yield found


def tables_of(room: Room) -> DailyTables:
    """Return the tables of the day of a room."""
    return DailyTables(room.store, room.clock, ThinkHere())


async def finish(daily: DailyTables, *words: object, person: Any = ANN, place: int = GUILD) -> int:
    """Play a member's try of today to its end; return its score."""
    state = await daily.begin(place, person)
    luck, count = luck_of("try", person.name, *words), 0
    while state.match is not None and not state.match.over:
        count += 1
        answer = luck.choice(state.match.asks_of(ME)[0].prompt.legal(luck))
        state = await daily.answer(place, person, state.table.day, count, answer)
    assert state.own is not None
    assert state.own.score is not None
    return state.own.score


async def today(daily: DailyTables, place: int = GUILD) -> int:
    """Return the number of the day that is open in a place."""
    return (await daily.day_of(place)).number


async def test_one_try_a_day_and_a_second_is_refused(room: Room) -> None:
    daily = tables_of(room)
    score = await finish(daily)
    again = await daily.begin(GUILD, ANN)
    assert again.own is not None
    assert again.own.score == score, "it is over, and stays so"
    with pytest.raises(UserError):
        await daily.answer(GUILD, ANN, await today(daily), 1, "check")
    other = await finish(daily, person=BOB)
    results = await daily.results(GUILD, await today(daily))
    assert [result.score for result in results] == sorted([score, other], reverse=True)
    assert await room.store.audit() == []


async def test_the_try_is_the_persons_and_not_the_places(room: Room) -> None:
    daily = tables_of(room)
    begun = await daily.begin(ELSEWHERE, ANN)
    assert begun.match is not None
    answer = begun.match.asks_of(ME)[0].prompt.default
    await daily.answer(ELSEWHERE, ANN, begun.table.day, 1, answer)
    here = await daily.begin(GUILD, ANN)
    assert here.own is not None
    assert here.own.answers == [answer], "it goes on where it was broken off"
    while here.match is not None and not here.match.over:
        ask = here.match.asks_of(ME)[0]
        assert here.own is not None
        here = await daily.answer(GUILD, ANN, here.table.day, len(here.own.answers) + 1, ask.prompt.default)
    assert [result.name for result in here.results] == ["Ann"], "on the board where it ended"
    there = await daily.state(ELSEWHERE, ANN.user_id)
    assert there.results == []
    assert not there.entered
    shared = await daily.enter(ELSEWHERE, ANN, there.day.number)
    assert shared.entered
    assert shared.results[0].score == here.results[0].score
    again = await daily.enter(ELSEWHERE, ANN, there.day.number)
    assert len(again.results) == 1, "once"
    with pytest.raises(UserError, match="Finish your try first"):
        await daily.enter(GUILD, BOB, there.day.number)
    with pytest.raises(UserError, match="day is over"):
        await daily.enter(GUILD, ANN, there.day.number - 1)


async def test_deleting_ones_data_is_no_way_to_a_second_try(room: Room) -> None:
    daily = tables_of(room)
    await finish(daily)
    await room.store.delete_member(GUILD, ANN.user_id)
    assert await daily.results(GUILD, await today(daily)) == []
    for place in (GUILD, ELSEWHERE):
        with pytest.raises(UserError, match="deleted it with your data"):
            await daily.begin(place, ANN)
    room.clock.advance(DAY)
    assert (await daily.begin(GUILD, ANN)).match is not None
    room.clock.advance(4 * DAY)
    await daily.begin(GUILD, BOB)
    await room.store.run(personal_data.purge)
    claims = await room.store.read(lambda db: db.execute("SELECT count(*) FROM daily_claims").fetchone()[0])
    assert claims == 1, "the hashes of days that are over are thrown away"


async def test_an_answer_counts_once(room: Room) -> None:
    daily = tables_of(room)
    state = await daily.begin(GUILD, ANN)
    assert state.match is not None
    answer = state.match.asks_of(ME)[0].prompt.default
    day = state.table.day
    await daily.answer(GUILD, ANN, day, 1, answer)
    with pytest.raises(UserError):
        await daily.answer(GUILD, ANN, day, 1, answer)
    with pytest.raises(UserError):
        await daily.answer(GUILD, ANN, day, 2, "no answer at all")
    with pytest.raises(UserError):
        await daily.answer(GUILD, BOB, day, 1, answer)
    [kept] = await room.store.read(daily_rows.tries_of, await room.account(ANN))
    assert kept.answers == [answer]


async def test_a_try_goes_on_after_a_restart_and_ends_with_the_day(tmp_path: Path) -> None:
    async with a_room(tmp_path / "daily.db") as room:
        daily = tables_of(room)
        state = await daily.begin(GUILD, ANN)
        assert state.match is not None
        answer = state.match.asks_of(ME)[0].prompt.default
        before = await daily.answer(GUILD, ANN, state.table.day, 1, answer)
        clock = room.clock
    async with a_room(tmp_path / "daily.db", clock) as room:
        daily = tables_of(room)
        after = await daily.begin(GUILD, ANN)
        assert after.match is not None
        assert before.match is not None
        assert after.match.rows == before.match.rows
        tomorrow = after.tomorrow.fingerprint
        room.clock.advance(DAY)
        with pytest.raises(UserError, match="day is over"):
            await daily.answer(GUILD, ANN, after.table.day, 2, answer)
        new = await daily.state(GUILD, ANN.user_id)
        assert new.own is None
        assert new.table.fingerprint == tomorrow, "it was fixed the day before"
        yesterday = await daily.yesterday(GUILD, ANN.user_id)
        assert yesterday.board.results == [], "a try that was broken off has no result"
        number = yesterday.board.day.number
        secret = await daily.secret(GUILD, number)
        assert secret.seed is None, "its day isn't over in all time zones"
        with pytest.raises(UserError):
            await daily.secret(GUILD, number + 2)
        room.clock.advance(secret.open_at - room.clock.now())
        assert (await daily.yesterday(GUILD, ANN.user_id)).board.table.day == number == after.table.day
        shown = await daily.secret(GUILD, number)
        assert shown.seed is not None, "it is shown while the day is still yesterday"
        assert fingerprint_of(shown.seed) == after.table.fingerprint


async def test_a_place_has_its_own_hour_and_never_goes_back(room: Room) -> None:
    daily = tables_of(room)
    member = await room.account(ANN)
    utc = int(room.clock.now() // DAY)
    assert await daily.day_of(GUILD) == PlaceDay(utc, (utc + 1) * DAY)
    # the clock of the tests stands at 8:00 UTC; 18:00 two hours ahead of it is 16:00
    await room.store.commit(SetEvent(GUILD, 7, Hour(16 * HOUR), member))
    assert (await daily.day_of(GUILD)).number == utc - 1
    await room.store.commit(OpenBoard(7, utc, GUILD, 0.0))
    assert await daily.day_of(GUILD) == PlaceDay(utc, (utc + 1) * DAY + 16 * HOUR)
    assert (await daily.day_of(ELSEWHERE)).number == utc
    room.clock.advance(DAY + 8 * HOUR)
    assert (await daily.day_of(GUILD)).number == utc + 1


async def test_signs_are_worked_out_and_found_again(room: Room) -> None:
    daily = tables_of(room)
    score = await finish(daily)
    [(place, own)] = await daily.unmeasured()
    assert place == GUILD
    assert await daily.measure(own) == [GUILD]
    [result] = await daily.results(GUILD, await today(daily))
    assert result.signs is not None
    assert set(result.signs) <= set("bcm")
    assert len(result.signs) <= len(result.answers)
    assert result.best is not None
    assert result.best >= score
    assert await daily.unmeasured() == []


async def test_the_streak_of_a_person_counts_all_places(room: Room) -> None:
    daily = tables_of(room)
    await finish(daily, place=ELSEWHERE)
    room.clock.advance(DAY)
    await finish(daily)
    state = await daily.state(GUILD, ANN.user_id)
    assert state.streak == Streak(2, 2)
    board = await daily.board(GUILD, state.day)
    assert board.streaks == {await room.account(ANN): Streak(2, 2)}
    assert board.company == Streak(1, 1)


def test_the_tables_are_of_games_that_exist() -> None:
    assert len(TABLES.table) >= 7
    for table in TABLES.table:
        GAMES[table.game].parse_options(table.options)
