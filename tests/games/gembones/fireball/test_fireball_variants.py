"""FIREBALL: the variants, and which of them go together."""

from __future__ import annotations

import pytest

from games.engine import BadOptions, RulesBug
from games.gembones.fireball import GAME
from games.gembones.fireball.dice import Dice
from games.gembones.fireball.options import Options
from tests.helpers.games.fireball import locked, locked_note, net, play_rolls, press, start_game
from tests.helpers.script import Script


@pytest.mark.rule("FB-15", "FB-R10")
def test_at_higher_levels() -> None:
    s = play_rolls("A 66661234512345  B 55551234512345", at_higher_levels=14)
    assert (locked_note(s, "A"), len(s.sees(None, "A", "last roll") or ())) == ((4, "6"), 14)
    for count in range(9, 15):
        assert Script(GAME, "AB", at_higher_levels=count).ask("A").prompt.cost("stake").seat == {"g6": count}
    for wrong in (7, 15):
        with pytest.raises(BadOptions):
            GAME.parse_options({"at_higher_levels": wrong})
    together = {"at_higher_levels": 14, "cone_of_cold": True, "wall_of_fire": True}
    for last in ("evocation_overchannel", "flame_strike"):
        GAME.parse_options({**together, last: True})


@pytest.mark.rule("FB-16", "FB-X5")
def test_evocation_overchannel() -> None:
    s = play_rolls("A 66123455  B 11111112", evocation_overchannel=True)
    assert (locked_note(s, "A"), locked_note(s, "B")) == ((2, "6"), (0, "6"))
    s = play_rolls("A 88123455  B 66666661", evocation_overchannel=True, cone_of_cold=True)
    assert (locked_note(s, "A"), locked_note(s, "B")) == ((2, "8"), (0, "8"))


@pytest.mark.rule("FB-17")
def test_cone_of_cold() -> None:
    s = play_rolls("A 88888881  B 77777712", "A 8", cone_of_cold=True)
    assert net(s, "g8") == {"A": +2, "B": -2}
    assert s.sees(None, "B", "locked") == ["g8:7"] * 6


# ---- two targets


@pytest.mark.rule("FB-18", "FB-X5", "FB-R5")
def test_flame_strike_locks_half_on_each_target() -> None:
    s = start_game("A 11111662  B 22334456", "A 11", "A 61", "A 6", flame_strike=True)
    assert (locked(s, "A"), locked_note(s, "A")) == ("111166", (6, "1 and 6"))
    press(s, "A")
    assert locked(s, "A") == "111166", "no more 1s are needed"
    press(s, "A")
    assert locked(s, "A") == "1111666"
    press(s, "A")
    assert net(s) == {"A": +4, "B": -4}


@pytest.mark.rule("FB-R4")
def test_flame_strike_ties() -> None:
    s = play_rolls("A 22446613  B 22446613  C 11123456", ways={"B": "lowest"}, flame_strike=True)
    assert [locked_note(s, name)[1] for name in "ABC"] == ["6 and 4", "2 and 4", "1 and 6"]


@pytest.mark.rule("FB-19", "FB-X7", "FB-R5")
@pytest.mark.parametrize(("rest", "full"), [("1", 5), ("6", 5)])
def test_with_an_odd_number_the_extra_one_may_be_on_either_target(rest: str, full: int) -> None:
    s = play_rolls("A 111166662  B 123456123", f"A {rest}", flame_strike=True, at_higher_levels=9)
    assert s.match.over
    assert locked(s, "A").count(rest) == full
    assert net(s)["A"] == +5


@pytest.mark.rule("FB-R5")
def test_the_odd_one_goes_to_the_target_that_fills_first() -> None:
    dice = Dice(9, 6, targets=2)
    assert dice.lock([1, 1, 1, 1, 1, 1, 6, 6, 6]) == [5, 3]
    assert dice.lock([6]) == [0, 1]
    assert dice.complete
    dice = Dice(9, 6, targets=2)
    dice.lock([1, 1, 1, 6, 6, 2, 3, 4, 5])
    assert dice.lock([6, 6, 6, 2]) == [0, 3]
    assert dice.lock([1]) == [1, 0], "6 has taken the odd one"
    assert (dice.stacks, dice.complete) == ([4, 5], True)


@pytest.mark.rule("FB-R11")
def test_flame_strike_after_one_single_number() -> None:
    s = play_rolls("A 33333333  B 66666666  C 33333333", ways={"C": "lowest"}, flame_strike=True)
    assert [locked_note(s, name) for name in "ABC"] == [(4, "3 and 6"), (4, "6 and 5"), (4, "3 and 1")]
    assert not s.match.over


@pytest.mark.rule("FB-20", "FB-R9")
def test_meteor_swarm() -> None:
    forty = "1" * 20 + "6" * 19 + "2"
    s = start_game(f"A {forty}  B {'1234' * 10}", "A 1", "A 6", meteor_swarm=True)
    assert locked_note(s, "A") == (39, "1 and 6")
    press(s, "A")
    assert locked_note(s, "A") == (39, "1 and 6"), "twenty on each"
    press(s, "A")
    assert net(s) == {"A": +20, "B": -20}
    assert s.match.risked == {0: {"g6": 40}, 1: {"g6": 40}}


