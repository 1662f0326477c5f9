"""Rolled Gold as the rulebook tells it.

g = play_game("6", {"A": "g4"}, {"A": "g8 take_back"}, rolls="6")
assert g.won == {"A": 6} and g.units["A"] == {"g6": 1}

First the house's roll (all of them, where it rolls more), then what each puts in at Step 1, then what each does at the
house's call; `rolls` are those of the players and whatever the house rolls after them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.money import worth
from games.gembones.rolled_gold import GAME
from tests.helpers.script import Script


class RolledGoldScript(Script):
    """A game of Rolled Gold, driven by seat letters."""

    @property
    def won(self) -> dict[str, int]:
        """The gain or loss of each seat in pieces."""
        return {name: worth(self.net[name]) for name in self.names}

    @property
    def units(self) -> dict[str, dict[str, int]]:
        """The gain or loss of each seat in gembones."""
        return self.net

    def presses(self, does: Mapping[str, str]) -> RolledGoldScript:
        for name, steps in does.items():
            for step in steps.split():
                self.does(**{name: step})
        return self

    def ready(self, kind: str) -> RolledGoldScript:
        """Answer a kind of question with its default for all seats that are still asked."""
        for name in self.asked(kind):
            self.does(**{name: self.ask(name).prompt.default})
        return self


def start_game(house: str, buy_in: Mapping[str, str], rolls: str = "", **options: Any) -> RolledGoldScript:
    """Return a game after the house's roll, when more dice may be added."""
    game = RolledGoldScript(GAME, "".join(buy_in), rolls=f"{house} {rolls}", carry={}, **options)
    return game.presses(buy_in).ready("buy_in").ready("more")


def play_game(
    house: str,
    buy_in: Mapping[str, str],
    call: Mapping[str, str] | None = None,
    *,
    rolls: str = "",
    **options: Any,
) -> RolledGoldScript:
    """Play a whole game."""
    game = start_game(house, buy_in, rolls, **options).presses(call or {}).ready("add")
    assert game.match.over, f"still open: {game.match.open}"
    assert game.rigged.rolls == [], "dice that nobody rolled"
    return game
