"""Rolled Gold: the tray, the payout, bonus dice."""

from __future__ import annotations

import pytest

from games.engine import HOUSE, BadOptions
from games.gembones.rolled_gold import GAME, point_target
from games.gembones.rolled_gold.computer import optimal
from games.gembones.rolled_gold.odds import PAYOUTS
from games.gembones.rolled_gold.options import Options
from games.gembones.shared.point_race import POINT_VALUES
from tests.helpers.games.rolled_gold import RolledGoldScript, play_game, start_game

# ---- Step 1


@pytest.mark.rule("RG-01", "RG-04", "RG-05", "RG-06")
def test_at_least_the_buy_in_or_larger_or_more() -> None:
    game = RolledGoldScript(GAME, "AB", carry={}, minimum="g6")
    assert game.asked() == "AB"
    assert game.offered("A")[0] == ["g6", "g8", "g10", "g12", "g20", "pass"]
    game.refuses("A", "g4")
    game.refuses("A", "done")
    game.presses({"A": "g6 g20"})
    assert game.offered("A")[0][-1] == "done"
    game.presses({"B": "pass", "A": "done"})
    assert game.sees(None, "A", "tray") == ["g6", "g20"]
    assert game.asked("add") == "A", "B is not in this game"


@pytest.mark.rule("RG-06")
def test_what_lies_in_the_tray_is_wagered() -> None:
    assert not [option for option in start_game("7", {"A": "g6 g8"}).offered("A")[0] if "back" in option]
    assert play_game("7", {"A": "g6 g8"}, rolls="1 2").won == {"A": -14}


@pytest.mark.rule("RG-12", "RG-R1", "RG-02", "RG-03", "RG-11")
def test_three_dice_and_none_below_the_minimum() -> None:
    asked = RolledGoldScript(GAME, "A", carry={}, minimum="g8")
    assert asked.offered("A")[0] == ["g8", "g10", "g12", "g20", "pass"], "in with the minimum, or not in"
    game = start_game("5", {"A": "g8 g8"}, minimum="g8")
    assert game.offered("A")[0] == ["g8", "g10", "g12", "g20", "done"]
    game.refuses("A", "g4")
    full = RolledGoldScript(GAME, "AB", rolls="5", carry={}).presses({"A": "g20 g20 g20"})
    assert full.asked() == "B", "three are in"
    full.presses({"B": "g4 done"})
    assert full.asked("add") == "B", "no die is larger than A's"


@pytest.mark.rule("RG-13", "RG-R6")
def test_in_a_full_tray_a_larger_die_may_replace_the_buy_in() -> None:
    game = start_game("5", {"A": "g8 g6 g4"}, "8 6 12")
    options = game.offered("A")[0]
    assert options == [*(f"instead_{size}" for size in ("g6", "g8", "g10", "g12", "g20")), "done"]
    cost = game.ask("A").prompt.cost("instead_g12")
    assert (dict(cost.seat), dict(cost.house)) == ({"g12": 1}, {"g6": 1})
    game.does(A="instead_g12")
    assert game.match.over, "the tray is full again, and the buy in may be taken back once only"
    assert game.units["A"] == {"g6": 3}
    lost = play_game("5", {"A": "g8 g6 g4"}, {"A": "instead_g12"}, rolls="4 4 4")
    assert lost.units["A"] == {"g8": -1, "g6": -1, "g12": -1}, "the g4 is back, and not lost"


@pytest.mark.rule("RG-R6")
def test_with_room_in_the_tray_the_larger_die_is_added_first() -> None:
    game = start_game("5", {"A": "g4 g4"})
    assert not [option for option in game.offered("A")[0] if option.startswith("instead")]
    game.does(A="g8")
    assert game.offered("A")[0] == ["take_back", "done"], "to take it back makes room"


@pytest.mark.rule("RG-R2")
def test_g100_wagers_are_unranked_and_need_an_admins_leave() -> None:
    assert play_game("5", {"A": "g4"}, rolls="1").result.ranked
    assert not play_game("5", {"A": "g4"}, rolls="1", g100_wagers=True).result.ranked
    chosen = GAME.parse_options({"g100_wagers": True})
    assert GAME.generous(chosen, "copper") == ("g100 wagers",)
    assert GAME.generous(GAME.parse_options({}), "copper") == ()
    free_of_it = GAME.parse_options({"g100_wagers": True, "played_for": "points_quick"})
    assert GAME.generous(free_of_it, "copper") == (), "nothing is won from the house"


@pytest.mark.rule("RG-R2")
def test_no_g100_unless_the_host_says_so() -> None:
    assert "g100" not in start_game("5", {"A": "g4"}).offered("A")[0]
    with_them = play_game("19", {"A": "g100 g100"}, rolls="20 21", g100_wagers=True)
    assert with_them.units["A"] == {"g100": 1 + 1, "g20": 2, "g10": 1}, (
        "a g100 that shows 20 is Rolled Gold too"
    )


