"""The signs of a try and the parting of a day's tries, on tables that are really played."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.face.text.templates import ordinal
from bot.user_errors import UserError
from cogs.daily.day_table import ME, DailyTable, score_of
from cogs.daily.painter import parting_words
from cogs.daily.parting import find_parting
from cogs.daily.rows import DailyResult
from cogs.daily.signs import Measured, Worth, measure, worth_of
from cogs.daily.standing import ranks, standing_of
from db.backend.names import Name
from games.engine import Answer
from tests.cogs.daily.test_service import DAYS, seed_of, tried
from tests.helpers.random_matches import cases

DAY = DAYS[1]
LONG = "burn_my_village"


def table() -> DailyTable:
    """Return the table of a day."""
    return DailyTable.of(DAY, seed_of(DAY))


def result(name: str, answers: list[Answer], score: int) -> DailyResult:
    """Return a member's result."""
    number = sum(map(ord, name))
    return DailyResult(number, number, Name(name), number, answers, score, None, None)


async def signs_of(score: int, *worths: Worth) -> Measured:
    """Return the signs of a try whose decisions are worth that."""

    async def work(day: int, seed: str, answers: object, at: int) -> Worth:
        return worths[at]

    return await measure(table(), ["x"] * len(worths), score, work)


async def test_a_decision_is_best_if_no_answer_brings_more() -> None:
    assert await signs_of(10, Worth(10, (4, -6))) == Measured("b", 10)
    assert await signs_of(10, Worth(2, (10,))) == Measured("", 10), "the member's own score counts"


async def test_a_decision_is_close_if_it_lost_a_quarter_at_most_and_else_missed() -> None:
    assert (await signs_of(6, Worth(6, (8, 0)))).signs == "c"
    assert (await signs_of(5, Worth(5, (8, 0)))).signs == "m"


async def test_a_decision_on_which_nothing_hung_has_no_sign() -> None:
    assert await signs_of(3, Worth(3, (3, 3)), Worth(3, (1,))) == Measured("b", 3)


async def test_of_many_decisions_those_count_on_which_most_hung() -> None:
    worths = [Worth(100, (100 - at,)) for at in range(20)]
    measured = await signs_of(100, *worths[::2], Worth(0, (300, 0)), *worths[1::2])
    assert len(measured.signs) == 12
    assert "m" in measured.signs


async def test_what_a_later_answer_would_have_brought_is_no_fault_of_an_earlier_one() -> None:
    assert await signs_of(0, Worth(-5, (4, -5)), Worth(0, (9, 0))) == Measured("bm", 9)


@pytest.mark.parametrize("day", DAYS[:3])
async def test_the_worth_of_answers_is_what_a_regular_player_reaches_after_them(day: int) -> None:
    played = DailyTable.of(day, seed_of(day))
    answers, match = tried(played, "measured")
    last = worth_of(day, played.seed, answers, len(answers) - 1)
    assert last.given == score_of(match), "after the last answer nothing is left to play"
    assert last == worth_of(day, played.seed, answers, len(answers) - 1)

    async def work(day: int, seed: str, answers: object, at: int) -> Worth:
        return worth_of(day, seed, given, at)

    given = answers
    measured = await measure(played, answers, score_of(match), work)
    assert set(measured.signs) <= {"b", "c", "m"}
    assert measured.best >= score_of(match)


@pytest.mark.parametrize("day", DAYS[:4])
async def test_a_try_that_fell_behind_the_best_line_has_a_sign_for_it(day: int) -> None:
    played = DailyTable.of(day, seed_of(day))

    async def work(day: int, seed: str, answers: Sequence[Answer], at: int) -> Worth:
        return worth_of(day, seed, answers, at)

    behind = 0
    # one try where computer players think long
    for case in cases(1 if played.game.key == LONG else 3, most=3):
        answers, match = tried(played, "behind", case)
        measured = await measure(played, answers, score_of(match), work)
        if measured.best > score_of(match):
            behind += 1
            assert {"c", "m"} & set(measured.signs), (case, measured)
    assert behind, "random answers fall behind"


def test_changed_rules_are_told_and_not_guessed() -> None:
    with pytest.raises(UserError, match="rules of this game have changed"):
        worth_of(DAY, seed_of(DAY), ["no answer", "at all"], 1)


def first_ways() -> list[list[Answer]]:
    """Return tries that differ at the first decision, each ended by defaults."""
    found = list[list[Answer]]()
    ask = table().play([]).asks_of(ME)[0]
    for first in (ask.prompt.options if hasattr(ask.prompt, "options") else ())[:3]:
        answers: list[Answer] = [first]
        match = table().play(answers)
        while not match.over:
            answers.append(match.asks_of(ME)[0].prompt.default)
            match = table().play(answers)
        found.append(answers)
    return found


def test_the_parting_is_the_first_decision_at_which_most_left_the_best_try() -> None:
    best, other, *_ = first_ways()
    results = [result("Ann", best, 9), result("Bob", other, 3), result("Cid", other, 1)]
    parting = find_parting(table(), results)
    assert parting is not None
    assert parting.move == 0
    [choice] = parting.others
    assert choice.names == ("Bob", "Cid")
    words = parting_words(table(), parting)
    assert words.startswith("The tries parted at the 1st move. Ann ")
    assert "Bob (and 1 more)" in words


def test_tries_that_are_alike_never_part() -> None:
    best, other, *_ = first_ways()
    assert find_parting(table(), [result("Ann", best, 9)]) is None
    assert find_parting(table(), [result("Ann", best, 9), result("Bob", best, 9)]) is None
    alike = [result(name, best, 9) for name in ("Ann", "Bob", "Cid", "Dot")]
    assert find_parting(table(), [*alike, result("Eve", other, 1)]) is None, "one of four is not most"


def test_equal_scores_share_a_rank() -> None:
    results = [result(name, [], score) for name, score in (("Ann", 9), ("Bob", 4), ("Cid", 4), ("Dot", 1))]
    assert ranks(results) == [1, 2, 2, 4]
    assert standing_of(results, 4) == (2, True, 1, 3)
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th",
    ]  # fmt: skip
