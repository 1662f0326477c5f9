"""Games in lists to choose from: how long each takes, for how many players, and for what kind."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from bot.language import _
from games.engine.game import Game
from games.registry import GAMES


class Choice(NamedTuple):
    """A line of a field: its value, what it says, and what that means."""

    value: str
    words: str
    about: str = ""
    chosen: bool = False


def game_choices(chosen: Collection[str] = ()) -> list[Choice]:
    """Return a choice for every game; the `chosen` ones are marked."""
    return [Choice(key, _(game.title), in_a_line(game), key in chosen) for key, game in GAMES.items()]


def in_a_line(game: Game) -> str:
    """Return a game's minutes, seats and players in a line: `3 min · 2 to 10 players · two cards, one good lie`."""
    return f"{_minutes(game)} · {_players(game)} · {_(game.suits or game.pitch)}"


def _minutes(game: Game) -> str:
    if game.minutes_by_seats:
        minutes = game.minutes_by_seats.values()
        return _("{low} to {high} min").format(low=min(minutes), high=max(minutes))
    return _("{n} min").format(n=game.minutes)


def _players(game: Game) -> str:
    low, high = game.seats
    return _("{low} to {high} players").format(low=low, high=high)
