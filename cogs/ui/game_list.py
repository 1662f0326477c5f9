"""Games in lists to choose from: how long each takes, for how many players, and for what kind."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cogs.ui.components import Json, option, select
from games.engine import Game
from games.registry import GAMES

MOST_LINES = 25
"""Lines that Discord takes in a select, and choices that it takes while a command is typed."""


def in_a_line(game: Game) -> str:
    """Return a game's minutes, seats and players in a line: `3 min · 2 to 10 players · two cards, one good lie`."""
    return f"{_minutes(game)} · {_players(game)} · {game.suits or game.pitch}"


def game_lines(chosen: Collection[str] = ()) -> list[Json]:
    """Return a line of a select for every game; the `chosen` ones are ticked."""
    return [option(game.title, key, in_a_line(game), default=key in chosen) for key, game in GAMES.items()]


def game_selects(placeholder: str, custom_id: str, more: Iterable[Json] = ()) -> list[Json]:
    """Return selects of one game, as many as all games take, with `more` lines after them."""
    lines = [*game_lines(), *more]
    return [
        select(placeholder, f"{custom_id}.{at}", lines[at : at + MOST_LINES])
        for at in range(0, len(lines), MOST_LINES)
    ]


def _minutes(game: Game) -> str:
    if game.minutes_by_seats:
        return f"{min(game.minutes_by_seats.values())} to {max(game.minutes_by_seats.values())} min"
    return f"{game.minutes} min"


def _players(game: Game) -> str:
    low, high = game.seats
    return f"{low} to {high} players"
