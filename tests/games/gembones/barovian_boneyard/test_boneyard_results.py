"""Barovian Boneyard: the calls of rolls and their payments, in the standard game and its variants."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import HOUSE, MINT, BadOptions, RulesBug, Zone
from games.engine.money import SIZES
from games.gembones.barovian_boneyard import GAME, point_target
from tests.helpers.games.barovian_boneyard import BoneyardTable


def alone(house: str, rolls: int | list[int], **options: Any) -> BoneyardTable:
    """One player at the table."""
    return BoneyardTable("A", **options).game(house, A=rolls)


@pytest.mark.rule("BB-01", "BB-03", "BB-05", "BB-06", "BB-07", "BB-13", "GEM-02")
def test_wagers_come_first_then_the_house_rolls_then_the_players() -> None:
    table = BoneyardTable("AB").game("2 5", A=[3, 4], B=6)
    order = [event.kind for event in table.match.events]
    assert order == ["wagers", "wagers", "house_rolls", "rolls", "rolls", "ravenloft", "mist_loses"]
    assert table.told("house_rolls") == [{"dice": ["g6:2", "g6:5"]}]
    assert table.told("rolls") == [{"seat": 0, "dice": ["g6:3", "g6:4"]}, {"seat": 1, "dice": ["g6:6"]}]
    # the wagers are the dice that are rolled, and those dice are what is paid
    assert [(pay.giver, pay.taker, pay.unit, pay.amount) for pay in table.result.pays] == [
        (HOUSE, 0, "g6", 4),
        (1, HOUSE, "g6", 1),
    ]


@pytest.mark.rule("BB-06")
def test_the_wider_the_span_the_better_for_the_player() -> None:
    houses = ["3 4", "3 5", "2 5", "2 6", "1 6"]
    won = [sum(alone(house, roll).net["A"] for roll in range(1, 7)) for house in houses]
    assert won == [-2, 1, 4, 7, 10]


@pytest.mark.rule("BB-08", "BB-09", "BB-11", "BB-X2", "BB-R1", "GEM-R10")
@pytest.mark.parametrize(
    ("roll", "name", "net"),
    [
        (1, "mist_loses", -1),
        (2, "svalich", +1),
        (3, "ravenloft", +2),
        (4, "ravenloft", +2),
        (5, "svalich", +1),
        (6, "mist_loses", -1),
    ],
)
@pytest.mark.parametrize("house", ["2 5", "5 2"])
def test_house_2_and_5(house: str, roll: int, name: str, net: int) -> None:
    table = alone(house, roll)
    assert table.net == {"A": net}
    assert [call["dice"] for call in table.told(name)] == [[f"g6:{roll}"]]


@pytest.mark.rule("BB-10", "BB-X3")
def test_doubles_of_the_house_are_met_or_missed() -> None:
    assert {roll: alone("4 4", roll).net["A"] for roll in range(1, 7)} == {
        1: -1, 2: -1, 3: -1, 4: +2, 5: -1, 6: -1,
    }  # fmt: skip
    assert alone("4 4", 4).told("vallaki")


@pytest.mark.rule("BB-X4")
def test_neighbours_leave_no_ravenloft() -> None:
    assert [alone("3 4", roll).net["A"] for roll in range(1, 7)] == [-1, -1, +1, +1, -1, -1]


@pytest.mark.rule("BB-12", "BB-X5")
def test_van_richten_has_no_mist() -> None:
    nets = [alone("1 8", roll, size="g8").net["A"] for roll in range(1, 9)]
    assert nets == [+1, +2, +2, +2, +2, +2, +2, +1]
    assert alone("8 1", 3, size="g8").told("van_richten")
    assert not alone("1 7", 3, size="g8").told("van_richten")
    assert alone("8 1", 3, size="g8").result.headline.text.startswith("Van Richten! ")
    assert alone("1 7", 3, size="g8").result.headline.text.startswith("The house rolled ")


@pytest.mark.rule("BB-04", "BB-X6")
def test_each_wager_is_settled_on_its_own() -> None:
    table = alone("3 9", [5, 10], size="g10")
    assert table.net == {"A": +1}
    assert table.net["A"] * SIZES["g10"] == 10
    assert [(pay.giver, pay.amount) for pay in table.result.pays] == [(HOUSE, 2), (0, 1)]
    assert table.told("ravenloft") == [{"seat": 0, "dice": ["g10:5"], "n": 2}]
    assert table.told("mist_loses") == [{"seat": 0, "dice": ["g10:10"], "n": 1}]
    # two that win and one that loses: 2 and 1 to 1, and neither hides the other
    table = alone("3 9", [5, 3, 10], size="g10")
    assert [(pay.giver, pay.amount) for pay in table.result.pays] == [(HOUSE, 3), (0, 1)]


@pytest.mark.rule("BB-02", "BB-03", "BB-05", "BB-27")
@pytest.mark.parametrize(("size", "sides"), [("g6", 6), ("g8", 8), ("g10", 10)])
def test_one_size_for_house_and_players(size: str, sides: int) -> None:
    table = BoneyardTable("A", size=size).game(f"1 {sides}", A=[2, sides])
    assert table.net == {"A": +3}
    zones = [block for block in table.match.scene(-2).blocks if isinstance(block, Zone)]
    assert [(zone.name, zone.owner, zone.items) for zone in zones] == [
        ("house", None, (f"{size}:1", f"{size}:{sides}")),
        ("dice", 0, (f"{size}:2", f"{size}:{sides}")),
    ]
    assert {pay.unit for pay in table.result.pays} == {size}
    # a die of that size, and no other: a 7 is no roll of a g6, nor an 11 of a g10
    with pytest.raises(RulesBug):
        BoneyardTable("A", size=size).game(f"1 {sides + 1}", A=1)
    with pytest.raises(RulesBug):
        BoneyardTable("A", size=size).game("1 2", A=sides + 1)


@pytest.mark.rule("BB-02")
@pytest.mark.parametrize("size", ["g4", "g12", "g20", "g100"])
def test_other_sizes_are_not_played(size: str) -> None:
    with pytest.raises(BadOptions, match="size"):
        GAME.parse_options({"size": size})


@pytest.mark.rule("GEM-12")
def test_what_is_won_is_gembones_like_any_other() -> None:
    table = alone("2 5", 3)
    [pay] = table.result.pays
    assert pay.unit in SIZES, "a house that paid in chips of its own would pay another unit"


@pytest.mark.rule("BB-17", "BB-R4")
def test_madam_eva_rolls_the_house_last() -> None:
    table = alone("2 5", [3, 6], madam_eva=True)
    kinds = [event.kind for event in table.match.events]
    assert kinds == ["wagers", "rolls", "house_rolls", "ravenloft", "mist_loses"]
    assert table.net == {"A": +1}
    zones = [block.name for block in table.match.scene(-2).blocks if isinstance(block, Zone)]
    assert zones == ["dice", "house"]
    assert len(table.match.rows) == 1, "nothing is asked between the rolls"


@pytest.mark.rule("BB-22", "BB-23", "BB-X7")
def test_vistani_stowaway_turns_it_round() -> None:
    assert [alone("2 5", roll, vistani_stowaway=True).net["A"] for roll in (1, 3, 5)] == [+2, -1, -1]
    assert alone("4 4", 4, vistani_stowaway=True).net == {"A": -1}
    van_richten = [alone("1 6", roll, vistani_stowaway=True).net["A"] for roll in range(1, 7)]
    assert van_richten == [-1] * 6


@pytest.mark.rule("BB-R9")
def test_vistani_stowaway_stays_out_of_leaderboards() -> None:
    assert not alone("2 5", 1, vistani_stowaway=True).result.ranked
    assert alone("2 5", 1).result.ranked
    table = BoneyardTable("A", vistani_stowaway=True)
    [ask] = table.open().asks_of(0)
    assert ask.prompt.legal(table.match.table.chance) == ["pass", 1]


@pytest.mark.rule("BB-24", "BB-X8", "BB-R8")
def test_wolves_eat_svalich_and_nothing_else() -> None:
    wolves: dict[str, Any] = {"wolves_in_the_woods": True}
    assert [alone("2 5", roll, **wolves).net["A"] for roll in (2, 3, 5, 6)] == [-1, +2, -1, -1]
    assert alone("4 4", 4, **wolves).net == {"A": +2}
    assert [alone("1 6", roll, **wolves).net["A"] for roll in (1, 3, 6)] == [-1, +2, -1]


@pytest.mark.rule("BB-15", "BB-X1", "BB-R3")
@pytest.mark.parametrize(
    ("size", "house", "roll", "tickets"),
    [("g6", "2 5", 3, 12), ("g8", "2 5", 3, 16), ("g10", "2 5", 2, 10)],
)
def test_blinsky_gives_a_ticket_for_each_piece(size: str, house: str, roll: int, tickets: int) -> None:
    table = alone(house, roll, size=size, blinsky=True)
    assert table.tickets == {"A": tickets}
    assert table.net == {"A": 0}, "the wager comes back, and no gembone with it"
    [pay] = table.result.pays
    assert (pay.giver, pay.unit) == (MINT, "tickets")


@pytest.mark.rule("BB-R3")
def test_blinsky_still_takes_what_is_lost() -> None:
    table = alone("2 5", [3, 6], blinsky=True)
    assert (table.net, table.tickets) == ({"A": -1}, {"A": 12})
    assert table.match.risked.get(HOUSE, {}) == {}, "tickets need no bank"


def test_variants_go_together() -> None:
    table = alone("2 5", [2, 3], wolves_in_the_woods=True, blinsky=True, madam_eva=True, size="g8")
    assert (table.net, table.tickets) == ({"A": -1}, {"A": 16})


@pytest.mark.rule("BB-25", "BB-26")
def test_point_targets() -> None:
    assert [point_target("quick", players) for players in (1, 4)] == [20, 20]
    assert [point_target("full", players) for players in (1, 4, 8)] == [20, 80, 160]


def test_the_rules_text_tells_its_own_example() -> None:
    assert "House 2 and 5 with g6. Ann wagers two and rolls 3 and 6" in GAME.rules
    assert BoneyardTable("AB").game("2 5", A=[3, 6], B=5).net == {"A": +1, "B": +1}


@pytest.mark.rule("BB-13", "BB-04")
def test_many_wagers_are_called_together_and_what_they_lose_is_summed_up() -> None:
    table = alone("2 5", [6, 3, 1, 6])
    assert table.told("mist_loses") == [{"seat": 0, "dice": ["g6:6", "g6:1", "g6:6"], "n": 3}]
    assert [row.reason.text for row in table.result.rows if row.reason] == ["Mist ×3, Ravenloft"]
