"""Tripledip: combinations, locks, winners and payments."""

from __future__ import annotations

from itertools import product

import pytest

from games.engine import BadOptions, Line, RulesBug
from games.gembones.tripledip import GAME, point_target
from games.gembones.tripledip.options import Options
from games.gembones.tripledip.state import DUBS, NO_POINT, TRIPS, Score, score_of
from games.primers.rigged import Rigged
from tests.helpers.games.tripledip import net, play_rounds, start_game


@pytest.mark.rule("TD-07", "TD-08", "TD-09", "TD-X10")
def test_trips_dubs_and_nothing() -> None:
    assert score_of([1, 2, 5], 8).rank == NO_POINT
    assert score_of([7, 7, 7], 8) == Score(TRIPS, 7)
    for faces in ([8, 1, 8], [1, 8, 8], [8, 8, 1]):
        assert score_of(faces, 8) == Score(DUBS, point=1, pair=8)


@pytest.mark.rule("TD-13", "TD-14", "TD-R1", "TD-X7", "TD-02")
@pytest.mark.parametrize("sides", [4, 6, 8])
def test_combinations_from_the_top(sides: int) -> None:
    numbers = range(sides, 0, -1)
    trips = [Score(TRIPS, number) for number in numbers]
    dubs = [Score(DUBS, point, pair) for point in numbers for pair in numbers if pair != point]
    rolled = {score_of(faces, sides) for faces in product(numbers, repeat=3)} - {Score(NO_POINT)}
    assert sorted(rolled, reverse=True) == trips + dubs
    assert score_of([1, 1, 1], sides) > score_of([3, 3, 4], sides)


@pytest.mark.rule("TD-X1", "TD-16", "TD-03", "TD-12")
@pytest.mark.parametrize("faces", ["444", "333", "222", "111"])
def test_trips_win_three_from_each(faces: str) -> None:
    assert net(play_rounds(f"A 221  B {faces}  C 331")) == {"A": -3, "B": +6, "C": -3}


@pytest.mark.rule("TD-X1", "TD-15", "TD-03", "TD-12")
@pytest.mark.parametrize("faces", ["334", "443", "442", "441"])
def test_dubs_win_one_from_each(faces: str) -> None:
    assert net(play_rounds(f"A 221  B {faces}  C 331")) == {"A": -1, "B": +2, "C": -1}


@pytest.mark.rule("TD-03", "TD-08")
def test_the_point_is_the_unpaired_number_and_the_higher_one_wins() -> None:
    assert net(play_rounds("A 442  B 113  C 331")) == {"A": -1, "B": +2, "C": -1}


@pytest.mark.rule("TD-X5", "TD-04")
def test_trips_beat_dubs_of_a_higher_point() -> None:
    assert net(play_rounds("A 224  B 333  C 114")) == {"A": -3, "B": +6, "C": -3}
    for size in ("g6", "g8"):
        game = play_rounds("A 224  B 333  C 114", size=size)
        assert net(game, size) == {"A": -3, "B": +6, "C": -3}


@pytest.mark.rule("TD-X6", "TD-14")
def test_the_higher_pair_breaks_equal_points() -> None:
    game = play_rounds("A 226  B 556  C 445", size="g6")
    assert net(game, "g6") == {"A": -1, "B": +2, "C": -1}
    assert [pay.amount * 6 for pay in game.result.pays] == [6, 6]


@pytest.mark.rule("TD-01", "TD-06", "TD-10", "TD-11")
def test_who_has_a_point_is_locked_and_the_others_roll_all_three_again() -> None:
    game = start_game("A 124  B 112  C 123", "A 134  C 113", "A 221")
    assert game.asked() == "ABC"
    game.each("ABC", "stake")
    assert game.asked() == "AC"
    assert game.sees(None, "B", "dice") == ["g4:1", "g4:1", "g4:2"]
    game.each("AC", "roll")
    assert game.asked() == "A"
    assert game.sees(None, "C", "dice") == ["g4:1", "g4:1", "g4:3"]
    game.does(A="roll")
    assert net(game) == {"A": -1, "B": -1, "C": +2}


@pytest.mark.rule("TD-01")
@pytest.mark.parametrize("size", ["g4", "g6", "g8"])
def test_three_gembones_of_that_size(size: str) -> None:
    sides = int(size[1:])
    with pytest.raises(RulesBug, match=f"{sides + 1} on a die of {sides}"):
        play_rounds(f"A 11{sides + 1}  B 112", size=size)


@pytest.mark.rule("TD-R2")
def test_a_round_is_rolled_when_all_have_pressed() -> None:
    game = start_game("A 124  B 123", "A 112  B 113").each("AB", "stake")
    game.does(B="roll")
    assert game.sees(None, "B", "dice") == ["g4:1", "g4:2", "g4:3"], "nothing is rolled yet"
    assert game.asked() == "A"
    game.does(A="roll")
    assert net(game) == {"A": -1, "B": +1}


