"""Dueling Dragons: when the last two may fight, and how."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import BACK, Hint, RulesBug
from tests.helpers.games.tiamat import cards, dealer, keep_all, life, net, start_game
from tests.helpers.script import Script

TIE = "A GGGRU  B UUUGR"
"""Both have a Young Dragon: thirty hit points each."""


def duel(rolls: str = "", tie: str = TIE, **options: Any) -> Script:
    """A duel that both have agreed to, and on which nobody bets any more."""
    script = keep_all(start_game(tie, rolls=rolls, dueling_dragons=True, **options))
    return script.each("AB", "fight").house("bets")


def points(script: Script) -> dict[str, int]:
    """The hit points that each dragon had after the last round."""
    return {script.name(event.values["seat"]): event.values["n"] for event in script.told("hit_points")[-2:]}


def moves(script: Script, name: str) -> list[str]:
    """Return the moves that a dragon may choose."""
    return script.offered(name)[0]


@pytest.mark.rule("TM-36", "TM-R10")
def test_a_duel_needs_the_consent_of_both() -> None:
    script = keep_all(start_game(TIE, dueling_dragons=True))
    assert script.asked("duel") == "AB"
    script.does(A="fight", B="decline")
    assert script.asked("discard") == "AB"
    assert script.told("no_damage")
    assert life(script) == {"A": 10, "B": 10}
    assert dealer(script) == "B"
    assert keep_all(start_game(TIE, dueling_dragons=True)).ask("A").prompt.default == "decline"


@pytest.mark.rule("TM-14")
def test_whoever_decides_about_a_duel_sees_all_hands_that_were_revealed() -> None:
    script = keep_all(start_game(TIE, dueling_dragons=True))
    for viewer in ("A", "B", None):
        assert sorted(script.sees(viewer, "A") or []) == sorted(script.sees("A", "A") or ["?"])
        assert BACK not in (script.sees(viewer, "B") or [BACK])


@pytest.mark.rule("TM-14")
def test_what_the_hand_before_has_shown_makes_room_for_this_one() -> None:
    script = keep_all(keep_all(start_game("A GGGGR  B UUUGR", TIE, dueling_dragons=True)))
    assert script.asked("duel") == "AB"
    assert not script.sees(None, "A", "Adult Green Dragon")
    assert script.sees(None, "A") == cards("GGGRU")
    assert not [block for block in script.match.scene(0).blocks if isinstance(block, Hint)], "all are shown"


@pytest.mark.rule("TM-38", "TM-R10")
def test_a_dragon_with_one_hit_point_fights_on() -> None:
    script = duel("6 6 1 1  6 1 1 1", tie="A GGRUK  B UUGRK")
    script.each("AB", "claw").each("AB", "claw")
    assert points(script) == {"A": 16, "B": 1}
    assert not script.match.over


@pytest.mark.rule("TM-36", "TM-R10")
def test_a_duel_is_for_the_last_two_after_a_tie_without_damage() -> None:
    for hands, dueling in (
        (TIE, False),
        ("A GGGRU  B UUUGR  C KKKRU", True),
        ("A GGGRR  B UUUGR", True),
        ("A GRUKW  B GRUKW", True),
    ):
        assert keep_all(start_game(hands, dueling_dragons=dueling)).kind() == "discard"


@pytest.mark.rule("TM-R10")
def test_the_last_two_of_opposing_teams_may_duel() -> None:
    b_bites, c_bites = "A KKWRG  B UUUUU  C GGGGR  D WWRKG", "A KKWRG  B UUUUR  C GGGGG  D WWRKG"
    last = "A KKWRG  B UUUUU  C GGGGR"
    hands = [*[b_bites] * 3, *[c_bites] * 4, last, "B GGGRU  C UUUGR"]
    script = start_game(*hands, rolls="6 6 6 6 6 6 6 6 6 6", bahamut=True, dueling_dragons=True)
    while script.asked("discard"):
        keep_all(script)
    assert script.asked("duel") == "BC"
    script.each("BC", "fight").house("bets").does(B="breath", C="soar").does(B="claw", C="claw")
    assert points(script) == {"B": 12, "C": 0}
    assert net(script) == {"A": -1, "B": +3, "C": -1, "D": -1}


@pytest.mark.rule("TM-R10")
@pytest.mark.parametrize(
    ("tie", "hit_points"),
    [("A GGRUK  B UUGRK", 20), (TIE, 30), ("A GGGGR  B UUUUR", 40), ("A GGGGG  B UUUUU", 50)],
)
def test_ten_hit_points_for_each_point_of_damage(tie: str, hit_points: int) -> None:
    script = duel(tie=tie)
    announced = script.told("showdown_of_dragons")[0].values
    assert (announced["seats"], announced["points"]) == ((0, 1), hit_points)
    assert script.ask("A").prompt.says == {"own": hit_points, "foe": hit_points}


@pytest.mark.rule("TM-X14", "TM-R10")
def test_soaring_dodges_claws_and_dives() -> None:
    script = duel("4")
    script.does(A="claw")
    assert script.asked("duel_move") == "B"
    assert not script.told("strikes"), "secret until both have chosen"
    script.does(B="soar")
    assert points(script) == {"A": 26, "B": 30}


@pytest.mark.rule("TM-R10")
def test_what_each_move_does() -> None:
    assert points(duel("6 5 1 2").each("AB", "claw")) == {"A": 27, "B": 19}
    assert points(duel("1 2 3 5").does(A="breath", B="soar")) == {"A": 25, "B": 24}
    assert points(duel("1 2 3 5 6").does(A="breath", B="claw")) == {"A": 19, "B": 24}
    assert points(duel("").each("AB", "soar")) == {"A": 30, "B": 30}
    assert duel().ask("A").prompt.default == "claw"


@pytest.mark.rule("TM-R10")
def test_the_breath_is_spent_and_recharges() -> None:
    script = duel("1 1 1 1 1")
    assert moves(script, "A") == ["claw", "breath", "soar"]
    script.does(A="breath", B="claw")
    assert (moves(script, "A"), moves(script, "B")) == (["claw", "soar"], ["claw", "breath", "soar"])
    script.refuses("A", "breath")
    script.rigged.rolls = [1, 1, 1, 1, 4]
    script.each("AB", "claw")
    assert moves(script, "A") == ["claw", "soar"], "a 4 is not enough"
    script.rigged.rolls = [1, 1, 1, 1, 5]
    script.each("AB", "claw")
    assert moves(script, "A") == ["claw", "breath", "soar"]
    script.rigged.rolls = [1, 1, 1, 1, 1, 1]
    script.each("AB", "breath")
    script.rigged.rolls = [1]
    script.does(A="soar", B="claw")
    assert moves(script, "A") == ["claw", "breath", "soar"], "soaring recharges for certain"


@pytest.mark.rule("TM-38", "TM-R10")
def test_at_no_hit_points_a_dragon_takes_its_player_out() -> None:
    script = duel("6 6 1 1 6 6 1 1 6 6 1 1").each("ABABAB", "claw")
    assert points(script) == {"A": 24, "B": 0}
    assert life(script) == {"A": 10, "B": 0}
    assert net(script) == {"A": +1, "B": -1}


@pytest.mark.rule("TM-R10")
def test_if_both_fall_the_one_less_far_below_wins() -> None:
    twenty = "A GGRUK  B UUGRK"
    script = duel("5 5 5 5 5 6 5 5", tie=twenty).each("ABAB", "claw")
    assert net(script) == {"A": +1, "B": -1}
    script = duel("5 5 5 5 5 5 5 5 9 9 3 17", tie=twenty).each("ABAB", "claw")
    assert [event.values["dice"] for event in script.told("breaks_tie")] == [
        ("g20:9",),
        ("g20:9",),
        ("g20:3",),
        ("g20:17",),
    ]
    assert net(script) == {"A": -1, "B": +1}


@pytest.mark.rule("TM-R10")
def test_after_twenty_rounds_the_higher_hit_points_win() -> None:
    script = duel("2").does(A="soar", B="claw")
    for _ in range(18):
        script.each("AB", "soar")
    assert not script.match.over
    script.each("AB", "soar")
    assert net(script) == {"A": +1, "B": -1}
    script = duel("8 4")
    for _ in range(20):
        script.each("AB", "soar")
    assert net(script) == {"A": +1, "B": -1}


@pytest.mark.rule("TM-R10")
def test_the_loser_of_a_duel_is_not_asked_to_buy_back() -> None:
    script = duel("6 6 1 1 6 6 1 1 6 6 1 1", dracolich=True).each("ABABAB", "claw")
    assert script.match.over
    assert net(script) == {"A": +1, "B": -1}


@pytest.mark.rule("TM-37", "TM-39")
def test_the_house_announces_the_ruin_and_its_measures() -> None:
    announced = duel().told("showdown_of_dragons")[0].values
    assert (announced["long"], announced["wide"], announced["high"]) == (100, 80, 60)


@pytest.mark.rule("TM-R10")
def test_blows_and_breath_are_rolled_with_g6_and_the_last_blow_with_a_g20() -> None:
    with pytest.raises(RulesBug, match="7 on a die of 6"):
        duel("7").each("AB", "claw")
    recharges = duel("1 1 1 1 1").does(A="breath", B="claw")
    recharges.rigged.rolls = [1, 1, 1, 1, 7]
    with pytest.raises(RulesBug, match="7 on a die of 6"):
        recharges.each("AB", "claw")
    with pytest.raises(RulesBug, match="21 on a die of 20"):
        duel("5 5 5 5 5 5 5 5 21", tie="A GGRUK  B UUGRK").each("ABAB", "claw")


@pytest.mark.rule("TM-R10", "TM-38")
def test_a_duel_is_told_blow_by_blow() -> None:
    script = duel("1 1 1 1 1").does(A="breath", B="claw")
    noted = script.match.table.seats.notes
    assert [noted[seat][:2] for seat in (0, 1)] == [("duel", {"n": 28}), ("duel", {"n": 27})]
    script.rigged.rolls = [1, 1, 1, 1, 5]
    script.each("AB", "claw")
    assert [event.values for event in script.told("charges")] == [{"seat": 0}]
    for _ in range(3):
        script.rigged.rolls = [6, 6, 1, 1]
        script.each("AB", "claw")
    assert [event.values for event in script.told("duel_won")] == [{"seat": 0}]
    assert [event.values for event in script.told("out")] == [{"seat": 1}]
