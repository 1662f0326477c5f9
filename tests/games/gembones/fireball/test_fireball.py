"""FIREBALL: targets and locks, the race, rounds, ties and payments."""

from __future__ import annotations

import pytest

from games.engine import RAIL, BadAmount, Invitation, Pay
from games.engine.money import Amount, worth
from games.engine.money_changer import cover, exchange
from games.gembones.fireball import GAME, point_target
from games.gembones.fireball.dice import Dice
from tests.helpers.games.fireball import faces_of, locked, locked_note, net, play_rolls, press, start_game
from tests.helpers.script import Script

# ---- targets and locks


@pytest.mark.rule("FB-X2", "FB-02", "FB-06", "FB-07", "FB-08")
def test_the_most_frequent_number_is_the_target_and_the_others_are_rolled_again() -> None:
    s = play_rolls("A 33355126  B 11223344")
    assert (locked(s, "A"), locked_note(s, "A")) == ("333", (3, "3"))
    press_more = play_rolls("A 33355126  B 11223344", "A 36314")
    assert (locked(press_more, "A"), locked_note(press_more, "A")) == ("33333", (5, "3"))
    assert play_rolls("A 33355126  B 11223344", "A 36314", "A 121").asked() == "AB", "three were rolled"


@pytest.mark.rule("FB-X4", "FB-R4")
def test_of_equally_frequent_numbers_the_highest_unless_the_player_said_lowest() -> None:
    first = "A 22446613  B 22446613"
    s = play_rolls(first, ways={"B": "lowest"})
    assert (locked(s, "A"), locked(s, "B")) == ("66", "22")
    s = play_rolls("A 22244661  B 66644221", ways={"A": "stake", "B": "lowest"})
    assert (locked(s, "A"), locked(s, "B")) == ("222", "666"), "the most frequent comes first"


@pytest.mark.rule("FB-R7")
@pytest.mark.parametrize(
    ("options", "size", "count", "pieces"),
    [
        ({}, "g6", 8, 48),
        ({"at_higher_levels": 14}, "g6", 14, 84),
        ({"cone_of_cold": True}, "g8", 8, 64),
        ({"meteor_swarm": True}, "g6", 40, 240),
    ],
)
def test_all_that_is_rolled_is_staked_by_the_press_that_puts_it_up(
    options: dict[str, object], size: str, count: int, pieces: int
) -> None:
    s = Script(GAME, "AB", settings=options)
    prompt = s.ask("A").prompt
    assert {answer: dict(prompt.cost(answer).seat) for answer in ("stake", "lowest", "pass")} == {
        "stake": {size: count},
        "lowest": {size: count},
        "pass": {},
    }
    assert worth({size: count}) == pieces
    assert prompt.default == "pass"
    assert str(prompt.says["dice"]) == f"{count}{size} ({pieces} pieces)"


@pytest.mark.rule("FB-13", "FB-X1")
def test_a_g100_may_be_broken_into_g6_before_the_game() -> None:
    swap = cover({"g100": 1}, {"g6": 8})
    assert swap is not None, "a purse of one g100 can put up 8g6"
    assert exchange(Amount("gold", {"g100": 1}), Amount("gold", {"g6": 16, "g4": 1})).get == {
        "g6": 16,
        "g4": 1,
    }
    with pytest.raises(BadAmount):
        exchange(Amount("gold", {"g100": 1}), Amount("gold", {"g6": 16}))


# ---- the call


@pytest.mark.rule("FB-04")
def test_a_spectator_who_volunteers_calls_and_nobody_rolls_before() -> None:
    s = Script(GAME, "AB", rolls=faces_of("A 66666661  B 55555551")).at_rail("C").each("AB", "stake")
    assert (s.asked(), s.sees(None, "A", "last roll"), s.told("locks")) == ("C", [], [])
    s.does(C="call")
    assert (s.asked(), locked(s, "A"), locked(s, "B")) == ("AB", "6666666", "5555555")
    assert sorted(row.seat for row in s.defaults().result.rows) == [0, 1], "the caller has no part in it"


@pytest.mark.rule("FB-04", "FB-R1", "FB-R6")
def test_without_a_volunteer_the_house_calls_and_all_roll_at_once() -> None:
    s = Script(GAME, "AB", rolls=faces_of("A 66666661  B 55555551")).each("AB", "stake")
    assert (s.asked(), s.told("locks")) == ("", []), "nobody has anything to press before the call"
    s.house("call")
    assert [event.values["seat"] for event in s.told("locks")] == [0, 1]


