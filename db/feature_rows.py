"""The rows of features, as far as the core has to do with them: a member's data, and the audit.

Rows of a feature belong to the feature, and this package knows none by name. A feature says here, when its rows are
imported, which of its tables hold what a member may delete or take along, and what must always be true of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from db.backend.connection import Connection
from db.backend.json_text import Json

Export = Callable[[Connection, int], Json]
"""A function that returns what a feature has stored about a member, given by their purse account."""


@dataclass(frozen=True, slots=True)
class FeatureRows:
    """The rows of one feature, and the use that the core makes of them."""

    feature: str
    exports: Mapping[str, Export] = field(default_factory=dict)
    """The parts of a member's export, each with its key."""
    forgets: tuple[str, ...] = ()
    """Tables from which the rows of a deleted member go, by their column `member`."""
    bound: tuple[str, str] | None = None
    """A query that finds a row while a member (`?`) cannot be deleted, and what they are told then."""
    checks: tuple[tuple[str, str], ...] = ()
    """Sentences with a query each: a row that it finds is a fault, and fills the sentence."""
    json_columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By table, the columns that hold JSON."""


_registered: dict[str, FeatureRows] = {}


def register(rows: FeatureRows) -> None:
    """Register the rows of a feature; a feature that is loaded again replaces its own."""
    _registered[rows.feature] = rows


def registered() -> Iterable[FeatureRows]:
    """Return the rows of all features that have been imported."""
    return tuple(_registered.values())


def selecting(sql: str) -> Export:
    """Return an export of the rows of one query: a dict for each, with the names of its columns."""

    def export(db: Connection, member: int) -> Json:
        cursor = db.execute(sql, (member,))
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    return export
