"""The conditions of deeds: what a seat did in a match, or how the match ended for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, model_validator

from games.engine.match import Match
from games.engine.match_state import Event
from games.engine.money import worth
from games.engine.result import SCORES
from games.engine.scene import Line, ResultRow

SEAT_FIELDS = ("seat", "seats")
"""The values of an event that name the seats that caused it."""


class Matcher(BaseModel):
    """A test of one value of an event. All fields that are given must hold.

    `min` and `max` bound a number; `count` and `distinct` are the least number of items in a list, and of different
    items. `item` must be in a list at least `times` times. `same` is the least number of items with the same face.
    `text` is a part of a text or of a line's template, `exact` the whole of it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    min: int | None = None
    max: int | None = None
    count: int | None = None
    distinct: int | None = None
    item: str | None = None
    times: int = 1
    same: int | None = None
    text: str | None = None
    exact: str | None = None

    def holds(self, value: Any) -> bool:
        """Return whether a value passes."""
        items = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        if self.min is not None and not (isinstance(value, int) and value >= self.min):
            return False
        if self.max is not None and not (isinstance(value, int) and value <= self.max):
            return False
        if self.count is not None and len(items) < self.count:
            return False
        if self.distinct is not None and len(set(items)) < self.distinct:
            return False
        if self.item is not None and items.count(self.item) < self.times:
            return False
        if self.same is not None and max(Counter(map(_face, items)).values(), default=0) < self.same:
            return False
        text = value.text if isinstance(value, Line) else str(value)
        return (self.text is None or self.text in text) and (self.exact is None or self.exact == text)


class Condition(BaseModel):
    """One condition of a deed: an event, its absence, or a fact about the end. Exactly one kind is given.

    `event` happened at least `times` times by the seat (`by = "seat"`), to it (`by` names another value), or by anyone
    (`by = "any"`); `values` test the event. `never` is an event that did not happen that way. `place`, `alone`,
    `net`, `points`, `players`, `reason`, `reason_values` and `option` look at the end of the match.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    event: str | None = None
    never: str | None = None
    by: str = "seat"
    times: int = 1
    values: Mapping[str, Matcher] = {}

    place: int | None = None
    alone: Literal[True] | None = None
    """Alone in first place."""
    net: int | None = None
    """The least net winnings in pieces."""
    points: int | None = None
    """Least points."""
    players: int | None = None
    """Least seats that played."""
    reason: str | None = None
    """The key of the words for the seat's reason in the result."""
    reason_values: Mapping[str, Matcher] | None = None
    """Tests of the values of that reason."""
    option: str | None = None
    """An option of the game that was on."""

    @model_validator(mode="after")
    def _one_kind(self) -> Condition:
        kinds = (
            "event",
            "never",
            "place",
            "alone",
            "net",
            "points",
            "players",
            "reason",
            "reason_values",
            "option",
        )
        given = [kind for kind in kinds if getattr(self, kind) is not None]
        if len(given) != 1:
            raise ValueError(f"a condition is of one kind, and this one of {given or 'none'}")
        return self

    def holds(self, match: Match, row: ResultRow) -> bool:
        """Return whether it holds for the seat of a row, in a match that is over."""
        assert match.result is not None
        if self.event is not None:
            return self._events(match, self.event, row.seat) >= self.times
        if self.never is not None:
            return self._events(match, self.never, row.seat) == 0
        if self.alone is not None:
            return [each.seat for each in match.result.rows if each.place == 1] == [row.seat]
        if self.place is not None:
            return row.place == self.place
        if self.net is not None:
            return net_pieces(row) >= self.net
        if self.points is not None:
            return row.points >= self.points
        if self.players is not None:
            return len(match.header.ring) >= self.players
        if self.option is not None:
            return bool(getattr(match.options, self.option, False))
        if self.reason_values is not None:
            known = row.reason.values if row.reason is not None else {}
            return all(name in known and test.holds(known[name]) for name, test in self.reason_values.items())
        words = match.game.words.get(self.reason or "")
        return row.reason is not None and words is not None and row.reason.text == words

    def _events(self, match: Match, kind: str, seat: int) -> int:
        return sum(event.kind == kind and self._fits(event, seat) for event in match.events)

    def _fits(self, event: Event, seat: int) -> bool:
        if self.by != "any":
            fields = SEAT_FIELDS if self.by == "seat" else (self.by,)
            if not any(_names(event.values.get(field), seat) for field in fields):
                return False
        return all(
            name in event.values and matcher.holds(event.values[name])
            for name, matcher in self.values.items()
        )


def net_pieces(row: ResultRow) -> int:
    """Return a seat's net winnings in pieces, negative for a loss."""
    held = {unit: n for unit, n in row.change.items() if unit not in SCORES}
    gained = worth({unit: n for unit, n in held.items() if n > 0})
    return gained - worth({unit: -n for unit, n in held.items() if n < 0})


def _names(value: Any, seat: int) -> bool:
    return value == seat or (isinstance(value, list | tuple) and seat in value)


def _face(item: Any) -> str:
    """Return the face of a die, or the item itself."""
    return str(item).partition(":")[2] or str(item)
