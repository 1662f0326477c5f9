"""City Square: years, building, bets, ties (CS-01 to CS-12, CS-23)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import BACK, RAIL, Grid, Place
from games.parlour.city_square import GAME
from tests.helpers.script import Script

ROW = [[0, 0], [1, 0], [2, 0]]
# what is dealt to A and B, year by year
YEARS = (
    "W.owl B.owl M.owl  W.hawk B.hawk R.hawk",
    "L.owl M.hare R.owl  R.wolf M.wolf M.hawk",
    "M.wren B.wren R.hare  R.wren R.horse M.horse",
    "B.horse M.owl R.owl  L.hawk R.owl R.hare",
)


def night(*years: str, seats: str = "AB", **more: Any) -> Script:
    """A game; what is dealt is told year by year, A's three cards first."""
    return Script(GAME, seats, cards=" ".join(years or YEARS), **more)


def districts(s: Script, name: str, viewer: int = RAIL) -> dict[tuple[int, int], str] | None:
    """A seat's city as somebody sees it: piles from the bottom up."""
    for block in s.match.scene(viewer).blocks:
        if isinstance(block, Grid) and block.owner == s.names[name]:
            return {(column, row): " ".join(cards) for column, row, cards in block.piles}
    return None


def prompt(s: Script, name: str) -> Place:
    """What a seat is asked to build."""
    asked = s.ask(name, "build").prompt
    assert isinstance(asked, Place)
    return asked


def check(s: Script, names: str = "AB") -> Script:
    """A Betting Round in which all check."""
    return s.each(names, "check")


@pytest.mark.rule("CS-01", "CS-03", "CS-R3")
def test_four_years_of_three_cards_each_with_a_betting_round_after_it() -> None:
    s = night()
    assert s.pot == 2
    for year, dealt in enumerate(YEARS, 1):
        a, b = dealt.split("  ")
        assert s.sees("A", "A") == a.split()
        assert s.sees("B", "B") == b.split()
        assert s.sees("B", "A") == s.sees(None, "A") == [BACK] * 3
        assert (s.kind(), s.asked()) == ("build", "AB")
        s.does(A=prompt(s, "A").default, B=prompt(s, "B").default)
        assert (s.kind(), s.asked()) == ("bet", "A")
        assert len(s.told("year")) == year
        assert s.sees("A", "A") == []
        check(s)
    assert s.match.over
    assert sum(len(cards.split()) for cards in (districts(s, "A") or {}).values()) == 12


@pytest.mark.rule("CS-02", "CS-R3")
def test_cards_are_placed_at_the_same_time_and_seen_when_all_have_placed() -> None:
    s = night("W.owl B.owl M.owl  W.hawk B.hawk R.hawk  L.owl L.hare M.hawk", seats="ABC")
    assert s.asked() == "ABC"
    before = s.match.scene(RAIL).blocks[2:]
    s.does(C=ROW, A=[[0, 0], [0, 1], [0, 2]])
    assert s.match.scene(RAIL).blocks[2:] == before
    assert (
        s.match.scene(1).blocks[2:-1]
        == night("W.owl B.owl M.owl  W.hawk B.hawk R.hawk  L.owl L.hare M.hawk", seats="ABC")
        .match.scene(1)
        .blocks[2:-1]
    )
    s.does(B=ROW)
    assert districts(s, "A") == {(0, 0): "W.owl", (0, 1): "B.owl", (0, 2): "M.owl"}
    assert districts(s, "C", viewer=1) == {(0, 0): "L.owl", (1, 0): "L.hare", (2, 0): "M.hawk"}


@pytest.mark.rule("CS-01")
def test_all_three_cards_must_be_placed() -> None:
    s = night()
    for answer in ([], ROW[:2], [*ROW, [0, 1]], None, "pass"):
        s.refuses("A", answer)


@pytest.mark.rule("CS-04", "CS-05", "CS-R2", "CS-X11")
def test_a_city_fits_some_frame_of_three_by_three_that_is_not_fixed_beforehand() -> None:
    for third in ([1, 0], [0, 2], [1, -2]):
        night().does(A=[[0, 0], [2, 0], third])
    s = night()
    for third in ([3, 0], [-1, 0]):
        s.refuses("A", [[0, 0], [2, 0], third])
    # cards need not touch, and coordinates may be negative
    s.does(A=[[0, 0], [2, 0], [0, 2]], B=[[0, 0], [-2, -2], [-1, 0]])
    check(s)
    s.refuses("A", [[1, -1], [1, 0], [1, 1]])
    s.does(A=[[1, 2], [1, 0], [1, 1]])
    for place in ([1, 0], [0, 1], [-3, -2]):
        s.refuses("B", [place, [-1, -1], [0, -1]])
    s.does(B=[[-2, 0], [-1, -1], [0, -1]])
    assert set(districts(s, "B") or {}) == {(0, 0), (-2, -2), (-1, 0), (-2, 0), (-1, -1), (0, -1)}


