"""Three Kingdoms: the order of play (TK-01 to TK-09) and what players see."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import BACK, RAIL, Hint, SceneOutcome, Zone
from games.parlour.three_kingdoms import GAME
from tests.helpers.games.draw_games import show_down
from tests.helpers.script import Script

BLUE = "R.hare R.hare R.hare R.wolf R.wolf R.owl R.owl"
"""TK-X2: three blue, two red, two green."""
GREEN = "R.horse R.horse R.horse R.horse R.horse M.horse M.horse"
WAR = "L.wolf M.owl W.hare"
MORE = "M.wolf M.owl"
LAST = "R.hawk"


def night(*cards: str, seats: str = "AB", **more: Any) -> Script:
    """A game; A starts. `cards`: the hands, War Cards, and what is drawn."""
    return Script(GAME, seats, cards=" ".join(cards), **more)


def war(s: Script) -> dict[str, list[str]]:
    """The War Cards as a spectator sees them, by colour, in their order."""
    zones = [zone for zone in s.match.scene(RAIL).blocks if isinstance(zone, Zone) and zone.owner is None]
    assert [zone.name for zone in zones] == ["red war", "green war", "blue war"]
    return {zone.name.split()[0]: list(zone.items) for zone in zones}


@pytest.mark.rule("TK-01")
def test_ante_and_seven_cards_each_seen_by_their_owner_only() -> None:
    s = night(BLUE, GREEN, WAR)
    assert s.pot == 2
    assert s.sees("A", "A") == BLUE.split()
    for viewer in ("B", None):
        assert s.sees(viewer, "A") == [BACK] * 7
    assert "R.hare" not in str(s.match.scene(1))


@pytest.mark.rule("TK-02", "TK-09")
def test_three_war_cards_open_to_all() -> None:
    s = night(BLUE, GREEN, WAR)
    assert war(s) == {"red": ["L.wolf"], "green": ["M.owl"], "blue": ["W.hare"]}
    assert s.told("war")[0].to is None
    assert s.told("war")[0].values == {"cards": ("L.wolf", "M.owl", "W.hare")}
    assert (s.kind(), s.asked()) == ("bet", "A")


@pytest.mark.rule("TK-03", "TK-04", "TK-05", "TK-06", "TK-08")
def test_bet_exchange_two_more_bet_exchange_a_last_one_bet_showdown() -> None:
    s = night(BLUE, GREEN, WAR, "B.hare B.horse", MORE, "L.hare L.horse", LAST)
    for kind, lying in (("bet", 3), ("discard", 3), ("bet", 5), ("discard", 5), ("bet", 6)):
        for name in "AB":
            assert (s.kind(), s.asked()) == (kind, name)
            assert sum(map(len, war(s).values())) == lying
            s.does(**{name: "check" if kind == "bet" else [6]})
    assert s.match.over
    assert war(s) == {"red": ["L.wolf", "M.wolf", "R.hawk"], "green": ["M.owl", "M.owl"], "blue": ["W.hare"]}
    assert s.sees("B", "A") == [*BLUE.split()[:6], "L.hare"]
    assert s.sees("A", "B") == [*GREEN.split()[:6], "L.horse"]


@pytest.mark.rule("TK-08", "TK-22", "TK-X2")
def test_the_highest_total_wins_and_everybody_sees_why_card_by_card() -> None:
    s = show_down(night(GREEN, BLUE, WAR, MORE, LAST))
    outcome: SceneOutcome = s.scene_block(SceneOutcome)
    first, second = outcome.rows
    assert (first.seat, first.change) == (1, {"piece": 1})
    assert first.reason is not None
    assert second.reason is not None
    assert first.reason.values["total"] == 8
    assert first.reason.text.replace(":item", "").startswith(
        "{total:points}: {card0} 2, {card1} 2, {card2} 2, {card3} 1"
    )
    assert second.reason.values["total"] == 0
    # seven cards of the second colour beat one of the first
    one, seven = "R.hare R.horse R.horse R.horse R.horse R.horse M.horse", "R.wolf " * 5 + "M.hawk M.hawk"
    assert show_down(night(one, seven, WAR, MORE, LAST)).net["B"] == {"piece": 1}


@pytest.mark.rule("TK-07", "TK-R3", "TK-R4", "TK-X7")
def test_a_seventh_war_card_if_all_are_tied_before_the_last_bets() -> None:
    s = night(BLUE, GREEN, "R.hawk R.owl R.wren", "R.hawk R.owl", "R.wren", "M.owl")
    s.each("AB", "check").each("AB", []).each("AB", "check")
    assert not s.told("seventh")
    s.each("AB", [])
    assert s.kind() == "bet"
    assert war(s) == {
        "red": ["R.hawk", "R.hawk"], "green": ["M.owl", "R.owl", "R.owl"], "blue": ["R.wren", "R.wren"],
    }  # fmt: skip
    s.each("AB", "check")
    assert s.match.over
    assert s.net["B"] == {"piece": 1}


@pytest.mark.rule("TK-R3")
def test_there_is_no_eighth_and_rank_decides_if_all_are_tied_even_then() -> None:
    low = "R.horse R.horse R.horse R.horse R.horse M.horse M.horse"
    high = "W.hare R.hare R.hare R.hare R.hare R.wolf R.wolf"
    s = show_down(night(low, high, "L.wolf L.owl L.hare", "R.wolf M.owl", "L.hare", "R.hawk"))
    assert war(s)["red"] == ["L.wolf", "R.wolf", "R.hawk"]
    assert sum(map(len, war(s).values())) == 7
    assert len(s.told("seventh")) == 1
    assert [row.reason.values["total"] for row in s.result.rows if row.reason] == [7, 7]
    assert s.net["B"] == {"piece": 1}


@pytest.mark.rule("TK-07")
def test_two_tied_colors_ask_for_no_seventh_card() -> None:
    s = show_down(night(BLUE, GREEN, "L.wolf R.owl R.wren", "M.wolf R.owl", "R.wren"))
    assert sum(map(len, war(s).values())) == 6
    assert not s.told("seventh")


@pytest.mark.rule("TK-R8", "BET-R17")
def test_folds_change_nothing_in_the_war() -> None:
    s = night(BLUE, GREEN, GREEN.replace("horse", "wren"), WAR, MORE, LAST, seats="ABC")
    s.does(A="fold").each("BC", "check").each("BC", [])
    assert war(s) == {"red": ["L.wolf", "M.wolf"], "green": ["M.owl", "M.owl"], "blue": ["W.hare"]}
    s.each("BC", "check").each("BC", []).each("BC", "check")
    assert s.match.over
    assert sum(map(len, war(s).values())) == 6


@pytest.mark.rule("TK-24", "TK-25", "TK-X10")
def test_dragons_at_the_table() -> None:
    dragon = "D.green R.owl R.owl R.wolf R.wolf R.wolf R.hare"
    s = show_down(night(BLUE, dragon, "B.wolf W.wren R.owl", "M.wolf R.horse", "D.red", dragon_cards=True))
    assert war(s)["red"] == ["B.wolf", "M.wolf", "D.red"]
    assert s.net["B"] == {"piece": 1}
    assert s.result.rows[0].reason is not None
    assert s.result.rows[0].reason.values["total"] == 9
    with pytest.raises(Exception, match="not in the pile"):
        night("D.green")


@pytest.mark.rule("TK-R1")
def test_two_to_seven_seats() -> None:
    assert GAME.seats == (2, 7)
    s = Script(GAME, "ABCDEFG")
    steps: tuple[Any, ...] = ("check", [0, 1], "check", [0, 1], "check")
    for step in steps:
        s.each("ABCDEFG", step)
    assert s.match.over


def test_the_owners_hint_follows_the_war() -> None:
    s = night(BLUE, GREEN, "L.wolf M.owl R.hare", "W.hare M.owl")
    hint: Hint = s.scene_block(Hint, 0)
    assert hint.line.values["why"].values["total"] == 2 * 2 + 2 * 1
    s.each("AB", "check").each("AB", [])
    hint = s.scene_block(Hint, 0)
    assert hint.line.values["why"].values["total"] == 3 * 2 + 2 * 1
    assert s.told("stands")[-1].values == {"red": 1, "green": 0, "blue": 2}


def test_the_rules_tell_the_books_hand() -> None:
    assert "Ann has three blue, two red and two green cards: 8." in GAME.rules.replace("\n", " ")
