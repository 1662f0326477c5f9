"""City Square: what a city is worth (CS-11 to CS-29)."""

from __future__ import annotations

import pytest

from games.engine import Pile
from games.parlour.city_square.scoring import Score, score, worth, worth_with_happy_peasants


def city(rows: str) -> tuple[Pile, ...]:
    """Rows from the top: `WRM / BBL / MMM`; `.` is empty."""
    return tuple(
        (column, row, (f"{rank}.red" if rank == "D" else f"{rank}.owl",))
        for row, line in enumerate(rows.split(" / "))
        for column, rank in enumerate(line)
        if rank != "."
    )


def parts(rows: str, **more: bool) -> Score:
    """The points of a city by kind."""
    return score(city(rows), **more)


@pytest.mark.parametrize(
    ("rows", "slums", "markets", "estates", "taverns"),
    [
        pytest.param(".W. / BLM / .L.", 0, 1, 5, 0, marks=pytest.mark.rule("CS-X1")),
        pytest.param("WRM / BBL / MMM", 1, 3, 2, 1, marks=pytest.mark.rule("CS-X2")),
        pytest.param("BLM / WLM / RMR", 1, 1, 5, 1, marks=pytest.mark.rule("CS-X3")),
        pytest.param("RRM / RWM / BLL", 2, 2, 5, 0, marks=pytest.mark.rule("CS-X4")),
        pytest.param("MRM / WLB / ...", 0, 0, 0, 0, marks=pytest.mark.rule("CS-X5")),
        pytest.param("WRM / WLB / ...", 1, 1, 2, 0, marks=pytest.mark.rule("CS-X5")),
    ],
)
def test_the_examples(rows: str, slums: int, markets: int, estates: int, taverns: int) -> None:
    assert parts(rows) == Score(slums, markets, estates, taverns)
    mirrored = " / ".join(line[::-1] for line in rows.split(" / "))
    turned = " / ".join("".join(column) for column in zip(*rows.split(" / "), strict=True))
    assert parts(mirrored) == parts(turned) == parts(rows)


@pytest.mark.rule("CS-X1", "CS-X2", "CS-X3", "CS-X4", "CS-X5")
def test_the_totals_of_the_examples() -> None:
    assert [
        worth(city(rows))
        for rows in (
            ".W. / BLM / .L.",
            "WRM / BBL / MMM",
            "BLM / WLM / RMR",
            "RRM / RWM / BLL",
            "MRM / WLB / ...",
            "WRM / WLB / ...",
        )
    ] == [6, 7, 8, 9, 0, 4]


@pytest.mark.rule("CS-11", "CS-13")
def test_districts_are_connected_by_a_side_and_not_by_a_corner() -> None:
    assert parts("WR. / ...").slums == parts("W.. / R..").slums == 1
    for corner in ("W.. / .R.", ".W. / R..", "R.. / .W.", ".R. / W.."):
        assert parts(corner).slums == 0
    assert parts("W.R / ...").slums == 0


@pytest.mark.rule("CS-13", "CS-14", "CS-15")
def test_a_patrolled_slum_is_worth_one_and_does_no_harm_an_unpatrolled_one_none_and_harm() -> None:
    assert parts("WRM / .L.") == Score(1, 1, 0, 0)
    assert parts(".RM / .L.") == parts(".RM / .LW") == Score(0, 0, 0, 0)
    assert parts("MRM / ...").markets == 0
    # one Barracks patrols all Slums beside it; a patrolled Slum patrols nothing
    assert parts(".R. / RWR / .R.").slums == 4
    assert parts("WRR / ...").slums == 1


@pytest.mark.rule("CS-16", "CS-R5")
def test_a_failed_district_counts_as_empty_for_all_scoring() -> None:
    # the Market in the middle fails and parts the group; the Estate beside it misses a neighbour
    assert parts("M.. / MM. / .MR") == Score(0, 3, 0, 0)
    assert parts("LMR / W..") == Score(0, 0, 1, 0)
    assert parts("LM. / W..") == Score(0, 1, 2, 0)
    # failures are found all at once: a failed Market does not save or doom another
    assert parts("RMM / ..R").markets == 0
    assert parts("RMM / ...").markets == 1


@pytest.mark.rule("CS-17")
def test_taverns_barracks_and_slums_never_fail() -> None:
    assert parts("RBW / ...") == Score(0, 0, 0, 1)
    assert parts("RR. / RR.") == Score(0, 0, 0, 0)
    assert parts("RW. / .R.").slums == 2


