"""Discarding and drawing, as three games do it alike (DECK-R4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import BACK, RAIL, Line, Pick, Seats, Zone
from games.parlour.kings_council import GAME
from games.parlour.shared.draw_games import card_by_card
from games.registry import GAMES
from tests.helpers.script import Script

A, B, C = (
    "W.hawk L.hawk B.hawk M.hawk R.hawk",
    "W.owl L.owl B.owl M.owl R.owl",
    "R.wren R.wren R.wren R.hare R.hare",
)
KING = "M.hare"
NEW = "W.wren W.hare L.wren L.hare"
DRAWING = sorted(GAMES.keys() & {"kings_council", "three_kingdoms", "den_of_thieves"})


def night(seats: str = "ABC", **more: Any) -> Script:
    """King's Council at its first exchange; A starts, and the next cards of the deck are those of `NEW`."""
    return Script(GAME, seats, cards=f"{A} {B} {C} {KING} {NEW}", **more).each(seats, "check")


@pytest.mark.rule("DECK-R4", "KC-04")
def test_cards_are_chosen_then_discarded_and_only_then_others_drawn_and_seen() -> None:
    s = night()
    assert (s.kind(), s.asked()) == ("discard", "A")
    prompt = s.ask("A").prompt
    assert isinstance(prompt, Pick)
    assert prompt.items == tuple(A.split())
    assert "W.wren" not in str(s.match.scene(0))
    s.does(A=[0, 3])
    assert s.sees("A", "A") == ["W.wren", "L.hawk", "B.hawk", "W.hare", "R.hawk"]
    # it is one decision: A is asked no more, and cannot take it back
    assert s.asked() == "B"


@pytest.mark.rule("DECK-R4")
def test_who_says_nothing_discards_nothing() -> None:
    s = night()
    assert s.ask("A").prompt.default == []
    s.does(A=[])
    assert s.sees("A", "A") == A.split()
    assert s.told("keeps_all")[0].values["seat"] == 0
    assert not s.told("drew")


@pytest.mark.rule("DECK-R4", "KC-04")
def test_two_at_most_and_none_twice() -> None:
    s = night()
    wrong: tuple[Any, ...] = ([0, 1, 2], [0, 0], [5], [-1], [1, 0], "0", 0, None, ["W.hawk"])
    for answer in wrong:
        s.refuses("A", answer)
    s.does(A=[4])
    assert s.sees("A", "A") == [*A.split()[:4], "W.wren"]


@pytest.mark.rule("DECK-R4", "DECK-12", "BET-R22")
def test_others_see_how_many_not_which() -> None:
    s = night().does(A=[0, 3], B=[], C=[1])
    for viewer in ("B", "C", None):
        assert s.sees(viewer, "A") == [BACK] * 5
        assert s.sees(viewer, "A", "discarded") == [BACK] * 2
        assert s.sees(viewer, "B", "discarded") == []
    for seat in (1, 2, RAIL):
        for card in ("W.hawk", "M.hawk", "W.wren", "W.hare"):
            assert card not in str(s.match.scene(seat))
    assert s.sees("A", "A", "discarded") == ["W.hawk", "M.hawk"]
    assert s.told("discards")[0].to is None
    assert s.told("discards")[0].values == {"seat": 0, "n": 2}
    assert s.told("drew")[0].to == frozenset({0})


@pytest.mark.rule("DECK-12")
def test_discards_stay_face_down_at_the_showdown() -> None:
    s = night().does(A=[0, 3]).defaults()
    assert s.match.over
    assert s.sees("B", "A") == ["W.wren", "L.hawk", "B.hawk", "W.hare", "R.hawk"]
    assert s.sees("B", "A", "discarded") == [BACK] * 2


@pytest.mark.rule("KC-R6", "BET-R9")
@pytest.mark.parametrize(("starter", "order"), [(0, "ABC"), (1, "BCA"), (2, "CAB")])
def test_the_exchange_goes_clockwise_from_the_starting_player(starter: int, order: str) -> None:
    s = Script(GAME, "ABC", carry={"starter": starter}).each(order, "check")
    for name in order:
        assert s.asked("discard") == name
        s.does(**{name: []})


