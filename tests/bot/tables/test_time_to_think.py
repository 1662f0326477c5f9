"""Time that computer players take: as long as a decision is hard, by what everyone sees of it."""

from __future__ import annotations

from pathlib import Path

from bot.tables.question_clocks import BotPacing, seconds_to_think
from games.engine import Choose, Range
from tests.helpers.tables import ANN, a_room, answers

RW = "rogues_and_warriors"


def a_bet(need: int, money: int, most: int = 0) -> Choose:
    """The question for a bet."""
    options = ("call", "fold") if need else ("check", "fold")
    amount = Range(1, most, (1,)) if most else None
    return Choose("bet", options, "fold", amount, public=True, says={"need": need, "money": money})


def test_computers_think_as_long_as_a_decision_is_hard() -> None:
    """One answer takes least, a stake of everything most; a choice of two is the measure."""
    roll = Choose("roll", ("roll",), "roll", public=True)
    questions = (roll, a_bet(0, 40), a_bet(20, 40), a_bet(40, 40), a_bet(40, 80, most=40))
    easiest, plain, *_ = times = [seconds_to_think(each, 1.0, 1.0) for each in questions]
    assert times[:4] == sorted(set(times[:4]))
    assert (easiest, plain) == (0.5, 1.0)
    assert max(times) < 4
    assert seconds_to_think(roll, 1.0, 3.0) > easiest > seconds_to_think(roll, 1.0, 0.4)


def test_the_time_to_think_tells_nothing_of_a_hidden_question() -> None:
    few, many = (Choose("card", tuple("abcdefgh"[:n]), "a") for n in (1, 8))
    assert seconds_to_think(few, 1.0, 1.0) == seconds_to_think(many, 1.0, 1.0)


async def test_a_computer_is_slower_with_a_bet_than_with_a_roll(tmp_path: Path) -> None:
    """At a table: the moment at which each answers, seen from when it was asked."""
    waits = {}
    for game, kind in (("dragon_hordes", "roll"), (RW, "bet")):
        async with a_room(tmp_path / f"{game}.db", pacing=BotPacing(1, 1, 0, 0, 0, 0)) as room:
            table = await room.open(game, ANN, computers=1)
            await table.lifecycle.start(ANN)
            for _ in range(60):
                assert table.session is not None
                asked = {
                    question.ask.prompt.kind: question.think_at
                    for question in table.session.questions.values()
                    if question.think_at is not None and question.ask.seat != 0
                }
                if (at := asked.get(kind)) is not None:
                    waits[kind] = at - room.clock.now()
                    break
                for ask in list(table.session.match.asks_of(0)):
                    await answers(table, ANN, ask.prompt.default)
                room.clock.advance(0.1)
                await room.quiet()
    assert waits["roll"] < waits["bet"]