@pytest.mark.rule("CS-18", "CS-R6")
def test_only_the_largest_group_of_markets_scores() -> None:
    assert parts("MMM / ... / MM.").markets == 3
    assert parts("M.M / ... / M.M").markets == 1
    assert parts("MM. / ..M").markets == 2
    assert parts("MMM / MMM / MMM").markets == 9
    assert parts("... / .W.").markets == 0


@pytest.mark.rule("CS-19", "CS-20")
@pytest.mark.parametrize(
    ("rows", "points"),
    [
        (".W. / BLM / .L.", 4 + 1),
        (".W. / WLW / .W.", 1),
        (".B. / BLM / .M.", 2),
        (".W. / RLR / .W.", 1),
        ("... / .L.", 0),
        ("... / LL.", 2),
    ],
)
def test_an_estate_scores_each_different_kind_beside_it_but_slums(rows: str, points: int) -> None:
    patrolled = rows
    if "R" in rows:
        patrolled = "WWW / RLR / WWW"
        assert parts(patrolled).slums == 2
    assert parts(patrolled).estates == points


@pytest.mark.rule("CS-21", "CS-22")
def test_taverns_score_the_barracks_beside_them_and_barracks_nothing() -> None:
    assert parts(".W. / WBW / .W.") == Score(0, 0, 0, 4)
    assert parts("WWW / WWW") == Score(0, 0, 0, 0)
    assert parts("W.. / .B.").taverns == 0
    assert parts("BWB / ...").taverns == 2


@pytest.mark.rule("CS-07", "CS-X10")
def test_a_covered_card_has_no_effect() -> None:
    beside: Pile = (1, 0, ("M.owl",))
    assert worth(((0, 0, ("R.owl",)), beside)) == 0
    assert worth(((0, 0, ("R.owl", "W.owl")), beside)) == 1
    assert worth(((0, 0, ("M.owl", "R.owl")), (0, 1, ("W.owl",)), beside)) == 1 + 1
    assert worth(((0, 0, ("M.owl", "B.owl")), beside)) == 1


@pytest.mark.rule("CS-10")
def test_empty_districts_do_no_harm() -> None:
    assert worth(()) == 0
    assert worth(city("M.. / ... / ..W")) == 1
    assert worth(city("W.. / B.. / ..M")) == worth(city("M.. / ..B / ..W")) == 2


# ---- variants


@pytest.mark.rule("CS-24", "CS-X8")
def test_a_dragon_scores_as_a_tavern_and_never_fails() -> None:
    assert parts("WDW / ... / ...") == Score(0, 0, 0, 2)
    assert parts("RDW / ...").taverns == 1


@pytest.mark.rule("CS-25", "CS-X6")
def test_each_dragon_is_a_neighbour_of_its_own_kind() -> None:
    assert parts(".D. / DLB / .M.") == Score(0, 1, 4, 0)
    assert parts(".D. / DLD").estates == 3


@pytest.mark.rule("CS-26", "CS-27", "CS-X7", "CS-X8", "CS-R6")
@pytest.mark.parametrize(
    ("rows", "markets"),
    [
        ("MDM / ... / ...", 2),
        ("MM. / DD. / ...", 4),
        # the larger group counts, though the smaller has more Dragons
        ("MM. / ... / DMD", 2),
        # of two alike the one with the most Dragons
        ("MM. / ..D / MMD", 3),
        ("MMD / ..D / MM.", 3),
        # one Dragon beside two Markets of the group adds 1
        ("MM. / DM. / ...", 4),
        # a failed Market is none, and with no Market there is no bonus
        ("RMD / ...", 0),
        ("DDD / ...", 0),
    ],
)
def test_dragons_beside_the_largest_group_add_one_each_and_join_nothing(rows: str, markets: int) -> None:
    assert parts(rows).markets == markets


@pytest.mark.rule("CS-28", "CS-29", "CS-X9")
def test_happy_peasants_are_kept_quiet_by_taverns_and_not_by_fancy_ones() -> None:
    assert worth(city("BRM / ... / ...")) == 0
    assert worth_with_happy_peasants(city("BRM / ... / ...")) == 2
    assert worth(city("DRM / ... / ...")) == worth_with_happy_peasants(city("DRM / ... / ...")) == 0
    assert parts("WRM / ...", happy_peasants=True) == parts("WRM / ...")
