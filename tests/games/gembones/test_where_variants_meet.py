"""Corners in which two or three variants meet; what each pays is worked out by hand from the rules named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.games.barovian_boneyard import BoneyardTable
from tests.helpers.games.hags_haggle import play_game as haggle
from tests.helpers.games.rolled_gold import play_game as roll_gold
from tests.helpers.games.tripledip import net, play_rounds, pot

# ---- Rolled Gold


@pytest.mark.rule("RG-R5", "RG-26", "RG-28")
def test_a_20_under_acererak_pays_against_all_but_the_snakes_tie() -> None:
    both: dict[str, Any] = {"acereraks_bane": True, "flying_snake_tax": True}
    # 20 - 4 is below the house's 19, and still a 20: six fifths of the g100
    assert roll_gold("19", {"A": "g20"}, rolls="20 4", **both).won == {"A": 120}
    assert roll_gold("20", {"A": "g20"}, rolls="20 1", **both).won == {"A": -20}
    # lowered to just the house's 15 is a tie, which the snake takes
    assert roll_gold("15", {"A": "g20", "B": "g20"}, rolls="18 19 3", **both).won == {"A": -20, "B": 20}


@pytest.mark.rule("RG-26", "RG-30", "RG-R8", "RG-R11")
@pytest.mark.parametrize(("taken", "won"), [(3, 20), (4, -28)])
def test_the_duel_raises_the_house_while_acererak_lowers_the_total(taken: int, won: int) -> None:
    """The house has 14 and 6 more; 18 with a bonus of 5, less what Acererak takes, is 20 or 19."""
    game = roll_gold(
        "14",
        {"A": "g20"},
        {"A": "bonus_g8"},
        rolls=f"18 5 {taken} 6",
        red_wizards_duel=True,
        acereraks_bane=True,
    )
    assert game.won == {"A": won}


@pytest.mark.rule("RG-R5", "RG-R11", "RG-26")
def test_a_20_keeps_its_bonus_in_a_duel_and_is_paid_by_acererak() -> None:
    """20 and 1, less 4, is far below the house's 14 and 8: it is paid six fifths of the g20, and the g8 stays."""
    game = roll_gold(
        "14",
        {"A": "g20"},
        {"A": "bonus_g8"},
        rolls="20 1 4 8",
        red_wizards_duel=True,
        acereraks_bane=True,
    )
    assert game.won == {"A": 24}


@pytest.mark.rule("RG-28", "RG-30", "RG-25")
@pytest.mark.parametrize(("snake", "won"), [(False, 20), (True, -28)])
def test_a_tie_with_the_raised_house_is_the_snakes(snake: bool, won: int) -> None:
    game = roll_gold(
        "14",
        {"A": "g20"},
        {"A": "bonus_g8"},
        rolls="13 5 4",
        red_wizards_duel=True,
        flying_snake_tax=snake,
    )
    assert game.won == {"A": won}, "14 and 4 against 13 and 5"


# ---- Barovian Boneyard


@pytest.mark.rule("BB-18", "BB-R3", "BB-R5")
def test_a_captive_pays_gembones_where_winners_get_tickets() -> None:
    table = BoneyardTable(storming_the_castle=True, blinsky=True, held="A").game("1 6", B=6, C=1)
    assert table.net == {"A": -1, "B": 0, "C": 0}
    assert table.tickets == {"A": 0, "B": 6, "C": 6}
    assert table.held == "A"


@pytest.mark.rule("BB-20", "BB-R3", "BB-R5")
def test_a_full_house_of_ravenlofts_is_worth_a_ticket_a_piece() -> None:
    """Three play, so each wins three g6, which are 18 tickets."""
    table = BoneyardTable(storming_the_castle=True, blinsky=True).game("2 5", A=3, B=4, C=3)
    assert table.net == {"A": 0, "B": 0, "C": 0}
    assert table.tickets == {"A": 18, "B": 18, "C": 18}


