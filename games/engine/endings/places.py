"""A place in words: `1st`, `2nd`."""

from __future__ import annotations

_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def ordinal(place: int) -> str:
    """Return a place as a word."""
    return _ORDINALS.get(place, f"{place}th")
