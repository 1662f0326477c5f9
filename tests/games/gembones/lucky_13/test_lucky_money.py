"""The best play of Lucky No. 13 for money: what is paid decides, and the table says what comes after a turn."""

from __future__ import annotations

import pytest

from games.engine import Header, Match, Seed
from games.gembones.lucky_13 import GAME
from games.gembones.lucky_13.money import SEATS, After, Dice, Rivals, Turn, after, owed, ways_for_money
from games.gembones.lucky_13.options import DICE, LUCKY
from tests.helpers.random_matches import luck_of

TEN: Dice = (("g4", 2), ("g8", 8))


def test_a_loser_owes_the_lowest_result_or_to_a_13_the_highest() -> None:
    assert owed(TEN) == 4
    assert owed(TEN, lucky=True) == 8
    assert owed((("g6", 3), ("g10", 3))) == 6


@pytest.mark.parametrize(
    ("dice", "worth"),
    [
        # alone at the end: all that the others owe
        ((("g4", 4), ("g8", 8)), 7),
        ((("g4", 4), ("g10", 9)), 18),
        # below the best total, and bust
        (TEN, -4),
        ((("g8", 7), ("g10", 8)), -8),
        # as many gembones and a lower result: it shares the best total, and pays nothing
        ((("g4", 4), ("g8", 7)), 0),
        # a higher one wins of those who don't share it
        ((("g4", 2), ("g10", 9)), 3),
        # the same results again: one half of the time
        ((("g4", 3), ("g8", 8)), 1.5),
    ],
)
def test_the_last_turn_ends_in_what_is_paid(dice: Dice, worth: float) -> None:
    holder: Dice = (("g4", 3), ("g8", 8))
    turn = Turn(Rivals(11, holder, 7, 18, 4, 2), later=0)
    assert turn.stop(dice) == pytest.approx(worth)


def test_with_nobody_in_the_lead_a_bust_costs_nothing_at_the_end() -> None:
    turn = Turn(Rivals(0, (), 12, 20, 0, 3), later=0)
    assert turn.stop((("g8", 7), ("g10", 8))) == 0
    assert turn.stop((("g4", 1),)) == 12, "any total wins"


def test_the_chances_of_what_follows_come_to_one_at_most() -> None:
    for later in range(1, SEATS):
        for best in range(1, LUCKY):
            for dice in range(1, len(DICE) + 1):
                rest = after(best, dice, later, SEATS - 1 - later)
                assert min(rest) >= 0
                assert rest.lucky + rest.rises + rest.keeps <= 1.001
        lower, higher = after(5, 2, later, 0), after(11, 2, later, 0)
        assert lower.keeps < higher.keeps
        assert after(11, 3, later, 0).keeps <= higher.keeps
    assert after(9, 2, 0, 3) == After(0, 0, 1, 0)


def test_more_to_win_makes_it_roll_on() -> None:
    """Who shares the best total pays nothing, so only a large pile is worth another roll."""
    mine: Dice = (("g6", 5), ("g8", 6))
    poor, rich = (
        dict(Turn(Rivals(11, (("g10", 9), ("g4", 2)), low, 2 * low, 1, 7), 0).ways(mine)) for low in (1, 60)
    )
    assert max(poor, key=poor.__getitem__) == "stop"
    assert max(rich, key=rich.__getitem__) != "stop"


def test_the_shark_reads_a_match_as_it_stands() -> None:
    match = Match(GAME, Header(GAME.key, GAME.version, {}, (0, 1, 2), Seed("money")))
    luck, asked = luck_of("money"), 0
    while not match.over:
        ask = next(each for each in match.open.values() if not each.answered)
        scene = match.scene(ask.seat)
        [own] = [each for each in scene.asks if each.id == ask.id]
        ways = ways_for_money(scene, own) if own.kind == "roll" else None
        assert (ways is not None) == (own.kind == "roll")
        answer = GAME.policy("shark")(scene, own, luck)
        if ways:
            asked += 1
            assert answer == max(ways, key=lambda each: each[1])[0]
        match.answer(ask.id, ask.seat, answer, "computer")
    assert asked


def test_under_blessings_and_for_points_it_goes_by_the_chance_to_win() -> None:
    for options in ({"played_for": "points_quick"}, {"tymoras_bold_blessing": True}):
        match = Match(GAME, Header(GAME.key, GAME.version, options, (0, 1), Seed("money")))
        luck = luck_of("points")
        for _ in range(6):
            ask = next((each for each in match.open.values() if not each.answered), None)
            if ask is None:
                break
            scene = match.scene(ask.seat)
            [own] = [each for each in scene.asks if each.id == ask.id]
            assert own.kind != "roll" or ways_for_money(scene, own) is None
            match.answer(ask.id, ask.seat, GAME.policy("shark")(scene, own, luck), "computer")
