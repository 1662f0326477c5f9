"""Hag's Haggle as the rulebook tells it.

h = haggle("2 3", A="5", B="7 1")        # the house's two, and a die a wager; a g8 game without codes and bargains
assert h.pieces == {"A": 24, "B": -12}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.money import worth
from games.gembones.hags_haggle import GAME
from tests.helpers.script import Script


class Haggle(Script):
    """See the module's text."""

    @property
    def pieces(self) -> dict[str, int]:
        """What each seat has won or lost, in pieces."""
        return {name: worth(change) for name, change in self.net.items()}


def table(
    seats: str = "AB",
    rolls: str = "",
    *,
    numbers: Sequence[int] = (),
    carry: Mapping[str, Any] | None = None,
    codes: Sequence[int] = (),
    **options: Any,
) -> Haggle:
    """A game at its wagers. `codes` are in force, as if the dealer had stated them before."""
    known = {"codes": [*codes], "games": 0} if codes else {}
    chosen = {"gembones": "g8", "codes": bool(codes), "bargains": False, **options}
    return Haggle(GAME, seats, rolls=rolls, numbers=[*numbers], carry={**known, **(carry or {})}, **chosen)


def haggle(house: str, *, until: str = "", numbers: Sequence[int] = (), **more: Any) -> Haggle:
    """A game in which the seats named roll what stands there, one wager a number; played on by default."""
    seats = {name: rolls for name, rolls in more.items() if len(name) == 1}
    options = {name: value for name, value in more.items() if len(name) > 1}
    game = table("".join(seats), " ".join([house, *seats.values()]), numbers=numbers, **options)
    for name, rolls in seats.items():
        game.does(**{name: len(rolls.split()) or "pass"})
    return game
