"""Rolled Gold as the rulebook tells it.

g = gold("6", {"A": "g4"}, {"A": "g8 take_back"}, rolls="6")
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


class Gold(Script):
    """See the module's text."""

    @property
    def won(self) -> dict[str, int]:
        """What each seat has won or lost, in pieces."""
        return {name: worth(self.net[name]) for name in self.names}

    @property
    def units(self) -> dict[str, dict[str, int]]:
        """The same in gembones."""
        return self.net

    def presses(self, does: Mapping[str, str]) -> Gold:
        for name, told in does.items():
            for step in told.split():
                self.does(**{name: step})
        return self

    def ready(self, kind: str) -> Gold:
        """Everybody who is still asked that has nothing to add."""
        for name in self.asked(kind):
            self.does(**{name: self.ask(name).prompt.default})
        return self


def at_call(house: str, buy_in: Mapping[str, str], rolls: str = "", **options: Any) -> Gold:
    """A game at the house's call for more dice."""
    game = Gold(GAME, "".join(buy_in), rolls=f"{house} {rolls}", carry={}, **options)
    return game.presses(buy_in).ready("buy_in").ready("more")


def gold(
    house: str,
    buy_in: Mapping[str, str],
    call: Mapping[str, str] | None = None,
    *,
    rolls: str = "",
    **options: Any,
) -> Gold:
    """A whole game."""
    game = at_call(house, buy_in, rolls, **options).presses(call or {}).ready("add")
    assert game.match.over, f"still open: {game.match.open}"
    assert game.rigged.rolls == [], "dice that nobody rolled"
    return game
