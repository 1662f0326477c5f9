"""The Rogues and Warriors Deck (DECK)."""

from __future__ import annotations

import ast
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import games
from games.engine import BACK, RAIL
from games.parlour.rogues_and_warriors import GAME
from games.parlour.shared.deck import (
    BIRDS,
    COLORS,
    DRAGONS,
    GREYS,
    NUMBER,
    SUITS,
    card_name,
    color,
    rogues_and_warriors_deck,
)
from games.registry import GAMES
from tests.helpers.script import Script

ROOM = Path(games.__file__).parent
CARDS_NEEDED = {
    "rogues_and_warriors": (3, 0),
    "threes": (1, 0),
    "kings_council": (9, 1),
    "jack_of_all_trades": (5, 4),
    "three_kingdoms": (11, 7),
    "den_of_thieves": (11, 0),
    "city_square": (12, 0),
    "the_wheel": (10, 3),
}
"""Cards that a game needs at most: so many a seat, and so many for the table."""


def users(name: str, room: Path = ROOM) -> set[str]:
    """The modules that mention a name."""
    return {
        path.stem
        for path in room.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if (isinstance(node, ast.Name) and node.id == name)
        or (isinstance(node, ast.alias) and node.name == name)
        or (isinstance(node, ast.Attribute) and node.attr == name)
    }


@pytest.mark.rule("DECK-01", "DECK-02", "DECK-04", "DECK-X2")
def test_ninety_cards_six_suits_of_fifteen() -> None:
    deck = rogues_and_warriors_deck()
    assert len(deck) == 90
    assert set(SUITS) == {"hawk", "wolf", "owl", "horse", "wren", "hare"}
    for suit in SUITS:
        ranks = Counter(card[0] for card in deck if card.endswith("." + suit))
        assert ranks == {"W": 1, "L": 2, "B": 3, "M": 4, "R": 5}
    assert Counter(card[0] for card in deck) == {"W": 6, "L": 12, "B": 18, "M": 24, "R": 30}
    for one in COLORS:
        ranks = Counter(card[0] for card in deck if color(card) == one)
        assert ranks == {"W": 2, "L": 4, "B": 6, "M": 8, "R": 10}


@pytest.mark.rule("DECK-03")
def test_ranks_have_numbers_and_a_lower_one_is_rarer() -> None:
    assert NUMBER == {"W": 1, "L": 2, "B": 3, "M": 4, "R": 5}
    count = Counter(card[0] for card in rogues_and_warriors_deck())
    assert sorted(NUMBER, key=lambda rank: NUMBER[rank]) == sorted(count, key=lambda rank: count[rank])


@pytest.mark.rule("DECK-05")
def test_two_suits_and_thirty_cards_a_color() -> None:
    assert SUITS == {
        "hawk": "red", "wolf": "red", "owl": "green", "horse": "green", "wren": "blue", "hare": "blue",
    }  # fmt: skip
    assert Counter(map(color, rogues_and_warriors_deck())) == {"red": 30, "green": 30, "blue": 30}


@pytest.mark.rule("DECK-07")
def test_only_rogues_and_warriors_looks_at_the_pairs() -> None:
    assert users("PAIRS") == {"rogues_and_warriors"}
    assert users("PLACE", ROOM / "parlour") <= {"rogues_and_warriors"}


@pytest.mark.rule("DECK-08", "DECK-09")
def test_three_dragons_join_the_deck_in_their_variant_only() -> None:
    assert {(card[0], color(card)) for card in DRAGONS} == {("D", "red"), ("D", "green"), ("D", "blue")}
    assert not [card for card in rogues_and_warriors_deck() if card[0] == "D"]
    deck = rogues_and_warriors_deck(dragons=True)
    assert len(deck) == 93
    assert Counter(deck) - Counter(rogues_and_warriors_deck()) == Counter(DRAGONS)
    assert card_name("D.red") == "red Dragon"


