"""The traffic log: every request, event and frame between the bot and the playground."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from playground.world.clock import Clock

Kind = Literal["request", "event", "frame"]
MAX_LINES = 300


@dataclass(slots=True, frozen=True)
class TrafficLine:
    """One request with its answer, or one message of the gateway. It holds no token and no content.

    `kind`: a "request" of the bot's, an "event" told to the bot, a "frame" that the bot sent to the gateway. `name` is
    the method and the template of the path, or the event. `sent` and `got` are the bytes that the bot sent and got,
    before compression; `seconds` is how long a request took here, faults included.
    """

    at: float
    kind: Kind
    name: str
    sent: int
    got: int
    status: int | None = None
    seconds: float | None = None


@dataclass(slots=True)
class TrafficLog:
    """The last lines, oldest first. `listeners` are called with each new one."""

    clock: Clock
    lines: deque[TrafficLine] = field(default_factory=lambda: deque(maxlen=MAX_LINES))
    listeners: list[Callable[[TrafficLine], None]] = field(default_factory=list)

    def add(
        self,
        kind: Kind,
        name: str,
        *,
        sent: int = 0,
        got: int = 0,
        status: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """Add a line and pass it to the listeners."""
        line = TrafficLine(self.clock(), kind, name, sent, got, status, seconds)
        self.lines.append(line)
        for listener in self.listeners:
            listener(line)