@pytest.mark.rule("BB-21", "BB-R3", "BB-R5")
def test_all_in_the_mist_lose_three_gembones_each_and_no_tickets() -> None:
    table = BoneyardTable(storming_the_castle=True, blinsky=True, held="A").game("3 4", B=1, C=6)
    assert table.net == {"A": -3, "B": -3, "C": -3}
    assert table.tickets == {"A": 0, "B": 0, "C": 0}
    assert table.held == ""


@pytest.mark.rule("BB-18", "BB-24", "BB-17", "BB-R4")
def test_a_svalich_that_wolves_make_lose_is_no_mist() -> None:
    """House 2 and 5: Ann's 2 and Cid's 5 lose by the wolves, Bob's 6 is mist, so the castle catches Bob alone."""
    table = BoneyardTable(storming_the_castle=True, wolves_in_the_woods=True, madam_eva=True)
    table.game("2 5", A=2, B=6, C=5)
    assert table.net == {"A": -1, "B": -1, "C": -1}
    assert table.held == "B"


@pytest.mark.rule("BB-18", "BB-R6", "BB-R5", "BB-21")
def test_a_captive_who_leaves_is_not_among_those_in_the_mist() -> None:
    """Ann pays her one for going. Then Bob is everyone in the game, and in the mist: three, and free."""
    table = BoneyardTable(storming_the_castle=True, held="A").game("3 4", leave="A", B=1)
    assert table.net == {"A": -1, "B": -3, "C": 0}
    assert table.held == ""


# ---- Tripledip


@pytest.mark.rule("TD-R8", "TD-26", "TD-27")
def test_annam_wins_the_game_and_earlier_trips_the_pot() -> None:
    """Trips were rolled, so what Ann and Cid owe Bob goes into the pot, which Ann's trips of the first round take."""
    game = play_rounds(
        "A 222  B 125  C 124",
        "B 456  C 125",
        size="g6",
        annam_all_or_nothing=True,
        machaes_golden_pot=True,
        carry={"pot": {"g6": 2}, "paid": [[2, 12]]},
    )
    assert net(game, "g6") == {"A": +5, "B": 0, "C": -3}
    assert pot(game) == {}


@pytest.mark.rule("TD-R5", "TD-R8", "TD-23", "TD-28")
def test_the_last_one_standing_takes_the_pot_of_a_cracker_and_a_loser_by_annam() -> None:
    game = play_rounds(
        "A x  B 333  C 123",
        tray=1,
        annam_all_or_nothing=True,
        machaes_golden_pot=True,
        carry={"pot": {"g4": 5}, "paid": [[2, 20]]},
    )
    assert net(game) == {"A": -3, "B": +11, "C": -3}
    assert pot(game) == {}


@pytest.mark.rule("TD-R5", "TD-R8", "TD-22")
def test_the_last_one_standing_without_trips_leaves_all_in_the_pot() -> None:
    """Both others are out, and no trips were rolled: three from each of them stay on the table."""
    game = play_rounds(
        "A x  B 124  C 123",
        tray=1,
        annam_all_or_nothing=True,
        machaes_golden_pot=True,
        carry={"pot": {"g4": 5}, "paid": [[2, 20]]},
    )
    assert net(game) == {"A": -3, "B": 0, "C": -3}
    assert pot(game) == {"g4": 11}


# ---- Hag's Haggle


@pytest.mark.rule("HH-25", "HH-R1", "HH-R5", "HH-X7")
@pytest.mark.parametrize(("kind", "house", "won"), [(True, "2 3", -4), (False, "2 3", -4), (True, "3 4", 16)])
def test_her_7_is_hers_though_she_is_kind(kind: bool, house: str, won: int) -> None:
    """Kind, she gives half and leaves the die, but not one that shows a 7; not kind, she has it already."""
    assert haggle(house, A="7", kind_hag=kind, codes=[7]).pieces == {"A": won}
