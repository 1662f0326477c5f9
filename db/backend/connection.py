"""The connection that queries and writes receive, for either database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

Parameters = Sequence[Any] | Mapping[str, Any]
"""Values for `?` and `?1` in order, or for `:name` by name."""


ConstraintViolation = sqlite3.IntegrityError
"""A statement refused by the schema: by a constraint, or by a trigger that guards the books.

Only the statement is undone. The connection can be asked for the reason, and the unit may continue. It is SQLite's own
error, so that its connections need not check every statement; connections to PostgreSQL raise it too.
"""


class Cursor(Protocol):
    """The rows that a statement returned."""

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement changed."""

    @property
    def description(self) -> Any:
        """A sequence for each column, the name first."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection that is used by one thread only."""

    def execute(self, sql: str, parameters: Parameters = ..., /) -> Cursor:
        """Run one statement. Raises `ConstraintViolation` if the schema refuses it."""

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Cursor:
        """Run one statement for each row of values. Raises `ConstraintViolation` if the schema refuses one."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Let all statements in the block read the same snapshot."""

    def damage(self) -> list[str]:
        """Return a sentence for each damaged page of the database, and for each row that refers to a missing one."""

    def size(self) -> int:
        """Return the bytes that the database takes."""

    def close(self) -> None:
        """Close the connection."""


Work = Callable[Concatenate[Connection, P], T]
"""A function that the connection's thread calls and runs to its end."""
