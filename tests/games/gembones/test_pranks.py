"""Prank items: their effects, and the price that ends the curse."""

from __future__ import annotations

import pytest

from games.engine import Chance, Seed
from games.gembones.shared import prank_items
from games.primers.rigged import Rigged


@pytest.mark.rule("CODE-12", "CODE-R2")
def test_a_d4_chooses_the_gift() -> None:
    luck = Rigged(rolls=[1, 2, 3, 4])
    assert [prank_items.draw_item(luck) for _ in range(4)] == ["belt", "duck_blade", "greatsword", "stone"]


@pytest.mark.rule("CODE-15", "CODE-X2")
@pytest.mark.parametrize(("own", "worn"), [(16, 10), (10, 10), (8, 8)])
def test_the_belt_makes_strength_10(own: int, worn: int) -> None:
    assert prank_items.strength_with_belt(own) == worn


@pytest.mark.rule("CODE-16", "CODE-X3")
def test_a_wish_brings_10d100_ducks() -> None:
    assert prank_items.roll_ducks(Rigged(rolls=[1] * 10)) == 10
    assert prank_items.roll_ducks(Rigged(rolls=[100] * 10)) == 1000
    luck = Chance(Seed("ducks"))
    flocks = [prank_items.roll_ducks(luck) for _ in range(2000)]
    assert abs(sum(flocks) / 2000 - 505) < 4 * (10 * (100**2 - 1) / 12 / 2000) ** 0.5


@pytest.mark.rule("CODE-17", "CODE-X3")
def test_the_greatswords_dice_always_total_2() -> None:
    assert prank_items.greatsword_damage() == 2 + 1
    assert prank_items.greatsword_damage(4) == 2 + 1 + 4


@pytest.mark.rule("CODE-14", "CODE-X1")
def test_a_curse_costs_ten_times_the_accusation() -> None:
    assert prank_items.penance(60) == 600
