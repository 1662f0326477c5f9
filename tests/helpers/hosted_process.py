"""`dicenight` as a host starts it, with a playground for Discord.

`python -m tests.helpers.hosted_process API GATEWAY PORT WORDS...` says in the file PORT where it answers probes. It has
no worker processes, looks at its database more often than every half minute, so that nobody has to wait for that, and
gives members an hour for a turn. SIGUSR1 makes its event loop hang, and a minute pass by the clock of its monitor;
SIGUSR2 then lets its watchdog's time run out.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from bot.cli import main
from bot.monitoring import database_watch, watchdog
from bot.monitoring.monitor import Monitor
from bot.monitoring.server import MonitoringServer
from bot.startup import run
from bot.tables import question_clocks
from tests.helpers.as_discord import point_at


class TellsItsPort(MonitoringServer):
    """Writes its port into a file."""

    path: Path

    def start(self) -> None:
        """Start answering, and say where."""
        part = self.path.with_suffix(".part")
        part.write_text(str(self.port), "ascii")
        part.replace(self.path)
        super().start()


class Hangs:
    """What makes the loop hang, and time pass."""

    def __init__(self) -> None:
        self._passed = 0.0
        self._timers: list[Callable[[], None]] = []
        self._heard, self._says = os.pipe()

    def now(self) -> float:
        """A monotonic clock."""
        return time.monotonic() + self._passed

    def timer(self, seconds: float, end: Callable[[], None]) -> threading.Timer:
        """In the place of the watchdog's own: one that is remembered."""
        self._timers.append(end)
        return threading.Timer(seconds, end)

    def hang(self, *_: object) -> None:
        """Stand still in the thread of the loop."""
        self._passed = 60.0
        threading.Thread(target=self._run_out, daemon=True).start()
        time.sleep(3600)

    def let_it_run_out(self, *_: object) -> None:
        """Let the watchdog's timer ring."""
        os.write(self._says, b"!")

    def _run_out(self) -> None:
        os.read(self._heard, 1)
        self._timers[-1]()


def begin(api: str, gateway: str, port: str, *words: str) -> int:
    """Run the command line until it ends, and return its status."""
    point_at(api, gateway)
    hangs = Hangs()
    TellsItsPort.path = Path(port)
    database_watch.EVERY = 0.2
    vars(Monitor)["__init__"].__kwdefaults__["now"] = hangs.now
    vars(question_clocks)["PACE"] = dict.fromkeys(question_clocks.PACE, 40.0)
    vars(run)["begin_fork_server"] = lambda *modules: None
    vars(run)["MonitoringServer"] = TellsItsPort
    vars(watchdog)["Timer"] = hangs.timer
    signal.signal(signal.SIGUSR1, hangs.hang)
    signal.signal(signal.SIGUSR2, hangs.let_it_run_out)
    return main(words)


if __name__ == "__main__":
    sys.exit(begin(*sys.argv[1:]))
