"""`python -m bot.simulation FIRST:LAST`: the worlds of these seeds."""

from __future__ import annotations

import os
import sys

from bot.simulation.host import machine

if __name__ == "__main__":
    if not machine.is_reproducible():
        again = [sys.executable, "-m", "bot.simulation", *sys.argv[1:]]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": "0"})
    if not hasattr(os, "fork"):
        sys.exit("This needs a system that can copy a process, such as Linux or macOS.")
    machine.install()
    try:
        from bot.simulation.command import main
    except ModuleNotFoundError as missing:
        if missing.name != "psycopg":
            raise
        sys.exit("This needs the driver of PostgreSQL: pip install 'dicenight[postgres]'.")

    sys.exit(main(sys.argv[1:]))
