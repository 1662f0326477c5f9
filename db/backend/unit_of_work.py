"""A unit of work: writes that are saved together or not at all.

A write is a frozen msgspec `Struct` with a method `save`. Its class holds the SQL that it runs, and nothing
else has to know it. A write encodes its JSON when it is made: it is saved a little later and in another thread, and
until then its author may go on changing the dicts and lists that went into it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from db.backend.connection import Connection

T = TypeVar("T")
P = ParamSpec("P")


class Unit:
    """A unit of work while it is carried out, and what must be true when it ends.

    An account may be closed by one write of a unit and emptied by a later one, so what must be empty is asked at the
    end. So are the limits that members have set themselves, since one transfer may undo another.
    """

    __slots__ = ("closed_tables", "db", "must_be_empty", "now", "paid")

    def __init__(self, db: Connection, now: float) -> None:
        self.db = db
        self.now = now
        """The moment that is written with each row."""
        self.must_be_empty: set[int] = set()
        """Accounts that hold nothing when the unit ends, and are closed then."""
        self.closed_tables: set[int] = set()
        """Tables whose pots and stakes hold nothing when the unit ends."""
        self.paid: set[tuple[int, int]] = set()
        """The accounts between which money went in this unit: the taker, then the giver."""


class Write(Protocol):
    """A change that can save itself."""

    def save(self, unit: Unit, /) -> None:
        """Run the SQL of this change. Raises the `Refused` that fits."""


Command = Callable[Concatenate[Unit, P], T]
"""A function that writes and returns something, as a unit of work of its own."""
