"""Tiamat's computer player: its discards, and its wins against random ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb

import pytest

from games.engine import GUEST, Choose, Header, Match, OpenAsk, Scene, Seed, random_legal
from games.engine.prompts import Answer
from games.gembones.tiamat import GAME
from games.gembones.tiamat.combinations import TIAMAT, WYRMLING, YOUNG, Combination
from games.gembones.tiamat.computer import draws, expected_margin, margin, weighed_discards
from games.gembones.tiamat.odds import DEALT, HANDS
from tests.helpers.games.tiamat import cards
from tests.helpers.random_matches import cases, luck_of


def test_every_draw_is_counted_once() -> None:
    for count in range(5):
        left = (7, 8, 10, 10, 10)
        assert sum(times for _, times in draws(count, left)) == comb(45, count)
        assert all(sum(drawn) == count for drawn, _ in draws(count, left))


def discards_of(held: Sequence[str]) -> list[int]:
    """Return the places of the shark's discards."""
    [best, _worth], *_others = weighed_discards(held).ways
    assert isinstance(best, list)
    return best


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
    assert sorted(held[place] for place in discards_of(held)) == sorted(cards(discards))


def test_no_other_discards_do_better() -> None:
    held = (2, 1, 1, 1, 0)
    weighed = weighed_discards(cards("GGRUK"))
    best = weighed.ways[0][1]
    assert best == pytest.approx(expected_margin(held, (1, 1, 1, 1, 0)))
    assert len(weighed.ways) == 1 + 5 + 10 + 10 + 5, "the coach can judge every set of discards"
    for keep in product(range(3), range(2), range(2), range(2)):
        if sum(keep):
            assert expected_margin(held, (*keep, 0)) <= best + 1e-9
    # four colours wait for the fifth: ten of the forty-five cards left
    tiamat_at = margin(Combination(TIAMAT)) * 10 / 45 + margin(Combination(WYRMLING)) * 35 / 45
    assert expected_margin(held, (1, 1, 1, 1, 0)) == pytest.approx(tiamat_at)


def test_a_margin_is_what_a_hand_does_less_what_is_done_to_it() -> None:
    assert margin(Combination(TIAMAT)) == 5 * (1 - DEALT[Combination(TIAMAT)] / HANDS)
    assert margin(Combination(WYRMLING)) < 0 < margin(Combination(YOUNG))


def answer(policy: str, kind: str, *options: str, **says: int) -> Answer:
    """Return a computer player's answer to a choice."""
    prompt = Choose(kind, options, options[-1], says=says)
    ask = OpenAsk(1, 0, kind, "window", prompt, False, {})
    return GAME.policies[policy](Scene(0, (), (), over=False), ask, luck_of("moves"))


def test_the_computer_player_duels_from_behind_and_breathes_when_it_can() -> None:
    for policy in ("shark", GUEST):
        assert answer(policy, "stake", "stake", "pass") == "stake"
    assert answer("shark", "duel", "fight", "decline", life=3, foe=4) == "fight"
    assert answer("shark", "duel", "fight", "decline", life=4, foe=4) == "decline"
    assert answer("shark", "duel_move", "claw", "breath", "soar", own=9, foe=9) == "breath"
    assert answer("shark", "duel_move", "claw", "soar", own=9, foe=9) in ("claw", "soar")
    assert answer("shark", "buy_back", "buy", "pass") == "buy"


@pytest.mark.rule("PTY-R2")
def test_a_guest_neither_duels_nor_buys_back() -> None:
    assert answer(GUEST, "duel", "fight", "decline", life=3, foe=4) == "decline"
    assert answer(GUEST, "buy_back", "buy", "pass") == "pass"


def test_sense_beats_none() -> None:
    wins = [_wins(case) for case in cases(200)]
    # by nothing but luck it would win half of them, within 11 of 100 almost always
    assert sum(wins) / len(wins) > 0.75


def _wins(case: int) -> bool:
    """Return True if the computer player beats one that discards at random."""
    match = Match(GAME, Header("tiamat", GAME.version, {}, (0, 1), Seed(f"sense {case}")), digests=False)
    luck = luck_of("sense", case)
    for seat in (0, 1):
        match.answer(match.asks_of(seat)[0].id, seat, "stake")
    clever = case % 2
    while not match.over:
        seat = next(ask.seat for ask in match.open.values() if not ask.answered)
        scene = match.scene(seat)
        [ask] = scene.mine()
        policy = GAME.policies["shark"] if seat == clever else random_legal
        match.answer(ask.id, seat, policy(scene, ask, luck), "computer")
    assert match.result is not None
    return match.result.rows[0].seat == clever
