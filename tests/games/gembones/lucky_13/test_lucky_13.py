"""Lucky No. 13: the order, turns, the winner, and the gembones paid."""

from __future__ import annotations

import pytest

from games.engine import RulesBug
from games.gembones.lucky_13 import GAME, point_target
from tests.helpers.games.lucky_13 import LuckyScript

# ---- the order of play


@pytest.mark.rule("L13-X2", "L13-10", "L13-11", "L13-13")
def test_the_lowest_plays_first_and_equals_keep_their_place() -> None:
    game = LuckyScript("ABCD", order="7 2 7 10 5 3")
    assert game.order == "BCAD"
    assert [e.values["die"] for e in game.told("order_roll")] == [
        "g10:7", "g10:2", "g10:7", "g10:10", "g8:5", "g8:3",
    ]  # fmt: skip
    assert game.asked() == "B"


@pytest.mark.rule("L13-12", "L13-R4")
def test_further_ties_take_smaller_gembones_and_then_coins() -> None:
    game = LuckyScript("AB", order="7 7 5 5 6 6 1 1 2 2 1 1 2 1")
    assert game.order == "BA"
    sizes = [e.values["die"].split(":")[0] for e in game.told("order_roll")]
    assert sizes == ["g10", "g10", "g8", "g8", "g6", "g6", "g4", "g4", *["g2"] * 6]


@pytest.mark.rule("L13-29", "L13-R4")
def test_each_game_has_an_order_of_its_own() -> None:
    assert LuckyScript("ABC", order="1 2 3").order == "ABC"
    assert LuckyScript("ABC", order="3 2 1").order == "CBA"


# ---- a turn


@pytest.mark.rule("L13-02", "L13-03", "L13-14", "L13-15", "L13-R1")
def test_each_gembone_at_most_once_and_at_least_one() -> None:
    game = LuckyScript("AB")
    assert game.asked() == "A", "others wait for their turn"
    assert game.offered("A")[0] == ["g4", "g6", "g8", "g10"]
    game.refuses("A", "stop")
    game.turn("A", "g6=2")
    assert game.offered("A")[0] == ["g4", "g8", "g10", "stop"]
    game.refuses("A", "g6")
    game.turn("A", "g4=1 stop")
    assert game.asked() == "B"


@pytest.mark.rule("L13-04", "L13-16")
def test_more_than_13_ends_the_turn() -> None:
    game = LuckyScript("AB").turn("A", "g10=10 g6=4")
    assert game.told("bust")[0].values == {"seat": 0, "total": 14}
    assert game.asked() == "B"
    assert game.turn("B", "g4=1 stop").wins == "B"


@pytest.mark.rule("L13-08", "L13-28", "L13-09")
def test_rolls_lie_open_until_the_end() -> None:
    game = LuckyScript("AB").turn("A", "g10=6 g6=5 stop").turn("B", "g4=1")
    assert game.shows("A", "B") == game.shows("A") == ["g10:6", "g6:5"]
    assert game.shows("B", "A") == ["g4:1"]
    assert game.ask("B").prompt.says["best"] == 11
    assert [event.to for event in game.told("rolls")] == [None] * 3


@pytest.mark.rule("GEN-R3")
def test_out_of_time_rolls_the_g10_and_stops() -> None:
    game = LuckyScript("AB")
    assert game.ask("A").prompt.default == "g10"
    game.turn("A", "g10=3")
    assert game.ask("A").prompt.default == "stop"
    assert game.ask("A").prompt.clock == "turn"


@pytest.mark.rule("GEN-R4")
def test_who_leaves_is_played_by_default() -> None:
    game = LuckyScript("AB", order="1 2 10")
    game.leaves("A")
    assert game.told("ends")[0].values == {"seat": 0, "total": 10}
    assert game.turn("B", "g10=9 stop").paid == {"B": "g10"}


def test_all_four_rolled_ends_the_turn() -> None:
    game = LuckyScript("AB").turn("A", "g4=1 g6=1 g8=1 g10=1")
    assert game.asked() == "B"


# ---- thirteen


@pytest.mark.rule("L13-X3", "L13-01", "L13-05", "L13-06", "L13-07", "L13-17", "L13-18", "L13-20")
def test_13_wins_at_once_and_gets_the_highest_results() -> None:
    game = LuckyScript("ABC").turn("A", "g10=6 g6=5 stop").turn("B", "g8=7 g6=6")
    assert game.wins == "B"
    assert game.paid == {"A": "g10"}
    assert game.net == {"A": {"g10": -1}, "B": {"g10": 1}, "C": {}}


@pytest.mark.rule("L13-X4", "L13-19")
def test_of_equal_highest_results_the_larger_gembone() -> None:
    game = LuckyScript("ABC").turn("A", "g10=5 g6=5 stop").turn("B", "g8=7 g6=6")
    assert game.paid == {"A": "g10"}


@pytest.mark.rule("L13-18", "L13-05")
def test_who_is_bust_pays_the_highest_too() -> None:
    game = LuckyScript("AB").turn("A", "g4=1 g10=8 g6=6").turn("B", "g8=7 g6=6")
    assert game.paid == {"A": "g10"}


# ---- the nearest


@pytest.mark.rule("L13-X5", "L13-21", "L13-22", "L13-01", "L13-05", "L13-07")
def test_the_nearest_gets_the_lowest_results() -> None:
    game = LuckyScript("ABC").turn("A", "g8=8 g4=4 stop").turn("B", "g10=7 g6=3 stop").turn("C", "g10=9 g8=6")
    assert game.wins == "A"
    assert game.paid == {"B": "g6", "C": "g8"}