# ---- ties


@pytest.mark.rule("TD-X8", "TD-17", "TD-18", "TD-19")
def test_a_tie_is_rerolled_by_those_alone() -> None:
    game = play_rounds("A 334  B 334  C 221", "A 123  B 222")
    assert net(game) == {"A": -3, "B": +4, "C": -1}


@pytest.mark.rule("TD-X9", "TD-R3")
def test_in_one_reroll_the_better_wins_and_equals_roll_again() -> None:
    assert net(play_rounds("A 334  B 334  C 221", "A 112  B 443")) == {"A": -1, "B": +2, "C": -1}
    again = play_rounds("A 334  B 334  C 221", "A 443  B 443", "A 123  B 124", "A 123  B 221")
    assert net(again) == {"A": -1, "B": +2, "C": -1}


@pytest.mark.rule("TD-17", "TD-19", "TD-R3")
def test_who_falls_behind_in_a_reroll_is_out_and_pays_by_the_last_combination() -> None:
    game = play_rounds("A 334  B 334  C 334  D 111", seats="ABCD")
    assert net(game) == {"A": -3, "B": -3, "C": -3, "D": +9}
    game = play_rounds("A 334  B 334  C 334  D 221", "A 443  B 443  C 112", "A 222  B 123")
    assert net(game) == {"A": +7, "B": -3, "C": -3, "D": -1}


@pytest.mark.rule("TD-18")
def test_outsiders_pay_trips_though_the_reroll_was_dubs() -> None:
    assert net(play_rounds("A 444  B 444  C 221", "A 112  B 123")) == {"A": +4, "B": -1, "C": -3}


@pytest.mark.rule("TD-R3", "TD-21")
def test_rerolls_of_a_tie_are_not_counted() -> None:
    nothing = ["A 123  B 124"] * 9
    assert net(play_rounds("A 334  B 334", *nothing, "A 112  B 123")) == {"A": +1, "B": -1}


# ---- the last one


@pytest.mark.rule("TD-X2", "TD-21", "TD-22", "TD-R4")
@pytest.mark.parametrize(("size", "rerolls"), [("g4", 4), ("g6", 6), ("g8", 8)])
def test_the_last_one_has_as_many_rerolls_as_sides(size: str, rerolls: int) -> None:
    fails = ["C 123"] * rerolls
    game = play_rounds("A 112  B 113  C 124", *fails, size=size)
    assert net(game, size) == {"A": -1, "B": +4, "C": -3}
    scores = play_rounds("A 112  B 113  C 124", *fails[:-1], "C 221", size=size)
    assert net(scores, size) == {"A": -1, "B": +2, "C": -1}


@pytest.mark.rule("TD-R2")
def test_the_count_begins_after_the_last_other_has_locked() -> None:
    game = play_rounds("A 123  B 113  C 124", "A 123  C 124", "A 112  C 134", *["C 123"] * 4)
    assert net(game) == {"A": -1, "B": +4, "C": -3}


@pytest.mark.rule("TD-11", "TD-R2")
def test_two_without_a_point_have_no_count() -> None:
    game = play_rounds("A 113  B 123  C 123", *["B 123  C 123"] * 12, "B 112  C 114")
    assert net(game) == {"A": -1, "B": -1, "C": +2}


# ---- cracks


@pytest.mark.rule("TD-X14", "TD-23", "TD-24", "TD-R4", "TD-R12", "GEN-R2")
def test_a_crack_loses_all_three_to_whoever_wins_in_the_end() -> None:
    game = play_rounds("A x  B 123  C 123", "B 334  C 221", tray=1)
    assert net(game) == {"A": -3, "B": +4, "C": -1}
    assert [event.values["seat"] for event in game.told("cracks")] == [0]
    assert game.sees(None, "A", "dice") == [], "the result of a cracked gembone is not shown"


@pytest.mark.rule("TD-R13", "TD-23")
def test_a_cracked_seat_counts_as_settled_for_the_last_ones_count() -> None:
    game = play_rounds("A 123  B 113  C 124", "A x  C 124", *["C 123"] * 4, tray=1)
    assert net(game) == {"A": -3, "B": +6, "C": -3}


@pytest.mark.rule("TD-R5")
def test_the_last_one_standing_wins_without_a_point() -> None:
    assert net(play_rounds("A x  B 123  C x", tray=1)) == {"A": -3, "B": +6, "C": -3}


@pytest.mark.rule("TD-R5")
def test_if_all_who_remain_lose_together_the_game_is_void() -> None:
    game = play_rounds("A x  B 123  C 124", "B x  C x", tray=1)
    assert game.result.pays == ()
    assert game.result.headline.text == GAME.words["result:void"]


