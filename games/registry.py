"""The games that this process knows. The start-up registers them; everybody else looks them up here."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.errors import BadOptions
from games.engine.game import Game

_games: dict[str, Game] = {}
_older: dict[tuple[str, int], Game] = {}

GAMES: Mapping[str, Game] = _games
"""The games by key, in the order in which they were registered."""


def register(game: Game) -> None:
    """Make a game known to this process; to register it twice changes nothing.

    Raises `ValueError` if another game has its key.
    """
    if _games.setdefault(game.key, game) is not game:
        raise ValueError(f"There are two games with the key {game.key!r}.")


def register_older(game: Game) -> None:
    """Make an earlier version of a game's rules known, by which the matches are played on that began under it.

    Raises `ValueError` if it is not older than the game, or another one has its number.
    """
    if game.version >= find_game(game.key).version:
        raise ValueError(f"{game.key} has no rules that are newer than version {game.version}.")
    if _older.setdefault((game.key, game.version), game) is not game:
        raise ValueError(f"There are two games with the key {game.key!r} and the version {game.version}.")


def rules_of(key: str, version: int) -> Game:
    """Return the game by the rules of that version, or by its own if there are none of that version any more.

    Raises `BadOptions` with the known keys if there is no such game.
    """
    return _older.get((key, version)) or find_game(key)


def find_game(key: str) -> Game:
    """Return the game with this key. Raises `BadOptions` with the known keys if there is none."""
    if key not in _games:
        raise BadOptions(f"There is no game {key!r}. Known: {', '.join(sorted(_games))}.")
    return _games[key]


def game_title(key: str) -> str:
    """Return the title of the game with this key; of one that is gone, which old records may name, the key itself."""
    return _games[key].title if key in _games else key
