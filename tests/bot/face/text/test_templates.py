"""Sentences made of templates and values."""

from __future__ import annotations

import pytest

from bot.face.text.templates import Renderer


@pytest.mark.parametrize(
    ("template", "value", "said"),
    [
        ("score {n}", -25, "score −25"),
        ("{n:+} AC", -3, "−3 AC"),
        ("{n:+} AC", 3, "+3 AC"),
        ("{n}", "red Great Wyrm 10, the Queen -10", "red Great Wyrm 10, the Queen −10"),
        ("{n:,}", -1_200, "−1,200"),
        ("{n}", "3-5 or a g6-die", "3-5 or a g6-die"),
    ],
)
def test_people_read_a_true_minus_sign(template: str, value: object, said: str) -> None:
    assert Renderer({}).render(template, {"n": value}) == said
