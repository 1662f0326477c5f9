"""Tripledip with Annam All-or-Nothing, Machae's Golden Pot, Mordenkainen's Madness, and at the Nine Bells."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.face.text.templates import Renderer
from games.engine import HOUSE, OUTSIDE, POT, BadOptions, Pay
from games.engine.money import worth
from games.gembones.tripledip import GAME
from games.gembones.tripledip.golden_pot import GoldenPot
from games.gembones.tripledip.nine_bells import ROLLS_A_DAY, ROLLS_A_PRESS
from games.gembones.tripledip.state import ANNAM, ANNAM_LOSS, score_of
from tests.helpers.games.tripledip import net, play_rounds, pot, start_game, zone
from tests.helpers.script import Script

# ---- Annam All-or-Nothing


def annam(*rounds: str, **options: Any) -> Script:
    return play_rounds(*rounds, annam_all_or_nothing=True, **options)


@pytest.mark.rule("TD-25", "TD-X3", "TD-R7")
@pytest.mark.parametrize(("sides", "faces"), [(8, [6, 7, 8]), (8, [7, 8, 6]), (4, [3, 2, 4]), (6, [4, 5, 6])])
def test_the_three_highest_numbers_rank_above_all(sides: int, faces: list[int]) -> None:
    assert score_of(faces, sides, annam=True).rank == ANNAM
    assert score_of(faces, sides, annam=True) > score_of([sides] * 3, sides, annam=True)
    assert score_of([3, 1, 2], sides, annam=True).rank == ANNAM_LOSS
    assert score_of(faces, sides).rank == 0


@pytest.mark.rule("TD-26", "TD-27", "TD-X3")
def test_the_first_to_roll_them_wins_at_once_from_locked_and_unlocked_alike() -> None:
    assert net(annam("A 888  B 678  C 125", size="g8"), "g8") == {"A": -3, "B": +6, "C": -3}


@pytest.mark.rule("TD-X11", "TD-28", "TD-29")
def test_1_2_3_loses_to_whoever_wins_in_the_end() -> None:
    game = annam("A 123  B 666  C 125", "C 456", size="g6")
    assert net(game, "g6") == {"A": -3, "B": -3, "C": +6}
    by_dubs = annam("A 123  B 114  C 224")
    assert net(by_dubs) == {"A": -3, "B": -1, "C": +4}


@pytest.mark.rule("TD-R7")
def test_several_at_once_reroll_and_all_others_pay_three() -> None:
    game = annam("A 234  B 342  C 112  D 134", "A 112  B 113")
    assert net(game) == {"A": -3, "B": +9, "C": -3, "D": -3}


@pytest.mark.rule("TD-R3")
def test_annam_in_rerolls() -> None:
    assert net(annam("A 334  B 334  C 221", "A 444  B 234")) == {"A": -3, "B": +4, "C": -1}
    # 1, 2, 3 drops out
    assert net(annam("A 334  B 334  C 221", "A 123  B 134")) == {"A": -3, "B": +4, "C": -1}
    # the last combination with a point is what who fell behind pays by, though a later reroll had none
    assert net(annam("A 334  B 334  C 334", "A 222  B 222  C 112", "A 123  B 124")) == {
        "A": -3,
        "B": +6,
        "C": -3,
    }
    # but if all who are left roll it they roll again
    assert net(annam("A 334  B 334  C 221", "A 123  B 231", "A 112  B 113")) == {"A": -1, "B": +2, "C": -1}


@pytest.mark.rule("TD-R5", "TD-R4")
def test_annam_last_one_standing() -> None:
    assert net(annam("A 123  B 124  C 321", size="g6"), "g6") == {"A": -3, "B": +6, "C": -3}
    assert annam("A 123  B 123", size="g6").result.pays == ()


# ---- Machae's Golden Pot


def golden(*rounds: str, **more: Any) -> Script:
    return play_rounds(*rounds, machaes_golden_pot=True, **more)


@pytest.mark.rule("TD-X12", "TD-30", "TD-31", "TD-32", "TD-33", "TD-R8")
def test_three_games_of_the_golden_pot() -> None:
    one = golden("A 112  B 113  C 114  D 221")
    assert (net(one), pot(one)) == ({"A": -1, "B": -1, "C": 0, "D": -1}, {"g4": 3})
    assert zone(one, "pot") == ["3g4"]
    two = golden("A 112  B 113  C 114  D 221", carry=one.result.carry)
    assert pot(two) == {"g4": 6}
    three = golden("A 112  B 333  C 114  D 221", carry=two.result.carry)
    assert net(three) == {"A": -3, "B": +15, "C": -3, "D": -3}
    assert worth({"g4": 15}) == 60
    assert three.result.carry == {}
    assert [event.values["dice"] for event in three.told("takes_pot")] == ["15g4"]


@pytest.mark.rule("TD-30")
def test_everybody_sees_the_pot() -> None:
    game = start_game("A 112  B 113", machaes_golden_pot=True, carry={"pot": {"g4": 5}, "paid": [[0, 20]]})
    assert zone(game, "pot") == ["5g4"]


@pytest.mark.rule("TD-R8")
def test_the_first_trips_take_it_even_without_winning() -> None:
    carry = {"pot": {"g4": 2}, "paid": [[2, 8]]}
    # B's trips come a round before C's higher ones, which win the game
    game = golden("A 112  B 111  C 123", "C 333", carry=carry)
    assert net(game) == {"A": -3, "B": +5, "C": 0}
    # in one round the higher trips take it
    assert net(golden("A 112  B 111  C 333", carry=carry)) == {"A": -3, "B": -3, "C": +8}


@pytest.mark.rule("TD-R8")
def test_equal_trips_the_winner_of_the_tie_takes_it() -> None:
    game = golden("A 333  B 333  C 112", "A 112  B 113", carry={"pot": {"g4": 2}, "paid": [[2, 8]]})
    assert net(game) == {"A": -1, "B": +6, "C": -3}


@pytest.mark.rule("TD-R8")
def test_equal_trips_that_did_not_win_share_it() -> None:
    carry = {"pot": {"g4": 2}, "paid": [[2, 8]]}
    game = golden("A 111  B 111  C 123", "C 444", carry=carry)
    assert net(game) == {"A": +1, "B": +1, "C": 0}, "8g4 in two halves, and three each paid in"


@pytest.mark.rule("TD-R8", "GEM-R2")
def test_gembones_that_do_not_divide_are_changed_to_the_last_piece() -> None:
    odd = golden("A 111  B 111  C 123", "C 444", carry={"pot": {"g4": 3}, "paid": [[2, 12]]})
    assert odd.net["A"] == odd.net["B"] == {"g12": 1, "g6": 1, "g4": -3}, "9g4 are 18 pieces each"
    assert pot(odd) == {}
    [told] = odd.told("shares_pot")
    assert told.values == {"seats": (0, 1), "dice": "1g12 + 1g6"}
    loose = golden("A 111  B 111  C 123", "C 444", carry={"pot": {"g4": 2, "piece": 1}, "paid": [[2, 9]]})
    assert loose.net["A"] == {"g12": 1, "g4": -2}, "33 pieces: sixteen each"
    assert pot(loose) == {"piece": 1}
    [note] = loose.result.notes
    assert note.values == {"dice": "1 piece"}
    assert GAME.due(dict(loose.result.carry), [0, 1, 2]) == {0: {"piece": 1}}


@pytest.mark.rule("PTS-R4", "TD-R8")
def test_for_points_gembones_are_not_changed() -> None:
    pot = GoldenPot({"pot": {"g4": 9}, "paid": [[2, 36]]})
    assert pot.take([0, 1], whole=True) == [Pay(POT, 0, "g4", 4), Pay(POT, 1, "g4", 4)]
    assert pot.carry()["pot"] == {"g4": 1}


@pytest.mark.rule("TD-R8")
def test_trips_in_a_reroll_count() -> None:
    game = golden("A 334  B 334  C 221", "A 111  B 123")
    assert net(game) == {"A": +4, "B": -3, "C": -1}


@pytest.mark.rule("TD-R8", "TD-33")
def test_trips_take_the_pot_though_annam_wins() -> None:
    game = golden("A 333  B 234  C 112", annam_all_or_nothing=True)
    assert net(game) == {"A": +3, "B": 0, "C": -3}


@pytest.mark.rule("TD-R8")
def test_a_pot_that_nobody_took_goes_back_in_proportion() -> None:
    one = golden("A 112  B 113  C 114")
    two = golden("A 112  B 114  C 221", carry=one.result.carry)
    assert pot(two) == {"g4": 4}
    carry = json.loads(json.dumps(two.result.carry))
    assert GAME.due(carry, [0, 1, 2]) == {0: {"g4": 2}, 1: {"g4": 1}, 2: {"g4": 1}}
    mixed = {"pot": {"g4": 2, "g6": 1, "g8": 1}, "paid": [[0, 10], [1, 12]]}
    assert GAME.due(mixed, [0, 1]) == {0: {"g4": 1, "g6": 1}, 1: {"g4": 1, "g8": 1}}


@pytest.mark.rule("TD-R8")
def test_the_pot_stays_when_players_leave_and_their_share_is_theirs() -> None:
    one = golden("A 112  B 113  C 114")
    assert GAME.payers(one.result.carry) == {0, 1}
    assert GAME.due(one.result.carry, [1, 2]) == {1: {"g4": 1}}, "what is A's is given to nobody else"
    playing = (
        start_game("A 112  B 113  C 114", machaes_golden_pot=True).does(A="stake", B="stake").leaves("A")
    )
    playing.does(C="stake")
    assert GAME.payers(playing.result.carry) == {0, 1}, "who leaves while playing has paid too"
    assert GAME.payers(golden("A 112  B 333").result.carry) == set()


@pytest.mark.rule("TD-R8", "TD-34")
def test_in_the_madness_a_taken_pot_forgets_who_paid_for_it() -> None:
    """A's trips take the pot in the game of g4; the games of g6 and g8, which end after it, fill a new one."""
    game = golden(
        "A 444 123 123  B 112 123 123  C 113 112 112", "A 114 114  B 115 115",
        carry={"pot": {"g4": 2}, "paid": [[2, 8]]}, mordenkainens_madness=True,
    )  # fmt: skip
    assert game.told("takes_pot")[0].values["seats"] == (0,)
    assert net(game, "g4") == {"A": 2 + 3 + 3, "B": -3, "C": -3}
    assert pot(game) == {"g6": 2, "g8": 2}
    assert GAME.payers(game.result.carry) == {0, 2}, "not B, whose gembones are A's"
    assert GAME.due(game.result.carry, [0, 1, 2]) == {0: {"g6": 1, "g8": 1}, 2: {"g6": 1, "g8": 1}}


