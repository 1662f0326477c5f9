"""Table talk: seldom, by temper and occasion, and from nothing but what everyone has seen."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.computer.characters import PLAIN, TEMPERS, Temper
from games.computer.table_talk import TURNS_A_LINE, Occasion, TableTalk, lines, occasion_of, occasions_at_end
from games.engine import Ending, Event, Line, Match, ResultRow
from games.registry import GAMES
from tests.games.test_secrecy import compared
from tests.helpers.random_matches import luck_of
from tests.test_voice import faults

LONGEST = 70
"""The most letters of a line."""
TALKERS: tuple[Temper, ...] = ("bold", "careful", "grand", "twenty")


def told(kind: str, seat: int = 1, to: frozenset[int] | None = None, **values: Any) -> Event:
    return Event(kind, {"seat": seat, **values}, to, {})


def test_every_temper_but_the_plain_one_has_lines_for_every_occasion() -> None:
    assert set(lines()) == set(TEMPERS) - {PLAIN} == set(TALKERS)
    every = [line for each in lines().values() for some in each.values() for line in some]
    for each in lines().values():
        assert set(each) == set(get_args(Occasion))
        assert all(len(some) >= 3 for some in each.values())
    assert [line for line in every if every.count(line) > 1] == []
    assert [line for line in every if len(line) > LONGEST] == [], "too long to stand beside a name"
    assert not [line for line in every if faults(line)]


@pytest.mark.parametrize(
    ("event", "occasion"),
    [
        (told("folds"), "folds"),
        (told("bets", n=10), None),
        (told("bets", n=20), "bets_big"),
        (told("raises_all_in", n=2), "bets_big"),
        (told("calls", n=40), None),
        (told("puts", size="g12"), None),
        (told("puts", size="g20"), "bets_big"),
        (told("stakes", dice="3g4"), None),
        (told("stakes", dice="8g6"), "bets_big"),
        (told("wagers", n=5, die="g4"), "bets_big"),
        (told("discards", n=5), None),
        (told("folds", to=frozenset({1})), None),
    ],
)
def test_an_occasion_follows_from_a_public_event(event: Event, occasion: str | None) -> None:
    assert occasion_of(event, {1: 30}) == occasion


def test_the_end_is_an_occasion_for_winners_losers_and_the_broke() -> None:
    rows = (
        ResultRow(0, 1, {"piece": 20}, None),
        ResultRow(1, 2, {"piece": -5}, None),
        ResultRow(2, 3, {"piece": -15}, None),
        ResultRow(3, None, {}, None),
        ResultRow(4, None, {"tickets": 5}, None),
    )
    ending = Ending("A game", "win", Line(""), rows, (), {})
    assert occasions_at_end(ending, {0: 70, 1: 45, 2: 0, 3: 50}) == {0: "wins", 1: "loses", 2: "busts"}


@given(st.lists(st.sampled_from(("turn", "other", "bets", "folds", "ends", "waits")), max_size=120))
def test_a_seat_says_at_most_one_line_in_five_turns(deeds: list[str]) -> None:
    """Whatever happens, in whatever order."""
    talk = TableTalk(luck_of("talk", *deeds))
    tempers: dict[int, Temper] = {1: "bold", 2: "careful", 3: PLAIN}
    rows = tuple(ResultRow(n, n, {"piece": 2 - n}, None) for n in (1, 2, 3))
    ending = Ending("A game", "win", Line(""), rows, (), {})
    for number, deed in enumerate(deeds):
        seat = 1 + number % 3
        if deed == "turn":
            talk.take_turn(seat)
            assert seat not in talk.shown
        elif deed == "other":
            talk.end_turn()
        elif deed == "ends":
            talk.hear_end(ending, {}, tempers)
        elif deed == "waits":
            talk.hear_silence(seat, tempers)
        else:
            talk.hear([told(deed, seat, n=99)], {}, tempers)
        assert all(TURNS_A_LINE * talk.spoken[seat] <= talk.turns[seat] for seat in tempers)
        assert 3 not in talk.shown


def test_lines_are_said_now_and_then_and_none_twice_in_an_evening() -> None:
    talk, heard = TableTalk(luck_of("now and then")), list[str]()
    for _ in range(300):
        talk.take_turn(1)
        talk.end_turn()
        if talk.hear([told("folds")], {}, {1: "grand"}):
            heard.append(talk.shown[1])
    assert sorted(heard) == sorted(lines()["grand"]["folds"])


def ends(*pieces: int) -> Ending:
    rows = tuple(
        ResultRow(seat, 1 if n > 0 else 2, {"piece": n}, None) for seat, n in enumerate(pieces, start=1)
    )
    return Ending("A game", "win", Line(""), rows, (), {})


def said(*deeds: Ending | Event) -> list[str]:
    """The line of the only talker at the end of each game; it always has one."""
    talk, found = TableTalk(luck_of("ends")), list[str]()
    for deed in deeds:
        if isinstance(deed, Event):
            talk.hear([deed], {}, {1: PLAIN})
            continue
        for _ in range(TURNS_A_LINE * 99):
            talk.take_turn(1)
            talk.end_turn()
        talk.hear_end(deed, {1: 50}, {1: "bold"})
        found.append(talk.shown.get(1, ""))
    return found


def test_a_line_follows_what_has_happened_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.computer.table_talk.SPEAKS", 1)
    bold = lines()["bold"]
    won, lost = ends(5), ends(-5)
    heard = said(won, won, lost, lost, lost, told("bets", n=99), lost, won)
    for line, occasion in zip(
        heard, ("wins", "wins_again", "loses", "loses", "loses_again", "beaten", "wins"), strict=True
    ):
        assert line in bold[occasion]  # type: ignore[index]


def test_an_evening_of_25_matches_hears_no_line_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.computer.table_talk.SPEAKS", 1)
    talk, heard = TableTalk(luck_of("an evening")), list[str]()
    tempers: dict[int, Temper] = {1: "bold", 2: "careful", 3: "careful"}
    for number in range(25):
        for turn in range(15):
            seat = 1 + turn % 3
            talk.take_turn(seat)
            if talk.hear([told(("folds", "bets")[turn % 2], seat, n=99)], {}, tempers):
                heard.append(talk.shown[seat])
        if talk.hear_end(ends(*(5 if number % 3 == seat else -5 for seat in range(3))), {}, tempers):
            heard += talk.shown.values()
    assert len(heard) > 40
    assert len(set(heard)) == len(heard)


def test_answers_in_a_row_are_one_turn() -> None:
    talk = TableTalk(luck_of("turns"))
    for seat in (1, 1, 1, 2, 2, 1):
        talk.take_turn(seat)
    assert talk.turns == {1: 2, 2: 1}


@pytest.mark.parametrize(
    "key", ["rogues_and_warriors", "threes", "rolled_gold", "conclave_of_wyrms", "tiamat"]
)
def test_no_line_depends_on_what_is_hidden_from_anyone(key: str) -> None:
    """The same is said whatever the hidden cards are, so no line can tell of them."""
    assert GAMES[key]

    def spoken(match: Match, viewer: int) -> Any:
        talk = TableTalk(luck_of("talk of", key))
        tempers = {seat: TALKERS[n % 4] for n, seat in enumerate(match.header.ring)}
        found = []
        for event in match.events:
            if event.to is None and "seat" in event.values:
                talk.take_turn(event.values["seat"])
            if talk.hear([event], match.table.seats.money, tempers):
                found.append(dict(talk.shown))
        return found

    assert compared(key, spoken, 3) >= 1
