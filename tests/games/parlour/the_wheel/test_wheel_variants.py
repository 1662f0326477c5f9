"""The Wheel with Dragon Cards, and game after game with marked spokes (WH-20 to WH-29, WH-R5 to WH-R8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import BACK
from games.parlour import rogues_and_warriors
from games.parlour.the_wheel import GAME
from tests.helpers.games.the_wheel import (
    CLOCK,
    ONE,
    TWO,
    checked,
    closed,
    idle,
    night,
    plays,
    rows,
    spokes,
    stands,
    strengths,
    to_the_end,
    totals,
)
from tests.helpers.script import Script

# ---- Dragon Cards


@pytest.mark.rule("WH-20", "WH-21", "WH-23", "DECK-09")
def test_a_dragon_goes_on_any_spoke_adds_three_and_lies_apart() -> None:
    for spoke in "WMBLR":
        s = night(ONE, TWO, CLOCK, "D.red L.wolf", dragon_cards=True).does(A=[7])
        assert sorted(spokes(s, "A")) == sorted("WMBLR")
        s.does(A=spoke)
        assert rows(s) == {f"{spoke} Dragons": ["D.red"]}
        assert strengths(s) == {spoke: 3}
        # last of the three: off clockwise
        assert [part.name for part in stands(s)[spoke].parts] == ["allies", "companions", "Dragons"]


def test_without_the_variant_no_place_is_kept_for_dragons() -> None:
    names = [
        [part.name for stand in stands(night(dragon_cards=on)).values() for part in stand.parts]
        for on in (True, False)
    ]
    assert [each.count("Dragons") for each in names] == [5, 0]


@pytest.mark.rule("WH-22", "WH-X6")
def test_a_dragon_left_in_hand_scores_nothing() -> None:
    hands = (
        "D.red D.green L.hawk M.hawk M.hawk M.wolf M.wolf",
        "R.hawk R.hawk R.wolf M.owl M.owl M.horse M.horse",
    )
    s = to_the_end(
        night(
            *hands,
            CLOCK.replace("wolf", "hare"),
            "L.owl L.horse L.owl L.horse L.hare L.hare",
            dragon_cards=True,
        )
    )
    assert strengths(s) == {"L": 12, "W": 3}
    assert totals(s) == {"A": 2, "B": 3}


@pytest.mark.rule("WH-24")
def test_a_dragon_of_the_clock_is_discarded_and_not_replaced() -> None:
    s = idle(night(ONE, TWO, "D.blue B.wren R.wren", "W.wolf L.wolf", dragon_cards=True))
    assert s.told("clock_lost")[0].values == {"card": "D.blue"}
    assert strengths(s) == {"W": 2, "L": 2}
    assert s.on_table("discarded") == ["D.blue"]
    assert s.on_table("clock") == [BACK] * 2
    idle(checked(s))
    assert s.told("clock_strikes")[0].values == {"card": "B.wren", "spoke": "Lady", "n": strengths(s)["L"]}
    to_the_end(s)
    assert len(s.told("clock_strikes")) == 2


@pytest.mark.rule("WH-R9")
def test_by_default_a_dragon_goes_on_the_strongest_spoke() -> None:
    s = night(ONE, TWO, CLOCK, "B.wolf D.red", dragon_cards=True)
    idle(s)
    assert rows(s)["B Dragons"] == ["D.red"]


# ---- Multiple Successive Games


def succession(marked: list[str], *cards: str, **more: Any) -> Script:
    """A game in which these spokes are marked."""
    return night(
        *cards, carry={"starter": 0, **({"marked": marked} if marked else {})}, successive_games=True, **more
    )


def turned_to(spoke: str, marked: list[str]) -> Script:
    """A whole game in which all that can be is played on that spoke, which so becomes the strongest."""
    s = succession(marked)
    while not s.match.over:
        name = s.asked()
        if s.kind() == "bet":
            s.does(**{name: "check"})
        elif s.kind() == "spoke" and spoke in spokes(s, name):
            s.does(**{name: spoke})
        else:
            hand = s.sees(name, name) if s.kind() == "play" else None
            own = [at for at, card in enumerate(hand or []) if card[0] == spoke]
            s.does(**{name: own[:1] or s.ask(name).prompt.default})
    return s


@pytest.mark.rule("WH-25", "WH-13")
def test_the_strongest_spoke_of_a_game_is_marked_for_the_next() -> None:
    s = succession([], ONE, TWO, CLOCK, "L.wolf L.horse L.wolf L.hare L.hare L.wren")
    assert closed(s) == ""
    to_the_end(s)
    assert s.told("strongest")[0].values["spoke"] == "Lady"
    assert s.result.carry["marked"] == ["L"]
    assert any(note.values.get("spoke") == "Lady" for note in s.result.notes)
    following = s.next()
    assert closed(following) == "L"
    assert following.told("closed")[0].values == {"cards": ("L.grey",)}
    # all played cards are cleared
    assert strengths(following) == {}


@pytest.mark.rule("WH-26", "WH-X7", "WH-R2")
def test_no_card_may_be_played_on_a_marked_spoke() -> None:
    s = succession(["L", "R"], ONE, TWO, CLOCK, "R.wren")
    s.does(A=[5])
    assert spokes(s, "A") == "W"
    for spoke in "LR":
        s.refuses("A", spoke)
    # asked all the same, or it would tell of the card
    assert s.kind() == "spoke"
    s = succession(["L", "R"], ONE, TWO, CLOCK, "R.wren").does(A=[1])
    assert spokes(s, "A") == "B"
    s = succession(["L", "R"], ONE, TWO, CLOCK, "D.red", dragon_cards=True).does(A=[7])
    assert spokes(s, "A") == "WMB"


@pytest.mark.rule("WH-R9")
def test_by_default_a_card_of_a_marked_spoke_goes_clockwise() -> None:
    for marked, card, spoke in (("L", "L.wolf", "R"), ("LR", "L.wolf", "B"), ("R", "R.wolf", "W")):
        s = succession(list(marked), ONE, TWO, CLOCK.replace("wolf", "wren"), card).defaults("spoke")
        assert s.ask("A").prompt.default == spoke


@pytest.mark.rule("WH-27", "WH-X7")
def test_a_card_of_the_clock_for_a_marked_spoke_is_discarded_and_not_replaced() -> None:
    s = to_the_end(
        succession(["L", "R"], ONE, TWO, "B.wren L.wren W.wren", "W.wolf W.horse M.wolf M.wren M.wren M.hare")
    )
    assert [event.values["card"] for event in s.told("clock_lost")] == ["B.wren", "L.wren"]
    assert [event.values["card"] for event in s.told("clock_strikes")] == ["W.wren"]
    assert s.on_table("discarded") == ["B.wren", "L.wren"]
    assert strengths(s) == {"W": 4, "M": 9}


@pytest.mark.rule("WH-28", "WH-X7", "WH-R5")
def test_after_the_third_game_all_spokes_are_open_again() -> None:
    first = turned_to("L", [])
    assert first.result.carry["marked"] == ["L"]
    second = turned_to("R", ["L"])
    assert second.result.carry["marked"] == ["L", "R"]
    third = turned_to("M", ["L", "R"])
    assert not {"L", "R"} & set(strengths(third))
    assert "marked" not in third.result.carry
    assert closed(third.next()) == ""
    assert third.next().defaults().result.carry["marked"] != []


@pytest.mark.rule("WH-R6")
def test_a_game_won_by_folds_counts_and_marks_the_spoke_that_is_strongest_then() -> None:
    s = idle(succession(["W"], ONE, TWO, "L.wren L.wren R.wren", "B.wolf R.wren"))
    assert strengths(s) == {"B": 2, "R": 3}
    s.bets(A=1).does(B="fold").does(A="keep")
    assert s.result.carry["marked"] == ["W", "R"]
    s = idle(succession(["W", "L"])).bets(A=1).does(B="fold").does(A="keep")
    assert "marked" not in s.result.carry


TIED = "W.hawk L.hawk B.hawk M.hawk M.hawk R.hawk R.hawk", "W.owl L.owl B.owl M.owl M.owl R.owl R.owl"


@pytest.mark.rule("WH-R7", "TIE-R8")
def test_a_replay_starts_with_an_empty_wheel_and_only_its_own_is_marked() -> None:
    ladies = "L.wolf L.horse L.wolf L.hare L.hare L.wren"
    merchants = "M.wolf M.horse M.wolf M.hare M.hare M.wren"
    better = (
        "M.hawk M.hawk M.wolf M.wolf W.hawk B.hawk R.hawk",
        "R.owl R.owl R.owl R.horse L.owl L.horse R.wren",
    )
    cards = [*TIED, CLOCK, ladies, *better, CLOCK, merchants.replace("M.wolf", "M.wren")]
    s = succession(["W"], *cards, split_rule="king")
    while not s.told("replay_king"):
        checked(s).defaults("bet")
        checked(s)
    assert strengths(s) == {}
    assert closed(s) == "W"
    assert s.on_table("clock") == [BACK] * 3
    to_the_end(s)
    assert [event.values["spoke"] for event in s.told("strongest")] == ["Lady", "Merchant"]
    assert s.result.carry["marked"] == ["W", "M"]


@pytest.mark.rule("WH-29", "WH-R8", "ADV-R10")
def test_any_other_game_or_the_option_switched_off_takes_the_markers_away() -> None:
    s = turned_to("L", [])
    assert closed(s.next(options={"successive_games": False})) == ""
    off = s.next(options={"successive_games": False})
    assert "marked" not in to_the_end(off).result.carry
    assert closed(off.next(options={"successive_games": True})) == ""
    other = Script(rogues_and_warriors.GAME, "AB", carry=dict(s.result.carry)).defaults()
    assert "marked" not in other.result.carry


@pytest.mark.rule("WH-29", "WH-R8")
@pytest.mark.parametrize(("on", "kept"), [(True, ["L"]), (False, None)])
def test_a_game_that_is_not_played_for_want_of_money_marks_nothing(on: bool, kept: list[str] | None) -> None:
    carry = {"starter": 0, "marked": ["L"]}
    s = Script(GAME, "AB", stakes={"A": 50, "B": 0}, carry=carry, successive_games=on)
    assert s.match.over
    assert s.result.carry.get("marked") == kept


@pytest.mark.rule("WH-28", "WH-R2", "WH-R5")
def test_game_after_game_each_marks_another_spoke_and_the_count_starts_anew() -> None:
    s = succession([], seats="ABC", dragon_cards=True)
    for game in range(9):
        marked = closed(s)
        assert len(marked) == game % 3
        s.defaults()
        assert s.told("strongest")[-1].values["spoke"][0] not in marked
        s = s.next(stakes=dict.fromkeys("ABC", 50))


def test_without_the_variant_nothing_is_marked() -> None:
    s = to_the_end(night(ONE, TWO, CLOCK))
    assert "marked" not in s.result.carry
    assert not s.told("closed")


def test_the_same_hand_on_another_wheel() -> None:
    """Closing the Lady spoke moves the same plays to other spokes."""
    s = succession(["L"], ONE, TWO, CLOCK, "L.wolf L.horse")
    plays(s, "A", "L.wolf", "R")
    plays(s, "B", "L.horse", "B")
    assert strengths(s) == {"R": 1, "B": 1, "W": 1}