# ---- Steps 2 to 5


@pytest.mark.rule("RG-X1", "RG-09", "RG-10", "RG-03", "RG-07")
@pytest.mark.parametrize("house", range(2, 21))
def test_the_payout_by_the_houses_roll(house: int) -> None:
    rows = ((3, "g4"), (6, "g6"), (8, "g8"), (10, "g10"), (12, "g12"), (18, "g20"), (20, "g100"))
    expected = next(size for last, size in rows if house <= last)
    assert PAYOUTS[house] == expected
    game = start_game(str(house), {"A": "g4"})
    assert game.told("payout")[0].values == {
        "house": house,
        "size": expected,
        "points": POINT_VALUES[expected],
    }


@pytest.mark.rule("RG-X4", "RG-08", "RG-R3")
def test_the_house_shows_1() -> None:
    game = play_game("1", {"A": "g4 g10", "B": "g20"})
    assert game.units == {"A": {"g4": 1, "g10": 1}, "B": {"g20": 1}}
    assert not game.told("rolls")
    assert not game.told("payout")


@pytest.mark.rule("RG-X5", "RG-13", "RG-R6")
@pytest.mark.parametrize(("roll", "units"), [("6", {"g6": 1}), ("5", {"g8": -1})])
def test_a_larger_die_lets_the_buy_in_out(roll: str, units: dict[str, int]) -> None:
    assert play_game("6", {"A": "g4"}, {"A": "g8 take_back"}, rolls=roll).units["A"] == units


@pytest.mark.rule("RG-X6", "RG-13")
def test_the_buy_in_may_ride() -> None:
    game = play_game("13", {"A": "g4"}, {"A": "g20 done"}, rolls="4 13")
    assert game.units["A"] == {"g4": -1, "g20": 1}
    assert play_game("13", {"A": "g4"}, rolls="4").won == {"A": -4}
    assert play_game("13", {"A": "g4"}, {"A": "g20 take_back"}, rolls="13").units["A"] == {"g20": 1}


@pytest.mark.rule("RG-R6", "RG-13")
def test_only_the_smallest_of_step_1_and_only_once_for_a_larger() -> None:
    game = start_game("5", {"A": "g6 g8"})
    assert "take_back" not in game.offered("A")[0]
    game.presses({"A": "g6"})
    assert "take_back" not in start_game("5", {"A": "g6"}).presses({"A": "g6"}).offered("A")[0], "not larger"
    other = start_game("5", {"A": "g8 g6"}).presses({"A": "g8 take_back"})
    assert other.sees(None, "A", "tray") == ["g8", "g8"]
    assert "take_back" not in other.offered("A")[0]
    equal = start_game("5", {"A": "g4 g4"}).presses({"A": "g8 take_back"})
    assert equal.sees(None, "A", "tray") == ["g4", "g8"]
    assert "take_back" not in equal.offered("A")[0], "once, though another g4 is there"


@pytest.mark.rule("RG-R1", "RG-12")
def test_after_taking_the_buy_in_back_three_more_fit() -> None:
    game = play_game("2", {"A": "g4"}, {"A": "g20 take_back g20 g20"}, rolls="2 3 4")
    assert game.units["A"] == {"g4": 3}


@pytest.mark.rule("RG-14", "RG-16", "RG-R7")
def test_after_the_last_bet_nothing_is_touched() -> None:
    game = start_game("5", {"A": "g4", "B": "g6"}, "4 5").presses({"A": "done"})
    assert not game.told("final")
    game.presses({"B": "done"})
    kinds = [event.kind for event in game.match.events]
    assert kinds.index("final") < kinds.index("rolls")
    assert game.match.over
    assert not game.match.open


@pytest.mark.rule("RG-15", "RG-R7")
def test_dice_are_rolled_singly_in_tray_order() -> None:
    game = play_game("5", {"A": "g8 g4 g10", "B": "g6"}, rolls="8 4 9 5")
    assert [e.values["dice"] for e in game.told("rolls")] == [("g8:8",), ("g4:4",), ("g10:9",), ("g6:5",)]
    # they lie for examination
    assert game.sees(None, "A", "tray") == ["g8:8", "g4:4", "g10:9"]


@pytest.mark.rule("GEN-R3")
def test_out_of_time_wagers_no_further() -> None:
    assert start_game("5", {"A": "g4"}).ask("A").prompt.default == "done"
    assert RolledGoldScript(GAME, "A", carry={}).ask("A").prompt.default == "pass"
    assert RolledGoldScript(GAME, "A", carry={}).ask("A").prompt.clock == "window"


# ---- Step 9


