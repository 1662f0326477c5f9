"""The state that all tables of a match share: comings and goings, events, facts, and the things on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from msgspec import Struct

from games.engine.scene import Line
from games.engine.table_objects import SeatList, Thing

LOG_LINES = 40
"""How many lines of the log a scene holds; painters show fewer."""


STANDING: Final = "standing"
"""The kind of the events, told to nobody, that say how far each seat is."""


class Event(Struct, frozen=True, gc=False):
    """Something that happened. `to`: the seats that may know, None for everyone. `words`: where its template is."""

    kind: str
    values: Mapping[str, Any]
    to: frozenset[int] | None
    words: Mapping[str, str]

    @property
    def text(self) -> str | None:
        """The template that tells it, if any; looked up only here, since most events of a search are never told."""
        return self.words.get(self.kind)


EXTERNAL_WORDS: Mapping[str, str] = {
    "left": "{seat:seat} leaves.",
    "arrived": "{seat:seat} sits down for the next game.",
}


class ShownGame(NamedTuple):
    """The game whose name scenes show. `ring` is its table's own list, so newcomers appear in it."""

    key: str
    title: str
    ring: list[int]
    options: Any


class MatchState:
    """The shared state of one match; its first table makes it and hands it on to every `sub`.

    `defaults`: how many answers seats that have left have given by default since the last one left.
    """

    __slots__ = (
        "_logged",
        "_read",
        "arrived",
        "defaults",
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
        self._logged: list[tuple[int, Event, Line]] = []
        """The events so far that have a line, with their places: every scene asks for the last of them."""
        self._read = 0
        """The number of events that are among these, or have none."""
        self.gone: set[int] = set()
        self.defaults = 0
        self.arrived: list[int] = []
        self.rail: list[int] = []
        self.time_up = False
        self.facts = {seat: dict(known) for seat, known in facts.items()} if facts else {}
        self.stage: list[Thing] = []
        self.seats = SeatList()
        self.phase: tuple[str, Mapping[str, Any], Mapping[str, str]] | None = None

    def apply_external_event(self, verb: str, value: Any) -> None:
        """Take in an event from outside: a seat leaves, joins or comes to the rail, time is up, or facts changed."""
        if verb == "leave" and value not in self.gone:
            self.gone.add(value)
            self.defaults = 0
            self.events.append(Event("left", {"seat": value}, None, EXTERNAL_WORDS))
        elif verb == "join":
            self.arrived.append(value)
            self.events.append(Event("arrived", {"seat": value}, None, EXTERNAL_WORDS))
        elif verb == "rail":
            self.rail.append(value)
        elif verb == "time_up":
            self.time_up = True
        elif verb == "facts":
            seat, known = value
            self.facts.setdefault(seat, {}).update(known)

    def log(self, viewer: int) -> tuple[Line, ...]:
        """Return the last lines that a viewer may know, the oldest first."""
        logged, events = self._logged, self.events
        for at in range(self._read, len(events)):
            event = events[at]
            if event.kind in event.words:
                logged.append((at, event, Line(event.words[event.kind], event.values)))
        self._read = len(events)
        lines: list[Line] = []
        for at, event, line in reversed(logged):
            if events[at] is not event:
                # a game has replaced what it had told
                event = events[at]
                line = Line(event.words[event.kind], event.values)
            if event.to is None or viewer in event.to:
                lines.append(line)
                if len(lines) == LOG_LINES:
                    break
        lines.reverse()
        return tuple(lines)
