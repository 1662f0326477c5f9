"""Three Kingdoms: War Values, which colour beats which, and what that makes cards worth (TK-09 to TK-28)."""

from __future__ import annotations

import pytest

from games.parlour.three_kingdoms import all_tied, armies, colors_score, points, power, strength, war_value

SUIT = {"red": "wolf", "green": "owl", "blue": "hare"}


def cards(**ranks: str) -> list[str]:
    """Cards by colour and rank: `cards(red="LM", blue="W")`; a D is the Dragon of the colour."""
    return [
        f"D.{color}" if rank == "D" else f"{rank}.{SUIT[color]}"
        for color, row in ranks.items()
        for rank in row
    ]


def value(ranks: str) -> int:
    """The War Value of an army of one colour, whatever order its cards came in."""
    [same] = {war_value(cards(red=row)) for row in (ranks, ranks[::-1])}
    return same


def scores(**ranks: str) -> dict[str, int]:
    """What the colours that score are worth in hand, in a war of these cards."""
    return {one: n for one, n in colors_score(cards(**ranks)).items() if n}


def total(hand: list[str], **war: str) -> int:
    """What a hand scores in a war of these cards."""
    return sum(points(hand, colors_score(cards(**war))))


# ---- War Values


@pytest.mark.rule("TK-10", "TK-X1")
def test_the_war_value_is_the_generals_number_less_one_for_each_further_card() -> None:
    assert value("BMR") == 1
    assert {ranks: value(ranks) for ranks in ("R", "M", "RR", "RRR", "MR", "BRR")} == {
        "R": 5, "M": 4, "RR": 4, "RRR": 3, "MR": 3, "BRR": 1,
    }  # fmt: skip


@pytest.mark.rule("TK-11", "TK-X2")
def test_it_is_never_below_one() -> None:
    assert value("LMR") == value("W") == value("WRRRR") == value("RRRRRR") == 1


@pytest.mark.rule("TK-26", "TK-27", "TK-X9")
def test_a_dragon_counts_as_a_rogue_and_lets_the_value_go_down_to_nothing() -> None:
    assert {ranks: value(ranks) for ranks in ("LMD", "WRD", "D", "RD", "BMD", "WRRRD")} == {
        "LMD": 0, "WRD": 0, "D": 5, "RD": 4, "BMD": 1, "WRRRD": 0,
    }  # fmt: skip


@pytest.mark.rule("TK-09")
def test_war_cards_lie_by_color_ascending_by_number() -> None:
    war = ["D.red", "R.hawk", "L.wolf", "M.owl", "W.wolf", "B.horse"]
    assert armies(war) == {
        "red": ["W.wolf", "L.wolf", "R.hawk", "D.red"], "green": ["B.horse", "M.owl"], "blue": [],
    }  # fmt: skip


# ---- which colour beats which


@pytest.mark.rule("TK-12", "TK-17", "TK-18", "TK-19")
def test_the_lowest_value_is_first_the_next_lowest_second() -> None:
    assert scores(red="R", green="B", blue="L") == {"blue": 2, "green": 1}
    assert scores(red="L", green="R", blue="M") == {"red": 2, "blue": 1}
    hand = cards(red="WR", green="LLL", blue="BM")
    assert points(hand, colors_score(cards(red="L", green="R", blue="M"))) == [2, 2, 0, 0, 0, 1, 1]


@pytest.mark.rule("TK-13", "TK-X2")
def test_of_colors_at_one_that_with_a_warrior_is_ahead() -> None:
    war = {"red": "LMR", "green": "MM", "blue": "W"}
    assert scores(**war) == {"blue": 2, "red": 1}
    assert total(cards(blue="RRR", red="RR", green="RR"), **war) == 8


@pytest.mark.rule("TK-14", "TK-20", "TK-X8")
def test_colors_equal_at_one_are_tied_one_card_or_several() -> None:
    assert scores(red="WM", green="W", blue="LRR") == {"red": 1, "green": 1}
    assert power(cards(red="WM")) == power(cards(green="W"))
    assert power(cards(red="LM")) == power(cards(blue="BMR"))


@pytest.mark.rule("TK-15", "TK-X4", "TK-X6")
def test_of_colors_equal_at_another_value_the_single_card_is_ahead() -> None:
    assert scores(red="L", green="L", blue="RRRR") == {"red": 1, "green": 1}
    assert scores(red="LBM", green="M", blue="RR") == {"red": 2, "green": 1}


@pytest.mark.rule("TK-16", "TK-20", "TK-X3")
def test_several_cards_each_are_tied_and_share_the_first_place() -> None:
    war = {"blue": "MR", "red": "R", "green": "RRR"}
    assert scores(**war) == {"blue": 1, "green": 1}
    assert total(cards(blue="RRR", green="RRR", red="R"), **war) == 6


