"""The point system: the values of gembones, and the rulebook's examples (PTS)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.engine import HOUSE, Pay
from games.gembones import barovian_boneyard as boneyard
from games.gembones import fireball, hags_haggle, lucky_13, rolled_gold, tiamat, tripledip
from games.gembones.rolled_gold.odds import Roll, house_one_outcome, outcome
from games.gembones.rolled_gold.options import Rules
from games.gembones.shared.point_race import POINT_VALUES, points_won
from games.gembones.tripledip.options import Options
from games.registry import GAMES
from tests.helpers.games import fireball as fires
from tests.helpers.games.point_race import GEMBONES, boneyard_race, points, race_scores, winners
from tests.helpers.script import Script

# ---- what scores


@pytest.mark.rule("PTS-04", "PTS-X1")
def test_the_seven_values() -> None:
    assert POINT_VALUES == {"g4": 1, "g6": 2, "g8": 3, "g10": 4, "g12": 5, "g20": 6, "g100": 10}


@pytest.mark.rule("PTS-03", "PTS-05")
def test_what_is_won_scores_by_its_size_and_what_is_lost_counts_nothing() -> None:
    pays = [Pay(HOUSE, 0, "g8", 2), Pay(0, HOUSE, "g20", 1), Pay(1, 0, "g4", 1), Pay(1, HOUSE, "g100", 1)]
    assert points_won(pays) == {0: 7}


@pytest.mark.rule("PTS-08", "PTS-X2", "TD-44", "TD-45", "L13-47", "L13-48", "RG-33", "RG-34", "BB-25", "BB-26",
                  "HH-31", "HH-32", "FB-24", "FB-25", "TM-41", "TM-42")  # fmt: skip
def test_the_quick_and_the_full_target_of_every_game() -> None:
    def trips(size: str) -> tuple[int, int]:
        options = Options.model_validate({"size": size})
        return tripledip.point_target(options, "quick", 4), tripledip.point_target(options, "full", 4)

    assert (trips("g4"), trips("g6"), trips("g8")) == ((4, 16), (6, 24), (8, 32))
    targets = {game: (game.point_target("quick", 4), game.point_target("full", 4))
               for game in (lucky_13, rolled_gold, boneyard, fireball)}  # fmt: skip
    assert [*targets.values()] == [(13, 52), (20, 100), (20, 80), (5, 20)]
    assert (hags_haggle.point_target(17, "quick", 4), hags_haggle.point_target(17, "full", 4)) == (17, 68)
    assert (tiamat.point_target("quick"), tiamat.point_target("full")) == (1, 3)


@pytest.mark.rule("PTS-01", "GEN-R9")
@pytest.mark.parametrize("key", GEMBONES)
def test_every_gembone_game_is_played_for_gembones_or_for_points_quick_or_full(key: str) -> None:
    game = GAMES[key]
    assert game.money_kind(game.parse_options({})) == "gembones"
    for length in ("points_quick", "points_full"):
        options = game.parse_options({"played_for": length})
        assert game.money_kind(options) == "points"
        assert f"points_{options.length}" == length  # type: ignore[attr-defined]


def test_there_are_seven_of_them() -> None:
    assert len(GEMBONES) == 7


# ---- the examples


@pytest.mark.rule("PTS-X3", "PTS-02", "TD-43")
@pytest.mark.parametrize(("rolls", "score"), [("2 2 6", 6), ("5 5 5", 18)])
def test_one_game_of_tripledip_may_be_a_match(rolls: str, score: int) -> None:
    s = Script(tripledip.GAME, "ABCD", rolls=f"{rolls} 1 1 2 2 2 1 3 3 4", carry={},
               settings={"size": "g6", "played_for": "points_quick"})  # fmt: skip
    s.each("ABCD", "stake")
    assert points(s) == {"A": score, "B": 0, "C": 0, "D": 0}
    assert winners(s) == "A"


@pytest.mark.rule("PTS-X4")
def test_fireball_scores_what_the_others_have_not_locked() -> None:
    s = fires.start_game(
        "A 66666666  B 66666123  C 66666661  D 66666612", played_for="points_quick", mode="rounds"
    )
    assert points(s) == {"A": 12, "B": 0, "C": 0, "D": 0}


@pytest.mark.rule("PTS-X5", "PTS-05", "PTS-R3")
def test_the_boneyard_in_points() -> None:
    # ravenloft 6, svalich 3, vallaki 6, mist 0: 15 of 20, so the match goes on
    s = boneyard_race("A", "2 5 4  2 5 5  7 7 7  2 5 8")
    for total in (6, 9, 15, 15):
        s.does(A=1)
        assert race_scores(s)["A"] == total
    assert s.rigged.rolls == []
    assert s.asked("wager") == "A"


@pytest.mark.rule("PTS-X6", "PTS-R3")
@pytest.mark.parametrize(("face", "score"), [(7, 30), (8, 2), (3, 0)])
def test_the_haggle_in_points(face: int, score: int) -> None:
    s = Script(hags_haggle.GAME, "A", rolls=f"3 4 {face}", carry={},
               settings={"gembones": "g12", "codes": False, "dealers_number": 30,
                         "played_for": "points_quick"})  # fmt: skip
    s.does(A=1)
    assert race_scores(s)["A"] == score
    assert s.match.over == (score == 30)


@pytest.mark.rule("PTS-X7", "PTS-R3")
@pytest.mark.parametrize(
    ("house", "bane", "score"), [(13, False, 9), (2, False, 1), (13, True, 7), (2, True, 1)]
)
def test_a_20_multiplies_the_points_of_the_payout_and_rounds_down(house: int, bane: bool, score: int) -> None:
    rules = Rules(bane=bane)
    assert outcome(Roll("g20", 20), house, rules).points == score
    to = Fraction(6, 5) if bane else Fraction(3, 2)
    assert score == int({13: 6, 2: 1}[house] * to)
    assert outcome(Roll("g20", 19), 2, rules).points == 1
    assert outcome(Roll("g20", 2), 19, rules).points == 0


@pytest.mark.rule("RG-R15")
def test_a_house_1_scores_the_dice_in_the_tray() -> None:
    assert (house_one_outcome("g4").points, house_one_outcome("g20").points) == (1, 6)
    s = Script(rolled_gold.GAME, "A", rolls="1", carry={}, settings={"played_for": "points_quick"})
    s.does(A="g4").does(A="g10").does(A="done")
    assert race_scores(s)["A"] == 5


@pytest.mark.rule("RG-35")
def test_rolled_gold_is_a_race_to_its_target() -> None:
    s = Script(
        rolled_gold.GAME, "AB", rolls="19 20 20 3 1", carry={}, settings={"played_for": "points_quick"}
    )
    for name, dice in (("A", ("g20", "g20", "done")), ("B", ("g4", "done"))):
        for die in dice:
            s.does(**{name: die})
    s.each("AB", "done")
    assert points(s) == {"A": 30, "B": 0}
    assert winners(s) == "A"
