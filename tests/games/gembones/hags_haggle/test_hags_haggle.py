"""Hag's Haggle: sets, wagers and results."""

from __future__ import annotations

import pytest

from games.engine import BadOptions, Chance, Seed
from games.gembones.hags_haggle import GAME, POINTS, choose_points, point_target
from games.gembones.hags_haggle.bargains import may_offer
from games.gembones.hags_haggle.odds import SETS
from tests.helpers.games.hags_haggle import play_game, start_game


@pytest.mark.rule("HH-01", "HH-02")
def test_the_house_rolls_two_of_half_the_size() -> None:
    assert {die: (each.house, 2 * int(each.house[1:])) for die, each in SETS.items()} == {
        "g8": ("g4", 8), "g12": ("g6", 12), "g20": ("g10", 20),
    }  # fmt: skip
    game = play_game("2 3", A="5")
    assert game.told("house_rolls")[0].values == {"dice": ("g4:2", "g4:3"), "total": 5}
    assert game.told("set")[0].values == {"die": "g8", "half": "g4"}


@pytest.mark.rule("HH-X1", "HH-12")
@pytest.mark.parametrize(
    ("die", "house", "roll", "units", "pieces"),
    [
        ("g8", "2 3", "5", {"g8": 3}, 24),
        ("g12", "6 6", "12", {"g12": 6}, 72),
        ("g20", "1 1", "2", {"g20": 9}, 180),
    ],
)
def test_a_match(die: str, house: str, roll: str, units: dict[str, int], pieces: int) -> None:
    game = play_game(house, A=roll, gembones=die)
    assert game.net == {"A": units}
    assert game.pieces == {"A": pieces}


@pytest.mark.rule("HH-X2", "HH-13", "HH-R1")
@pytest.mark.parametrize(
    ("die", "units", "pieces"),
    [("g8", {"g4": 1, "g8": -1}, -4), ("g12", {"g6": 1, "g12": -1}, -6), ("g20", {"g10": 1, "g20": -1}, -10)],
)
def test_higher_is_a_trade(die: str, units: dict[str, int], pieces: int) -> None:
    game = play_game("1 1", A="3", gembones=die)
    assert game.net == {"A": units}
    assert game.pieces == {"A": pieces}


@pytest.mark.rule("HH-X3", "HH-14")
@pytest.mark.parametrize(
    ("roll", "pieces"), [(5, 24), (6, -4), (7, -4), (8, -4), (1, -8), (2, -8), (3, -8), (4, -8)]
)
def test_against_2_and_3(roll: int, pieces: int) -> None:
    assert play_game("2 3", A=str(roll)).pieces == {"A": pieces}


@pytest.mark.rule("HH-X4")
def test_against_12_nothing_is_higher() -> None:
    assert [play_game("6 6", A=str(roll), gembones="g12").pieces["A"] for roll in range(1, 13)] == [
        -12
    ] * 11 + [72]


@pytest.mark.rule("HH-X5")
def test_against_two_ones() -> None:
    found = [play_game("1 1", A=str(roll), gembones="g20").pieces["A"] for roll in range(1, 21)]
    assert found == [-20, 180, *[-10] * 18]


@pytest.mark.rule("HH-X6", "HH-R1", "HH-R2")
@pytest.mark.parametrize(("die", "pieces"), [("g8", 4), ("g12", 6), ("g20", 10)])
def test_a_kind_hag_gives_half_and_the_die_back(die: str, pieces: int) -> None:
    game = play_game("1 1", A="3", gembones=die, kind_hag=True)
    assert game.pieces == {"A": pieces}
    assert not game.result.ranked
    assert play_game("1 1", A="3").result.ranked
    assert start_game(kind_hag=True).offered("A")[1] == (1, 1)


