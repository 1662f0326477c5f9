"""What one turn did, as one sentence; and the same said to its player."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.face.text.second_person import in_second_person
from bot.face.text.templates import Renderer
from bot.face.text.turns import SUBJECT, Turn, by_turn, say_to_player, say_turn, turns_back
from games.engine import Line
from games.registry import GAMES

RENDERER = Renderer({0: "Ann", 1: "Marn"})


def does(words: str, seat: int = 1, **values: object) -> Line:
    """A line that tells what a seat does."""
    return Line(f"{{seat:seat}} {words}", {"seat": seat, **values})


def sentences(*lines: Line) -> list[str]:
    """The lines as the log tells them."""
    return [say_turn(turn, RENDERER) for turn in by_turn(lines)]


def test_one_turn_is_one_sentence() -> None:
    turn = (
        does("rolls {dice}.", dice="4 5"),
        does("places 1 on {dice}.", dice="Red and Blue"),
        does("passes."),
    )
    assert sentences(*turn) == ["Marn rolls 4 5, places 1 on Red and Blue, passes."]


def test_the_same_deed_twice_is_told_once() -> None:
    one, two = (does("places {n} on {cards:listed}.", cards=(card,), n=1) for card in ("7S", "9S"))
    other = does("places {n} on {cards:listed}.", cards=("2S",), n=2)
    names = [RENDERER.render("{card:item}", {"card": card}) for card in ("7S", "9S", "2S")]
    assert sentences(one, two, other) == [
        f"Marn places 1 on {names[0]} and {names[1]}, places 2 on {names[2]}."
    ]
    assert sentences(does("rolls {n}.", n=1), does("rolls {n}.", n=1)) == ["Marn rolls 1, rolls 1."]


def test_others_and_what_nobody_does_stand_apart() -> None:
    lines = (does("checks."), does("checks.", 0), Line("The deck is empty."), does("folds.", 0))
    assert sentences(*lines) == ["Marn checks.", "Ann checks.", "The deck is empty.", "Ann folds."]


def test_no_sentence_is_longer_than_five_deeds() -> None:
    assert [len(line.split(", ")) for line in sentences(*[does("draws.")] * 8)] == [5, 3]


def test_a_deed_with_a_comma_ends_the_sentence() -> None:
    assert sentences(does("draws."), does("drinks: AC {ac}, Fort 1.", ac=2), does("wins.")) == [
        "Marn draws, drinks: AC 2, Fort 1.",
        "Marn wins.",
    ]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ["rolls.", "draws.", "drinks: AC 2, Fort 1.", "wins! Again.", "places {n:listed}."]
            ),
            st.integers(0, 2),
        ),
        max_size=20,
    )
)
def test_the_latest_turns_are_those_of_the_whole_log(log: list[tuple[str, int]]) -> None:
    lines = [does(words, seat, n=(seat,)) for words, seat in log]
    assert list(turns_back(lines)) == list(reversed(by_turn(lines)))


@pytest.mark.parametrize(
    ("told", "you"),
    [
        ("passes.", "You pass."),
        ("is out.", "You're out."),
        ("calls {n} and is all in.", "You call 4 and are all in."),
        ("tries again and leaves the game.", "You try again and leave the game."),
        ("gets a Drink on their pile.", "You get a Drink on your pile."),
        ("really rolled {n}.", "You really rolled 4."),
        ("lies, and loses both.", "You lie, and lose both."),
    ],
)
def test_a_deed_is_told_to_its_player(told: str, you: str) -> None:
    assert say_to_player(Turn((does(told, n=4),)), RENDERER) == you


def test_a_whole_turn_is_told_to_its_player() -> None:
    [turn] = by_turn([does("rolls {n}.", n=4), does("passes.")])
    assert say_to_player(turn, RENDERER) == "You roll 4, pass."


def test_what_is_no_deed_is_not_told_so() -> None:
    assert not Turn((Line("The deck is empty."),)).is_deed
    assert not Turn((Line("{seat:seat}: Mist with 3.", {"seat": 0}),)).is_deed


@pytest.mark.parametrize("key", GAMES)
def test_every_deed_of_a_game_can_be_told_to_its_player(key: str) -> None:
    """The verb after "You", and each after "and", is in the second person."""
    for kind, template in GAMES[key].words.items():
        if ":" not in kind and Turn((Line(template),)).is_deed:
            clause = in_second_person(template.removeprefix(SUBJECT).removesuffix("."))
            verbs = re.findall(r"^[a-z']+|(?<=\band )[a-z']+", clause)
            wrong = [verb for verb in verbs if re.fullmatch(r"is|has|was|[a-z]+[^s]s", verb)]
            assert not wrong, clause
