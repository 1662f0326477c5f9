"""The words of a Betting Round: its number, what stands beside a seat, what a button says."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.table.questions import option_words, question
from bot.face.text.templates import Renderer
from games.engine import Game, Line, SceneHeader, Seats
from games.parlour import (
    city_square,
    den_of_thieves,
    jack_of_all_trades,
    kings_council,
    rogues_and_warriors,
    the_wheel,
    three_kingdoms,
    threes,
)
from tests.helpers.script import Script

NAMES = Renderer({0: "Ann", 1: "Bob", 2: "Cid"})
RW = rogues_and_warriors.GAME


def phase(s: Script) -> str:
    """The part of the game as everyone reads it."""
    header: SceneHeader = s.scene_block(SceneHeader)
    return NAMES.say(header.phase) if header.phase is not None else ""


def notes(s: Script) -> list[str]:
    """The note beside each seat."""
    block: Seats = s.scene_block(Seats)
    return [NAMES.say(row.note) if row.note is not None else "" for row in block.rows]


def asks(s: Script, name: str) -> tuple[str, dict[str, str]]:
    """The question to a seat, and what its buttons say."""
    seat = s.names[name]
    [ask] = s.match.scene(seat).mine()
    assert ask.prompt is not None
    says = {**ask.prompt.says, "n": 7}
    options = [*s.offered(name)[0], "amount"]
    return question(ask, NAMES), {each: NAMES.render(option_words(ask, each), says) for each in options}


def last_words(s: Script) -> str:
    """The last line of the log."""
    event = s.match.events[-1]
    assert event.text is not None
    return NAMES.say(Line(event.text, event.values))


ROUNDS: list[tuple[Game, int, dict[str, Any]]] = [
    (RW, 2, {}),
    (RW, 3, {"exchange": True}),
    (kings_council.GAME, 3, {}),
    (three_kingdoms.GAME, 3, {}),
    (den_of_thieves.GAME, 3, {}),
    (jack_of_all_trades.GAME, 4, {}),
    (jack_of_all_trades.GAME, 5, {"hidden_fate": True}),
    (city_square.GAME, 4, {}),
    (the_wheel.GAME, 3, {}),
]


@pytest.mark.parametrize(("game", "rounds", "options"), ROUNDS)
def test_a_betting_round_says_which_it_is_of_how_many(
    game: Game, rounds: int, options: dict[str, Any]
) -> None:
    s = Script(game, "AB", **options)
    told = list[str]()
    while not s.match.over:
        if s.kind() == "bet" and (not told or told[-1] != phase(s)):
            told.append(phase(s))
        ask = next(ask for ask in s.match.open.values() if not ask.answered)
        s.match.answer(ask.id, ask.seat, ask.prompt.default)
    assert told == [f"Betting {n} of {rounds}" for n in range(1, rounds + 1)]


def test_parts_between_bets_have_names() -> None:
    s = Script(RW, "AB", exchange=True).each("AB", "check")
    assert phase(s) == "Show a card"
    s.each("AB", [0]).each("AB", "check")
    assert phase(s) == "Exchange"
    assert phase(Script(threes.GAME, "AB")) == "Roll and keep"
    assert phase(Script(jack_of_all_trades.GAME, "AB", hidden_fate=True)) == "Planning the jobs"
    fate = Script(threes.GAME, "AB", hidden_fate=True, dragon_cards=True).defaults("declare")
    assert phase(fate) == "Show your cards"


def test_notes_of_one_betting_round_do_not_stand_in_the_next() -> None:
    s = Script(RW, "ABC").each("ABC", "check")
    assert notes(s) == ["", "", ""]
    s.each("ABC", [0]).does(A=3)
    assert notes(s) == ["bet 3", "", ""]
    s.does(B="fold", C="call")
    assert s.match.over


def test_those_who_folded_or_are_all_in_stay_so() -> None:
    s = Script(RW, "ABC", stakes={"A": 10, "B": 50, "C": 50}).does(A=9, B="call", C="fold").each("AB", [0])
    assert s.match.over
    s = Script(RW, "ABCD", stakes={"A": 10, "B": 50, "C": 50, "D": 50})
    s.does(A=9, B="call", C="call", D="fold").each("ABC", [0])
    assert notes(s) == ["all in for 9", "", "", "folded"]


def test_what_was_swapped_stands_until_the_next_exchange() -> None:
    s = Script(kings_council.GAME, "AB").each("AB", "check").does(A=[0, 1], B=[])
    assert notes(s) == ["swapped 2", "kept all"]
    s.each("AB", "check")
    assert notes(s) == ["", ""]
    s = Script(RW, "AB", exchange=True).each("AB", "check").each("AB", [0]).each("AB", "check")
    assert notes(s.does(A="exchange", B="keep")) == ["swapped", "kept both"]


def test_an_opening_all_in_is_a_bet_and_no_raise() -> None:
    s = Script(RW, "AB").does(A=49)
    assert last_words(s) == "Ann bets 49 and is all in."
    s = Script(RW, "AB", stakes={"A": 50, "B": 60}).does(A=5, B=44)
    assert last_words(s) == "Bob raises by 44."
    assert notes(Script(RW, "AB", stakes=40).does(A=5, B=34))[1] == "all in for 39"


def test_who_opens_bets_and_who_comes_after_raises() -> None:
    s = Script(RW, "AB")
    assert asks(s, "A")[1]["amount"] == "Bet 7"
    assert asks(s.does(A=3), "B")[1]["amount"] == "Raise 7"


@pytest.mark.rule("BET-R19")
def test_the_cost_of_staying_in_is_told_as_it_is() -> None:
    s = Script(RW, "ABC", stakes={"A": 50, "B": 30, "C": 30}).does(A=9)
    assert asks(s, "B")[0] == "The bet is 9. Staying in costs **9** of your 29."
    s = Script(RW, "ABC", stakes={"A": 50, "B": 5, "C": 30}).does(A=9)
    text, buttons = asks(s, "B")
    assert (text, buttons["call"]) == ("The bet is 9. Staying in costs all your **4**.", "Call 4")
    purses = {"A": {"purse": 0}, "B": {"purse": 20}, "C": {"purse": 0}}
    s = Script(RW, "ABC", stakes={"A": 50, "B": 5, "C": 30}, facts=purses, table_stakes=False)
    s.each("ABC", "yes").does(A=9)
    text, buttons = asks(s, "B")
    assert text == "The bet is 9. Staying in takes 5 more than your 4: bring more, or fold."
    assert "call" not in buttons
    s.does(B="bring").does(B="cancel")
    assert asks(s, "B")[0] == "The bet is 9. Staying in takes 5 more than your 4: you can only fold."