@pytest.mark.rule("TD-23")
def test_a_crack_in_a_reroll_loses_too() -> None:
    assert net(play_rounds("A 334  B 334  C 221", "A x  B 123", tray=1)) == {"A": -3, "B": +4, "C": -1}
    # both seats of the tie crack, so the one left has won
    assert net(play_rounds("A 334  B 334  C 221", "A x  B x", tray=1)) == {"A": -3, "B": -3, "C": +6}


@pytest.mark.rule("TD-R6", "GEN-R2")
def test_each_gembone_cracks_by_so_many_hundredths(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def below(luck: Rigged, n: int) -> int:
        drawn.append(n)
        return 0 if len(drawn) == 5 else n - 1

    monkeypatch.setattr(Rigged, "below", below)
    game = start_game("A 112  B x  C 113", tray=1).each("ABC", "stake")
    assert drawn == [100] * 8, "three each of A and C, and of B until one is off"
    assert [event.values["seat"] for event in game.told("cracks")] == [1]


@pytest.mark.rule("TD-R6", "GEN-R2")
def test_without_the_option_nothing_cracks() -> None:
    game = start_game("A 112  B 113").each("AB", "stake")
    assert not game.told("cracks")
    assert GAME.parse_options({}).tray == 0  # type: ignore[attr-defined]
    for bad in (-1, 6):
        with pytest.raises(BadOptions):
            GAME.parse_options({"tray": bad})


# ---- putting up, sitting out, leaving


@pytest.mark.rule("GEM-R4")
def test_all_three_are_set_aside_before_the_first_roll() -> None:
    prompt = start_game("A 112  B 113", size="g8").ask("A").prompt
    assert dict(prompt.cost("stake").seat) == {"g8": 3}
    assert not prompt.cost("pass").seat
    assert prompt.default == "pass"


def test_who_does_not_put_up_dice_is_not_in_the_game() -> None:
    assert net(play_rounds("A 112  C 113", seats="ABC")) == {"A": -1, "B": 0, "C": +1}
    alone = start_game("A 112", seats="AB").does(A="stake", B="pass")
    assert alone.result.pays == ()
    assert alone.result.headline.text == GAME.words["result:nothing"]


@pytest.mark.rule("GEN-R4")
def test_the_table_rolls_for_who_leaves() -> None:
    game = start_game("A 123  B 112  C 134", "A 113  C 134", "C 114").each("ABC", "stake").leaves("A")
    assert game.asked() == "C"
    game.each("C", "roll").each("C", "roll")
    assert net(game) == {"A": -1, "B": -1, "C": +2}


@pytest.mark.rule("GEN-R3")
def test_a_roll_not_pressed_in_time_is_made_by_the_table() -> None:
    prompt = start_game("A 123  B 123").each("AB", "stake").ask("A").prompt
    assert (prompt.default, prompt.clock) == ("roll", "quick")


# ---- sizes, points, words


@pytest.mark.rule("TD-R11", "TD-05")
@pytest.mark.parametrize("size", ["g10", "g12", "g20"])
def test_large_sizes_are_for_high_stakes(size: str) -> None:
    with pytest.raises(BadOptions, match="need High Stakes"):
        GAME.parse_options({"size": size})
    game = play_rounds("A 112  B 333", size=size, high_stakes=True)
    assert net(game, size) == {"A": -3, "B": +3}


@pytest.mark.rule("TD-44", "TD-45", "TD-43")
def test_point_targets() -> None:
    for size, quick in (("g4", 4), ("g6", 6), ("g8", 8)):
        options = Options.model_validate({"size": size})
        assert point_target(options, "quick", 4) == quick
        assert point_target(options, "full", 4) == 4 * quick
    assert point_target(Options(mordenkainens_madness=True), "quick", 3) == 8
    assert "mostly to teach it" in GAME.rules


@pytest.mark.rule("TD-20", "GEN-14")
def test_a_new_game_begins_with_everybody_unlocked() -> None:
    first = play_rounds("A x  B 112  C 113", tray=1)
    again = play_rounds("A 112  B 113  C 114", carry=first.result.carry)
    assert net(again) == {"A": -1, "B": -1, "C": +2}


def test_rows_say_why() -> None:
    rows = {row.seat: row for row in play_rounds("A x  B 334  C 222", tray=1).result.rows}
    assert [row.place for row in rows.values()] == [1, None, None]
    reasons = {seat: row.reason.values["reason"] for seat, row in rows.items() if row.reason is not None}
    assert reasons[2] == Line("trips {point}", {"point": 2})
    assert reasons[1].text.format(**reasons[1].values) == "dubs 4 over a pair of 3s"
    assert reasons[0].text == "no point in time, out"
