"""Garl's own number: the house has rolled a 13 (CODE-19, CODE-R6)."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import Table

THIRTEEN = 13
WORDS: Mapping[str, str] = {"thirteen": "Thirteen: Garl is smiling."}


def smile(table: Table, rolled: int) -> None:
    """Tell of it if it is one; it changes nothing. The house has more to say about it afterwards."""
    if rolled == THIRTEEN:
        table.tell("thirteen")
