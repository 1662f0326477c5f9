"""The one primitive: yield the open asks, be resumed with one reply.

Everything that waits in a game stands on `pause`. An `Ask` is an identity, not a value: the same object yielded again
keeps its id, and with it its button and its clock.
"""

from __future__ import annotations

import types
from collections.abc import Generator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from games.engine.chance import Chance
from games.engine.errors import IllegalAnswer
from games.engine.prompts import FREE, NOTHING, Answer, Clock, Cost, Prompt

By = Literal["player", "timeout", "computer", "host", "table"]
"""Who gave an answer. The rules never look at it."""

OUTSIDE = -1
"""The seat of the world outside: who leaves and joins, whether time is up."""


class TimeBudgetScope(NamedTuple):
    """A part of a match, such as a turn, for whose windows a seat has a certain time in all; the driver knows how much.

    `longer`: how often something has come up in it that gives everybody a little more.
    """

    number: int
    extensions: int = 0


class Ask(Struct, eq=False, gc=False):
    """A question open to one seat.

    `answered`: nobody waits for it: an answer is given, but it may be given anew as long as the ask is open.
    `beat`: the answer that the driver gives by itself after a short, fixed time, the same for everybody; None: none.
    `given`: what the seat has answered so far, while it may still be changed. `stretch`: of which the time counts.
    """

    seat: int
    prompt: Prompt
    words: Mapping[str, str] = NOTHING
    id: int = -1
    answered: bool = False
    auto_answer: Answer = None
    given: Answer = None
    time_budget: TimeBudgetScope | None = None

    def __repr__(self) -> str:
        return f"Ask({self.id}, seat {self.seat}, {self.prompt.kind})"


class Reply(Struct, frozen=True, gc=False):
    """An answer as the rules get it."""

    ask: Ask
    answer: Answer

    @property
    def seat(self) -> int:
        """The seat that answered."""
        return self.ask.seat


NEWS = {
    "leave": "a seat leaves for good",
    "join": "a seat joins, where the game takes newcomers",
    "rail": "a spectator comes to the rail, where the game has something for them to do",
    "handover": "a seat is played by somebody else from now on",
    "time_up": "the agreed time is over",
    "facts": "facts of a seat have changed",
}
"""What ask 0 takes: `[verb, seat]`, `["time_up", anything]`, `["facts", [seat, {...}]]`."""


class ExternalEvent(NamedTuple):
    """Ask 0: news from outside, open as long as the match goes on. Answers are `[verb, value]`."""

    kind: str = "outside"
    default: Answer = None
    clock: Clock = "none"
    quiet: bool = True
    public: bool = False
    says: Mapping[str, Any] = NOTHING

    def legal(self, chance: Chance) -> Sequence[Answer]:
        """None: nobody has to answer this."""
        return ()

    def check(self, answer: Answer) -> None:
        """A verb of the list, and what belongs to it: a seat, facts of a seat, or nothing."""
        match answer:
            case ["leave" | "join" | "rail" | "handover", int(seat)] if type(seat) is int and seat >= 0:
                return
            case ["facts", [int(seat), dict()]] if type(seat) is int and seat >= 0:
                return
            case ["time_up", _]:
                return
        raise IllegalAnswer(self.kind, answer, sorted(NEWS))

    def cost(self, answer: Answer) -> Cost:
        """News are free."""
        return FREE

    def space(self) -> Any:
        """The verbs are no part of a game's rules."""
        return None


@types.coroutine
def pause(asks: Sequence[Ask]) -> Generator[Sequence[Ask], Reply, Reply]:
    """Wait until one of `asks`, or ask 0, is answered; gives that reply."""
    return (yield asks)
