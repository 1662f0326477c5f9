"""Tiamat's computer player: what it keeps, and that it pays."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest

from games.engine import Header, Match, Seed, random_legal
from games.gembones.tiamat import GAME
from games.gembones.tiamat_hands import TIAMAT, WYRMLING, YOUNG, Combination
from games.gembones.tiamat_player import DEALT, HANDS, best_discards, best_keep, draws, expected, margin
from tests.games.gembones.tiamats import cards
from tests.games.generate import cases, luck_of


def test_every_draw_is_counted_once() -> None:
    for count in range(5):
        left = (7, 8, 10, 10, 10)
        assert sum(times for _, times in draws(count, left)) == comb(45, count)
        assert all(sum(drawn) == count for drawn, _ in draws(count, left))


@pytest.mark.parametrize(
    ("hand", "discards"),
    [
        ("GRUKW", ""),
        ("GGGGG", ""),
        ("GRGGG", "R"),
        ("GGGRR", ""),
        ("UGGGR", "UR"),
        ("GGRRU", "U"),
        ("GGRUK", "G"),
    ],
)
def test_the_computer_player_keeps_what_is_good(hand: str, discards: str) -> None:
    held = cards(hand)
    assert sorted(held[place] for place in best_discards(held)) == sorted(cards(discards))


def test_no_other_discards_do_better() -> None:
    held = (2, 1, 1, 1, 0)
    best = expected(held, best_keep(held))
    for kept in product(range(3), range(2), range(2), range(2)):
        if sum(kept):
            assert expected(held, (*kept, 0)) <= best + 1e-9
    # four colours wait for the fifth: ten of the forty-five cards left
    tiamat_at = margin(Combination(TIAMAT)) * 10 / 45 + margin(Combination(WYRMLING)) * 35 / 45
    assert expected(held, (1, 1, 1, 1, 0)) == pytest.approx(tiamat_at)


def test_a_margin_is_what_a_hand_does_less_what_is_done_to_it() -> None:
    assert margin(Combination(TIAMAT)) == 5 * (1 - DEALT[Combination(TIAMAT)] / HANDS)
    assert margin(Combination(WYRMLING)) < 0 < margin(Combination(YOUNG))


def test_sense_beats_none() -> None:
    wins = [_wins(case) for case in cases(200)]
    # by nothing but luck it would win half of them, within 11 of 100 almost always
    assert sum(wins) / len(wins) > 0.75


def _wins(case: int) -> bool:
    """Whether the computer player beats one that discards at random."""
    match = Match(GAME, Header("tiamat", GAME.version, {}, (0, 1), Seed(f"sense {case}")), digests=False)
    luck = luck_of("sense", case)
    for seat in (0, 1):
        match.answer(match.asks_of(seat)[0].id, seat, "stake")
    clever = case % 2
    while not match.over:
        seat = next(ask.seat for ask in match.open.values() if not ask.answered)
        scene = match.scene(seat)
        [ask] = scene.mine()
        policy = GAME.policies["sensible"] if seat == clever else random_legal
        match.answer(ask.id, seat, policy(scene, ask, luck), "computer")
    assert match.result is not None
    return match.result.rows[0].seat == clever
