"""What all tables of a match share: who has come and gone, what has happened, and what lies there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from games.engine.scene import Line
from games.engine.table_objects import SeatList, Thing

LOG_LINES = 40
"""How many lines of the log a scene holds; painters show fewer."""


class Event(Struct, frozen=True, gc=False):
    """Something that happened. `to` is None for all, else the seats that may know; `text` tells it, if anything."""

    kind: str
    values: Mapping[str, Any]
    to: frozenset[int] | None = None
    text: str | None = None


class ShownGame(NamedTuple):
    """The game whose name scenes show. `ring` is its table's own list, so newcomers appear in it."""

    key: str
    title: str
    ring: list[int]


class MatchState:
    """One for a match, made by its first table and handed on to every `sub`."""

    __slots__ = (
        "arrived",
        "events",
        "facts",
        "gone",
        "head",
        "phase",
        "rail",
        "seats",
        "shown_game",
        "stage",
        "time_up",
    )

    def __init__(self, facts: Mapping[int, Mapping[str, Any]]) -> None:
        self.shown_game: ShownGame | None = None
        self.head: tuple[Line, ...] = ()
        self.events: list[Event] = []
        self.gone: set[int] = set()
        self.arrived: list[int] = []
        self.rail: list[int] = []
        self.time_up = False
        self.facts = {seat: dict(known) for seat, known in facts.items()}
        self.stage: list[Thing] = []
        self.seats = SeatList()
        self.phase: tuple[str, Mapping[str, Any], Mapping[str, str]] | None = None

    def news(self, verb: str, value: Any) -> None:
        """Something came from outside: somebody leaves, joins or comes to the rail, time is up, or facts."""
        if verb == "leave" and value not in self.gone:
            self.gone.add(value)
            self.events.append(Event("left", {"seat": value}, None, "{seat:seat} leaves."))
        elif verb == "join":
            self.arrived.append(value)
            text = "{seat:seat} sits down for the next game."
            self.events.append(Event("arrived", {"seat": value}, None, text))
        elif verb == "rail":
            self.rail.append(value)
        elif verb == "time_up":
            self.time_up = True
        elif verb == "facts":
            seat, known = value
            self.facts.setdefault(seat, {}).update(known)

    def log(self, viewer: int) -> tuple[Line, ...]:
        """The last lines that a viewer may know, the oldest first."""
        lines: list[Line] = []
        for event in reversed(self.events):
            if event.text is not None and (event.to is None or viewer in event.to):
                lines.append(Line(event.text, event.values))
                if len(lines) == LOG_LINES:
                    break
        return tuple(reversed(lines))