@pytest.mark.rule("DECK-09")
@pytest.mark.parametrize("key", ["rogues_and_warriors", "threes"])
def test_a_dragon_can_be_dealt_in_the_variant_only(key: str) -> None:
    game = GAMES[key]
    base: dict[str, Any] = {"hidden_fate": True} if key == "threes" else {}
    with pytest.raises(Exception, match="not in the pile"):
        Script(game, "AB", cards="D.red", rolls="1 2 3 4 1 2 3 4", **base)
    s = Script(game, "AB", cards="D.red", rolls="1 2 3 4 1 2 3 4", dragon_cards=True, **base)
    assert (s.sees("A", "A") or [])[0] == "D.red"


@pytest.mark.rule("DECK-10", "DECK-11")
def test_grey_cards_one_a_rank_never_in_the_deck_and_only_for_two_games() -> None:
    assert [card[0] for card in GREYS] == list("WLBMR")
    for dragons in (False, True):
        assert not set(GREYS) & set(rogues_and_warriors_deck(dragons=dragons))
    assert users("GREYS") <= {"deck", "card_faces", "the_wheel", "dragon_hordes"}


@pytest.mark.rule("DECK-12", "RW-R7")
def test_a_discard_lies_face_down() -> None:
    s = Script(GAME, "ABC", cards="W.hawk R.owl L.owl L.horse B.wren B.hare M.owl", exchange=True)
    s.each("ABC", "check").each("ABC", [0]).each("ABC", "check").does(A="exchange")
    for viewer in (1, 2, RAIL):
        assert "R.owl" not in str(s.match.scene(viewer))
        assert "M.owl" not in str(s.match.scene(viewer))
    assert s.sees("B", "A") == ["W.hawk", BACK]
    s.each("BC", "keep").each("ABC", "check")
    assert s.match.over
    assert "R.owl" not in str(s.match.scene(1))
    assert "M.owl" in str(s.match.scene(1))


@pytest.mark.rule("DECK-X1")
def test_chances_of_the_first_card() -> None:
    deck = rogues_and_warriors_deck()
    count = Counter(card[0] for card in deck)
    assert Fraction(count["W"], len(deck)) == Fraction(1, 15)
    assert Fraction(count["R"], len(deck)) == Fraction(1, 3)


@pytest.mark.rule("DECK-R1")
@pytest.mark.parametrize("rule", ["king", "commoner"])
def test_each_replay_starts_with_the_whole_deck(rule: str) -> None:
    hands = "W.hawk B.wolf W.owl B.horse"
    s = Script(GAME, "AB", cards=f"{hands} {hands} {hands}", split_rule=rule)
    for _ in "12":
        s.each("AB", "check").each("AB", [0]).each("AB", "check")
    assert len(s.told(f"replay_{rule}")) == 2
    assert s.sees("A", "A") == ["W.hawk", "B.wolf"]


@pytest.mark.rule("DECK-R2")
@pytest.mark.parametrize("key", sorted(CARDS_NEEDED.keys() & GAMES.keys()))
def test_no_hand_game_can_run_out_of_cards(key: str) -> None:
    game = GAMES[key]
    a_seat, the_table = CARDS_NEEDED[key]
    most = min(10, (90 - the_table) // a_seat)
    assert game.seats == (2, most)
    for dragons in (False, True):
        raw = {"dragon_cards": dragons}
        if "hidden_fate" in game.options.model_fields:
            raw["hidden_fate"] = dragons
        assert game.limits(game.parse_options(raw)) == (2, most)


@pytest.mark.rule("DECK-R5")
def test_birds_and_mammals_one_of_each_in_every_color() -> None:
    assert {"hawk", "owl", "wren"} == BIRDS
    assert Counter(SUITS[suit] for suit in BIRDS) == {"red": 1, "green": 1, "blue": 1}
    assert Counter(SUITS[suit] for suit in SUITS if suit not in BIRDS) == {"red": 1, "green": 1, "blue": 1}


@pytest.mark.rule("DECK-R6")
def test_cards_are_dealt_clockwise_from_the_starting_player_a_whole_hand_at_a_time() -> None:
    s = Script(GAME, "ABC", cards="W.hawk W.wolf L.owl L.horse R.wren R.hare", carry={"starter": 1})
    assert s.sees("B", "B") == ["W.hawk", "W.wolf"]
    assert s.sees("C", "C") == ["L.owl", "L.horse"]
    assert s.sees("A", "A") == ["R.wren", "R.hare"]
