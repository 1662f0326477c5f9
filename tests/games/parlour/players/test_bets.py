"""Each threshold of a bet: when computer players bet, raise, call and fold, and how much."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.computer.weighed import Weighed
from games.engine.prompts import Answer, Choose, Range
from games.engine.scene import OpenAsk, Scene
from games.parlour.players import bets
from games.parlour.players.bets import (
    NEWCOMER,
    REGULAR,
    SHARK,
    SURE,
    Bettor,
    Stakes,
    Style,
    bet,
    betting,
    chance_to_win,
    passes,
    players,
)
from games.parlour.players.hearing import Signal
from games.primers.rigged import Rigged

STYLE = Style(samples=10, ear=0.0, ahead=1.5, part=0.2, price=1.0, cheeky=5, raises=1)
OF_SEAT = cast(Scene, SimpleNamespace(viewer=0))
"""All that a bet needs of a scene, as its readers are replaced."""


def asked(need: int, pot: int = 20, money: int = 60, *, high: int = 30, low: int = 1) -> Choose:
    """A betting question, with a raise up to `high` if that isn't 0."""
    options = ("call", "fold") if need else ("check",)
    amount = Range(low, high) if high else None
    says = {"need": need, "pot": pot, "money": money}
    return Choose("bet", options, options[-1], amount=amount, says=says)


