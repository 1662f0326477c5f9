"""Lucky No. 13 under the other five tricksters."""

from __future__ import annotations

import pytest

from tests.helpers.games.lucky_13 import LuckyScript, game_of_champions, game_with_blessings

# ---- Garl's Gratuitous Gift


@pytest.mark.rule("L13-X10", "L13-36", "L13-20", "L13-R6")
def test_a_gift_makes_13() -> None:
    game = game_of_champions("garl tymora waukeen", order="2 1 3").turn("B", "g10=9")
    assert game.asked() == "AB"
    game.turn("B", "gift:A:g4=4")
    assert (game.wins, game.paid) == ("B", {})


@pytest.mark.rule("L13-X10", "L13-38", "L13-R6")
def test_a_gift_busts_and_is_not_there_later() -> None:
    game = game_of_champions("garl tymora waukeen", order="2 1 3").turn("B", "g10=9 gift:A:g6=6")
    assert game.told("bust")[0].values == {"seat": 1, "total": 15}
    assert game.offered("A")[0] == ["g4", "g8", "g10"]


@pytest.mark.rule("L13-R6")
def test_gifts_come_after_the_first_roll_and_leave_one_for_the_own_turn() -> None:
    game = game_with_blessings("garl")
    assert game.asked() == "A"
    game.turn("A", "g4=1")
    assert game.asked() == "ABC"
    assert game.offered("B")[0] == ["g4", "g6", "g8", "g10", "keep"]
    game.turn("A", "gift:B:g4=1 keep:C g6=1 stop")
    game.turn("B", "g6=1 gift:A:g8=1 keep:C stop")
    game.turn("C", "g4=1 gift:A:g10=1 gift:B:g8=1 stop")
    assert game.total("C") == 3
    # a player whose turn is over may give the last one; one whose turn is to come must keep one
    assert game.result


@pytest.mark.rule("L13-R6")
def test_who_has_yet_to_play_keeps_one() -> None:
    game = game_with_blessings("garl", seats="ABCDE")
    for name, size in zip("ABC", ("g4", "g6", "g8"), strict=True):
        others = [other for other in "ABCDE" if other not in (name, "E")]
        game.turn(
            name, "g10=1 " + f"gift:E:{size}=1 " + " ".join(f"keep:{other}" for other in others) + " stop"
        )
    game.turn("D", "g10=1")
    assert "E" not in game.asked(), "only the g10 is left"


@pytest.mark.rule("L13-37")
def test_one_gift_in_a_turn() -> None:
    game = game_with_blessings("garl", seats="AB").turn("A", "g4=1 gift:B:g4=1")
    assert game.asked() == "A"
    game.turn("A", "g6=1")
    assert game.asked() == "A"


@pytest.mark.rule("L13-R6")
def test_after_the_stop_there_is_a_last_call_and_the_stop_stands() -> None:
    game = game_with_blessings("garl").turn("A", "g10=9 stop")
    assert game.asked() == "BC"
    assert game.ask("B").prompt.clock == "quick"
    game.turn("A", "gift:C:g4=2 gift:B:g4=1")
    assert game.told("ends")[0].values == {"seat": 0, "total": 12}
    assert game.asked() == "B"
    # in the order of the journal: the first gift makes 13, and nobody is asked any more
    fast = game_with_blessings("garl").turn("A", "g10=9 stop").turn("A", "gift:C:g4=4")
    assert fast.wins == "A"


@pytest.mark.rule("L13-R6", "L13-R13", "L13-18")
def test_gifts_are_at_risk_for_the_giver_and_no_part_of_any_count() -> None:
    # A's gift of 5 to B is A's highest result, though A's total is 4
    game = game_of_champions("garl - -").turn("A", "g6=4 stop").turn("B", "g8=8 gift:A:g10=5")
    assert (game.wins, game.paid) == ("B", {"A": "g10"})
    # and with equal totals B's one gembone beats C's two, the gift not counted
    game = game_of_champions("garl - -").turn("A", "g6=4 stop").turn("B", "g8=6 gift:A:g10=4 stop")
    game.turn("C", "g8=6 keep:A g6=4 stop")
    assert (game.wins, game.paid) == ("B", {"A": "g6"}), (
        "A: 4 twice, the smaller gembone; C shared the best total"
    )


# ---- Brandobaris' Little Luck


