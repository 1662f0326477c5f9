"""The codes of cards, with which computer players compare hands: they rank hands as the rules do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from games.computer import Thoughts
from games.engine import Chance, Seed
from games.parlour import den_of_thieves, kings_council, three_kingdoms
from games.parlour.players.drawing import poorest
from games.parlour.shared.deck import COLORS, rogues_and_warriors_deck

WARS = (
    ("W.hawk", "L.owl", "B.hare"),
    ("R.hawk", "D.green", "M.hare", "M.wren", "L.wolf"),
    ("B.wolf", "B.owl"),
)


def kings(king: str, council: bool) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """How hands rank in King's Council, by the rules and by codes."""
    codes, ranks = kings_council.codes(king), kings_council.ranks(council)
    rules = partial(kings_council.strength, king=king, foreign_council=council)
    return rules, lambda hand: ranks[sum(codes[card] for card in hand)]


def thieves(strong: bool) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """How hands rank in Den of Thieves, by the rules and by codes."""
    codes, ranks = den_of_thieves.CODES, den_of_thieves.ranks(strong)
    return partial(den_of_thieves.strength, strong=strong), lambda hand: ranks[sum(codes[c] for c in hand)]


def kingdoms(war: Sequence[str]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """How hands rank in Three Kingdoms, by the rules and by codes."""
    codes, worth = three_kingdoms.CODES, three_kingdoms.colors_score(war)
    by_code, _ = three_kingdoms.war_worth(tuple(sorted(codes[card] for card in war)))
    assert by_code == tuple(worth[one] for one in COLORS)
    ranks = three_kingdoms.ranks(by_code)
    return partial(three_kingdoms.strength, worth=worth), lambda hand: ranks[sum(codes[c] for c in hand)]


@pytest.mark.parametrize(
    ("size", "ways"),
    [
        *((5, kings(king, council)) for king in ("B.hare", "W.owl") for council in (False, True)),
        *((7, thieves(strong)) for strong in (False, True)),
        *((7, kingdoms(war)) for war in WARS),
    ],
)
def test_codes_rank_hands_as_the_rules_do(
    size: int, ways: tuple[Callable[..., Any], Callable[..., Any]]
) -> None:
    rules, codes = ways
    luck = Chance(Seed("codes"))
    hands = []
    for _ in range(300):
        deck = rogues_and_warriors_deck(dragons=True)
        hand = luck.deal(deck, size)
        # one card later: hands that are close, and tie
        hands += [hand, [*hand[1:], luck.draw(deck)]]
    for one, two in pairwise(hands):
        by_rules, by_codes = (rules(one), rules(two)), (codes(one), codes(two))
        assert (by_rules[0] > by_rules[1]) == (by_codes[0] > by_codes[1])
        assert (by_rules[0] == by_rules[1]) == (by_codes[0] == by_codes[1])


def test_a_card_of_thieves_adds_what_the_hand_would_lack_without_it() -> None:
    luck = Chance(Seed("parts"))
    for _ in range(200):
        hand = luck.deal(rogues_and_warriors_deck(dragons=True), 7)
        adds = den_of_thieves.parts(False)[sum(den_of_thieves.CODES[card] for card in hand)]
        for at, card in enumerate(hand):
            rest = [*hand[:at], *hand[at + 1 :]]
            assert adds[den_of_thieves.CODES[card]] == den_of_thieves.total(hand) - den_of_thieves.total(rest)


def test_a_card_of_kingdoms_scores_by_the_worth_of_its_colour_and_its_dragon() -> None:
    luck, worth = Chance(Seed("points")), (1, 2, 0)
    for _ in range(200):
        hand = luck.deal(rogues_and_warriors_deck(dragons=True), 7)
        codes = [three_kingdoms.CODES[card] for card in hand]
        scores = three_kingdoms.card_points(worth)[three_kingdoms.dragons_in(sum(codes))]
        told = three_kingdoms.points(hand, dict(zip(COLORS, worth, strict=True)))
        assert [scores[three_kingdoms.suit_of(code)] for code in codes] == told


def test_the_poorest_two_are_found_in_order() -> None:
    luck = Chance(Seed("poorest"))
    for _ in range(200):
        worths: list[float] = [luck.below(4) for _ in range(5)]
        assert list(poorest(worths)) == sorted(range(5), key=worths.__getitem__)[:2]


def test_dealing_several_cards_is_drawing_one_after_the_other() -> None:
    pairs: list[tuple[Chance, Chance]] = [
        (Chance(Seed("deal")), Chance(Seed("deal"))),
        (Thoughts(Chance(Seed("deal"))), Thoughts(Chance(Seed("deal")))),
    ]
    for one, other in pairs:
        pile, same = list(range(90)), list(range(90))
        assert one.deal(pile, 12) == [other.draw(same) for _ in range(12)]
        assert pile == same
        assert one.below(1000) == other.below(1000)
