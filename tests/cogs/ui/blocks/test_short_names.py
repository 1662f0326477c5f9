"""Names in narrow columns."""

from __future__ import annotations

import pytest

from cogs.ui.blocks.score_sheets import short_name


@pytest.mark.parametrize(
    ("name", "room", "short"),
    [
        ("Tam the Tinker", 11, "Tam"),
        ("Tam the Tinker", 14, "Tam the Tinker"),
        ("Nine-Finger Jory", 11, "Nine-Finger"),
        ("Widow Pell", 9, "Widow"),
        ("Bartholomew", 7, "Bartho…"),
        ("The Stranger", 8, "The Str…"),
        ("Ann", 7, "Ann"),
    ],
)
def test_a_long_name_ends_with_a_word_that_means_somebody(name: str, room: int, short: str) -> None:
    assert short_name(name, room) == short
