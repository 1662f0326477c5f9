"""A place in words: `1st`, `2nd`."""

from __future__ import annotations

PLACES = ("1st", "2nd", "3rd", *(f"{place}th" for place in range(4, 11)))
"""The places of the largest game, best first. They are words: other languages have their own."""


def ordinal(place: int) -> str:
    """Return a place as a word."""
    return PLACES[place - 1] if 0 < place <= len(PLACES) else f"{place}th"
