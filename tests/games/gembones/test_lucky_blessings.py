"""Lucky No. 13 under the six tricksters, and their draft."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine import BACK, RAIL, BadOptions
from games.gembones.lucky_13 import GAME, NAMES, Options
from games.gembones.lucky_turn import BLESSINGS
from tests.games.gembones.thirteens import Thirteen

VARIANT = {
    "garl": "garls_gratuitous_gift",
    "brandobaris": "brandobaris_little_luck",
    "leira": "leiras_dice_deception",
    "mask": "masks_shadow_swindle",
    "tymora": "tymoras_bold_blessing",
    "waukeen": "waukeens_winning_wealth",
}


def blessed(*names: str, seats: str = "ABC", **more: Any) -> Thirteen:
    """A game in which everybody has these blessings."""
    variants: dict[str, Any] = {VARIANT[name]: True for name in names}
    return Thirteen(seats, **variants, **more)


def champions(deities: str, seats: str = "ABC", **more: Any) -> Thirteen:
    """A game of champions: `garl - leira` for A, B, C, where - champions somebody who blesses nobody."""
    held = [[seat, name] for seat, name in enumerate(deities.split())]
    return Thirteen(seats, carry={"deities": held}, blessings_of_the_tricksters=True, **more)


# ---- Garl's Gratuitous Gift


@pytest.mark.rule("L13-X10", "L13-36", "L13-20", "L13-R6")
def test_a_gift_makes_13() -> None:
    game = champions("garl tymora waukeen", order="2 1 3").turn("B", "g10=9")
    assert game.asked() == "AB"
    game.turn("B", "gift:A:g4=4")
    assert (game.wins, game.paid) == ("B", {})


@pytest.mark.rule("L13-X10", "L13-38", "L13-R6")
def test_a_gift_busts_and_is_not_there_later() -> None:
    game = champions("garl tymora waukeen", order="2 1 3").turn("B", "g10=9 gift:A:g6=6")
    assert game.told("bust")[0].values == {"seat": 1, "total": 15}
    assert game.offered("A")[0] == ["g4", "g8", "g10"]


@pytest.mark.rule("L13-R6")
def test_gifts_come_after_the_first_roll_and_leave_one_for_the_own_turn() -> None:
    game = blessed("garl")
    assert game.asked() == "A"
    game.turn("A", "g4=1")
    assert game.asked() == "ABC"
    assert game.offered("B")[0] == ["g4", "g6", "g8", "g10", "keep"]
    game.turn("A", "gift:B:g4=1 keep:C g6=1 stop")
    game.turn("B", "g6=1 gift:A:g8=1 keep:C stop")
    game.turn("C", "g4=1 gift:A:g10=1 gift:B:g8=1 stop")
    assert game.total("C") == 3
    # who has had a turn may give the last one, who has not must keep one
    assert game.result


@pytest.mark.rule("L13-R6")
def test_who_has_yet_to_play_keeps_one() -> None:
    game = blessed("garl", seats="ABCDE")
    for name, size in zip("ABC", ("g4", "g6", "g8"), strict=True):
        others = [other for other in "ABCDE" if other not in (name, "E")]
        game.turn(
            name, "g10=1 " + f"gift:E:{size}=1 " + " ".join(f"keep:{other}" for other in others) + " stop"
        )
    game.turn("D", "g10=1")
    assert "E" not in game.asked(), "only the g10 is left"


@pytest.mark.rule("L13-37")
def test_one_gift_in_a_turn() -> None:
    game = blessed("garl", seats="AB").turn("A", "g4=1 gift:B:g4=1")
    assert game.asked() == "A"
    game.turn("A", "g6=1")
    assert game.asked() == "A"


@pytest.mark.rule("L13-R6")
def test_after_the_stop_there_is_a_last_call_and_the_stop_stands() -> None:
    game = blessed("garl").turn("A", "g10=9 stop")
    assert game.asked() == "BC"
    assert game.ask("B").prompt.clock == "quick"
    game.turn("A", "gift:C:g4=2 gift:B:g4=1")
    assert game.told("ends")[0].values == {"seat": 0, "total": 12}
    assert game.asked() == "B"
    # in the order of the journal: the first gift makes 13, and nobody is asked any more
    fast = blessed("garl").turn("A", "g10=9 stop").turn("A", "gift:C:g4=4")
    assert fast.wins == "A"


@pytest.mark.rule("L13-R6", "L13-R13", "L13-18")
def test_gifts_are_at_risk_for_the_giver_and_no_part_of_any_count() -> None:
    # A's gift of 5 to B is A's highest result, though A's total is 4
    game = champions("garl - -").turn("A", "g6=4 stop").turn("B", "g8=8 gift:A:g10=5")
    assert (game.wins, game.paid) == ("B", {"A": "g10"})
    # and with equal totals B's one gembone beats C's two, the gift not counted
    game = champions("garl - -").turn("A", "g6=4 stop").turn("B", "g8=6 gift:A:g10=4 stop")
    game.turn("C", "g8=6 keep:A g6=4 stop")
    assert (game.wins, game.paid) == ("B", {"A": "g6"}), (
        "A: 4 twice, the smaller gembone; C shared the best total"
    )


# ---- Brandobaris' Little Luck


@pytest.mark.rule("L13-X11", "L13-39", "L13-40", "L13-R7")
def test_the_last_roll_is_replaced_and_ends_the_turn() -> None:
    game = blessed("brandobaris", seats="AB").turn("A", "g10=8 g6=6")
    prompt = game.ask("A").prompt
    assert (prompt.kind, prompt.default, prompt.clock) == ("swap", "bust", "quick")
    game.turn("A", "swap:g4=3")
    assert game.told("ends")[0].values == {"seat": 0, "total": 11}
    assert game.shows("A") == ["g10:8", "g4:3"]
    assert game.asked() == "B"
    # the g6 is not at risk
    assert game.turn("B", "g8=8 g4=4 stop").paid == {"A": "g4"}


@pytest.mark.rule("L13-39", "L13-40")
def test_the_replacement_may_bust_too_and_may_be_declined() -> None:
    assert blessed("brandobaris", seats="AB").turn("A", "g10=10 g6=6 swap:g8=8").told("bust")
    declined = blessed("brandobaris", seats="AB").turn("A", "g10=10 g6=6 swap:bust")
    assert declined.told("bust")[0].values["total"] == 16


@pytest.mark.rule("L13-39")
def test_without_an_unrolled_gembone_a_bust_is_final() -> None:
    game = blessed("brandobaris", seats="AB").turn("A", "g4=4 g6=1 g8=1 g10=10")
    assert game.asked("roll") == "B"


@pytest.mark.rule("L13-R7")
def test_a_bust_by_a_gift_is_answered_with_the_own_last_roll() -> None:
    game = blessed("brandobaris", "garl", seats="AB").turn("A", "g4=4 g8=7 gift:B:g6=6")
    game.turn("A", "swap:g6=2")
    assert game.told("ends")[0].values == {"seat": 0, "total": 4 + 6 + 2}


# ---- Leira's Dice Deception


@pytest.mark.rule("L13-X12", "L13-41", "L13-R8")
@pytest.mark.parametrize("told", ["g10=8 call:true g6=6 call:down", "g10=7 call:up g6=5"])
def test_a_lie_makes_13(told: str) -> None:
    game = blessed("leira", seats="AB").turn("A", told)
    assert game.wins == "A"
    assert game.told("truth")


@pytest.mark.rule("L13-R8", "L13-R13")
def test_a_true_13_without_a_lie_becomes_12_or_14() -> None:
    game = blessed("leira", seats="AB").turn("A", "g10=8 call:true g6=5")
    assert game.offered("A")[0] == ["up", "down"]
    low = game.turn("A", "call:down")
    assert low.asked() == "A", "12 leaves the turn open"
    high = blessed("leira", seats="AB").turn("A", "g10=8 call:true g6=5 call:up")
    assert high.told("bust")[0].values["total"] == 14


@pytest.mark.rule("L13-41", "L13-R8")
def test_only_one_lie_and_only_about_the_last_roll() -> None:
    game = blessed("leira", seats="AB").turn("A", "g10=3 call:up g6=2")
    assert game.kind() == "roll"
    assert game.total("A") == 6


@pytest.mark.rule("L13-R8")
def test_the_called_number_is_a_face_of_the_gembone() -> None:
    assert blessed("leira").turn("A", "g10=1").offered("A")[0] == ["true", "up"]
    assert blessed("leira").turn("A", "g10=10").offered("A")[0] == ["true", "down"]
    assert blessed("leira").turn("A", "g10=5").offered("A")[0] == ["true", "up", "down"]


@pytest.mark.rule("L13-R8")
def test_stopping_forces_the_lie() -> None:
    game = blessed("leira", seats="AB").turn("A", "g10=5 call:true stop")
    assert game.offered("A")[0] == ["up", "down"]
    assert game.turn("A", "call:down").told("ends")[0].values["total"] == 4


@pytest.mark.rule("L13-R8")
def test_flipping_forces_the_lie_first() -> None:
    game = blessed("leira", "tymora", seats="AB").turn("A", "g10=8 call:true g6=4 call:true flip call:up")
    assert game.wins == "A"
    assert not game.told("flips")
    lower = blessed("leira", "tymora", seats="AB").turn("A", "g10=8 call:true g6=4 call:true flip call:down")
    assert (lower.asked(), lower.total("A")) == ("A", 11)


@pytest.mark.rule("L13-R8", "L13-R7")
def test_leira_and_brandobaris() -> None:
    # offered only if the called total is still a bust
    saved = blessed("leira", "brandobaris", seats="AB").turn("A", "g10=8 call:true g6=6 call:down")
    assert saved.wins == "A"
    # the swap ends the turn, and so forces the lie if it was not spent
    spent = blessed("leira", "brandobaris", seats="AB").turn("A", "g10=10 call:true g6=6 call:down swap:g4=2")
    assert spent.told("ends")[0].values["total"] == 12, "the lie about the replaced gembone is spent"


@pytest.mark.rule("L13-R8", "L13-R7")
def test_a_swap_forces_the_lie_that_was_not_spent() -> None:
    game = blessed("leira", "brandobaris", "garl", seats="AB").turn(
        "A", "g10=9 call:true gift:B:g6=6 swap:g4=2"
    )
    assert game.offered("A")[0] == ["up", "down"]
    assert game.turn("A", "call:up").told("ends")[0].values["total"] == 6 + 3


@pytest.mark.rule("L13-R8")
def test_where_a_gift_ends_the_turn_no_lie_is_owed() -> None:
    game = blessed("leira", "garl", seats="AB").turn("A", "g10=9 call:true gift:B:g4=4")
    assert game.wins == "A"
    assert not game.told("truth")


@pytest.mark.rule("L13-R8", "L13-41")
def test_others_see_only_what_was_called_and_the_truth_after_the_game() -> None:
    game = blessed("leira", seats="AB").turn("A", "g10=7")
    assert game.shows("A", "A") == ["g10:7"]
    for viewer in ("B", None):
        assert game.shows("A", viewer) == [BACK]
    game.turn("A", "call:up")
    for viewer in ("B", None):
        assert game.shows("A", viewer) == ["g10:8"]
    assert "g10:7" not in str(game.match.scene(1)) + str(game.match.scene(RAIL))
    game.turn("A", "stop").turn("B", "g4=1 call:up stop")
    assert game.shows("A", "B") == ["g10:7"]


@pytest.mark.rule("L13-R8", "L13-22")
def test_the_called_number_counts_for_payments() -> None:
    # A's g4 shows 2 and is called 3: the lowest is the g6
    game = blessed("leira", seats="AB").turn("A", "g4=2 call:up g6=2 stop").turn("B", "g10=8 call:up stop")
    assert game.paid == {"A": "g6"}


# ---- Mask's Shadow Swindle


@pytest.mark.rule("L13-X13", "L13-42", "L13-R9")
def test_neighbours_leave_their_smallest() -> None:
    game = champions("waukeen mask - -", seats="ABCD", order="1 2 3 4")
    game.turn("A", "g4=1 g6=1 stop")
    assert game.swindled == [("B", "A", "g8")]
    game.turn("B", "g4=1 stop").turn("C", "g6=2 g8=3 g10=8")
    assert game.swindled == [("B", "A", "g8"), ("B", "C", "g4")]
    assert game.wins == "C"
    assert "D" not in game.paid


@pytest.mark.rule("L13-42", "L13-R9")
def test_who_has_rolled_everything_leaves_nothing() -> None:
    assert champions("waukeen mask -").turn("A", "g4=1 g6=1 g8=1 g10=1").swindled == []


@pytest.mark.rule("L13-R4")
def test_the_first_and_the_last_are_neighbours_and_two_players_count_once() -> None:
    ring = (
        champions("mask - - -", seats="ABCD", order="1 2 3 4").turn("A", "g10=1 stop").turn("B", "g10=1 stop")
    )
    ring.turn("C", "g10=1 stop").turn("D", "g10=2 stop")
    assert ring.swindled == [("A", "B", "g4"), ("A", "D", "g4")]
    assert blessed("mask", seats="AB").turn("A", "g10=9 stop").swindled == [("B", "A", "g4")]


@pytest.mark.rule("L13-R9", "L13-32")
def test_when_everybody_serves_mask_the_one_before_takes_first() -> None:
    game = blessed("mask").turn("A", "g10=1 stop").turn("B", "g10=1 stop")
    assert game.swindled[2:] == [("A", "B", "g4"), ("C", "B", "g6")]
    one_left = blessed("mask").turn("A", "g10=1 stop").turn("B", "g4=1 g6=1 g8=1 stop")
    assert one_left.swindled[2:] == [("A", "B", "g10")]


@pytest.mark.rule("L13-R2", "L13-R9")
def test_what_mask_took_stays_taken_though_all_are_bust() -> None:
    game = blessed("mask", seats="AB").turn("A", "g10=10 g6=6").turn("B", "g10=10 g6=6")
    assert game.wins == ""
    assert [(pay.giver, pay.taker, pay.unit) for pay in game.result.pays] == [(0, 1, "g4"), (1, 0, "g4")]


def test_what_mask_took_cannot_be_given() -> None:
    game = blessed("mask", "garl", seats="AB").turn("A", "g10=1 keep:B stop").turn("B", "g10=1")
    assert game.offered("A")[0] == ["g6", "g8", "keep"]


# ---- Tymora's Bold Blessing


@pytest.mark.rule("L13-X1", "L13-43", "L13-44")
def test_heads_are_13_and_tails_14() -> None:
    heads = blessed("tymora", seats="AB").turn("A", "g10=8 g4=4 flip=1")
    assert heads.wins == "A"
    tails = blessed("tymora", seats="AB").turn("A", "g10=8 g4=4 flip=2")
    assert tails.told("bust")[0].values["total"] == 14


@pytest.mark.rule("L13-43", "L13-R10")
def test_only_at_exactly_12_and_it_ends_the_turn() -> None:
    game = blessed("tymora", seats="AB").turn("A", "g10=8")
    assert "flip" not in game.offered("A")[0]
    assert "flip" in game.turn("A", "g4=4").offered("A")[0]
    assert "flip" in blessed("tymora", seats="AB").turn("A", "g4=4 g6=6 g8=1 g10=1").offered("A")[0]
    assert "flip" not in Thirteen("AB").turn("A", "g10=8 g4=4").offered("A")[0]


@pytest.mark.rule("L13-R10")
def test_a_gift_may_make_the_12_and_the_coin_is_no_gembone() -> None:
    game = blessed("tymora", "garl", seats="AB").turn("A", "g10=8 gift:B:g4=4 flip=2")
    assert game.told("bust")
    assert game.turn("B", "g6=1 keep:A stop").paid == {"A": "g10"}


# ---- Waukeen's Winning Wealth


@pytest.mark.rule("L13-X14", "L13-45", "L13-R11")
def test_whoever_had_10_pays_the_largest() -> None:
    game = champions("waukeen - - -", seats="ABCD").turn("A", "g10=8 g4=4 stop").turn("B", "g8=8 g4=2 stop")
    game.turn("C", "g8=8 g4=1 stop").turn("D", "g10=9 g6=5")
    assert game.paid == {"B": "g8", "C": "g4", "D": "g10"}


@pytest.mark.rule("L13-R11", "L13-25")
def test_waukeen_spares_those_with_the_same_best_total() -> None:
    game = (
        blessed("waukeen").turn("A", "g8=8 g4=4 stop").turn("B", "g10=7 g6=5 stop").turn("C", "g10=10 stop")
    )
    assert (game.wins, game.paid) == ("A", {"C": "g10"})


@pytest.mark.rule("L13-R11")
def test_waukeen_counts_for_a_13_too() -> None:
    game = blessed("waukeen", seats="AB").turn("A", "g4=4 g8=2 g6=4 stop").turn("B", "g10=9 g4=4")
    assert game.paid == {"A": "g8"}


# ---- the draft


def tricksters(seats: str = "ABC", **more: Any) -> Thirteen:
    return Thirteen(seats, blessings_of_the_tricksters=True, **more)


@pytest.mark.rule("L13-31", "L13-33", "L13-34", "L13-R5")
def test_the_lowest_chooses_first_and_nobody_the_same() -> None:
    game = tricksters(order="3 1 2")
    assert game.asked() == "B"
    assert game.offered("B")[0] == list(BLESSINGS)
    game.does(B="leira")
    assert game.asked() == "C"
    game.refuses("C", "leira")
    game.does(C="mask").does(A="garl")
    assert game.kind() == "roll"
    game.defaults()
    assert json.loads(json.dumps(game.result.carry)) == {"deities": [[0, "garl"], [1, "leira"], [2, "mask"]]}


@pytest.mark.rule("L13-35", "L13-R5")
def test_deities_stay_until_all_want_a_new_draft() -> None:
    carry = {"deities": [[0, "garl"], [1, "leira"], [2, "mask"]]}
    assert tricksters(carry=carry).kind() == "roll"

    class Anew(Thirteen):
        answers = "stake_anew stake_anew stake_anew"

        def put_up(self) -> None:
            for name, answer in zip(self.names, self.answers.split(), strict=True):
                self.does(**{name: answer})

    assert Anew("ABC", blessings_of_the_tricksters=True, carry=carry).kind() == "blessing"
    Anew.answers = "stake_anew stake stake_anew"
    assert Anew("ABC", blessings_of_the_tricksters=True, carry=carry).kind() == "roll"


@pytest.mark.rule("L13-R5")
def test_who_comes_later_takes_what_is_left() -> None:
    carry = {"deities": [[0, "garl"], [1, "leira"]]}
    game = tricksters(carry=carry)
    assert game.asked() == "C"
    assert game.offered("C")[0] == ["brandobaris", "mask", "tymora", "waukeen"]
    assert GAME.departs is not None
    assert GAME.departs(game.match.options, carry, 0, [1]).carry == {"deities": [[1, "leira"]]}


@pytest.mark.rule("L13-33")
def test_the_draft_is_told_and_everybody_sees_who_is_asked() -> None:
    game = tricksters(order="1 2 3")
    assert game.ask("A").prompt.public
    game.does(A="leira").defaults(until="roll")
    told = [(game.name(e.values["seat"]), e.values["name"]) for e in game.told("champion")]
    assert told == [("A", NAMES["leira"]), ("B", NAMES["garl"]), ("C", NAMES["brandobaris"])], (
        "out of time: the first"
    )


@pytest.mark.rule("L13-35", "L13-R5")
def test_a_game_that_nobody_plays_keeps_the_champions() -> None:
    class Empty(Thirteen):
        def put_up(self) -> None:
            self.each("ABC", "pass")

    held = {"deities": [[0, "garl"], [1, "leira"], [2, "mask"]]}
    assert Empty("ABC", blessings_of_the_tricksters=True, carry=held).result.carry == held


@pytest.mark.rule("L13-31", "L13-R5")
def test_champions_of_other_games_bless_nobody_where_there_is_no_draft() -> None:
    game = Thirteen("AB", carry={"deities": [[0, "tymora"]]})
    assert game.turn("A", "g10=8 g4=4").offered("A")[0] == ["g6", "g8", "stop"]

    class First(Thirteen):
        def put_up(self) -> None:
            assert self.offered("A")[0] == ["stake", "pass"], "no draft yet to be made anew"
            super().put_up()

    assert First("AB", blessings_of_the_tricksters=True).kind() == "blessing"


@pytest.mark.rule("L13-R5", "GEN-R4")
def test_who_leaves_during_a_game_frees_their_deity() -> None:
    game = champions("garl tymora waukeen").leaves("B").defaults()
    assert game.result.carry == {"deities": [[0, "garl"], [2, "waukeen"]]}


@pytest.mark.rule("L13-R8", "GEN-R3")
def test_out_of_time_the_truth_is_said_while_it_may_be() -> None:
    game = blessed("leira").turn("A", "g10=5")
    assert game.ask("A").prompt.default == "true"
    assert game.ask("A").prompt.says["higher"] == 6
    assert game.ask("A").prompt.says["lower"] == 4
    game.turn("A", "call:true stop")
    assert game.ask("A").prompt.default == "up", "forced, one more is the better"
    high = blessed("leira").turn("A", "g10=10 call:true stop")
    assert high.ask("A").prompt.default == "down", "there is no 11 on it"
    bust = blessed("leira").turn("A", "g10=8 call:true g6=5")
    assert bust.ask("A").prompt.default == "down", "not one more than 13"


@pytest.mark.rule("L13-31", "L13-R5")
def test_a_champion_has_one_blessing_alone() -> None:
    game = champions("tymora garl", seats="AB").turn("A", "g10=8 keep:B g4=4")
    assert "flip" in game.offered("A")[0]
    game.turn("A", "stop").turn("B", "g10=8 g4=4")
    assert "flip" not in game.offered("B")[0]
    assert game.asked() == "B", "A gives nothing"


@pytest.mark.rule("L13-31")
def test_six_champions_at_most() -> None:
    assert GAME.limits(GAME.parse_options({"blessings_of_the_tricksters": True})) == (2, 6)
    assert GAME.limits(GAME.parse_options({})) == (2, 8)


@pytest.mark.rule("L13-32")
@pytest.mark.parametrize("name", BLESSINGS)
def test_each_blessing_alone_is_everybodys(name: str) -> None:
    options = GAME.parse_options({VARIANT[name]: True})
    assert isinstance(options, Options)
    assert options.everybodys == (name,)
    with pytest.raises(BadOptions, match="switch the single ones off"):
        GAME.parse_options({VARIANT[name]: True, "blessings_of_the_tricksters": True})


def test_all_single_blessings_go_together() -> None:
    options = GAME.parse_options(dict.fromkeys(VARIANT.values(), True))
    assert isinstance(options, Options)
    assert options.everybodys == BLESSINGS
