"""A unit of work: writes that are saved together or not at all.

A write is a frozen msgspec `Struct` with a method `save`. Its class contains the SQL, and no other code has to know it.
A write encodes its JSON when it is made: it is saved a little later and in another thread, and until then its author
may go on changing the dicts and lists that it was made from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from db.backend.connection import Connection

T = TypeVar("T")
P = ParamSpec("P")


class Unit:
    """A unit of work in progress, and the conditions to check when it ends.

    One write of a unit may close an account and a later one empty it, so empty accounts are checked at the end. So are
    the limits that members have set themselves, since one transfer may undo another.
    """

    __slots__ = ("closed_tables", "db", "must_be_empty", "now", "paid")

    def __init__(self, db: Connection, now: float) -> None:
        self.db = db
        self.now = now
        """The time that is written with each row."""
        self.must_be_empty: set[int] = set()
        """Accounts that must be empty when the unit ends, and are closed then."""
        self.closed_tables: set[int] = set()
        """Tables whose pots and stakes must be empty when the unit ends."""
        self.paid: set[tuple[int, int]] = set()
        """The pairs of accounts that money moved between in this unit: taker, then giver."""


class Write(Protocol):
    """A change that can save itself."""

    def save(self, unit: Unit, /) -> None:
        """Run the SQL of this change. Raises the matching `Refused`."""


Command = Callable[Concatenate[Unit, P], T]
"""A function that writes and returns a result, as its own unit of work."""
