"""The end of a match as an ending looks at it, and what is worth a shout about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from games.engine.match_state import Event
from games.engine.result import Result
from games.engine.scene import Line, ResultRow

Degree = Literal["nothing", "win", "big", "perfect", "upset", "comeback", "broke", "tie", "all_out"]
"""How loud an ending is told. `nothing`: not played, or nobody has won or lost; `comeback`: the winner was far behind;
`broke`: the winner has taken everything that the others had; `all_out`: all players have lost to the house."""


DETAILS = (": {card0", " = ", " · ")
"""Where a reason begins to tell card by card, or of what its points are the sum: what stands before is the reason in
few words."""


def brief(reason: Line | None) -> Line:
    """Return a reason in few words."""
    if reason is None:
        return Line("")
    text = reason.text
    for mark in DETAILS:
        text = text.split(mark)[0]
    return Line(text, {name: value for name, value in reason.values.items() if f"{{{name}" in text})


class Finish(NamedTuple):
    """Everything that an ending may look at. `stakes`: pieces of each seat at the start. `events`: of this game."""

    result: Result
    events: Sequence[Event]
    stakes: Mapping[int, int]
    options: Any
    words: Mapping[str, str]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place."""
        return tuple(row.seat for row in self.result.rows if row.place == 1)

    def row(self, seat: int) -> ResultRow | None:
        """Return the row of a seat, if it has one."""
        return next((row for row in self.result.rows if row.seat == seat), None)

    def values_of(self, kind: str) -> list[Mapping[str, Any]]:
        """Return the values of all events of a kind, in order."""
        return [event.values for event in self.events if event.kind == kind]


class Feat(NamedTuple):
    """Something worth a shout; the words `feat:<key>` are its headline.

    `when` returns values for the words, beside `who` and `n`; None if it has not happened.
    """

    degree: Degree
    key: str
    when: Callable[[Finish], Mapping[str, Any] | None]
