"""Checks of characters: DCs, chances, inspiration, and a stone (SPOT-08 to SPOT-12)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from pydantic import ValidationError

from games.engine import BadOptions
from games.gembones import barovian_boneyard
from games.gembones.spotlight.skill_checks import D20, DCS, SKILLS, Sheet, passes
from tests.helpers.games.spotlight import boneyard_script, character, lost_g10


@pytest.mark.rule("SPOT-11", "SPOT-X1")
def test_dcs_by_base() -> None:
    assert DCS == {"copper": 10, "silver": 15, "gold": 20, "platinum": 25, "gems": 30}


@pytest.mark.rule("SPOT-X2", "SPOT-R2")
@pytest.mark.parametrize(
    ("skill", "chances"),
    [
        (0, ["11/20", "3/10", "1/20", "0", "0"]),
        (5, ["4/5", "11/20", "3/10", "1/20", "0"]),
        (10, ["1", "4/5", "11/20", "3/10", "1/20"]),
    ],
)
def test_chances_of_a_check(skill: int, chances: list[str]) -> None:
    def chance(skill: int, dc: int) -> Fraction:
        return Fraction(sum(passes(face, skill, dc) for face in range(1, D20 + 1)), D20)

    assert [chance(skill, dc) for dc in DCS.values()] == [Fraction(each) for each in chances]
    for dc in DCS.values():
        assert chance(skill, dc) == min(1, max(0, Fraction(21 + skill - dc, 20)))


@pytest.mark.rule("SPOT-R2")
def test_a_natural_20_or_1_is_nothing_special() -> None:
    assert not passes(20, 0, 25)
    assert passes(1, 10, 10)


@pytest.mark.rule("SPOT-R2")
def test_a_sheet_has_six_skills_to_10_and_20_together() -> None:
    assert set(SKILLS) == {"persuasion", "intimidation", "history", "arcana", "deception", "sleight"}
    assert all(Sheet().skill(skill) == 0 for skill in SKILLS)
    assert Sheet().talent == "none"
    assert Sheet(persuasion=10, history=10).skill("history") == 10
    for wrong in ({"persuasion": 11}, {"arcana": -1}, {"persuasion": 10, "history": 10, "sleight": 1}):
        with pytest.raises(ValidationError):
            Sheet.model_validate(wrong)


@pytest.mark.rule("SPOT-12", "SPOT-R7")
@pytest.mark.parametrize(("face", "caught"), [(17, True), (18, False)])
def test_the_host_may_set_the_dc(face: int, caught: bool) -> None:
    s = boneyard_script(f"2 5 6 {face} 3", character(), dc=18).does(A="deception").defaults()
    assert bool(s.told("spot_caught")) == caught


@pytest.mark.rule("SPOT-R7")
def test_a_dc_is_from_5_to_30() -> None:
    for dc in (0, 5, 30):
        assert barovian_boneyard.GAME.parse_options({"dc": dc})
    for dc in (4, 31, -1):
        with pytest.raises(BadOptions):
            barovian_boneyard.GAME.parse_options({"dc": dc})


# ---- inspiration, and a stone


@pytest.mark.rule("SPOT-R8")
def test_inspiration_is_advantage_on_one_check() -> None:
    s = lost_g10("9 10 1", inspired=True).does(A="persuasion")
    assert s.kind() == "inspired"
    s.does(A="spend")
    assert s.net["A"] == {}, "the higher of 9 and 10 counts"
    assert s.result.facts[0]["character"]["inspired"] is False
    s = lost_g10("9", inspired=True).does(A="persuasion").does(A="save")
    assert s.net["A"] == {"g10": -1}
    assert s.result.facts[0]["character"]["inspired"] is True


@pytest.mark.rule("CODE-18", "CODE-R3")
def test_a_stone_tells_of_advantage_and_rolls_disadvantage() -> None:
    s = lost_g10("20 9", stone=True).does(A="persuasion")
    assert s.net["A"] == {"g10": -1}, "the lower of 20 and 9 counts"
    [event] = s.told("spot_stone")
    assert event.text is not None
    assert "with advantage" in event.text
    [truth] = s.told("spot_truth")
    assert (truth.values["one"], truth.values["two"], truth.values["face"]) == (20, 9, 9)
    s = lost_g10("9", stone=True, inspired=True).does(A="persuasion").does(A="spend")
    assert not s.told("spot_truth"), "advantage and disadvantage are one roll"


@pytest.mark.rule("SPOT-R8", "CODE-18")
def test_exact_chances_with_advantage_and_with_the_stone_by_enumeration() -> None:
    """Copper, +0: 11/20 alone, 1 - (9/20)² with advantage, (11/20)² with the stone."""
    faces = [(one, two) for one in range(1, 21) for two in range(1, 21)]
    inspired = [
        bool(lost_g10(f"{one} {two} 1", inspired=True).does(A="history").does(A="spend").told("spot_heads"))
        for one, two in faces
    ]
    stone = [
        bool(lost_g10(f"{one} {two} 1", stone=True).does(A="history").told("spot_heads"))
        for one, two in faces
    ]
    assert Fraction(sum(inspired), 400) == 1 - Fraction(9, 20) ** 2
    assert Fraction(sum(stone), 400) == Fraction(11, 20) ** 2
