"""Registers the games that this process knows: before anything else, and again in the process that searches.

Packages bring them by the entry point `dicenight.games`; our own catalogue is one of those.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from inspect import isroutine

from games.engine.game import Game
from games.registry import GAMES, register

GROUP = "dicenight.games"
OWN = "dicenight"
"""The entry of our own catalogue. Its games come first, in its order, wherever games are listed."""


class GamePackageFault(ValueError):
    """A package whose game cannot be played. The message is a sentence for the person who runs the bot.

    The bot does not start without such a game: there may be running tables of it with money on them.
    """


def load_games() -> None:
    """Register all games. May be called twice. Raises `GamePackageFault`."""
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name != OWN, entry.name)):
        _register(entry)
    if not GAMES:
        # the sources are here, but their package was installed before it named its games, or not at all
        raise GamePackageFault(
            "No games are installed. Run `make setup`, or install the package dicenight anew."
        )


def _register(entry: EntryPoint) -> None:
    """Register the game of an entry point, or let it register its games if it is a function."""
    package = entry.dist.name if entry.dist is not None else entry.module
    try:
        game = entry.load()
    except Exception as fault:
        if entry.name == OWN:
            raise  # our own fault, for which upgrading a package is no help
        raise GamePackageFault(
            f"The game {entry.name!r} of the package {package} can't be loaded ({type(fault).__name__}: {fault}). "
            "Upgrade the package or uninstall it."
        ) from fault
    if not isinstance(game, Game) and not isroutine(game):
        raise GamePackageFault(
            f"The package {package} says that {entry.value} is a game, but it's {type(game).__name__}, not a `Game`. "
            "Upgrade the package or uninstall it."
        )
    try:
        register(game) if isinstance(game, Game) else game()
    except ValueError as fault:
        raise GamePackageFault(
            f"The games of the package {package} can't be registered: {fault} Upgrade the package or uninstall it."
        ) from fault
