"""Jack of All Trades with dice: the order of play, what may be placed, the scoring (JT-01 to JT-14)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import RAIL, Pick, RulesBug
from games.parlour.jack_of_all_trades import GAME
from tests.helpers.script import Script


def night(rolls: str, jobs: str = "", seats: str = "AB", **more: Any) -> Script:
    """A game with dice; A starts and rolls first. Jobs are cards."""
    return Script(GAME, seats, rolls=rolls, cards=jobs, **more)


def faces(items: Any) -> str:
    """Dice as what they show, cards as they are."""
    return " ".join(item.removeprefix("d6:") for item in items)


def prompt(s: Script, name: str) -> Pick:
    """What a seat is asked to place."""
    asked = s.ask(name, "place").prompt
    assert isinstance(asked, Pick)
    return asked


def may(s: Script, name: str) -> str:
    """The workers that a seat may place."""
    return faces(prompt(s, name).items[at] for at in prompt(s, name).places())


def places(s: Script, **workers: str) -> Script:
    """Each named seat places these workers, of equal ones those that are offered."""
    for name, chosen in workers.items():
        asked = prompt(s, name)
        left = list(asked.places())
        answer = []
        for worker in chosen.split():
            at = next(at for at in left if asked.items[at].removeprefix("d6:") == worker)
            left.remove(at)
            answer.append(at)
        s.does(**{name: sorted(answer)})
    return s


def checks(s: Script, names: str = "AB") -> Script:
    """A Betting Round in which all check."""
    assert s.kind() == "bet"
    return s.each(names, "check")


def totals(s: Script) -> dict[str, int]:
    """What is left of each seat's workers at the end."""
    return {
        s.name(row.seat): row.reason.values.get("total", 0) if row.reason else -1
        for row in s.result.rows
        if row.place is not None
    }


@pytest.mark.rule("JT-01", "JT-R1")
def test_ante_and_five_dice_each_open_to_all() -> None:
    s = night("1 3 3 6 6  2 4 4 4 6")
    assert s.pot == 2
    for viewer in ("A", "B", None):
        assert faces(s.sees(viewer, "A", "workers")) == "1 3 3 6 6"
        assert faces(s.sees(viewer, "B", "workers")) == "2 4 4 4 6"


@pytest.mark.rule("JT-02", "JT-08", "JT-11")
def test_four_betting_rounds_one_before_each_job_and_none_after_the_last() -> None:
    s = night("4 4 4 4 6  4 4 4 4 6", "W.owl L.owl B.owl R.owl")
    for rounds in (1, 2, 3, 4):
        assert [event.values["n"] for event in s.told("job") + s.told("last_call")] == [*range(1, rounds)]
        checks(s)
        assert len(s.told("job") + s.told("last_call")) == rounds
        # a 6 goes nowhere: nobody wants to
        for name in s.asked("place"):
            s.does(**{name: []})
    assert s.match.over
    assert totals(s) == {"A": 22, "B": 22}


@pytest.mark.rule("JT-03")
@pytest.mark.parametrize(
    ("job", "value"), [("W.owl", 1), ("L.hawk", 2), ("B.hare", 3), ("M.wren", 4), ("R.wolf", 5)]
)
def test_a_jobs_value_is_the_number_of_its_rank(job: str, value: int) -> None:
    s = checks(night("1 2 3 4 5  6 6 6 6 6", job))
    assert may(s, "A") == str(value)
    assert s.told("job")[0].values["job"] == job
    assert s.on_table("jobs") == [job]


@pytest.mark.rule("JT-04", "JT-07", "JT-R2")
def test_one_matching_worker_may_go_and_leaves_the_dice() -> None:
    s = checks(night("3 3 3 1 2  3 5 5 5 5", "B.owl"))
    for answer in ([1], [0, 1], [3], [0, 0], "3", 0, None):
        s.refuses("A", answer)
    places(s, A="3", B="")
    assert faces(s.sees("B", "A", "workers")) == "3 3 1 2"
    assert faces(s.sees("A", "B", "workers")) == "3 5 5 5 5"


@pytest.mark.rule("JT-05", "JT-06", "JT-X3")
def test_a_six_goes_only_where_no_worker_fits() -> None:
    s = checks(night("3 6 6 1 1  2 6 6 1 1", "B.owl"))
    assert prompt(s, "A").legal(s.rigged) == [[], [0]]
    for at in (1, 2, 3):
        s.refuses("A", [at])
    assert may(s, "B") == "6"
    s.refuses("B", [1, 2])
    places(s, A="3", B="6")
    assert faces(s.sees(None, "B", "workers")) == "2 6 1 1"


@pytest.mark.rule("JT-X1", "JT-12")
def test_the_first_example() -> None:
    s = night("1 3 3 6 6  5 5 5 4 4", "B.owl R.owl W.owl L.owl")
    for a, b in (("3", None), ("6", "5"), ("1", None)):
        checks(s)
        places(s, A=a) if b is None else places(s, A=a, B=b)
    checks(s)
    assert s.asked() == "A"
    places(s, A="6")
    assert totals(s) == {"A": 3, "B": 18}
    assert s.net == {"A": {"piece": 1}, "B": {"piece": -1}}