def test_the_pot_waits_while_the_variant_is_off() -> None:
    carry = {"pot": {"g4": 2}, "paid": [[0, 8]]}
    game = play_rounds("A 112  B 333", carry=carry)
    assert net(game) == {"A": -3, "B": +3}
    assert game.result.carry == carry


# ---- Mordenkainen's Madness


def madness(*rounds: str, **more: Any) -> Script:
    return play_rounds(*rounds, mordenkainens_madness=True, **more)


@pytest.mark.rule("TD-X13", "TD-34", "TD-38", "TD-R9")
def test_three_games_at_once_each_paid_for_itself() -> None:
    game = madness("A 112 335 112  B 113 222 113  C 114 331 118")
    assert [net(game, size) for size in ("g4", "g6", "g8")] == [
        {"A": -1, "B": -1, "C": +2},
        {"A": -3, "B": +6, "C": -3},
        {"A": -1, "B": -1, "C": +2},
    ]
    won = {"g4": 2 * 4, "g6": 6 * 6, "g8": 2 * 8}
    assert (
        [worth({size: n}) for size, n in (("g4", 2), ("g6", 6), ("g8", 2))] == [*won.values()] == [8, 36, 16]
    )
    assert dict(start_game("A 112 112 112  B 1", mordenkainens_madness=True).ask("A").prompt.cost("stake").seat) == {
        "g4": 3, "g6": 3, "g8": 3,
    }  # fmt: skip


