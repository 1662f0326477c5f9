"""Registers the games that this process knows: before anything else, and again in the process that searches.

Those are the games of the catalogue, and those of other packages with the entry point `dicenight.games`.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from games.catalogue import register_catalogue
from games.engine.game import Game
from games.registry import register

GROUP = "dicenight.games"


class GamePackageFault(ValueError):
    """A package whose game cannot be played. The message is a sentence for the person who runs the bot.

    The bot does not start without such a game: there may be running tables of it with money on them.
    """


def load_games() -> None:
    """Register all games. May be called twice. Raises `GamePackageFault`."""
    register_catalogue()
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        _register(entry)


def _register(entry: EntryPoint) -> None:
    """Register the game of an entry point."""
    package = entry.dist.name if entry.dist is not None else entry.module
    try:
        game = entry.load()
    except Exception as fault:
        raise GamePackageFault(
            f"The game {entry.name!r} of the package {package} can't be loaded ({type(fault).__name__}: {fault}). "
            "Upgrade the package or uninstall it."
        ) from fault
    if not isinstance(game, Game):
        raise GamePackageFault(
            f"The package {package} says that {entry.value} is a game, but it's {type(game).__name__}, not a `Game`. "
            "Upgrade the package or uninstall it."
        )
    try:
        register(game)
    except ValueError as taken:
        raise GamePackageFault(
            f"The package {package} brings a game with the key {game.key!r}, which another game has already. "
            "Uninstall one of the two."
        ) from taken
