"""Whole games: six cycles, dealers, totals, and the settings (CW-11 to CW-20, CW-79, CW-80, CW-PD, CW-R rulings)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine import BadOptions, Chance, Header, Match, Seed, Sheet, Table
from games.wyrms import GAME, outcome
from games.wyrms.cycle import Cycle, ScoreSheet
from games.wyrms.options import Options
from games.wyrms.scoring import Score
from tests.helpers.games.wyrms import IN_ORDER, SEATS, count, plays, predicts, record, wyrms
from tests.helpers.script import Script


def names(s: Script, kind: str) -> str:
    """The seats of all events of a kind, in order."""
    return "".join(s.name(event.values["seat"]) for event in s.told(kind))


def game(seats: int, **more: Any) -> Script:
    """A match by ordinary luck, but for the dominant stack; A deals first unless told otherwise."""
    return Script(GAME, SEATS[:seats], numbers=list(IN_ORDER), **{"first_dealer": 1, **more})


def limits(**options: Any) -> tuple[int, int]:
    """The fewest and the most players."""
    return GAME.limits(GAME.parse_options(options))


# ---- six cycles


@pytest.mark.rule("CW-16", "CW-39", "CW-40", "CW-45", "CW-79", "CW-X147")
@pytest.mark.parametrize(("seats", "size"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_a_whole_game_is_360_cards_in_six_cycles(seats: int, size: int) -> None:
    s = game(seats)
    taken = 0
    for n in range(1, 7):
        predicts(s, *[2] * seats)
        s.defaults("predict")
        taken += sum(each["taken"] for each in record(s, n))
        assert taken + len(s.told("discards")) == size * n
        assert len(s.told("plays")) == 60 * n
    assert s.match.over
    assert [e.values["n"] for e in s.told("showdown")] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("CW-14", "CW-15", "CW-32", "CW-X141", "CW-R4")
def test_the_deal_goes_round_and_left_of_the_dealer_leads() -> None:
    s = game(4)
    leaders = ""
    while not s.match.over:
        predicts(s, 1, 1, 1, 1)
        leaders += s.asked("lead")
        s.defaults("predict")
    assert names(s, "deals") == "ABCDAB"
    assert leaders == "BCDABC"


@pytest.mark.rule("CW-14", "CW-R4")
def test_the_first_dealer_is_drawn_or_named_by_the_host() -> None:
    assert names(game(4, first_dealer=3), "deals") == "C"
    drawn = set()
    for at in range(4):
        s = Script(GAME, "ABCD", numbers=[*IN_ORDER, at])
        drawn.add(names(s, "deals"))
    assert drawn == {*"ABCD"}


@pytest.mark.rule("CW-17", "CW-78", "CW-80")
def test_totals_run_on_and_the_highest_wins() -> None:
    s = game(4, cycles=3)
    while not s.match.over:
        predicts(s, 0, 3, 4, 5)
        s.defaults("predict")
    totals = Counter(dict.fromkeys(range(4), 0))
    for n in (1, 2, 3):
        for seat, each in enumerate(record(s, n)):
            totals[seat] += each["bonus"] + each["cards"]
            assert each["total"] == totals[seat]
    rows = s.result.rows
    assert [row.reason and row.reason.values["total"] for row in rows] == sorted(
        totals.values(), reverse=True
    )
    assert totals[rows[0].seat] == max(totals.values())
    assert s.result.headline.values == {"winners": (rows[0].seat,), "total": max(totals.values())}


def after(*totals: int) -> tuple[Table, ScoreSheet]:
    """A record of one cycle in which the seats came to these totals."""
    table = Table(range(len(totals)), Chance(Seed("record")), words=GAME.words)
    sheet = ScoreSheet(table)
    for seat, total in enumerate(totals):
        sheet.scores[seat].append(Score(1, 1, total, (), 0))
    return table, sheet


@pytest.mark.rule("CW-80", "CW-R16", "CW-X144")
def test_equal_highest_totals_share_the_win() -> None:
    result = outcome(*after(275, 310, 310))
    assert [(row.seat, row.place, row.points) for row in result.rows] == [
        (1, 1, 310),
        (2, 1, 310),
        (0, 3, 275),
    ]
    assert result.headline.text == GAME.words["result:shared"]
    assert result.headline.values["winners"] == (1, 2)


@pytest.mark.rule("CW-78", "CW-80")
def test_a_total_below_zero_earns_no_points_and_still_has_its_place() -> None:
    result = outcome(*after(-15, -40, 0))
    assert [(row.seat, row.place, row.points) for row in result.rows] == [(2, 1, 0), (0, 2, 0), (1, 3, 0)]
    assert result.rows[2].reason is not None
    assert result.rows[2].reason.values["total"] == -40
    assert (result.pays, result.carry) == ((), {})


# ---- settings


@pytest.mark.rule(
    "CW-11", "CW-R1", "CW-X146", "CW-PL-01", "CW-X151", "CW-X152", "CW-R25", "CW-X154", "CW-R20"
)
def test_how_many_may_play() -> None:
    assert limits() == (3, 6)
    assert limits(powerful_lair=True) == (5, 6)
    assert limits(personalised_colors=True) == (3, 5)
    assert limits(powerful_lair=True, personalised_colors=True, alternate_scoring=True) == (5, 5)
    # a fifth player has to be there to deal first
    assert limits(first_dealer=5) == (5, 6)
    with pytest.raises(BadOptions, match="no sixth"):
        GAME.parse_options({"first_dealer": 6, "personalised_colors": True})


@pytest.mark.rule("CW-R19", "CW-X153", "CW-X154")
def test_the_ways_to_score_predictions_exclude_each_other() -> None:
    with pytest.raises(BadOptions, match="don't go together"):
        GAME.parse_options({"higher_scoring": True, "alternate_scoring": True})
    for scoring in ("higher_scoring", "alternate_scoring"):
        GAME.parse_options({scoring: True, "powerful_lair": True, "personalised_colors": True})


@pytest.mark.rule("CW-HP-01", "CW-AP-01", "CW-AP-02", "CW-R19")
@pytest.mark.parametrize(
    ("options", "each", "exact"),
    [({}, 0, 50), ({"higher_scoring": True}, 25, 50), ({"alternate_scoring": True}, 25, 100)],
)
def test_predictions_are_scored_as_the_table_is_set(options: dict[str, bool], each: int, exact: int) -> None:
    seen = Counter[bool]()
    for n in range(10):
        s = predicts(game(4, cycles=1, **options), n, n, n, n).defaults()
        for entry in record(s, 1):
            hit = entry["taken"] == n
            paid = each * min(n, entry["taken"]) if hit or "alternate_scoring" in options else 0
            assert entry["bonus"] == paid + exact * hit
            seen[hit] += 1
    assert seen[True]
    assert seen[False]


@pytest.mark.rule("CW-R28", "CW-X161", "CW-79")
def test_a_shorter_game() -> None:
    s = wyrms(cycles=2)
    colors = []
    while not s.match.over:
        colors += s.on_table("dominant")
        predicts(s, 1, 1, 1)
        s.defaults("predict")
    assert colors == ["dominant.red", "dominant.blue"]
    totals = [each["total"] for each in record(s, 2)]
    assert [row.seat for row in s.result.rows if row.place == 1] == [
        seat for seat in range(3) if totals[seat] == max(totals)
    ]
    for wrong in (0, 7):
        with pytest.raises(BadOptions, match="cycles"):
            GAME.parse_options({"cycles": wrong})


# ---- colours of one's own


@pytest.mark.rule("CW-PD-01", "CW-PD-02", "CW-PD-03", "CW-R25", "CW-R26", "CW-X155")
@pytest.mark.parametrize("seats", [3, 5])
def test_everybody_keeps_a_colour_for_five_cycles_and_the_sixth_has_none(seats: int) -> None:
    s = game(seats, personalised_colors=True)
    order = ["red", "blue", "yellow", "green", "purple"][:seats]
    for n in range(1, 7):
        shown = [s.sees(None, name, "dominant") for name in s.names]
        if n < 6:
            assert shown == [[f"dominant.{color}"] for color in order]
            with pytest.raises(AssertionError, match="nothing called dominant"):
                s.on_table("dominant")
        else:
            assert shown == [None] * seats
            assert s.on_table("dominant") == ["dominant.none"]
        predicts(s, *[1] * seats)
        s.defaults("predict")
    assert s.match.over


@pytest.mark.rule("CW-PD-03", "CW-X155", "CW-PD-06")
@pytest.mark.parametrize(("number", "taker"), [(5, 2), (6, 0)])
def test_the_same_gathering_in_the_fifth_cycle_and_in_the_sixth(number: int, taker: int) -> None:
    table = Table([0, 1, 2], Chance(Seed("own")), words=GAME.words)
    own = {0: "red", 1: "blue", 2: "yellow"} if number < 6 else {}
    cycle = Cycle(table, Options(personalised_colors=True), number, 0, None, own)
    assert cycle.ruling([0, 1, 2], ["green.3", "blue.7", "yellow.7"]).place == taker


@pytest.mark.rule("CW-PD-04", "CW-PD-07", "CW-R19", "CW-X159")
def test_colours_belong_to_seats_whoever_leads() -> None:
    table = Table([0, 2, 5, 7, 8], Chance(Seed("own")), words=GAME.words)
    own = {0: "red", 2: "blue", 5: "yellow", 7: "green", 8: "purple"}
    cycle = Cycle(table, Options(personalised_colors=True, powerful_lair=True), 1, 0, None, own)
    # seat 5 leads: red was played by 7, blue by 2
    ruling = cycle.ruling([5, 7, 8, 0, 2], ["green.3", "red.9", "green.4", "yellow.9", "blue.1"])
    assert ruling == (4, "dominant")
    assert cycle.ruling([5, 7, 8, 0, 2], ["green.3", "red.9", "blue.lair", "blue.7", "blue.2"]).step == "lair"


# ---- who comes and goes


@pytest.mark.rule("CW-R30")
def test_a_seat_that_leaves_plays_its_defaults_to_the_end() -> None:
    s = predicts(game(3, cycles=2), 3, 4, 9)
    s.leaves("C")
    assert s.sees(None, "C", "set aside") == [s.told("looks")[0].values["card"]]
    s.defaults("predict")
    assert s.asked("predict") == "AB"
    s.does(A="1", B="2")
    assert [each["predicted"] for each in record(s, 2)] == [1, 2, 0]


@pytest.mark.rule("CW-41")
def test_seats_with_gaps_between_them() -> None:
    match = Match(GAME, Header(GAME.key, GAME.version, {"cycles": 1}, (1, 4, 6), Seed("gaps")))
    order = []
    while not match.over:
        [ask, *_] = [ask for ask in match.open.values() if not ask.answered]
        order.append(ask.seat)
        match.answer(ask.id, ask.seat, ask.prompt.default)
    assert {*order} == {1, 4, 6}
    assert match.result is not None
    assert sorted(row.seat for row in match.result.rows) == [1, 4, 6]


@pytest.mark.rule("CW-23", "CW-41")
def test_the_sheet_is_the_same_to_all() -> None:
    s = predicts(wyrms("R5", "R8", "R2"), 1, 1, 1)
    plays(s, "R5 R8 R2")
    sheet = s.scene_block(Sheet)
    assert [s.scene_block(Sheet, viewer) for viewer in s.names.values()] == [sheet] * 3
    assert count(s)["B"] == 1


def test_the_sheet_names_the_row_of_totals() -> None:
    block = after(275, 310)[1].block(0)
    assert isinstance(block, Sheet)
    assert [row.head.text.format(**row.head.values) for row in block.rows] == ["Cycle 1", "Total"]
    assert [cell.values["total"] for cell in block.rows[1].cells] == [275, 310]
