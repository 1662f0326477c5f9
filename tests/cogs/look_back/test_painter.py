"""Amounts that answers gave away, in words that fit the number."""

from __future__ import annotations

import pytest

from bot.language import speaking
from cogs.look_back.painter import amount


@pytest.mark.parametrize(
    ("language", "cost", "words"),
    [
        ("en", 1.02, "1 piece"),
        ("en", 0.2, "0.2 pieces"),
        ("de", 1, "1 Münze"),
        ("de", 0.2, "0,2 Münzen"),
        ("pl", 1, "1 moneta"),
        ("pl", 2, "2 monety"),
        ("pl", 5, "5 monet"),
        ("pl", 2.5, "2,5 monety"),
        ("fr", 0.5, "0,5 pièce"),
        ("fr", 1.5, "1,5 pièce"),
        ("fr", 3.5, "3,5 pièces"),
        ("es", 1.5, "1,5 monedas"),
    ],
)
def test_an_amount_has_the_plural_form_of_its_number(language: str, cost: float, words: str) -> None:
    with speaking(language):
        assert amount(cost, "pieces") == words


def test_points_have_forms_too_and_copper_needs_none() -> None:
    with speaking("pl"):
        assert [amount(n, "points") for n in (1, 3, 5, 0.5)] == [
            "1 punkt",
            "3 punkty",
            "5 punktów",
            "0,5 punktu",
        ]
        assert amount(5, "copper") == "5 w miedzi"
