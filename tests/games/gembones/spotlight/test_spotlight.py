"""The character spotlight: its switch and its talents."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.face.text.templates import Renderer
from games.engine import RAIL, BadOptions, Choose
from games.gembones import fireball, hags_haggle, lucky_13, rolled_gold, tripledip
from games.gembones.spotlight import TEXTS
from games.gembones.spotlight.options import SpotlightOptions
from games.registry import GAMES
from tests.helpers.games.spotlight import boneyard_script, character, rolled_gold_script
from tests.helpers.script import Script

# ---- the switch


@pytest.mark.rule("SPOT-R1")
def test_which_games_have_a_spotlight_and_that_it_is_off() -> None:
    having = {key for key, game in GAMES.items() if issubclass(game.options, SpotlightOptions)}
    assert having == {
        "tripledip", "lucky_13", "rolled_gold", "barovian_boneyard", "hags_haggle", "tiamat",
    }  # fmt: skip
    assert fireball.GAME.key not in having
    for key in having:
        options = GAMES[key].parse_options({})
        assert isinstance(options, SpotlightOptions)
        assert options.spotlight == "off"
        for level in ("rerolls", "full"):
            with pytest.raises(BadOptions, match="A match for points has no spotlight"):
                GAMES[key].parse_options({"played_for": "points_quick", "spotlight": level})
    with pytest.raises(BadOptions, match="Nine Bells has no spotlight"):
        tripledip.GAME.parse_options({"nine_bells": True, "spotlight": "rerolls"})


@pytest.mark.rule("SPOT-R1")
def test_switched_off_a_character_is_asked_nothing() -> None:
    s = boneyard_script("2 5 6", character("lucky"), spotlight="off")
    assert s.match.over
    assert s.result.facts == {}
    assert s.result.ranked


@pytest.mark.rule("SPOT-R1", "SPOT-R4")
@pytest.mark.parametrize(
    ("level", "kinds"), [("rerolls", {"wager", "spot"}), ("full", {"wager", "spot", "double"})]
)
def test_rerolls_are_the_talents_alone(level: str, kinds: set[str]) -> None:
    s = boneyard_script("2 5 6", character("lucky"), spotlight=level)
    asked = {"wager"}
    while not s.match.over:
        asked.add(s.kind())
        if s.kind() == "spot":
            assert ("deception" in s.offered("A")[0]) == (level == "full")
        s.does(A=s.ask("A").prompt.default)
    assert asked == kinds


@pytest.mark.rule("SPOT-R1")
def test_such_tables_are_not_ranked() -> None:
    matches = [
        boneyard_script("2 5 3", {}),
        rolled_gold_script("10 12", {}, "g20").does(A="done"),
        Script(hags_haggle.GAME, "A", spotlight="rerolls", bargains=False, codes=False).does(A=1),
        Script(tripledip.GAME, "AB", rolls="2 2 3  1 1 4", spotlight="rerolls").each("AB", "stake"),
    ]
    assert [s.result.ranked for s in matches] == [False] * 4
    s = Script(tripledip.GAME, "AB", rolls="2 2 3  1 1 4").each("AB", "stake")
    assert s.result.ranked


# ---- talents


@pytest.mark.rule("SPOT-01", "SPOT-R3")
def test_lucky_repeats_one_roll_and_the_new_result_stands() -> None:
    s = boneyard_script("2 5 6 3", character("lucky"))
    assert s.offered("A")[0] == ["keep", "lucky_0", "arcana", "deception"]
    s.does(A="lucky_0")
    assert s.net["A"] == {"g6": 2}, "the 6 was mist, the 3 is ravenloft"
    assert s.result.facts[0]["character"]["lucky"] == 2


@pytest.mark.rule("SPOT-01")
def test_lucky_works_with_any_kind_of_gembone_and_for_one_of_several() -> None:
    s = rolled_gold_script("10 1 2 9", character("lucky"), "g10", "g12", spotlight="rerolls").does(A="done")
    assert s.offered("A")[0] == ["keep", "lucky_0", "lucky_1"]
    assert s.does(A="lucky_1").net["A"] == {"g10": -1, "g12": -1}
    s = rolled_gold_script("10 1 2 12", character("lucky"), "g10", "g12", spotlight="rerolls").does(A="done")
    assert s.does(A="lucky_1").net["A"] == {}, "the g12 wins a g10, and the g10 is lost"


@pytest.mark.rule("SPOT-R3")
def test_without_uses_left_lucky_is_not_offered() -> None:
    s = boneyard_script("2 5 6", character("lucky", lucky=0))
    assert s.offered("A")[0] == ["keep", "arcana", "deception"]


@pytest.mark.rule("SPOT-02", "SPOT-R3")
def test_a_gaming_kit_rerolls_once_a_game_and_one_reroll_is_enough_for_a_roll() -> None:
    s = Script(
        lucky_13.GAME, "AB", rolls="2 9  1 4 5", facts={"A": character("kit")}, spotlight="rerolls"
    ).each("AB", "stake")
    s.does(A="g10").does(A="kit_0")
    assert s.ask("A").prompt.kind == "roll", "the roll of 4 stands"
    assert s.ask("A").prompt.says["total"] == 4
    s.does(A="g8")
    assert s.ask("A").prompt.kind == "roll", "the kit is used up"
    assert s.ask("A").prompt.says["total"] == 9


@pytest.mark.rule("SPOT-R3")
def test_exact_chance_of_a_reroll_by_enumeration() -> None:
    """House 2 and 5, one g6: a player who rerolls a mist wins with 8/9 instead of 2/3."""
    won = 0
    for first in range(1, 7):
        for second in range(1, 7):
            s = boneyard_script(f"2 5 {first} {second}", character("lucky"), spotlight="rerolls")
            s.does(A="lucky_0" if first in (1, 6) else "keep")
            won += s.net["A"]["g6"] > 0
    assert Fraction(won, 36) == Fraction(8, 9)


@pytest.mark.rule("SPOT-03", "SPOT-R3")
def test_a_portent_replaces_an_own_g20_roll_and_is_spent() -> None:
    s = Script(
        rolled_gold.GAME, "A", rolls="9 1", facts={"A": character("portent", portents=[20, 9])},
        spotlight="rerolls", minimum="g20",
    ).does(A="g20").does(A="done")  # fmt: skip
    assert s.kind() == "foretell_house"
    s.does(A="pass").does(A="done")
    assert s.kind() == "foretell"
    assert s.offered("A")[0] == ["pass", "20", "9"]
    s.does(A="20").defaults()
    assert s.net["A"] == {"g10": 1, "g4": 1, "piece": 1}, "a foretold 20 is Rolled Gold: 15 pieces"
    assert s.result.facts[0]["character"]["portents"] == [9]


@pytest.mark.rule("SPOT-03")
def test_a_portent_may_be_the_houses_roll() -> None:
    s = Script(
        rolled_gold.GAME,
        "AB",
        rolls="19",
        facts={"B": character("portent", portents=[1])},
        spotlight="rerolls",
    )
    s.each("AB", "g4").each("AB", "done")
    assert s.asked() == "B"
    s.does(B="1")
    assert s.match.over
    assert s.net == {"A": {"g4": 1}, "B": {"g4": 1}}, "a 1 pays everybody"


@pytest.mark.rule("SPOT-R3")
def test_nobody_learns_who_holds_portents() -> None:
    s = Script(rolled_gold.GAME, "AB", facts={"B": character("portent", portents=[7])}, spotlight="rerolls")
    s.each("AB", "g4").each("AB", "done")
    for viewer in (0, RAIL):
        assert s.match.scene(viewer).asks == ()
    assert len(s.match.scene(1).asks) == 1


@pytest.mark.rule("SPOT-R6", "CODE-09")
@pytest.mark.parametrize(
    ("base", "glows"), [("copper", 0), ("silver", 0), ("gold", 1), ("platinum", 1), ("gems", 1)]
)
def test_a_foretold_result_glows_from_gold_upwards(base: str, glows: int) -> None:
    s = Script(
        rolled_gold.GAME,
        "AB",
        facts={"B": character("portent", portents=[12], base=base)},
        spotlight="rerolls",
    )
    s.each("AB", "g4").each("AB", "done").does(B="12")
    assert len(s.told("spot_glows")) == glows
    assert any("✨" in (event.text or "") and event.to is None for event in s.match.events) == bool(glows)


def test_a_portent_in_tripledip_with_g20_and_in_a_haggle() -> None:
    s = Script(
        tripledip.GAME, "AB", rolls="1 7 7  3 3 3", facts={"A": character("portent", portents=[7])},
        spotlight="rerolls", size="g20", high_stakes=True,
    ).each("AB", "stake").does(A="7")  # fmt: skip
    assert s.net["A"] == {"g20": 3}, "7 7 7 beats 3 3 3"
    s = Script(
        hags_haggle.GAME, "A", rolls="5 5 1", facts={"A": character("portent", portents=[10])},
        spotlight="rerolls", gembones="g20", codes=False, bargains=False,
    ).does(A=1).does(A="10")  # fmt: skip
    assert s.net["A"] == {"g20": 9}


def test_dice_that_have_fallen_are_shown_as_dice() -> None:
    prompt = boneyard_script("2 5 3", character("lucky")).ask("A").prompt
    assert prompt.says["dice"] == ("g6:3",)
    assert prompt.says["die_0"] == "g6:3"
    label = Renderer({}).render(TEXTS.words["spot:lucky_0"], prompt.says)
    assert label == "Lucky: reroll the 3 (g6)"


def test_questions_have_words() -> None:
    s = boneyard_script("2 5 6", character("lucky"))
    [ask] = s.match.scene(0).mine()
    assert isinstance(ask.prompt, Choose)
    assert "spot" in ask.words
    assert all(f"spot:{option}" in ask.words for option in ask.prompt.options)