@pytest.mark.rule("L13-X6", "L13-23")
def test_of_equal_lowest_results_the_smallest_gembone() -> None:
    game = LuckyScript("AB").turn("A", "g6=2 g4=2 stop").turn("B", "g10=9 stop")
    assert game.paid == {"A": "g4"}


@pytest.mark.rule("L13-X7", "L13-24", "L13-25")
def test_of_equal_totals_fewer_gembones_win_and_the_equals_pay_nothing() -> None:
    game = (
        LuckyScript("ABC")
        .turn("A", "g8=8 g4=4 stop")
        .turn("B", "g8=6 g6=4 g4=2 stop")
        .turn("C", "g8=8 g4=1 stop")
    )
    assert game.wins == "A"
    assert game.paid == {"C": "g4"}


@pytest.mark.rule("L13-X8", "L13-26")
def test_then_the_higher_results() -> None:
    two = LuckyScript("AB").turn("A", "g8=8 g4=4 stop").turn("B", "g10=7 g6=5 stop")
    assert (two.wins, two.paid) == ("A", {})
    three = LuckyScript("AB").turn("A", "g8=6 g6=4 g4=2 stop").turn("B", "g10=6 g8=5 g4=1 stop")
    assert (three.wins, three.paid) == ("B", {})


@pytest.mark.rule("L13-X9", "L13-27", "L13-R3")
def test_identical_rolls_throw_the_same_gembones_again() -> None:
    game = LuckyScript("ABC").turn("A", "g10=7 g6=4 stop").turn("B", "g8=7 g4=4 stop").turn("C", "g10=9 g4=1")
    game.rerolled(5, 4, 6, 4).does(C="stop")
    assert [e.values["dice"] for e in game.told("rerolls")] == [("g10:5", "g6:4"), ("g8:6", "g4:4")]
    assert game.wins == "B"
    assert game.paid == {"C": "g4"}


@pytest.mark.rule("L13-R3")
def test_all_bust_or_equal_in_the_reroll_throw_again() -> None:
    game = LuckyScript("AB").turn("A", "g10=7 g6=4 stop").turn("B", "g10=7 g6=4")
    game.rerolled(10, 4, 10, 5, 3, 3, 2, 4, 9, 5, 1, 1).does(B="stop")
    assert len(game.told("rerolls")) == 6
    assert game.wins == "B", "a bust does not win"


@pytest.mark.rule("L13-R2")
def test_if_all_are_bust_nobody_pays() -> None:
    game = LuckyScript("AB").turn("A", "g10=10 g6=6").turn("B", "g8=8 g6=6")
    assert (game.wins, game.result.pays) == ("", ())


# ---- the rest


@pytest.mark.rule("GEM-R4")
def test_one_of_each_is_set_aside() -> None:
    game = LuckyScript("AB")
    assert game.match.risked == {seat: {"g4": 1, "g6": 1, "g8": 1, "g10": 1} for seat in (0, 1)}


@pytest.mark.rule("L13-47", "L13-48")
def test_point_targets() -> None:
    assert [point_target("quick", n) for n in (2, 5)] == [13, 13]
    assert [point_target("full", n) for n in (2, 5)] == [26, 65]


def test_one_alone_rolls_nothing() -> None:
    game = LuckyScript.__new__(LuckyScript)
    super(LuckyScript, game).__init__(GAME, "AB", carry={})
    game.does(A="stake", B="pass")
    assert game.result.pays == ()
    assert not game.told("order_roll")


def test_rows_say_why() -> None:
    game = LuckyScript("ABC").turn("A", "g10=10 g6=6").turn("B", "g8=7 g6=6")
    texts = {row.seat: row.reason.text for row in game.result.rows if row.reason is not None}
    assert texts == {0: GAME.words["why:bust"], 1: GAME.words["why"], 2: GAME.words["why:unplayed"]}


# ---- what is told


@pytest.mark.rule("L13-12", "L13-R4")
def test_the_last_ties_are_settled_by_a_coin_of_two_sides() -> None:
    with pytest.raises(RulesBug, match="3 on a die of 2"):
        LuckyScript("AB", order="7 7 5 5 6 6 1 1 3")


@pytest.mark.rule("L13-17", "L13-21", "L13-R2")
@pytest.mark.parametrize(
    ("first", "second", "headline", "values"),
    [
        ("g10=9 g4=4", "", "lucky", {"seat": 0, "total": 13}),
        ("g10=9 stop", "g8=8 stop", "near", {"seat": 0, "total": 9}),
        ("g10=10 g6=6", "g10=10 g8=8", "bust", {}),
    ],
)
def test_the_headline_says_how_it_was_won(
    first: str, second: str, headline: str, values: dict[str, int]
) -> None:
    game = LuckyScript("AB").turn("A", first).turn("B", second)
    assert game.result.headline.text == GAME.words[f"result:{headline}"]
    assert game.result.headline.values == values


def test_a_game_that_nobody_plays_says_so() -> None:
    class Empty(LuckyScript):
        def put_up(self) -> None:
            self.each("AB", "pass")

    assert Empty("AB").result.headline.text == GAME.words["result:nothing"]


def test_who_busts_is_crossed_out() -> None:
    game = LuckyScript("ABC").turn("A", "g10=10 g6=6").turn("B", "g10=9 stop")
    assert game.match.table.seats.out == {0}


@pytest.mark.rule("SPOT-R1")
def test_a_table_with_a_spotlight_is_not_ranked() -> None:
    for level in ("off", "rerolls", "full"):
        game = LuckyScript("AB", spotlight=level).turn("A", "g10=9 stop").turn("B", "g8=8 stop")
        assert game.result.ranked == (level == "off")
