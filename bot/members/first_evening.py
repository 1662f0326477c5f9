"""The first evening of a member in a place, on which they play for points (GEM-R17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.members.profile_keys import FIRST_SEAT, MET

FIRST_EVENING = 12 * 3_600
"""Its length in seconds, from the member's first seat."""


def first_seat(about: Mapping[str, Any], now: float) -> float:
    """Return the moment of a member's first seat, from their profile; now if they have never had one."""
    # earlier releases saved no moment, but the words that they explained at a table
    moment: float = about.get(FIRST_SEAT, 0.0 if MET in about else now)
    return moment
