"""The Wheel: where cards may go, how strong spokes are, what cards in hand score (WH-01 to WH-05, WH-13 to WH-27)."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.parlour.shared.deck import GREYS
from games.parlour.the_wheel.board import CIRCLE, Wheel, clockwise_of, points, strongest

RANKS = "WLBMR"


def wheel(marked: str = "", **spokes: str) -> Wheel:
    """A Wheel on whose spokes such cards lie: `wheel(L="LRB")`; a D is a Dragon."""
    made = Wheel(marked)
    for spoke, ranks in spokes.items():
        for rank in ranks:
            made.lay("D.red" if rank == "D" else f"{rank}.owl", spoke)
    return made


def worth(spoke: str, marked: str = "") -> dict[str, int]:
    """What a card of each rank scores when that spoke is the strongest."""
    return dict(
        zip("WLBMRD", points(["W.owl", "L.owl", "B.owl", "M.owl", "R.owl", "D.red"], spoke), strict=True)
    )


@pytest.mark.rule("WH-01", "DECK-10")
def test_five_spokes_in_a_circle() -> None:
    assert [clockwise_of(spoke) for spoke in "WMBLR"] == ["M", "B", "L", "R", "W"]
    assert [clockwise_of(spoke, -1) for spoke in "WMBLR"] == ["R", "W", "M", "B", "L"]
    assert sorted(f"{spoke}.grey" for spoke in CIRCLE) == sorted(GREYS)


@pytest.mark.rule("WH-02", "WH-X1", "WH-X8")
def test_a_card_goes_on_its_own_spoke_or_on_a_neighbour() -> None:
    assert {rank: set(Wheel().spokes_for(f"{rank}.hare")) for rank in RANKS} == {
        "W": set("RWM"), "M": set("WMB"), "B": set("MBL"), "L": set("BLR"), "R": set("LRW"),
    }  # fmt: skip


@pytest.mark.rule("WH-03", "WH-04", "WH-21")
def test_a_companion_adds_two_an_ally_one_a_dragon_three() -> None:
    made = Wheel()
    told = [made.lay("L.hawk", "L"), made.lay("R.hawk", "L"), made.lay("B.owl", "L"), made.lay("D.red", "L")]
    assert told == [2, 3, 4, 7]
    assert made.strengths() == {"W": 0, "M": 0, "B": 0, "L": 7, "R": 0}


@pytest.mark.rule("WH-09", "WH-X2")
def test_a_card_of_the_clock_goes_next_clockwise() -> None:
    for rank, spoke in (("W", "M"), ("M", "B"), ("B", "L"), ("L", "R"), ("R", "W")):
        made = Wheel()
        assert made.clock_spoke(f"{rank}.wolf") == spoke
        assert made.lay(f"{rank}.wolf", spoke) == 1


@pytest.mark.rule("WH-13", "WH-14", "WH-X3")
def test_the_highest_strength_is_the_strongest_and_of_equals_the_rarer() -> None:
    made = wheel(R="R", L="LRB", M="WWBB")
    assert made.strengths() == {"W": 0, "M": 4, "B": 0, "L": 4, "R": 2}
    assert made.strongest() == "L"
    made.lay("M.wolf", "M")
    assert made.strongest() == "M"
    # whichever two are equal, the rarer one is ahead
    for one, other in combinations(RANKS, 2):
        assert strongest({other: 3, one: 3}) == one
        assert strongest({one: 3, other: 4}) == other


@pytest.mark.rule("WH-15", "WH-16", "WH-17", "WH-X3", "WH-X4", "WH-X5")
def test_cards_of_the_strongest_spoke_score_two_of_its_neighbours_one() -> None:
    assert worth("L") == {"L": 2, "R": 1, "B": 1, "M": 0, "W": 0, "D": 0}
    assert wheel(W="WR", M="MW", L="R", R="R").strengths() == {"W": 3, "M": 3, "B": 0, "L": 1, "R": 2}
    assert wheel(W="WR", M="MW", L="R", R="R").strongest() == "W"
    assert worth("W") == {"W": 2, "M": 1, "R": 1, "B": 0, "L": 0, "D": 0}
    hand = ["L.hawk", "L.wolf", "R.owl", "B.owl", "M.hare", "W.hare", "R.wren"]
    assert points(hand, "L") == [2, 2, 1, 1, 0, 0, 1]


@pytest.mark.rule("WH-19")
def test_color_never_decides_between_spokes() -> None:
    # four green cards on Merchant, three colours on Lady
    made = Wheel()
    for card in ("B.owl", "B.horse", "W.owl", "W.horse"):
        made.lay(card, "M")
    for card in ("L.hawk", "B.wren", "R.owl"):
        made.lay(card, "L")
    assert made.strongest() == "L"


@pytest.mark.rule("WH-20", "WH-22", "WH-X6")
def test_a_dragon_goes_anywhere_and_scores_nothing_in_hand() -> None:
    assert set(Wheel().spokes_for("D.red")) == set(RANKS)
    assert wheel(B="D", L="RB").strongest() == "B"
    assert wheel(B="D", L="RB").strength("B") == 3
    assert {spoke: worth(spoke)["D"] for spoke in CIRCLE} == dict.fromkeys(CIRCLE, 0)


@pytest.mark.rule("WH-24")
def test_a_dragon_of_the_clock_goes_nowhere() -> None:
    assert Wheel().clock_spoke("D.blue") is None


@pytest.mark.rule("WH-26", "WH-27", "WH-X7")
def test_nothing_goes_on_a_marked_spoke() -> None:
    made = Wheel("LR")
    assert made.spokes_for("R.owl") == ("W",)
    assert made.spokes_for("L.owl") == ("B",)
    assert set(made.spokes_for("D.red")) == set("WMB")
    assert [made.clock_spoke(card) for card in ("B.owl", "L.owl", "R.owl")] == [None, None, "W"]


@pytest.mark.rule("WH-R2")
def test_whichever_two_spokes_are_marked_every_card_can_be_played() -> None:
    for marked in combinations(CIRCLE, 2):
        for rank in RANKS:
            assert Wheel(marked).spokes_for(f"{rank}.owl")
        assert len(Wheel(marked).spokes_for("D.green")) == 3


@pytest.mark.rule("WH-R5")
def test_a_marked_spoke_cannot_be_the_strongest() -> None:
    made = Wheel("W")
    assert made.strongest() != "W"
    made.lay("R.owl", "R")
    assert made.strongest() == "R"
    assert "W" not in made.strengths()


@pytest.mark.rule("WH-R9")
def test_by_default_a_card_goes_on_its_own_spoke_then_clockwise_then_the_other() -> None:
    assert {rank: Wheel().default_for(f"{rank}.owl") for rank in RANKS} == {rank: rank for rank in RANKS}
    assert [Wheel("L").default_for("L.owl"), Wheel("LR").default_for("L.owl")] == ["R", "B"]
    assert [Wheel("W").default_for("W.owl"), Wheel("WM").default_for("W.owl")] == ["M", "R"]
    assert wheel(B="B", M="MM").default_for("D.red") == "M"
    assert wheel("W", B="BB", M="M").default_for("D.red") == "B"
    # all alike: the rarest that is open
    assert [Wheel().default_for("D.red"), Wheel("W").default_for("D.red")] == ["W", "L"]


def test_cleared_it_keeps_its_markers() -> None:
    made = wheel("W", B="BB")
    assert not made.empty()
    made.clear()
    assert made.empty()
    assert made.marked == ("W",)
