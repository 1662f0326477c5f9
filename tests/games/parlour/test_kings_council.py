"""King's Council (KC)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from games.engine import BACK, RAIL, Hint, SceneOutcome, Zone
from games.parlour.kings_council import GAME, points, strength, total, worth
from games.parlour.shared.deck import rogues_and_warriors_deck
from tests.helpers.games.draw_games import show_down
from tests.helpers.script import Script

EXAMPLE = "B.wren M.hare B.horse R.wolf L.hawk"
"""KC-X1: 9 under the Bard of Hares."""
POOR = "R.hawk R.hawk M.hawk M.hawk W.hawk"
"""0 under the Bard of Hares."""
FOREIGN = "L.hawk M.owl R.hawk W.owl M.hawk"
RICH = "B.hare B.hare B.wren B.wren B.horse"


def night(*cards: str, seats: str = "AB", **more: Any) -> Script:
    """A game; A starts. `cards`: the hands, the King, and what is drawn."""
    return Script(GAME, seats, cards=" ".join(cards), **more)


def king(s: Script) -> list[str]:
    """The King as a spectator sees it."""
    [zone] = [
        block for block in s.match.scene(RAIL).blocks if isinstance(block, Zone) and block.name == "king"
    ]
    assert zone.owner is None
    return list(zone.items)


def score(hand: str, under: str) -> int:
    """What a hand scores under that King."""
    return total(hand.split(), under)


def beats(better: str, worse: str, under: str, **more: bool) -> bool:
    """Whether one hand beats another."""
    return strength(better.split(), under, **more) > strength(worse.split(), under, **more)


# ---- order of play


@pytest.mark.rule("KC-01")
def test_ante_and_five_cards_each_seen_by_their_owner_only() -> None:
    s = night(EXAMPLE, POOR, "B.hare")
    assert s.pot == 2
    assert s.sees("A", "A") == EXAMPLE.split()
    for viewer in ("B", None):
        assert s.sees(viewer, "A") == [BACK] * 5
    assert "B.wren" not in str(s.match.scene(1))


@pytest.mark.rule("KC-02")
def test_the_next_card_is_the_king_open_to_all() -> None:
    s = night(EXAMPLE, POOR, "B.hare")
    assert king(s) == ["B.hare"]
    assert s.told("king")[0].to is None
    # it has left the deck: the Hares' other two Bards are there, no third
    assert rogues_and_warriors_deck().count("B.hare") == 3
    s.each("AB", "check")
    s.rigged.cards = ["B.hare", "B.hare", "B.hare"]
    s.does(A=[0, 1])
    with pytest.raises(Exception, match="not in the pile"):
        s.does(B=[0])


@pytest.mark.rule("KC-03", "KC-04", "KC-05", "KC-06")
def test_three_rounds_of_bets_with_an_exchange_between() -> None:
    s = night(EXAMPLE, POOR, "B.hare", "B.hare W.owl M.hare L.wren")
    for kind in ("bet", "discard", "bet", "discard", "bet"):
        for name in "AB":
            assert (s.kind(), s.asked()) == (kind, name)
            s.does(**{name: "check" if kind == "bet" else [4]})
    assert s.match.over
    assert s.sees("B", "A") == [*EXAMPLE.split()[:4], "M.hare"]
    assert s.sees("A", "B") == [*POOR.split()[:4], "L.wren"]
    assert s.net["A"] == {"piece": 1}


@pytest.mark.rule("KC-06", "KC-07")
def test_the_highest_total_wins_and_everybody_sees_why_card_by_card() -> None:
    s = show_down(night(POOR, EXAMPLE, "B.hare"))
    assert s.net == {"A": {"piece": -1}, "B": {"piece": 1}}
    outcome: SceneOutcome = s.scene_block(SceneOutcome)
    first, second = outcome.rows
    assert first.reason is not None
    assert second.reason is not None
    assert first.reason.values == {
        "total": 9, "card0": "B.wren", "card1": "M.hare", "card2": "B.horse", "card3": "R.wolf", "card4": "L.hawk",
    }  # fmt: skip
    assert first.reason.text == (
        "{total:points}: {card0:item} 3, {card1:item} 2, {card2:item} 3, {card3:item} 1, {card4:item} 0"
    )
    assert second.reason.values["total"] == 0


# ---- scoring


@pytest.mark.rule("KC-08", "KC-09", "KC-10", "KC-11", "KC-X1")
def test_the_books_hand_scores_nine() -> None:
    under = "B.hare"
    cards = {"B.wren": 3, "M.hare": 2, "B.horse": 3, "R.wolf": 1, "R.horse": 1, "L.hawk": 0, "L.owl": 0}
    assert {card: points(card, under) for card in cards} == cards
    assert score("B.wren M.hare B.horse R.wolf L.hawk", under) == 9
    assert score("B.wren M.hare B.horse R.horse L.owl", under) == 9


@pytest.mark.rule("KC-08", "KC-09", "KC-10", "KC-11", "KC-X2")
def test_every_way_to_score_under_the_rogue_of_owls() -> None:
    cards = {
        "R.owl": 4, "R.horse": 3, "R.hawk": 3, "R.wolf": 2, "W.owl": 2, "W.horse": 1, "W.wren": 1, "W.hare": 0,
    }  # fmt: skip
    assert {card: points(card, "R.owl") for card in cards} == cards


@pytest.mark.rule("KC-10")
def test_mammals_are_alike_to_a_mammal() -> None:
    scored = {
        suit: points(f"W.{suit}", "R.wolf") for suit in ("wolf", "horse", "hare", "hawk", "owl", "wren")
    }
    assert scored == {"wolf": 2, "horse": 1, "hare": 1, "hawk": 1, "owl": 0, "wren": 0}


@pytest.mark.rule("KC-12")
def test_equal_totals_are_told_apart_by_color() -> None:
    four, three = "R.hawk R.hawk W.hawk L.hawk M.wolf", "R.owl R.owl W.owl M.hawk L.wren"
    assert score(four, "B.hare") == score(three, "B.hare") == 1
    assert beats(four, three, "B.hare")
    assert show_down(night(three, four, "B.hare")).net["B"] == {"piece": 1}


@pytest.mark.rule("KC-R5")
def test_the_king_counts_in_nobodys_tie_break() -> None:
    # with the blue King three blue cards would be four, as many as the other's red ones
    four_red, three_blue = "B.hawk R.wolf R.hawk R.hawk L.owl", "R.wren R.wren W.wren R.owl R.hawk"
    assert score(four_red, "B.hare") == score(three_blue, "B.hare") == 3
    s = show_down(night(four_red, three_blue, "B.hare"))
    assert s.net["A"] == {"piece": 1}
    assert not s.told("splits_pot")


# ---- Foreign Council


@pytest.mark.rule("KC-13", "KC-X3")
def test_a_hand_of_nothing_beats_all_with_foreign_council_only() -> None:
    assert score(FOREIGN, "B.hare") == 0
    assert score(RICH, "B.hare") == 17
    assert beats(RICH, FOREIGN, "B.hare")
    assert beats(FOREIGN, RICH, "B.hare", foreign_council=True)
    assert show_down(night(FOREIGN, RICH, "B.hare")).net["B"] == {"piece": 1}
    assert show_down(night(FOREIGN, RICH, "B.hare", foreign_council=True)).net["A"] == {"piece": 1}


@pytest.mark.rule("KC-R4")
def test_of_several_hands_of_nothing_color_decides_then_the_split() -> None:
    red, mixed = "R.hawk R.hawk M.hawk M.hawk W.hawk", FOREIGN
    foreign = {"foreign_council": True}
    assert beats(red, mixed, "B.hare", **foreign)
    s = show_down(night(mixed, red, "B.hare", foreign_council=True))
    assert s.net["B"] == {"piece": 1}
    green = "R.owl R.owl M.owl M.owl W.owl"
    s = show_down(night(green, red, "B.hare", foreign_council=True))
    assert s.told("splits_pot")[0].values == {"seats": (0, 1), "n": 1}


@pytest.mark.rule("KC-R4")
def test_places_under_foreign_council_nothing_first_then_from_high_to_low() -> None:
    order = [FOREIGN, RICH, EXAMPLE, "R.wolf L.hawk R.hawk R.hawk R.owl"]
    assert [score(hand, "B.hare") for hand in order] == [0, 17, 9, 1]
    assert all(beats(one, other, "B.hare", foreign_council=True) for one, other in pairwise(order))
    cards = ["R.wolf L.hawk R.hawk R.hawk R.owl", "B.hare M.hare B.horse R.wolf L.owl", FOREIGN]
    s = night(*cards, "B.hare", seats="ABC", foreign_council=True)
    show_down(s, "ABC")
    assert [(row.seat, row.place) for row in s.result.rows] == [(2, 1), (1, 2), (0, 3)]


# ---- Dragon Cards


@pytest.mark.rule("KC-14", "KC-15", "KC-R3", "KC-X4")
def test_the_dragon_of_the_kings_color_is_worth_five_the_others_three() -> None:
    assert [points(f"D.{color}", "M.hare") for color in ("blue", "red", "green")] == [5, 3, 3]
    assert [points(f"D.{color}", "M.wolf") for color in ("blue", "red", "green")] == [3, 5, 3]
    hand = "D.blue D.red M.wren R.hawk L.wolf"
    assert [points(card, "M.hare") for card in hand.split()] == [5, 3, 3, 0, 1]
    assert score(hand, "M.hare") == 12


@pytest.mark.rule("KC-R3")
def test_a_hand_with_a_dragon_is_never_nothing() -> None:
    hand = "D.red R.hawk R.hawk M.hawk M.hawk"
    assert score(hand, "B.hare") == 3
    assert beats(EXAMPLE, hand, "B.hare", foreign_council=True)


@pytest.mark.rule("KC-R2")
@pytest.mark.parametrize("dragons", ["D.red", "D.red D.green", "D.blue D.green D.red"])
def test_a_dragon_turned_up_as_king_is_set_aside_for_the_next_card(dragons: str) -> None:
    s = night(EXAMPLE, POOR, dragons, "B.hare", dragon_cards=True)
    assert king(s) == ["B.hare"]
    assert [event.values["card"] for event in s.told("set_aside")] == dragons.split()
    s.each("AB", "check")
    # out of the game: it can be drawn no more
    s.rigged.cards = [dragons.split()[0]]
    with pytest.raises(Exception, match="not in the pile"):
        s.does(A=[0])


@pytest.mark.rule("DECK-09", "KC-14")
def test_dragons_are_dealt_in_their_variant_only() -> None:
    with pytest.raises(Exception, match="not in the pile"):
        night("D.red")
    s = show_down(
        night(
            "D.blue R.hawk R.hawk M.hawk M.hawk", POOR.replace("R.hawk", "R.owl"), "B.hare", dragon_cards=True
        )
    )
    assert s.net["A"] == {"piece": 1}


# ---- the rest


@pytest.mark.rule("KC-R1")
def test_two_to_nine_seats() -> None:
    assert GAME.seats == (2, 9)
    s = Script(GAME, "ABCDEFGHI")
    steps: tuple[Any, ...] = ("check", [0, 1], "check", [0, 1], "check")
    for step in steps:
        s.each("ABCDEFGHI", step)
    assert s.match.over


def test_the_owner_reads_what_the_hand_would_score_and_nobody_else_does() -> None:
    s = night(EXAMPLE, POOR, "B.hare", "B.hare")
    hint: Hint = s.scene_block(Hint, 0)
    assert hint.line.values["why"] == worth(EXAMPLE.split(), "B.hare")
    assert not [block for block in s.match.scene(RAIL).blocks if isinstance(block, Hint)]
    s.each("AB", "check").does(A=[4])
    hint = s.scene_block(Hint, 0)
    assert hint.line.values["why"].values["total"] == 13


def test_the_rules_tell_the_books_hand() -> None:
    assert "She scores 9." in GAME.rules.replace("\n", " ")
