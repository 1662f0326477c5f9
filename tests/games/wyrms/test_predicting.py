"""The deal, the dominant colour, predictions and the extra card (CW-08 to CW-30)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine import BACK, Seats
from games.wyrms.cards import DECK
from tests.helpers.games.wyrms import hand, key, keys, options, plays, predicts, record, short, shorts, wyrms
from tests.helpers.script import Script


def lies(s: Script, zone: str, viewer: str | None = None) -> str:
    """A zone of the table as a viewer sees it."""
    cards = s.on_table(zone, -2 if viewer is None else s.names[viewer])
    return "?" if cards == [BACK] else shorts(cards)


# ---- the deal


@pytest.mark.rule("CW-12", "CW-13", "CW-X6", "CW-X146")
@pytest.mark.parametrize(("seats", "size"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_the_whole_deck_but_one_card_in_equal_hands(seats: int, size: int) -> None:
    s = wyrms(seats=seats, extra="G7")
    hands = [s.sees(name, name) or [] for name in s.names]
    assert [len(cards) for cards in hands] == [size] * seats
    assert Counter(sum(hands, [key("G7")])) == Counter(DECK)
    assert lies(s, "extra card") == "?"
    assert all(lies(s, "extra card", name) == "?" for name in s.names)


@pytest.mark.rule("CW-R17", "CW-22")
def test_a_hand_is_sorted_by_colour_and_its_owner_s_alone() -> None:
    s = wyrms("P1 K G9 R2 RT RL B5 Q", extra="Y1")
    mine = hand(s, "A").split()
    assert mine[:3] == ["RL", "RT", "R2"]
    assert mine[-2:] == ["K", "Q"]
    assert [card[0] for card in mine] == sorted((card[0] for card in mine), key="RBYGPKQ".index)
    assert s.sees("B", "A") == s.sees(None, "A") == [BACK] * 20


@pytest.mark.rule("CW-06", "CW-12", "CW-X145", "CW-57", "CW-R6")
def test_every_cycle_is_dealt_from_all_cards() -> None:
    s = wyrms("RL K", "R5", "R3", cycles=2)
    predicts(s, 2, 2, 1)
    plays(s, "RL R5 R3")
    s.defaults("predict")
    hands = Counter(card for name in s.names for card in s.sees(name, name) or [])
    assert hands.total() == 60
    assert hands <= Counter(DECK)


# ---- the dominant colour


@pytest.mark.rule("CW-08", "CW-09", "CW-18", "CW-19", "CW-20", "CW-X143")
def test_five_colours_once_each_from_the_stack_and_then_none() -> None:
    s = wyrms(cycles=6)
    seen = []
    while not s.match.over:
        # turned up before anybody predicts, and the same for the whole cycle
        seen += s.on_table("dominant")
        predicts(s, 1, 1, 1)
        assert s.on_table("dominant") == seen[-1:]
        s.defaults("predict")
    assert seen == [f"dominant.{each}" for each in ("red", "blue", "yellow", "green", "purple", "none")]


@pytest.mark.rule("CW-08", "CW-X143")
def test_the_stack_is_shuffled() -> None:
    s = Script(wyrms().match.game, "ABC", numbers=[0, 0, 0, 0], first_dealer=1, cycles=5)
    seen = []
    while not s.match.over:
        seen += s.on_table("dominant")
        predicts(s, 1, 1, 1)
        s.defaults("predict")
    assert sorted(seen) == sorted(f"dominant.{each}" for each in ("red", "blue", "yellow", "green", "purple"))
    assert seen[0] != "dominant.red"


# ---- predictions


@pytest.mark.rule("CW-10", "CW-21", "CW-R8", "CW-X140")
@pytest.mark.parametrize("seats", [3, 6])
def test_a_prediction_is_a_whole_number_from_0_to_9_every_cycle(seats: int) -> None:
    s = wyrms(seats=seats, cycles=2)
    for _ in range(2):
        assert s.offered("A")[0] == [str(n) for n in range(10)]
        for wrong in ("10", "-1", "2.5", 10, -1, 2.5, 4, None):
            s.refuses("A", wrong)
        predicts(s, *[9] * seats)
        s.defaults("predict")


@pytest.mark.rule("CW-22", "CW-23", "CW-X148")
def test_predictions_stay_secret_until_all_are_in_and_are_revealed_together() -> None:
    s = wyrms(seats=4)
    before = s.match.scene(s.names["D"]).blocks
    s.does(A="4", B="0", C="9")
    assert s.told("predicts") == []
    after = s.match.scene(s.names["D"]).blocks
    # D sees who has answered, and nothing of what
    assert [b for b in after if not isinstance(b, Seats)] == [b for b in before if not isinstance(b, Seats)]
    assert s.asked() == "D"
    # until the last is in, B may think again
    [again] = [ask for ask in s.match.open.values() if ask.seat == s.names["B"]]
    s.match.answer(again.id, again.seat, "2")
    s.does(D="1")
    told = [(s.name(e.values["seat"]), e.values["n"]) for e in s.told("predicts")]
    assert told == [("A", 4), ("B", 2), ("C", 9), ("D", 1)]
    assert {e.to for e in s.told("predicts")} == {None}
    assert [each["predicted"] for each in record(s, 1)] == [4, 2, 9, 1]
    s.does(C=s.offered("C")[0][0])
    plays(s, short(s.offered("A")[0][0]))
    assert [each["predicted"] for each in record(s, 1)] == [4, 2, 9, 1]


# ---- the extra card


@pytest.mark.rule("CW-24", "CW-25", "CW-26", "CW-27", "CW-X133", "CW-R27")
def test_who_alone_predicts_most_takes_the_extra_card_and_lays_one_aside() -> None:
    s = predicts(wyrms("R3 R4", extra="G7"), 5, 3, 2)
    assert s.asked("aside") == "A"
    assert len(hand(s, "A").split()) == 21
    assert "G7" in hand(s, "A").split()
    assert s.sees("B", "A") == s.sees(None, "A") == [BACK] * 21
    # everybody hears who takes it, and its owner alone what it is
    assert [e.to for e in s.told("takes_extra")] == [None]
    assert [(e.to, e.values["card"]) for e in s.told("looks")] == [(frozenset({0}), "green.7")]
    s.refuses("A", "knight")
    s.does(A="red.3")
    assert s.sees(None, "A", "set aside") == ["red.3"]
    assert len(hand(s, "A").split()) == 20
    assert "R3" not in hand(s, "A").split()
    assert s.asked("lead") == "A"


@pytest.mark.rule("CW-27", "CW-R9", "CW-X137")
@pytest.mark.parametrize("aside", ["G7", "K", "Q", "R3"])
def test_any_card_may_go_aside_the_extra_card_too(aside: str) -> None:
    s = predicts(wyrms("R3 K Q R5", extra="G7"), 5, 3, 2)
    assert sorted(set(hand(s, "A").split())) == sorted(options(s, "A").split())
    s.does(A=key(aside))
    assert s.sees("B", "A", "set aside") == [key(aside)]


@pytest.mark.rule("CW-R9")
def test_a_card_set_aside_plays_no_part_in_following() -> None:
    s = wyrms("R5", "B3 P1 P2 P3 P4 P5 P6 P7 P8 P9 PT PL Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8", extra="R2")
    predicts(s, 1, 5, 2).does(B="red.2")
    plays(s, "R5")
    assert len(options(s, "B").split()) == 20


@pytest.mark.rule("CW-29", "CW-30", "CW-X134", "CW-X135", "CW-X136", "CW-R8", "CW-R27")
@pytest.mark.parametrize(
    ("predictions", "tied"),
    [((5, 5, 2), "AB"), ((0, 0, 0), "ABC"), ((9, 9, 9, 8), "ABC"), ((1, 4, 2, 4), "BD")],
)
def test_who_tie_for_most_look_at_the_extra_card_and_it_is_out(
    predictions: tuple[int, ...], tied: str
) -> None:
    s = predicts(wyrms(seats=len(predictions), extra="G7"), *predictions)
    for name in s.names:
        assert lies(s, "extra card", name) == ("G7" if name in tied else "?")
    assert lies(s, "extra card") == "?"
    [looks] = s.told("looks")
    assert looks.to == frozenset(s.names[name] for name in tied)
    # nobody takes it, nobody lays a card aside, and nobody plays it
    assert s.kind() == "lead"
    assert all(len(s.sees(name, name) or []) == 60 // len(predictions) for name in s.names)
    s.defaults()
    played = [e.values["card"] for e in s.told("plays")]
    assert Counter(played) == Counter(DECK) - Counter(keys("G7"))
    shown = [card for name in s.names for card in s.sees(None, name, "cycle 1") or []]
    assert key("G7") not in shown


@pytest.mark.rule("CW-R18")
@pytest.mark.parametrize("missing", ["Q", "K"])
def test_after_a_tie_the_queen_or_a_knight_may_be_the_card_out_of_play(missing: str) -> None:
    s = predicts(wyrms(extra=missing), 2, 2, 2).defaults()
    played = Counter(e.values["card"] for e in s.told("plays"))
    assert played[key("Q")] == (0 if missing == "Q" else 1)
    assert played[key("K")] == (4 if missing == "K" else 5)


@pytest.mark.rule("CW-R30", "CW-X163")
def test_an_absent_seat_lays_the_extra_card_aside() -> None:
    s = predicts(wyrms("R3 R4", extra="G7"), 6, 3, 2)
    assert s.ask("A").prompt.default == "green.7"
    s.defaults("lead")
    assert s.sees(None, "A", "set aside") == ["green.7"]
