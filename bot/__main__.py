"""The entry point of `dicenight` and `python -m bot`.

The games are registered before anything else is imported, and the bundled decks are read with them. This module imports
none of our modules at its top, so that a fault in a deck that a developer is editing is reported as a sentence with
file and line, and so is a fault in a package with a game.
"""

from __future__ import annotations

import gc
import os
import sys

HEALTH = {("health",): False, ("health", "--ready"): True}


def main() -> int:
    """Register the games, then import the command line and run it; return the exit status."""
    ready = HEALTH.get(tuple(sys.argv[1:]))
    port = os.environ.get("DICENIGHT_MONITORING_PORT", "")
    # asked every half minute in a container: to load the program would take half a second
    if ready is not None and port.isdecimal() and not os.path.exists(".env"):
        from bot.monitoring.probe import told

        return told(os.environ.get("DICENIGHT_MONITORING_HOST", ""), int(port), ready=ready)
    # what is loaded stays: to search it for garbage again and again is a quarter of a start
    gc.disable()
    try:
        from bot.startup.load_games import load_games

        load_games()
    except ValueError as fault:
        # not imported at the top to be named here: the same fault would stop that import too
        match type(fault).__name__:
            case "DeckFault":
                sys.stderr.write(f"A deck that comes with Dicenight has a fault: {fault}\n")
            case "GamePackageFault":
                sys.stderr.write(f"{fault}\n")
            case _:
                raise
        return 2
    from bot.cli import main as run_command

    gc.freeze()
    gc.enable()
    return run_command()


if __name__ == "__main__":
    sys.exit(main())