@pytest.mark.rule("TD-35", "TD-R9", "TD-38", "TD-39")
def test_all_unlocked_trios_are_rolled_together_until_all_games_are_over() -> None:
    game = start_game(
        "A 112 126 128  B 113 114 124", "A 335 124  B 118", "A 127", *["A 127"] * 5, "A 222",
        mordenkainens_madness=True,
    )  # fmt: skip
    game.each("AB", "stake")
    assert [event.values["size"] for event in game.told("wins")] == ["g4"], "paid when it ends"
    assert game.asked() == "AB"
    game.each("AB", "roll")
    assert [event.values["size"] for event in game.told("wins")] == ["g4", "g6"]
    assert game.sees(None, "A", "dice") == ["g4:1", "g4:1", "g4:2"]
    assert not game.match.over
    for _ in range(7):
        assert game.asked() == "A"
        game.does(A="roll")
    assert (net(game, "g4"), net(game, "g6"), net(game, "g8")) == (
        {"A": -1, "B": +1},
        {"A": +1, "B": -1},
        {"A": +3, "B": -3},
    )


@pytest.mark.rule("TD-37", "TD-R6")
def test_a_crack_counts_for_one_game_only() -> None:
    game = madness("A x 335 112  B 113 222 113", tray=1)
    assert [net(game, size)["A"] for size in ("g4", "g6", "g8")] == [-3, -3, -1]
    assert [event.values["size"] for event in game.told("cracks")] == ["g4"]