@pytest.mark.rule("CS-06", "CS-07", "CS-08", "CS-X10", "CS-X11")
def test_a_second_card_covers_the_first_and_there_is_no_third() -> None:
    s = check(night().does(A=ROW, B=ROW))
    s.does(A=[[0, 0], [0, 1], [0, 2]], B=[[0, 0], [1, 0], [2, 0]])
    assert districts(s, "A") == {
        (0, 0): "W.owl L.owl",
        (1, 0): "B.owl",
        (2, 0): "M.owl",
        (0, 1): "M.hare",
        (0, 2): "R.owl",
    }
    check(s)
    s.refuses("A", [[0, 0], [1, 1], [1, 2]])
    s.refuses("B", [[2, 0], [0, 1], [0, 2]])
    s.does(A=[[1, 0], [1, 1], [1, 2]], B=[[0, 1], [0, 2], [1, 1]])
    # what lies is where it was
    later = districts(s, "A") or {}
    assert [later[spot] for spot in ((0, 0), (2, 0), (0, 1), (0, 2))] == [
        "W.owl L.owl",
        "M.owl",
        "M.hare",
        "R.owl",
    ]
    assert later[1, 0] == "B.owl M.wren"


@pytest.mark.rule("CS-09", "CS-X11")
def test_two_cards_of_one_year_never_share_a_district() -> None:
    s = night()
    for answer in ([[0, 0], [0, 0], [1, 0]], [[0, 0], [1, 0], [1, 0]], [[0, 0], [1, 0], [0, 0]]):
        s.refuses("A", answer)
    s.does(A=ROW, B=ROW)
    check(s).refuses("A", [[0, 0], [0, 0], [0, 1]])


@pytest.mark.rule("CS-R4")
def test_a_legal_place_always_exists() -> None:
    s = check(night().does(A=ROW, B=ROW))
    check(s.does(A=[[0, 0], [1, 0], [0, 1]], B=ROW))
    check(s.does(A=[[2, 0], [0, 1], [0, 2]], B=[[0, 1], [1, 1], [2, 1]]))
    # four districts are full, the most there can be
    assert sorted(len(cards.split()) for cards in (districts(s, "A") or {}).values()) == [1, 2, 2, 2, 2]
    asked = prompt(s, "A")
    assert asked.spots() == [(1, 1), (2, 1), (0, 2), (1, 2), (2, 2)]
    assert len(asked.spots([[1, 1], [2, 2]])) == 3


@pytest.mark.rule("CS-R9")
def test_the_default_fills_the_frame_row_by_row_and_then_covers() -> None:
    s = night()
    assert prompt(s, "A").default == ROW
    check(s.does(A=[[0, 0], [-1, -1], [1, 0]], B=ROW))
    assert prompt(s, "A").default == [[0, -1], [1, -1], [-1, 0]]
    assert prompt(s, "B").default == [[0, 1], [1, 1], [2, 1]]
    check(s.does(A=prompt(s, "A").default, B=[[0, 1], [1, 0], [2, 1]]))
    assert prompt(s, "B").default == [[1, 1], [0, 2], [1, 2]]
    check(s.defaults("bet"))
    assert prompt(s, "A").default == [[-1, -1], [0, -1], [1, -1]]
    # one district is empty, (1, 0) is full
    assert prompt(s, "B").default == [[2, 2], [0, 0], [2, 0]]


# ---- who wins


def built(a: str, b: str, **more: Any) -> Script:
    """Twelve cards each, placed by default and checked through: the first three are covered by the last three."""
    mine, yours = a.split(), b.split()
    assert len(mine) == len(yours) == 12
    years = [" ".join((*mine[at : at + 3], *yours[at : at + 3])) for at in range(0, 12, 3)]
    s = night(*years, **more)
    for _ in range(4):
        check(s.defaults("bet"))
    return s


def totals(s: Script) -> dict[str, int]:
    """What the cities were worth."""
    return {s.name(row.seat): row.reason.values["total"] for row in s.result.rows if row.reason}


SLUMS = "R.owl R.owl R.owl " + "R.owl R.hare R.hare R.hare R.hare R.hare R.wren R.wren R.wren"


