"""The table of the day: the same for everybody, one try, and nothing of it hangs on the process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.clock import DAY
from bot.face.text.emoji_text import count_emoji_and_letters
from bot.user_errors import UserError
from cogs.daily import rows as daily_rows
from cogs.daily.painter import daily_view, play_message
from cogs.daily.service import ME, TABLES, DailyTable, DailyTables, fingerprint_of, score_of, streak
from games.engine import Answer, Match
from games.registry import GAMES
from tests.helpers.random_matches import luck_of
from tests.helpers.tables import ANN, BOB, GUILD, Room, a_room

DAYS = range(20_000, 20_000 + len(TABLES.table))


def seed_of(day: int) -> str:
    """Return a seed for a day."""
    return f"{day:064x}"


def tried(table: DailyTable, *words: object) -> tuple[list[Answer], Match]:
    """Play a table by random answers to its end; return them and the match."""
    luck, answers = luck_of("daily", table.day, *words), list[Answer]()
    match = table.play(answers)
    while not match.over:
        answers.append(luck.choice(match.asks_of(ME)[0].prompt.legal(luck)))
        match = table.play(answers)
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
        state: Any = State(table, match, answers[:count])
        payload = play_message(state, "Ann")
        assert f"today:{day}:{count + 1}:" in str(payload)
        assert count_emoji_and_letters(payload)[1] <= 4000


class State:
    """A try under way, as the page takes it."""

    def __init__(self, table: DailyTable, match: Match, answers: list[Answer]) -> None:
        self.table, self.match = table, match
        self.own = type("Own", (), {"answers": answers, "score": None, "place": None})()


def test_nothing_hidden_from_the_member_is_shown() -> None:
    table = DailyTable.of(DAYS[0], seed_of(DAYS[0]))
    match = table.play([])
    scene = daily_view(table, match, "Ann", ME).scene
    assert scene == match.scene(ME)


def test_one_day_in_seven_may_be_missed() -> None:
    assert streak([], 100) == 0
    assert streak([100], 100) == 1
    assert streak([98, 99], 100) == 2, "today is not over"
    assert streak([97], 100) == 0, "two days missed"
    assert streak([97, 98, 100], 100) == 3
    assert streak([94, 95, 97, 98, 100], 100) == 3, "the second missed day within a week"
    assert streak([90, 91, 93, 94, 95, 96, 97, 98, 99, 100], 100) == 10


@pytest.fixture
async def room(tmp_path: Path) -> Any:
    async with a_room(tmp_path / "daily.db") as found:
        yield found


async def finish(daily: DailyTables, *words: object, person: Any = ANN) -> int:
    """Play a member's try of today to its end; return its score."""
    state = await daily.begin(GUILD, person)
    luck, count = luck_of("try", person.name, *words), 0
    while state.match is not None and not state.match.over:
        count += 1
        answer = luck.choice(state.match.asks_of(ME)[0].prompt.legal(luck))
        state = await daily.answer(GUILD, person, state.table.day, count, answer)
    assert state.own is not None
    assert state.own.score is not None
    return state.own.score


async def test_one_try_a_day_and_a_second_is_refused(room: Room) -> None:
    daily = DailyTables(room.store, room.clock)
    score = await finish(daily)
    again = await daily.begin(GUILD, ANN)
    assert again.own is not None
    assert again.own.score == score, "it is over, and stays so"
    with pytest.raises(UserError):
        await daily.answer(GUILD, ANN, daily.today, 1, "check")
    other = await finish(daily, person=BOB)
    results = await daily.results(GUILD, daily.today)
    assert [result.score for result in results] == sorted([score, other], reverse=True)
    assert await room.store.audit() == []


async def test_an_answer_counts_once(room: Room) -> None:
    daily = DailyTables(room.store, room.clock)
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
        daily = DailyTables(room.store, room.clock)
        state = await daily.begin(GUILD, ANN)
        assert state.match is not None
        answer = state.match.asks_of(ME)[0].prompt.default
        before = await daily.answer(GUILD, ANN, state.table.day, 1, answer)
        clock = room.clock
    async with a_room(tmp_path / "daily.db", clock) as room:
        daily = DailyTables(room.store, room.clock)
        after = await daily.begin(GUILD, ANN)
        assert after.match is not None
        assert before.match is not None
        assert after.match.rows == before.match.rows
        tomorrow = after.tomorrow
        room.clock.advance(DAY)
        with pytest.raises(UserError, match="day is over"):
            await daily.answer(GUILD, ANN, after.table.day, 2, answer)
        new = await daily.state(GUILD, ANN.user_id)
        assert new.own is None
        assert new.table.fingerprint == tomorrow, "it was fixed the day before"
        yesterday = await daily.yesterday(GUILD, ANN.user_id)
        assert fingerprint_of(yesterday.table.seed) == after.table.fingerprint
        assert yesterday.results == [], "a try that was broken off has no result"


async def test_the_best_try_of_yesterday_is_played_again(room: Room) -> None:
    daily = DailyTables(room.store, room.clock)
    scores = [await finish(daily, person=person) for person in (ANN, BOB)]
    room.clock.advance(DAY)
    yesterday = await daily.yesterday(GUILD, ANN.user_id)
    assert yesterday.best is not None
    assert score_of(yesterday.best)[0] == max(scores)
    assert yesterday.own is not None
    assert yesterday.own.score == scores[0]
    await room.store.delete_member(GUILD, ANN.user_id)
    assert len(await daily.results(GUILD, daily.today - 1)) == 1


def test_the_tables_are_of_games_that_exist() -> None:
    assert len(TABLES.table) >= 7
    for table in TABLES.table:
        GAMES[table.game].parse_options(table.options)