@pytest.mark.rule("HH-06", "HH-08", "HH-R2")
def test_up_to_ten_wagers_each_settled_by_itself() -> None:
    game = start_game("AB")
    assert game.asked() == "AB"
    assert game.offered("A")[1] == (1, 10)
    assert game.ask("A").prompt.public
    game.refuses("A", 11)
    assert game.does(A=3).told("wagers")[0].values == {"seat": 0, "n": 3, "die": "g8"}
    assert play_game("2 3", A="5 6 4", B="5").pieces == {"A": 24 - 4 - 8, "B": 24}


@pytest.mark.rule("HH-R2", "HH-04")
@pytest.mark.parametrize(("number", "die"), [(0, "g8"), (1, "g12"), (2, "g20")])
def test_the_dealer_chooses_the_set_before_the_wagers(number: int, die: str) -> None:
    game = start_game(numbers=[number], gembones="dealer")
    assert game.told("set")[0].values["die"] == die
    assert game.ask("A").prompt.says["die"] == die


@pytest.mark.rule("HH-07", "GEN-R3")
def test_who_does_not_wager_is_not_in_the_game_and_without_wagers_nothing_is_rolled() -> None:
    game = start_game("AB", "2 3 5")
    assert (game.ask("A").prompt.default, game.ask("A").prompt.clock) == ("pass", "window")
    game.does(A="pass")
    assert not game.told("house_rolls"), "the house waits for the last wager"
    assert game.does(B=1).pieces == {"A": 0, "B": 24}
    assert not start_game("A").does(A="pass").told("house_rolls")


@pytest.mark.rule("GEM-R4", "GEM-R9")
def test_both_sides_set_the_worst_case_aside() -> None:
    cost = start_game().ask("A").prompt.cost(3)
    assert (dict(cost.seat), dict(cost.house)) == ({"g8": 3}, {"g8": 9, "g4": 3})


@pytest.mark.rule("GEN-R4")
def test_who_leaves_after_wagering_is_settled() -> None:
    game = start_game("AB", "2 3 5 1").does(A=1)
    game.leaves("A")
    assert game.does(B=1).pieces == {"A": 24, "B": -8}


# ---- cracks


@pytest.mark.rule("HH-09", "GEN-R2")
def test_a_gembone_outside_the_tray_is_lost() -> None:
    game = start_game("A", "2 3 5", tray=1, numbers=[0, 99]).does(A=2)
    assert game.pieces == {"A": -8 + 24}
    assert game.sees(None, "A", "dice") == ["g8:5"]


# ---- points, offers of a human dealer


@pytest.mark.rule("HH-31", "HH-32", "HH-R10")
def test_the_dealers_number() -> None:
    luck = Chance(Seed("number"))
    assert {choose_points(luck) for _ in range(200)} == {9, 13, 17, 21, 30} == set(POINTS)
    assert (point_target(17, "quick", 4), point_target(17, "full", 4)) == (17, 68)
    for number in (5, 100):
        GAME.parse_options({"dealers_number": number})
    for number in (4, 101):
        with pytest.raises(BadOptions):
            GAME.parse_options({"dealers_number": number})


@pytest.mark.rule("HH-X11", "HH-33")
def test_what_a_dealer_may_offer() -> None:
    assert may_offer("g20", [7], 10)
    assert may_offer("g12", [7], 10)
    assert not may_offer("g8", [7], 10)
    assert may_offer("g20", range(11, 21), 1)
    assert not may_offer("g20", range(10, 21), 1)
    assert not may_offer("g20", [7], 11), "at most 10 to 1"
    assert not may_offer("g20", [], 1)


@pytest.mark.rule("HH-10")
def test_rows_say_why() -> None:
    game = play_game("2 3", A="5 6", B="")
    reasons = {row.seat: row.reason for row in game.result.rows}
    assert reasons[0] is not None
    assert reasons[0].values == {"verdicts": "a match, higher"}
    assert reasons[1] is not None
    assert reasons[1].text == GAME.words["note:passes"]