@pytest.mark.rule("CS-12", "CS-X2")
def test_the_highest_total_wins_the_pot() -> None:
    # rows 2 and 3 are built in the second and third year, row 1 in the fourth on top of the first
    s = built("R.hawk R.hawk R.hawk  B.owl B.hare L.owl  M.owl M.hare M.wren  W.owl R.hawk M.wolf", SLUMS)
    assert s.told("showdown")
    assert totals(s) == {"A": 7, "B": 0}
    assert s.net == {"A": {"piece": 1}, "B": {"piece": -1}}
    assert s.result.rows[0].reason is not None
    assert dict(s.result.rows[0].reason.values) == {
        "total": 7, "markets": 3, "estates": 2, "taverns": 1, "slums": 1,
    }  # fmt: skip
    # three Markets against two Taverns' points and two Slums
    three = "R.hawk R.hawk R.hawk  B.owl B.owl B.owl  B.hare B.hare B.hare  M.wren M.wren M.wren"
    mixed = "R.wolf R.wolf R.wolf  R.owl B.hawk R.owl  B.wolf B.wolf B.wolf  W.hawk B.hawk W.wolf"
    s = built(three, mixed)
    assert totals(s) == {"A": 3, "B": 4}
    assert s.net["B"] == {"piece": 1}


GREEN = "R.owl R.owl R.owl  R.owl R.horse R.horse R.horse R.hawk R.hawk R.hawk R.wren R.wren"


@pytest.mark.rule("CS-23", "CS-R7", "TIE-R3")
@pytest.mark.parametrize(
    ("other", "dragons", "winner"),
    [
        # A has four green cards on top, and three green ones below that do not count
        ("R.hare R.hare R.hare  R.wolf R.wolf R.wolf R.wolf R.wolf R.hare R.hare R.wren R.wren", False, "B"),
        ("R.hare R.hare R.hare  R.wolf R.wolf R.wolf R.hawk R.horse R.horse R.owl R.wren R.wren", False, ""),
        ("R.wolf R.wolf R.wolf  R.wolf R.wolf R.hawk R.horse R.owl R.wren R.hare R.hare R.horse", False, "A"),
        # a failed district counts, and a Dragon has a colour
        ("R.hare R.hare R.hare  R.wolf L.wolf R.wolf R.wolf R.wolf R.hare R.hare R.wren R.wren", False, "B"),
        ("R.hare R.hare R.hare  R.wolf D.red R.wolf R.wolf R.wolf R.hare R.hare R.wren R.wren", True, "B"),
    ],
)
def test_equal_cities_are_told_apart_by_the_colour_of_the_uppermost_cards(
    other: str, dragons: bool, winner: str
) -> None:
    s = built(GREEN, other, dragon_cards=dragons)
    assert totals(s) == {"A": 0, "B": 0}
    expected = {name: 0 if not winner else 1 if name == winner else -1 for name in "AB"}
    assert {name: change["piece"] for name, change in s.net.items()} == expected


@pytest.mark.rule("CS-24", "CS-28")
@pytest.mark.parametrize(("happy", "slums"), [(False, 0), (True, 2)])
def test_the_variants_count_in_the_game(happy: bool, slums: int) -> None:
    # three Slums above Tavern, Slum, Market above Barracks, Fancy Tavern, Barracks
    mine = "W.owl W.hare W.wren  B.owl R.hawk M.owl  W.hawk D.red W.wolf  R.wolf R.wolf R.wolf"
    s = built(mine, SLUMS, dragon_cards=True, happy_peasants=happy)
    row = next(row for row in s.result.rows if row.seat == 0)
    assert row.reason is not None
    assert row.reason.values["taverns"] == 3
    assert row.reason.values["slums"] == slums


# ---- bets and folds


@pytest.mark.rule("CS-R8", "BET-22")
def test_the_city_of_a_folder_is_turned_down_and_gets_no_further_cards() -> None:
    s = night("W.owl B.owl M.owl  W.hawk B.hawk R.hawk  L.owl L.hare M.hawk", seats="ABC")
    s.does(A=ROW, B=ROW, C=ROW).bets(A=1).does(B="fold", C="call")
    assert districts(s, "B") is None
    assert districts(s, "A") is not None
    assert s.asked("build") == "AC"
    assert s.sees("B", "B") in (None, [])


@pytest.mark.rule("BET-R8")
def test_who_is_all_in_goes_on_building() -> None:
    s = night("W.owl B.owl M.owl  W.hawk B.hawk R.hawk", stakes={"A": 1, "B": 9}).does(A=ROW, B=ROW)
    assert s.asked("build") == "AB"


@pytest.mark.rule("CS-R1")
def test_two_to_seven_seats_and_the_cards_last() -> None:
    assert GAME.seats == (2, 7)
    s = Script(GAME, "ABCDEFG")
    while not s.match.over:
        s.each(s.asked()[:1], "check") if s.kind() == "bet" else s.defaults("bet")
    assert len(s.told("dealt")) == 28
    dealt = [card for event in s.told("dealt") for card in event.values["cards"]]
    assert len(dealt) == 84


@pytest.mark.rule("CS-R3", "BET-R13")
def test_cities_are_open_so_a_winner_by_folds_has_nothing_to_show() -> None:
    s = night().does(A=ROW, B=ROW).bets(A=2).does(B="fold")
    assert s.match.over
    assert s.net["A"] == {"piece": 1}
