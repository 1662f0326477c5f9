"""Packed cards of the wyrms: their rulings, plays and points are those of the cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import pytest

from games.engine import Chance
from games.wyrms.cards import COLORS, DECK, all_dominant, decide, led_color, own_dominant, playable
from games.wyrms.computer.packed import (
    CARD,
    COLOR,
    PackedRules,
    Packer,
    bit_in,
    each_bit,
    points,
    promising,
)
from games.wyrms.computer.playout import legal_cards, quick_card, winning_cards
from games.wyrms.scoring import Scoring, score
from tests.helpers.games.wyrms import key, keys
from tests.helpers.random_matches import cases, luck_of


def pack(cards: Iterable[str]) -> int:
    """Return cards as one number."""
    return sum(Packer().bits(cards))


def gathering_of(luck: Chance, players: int) -> tuple[list[str], list[str]]:
    """Return a gathering, all cards of which followed from a hand, and the rest of the last hand."""
    pile, cards, hand = list(DECK), list[str](), list[str]()
    for _ in range(players):
        hand = [luck.draw(pile) for _ in range(1 + luck.below(9))]
        cards.append(luck.choice(playable(hand, cards)))
        hand.remove(cards[-1])
    return cards, hand


@pytest.mark.parametrize("personal", [False, True])
@pytest.mark.parametrize("powerful", [False, True])
def test_rulings_are_those_of_the_cards(personal: bool, powerful: bool) -> None:
    steps = set()
    for case in cases(1500, most=60_000):
        luck = luck_of("packed rulings", personal, powerful, case)
        players = 3 + luck.below(4)
        cards, _ = gathering_of(luck, players)
        colors = [luck.choice([*COLORS, None]) for _ in range(players)] if personal else [None] * players
        if not personal:
            colors = [luck.choice([*COLORS, None])] * players
        lead = luck.below(players)
        own = colors[lead:] + colors[:lead]
        dominant = own_dominant(cards, own) if personal else all_dominant(cards, colors[0])
        truth = decide(cards, dominant, powerful_lair=powerful)
        rules = PackedRules(tuple(COLOR[color] if color else 0 for color in colors), personal, powerful)
        bits = Packer().bits(cards)
        assert rules.decide(bits, sum(bits), lead) == (truth.place, truth.step == "lair")
        steps.add(truth.step)
    assert steps >= {"queen", "lair", "treasure", "led"}


def test_points_are_those_of_the_cards() -> None:
    for case in cases(1500, most=60_000):
        luck = luck_of("packed points", case)
        pile = list(DECK)
        cards = [luck.draw(pile) for _ in range(luck.below(len(DECK) + 1))]
        taken, predicted = luck.below(10), luck.below(10)
        for scoring in get_args(Scoring):
            assert (
                points(scoring, predicted, taken, pack(cards))
                == score(scoring, predicted, taken, cards).points
            )


@pytest.mark.parametrize(
    ("cards", "lost", "found"),
    [
        ("R1 B1", "", 1),
        ("R1 B1", "Y1 G1 P1", 0),
        ("R1 B1 Y1", "", 1),
        ("R1 B1 Y1 G1 P1", "", 0),
        ("R1 R2", "", 1),
        ("R1 R3", "R2", 0),
        ("R7 R9", "", 1),
        ("R3 R4", "", 0),
        ("BL", "", 1),
        ("BT", "BL", 0),
        ("BL BT K Q", "", 0),
    ],
)
def test_combinations_that_lack_one_card(cards: str, lost: str, found: int) -> None:
    assert promising(pack(keys(cards)), pack(keys(lost))) == found


def test_cards_that_win_are_those_that_take_a_gathering_which_they_end() -> None:
    """Lairs aside: a quick player does not see that one discards the gathering."""
    for case in cases(1500, most=60_000):
        luck = luck_of("packed plays", case)
        cards, hand = gathering_of(luck, 3 + luck.below(3))
        color, packer = luck.choice([*COLORS, None]), Packer()
        bits, own = packer.bits(cards), sum(packer.bits(hand))
        led = led_color(cards)
        legal = legal_cards(own, COLOR[led] if led else 0)
        assert {CARD[bit] for bit in each_bit(legal)} == set(playable(hand, cards))
        dominant = COLOR[color] if color else 0
        winning = winning_cards(legal, sum(bits), COLOR[led] if led else 0, dominant)
        for card in playable(hand, cards):
            whole = [*cards, card]
            ruling = decide(whole, all_dominant(whole, color))
            if ruling.step not in ("lair", "knights"):
                assert bool(winning & bit_in(card, own)) == (ruling.place == len(cards)), (whole, color)


def test_a_quick_player_plays_a_legal_card_that_does_what_it_wants() -> None:
    for case in cases(1500, most=60_000):
        luck = luck_of("packed wishes", case)
        cards, hand = gathering_of(luck, 2 + luck.below(4))
        if not hand:
            continue
        color, packer = luck.choice([*COLORS, None]), Packer()
        bits, own = packer.bits(cards), sum(packer.bits(hand))
        led = led_color(cards)
        led_cards, dominant = COLOR[led] if led else 0, COLOR[color] if color else 0
        winning = winning_cards(legal_cards(own, led_cards), sum(bits), led_cards, dominant)
        for last in (False, True):
            wanted = quick_card(own, sum(bits), led_cards, dominant, True, last)
            avoided = quick_card(own, sum(bits), led_cards, dominant, False, last)
            assert {CARD[wanted], CARD[avoided]} <= set(playable(hand, cards))
            assert wanted & own
            assert avoided & own
            if winning:
                assert wanted & winning
            if led and legal_cards(own, led_cards) & ~winning:
                assert not avoided & winning


@pytest.mark.parametrize(
    ("gathering", "hand", "last", "card"),
    [
        # last in turn, the cheapest card that takes it, and one of the dominant color only without another
        ("R3", "R5 R8", True, "R5"),
        ("R3", "B2 B5", True, "B2"),
        ("K", "R5 B2", True, "R5"),
        # before others, the surest: the Queen, then a high one of the dominant color, else the highest
        ("R3", "R5 R8", False, "R8"),
        ("R3", "B2 B5", False, "B5"),
        ("K", "R8 B2", False, "B2"),
        ("R3", "R5 R8 Q", False, "Q"),
        # a Great Wyrm is caught by its Treasure whenever there is one
        ("R9", "RT B2", True, "RT"),
        ("R9", "RT B2", False, "RT"),
    ],
)
def test_a_quick_player_takes_with_the_cheapest_card_last_and_the_surest_before(
    gathering: str, hand: str, last: bool, card: str
) -> None:
    packer = Packer()
    lies, own = (sum(packer.bits(keys(cards))) for cards in (gathering, hand))
    led = led_color(keys(gathering))
    chosen = quick_card(own, lies, COLOR[led] if led else 0, COLOR["blue"], True, last)
    assert CARD[chosen] == key(card)
