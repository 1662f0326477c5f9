"""Double or nothing: a plea, a check, a coin (SPOT-04 to SPOT-07)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.engine import HOUSE, RAIL, Pay, Zone
from games.gembones import barovian_boneyard, hags_haggle, tiamat, tripledip
from games.gembones.spotlight import losing_pays
from games.gembones.spotlight.options import SpotlightOptions
from games.gembones.spotlight.skill_checks import Skill
from games.registry import GAMES
from tests.helpers.games.spotlight import boneyard_script, character, lost_g10
from tests.helpers.script import Script


@pytest.mark.rule("SPOT-X3", "SPOT-04", "SPOT-07", "SPOT-R4")
def test_heads_cancel_the_loss_and_tails_double_it() -> None:
    s = lost_g10("10 1")
    assert s.offered("A")[0] == ["decline", "persuasion", "intimidation", "history"]
    s.does(A="persuasion")
    assert s.net["A"] == {}
    s = lost_g10("10 2").does(A="persuasion")
    assert s.net["A"] == {"g10": -2}
    assert s.match.risked[0] == {"g10": 2}, "both are set aside before the check"


def test_everyone_sees_what_a_loser_may_try() -> None:
    [ask] = lost_g10("10 1").match.scene(RAIL).asks
    assert ask.prompt is not None
    assert ask.prompt.kind == "double"


@pytest.mark.rule("SPOT-05", "SPOT-06", "SPOT-R4")
@pytest.mark.parametrize("skill", ["persuasion", "intimidation", "history"])
def test_each_plea_has_its_skill_and_a_failed_one_costs_nothing_more(skill: Skill) -> None:
    assert lost_g10("7 1", skills={skill: 3}).does(A=skill).net["A"] == {}
    s = lost_g10("6 1", skills={skill: 3}).does(A=skill)
    assert s.net["A"] == {"g10": -1}
    assert s.told("spot_refused")


@pytest.mark.rule("SPOT-R4", "SPOT-X2")
def test_exact_chances_of_double_or_nothing_by_enumeration() -> None:
    """Copper, Persuasion +0: 11/40 cancelled, 11/40 doubled, 9/20 as it was; on average it changes nothing."""
    nets = [lost_g10(f"{face} {coin}").does(A="persuasion").net["A"].get("g10", 0)
            for face in range(1, 21) for coin in (1, 2)]  # fmt: skip
    shares = {net: Fraction(nets.count(net), 40) for net in (0, -1, -2)}
    assert shares == {0: Fraction(11, 40), -1: Fraction(9, 20), -2: Fraction(11, 40)}
    assert sum(nets) == -40


@pytest.mark.rule("SPOT-R4")
def test_a_player_who_wins_is_bound_too() -> None:
    for coin, net in (("1", {"A": {}, "B": {}}), ("2", {"A": {"g4": -2}, "B": {"g4": 2}})):
        s = Script(
            tripledip.GAME, "AB", rolls=f"2 2 3  1 1 4  15 {coin}", facts={"A": character()}, spotlight="full"
        )
        s.each("AB", "stake").does(A="keep")
        assert s.kind() == "double"
        assert s.asked() == "A"
        assert s.does(A="history").net == net


@pytest.mark.rule("SPOT-R4")
def test_a_trade_with_the_house_is_one_loss() -> None:
    """In the Haggle a g8 was traded for a g4: cancelled both stay, doubled both go twice."""
    for coin, net in (("1", {}), ("2", {"g8": -2, "g4": 2})):
        s = Script(
            hags_haggle.GAME, "A", rolls=f"2 3 6 20 {coin}", facts={"A": character()},
            spotlight="full", gembones="g8", codes=False, bargains=False,
        ).does(A=1).does(A="keep")  # fmt: skip
        assert s.ask("A").prompt.says["loss"] == "1g8 for 1g4"
        assert s.does(A="persuasion").net["A"] == net


@pytest.mark.rule("SPOT-R4", "SPOT-07")
def test_who_comes_out_even_with_the_house_has_no_loss_to_double() -> None:
    s = Script(barovian_boneyard.GAME, "A", rolls="2 5 6 2", facts={"A": character()}, spotlight="full")
    s.does(A=2).does(A="keep")
    assert s.match.over
    assert s.net["A"] == {}


@pytest.mark.rule("SPOT-R4", "SPOT-07")
def test_what_a_player_gave_back_is_a_loss_of_their_own() -> None:
    """Between players each payment is a loss by itself, as with Mask's gembone; with the house both ways are one."""
    given, back = Pay(0, 1, "g8", 1), Pay(1, 0, "g4", 1)
    assert losing_pays(0, [given, back]) == [given]
    assert losing_pays(1, [given, back]) == [back]
    traded = [Pay(0, HOUSE, "g8", 1), Pay(HOUSE, 0, "g4", 1)]
    assert losing_pays(0, traded) == traded


@pytest.mark.rule("SPOT-01", "TD-35")
def test_a_reroll_in_a_madness_shows_each_die_with_its_own_game() -> None:
    rolls = "1 2 3  1 2 4  1 2 6   1 2 4  1 2 5  1 2 7"
    s = Script(
        tripledip.GAME, "AB", rolls=f"{rolls} 2", facts={"A": character("lucky")}, carry={},
        spotlight="rerolls", mordenkainens_madness=True,
    ).each("AB", "stake")  # fmt: skip

    def lying() -> list[tuple[str, ...]]:
        blocks = s.match.scene(RAIL).blocks
        return [block.items for block in blocks if isinstance(block, Zone) and block.owner == 0]

    before = lying()
    s.does(A=next(option for option in s.offered("A")[0] if option.startswith("lucky")))
    [event] = s.told("spot_rerolls")
    old, new = event.values["old"], event.values["new"]
    trios = [trio for trio in before if old in trio]
    assert len(before) == 3
    assert len(trios) == 1
    trio = [*trios[0]]
    trio[trio.index(old)] = new
    assert lying() == [tuple(trio) if items == trios[0] else items for items in before]


@pytest.mark.rule("SPOT-13")
def test_players_are_asked_to_enjoy_the_game_wherever_there_is_a_spotlight() -> None:
    for game in GAMES.values():
        having = issubclass(game.options, SpotlightOptions)
        assert ("don't game the system" in " ".join(game.rules.split())) == having


@pytest.mark.rule("SPOT-R4")
def test_who_has_won_is_not_asked_and_time_declines() -> None:
    assert boneyard_script("2 5 3", character()).does(A="keep").match.over
    s = lost_g10("20 1").defaults()
    assert s.net["A"] == {"g10": -1}
    assert s.match.rows[-1].answer == "decline"


@pytest.mark.rule("SPOT-R4")
def test_a_tiamat_stake_may_be_doubled() -> None:
    s = Script(tiamat.GAME, "AB", rolls="1 100", facts={"A": character(), "B": character()}, spotlight="full")
    s.each("AB", "stake").each("AB", "keep").defaults(until="double")
    loser = s.asked()
    assert len(loser) == 1
    assert s.match.risked[s.names[loser]] == {"g100": 1}
    s.does(**{loser: "persuasion"})
    assert s.match.risked[s.names[loser]] == {"g100": 2}
    assert s.net[loser] in ({}, {"g100": -1}, {"g100": -2})
