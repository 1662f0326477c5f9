"""Hag's Haggle as the rulebook tells it.

h = play_game("2 3", A="5", B="7 1")        # the house's two, and a die a wager; a g8 game without codes and bargains
assert h.pieces == {"A": 24, "B": -12}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.money import worth
from games.gembones.hags_haggle import GAME
from tests.helpers.script import Script


class HaggleScript(Script):
    """A game of Hag's Haggle, driven by seat letters."""

    @property
    def pieces(self) -> dict[str, int]:
        """The gain or loss of each seat in pieces."""
        return {name: worth(change) for name, change in self.net.items()}


def start_game(
    seats: str = "AB",
    rolls: str = "",
    *,
    numbers: Sequence[int] = (),
    carry: Mapping[str, Any] | None = None,
    codes: Sequence[int] = (),
    **options: Any,
) -> HaggleScript:
    """Return a game at its wagers. `codes` are in force, as if the dealer had stated them before."""
    known = {"codes": [*codes], "games": 0} if codes else {}
    chosen = {"gembones": "g8", "codes": bool(codes), "bargains": False, **options}
    return HaggleScript(
        GAME, seats, rolls=rolls, numbers=[*numbers], carry={**known, **(carry or {})}, **chosen
    )


def play_game(house: str, *, until: str = "", numbers: Sequence[int] = (), **more: Any) -> HaggleScript:
    """Play a game in which each seat named has one wager for each number that it rolls."""
    seats = {name: rolls for name, rolls in more.items() if len(name) == 1}
    options = {name: value for name, value in more.items() if len(name) > 1}
    game = start_game("".join(seats), " ".join([house, *seats.values()]), numbers=numbers, **options)
    for name, rolls in seats.items():
        game.does(**{name: len(rolls.split()) or "pass"})
    return game