@pytest.fixture(autouse=True)
def two_players(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """One rival, and what the player itself has done in this hand, empty at first."""
    done: list[Any] = []
    monkeypatch.setattr(bets, "rivals", lambda scene: [1])
    monkeypatch.setattr(bets, "actions", lambda scene: {0: done})
    return done


def answer(prompt: Choose, win: float, luck: int = 1, style: Style = STYLE) -> Answer:
    """The answer of a style to a question, with one drawn number."""
    return bet(OF_SEAT, prompt, win, Rigged(numbers=[luck]), style)


def test_a_question_is_read() -> None:
    stakes = Stakes.of(OF_SEAT, asked(4, 20, 60, high=30, low=2))
    assert stakes == Stakes(4, 20, 60, 0.5, 2, 30)
    assert Stakes.of(OF_SEAT, asked(4, high=0))[-2:] == (0, 0)
    assert [stakes.size(part) for part in (0.0, 0.5, 1.0, 9.0)] == [2, 12, 24, 30]


def test_only_a_betting_question_is_one() -> None:
    prompt = asked(0)
    assert betting(prompt) is prompt
    for other in (object(), Choose(prompt.kind, prompt.options, prompt.default)):
        with pytest.raises(TypeError):
            betting(other)
    assert (passes(asked(0)), passes(asked(2))) == ("check", "fold")


def test_a_bet_grows_with_the_chance() -> None:
    # ahead: 1.5 fair shares of 1/2
    assert answer(asked(0), 0.75) == "check"
    assert answer(asked(0), 0.76) == round((0.2 + 0.35 * 0.76) * 20)
    assert answer(asked(0), 0.9) == round((0.2 + 0.35 * 0.9) * 20)
    assert answer(asked(0, high=0), 0.9) == "check"


def test_one_bluff_in_so_many_with_a_middling_hand() -> None:
    assert answer(asked(0), 0.41, luck=0) == 6
    assert answer(asked(0), 0.41, luck=1) == "check"
    assert answer(asked(0), 0.4, luck=0) == "check"


def test_a_raise_takes_a_good_hand_and_comes_once(two_players: list[Any]) -> None:
    assert answer(asked(4), 0.91) == 12
    # 1.8 fair shares are 0.9 here, and SURE is less: that alone decides
    assert answer(asked(4), SURE) == "call"
    assert answer(asked(4), SURE + 0.01) == 12
    two_players.append(Signal("bet", 3))
    assert answer(asked(4), 0.95) == 12, "sure enough to raise again"


def test_with_many_rivals_a_raise_needs_less_and_counts_ones_own(
    two_players: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bets, "rivals", lambda scene: [1, 2, 3, 4])
    assert answer(asked(4), 0.55) == "call"
    assert answer(asked(4), 0.56) == 12
    assert answer(asked(4, money=22), 0.56) == 6, "a third of what is left after the call"
    two_players.append(Signal("check", 0))
    assert answer(asked(4), 0.56) == 12, "a check is no bet"
    two_players.append(Signal("bet", 1))
    assert answer(asked(4), 0.56) == "call"
    two_players[-1] = Signal("bet", 1, since=1)
    assert answer(asked(4), 0.56) == 12, "it was about another hand"


def test_a_raise_stays_within_a_third_of_the_money() -> None:
    poor = asked(0, pot=60, money=30)
    assert answer(poor, 0.79) == 10
    assert answer(poor, 0.8) == round((0.2 + 0.35 * 0.8) * 60)
    assert answer(asked(0, pot=60, money=3, low=2), 0.79) == 2, "but it is as large as the rules ask"


def test_a_call_is_worth_its_price_and_affordable() -> None:
    # 5 of 25: a fifth of the pot
    assert answer(asked(5, 20, high=0), 0.2) == "call"
    assert answer(asked(5, 20, high=0), 0.19) == "fold"
    assert answer(Choose("bet", ("fold",), "fold", says=asked(5).says), 0.5) == "fold", "nobody may call"
    dear = replace(STYLE, price=1.5)
    assert answer(asked(5, 20, high=0), 0.29, style=dear) == "fold"
    assert answer(asked(5, 20, high=0), 0.31, style=dear) == "call"
    assert answer(asked(5, 20, money=10, high=0), 0.4) == "call"
    assert answer(asked(6, 20, money=10, high=0), 0.5) == "fold", "more than half, and not brave enough"
    assert answer(asked(6, 20, money=10, high=0), 0.51) == "call"


def test_tempers_change_a_style_by_so_much() -> None:
    bold, careful, grand = (STYLE.tempered(temper) for temper in ("bold", "careful", "grand"))
    assert (bold.ahead, bold.cheeky, bold.raises, bold.price) == (0.8 * 1.5, 3, 2, 0.9)
    assert replace(STYLE, cheeky=40).tempered("bold").cheeky == 10
    assert (bold.daring, bold.timid) == pytest.approx((-0.12, -0.1))
    assert (careful.ahead, careful.cheeky, careful.price) == (1.25 * 1.5, 20, 1.6)
    assert (careful.daring, careful.timid) == pytest.approx((0.16, 0.4))
    assert grand == replace(STYLE, scale=1.6)
    assert STYLE.tempered("calm") is STYLE


def test_the_three_strengths_bet_in_three_styles() -> None:
    def plays(*_: Any) -> Answer:
        return "plays"

    def clumsy(*_: Any) -> Answer:
        return "clumsy"

    found = players(cast(Any, None), plays, clumsy=clumsy)
    assert [cast(Bettor, each).style for each in found.values()] == [NEWCOMER, REGULAR, SHARK]
    assert [cast(Bettor, each).plays for each in found.values()] == [clumsy, plays, plays]
    assert [style.weighs for style in (NEWCOMER, REGULAR, SHARK)] == [False, False, True]
    shark, regular = cast(Bettor, found["shark"]), cast(Bettor, found["regular"])
    habits: Any = {1: object()}
    assert shark.remembering(habits).habits is habits
    assert regular.remembering(habits) is regular
    assert shark.tempered("grand").style.scale == 1.6
    assert [shark.tempered("grand")._sized(asked(0), amount) for amount in (10, 25, "check")] == [
        16,
        30,
        "check",
    ]
    assert shark._sized(asked(0, low=4), 1) == 4


def ask_for(kind: str) -> OpenAsk:
    """A question to seat 0."""
    return cast(OpenAsk, SimpleNamespace(kind=kind, prompt=asked(2)))


def sees(scene: Any) -> Any:
    """A dealer of the hidden cards, which nobody asks for any."""
    return object()


def test_only_a_bet_with_a_hand_to_judge_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    luck = Rigged()
    blind = Bettor(lambda scene: None, REGULAR, lambda *_: "plays")
    assert [blind(OF_SEAT, ask_for(kind), luck) for kind in ("bet", "open_stakes", "swap")] == [
        "fold",
        "yes",
        "plays",
    ]
    assert blind.weigh(OF_SEAT, ask_for("bet"), luck) is None
    # in place of many imagined deals
    monkeypatch.setattr(bets, "Belief", lambda *_, **__: SimpleNamespace(win=lambda: 0.9))
    worth = Weighed([("call", 3.0), ("fold", 0.0)])
    monkeypatch.setattr(bets, "Weighing", lambda *_: SimpleNamespace(ways=lambda *_, **__: worth))
    regular, shark = Bettor(sees, REGULAR, lambda *_: "plays"), Bettor(sees, SHARK, lambda *_: "plays")
    assert regular(OF_SEAT, ask_for("bet"), luck) == 11, "it raises by half of the pot and the call"
    assert shark(OF_SEAT, ask_for("bet"), luck) == "call", "the best of what it has weighed"
    assert regular.weigh(OF_SEAT, ask_for("bet"), luck) is None
    weighed = shark.weigh(OF_SEAT, ask_for("bet"), luck)
    assert weighed is not None
    assert weighed.ways == worth.ways
    for reader, kind, chance in ((sees, "bet", 0.9), (sees, "swap", None), (lambda scene: None, "bet", None)):
        scene = cast(Scene, SimpleNamespace(mine=lambda kind=kind: [ask_for(kind)]))
        assert chance_to_win(scene, reader, luck) == chance