@pytest.mark.rule("L13-X11", "L13-39", "L13-40", "L13-R7")
def test_the_last_roll_is_replaced_and_ends_the_turn() -> None:
    game = game_with_blessings("brandobaris", seats="AB").turn("A", "g10=8 g6=6")
    prompt = game.ask("A").prompt
    assert (prompt.kind, prompt.default, prompt.clock) == ("swap", "bust", "quick")
    assert (prompt.says["total"], prompt.says["size"], prompt.says["without"]) == (14, "g6", 8)
    game.turn("A", "swap:g4=3")
    assert game.told("ends")[0].values == {"seat": 0, "total": 11}
    assert game.shows("A") == ["g10:8", "g4:3"]
    assert game.asked() == "B"
    # the g6 is not at risk
    assert game.turn("B", "g8=8 g4=4 stop").paid == {"A": "g4"}
    # it is unrolled again: with the g8 it is what Mask finds
    swapped = game_with_blessings("brandobaris", "mask", seats="AB").turn("A", "g10=8 g6=6 swap:g4=3")
    assert swapped.swindled == [("B", "A", "g6")]


@pytest.mark.rule("L13-39", "L13-40")
def test_the_replacement_may_bust_too_and_may_be_declined() -> None:
    assert game_with_blessings("brandobaris", seats="AB").turn("A", "g10=10 g6=6 swap:g8=8").told("bust")
    declined = game_with_blessings("brandobaris", seats="AB").turn("A", "g10=10 g6=6 swap:bust")
    assert declined.told("bust")[0].values["total"] == 16


@pytest.mark.rule("L13-39")
def test_without_an_unrolled_gembone_a_bust_is_final() -> None:
    game = game_with_blessings("brandobaris", seats="AB").turn("A", "g4=4 g6=1 g8=1 g10=10")
    assert game.asked("roll") == "B"
    assert LuckyScript("AB").turn("A", "g10=8 g6=6").asked() == "B", "no follower of Brandobaris"


@pytest.mark.rule("L13-R7")
def test_a_bust_by_a_gift_after_the_stop_may_be_answered_too() -> None:
    game = game_with_blessings("brandobaris", "garl", seats="AB").turn("A", "g10=9 stop gift:B:g6=6")
    assert (game.asked("swap"), game.ask("A", "swap").prompt.says["total"]) == ("A", 15)
    assert game.turn("A", "swap:g4=2").told("ends")[0].values == {"seat": 0, "total": 6 + 2}


@pytest.mark.rule("L13-R7")
def test_a_bust_by_a_gift_is_answered_with_the_own_last_roll() -> None:
    game = game_with_blessings("brandobaris", "garl", seats="AB").turn("A", "g4=4 g8=7 gift:B:g6=6")
    game.turn("A", "swap:g6=2")
    assert game.told("ends")[0].values == {"seat": 0, "total": 4 + 6 + 2}


# ---- Mask's Shadow Swindle


@pytest.mark.rule("L13-X13", "L13-42", "L13-R9")
def test_neighbours_leave_their_smallest() -> None:
    game = game_of_champions("waukeen mask - -", seats="ABCD", order="1 2 3 4")
    game.turn("A", "g4=1 g6=1 stop")
    assert game.swindled == [("B", "A", "g8")]
    game.turn("B", "g4=1 stop").turn("C", "g6=2 g8=3 g10=8")
    assert game.swindled == [("B", "A", "g8"), ("B", "C", "g4")]
    assert game.wins == "C"
    assert "D" not in game.paid


@pytest.mark.rule("L13-42", "L13-R9")
def test_who_has_rolled_everything_leaves_nothing() -> None:
    assert game_of_champions("waukeen mask -").turn("A", "g4=1 g6=1 g8=1 g10=1").swindled == []


@pytest.mark.rule("L13-R4")
def test_the_first_and_the_last_are_neighbours_and_two_players_count_once() -> None:
    ring = (
        game_of_champions("mask - - -", seats="ABCD", order="1 2 3 4")
        .turn("A", "g10=1 stop")
        .turn("B", "g10=1 stop")
    )
    ring.turn("C", "g10=1 stop").turn("D", "g10=2 stop")
    assert ring.swindled == [("A", "B", "g4"), ("A", "D", "g4")]
    assert game_with_blessings("mask", seats="AB").turn("A", "g10=9 stop").swindled == [("B", "A", "g4")]