@pytest.mark.rule("RG-X2", "RG-17", "RG-18")
@pytest.mark.parametrize(
    ("house", "roll", "units"),
    [
        (2, 5, {"g4": 1}), (5, 5, {"g6": 1}), (8, 7, {"g20": -1}), (10, 10, {"g10": 1}), (11, 12, {"g12": 1}),
        (13, 13, {"g20": 1}), (19, 19, {"g100": 1}),
    ],
)  # fmt: skip
def test_equal_or_above_earns_the_payout(house: int, roll: int, units: dict[str, int]) -> None:
    assert play_game(str(house), {"A": "g20"}, rolls=str(roll)).units["A"] == units


@pytest.mark.rule("RG-X3", "RG-19", "RG-R4", "RG-R5", "RG-26")
@pytest.mark.parametrize(
    ("house", "pieces", "with_bane"),
    [(2, 6, 4), (4, 9, 7), (7, 12, 9), (9, 15, 12), (11, 18, 14), (13, 30, 24), (19, 150, 120)],
)
def test_rolled_gold(house: int, pieces: int, with_bane: int) -> None:
    assert play_game(str(house), {"A": "g20"}, rolls="20").won == {"A": pieces}
    assert play_game(str(house), {"A": "g20"}, rolls="20 4", acereraks_bane=True).won == {"A": with_bane}
    assert play_game(str(house), {"A": "g20"}, rolls="20").told("gold")


@pytest.mark.rule("RG-R4")
def test_three_to_two_is_made_up_from_gembones() -> None:
    assert play_game("9", {"A": "g20"}, rolls="20").units["A"] == {"g10": 1, "g4": 1, "piece": 1}


@pytest.mark.rule("RG-20", "GEN-14")
def test_the_next_game_begins_with_empty_trays() -> None:
    first = play_game("5", {"A": "g4"}, rolls="4")
    again = RolledGoldScript(GAME, "A", carry=dict(first.result.carry))
    assert again.sees(None, "A", "tray") == []


# ---- bonus dice


@pytest.mark.rule("RG-X7", "RG-21", "RG-25", "RG-23")
@pytest.mark.parametrize(("bonus", "rolls", "net"), [("bonus_g8", "12 5", 12), ("bonus_g4", "12 3", -24)])
def test_a_bonus_is_added_and_taken(bonus: str, rolls: str, net: int) -> None:
    game = play_game("16", {"A": "g20"}, {"A": bonus}, rolls=rolls)
    assert game.won == {"A": net}
    [rolled] = game.told("rolls")
    faces = zip(("g20", bonus.removeprefix("bonus_")), rolls.split(), strict=True)
    assert rolled.values["dice"] == tuple(f"{die}:{face}" for die, face in faces), "rolled together"


@pytest.mark.rule("RG-X8", "RG-R5", "RG-25")
@pytest.mark.parametrize(("rolls", "net"), [("17 3", 20 - 4), ("20 1", 30 - 4)])
def test_a_total_of_20_is_not_rolled_gold(rolls: str, net: int) -> None:
    assert play_game("16", {"A": "g20"}, {"A": "bonus_g4"}, rolls=rolls).won == {"A": net}


@pytest.mark.rule("RG-21", "RG-R8")
@pytest.mark.parametrize("house", range(2, 21))
def test_bonuses_only_for_a_g20_while_a_g20_is_paid(house: int) -> None:
    with_g20 = start_game(str(house), {"A": "g20"}).offered("A")[0]
    assert ("bonus_g4" in with_g20) == (13 <= house <= 18)
    assert "bonus_g4" not in start_game(str(house), {"A": "g12"}).offered("A")[0]


@pytest.mark.rule("RG-22", "RG-24", "RG-R8", "RG-R1")
def test_one_of_each_type_and_one_a_die_beside_its_die() -> None:
    game = start_game("14", {"A": "g20 g20 g20"}).presses({"A": "bonus_g6"})
    assert game.offered("A")[0] == ["bonus_g4", "bonus_g8", "done"]
    game.presses({"A": "bonus_g4"})
    assert game.sees(None, "A", "tray") == ["g20", "g6", "g20", "g4", "g20"]
    one = start_game("14", {"A": "g20"}).presses({"A": "bonus_g6"})
    assert "bonus_g4" not in one.offered("A")[0]


# ---- money, points, the computer player


@pytest.mark.rule("GEM-R4", "GEM-R9")
def test_dice_and_the_most_that_they_may_win_are_set_aside() -> None:
    game = RolledGoldScript(GAME, "A", carry={})
    cost = game.ask("A").prompt.cost("g20")
    assert dict(cost.seat) == {"g20": 1}
    assert dict(cost.house) == {
        "g4": 1,
        "g6": 1,
        "g8": 1,
        "g10": 1,
        "g12": 1,
        "g20": 2,
        "g100": 1,
        "piece": 1,
    }
    call = start_game("13", {"A": "g4"}).ask("A").prompt
    assert dict(call.cost("g20").house) == {"g20": 1, "g10": 1}
    assert dict(call.cost("g4").house) == {}
    bonus = start_game("13", {"A": "g20"}).ask("A").prompt.cost("bonus_g8")
    assert (dict(bonus.seat), dict(bonus.house)) == ({"g8": 1}, {})


