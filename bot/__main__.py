"""The entry point of `dicenight` and `python -m bot`.

The games are registered before anything else is imported, and the decks that come with the program are read with them.
This module imports none of ours at its top, so that a fault in a deck that a developer is editing is a sentence with
file and line.
"""

from __future__ import annotations

import sys


def main() -> int:
    """Register the games, then import the command line and run it; return the exit status."""
    try:
        from bot.startup.load_games import load_games

        load_games()
    except ValueError as fault:
        # `DeckFault` cannot be imported to be named here: the same fault would stop that import too.
        if type(fault).__name__ != "DeckFault":
            raise
        sys.stderr.write(f"A deck that comes with Dicenight has a fault: {fault}\n")
        return 2
    from bot.cli import main as run_command

    return run_command()


if __name__ == "__main__":
    sys.exit(main())
