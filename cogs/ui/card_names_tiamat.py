"""Names and marks of the cards of Tiamat."""

from __future__ import annotations

SQUARES = {"green": "🟩", "red": "🟥", "blue": "🟦", "black": "⬛", "white": "⬜"}
"""A square tells the hue, and the name beside it says the same in words."""


def dragon(key: str) -> tuple[str, str] | None:
    """Mark and name of a card such as `dragon.red`; None for the cards of other games."""
    kind, _, color = key.partition(".")
    return (SQUARES[color], color) if kind == "dragon" and color in SQUARES else None
