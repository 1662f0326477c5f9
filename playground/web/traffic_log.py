"""What passes between the bot and the playground, line by line, for whoever wants to watch."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from playground.world.clock import Clock

Kind = Literal["request", "event", "frame"]
KEPT = 300


@dataclass(slots=True, frozen=True)
class Line:
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
class Traffic:
    """The last lines, oldest first, and who is told of each new one."""

    clock: Clock
    lines: deque[Line] = field(default_factory=lambda: deque(maxlen=KEPT))
    listeners: list[Callable[[Line], None]] = field(default_factory=list)

    def note(
        self,
        kind: Kind,
        name: str,
        *,
        sent: int = 0,
        got: int = 0,
        status: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """Keep a line and tell the listeners."""
        line = Line(self.clock(), kind, name, sent, got, status, seconds)
        self.lines.append(line)
        for listener in self.listeners:
            listener(line)