@pytest.mark.rule("JT-09", "JT-14", "JT-X2")
@pytest.mark.parametrize("no_last_call", [False, True])
def test_at_the_last_call_all_matching_workers_may_go(no_last_call: bool) -> None:
    s = night("2 4 4 4 6  5 5 5 5 5", "W.owl L.owl M.owl M.hare", no_last_call=no_last_call)
    for worker in ("6", "2", "4"):
        places(checks(s), A=worker)
    checks(s)
    if no_last_call:
        s.refuses("A", [0, 1])
        places(s, A="4")
        assert totals(s)["A"] == 4
    else:
        assert s.told("last_call")[0].values["job"] == "M.hare"
        places(s, A="4 4")
        assert totals(s)["A"] == 0


@pytest.mark.rule("JT-R2", "JT-07")
@pytest.mark.parametrize(("chosen", "left"), [("", 16), ("4", 12), ("4 4", 8), ("4 4 4", 4)])
def test_at_the_last_call_any_number_from_none_to_all_may_go(chosen: str, left: int) -> None:
    s = night("4 4 4 2 2  5 5 5 5 5", "W.owl W.hare W.wren M.owl")
    for _ in range(4):
        checks(s)
    places(s, A=chosen)
    assert totals(s)["A"] == left


@pytest.mark.rule("JT-10")
def test_at_the_last_call_only_one_six_goes() -> None:
    s = night("6 6 6 2 2  5 5 5 5 5", "R.owl R.hare R.wren M.owl")
    for _ in range(3):
        checks(s)
        places(s, A="", B="")
    checks(s)
    assert may(s, "A") == "6"
    s.refuses("A", [0, 1])
    places(s, A="6")
    assert totals(s)["A"] == 16


@pytest.mark.rule("JT-12")
def test_the_lowest_total_wins_and_a_six_left_counts_six() -> None:
    s = night("6 1 1 1 1  2 2 2 2 1", "R.owl R.hare R.wren R.hawk").bets(A=5).does(B="call")
    while not s.match.over:
        s.does(A=[]) if s.kind() == "place" else checks(s)
    assert totals(s) == {"B": 9, "A": 10}
    assert s.net == {"A": {"piece": -6}, "B": {"piece": 6}}


@pytest.mark.rule("JT-13")
def test_equal_totals_are_split_whatever_the_dice() -> None:
    s = night("2 2 2 2 2  4 4 4 1 1  5 5 5 5 5", "M.owl M.hare M.wren M.hawk", "ABC", stakes=9)
    places(checks(s, "ABC"), B="4")
    while not s.match.over:
        if s.kind() == "place":
            s.does(B=[])
        else:
            checks(s, "ABC")
    assert [row.place for row in s.result.rows] == [1, 1, 3]
    assert s.net == {"A": {"piece": 0}, "B": {"piece": 0}, "C": {"piece": -1}}
    assert s.carried == {"piece": 1}


@pytest.mark.rule("JT-R1")
def test_placements_are_sealed_until_the_last_is_in() -> None:
    s = checks(night("3 1 1 1 1  3 2 2 2 2  3 4 4 4 4", "B.owl", "ABC"), "ABC")
    assert s.asked() == "ABC"
    before = s.match.scene(RAIL).blocks[2:]
    places(s, C="3")
    places(s, A="")
    assert s.match.scene(RAIL).blocks[2:] == before
    places(s, B="3")
    assert [faces(s.sees(None, name, "workers")) for name in "ABC"] == ["3 1 1 1 1", "2 2 2 2", "4 4 4 4"]


@pytest.mark.rule("JT-R1")
def test_with_open_dice_nobody_is_asked_who_has_nothing_to_place() -> None:
    s = checks(night("3 1 1 1 1  2 2 2 2 2  6 4 4 4 4", "B.owl", "ABC"), "ABC")
    assert s.asked() == "AC"


@pytest.mark.rule("JT-R3")
def test_the_default_places_all_that_may_go() -> None:
    s = night("3 3 3 6 6  1 6 6 6 2", "B.owl R.owl W.owl B.hare")
    checks(s)
    assert prompt(s, "A").default == [0]
    assert prompt(s, "B").default == [1]
    s.defaults("bet")
    for _ in range(2):
        checks(s).defaults("bet")
    checks(s)
    assert faces(s.sees(None, "A", "workers")) == "3 3"
    assert prompt(s, "A").default == [0, 1]
    s.defaults()
    assert totals(s)["A"] == 0


@pytest.mark.rule("JT-R7")
def test_a_job_is_out_of_the_deck_once_it_was_revealed() -> None:
    s = night("4 4 4 4 4  5 5 5 5 5", "W.owl W.owl")
    checks(s)
    # there is one Warrior of Owls: it cannot come again
    with pytest.raises(RulesBug, match="not in the pile"):
        s.each("AB", "check")


@pytest.mark.rule("BET-R8")
def test_who_is_all_in_goes_on_placing() -> None:
    s = night("3 1 1 1 1  5 5 5 5 5  2 2 2 2 2", "B.owl", "ABC", stakes={"A": 1, "B": 20, "C": 20})
    assert s.asked() == "B"
    s.each("BC", "check")
    assert s.asked("place") == "A"
    places(s, A="3")
    assert faces(s.sees(None, "A", "workers")) == "1 1 1 1"


@pytest.mark.rule("BET-22", "BET-R17")
def test_the_dice_of_a_folder_leave_and_the_jobs_stay() -> None:
    s = night("3 1 1 1 1  5 5 5 5 5  3 2 2 2 2", "B.owl", "ABC")
    s.each("ABC", "check")
    places(s, A="3", C="3").bets(A=2).does(B="fold")
    assert s.sees(None, "B", "workers") is None
    assert s.on_table("jobs") == ["B.owl"]