@pytest.mark.rule("FB-R6")
def test_one_spectator_may_volunteer_until_the_call() -> None:
    def invited(s: Script) -> bool:
        return any(isinstance(block, Invitation) for block in s.match.scene(RAIL).blocks)

    s = Script(GAME, "AB", rolls=faces_of("A 66666661  B 55555551")).each("AB", "stake")
    assert invited(s)
    s.at_rail("C")
    assert not invited(s)
    assert s.asked() == "C", "the house does not call any more"
    s.leaves("C")
    assert (invited(s), s.asked()) == (True, "")
    s.house("call")
    assert not invited(s)


def test_if_all_leave_before_the_call_nobody_is_waited_for() -> None:
    s = Script(GAME, "AB", rolls=faces_of("A 66666666  B 55555551")).each("AB", "stake")
    s.leaves("A").leaves("B")
    assert s.result.pays == (Pay(1, 0, "g6", 1),)


# ---- the race


@pytest.mark.rule("FB-01", "FB-03")
def test_in_the_race_the_order_of_arrival_is_all_and_nobody_waits() -> None:
    s = start_game("A 66666612  B 55555512", "A 13", "A 61", "B 55")
    assert s.asked() == "AB"
    press(s, "A", "A")
    assert (locked(s, "A"), locked(s, "B")) == ("6666666", "555555"), "B has not pressed"
    press(s, "B")
    assert net(s) == {"A": -1, "B": +1}


@pytest.mark.rule("FB-09")
def test_the_first_complete_set_ends_the_race() -> None:
    s = start_game("A 66666661  B 55555551", "A 6", "B 5")
    press(s, "A")
    assert s.match.over
    assert net(s) == {"A": +1, "B": -1}
    assert s.rigged.rolls == [5], "B's roll came too late and was not made"


def test_one_press_leaves_everybody_elses_button_as_it_is() -> None:
    s = start_game("A 66666612  B 55555512  C 11111123")
    before = {name: s.ask(name).id for name in "ABC"}
    press(s, "B")
    after = {name: s.ask(name).id for name in "ABC"}
    assert (after["A"], after["C"]) == (before["A"], before["C"])
    assert after["B"] not in before.values()
    prompts = {s.ask(name).prompt.public for name in "ABC"}
    assert prompts == {True}
    assert len({repr(s.ask(name).prompt) for name in "ABC"}) == 1, "the same for all"
    assert s.ask("A").prompt.clock == "race"


@pytest.mark.rule("FB-X3", "FB-10", "FB-07")
@pytest.mark.parametrize("mode", ["race", "rounds"])
def test_the_winner_gets_all_that_the_others_have_not_locked(mode: str) -> None:
    first = "A 66666661  B 55555123  C 44444441  D 33333312"
    s = play_rolls(first, "A 6" if mode == "race" else "A 6  B 123  C 2  D 45", mode=mode)
    assert net(s) == {"A": +6, "B": -3, "C": -1, "D": -2}
    assert worth({"g6": net(s)["A"]}) == 36


@pytest.mark.rule("FB-R11")
@pytest.mark.parametrize("mode", ["race", "rounds"])
def test_a_first_roll_of_one_number_wins_at_once(mode: str) -> None:
    assert net(play_rolls("A 33333333  B 66666661  C 11223344", mode=mode)) == {"A": +7, "B": -1, "C": -6}


def test_who_does_not_put_up_has_no_part_in_it() -> None:
    s = play_rolls("A 66666661  C 55555551", "C 5", seats="ABC")
    assert net(s) == {"A": -1, "B": 0, "C": +1}
    assert play_rolls("A", seats="AB").net == {"A": {}, "B": {}}, "nobody plays alone"


@pytest.mark.rule("FB-R7")
def test_who_leaves_a_race_is_rolled_for_at_half_the_pace_and_can_still_win() -> None:
    first = "A 66666612  B 55555512"
    s = start_game(first, "A 12", "A 12", "B 51", "A 12", "A 12", "B 5")
    s.leaves("B")
    assert (s.asked(), locked(s, "B")) == ("A", "555555")
    press(s, "A")
    assert locked(s, "B") == "555555", "B rolls only when A has rolled twice"
    press(s, "A")
    assert locked(s, "B") == "5555555"
    press(s, "A", "A")
    assert net(s) == {"A": -2, "B": +2}