@pytest.mark.rule("L13-R9", "L13-32")
def test_when_everybody_serves_mask_the_one_before_takes_first() -> None:
    game = game_with_blessings("mask").turn("A", "g10=1 stop").turn("B", "g10=1 stop")
    assert game.swindled[2:] == [("A", "B", "g4"), ("C", "B", "g6")]
    one_left = game_with_blessings("mask").turn("A", "g10=1 stop").turn("B", "g4=1 g6=1 g8=1 stop")
    assert one_left.swindled[2:] == [("A", "B", "g10")]


@pytest.mark.rule("L13-R2", "L13-R9")
def test_what_mask_took_stays_taken_though_all_are_bust() -> None:
    game = game_with_blessings("mask", seats="AB").turn("A", "g10=10 g6=6").turn("B", "g10=10 g6=6")
    assert game.wins == ""
    assert [(pay.giver, pay.taker, pay.unit) for pay in game.result.pays] == [(0, 1, "g4"), (1, 0, "g4")]


def test_what_mask_took_cannot_be_given() -> None:
    game = game_with_blessings("mask", "garl", seats="AB").turn("A", "g10=1 keep:B stop").turn("B", "g10=1")
    assert game.offered("A")[0] == ["g6", "g8", "keep"]


# ---- Tymora's Bold Blessing


@pytest.mark.rule("L13-X1", "L13-43", "L13-44")
def test_heads_are_13_and_tails_14() -> None:
    heads = game_with_blessings("tymora", seats="AB").turn("A", "g10=8 g4=4 flip=1")
    assert heads.wins == "A"
    tails = game_with_blessings("tymora", seats="AB").turn("A", "g10=8 g4=4 flip=2")
    assert tails.told("bust")[0].values["total"] == 14


@pytest.mark.rule("L13-43", "L13-R10")
def test_only_at_exactly_12_and_it_ends_the_turn() -> None:
    game = game_with_blessings("tymora", seats="AB").turn("A", "g10=8")
    assert "flip" not in game.offered("A")[0]
    assert "flip" not in game_with_blessings("tymora", seats="AB").turn("A", "g10=7 g4=4").offered("A")[0]
    assert "flip" in game.turn("A", "g4=4").offered("A")[0]
    assert (
        "flip" in game_with_blessings("tymora", seats="AB").turn("A", "g4=4 g6=6 g8=1 g10=1").offered("A")[0]
    )
    assert "flip" not in LuckyScript("AB").turn("A", "g10=8 g4=4").offered("A")[0]
    # the coin is the end, though a bust might have been swapped
    tails = game_with_blessings("tymora", "brandobaris", seats="AB").turn("A", "g10=8 g4=4 flip=2")
    assert tails.told("bust")
    assert tails.asked("roll") == "B"


@pytest.mark.rule("L13-R10")
def test_a_gift_may_make_the_12_and_the_coin_is_no_gembone() -> None:
    game = game_with_blessings("tymora", "garl", seats="AB").turn("A", "g10=8 gift:B:g4=4 flip=2")
    assert game.told("bust")
    assert game.turn("B", "g6=1 keep:A stop").paid == {"A": "g10"}


# ---- Waukeen's Winning Wealth


@pytest.mark.rule("L13-X14", "L13-45", "L13-R11")
def test_whoever_had_10_pays_the_largest() -> None:
    game = (
        game_of_champions("waukeen - - -", seats="ABCD")
        .turn("A", "g10=8 g4=4 stop")
        .turn("B", "g8=8 g4=2 stop")
    )
    game.turn("C", "g8=8 g4=1 stop").turn("D", "g10=9 g6=5")
    assert game.paid == {"B": "g8", "C": "g4", "D": "g10"}
    # the largest, whatever it shows
    game = (
        game_of_champions("waukeen -", seats="AB").turn("A", "g10=8 g4=4 stop").turn("B", "g10=4 g6=6 stop")
    )
    assert game.paid == {"B": "g10"}


@pytest.mark.rule("L13-R11", "L13-25")
def test_waukeen_spares_those_with_the_same_best_total() -> None:
    game = (
        game_with_blessings("waukeen")
        .turn("A", "g8=8 g4=4 stop")
        .turn("B", "g10=7 g6=5 stop")
        .turn("C", "g10=10 stop")
    )
    assert (game.wins, game.paid) == ("A", {"C": "g10"})


@pytest.mark.rule("L13-R11")
def test_waukeen_counts_for_a_13_too() -> None:
    game = game_with_blessings("waukeen", seats="AB").turn("A", "g4=4 g8=2 g6=4 stop").turn("B", "g10=9 g4=4")
    assert game.paid == {"A": "g8"}
