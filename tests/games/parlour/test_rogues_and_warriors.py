"""Rogues and Warriors (RW)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from games.engine import BACK, Hand, Hint, Pick
from games.parlour.rogues_and_warriors import GAME, PAIRS, WAYS, chance_now, pair, strength, worth
from games.parlour.shared.deck import rogues_and_warriors_deck
from tests.helpers.script import Script

TABLE = {
    "WW": (1, 15), "WL": (2, 72), "WB": (3, 108), "WM": (4, 144), "WR": (5, 180),
    "LL": (6, 66), "LB": (7, 216), "LM": (8, 288), "LR": (9, 360), "BB": (10, 153),
    "BM": (11, 432), "BR": (12, 540), "MM": (13, 276), "MR": (14, 720), "RR": (15, 435),
}  # fmt: skip
"""RW-R1: place, and ways of 4005."""


def hand(text: str) -> list[str]:
    """Two cards of different colours by rank: `WB`."""
    return [f"{text[0]}.hawk", f"{text[1]}.owl"]


def beats(better: str, worse: str) -> bool:
    """Whether one hand beats another, whichever comes first in either."""
    one, two = better.split(), worse.split()
    answers = {strength(a) > strength(b) for a in (one, one[::-1]) for b in (two, two[::-1])}
    [answer] = answers
    return answer


def ties(one: str, two: str) -> bool:
    """Whether two hands are equal."""
    return strength(one.split()) == strength(two.split())


def night(
    cards: str = "W.hawk B.wolf L.owl M.horse R.wren R.hare", seats: str = "ABC", **more: Any
) -> Script:
    """A game; A starts."""
    return Script(GAME, seats, cards=cards, **more)


# ---- order of play


@pytest.mark.rule("RW-01")
def test_two_cards_each_seen_by_their_owner_only() -> None:
    s = night()
    assert s.pot == 3
    assert s.sees("A", "A") == ["W.hawk", "B.wolf"]
    for viewer in ("B", "C", None):
        assert s.sees(viewer, "A") == [BACK, BACK]
        assert "W.hawk" not in str(s.match.scene(-2 if viewer is None else s.names[viewer]))


@pytest.mark.rule("RW-02", "RW-03", "RW-04", "RW-05")
def test_bet_reveal_bet_showdown() -> None:
    s = night()
    for name in "ABC":
        assert (s.kind(), s.asked()) == ("bet", name)
        s.does(**{name: "check"})
    assert (s.kind(), s.asked()) == ("reveal", "ABC")
    s.does(C=[1], A=[1], B=[0])
    assert s.sees(None, "A") == [BACK, "B.wolf"]
    assert s.sees(None, "B") == ["L.owl", BACK]
    assert s.sees(None, "C") == [BACK, "R.hare"]
    for name in "ABC":
        assert (s.kind(), s.asked()) == ("bet", name)
        s.does(**{name: "check"})
    assert s.match.over
    assert s.sees(None, "A") == ["W.hawk", "B.wolf"]
    assert s.net["A"] == {"piece": 2}
    # Lady-Rogue against Warrior-Rogue: it takes both cards to tell
    for shown in (0, 1):
        s = night("L.hawk R.wolf R.owl W.horse", "AB").each("AB", "check").each("AB", [shown])
        assert s.each("AB", "check").net["B"] == {"piece": 1}


@pytest.mark.rule("RW-03")
def test_one_card_is_chosen_no_more_no_less_and_only_by_those_who_are_in() -> None:
    s = night().does(A="fold").each("BC", "check")
    assert s.asked() == "BC"
    for answer in ([], [0, 1], [2], [-1], 0, "0", [True], [0.0], None):
        s.refuses("B", answer)


@pytest.mark.rule("RW-R6")
def test_the_default_is_to_show_the_card_dealt_first_and_to_keep() -> None:
    s = night(exchange=True).each("ABC", "check")
    prompt = s.ask("B").prompt
    assert isinstance(prompt, Pick)
    assert prompt.items == ("L.owl", "M.horse")
    assert prompt.default == [0]
    s.each("ABC", [0]).each("ABC", "check")
    assert s.ask("A").prompt.default == "keep"


# ---- scoring


@pytest.mark.rule("RW-06", "RW-R1", "RW-R4")
def test_the_ranking_row_by_row() -> None:
    assert {name: (PAIRS.index(name) + 1, WAYS[name]) for name in PAIRS} == TABLE
    order = sorted(TABLE, key=lambda name: strength(hand(name)), reverse=True)
    assert order == list(TABLE)


@pytest.mark.rule("RW-R1")
def test_the_ways_are_those_of_the_deck() -> None:
    ways = dict.fromkeys(TABLE, 0)
    for two in combinations(rogues_and_warriors_deck(), 2):
        ways[pair(list(two))] += 1
    assert ways == {name: n for name, (_, n) in TABLE.items()}
    assert sum(ways.values()) == 4005


@pytest.mark.parametrize("own", ["WW", "BM", "RR"])
def test_the_chance_now_is_that_of_all_hands_that_a_rival_may_have(own: str) -> None:
    mine = hand(own)
    rest = rogues_and_warriors_deck()
    ranks = "".join(card[0] for card in rest)
    for card in mine:
        rest.remove(card)
    hands = {0: Hand(0, mine), 1: Hand(1, rest[:2])}
    wins = [(strength(mine)[:2], strength(list(two))[:2]) for two in combinations(rest, 2)]
    expected = sum((a > b) + (a == b) / 2 for a, b in wins) / len(wins)
    assert chance_now(hands, [0, 1], ranks, 0) == pytest.approx(expected)
    hands[2] = Hand(2, rest[2:4])
    assert chance_now(hands, [0, 1, 2], ranks, 0) == pytest.approx(expected**2)
    assert chance_now(hands, [0], ranks, 0) == 1.0, "everyone else has folded"


def test_the_chance_now_goes_by_what_was_shown_and_by_nothing_hidden() -> None:
    ranks, own = "".join(card[0] for card in rogues_and_warriors_deck()), hand("BB")
    weak, strong = Hand(1, ["R.hare", "R.owl"]), Hand(1, ["R.hare", "W.owl"])
    hidden = [chance_now({0: Hand(0, own), 1: other}, [0, 1], ranks, 0) for other in (weak, strong)]
    assert hidden[0] == hidden[1]
    for other in (weak, strong):
        other.open.add(0)
    shown = [chance_now({0: Hand(0, own), 1: other}, [0, 1], ranks, 0) for other in (weak, strong)]
    assert shown[0] == shown[1] != hidden[0]


def test_a_hand_tells_its_owner_how_often_it_wins() -> None:
    s = night(seats="AB", cards="W.hawk W.wolf R.wren R.hare")
    told = {}
    for seat in (0, 1):
        [hint] = [block for block in s.match.scene(seat).blocks if isinstance(block, Hint)]
        told[hint.short[0].values["pair"]] = hint.short[1].values["odds"].text
    assert told["Rogue-Rogue"] == "almost never wins"
    assert max(told.values()) != min(told.values())


@pytest.mark.rule("RW-R2")
def test_the_chances_stand_in_the_rules() -> None:
    for name, (_, ways) in TABLE.items():
        assert f"{name} {ways}" in GAME.rules.replace("\n", " ")


@pytest.mark.rule("RW-R2")
def test_the_order_is_not_that_of_rarity() -> None:
    by_rarity = sorted(TABLE, key=lambda name: TABLE[name][1])
    assert by_rarity[-2:] == ["BR", "MR"]
    assert beats("M.hawk R.owl", "R.hawk R.wolf")
    assert beats("B.hawk R.owl", "R.hawk R.wolf")
    assert beats("W.hawk L.owl", "L.hawk L.wolf")


@pytest.mark.rule("RW-07")
def test_two_warriors_are_highest_two_rogues_lowest() -> None:
    ranked = [strength(hand(name)) for name in TABLE]
    assert max(ranked) == strength(hand("WW"))
    assert min(ranked) == strength(hand("RR"))


@pytest.mark.rule("RW-08", "RW-X1")
def test_the_pairs_that_the_book_names() -> None:
    assert beats("W.hawk B.owl", "L.hawk M.owl")
    assert beats("L.hawk M.owl", "R.hawk R.owl")
    for name in TABLE:
        assert name == "WW" or strength(hand("WW")) > strength(hand(name))
        assert name == "RR" or strength(hand("RR")) < strength(hand(name))


@pytest.mark.rule("RW-R3")
def test_doubles_are_no_class_of_their_own() -> None:
    assert beats("W.hawk R.owl", "L.hawk L.owl")
    assert beats("M.hawk R.owl", "R.hawk R.wolf")


@pytest.mark.rule("RW-09", "RW-X2")
def test_equal_pairs_are_told_apart_by_color() -> None:
    assert beats("W.hawk B.wolf", "W.owl B.hare")
    assert ties("W.hawk B.wolf", "W.wren B.hare")
    s = night("W.owl B.hare W.hawk B.wolf R.wren R.hare")
    s.each("ABC", "check").each("ABC", [0]).each("ABC", "check")
    assert s.net["B"] == {"piece": 2}
    s = night("W.wren B.hare W.hawk B.wolf", "AB")
    s.each("AB", "check").each("AB", [0]).each("AB", "check")
    assert s.net == {"A": {"piece": 0}, "B": {"piece": 0}}


@pytest.mark.rule("RW-R5")
@pytest.mark.parametrize("shown", [0, 1])
def test_neither_the_order_of_the_cards_nor_which_was_shown_matters(shown: int) -> None:
    assert strength(["R.owl", "W.hawk"]) == strength(["W.hawk", "R.owl"])
    assert strength(["R.owl", "D.red"]) == strength(["D.red", "R.owl"])
    s = night("B.wolf W.hawk M.horse L.owl", "AB").each("AB", "check").each("AB", [shown]).each("AB", "check")
    assert s.net["A"] == {"piece": 1}


# ---- Exchange


def exchange(**more: Any) -> Script:
    """RW-X6: three in, the next cards of the deck `M.owl`, `W.hare`; C has revealed a Warrior."""
    s = night("L.hawk M.wolf R.owl R.horse W.wren R.hare M.owl W.hare", exchange=True, **more)
    s.each("ABC", "check").each("ABC", [0]).each("ABC", "check")
    assert s.kind() == "exchange"
    return s


@pytest.mark.rule("RW-10", "RW-12", "RW-X6")
def test_the_exchange_in_turn_order_then_bets_then_the_showdown() -> None:
    s = exchange()
    for name, answer in (("A", "keep"), ("B", "exchange"), ("C", "exchange")):
        assert s.asked() == name
        s.does(**{name: answer})
    assert s.sees("B", "B") == ["R.owl", "M.owl"]
    assert s.sees("C", "C") == ["W.wren", "W.hare"]
    assert (s.kind(), s.asked()) == ("bet", "A")
    s.bets(A=1).each("BC", "call")
    assert s.match.over
    assert s.net["C"] == {"piece": 4}
    assert s.result.rows[0].reason == worth(["W.wren", "W.hare"])


@pytest.mark.rule("RW-11")
@pytest.mark.parametrize("shown", [0, 1])
def test_only_the_hidden_card_is_exchanged_and_once(shown: int) -> None:
    s = night("L.hawk M.wolf R.owl R.horse B.owl", "AB", exchange=True)
    s.each("AB", "check").each("AB", [shown]).each("AB", "check").does(A="exchange")
    kept = ["L.hawk", "M.wolf"][shown]
    assert (s.sees("A", "A") or [])[shown] == kept
    assert (s.sees("A", "A") or [])[1 - shown] == "B.owl"
    assert s.asked() == "B"
    s.does(B="keep")
    assert s.kind() == "bet"
    s.each("AB", "check")
    assert s.match.over


@pytest.mark.rule("RW-R7")
def test_the_new_card_is_for_its_owners_eyes_and_dragons_come_and_go() -> None:
    s = night("L.hawk D.red R.owl R.horse D.blue", "AB", exchange=True, dragon_cards=True)
    s.each("AB", "check").each("AB", [0]).each("AB", "check").does(A="exchange")
    assert s.sees("A", "A") == ["L.hawk", "D.blue"]
    assert s.sees("B", "A") == s.sees(None, "A") == ["L.hawk", BACK]
    [event] = s.told("drew")
    assert event.to == frozenset({0})
    s.does(B="keep").each("AB", "check")
    assert "D.red" not in str(s.match.scene(1))


@pytest.mark.rule("RW-10")
def test_without_the_variant_there_is_no_exchange() -> None:
    s = night().each("ABC", "check").each("ABC", [0]).each("ABC", "check")
    assert s.match.over


# ---- Dragon Cards


@pytest.mark.rule("RW-13", "RW-X4")
def test_a_dragon_takes_the_rank_of_the_other_card() -> None:
    assert beats("D.red R.owl", "R.hawk R.wolf")
    assert beats("M.owl R.hare", "D.red R.owl")
    for rank in "WLBMR":
        assert pair([f"{rank}.owl", "D.red"]) == rank * 2


@pytest.mark.rule("RW-14", "RW-16", "RW-X3")
def test_a_pair_with_a_dragon_beats_the_same_without_and_two_dragons_beat_all() -> None:
    assert beats("D.red W.owl", "W.hawk W.wolf")
    assert beats("D.red D.blue", "D.green W.owl")
    assert beats("D.red D.blue", "W.hawk W.wolf")


@pytest.mark.rule("RW-15", "RW-X5")
def test_equal_pairs_with_a_dragon_each_are_told_apart_by_color() -> None:
    assert beats("D.red L.hawk", "D.green L.wren")
    assert ties("D.red L.hawk", "D.green L.owl")


@pytest.mark.rule("RW-16")
def test_two_dragons_take_the_pot() -> None:
    s = night("W.hawk W.wolf D.red D.blue", "AB", dragon_cards=True)
    s.each("AB", "check").each("AB", [0]).each("AB", "check")
    assert s.net["B"] == {"piece": 1}
