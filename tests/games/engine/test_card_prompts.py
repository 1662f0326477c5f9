"""What a card is aimed at: what fits, every way there is, and the ways of those who are absent or at random."""

from __future__ import annotations

import pytest

from games.engine import Chance, Seed
from games.engine.card_prompts import Aim


def test_every_way_to_aim_from_the_fewest_to_the_most() -> None:
    aim = Aim("seats", (1, 2, 4), low=0, high=2)
    assert list(aim.all()) == [[], [1], [2], [4], [1, 2], [1, 4], [2, 4]]
    assert list(aim._replace(low=2).all()) == [[1, 2], [1, 4], [2, 4]]


def test_with_again_the_same_may_be_named_twice_and_the_order_counts() -> None:
    aim = Aim("wounds", (1, 2), low=2, high=2, again=True)
    assert list(aim.all()) == [[1, 1], [1, 2], [2, 1], [2, 2]]
    assert aim.first() == [1, 1]
    assert aim._replace(again=False).first() == [1, 2]


@pytest.mark.parametrize("chosen", [[], [3], [1, 2, 4], [1, 1], "1", [True], None])
def test_what_does_not_fit(chosen: object) -> None:
    assert not Aim("seats", (1, 2, 4), low=1, high=2).check(chosen)


@pytest.mark.parametrize(
    "aim",
    [
        Aim("seats", (1, 2, 4)),
        Aim("seats", (1, 2, 4), low=0, high=3),
        Aim("wounds", (1, 2, 4), low=1, high=3, again=True),
    ],
)
def test_what_is_drawn_or_chosen_for_the_absent_is_one_of_all_ways(aim: Aim) -> None:
    every = list(aim.all())
    assert all(aim.check(way) for way in every)
    assert aim.size() >= len(every)
    assert aim.first() in every
    chance = Chance(Seed("aims"))
    drawn = [aim.any(chance) for _ in range(200)]
    assert all(way in every for way in drawn)
    assert {len(way) for way in drawn} == {len(way) for way in every}
