"""Questions and their answers: `Ask`, `Reply`, and ask 0, through which events from outside come in.

The rules hand over the open asks and go on with one `Reply` (`reply_to`); `Table` has the loops that do so. An `Ask`
is an identity, not a value: the same object handed over again keeps its id, and with it its button and its clock.
"""

from __future__ import annotations

import types
from collections.abc import Generator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from games.engine.chance import Chance
from games.engine.errors import IllegalAnswer
from games.engine.prompts import FREE, NOTHING, Answer, Clock, Cost, Prompt

By = Literal["player", "timeout", "computer", "host", "table"]
"""Who gave an answer. The rules never look at it."""

OUTSIDE: Final = -1
"""The seat of the world outside, which reports who leaves and joins and whether time is up."""


class TimeBudgetScope(NamedTuple):
    """Scope of a per-seat time budget that all response windows in it share, such as a turn.

    `number` tells the scopes of a match apart. `extensions`: how often the budget has been extended for everyone. The
    driver knows how many seconds a budget and an extension are.
    """

    number: int
    extensions: int = 0


class Ask(Struct, eq=False, gc=False):
    """A question open to one seat.

    `answered`: an answer is given and nobody waits for one; it may be changed as long as the ask is open.
    `auto_answer`: the answer that the driver gives after a short, fixed time, the same for every seat; None: none.
    `given`: the seat's answer so far, while it may still be changed. `time_budget`: the scope whose time runs.
    `silence`: the answer of a seat that says nothing until its time is up, and is not late by that; None: it is late.
    `brief`: the seat has only a short part of its time, since the matter is not its own; it may look closer. Rules set
    both by public facts alone, so that no time tells of a hand.
    """

    seat: int
    prompt: Prompt
    words: Mapping[str, str] = NOTHING
    id: int = -1
    answered: bool = False
    auto_answer: Answer = None
    given: Answer = None
    time_budget: TimeBudgetScope | None = None
    silence: Answer = None
    brief: bool = False

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


@types.coroutine
def reply_to(asks: Sequence[Ask]) -> Generator[Sequence[Ask], Reply, Reply]:
    """Hand the open asks to the driver of the match, and return its reply: to one of them, or news from outside."""
    return (yield asks)


EXTERNAL_EVENTS = {
    "leave": "a seat leaves for good",
    "join": "a seat joins, where the game takes newcomers",
    "rail": "a spectator comes to the rail, where the game has something for them to do",
    "handover": "another player or a computer player plays a seat from now on",
    "time_up": "the agreed time is over",
    "facts": "facts of a seat have changed",
}
"""The verbs that ask 0 takes: `[verb, seat]`, `["time_up", anything]`, `["facts", [seat, {...}]]`."""


class ExternalEvent(NamedTuple):
    """The prompt of ask 0: events from outside, open as long as the match goes on. Answers are `[verb, value]`."""

    kind: str = "outside"
    default: Answer = None
    clock: Clock = "none"
    quiet: bool = True
    public: bool = False
    says: Mapping[str, Any] = NOTHING
    costs: Mapping[str, Cost] = NOTHING

    def legal(self, chance: Chance) -> Sequence[Answer]:
        """Return nothing: no seat has to answer this."""
        return ()

    def check(self, answer: Answer) -> None:
        """Raise `IllegalAnswer` unless the answer is a known verb with the value that belongs to it."""
        match answer:
            case ["leave" | "join" | "rail" | "handover", int(seat)] if type(seat) is int and seat >= 0:
                return
            case ["facts", [int(seat), dict()]] if type(seat) is int and seat >= 0:
                return
            case ["time_up", _]:
                return
        raise IllegalAnswer(self.kind, answer, sorted(EXTERNAL_EVENTS))

    def cost(self, answer: Answer) -> Cost:
        """Return no cost: they are free."""
        return FREE

    def space(self) -> Any:
        """Return nothing: the verbs are no part of a game's rules."""
        return None