@pytest.mark.rule("TD-36", "TD-R6")
@pytest.mark.parametrize(("number", "cracked"), [(14, True), (15, False)])
def test_three_trios_crack_three_times_as_often(number: int, cracked: bool) -> None:
    game = Script(GAME, "AB", numbers=[number], carry={}, tray=5, mordenkainens_madness=True).each(
        "AB", "stake"
    )
    assert any(event.values == {"seat": 0, "size": "g4"} for event in game.told("cracks")) == cracked


@pytest.mark.rule("TD-36", "GEN-R2")
@pytest.mark.parametrize(("number", "cracked"), [(4, True), (5, False)])
def test_one_trio_cracks_at_the_tables_rate(number: int, cracked: bool) -> None:
    game = Script(GAME, "AB", numbers=[number], carry={}, tray=5).each("AB", "stake")
    assert any(event.values == {"seat": 0, "size": "g4"} for event in game.told("cracks")) == cracked


# ---- Nine Bells


def bells(rolls: str = "", **more: Any) -> Script:
    return Script(GAME, "A", rolls=rolls, carry={}, nine_bells=True, **more)


@pytest.mark.rule("TD-40", "TD-42", "TD-X4")
def test_three_twenties_are_paid_nine_to_one() -> None:
    game = bells("20 20 19 " * 2 + "20 20 20").does(A="sign")
    assert game.match.risked == {0: {"g20": 3}, HOUSE: {"g20": 27}}
    game.does(A="roll")
    assert game.result.headline.values == {"rolled": 3}, "two twenties win nothing"
    assert game.net == {"A": {"g20": +27}}
    assert game.told("signs")
    assert game.told("nine_bells")
    assert [row.place for row in game.result.rows] == [1]
    assert not game.result.ranked


@pytest.mark.rule("TD-42", "TD-X4")
def test_nothing_else_ends_it_but_tearing_it_up() -> None:
    game = bells("19 19 19 " * ROLLS_A_PRESS).does(A="sign").does(A="roll")
    assert not game.match.over
    assert game.ask("A").prompt.says == {"rolled": 13, "left": 653, "seconds": 10}
    assert GAME.seconds["ring"] == 13 * 24 * 60 * 60
    game.does(A="tear_up")
    assert game.net == {"A": {"g20": -3}}
    assert [row.place for row in game.result.rows] == [None]
    ending = game.match.ending
    assert ending is not None
    told = Renderer({0: "Ann"}).say(ending.personal[0])
    assert told == "You lost three g20s: contract torn up after 13 rolls."


def test_an_unsigned_contract_costs_nothing() -> None:
    assert bells().does(A="pass").result.pays == ()


@pytest.mark.rule("TD-R10")
def test_a_days_rolls_end_with_a_press_of_three() -> None:
    game = bells("1 1 1 " * (ROLLS_A_DAY + ROLLS_A_PRESS)).does(A="sign")
    for _ in range(ROLLS_A_DAY // ROLLS_A_PRESS):
        game.does(A="roll")
    game.does(A="roll")
    assert game.told("bells")[-1].values["n"] == 3
    assert game.offered("A")[0] == ["tear_up"]
    game.match.answer(0, OUTSIDE, ["facts", [0, {"day": 20_001}]], "table")
    assert game.offered("A")[0] == ["roll", "tear_up"]
    game.does(A="roll")
    says = game.ask("A").prompt.says
    assert (says["rolled"], says["left"]) == (ROLLS_A_DAY + ROLLS_A_PRESS, ROLLS_A_DAY - ROLLS_A_PRESS)
    # what was not used on one day is not kept for the next
    game.match.answer(0, OUTSIDE, ["facts", [0, {"day": 20_002}]], "table")
    assert game.ask("A").prompt.says["left"] == ROLLS_A_DAY


@pytest.mark.parametrize("other", ["annam_all_or_nothing", "machaes_golden_pot", "mordenkainens_madness"])
def test_nine_bells_goes_with_no_other_variant(other: str) -> None:
    with pytest.raises(BadOptions, match="no other variant"):
        GAME.parse_options({"nine_bells": True, other: True})


def test_seats_at_the_nine_bells() -> None:
    assert GAME.limits(GAME.parse_options({"nine_bells": True})) == (1, 1)
    assert GAME.limits(GAME.parse_options({})) == (2, 8)
