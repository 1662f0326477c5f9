"""Keeping dice by exact odds, under every variant of Threes."""

from __future__ import annotations

from collections import Counter

import pytest

from games.parlour.players.keeping import Odds, rolls
from games.parlour.threes import Options, plan_of, rank_of
from tests.helpers.games.keeping import best_by_variant


def test_rolls_are_complete() -> None:
    for dice in range(1, 6):
        assert sum(chance for _, chance in rolls(dice)) == pytest.approx(1)
        assert all(sum(shown.values()) == dice for shown, _ in rolls(dice))


def test_odds_count_half_a_tie() -> None:
    odds = Odds(sum, {(1,): 0.5, (2,): 0.25, (3,): 0.25})
    assert [odds.beats(rank) for rank in (0, 1, 2, 3, 4)] == [0, 0.25, 0.625, 0.875, 1]


@pytest.mark.parametrize(("variants", "keep", "shown", "best"), best_by_variant())
def test_a_keep_is_played_for_what_it_is_worth(
    variants: dict[str, bool], keep: tuple[int, ...], shown: list[int], best: int
) -> None:
    ways = plan_of(Options(**variants), 1).ways(keep, Counter(shown))
    assert max(ways, key=ways.__getitem__) == best


def test_the_ends_of_a_plan_come_from_the_keeps_that_it_chooses() -> None:
    plan = plan_of(Options(), 1)
    for keep in ((), (3, 3), (1, 2, 6)):
        ends = plan.ends(keep, 5 - len(keep))
        assert sum(ends.values()) == pytest.approx(1)
        worth = sum(chance * plan.value(end, 0) for end, chance in ends.items())
        assert worth == pytest.approx(plan.value(keep, 5 - len(keep)))
    assert plan.ends((3, 3, 3, 3, 3), 0) == {(3, 3, 3, 3, 3): 1.0}


def test_five_equal_dice_win_or_lose_by_the_variant() -> None:
    plain, numbers = plan_of(Options(), 1), plan_of(Options(strength_in_numbers=True), 1)
    assert plain.value((6,) * 5, 0) < 0.05
    assert numbers.value((6,) * 5, 0) > 0.95
    nothing = plan_of(Options(cant_win_with_nothing=True), 1)
    assert plain.value((3,) * 5, 0) > 0.95
    assert nothing.value((3,) * 5, 0) < 0.05


def test_a_dragon_is_what_serves_its_owner_best() -> None:
    assert rank_of((0, 1, 1, 1, 1), Options()) == rank_of((1, 1, 1, 1, 3), Options())
    numbers = Options(strength_in_numbers=True)
    assert rank_of((0, 1, 1, 1, 1), numbers) == rank_of((1, 1, 1, 1, 1), numbers)
