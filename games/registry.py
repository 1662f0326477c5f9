"""The games that this process knows. The start-up registers them; everybody else looks them up here."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import BadOptions, Game

_games: dict[str, Game] = {}

GAMES: Mapping[str, Game] = _games
"""The games by key, in the order in which they were registered."""


def register(game: Game) -> None:
    """Make a game known to this process; to register it twice changes nothing.

    Raises `ValueError` if another game has its key.
    """
    if _games.setdefault(game.key, game) is not game:
        raise ValueError(f"There are two games with the key {game.key!r}.")


def find_game(key: str) -> Game:
    """Return the game with this key. Raises `BadOptions` with the known keys if there is none."""
    if key not in _games:
        raise BadOptions(f"There is no game {key!r}. Known: {', '.join(sorted(_games))}.")
    return _games[key]


def game_title(key: str) -> str:
    """Return the title of the game with this key; of one that is gone, which old records may name, the key itself."""
    return _games[key].title if key in _games else key
