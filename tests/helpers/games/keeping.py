"""Rolls of Threes with one right way to keep."""

from __future__ import annotations

from typing import Any


def best_by_variant() -> list[tuple[dict[str, bool], tuple[int, ...], list[int], Any]]:
    """Variants, what is kept, what is rolled, and the value to keep."""
    return [
        ({}, (), [3, 3, 6, 6, 5], 3),
        ({}, (3, 3, 3), [1, 6], 1),
        # the fifth 6 makes five of a kind
        ({"strength_in_numbers": True}, (6, 6, 6), [6, 3], 6),
        # all different
        ({"fools_luck": True}, (1, 3, 5), [6, 3], 6),
    ]