@pytest.mark.rule("TK-21", "TK-X5")
def test_two_tied_for_second_score_nothing() -> None:
    assert scores(red="LM", green="RR", blue="RR") == {"red": 2}


@pytest.mark.rule("TK-X7", "TK-07")
def test_the_seventh_card_puts_green_ahead() -> None:
    assert all_tied(cards(red="RR", green="RR", blue="RR"))
    assert scores(red="RR", green="RRM", blue="RR") == {"green": 2}


@pytest.mark.rule("TK-28", "TK-X10")
def test_a_dragon_goes_before_warriors_and_single_cards() -> None:
    war = {"red": "BMD", "blue": "W", "green": "RR"}
    assert scores(**war) == {"red": 2, "blue": 1}
    # of equals at 4 too: several with a Dragon before a single card
    assert scores(red="RD", blue="M", green="W") == {"green": 2, "red": 1}
    assert total(cards(green="DRR", red="RRR", blue="R"), **war) == 9


@pytest.mark.rule("TK-R2")
def test_a_color_without_war_cards_stands_behind_all_that_have_some() -> None:
    assert scores(red="RRRRRR") == {"red": 2}
    assert scores(red="MMR", blue="BRR") == {"blue": 2, "red": 1}
    assert scores(red="R", blue="WWLLB") == {"blue": 2, "red": 1}


@pytest.mark.rule("TK-R3")
def test_tied_to_the_end_every_card_scores_one() -> None:
    war = {"red": "LR", "green": "LM", "blue": "LL"}
    assert all_tied(cards(**war))
    war["red"] += "R"
    assert all_tied(cards(**war))
    assert scores(**war) == {"red": 1, "green": 1, "blue": 1}
    # Dragons tell colours apart here too
    assert not all_tied(cards(red="RD", green="RR", blue="RR"))
    assert not all_tied(cards(red="RRRRRR"))


@pytest.mark.rule("TK-R5")
@pytest.mark.parametrize(
    ("war", "worth"),
    [
        ({"red": "L", "green": "B", "blue": "M"}, {"red": 2, "green": 1}),
        ({"red": "L", "green": "M", "blue": "M"}, {"red": 2}),
        ({"red": "L", "green": "L", "blue": "M"}, {"red": 1, "green": 1}),
        ({"red": "L", "green": "L", "blue": "L"}, {"red": 1, "green": 1, "blue": 1}),
    ],
)
def test_equal_colors_form_groups(war: dict[str, str], worth: dict[str, int]) -> None:
    assert scores(**war) == worth


@pytest.mark.rule("TK-R6")
def test_at_nothing_a_warrior_is_no_help() -> None:
    assert war_value(cards(red="WRD")) == war_value(cards(blue="LMD")) == 0
    assert scores(red="WRD", blue="LMD") == {"red": 1, "blue": 1}


# ---- hands


@pytest.mark.rule("TK-24", "TK-25", "TK-R7")
def test_a_dragon_scores_nothing_and_one_more_for_each_other_card_of_its_color() -> None:
    worth = {"red": 2, "green": 0, "blue": 1}
    hand = cards(green="DRW", red="R", blue="R")
    assert points(hand, worth) == [0, 1, 1, 2, 1]
    # two Dragons: each helps its own colour, and neither the other Dragon
    assert points(cards(green="DR", red="DR", blue="R"), worth) == [0, 1, 0, 3, 1]
    assert points(cards(blue="D", green="R"), worth) == [0, 0]


@pytest.mark.rule("TK-23", "TK-X11", "TIE-05")
def test_equal_totals_are_told_apart_by_rank() -> None:
    worth = {"red": 2, "green": 1, "blue": 0}

    def hand(ranks: str, colors: str) -> list[str]:
        names = {"r": "red", "g": "green", "b": "blue"}
        return [cards(**{names[color]: rank})[0] for rank, color in zip(ranks, colors, strict=True)]

    # the Warrior and the Lady score nothing, and count
    warrior, lady = hand("WLBMMRR", "brrrrbb"), hand("LLBMMRR", "brrrrbb")
    assert sum(points(warrior, worth)) == sum(points(lady, worth)) == 8
    assert strength(warrior, worth) > strength(lady, worth)
    dragon = hand("DLBMMRR", "grrrrbb")
    assert sum(points(dragon, worth)) == 8
    assert strength(dragon, worth) > strength(warrior, worth)
    # and Rank never tells colours apart: two Ladies do not go before a Lady and a Rogue at 1
    assert power(cards(red="LL")) == power(cards(green="LR"))
