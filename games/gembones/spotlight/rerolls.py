"""Gembones that have just fallen: which of them a character may pick up again, and how they are shown (SPOT)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from games.engine import Open

Rolls = dict[int, list[tuple[str, int]]]
"""What each seat has just rolled: size and face of each gembone."""
Show = Callable[[int, list[tuple[str, int]]], None]
"""Is told what a seat's dice show now."""

MOST_OFFERED = 12
"""So many different dice of one roll are offered for a reroll, so that the buttons fit."""


def worst(dice: Sequence[tuple[str, int]]) -> list[int]:
    """Where the dice lie that may be rerolled: of equal ones the first, and of many the lowest."""
    places = {die: at for at, die in reversed([*enumerate(dice)])}
    lowest = sorted(places.values(), key=lambda at: dice[at][1])[:MOST_OFFERED]
    return sorted(lowest)


def keys(dice: Iterable[tuple[str, int]]) -> list[str]:
    """Dice as zones hold them."""
    return [f"{size}:{face}" for size, face in dice]


def onto(zones: Mapping[int, Open]) -> Show:
    """Shows dice in zones that hold nothing else."""

    def show(seat: int, dice: list[tuple[str, int]]) -> None:
        zones[seat].items = keys(dice)

    return show
