"""Threes: the order of play and the scoring (TH-01 to TH-15)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.table.questions import question
from bot.face.text.templates import Renderer
from games.engine import RAIL
from games.parlour import threes
from games.parlour.threes import GAME, Options, strength, total
from tests.helpers.script import Script

PLAIN = Options()


def night(rolls: str, seats: str = "AB", **more: Any) -> Script:
    """A game of Threes; A starts and rolls first."""
    return Script(GAME, seats, rolls=rolls, **more)


def faces(items: list[str] | None) -> str:
    """What dice show."""
    assert items is not None
    return " ".join(item.removeprefix("d6:") for item in items)


def beats(better: str, worse: str, options: Options = PLAIN) -> bool:
    """Whether one Keep beats another."""
    one, two = (strength([int(face) for face in keep.split()], options) for keep in (better, worse))
    return one > two


@pytest.mark.rule("TH-02", "TH-09")
def test_the_buttons_tell_what_a_value_adds_and_the_question_what_the_keep_counts() -> None:
    s = night("6 3 3 2 5  1 1 2 4 6  1 1 4  2 4 6")
    renderer = Renderer({0: "Ann", 1: "Bob"})
    [ask] = s.match.scene(0).mine()
    assert ask.prompt is not None
    labels = [renderer.render(ask.words[f"keep:{value}"], ask.prompt.says) for value in "2356"]
    assert labels == [
        "Keep the 2: +2, 4 left to roll",
        "Keep the 3s: +0, 3 left to roll",
        "Keep the 5: +5, 4 left to roll",
        "Keep the 6: +6, 4 left to roll",
    ]
    assert question(ask, renderer) == "Keep which dice?"
    s.does(A="6", B="1").does(A="check", B="check")
    [ask] = s.match.scene(0).mine()
    assert question(ask, renderer) == "Your Keep counts 6 so far. Keep which dice?"


@pytest.mark.rule("TH-01", "TH-R1")
def test_ante_and_five_dice_each_open_to_all() -> None:
    s = night("6 3 3 2 5 1 1 2 4 6")
    assert s.pot == 2
    for viewer in ("A", "B", None):
        assert faces(s.sees(viewer, "A", "dice")) == "6 3 3 2 5"
        assert faces(s.sees(viewer, "B", "dice")) == "1 1 2 4 6"


def test_another_ante_is_a_change_of_one_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threes, "ANTE", 3)
    s = night("6 3 3 2 5 1 1 2 4 6", "ABC", stakes={"A": 50, "B": 50, "C": 2})
    assert s.pot == 6
    assert s.told("lacks_ante")[0].values == {"seat": 2, "n": 3}
    assert s.defaults().net["C"] == {"piece": 0}
    poor = night("", "AB", stakes={"A": 50, "B": 2})
    assert poor.result.headline.text == "No game: fewer than two players can pay the ante."


def test_the_rules_text_names_the_ante() -> None:
    assert f"antes {threes.ANTE} " in GAME.rules


@pytest.mark.rule("TH-02", "TH-13", "TH-X9")
def test_a_value_that_shows_is_named_and_all_dice_of_it_are_kept() -> None:
    s = night("6 6 3 2 5 1 1 2 4 6")
    for answer in ("1", "4", "7", "", None, [], [0], 6, "none"):
        s.refuses("A", answer)
    assert s.offered("A")[0] == ["2", "3", "5", "6"]
    s.does(A="6", B="1")
    assert faces(s.sees("B", "A", "keep")) == "6 6"
    assert faces(s.sees("B", "A", "dice")) == "3 2 5"
    assert faces(s.sees("A", "B", "keep")) == "1 1"


@pytest.mark.rule("TH-03", "TH-05")
def test_only_what_is_not_kept_is_rolled_again_and_the_keep_grows() -> None:
    s = night("6 6 3 2 5 1 1 2 4 6  6 1 1  3 3 5")
    s.does(A="6", B="1").each("AB", "check")
    assert faces(s.sees("B", "A", "dice")) == "6 1 1"
    assert faces(s.sees("B", "A", "keep")) == "6 6"
    s.does(A="6", B="3")
    assert faces(s.sees("B", "A", "keep")) == "6 6 6"
    assert faces(s.sees("B", "B", "keep")) == "1 1 3 3"


@pytest.mark.rule("TH-04", "TH-06", "TH-07", "TH-X2", "TH-11")
def test_rolls_and_betting_rounds_alternate_and_none_follows_the_last_keep() -> None:
    s = night("6 3 3 2 5  2 2 1 1 1   4 1 1  5 6   6  6")
    s.does(A="3", B="1")
    for name in "AB":
        assert (s.kind(), s.asked()) == ("bet", name)
        s.does(**{name: "check"})
    assert faces(s.sees("B", "A", "keep")) == "3 3"
    s.does(A="1", B="5")
    assert faces(s.sees("B", "A", "keep")) == "3 3 1 1"
    s.each("AB", "check")
    # the single dice left are kept as they fall, and Keeps are scored at once
    assert s.match.over
    assert len(s.told("rolls")) == 6
    assert [row.reason.values["total"] for row in s.result.rows if row.reason] == [8, 14]
    assert s.net == {"A": {"piece": 1}, "B": {"piece": -1}}


@pytest.mark.rule("TH-08", "TH-09", "TH-X1")
def test_the_lowest_total_wins_and_threes_count_nothing() -> None:
    assert total([3, 3, 1, 1, 2]) == 4
    assert total([1, 1, 1, 1, 2]) == 6
    assert total([1, 2, 3, 4, 5, 6]) == 18
    assert beats("3 3 1 1 2", "1 1 1 1 2")
    assert not beats("1 1 1 1 2", "3 3 1 1 2")
    assert strength([1, 1, 4, 3, 3], PLAIN) == strength([3, 2, 4, 3, 3], PLAIN)


@pytest.mark.rule("TH-12", "TH-X3", "TH-R10")
def test_dice_all_alike_must_be_kept_and_complete_keeps_end_the_game_without_a_bet() -> None:
    s = night("4 4 4 4 4 3 3 3 3 3")
    assert s.match.over
    assert s.match.rows == []
    assert [row.reason.values["total"] for row in s.result.rows if row.reason] == [0, 20]
    assert s.net["B"] == {"piece": 1}


@pytest.mark.rule("TH-14")
def test_who_has_a_complete_keep_bets_on_while_others_roll() -> None:
    s = night("4 4 4 4 4  3 3 1 1 2   5 5 6   2")
    assert s.asked() == "B"
    s.does(B="3")
    assert (s.kind(), s.asked()) == ("bet", "A")
    s.bets(A=2).does(B="call")
    assert (s.kind(), s.asked()) == ("keep", "B")
    s.does(B="5")
    assert (s.kind(), s.asked()) == ("bet", "A")
    s.each("AB", "check")
    assert s.match.over
    assert s.net["B"] == {"piece": 3}


@pytest.mark.rule("TH-15", "TH-R1")
def test_keeps_are_named_in_any_order_and_take_effect_together() -> None:
    s = night("6 6 3 2 5 1 1 2 4 6 5 4 4 2 1", "ABC")
    assert s.asked() == "ABC"
    before = s.match.scene(RAIL)
    s.does(C="4", A="6")
    now = s.match.scene(RAIL)
    assert now.blocks[2:] == before.blocks[2:]
    assert s.asked() == "B"
    s.does(B="1")
    assert [faces(s.sees(None, name, "keep")) for name in "ABC"] == ["6 6", "1 1", "4 4"]


@pytest.mark.rule("TH-R1")
def test_a_seat_with_one_legal_choice_is_not_asked() -> None:
    s = night("5 5 5 5 5 1 1 2 4 6 3 4 4 2 1", "ABC")
    assert s.asked() == "BC"


@pytest.mark.rule("TH-R2")
def test_dice_of_the_folded_keep_nobody_waiting() -> None:
    # A folds with three dice left; B and C are complete: scored at once, with no further roll
    s = night("6 6 3 2 5  4 4 4 4 4  2 2 2 2 2", "ABC").does(A="6")
    s.does(A="fold").bets(B=1).does(C="call")
    assert s.match.over
    assert len(s.told("rolls")) == 3
    assert s.net["C"] == {"piece": 3}


@pytest.mark.rule("TH-R9")
@pytest.mark.parametrize(("roll", "default"), [("6 5 3 2 1", "3"), ("6 5 4 2 2", "2"), ("6 6 6 6 5", "5")])
def test_the_default_is_threes_else_the_lowest(roll: str, default: str) -> None:
    assert night(f"{roll} 1 1 1 1 1").ask("A").prompt.default == default


@pytest.mark.rule("TH-R10", "TH-14")
@pytest.mark.parametrize(
    ("rolls", "rounds"),
    [
        ("1 1 1 1 1", 0),
        ("1 1 1 1 6  6", 1),
        ("1 1 1 6 5  4 4", 1),
        ("1 1 1 6 5  4 5  2", 2),
        ("1 1 6 5 4  1 5 6  2 4  2", 3),
        ("1 2 4 5 6  1 2 4 5  1 2 4  1 2  1", 4),
    ],
)
def test_from_no_to_four_betting_rounds(rolls: str, rounds: int) -> None:
    # B is complete at once, A keeps one value a time
    first, *rest = rolls.split("  ")
    s = night("  ".join([first, "5 5 5 5 5", *rest]))
    seen = 0
    while not s.match.over:
        if s.kind() == "keep":
            s.does(A="1" if "1" in s.offered("A")[0] else s.offered("A")[0][0])
        else:
            seen += 1
            s.each("AB", "check")
    assert seen == rounds