def test_the_house_pays_from_what_it_has_set_aside() -> None:
    game = play_game("19", {"A": "g20 g20 g20"}, rolls="20 20 20")
    assert game.won == {"A": 450}
    assert game.match.risked[HOUSE]["g100"] == 3


@pytest.mark.rule("RG-33", "RG-34")
def test_point_targets() -> None:
    assert (point_target("quick", 5), point_target("full", 5)) == (20, 100)


@pytest.mark.rule("GEN-R8", "RG-01")
def test_alone_or_up_to_eight() -> None:
    assert GAME.limits(Options()) == (1, 8)


@pytest.mark.parametrize(
    ("house", "tray"),
    [(2, ["g20"] * 3), (5, ["g20"] * 3), (6, ["g20"]), (11, ["g20"]), (12, ["g4"]), (13, ["g20", "g4"]), (14, ["g4"]),
     (20, ["g4"])],
)  # fmt: skip
def test_the_computer_plays_the_best_policy(house: int, tray: list[str]) -> None:
    game = start_game(str(house), {"A": "g4"})
    while not game.match.over:
        scene = game.match.scene(0)
        game.does(A=optimal(scene, scene.mine()[0], game.rigged))
    rolled = [key.split(":")[0] for event in game.told("rolls") for key in event.values["dice"]]
    assert rolled == tray


def test_vault_and_duel_are_refused_together() -> None:
    with pytest.raises(BadOptions, match="no bonuses"):
        GAME.parse_options({"vault_of_dragons": True, "red_wizards_duel": True})


# ---- what stays for the next game


def stays(game: RolledGoldScript) -> dict[str, str]:
    """The buy-ins that stay in the tray."""
    return {game.name(seat): size for seat, size in game.result.carry.get("buy_ins", [])}


@pytest.mark.rule("RG-20", "RG-R14")
def test_only_a_buy_in_that_was_not_lost_stays() -> None:
    assert stays(play_game("3", {"A": "g6", "B": "g4"}, rolls="3 2")) == {"A": "g6"}
    assert stays(play_game("3", {"A": "g8 g4"}, rolls="8 1")) == {}, "the g8 is cleared from the tray"
    assert stays(play_game("3", {"A": "g8 g4"}, rolls="8 4")) == {"A": "g4"}
    assert stays(play_game("3", {"A": "g4 g4"}, rolls="1 4")) == {"A": "g4"}, "one of two equal ones"
    assert stays(play_game("6", {"A": "g4"}, {"A": "g8 take_back"}, rolls="6")) == {}, (
        "taken back is taken back"
    )
    assert stays(play_game("1", {"A": "g4", "B": "g20"})) == {"A": "g4", "B": "g20"}
    assert stays(play_game("3", {"A": "g6"}, rolls="1", buy_in_again=True)) == {"A": "g6"}


@pytest.mark.rule("RG-R14")
def test_the_next_game_says_which_answer_stands() -> None:
    game = RolledGoldScript(GAME, "AB", carry={"buy_ins": [[0, "g6"]]})
    assert game.ask("A").prompt.says["stays"] == "g6"
    assert "stays" not in game.ask("B").prompt.says, "who has lost it puts in another, or sits out"
    assert game.ask("A").prompt.default == "pass", "the rules move nobody's money by themselves"
    game.does(A="g6")
    assert "stays" not in game.ask("A").prompt.says
    larger = RolledGoldScript(GAME, "A", carry={"buy_ins": [[0, "g4"]]}, minimum="g8")
    assert "stays" not in larger.ask("A").prompt.says, "too small for the table now"
    for_points = RolledGoldScript(GAME, "A", carry={"buy_ins": [[0, "g6"]]}, played_for="points_quick")
    assert "stays" not in for_points.ask("A").prompt.says


@pytest.mark.rule("RG-R14")
def test_whoever_leaves_takes_the_buy_in_along() -> None:
    carry = {"buy_ins": [[0, "g6"], [1, "g4"]], "other": 1}
    left = GAME.departs(Options(), carry, 0, [1])
    assert left is not None
    assert left.carry == {"buy_ins": [[1, "g4"]], "other": 1}
    last = GAME.departs(Options(), left.carry, 1, [])
    assert last is not None
    assert last.carry == {"other": 1}
    game = start_game("3", {"A": "g6", "B": "g6"}, "6 6").leaves("A").ready("add")
    assert stays(game) == {"B": "g6"}