# ---- Wall of Fire


@pytest.mark.rule("FB-21", "FB-22", "FB-X6", "FB-R8")
def test_a_stack_topples_on_up_to_half_its_height() -> None:
    s = start_game("A 66666661 =3 =2  B 11223344 =20", wall_of_fire=True)
    assert locked(s, "A") == "66666"
    assert len(s.told("falls")) == 1
    s = start_game("A 66666661 =4  B 11223344 =20", wall_of_fire=True)
    assert locked(s, "A") == "6666666"
    s = start_game("A 66666661 =4  B 11223344 =1 =4", wall_of_fire=True)
    assert (locked(s, "B"), locked_note(s, "B")) == ("", (0, "4")), "no more than the stack has"
    for dice in ("=21", "=3 =5"):
        with pytest.raises(RulesBug):
            start_game(f"A 66666661 {dice}  B 11223344 =20", wall_of_fire=True)


@pytest.mark.rule("FB-R8")
def test_nothing_is_tested_unless_something_was_locked() -> None:
    s = start_game("A 66666661 =20  B 11223344 =20", "A 1", "=1 =4", wall_of_fire=True)
    press(s, "A")
    assert (locked(s, "A"), s.rigged.rolls) == ("6666666", [1, 4])
    s = start_game("A 61234512  B 12345123", "=1 =4", wall_of_fire=True, evocation_overchannel=True)
    assert (locked(s, "A"), s.rigged.rolls) == ("6", [1, 4]), "one gembone is no wall"


@pytest.mark.rule("FB-R8", "FB-22")
def test_a_set_is_complete_only_if_it_stands() -> None:
    s = play_rolls("A 66666661 =20  B 11223344 =20", "A 6 =4 =1", wall_of_fire=True)
    assert (s.match.over, locked(s, "A")) == (False, "6666666")
    s = play_rolls("A 66666661 =20  B 11223344 =20", "A 6 =4 =1", "A 6 =5", wall_of_fire=True)
    assert net(s) == {"A": +6, "B": -6}


@pytest.mark.rule("FB-R8")
def test_carefully_placed_nothing_falls_and_the_next_roll_comes_later() -> None:
    s = start_game("A 66666661 =20  B 11223344 =20", "A! 1", wall_of_fire=True)
    assert s.offered("A") == (["quick", "careful"], None)
    assert s.ask("A").prompt.default == "quick"
    assert s.ask("A").prompt.says == {"seconds": 2}
    press(s, "A! 1")
    assert s.ask("A").prompt.says == {"seconds": 4}
    assert s.ask("B").prompt.says == {"seconds": 2}
    s = start_game("A 66666661 =20  B 11223344 =20", "A! 6", "=1 =4", wall_of_fire=True)
    press(s, "A!")
    assert (net(s), s.rigged.rolls) == ({"A": +6, "B": -6}, [1, 4])


@pytest.mark.rule("FB-R8", "FB-R2")
def test_in_rounds_who_places_carefully_misses_the_next_one() -> None:
    first = "A 66666611 =20  B 11223344 =20  C 11223344 =20"
    s = start_game(first, "A! 12  B 123561  C 123561", mode="rounds", wall_of_fire=True)
    press(s, "A!  B  C")
    assert s.asked() == "BC"
    press(s, "B  C")
    assert s.asked() == "ABC"
    press(s, "A!  B!  C!")
    assert s.asked() == "ABC", "a round in which nobody rolls is over at once"


@pytest.mark.rule("FB-R8")
def test_with_flame_strike_each_stack_is_tested_if_it_grew() -> None:
    first = "A 11116623 =2 =3 =20  B 11223344 =20 =20"
    s = play_rolls(first, wall_of_fire=True, flame_strike=True)
    assert locked(s, "A") == "166"
    s = play_rolls(first, "A 62345 =1 =1", wall_of_fire=True, flame_strike=True)
    assert locked(s, "A") == "166", "only the sixes were tested"


# ---- what goes together


@pytest.mark.rule("FB-R10")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("evocation_overchannel", {"flame_strike": True}),
        ("evocation_overchannel", {"meteor_swarm": True}),
        ("meteor_swarm", {"at_higher_levels": 9}),
        ("meteor_swarm", {"flame_strike": True}),
        ("meteor_swarm", {"cone_of_cold": True}),
        ("meteor_swarm", {"wall_of_fire": True}),
    ],
)
def test_pairs_that_are_refused(one: str, other: dict[str, object]) -> None:
    with pytest.raises(BadOptions, match=r"^(Evocation Overchannel|Meteor Swarm) .*\.$"):
        GAME.parse_options({one: True, **other})
    assert isinstance(GAME.parse_options({one: True}), Options)
    assert isinstance(GAME.parse_options(other), Options)