def test_if_all_leave_the_race_goes_on_without_them() -> None:
    s = start_game("A 66666612  B 55555512", "A 12", "B 51", "A 12", "B 5")
    s.leaves("A")
    assert not s.match.over
    s.leaves("B")
    assert net(s) == {"A": -2, "B": +2}
    s = start_game("A 66666661  B 55555551", "A 6", "B 5").leaves("A").leaves("B")
    assert net(s) == {"A": +1, "B": -1}, "one roll after the other, here too: no tie"


# ---- rounds


@pytest.mark.rule("FB-R2")
def test_in_rounds_all_roll_when_all_have_pressed() -> None:
    s = start_game("A 66666612  B 55555512", "A 61  B 12", mode="rounds")
    s.does(B="roll")
    assert (s.asked(), locked(s, "B")) == ("A", "555555")
    s.does(A="roll")
    assert (s.asked(), locked(s, "A"), locked(s, "B")) == ("AB", "6666666", "555555")
    assert s.ask("A").prompt.clock == "quick"
    assert s.ask("A").prompt.default == "roll"


@pytest.mark.rule("FB-R2", "FB-R3")
def test_several_in_one_round_tie_though_one_pressed_first() -> None:
    s = play_rolls("A 66666661  B 55555551  C 44444412", "A 6  B 5  C 12", mode="rounds")
    assert (s.kind(), s.asked()) == ("first", "C")


# ---- ties

TIE = "A 66666666  B 55555555  C 44444412  D 33333124  E 22222221"


@pytest.mark.rule("FB-11", "FB-R3")
def test_the_others_decide_a_tie_by_majority() -> None:
    s = play_rolls(TIE)
    assert s.asked() == "CDE"
    s.does(C="who1", D="who0", E="who1")
    assert net(s) == {"A": 0, "B": +6, "C": -2, "D": -3, "E": -1}
    assert net(play_rolls(TIE).does(C="pass", D="who0", E="pass"))["A"] == 6, "who says nothing has no vote"
    play_rolls(TIE).refuses("C", "who2")


@pytest.mark.rule("FB-05", "FB-12", "FB-R3")
def test_without_a_majority_the_caller_decides() -> None:
    s = play_rolls(TIE, rail="FG")
    s.does(C="who1", D="who0", E="pass")
    assert s.asked() == "F", "who volunteered first"
    s.does(F="who1")
    assert net(s)["B"] == +6
    s = play_rolls(TIE, rail="FG").leaves("F").each("CDE", "pass")
    assert s.asked() == "G"


@pytest.mark.rule("FB-R3")
def test_without_a_caller_or_if_the_caller_is_silent_a_g20_decides() -> None:
    two = "A 66666666  B 55555555"
    assert net(play_rolls(f"{two}  =7 =12")) == {"A": 0, "B": 0}
    for again, winner in (("=9 =3", "A"), ("=3 =9", "B")):
        s = start_game(TIE, f"=12 =12 {again}")
        s.each("CDE", "pass")
        assert net(s)[winner] == 6, "equal rolls are rolled again"
    s = start_game(TIE, "=1 =20", rail="F").each("CDE", "pass").does(F="pass")
    assert net(s)["B"] == 6


# ---- points, and how the dice are counted


@pytest.mark.rule("FB-24", "FB-25")
def test_point_targets() -> None:
    assert point_target("quick", 4) == 5
    assert point_target("full", 4) == 20


@pytest.mark.rule("FB-07", "FB-08")
def test_only_loose_gembones_are_counted() -> None:
    dice = Dice(8, 6)
    assert dice.lock([3, 3, 3, 5, 5, 1, 2, 6]) == [3]
    assert (dice.locked, dice.loose, dice.complete) == (3, 5, False)
    assert dice.lock([3, 3, 3, 3, 3]) == [5]
    assert dice.complete


@pytest.mark.rule("FB-R3", "FB-R6")
def test_who_was_first_is_decided_and_a_caller_found_in_twenty_seconds() -> None:
    assert GAME.seconds == {"first": 20, "call": 20}