@pytest.mark.rule("KC-R6")
def test_the_exchange_passes_over_the_folded_and_takes_in_the_all_in() -> None:
    s = Script(GAME, "ABCD", cards="", stakes={"A": 50, "B": 4, "C": 50, "D": 50})
    s.does(A="fold").bets(B=3).does(C="call").bets(D=5).does(C="call")
    assert s.money["B"] == 0
    for name in "BCD":
        assert s.asked("discard") == name
        s.does(**{name: [0, 1]})
    assert s.kind() == "bet"
    assert s.asked() == "C"


@pytest.mark.rule("DECK-R4")
def test_a_card_that_was_discarded_does_not_come_back() -> None:
    s = night().does(A=[0])
    s.rigged.cards.insert(0, "M.hare")
    s.does(B=[0], C=[]).each("ABC", "check").does(A=[])
    # all Warriors of Hawks are gone: the one that there is has been discarded
    s.rigged.cards.insert(0, "W.hawk")
    with pytest.raises(Exception, match="not in the pile"):
        s.does(B=[1])


@pytest.mark.rule("DECK-R4", "KC-04", "TK-03", "DT-03")
@pytest.mark.parametrize("key", DRAWING)
def test_every_game_of_drawing_discards_two_at_most_and_none_by_default(key: str) -> None:
    s = Script(GAMES[key], "ABC").each("ABC", "check")
    for name, places in (("A", [1]), ("B", []), ("C", [0, 2])):
        prompt = s.ask(name).prompt
        assert isinstance(prompt, Pick)
        assert (prompt.kind, prompt.low, prompt.high, prompt.default) == ("discard", 0, 2, [])
        s.refuses(name, [0, 1, 2])
        before = s.sees(name, name) or []
        next_cards = ["R.hare", "L.wren"][: len(places)]
        s.rigged.cards = [*next_cards]
        s.does(**{name: places})
        assert s.sees("B" if name == "A" else "A", name, "discarded") == [BACK] * len(places)
        assert s.sees(name, name, "discarded") == [before[place] for place in places]
        after = list(before)
        for place, card in zip(places, next_cards, strict=True):
            after[place] = card
        assert s.sees(name, name) == after, "as many are drawn as were discarded"


@pytest.mark.rule("BET-22", "BET-R17")
def test_a_folders_cards_and_discards_leave_the_table_for_good() -> None:
    s = night().does(A=[0, 3], B=[], C=[]).does(A="fold")
    for viewer in ("B", None):
        assert s.sees(viewer, "A") is None
        assert s.sees(viewer, "A", "discarded") is None
    assert [
        zone.items for zone in s.match.scene(RAIL).blocks if isinstance(zone, Zone) and zone.name == "king"
    ] == [(KING,)]


def test_a_seat_is_noted_for_what_it_drew() -> None:
    s = night().does(A=[0, 3], B=[])
    rows = s.scene_block(Seats).rows
    assert rows[0].note is not None
    assert rows[0].note.values["n"] == 2
    assert rows[1].note is not None
    assert rows[1].note.text == "kept all"


def test_the_headline_tells_the_total_and_the_rows_the_cards() -> None:
    s = Script(GAME, "AB", cards=f"{A} {C} B.hare").defaults()
    assert s.result.headline.values["why"] == Line("{total:points}", {"total": 7})
    reason = s.result.rows[0].reason
    assert reason is not None
    assert reason.text.startswith("{total:points}: {card0:item} ")
    shared = Script(GAME, "AB", cards=f"{A} {C} B.hare", settings={"stakes": "shares"}).defaults()
    assert shared.result.headline.values["why"] == s.result.headline.values["why"]


def test_a_hand_is_told_card_by_card() -> None:
    line = card_by_card([("B.wren", 3), ("L.owl", 0)])
    assert line.text == "{total:points}: {card0:item} 3, {card1:item} 0"
    assert line.values == {"total": 3, "card0": "B.wren", "card1": "L.owl"}
