"""The rows of features that the core uses: for a member's data, and for the audit.

A feature's rows belong to the feature, and this package knows none by name. When its rows are imported, a feature
registers which of its tables hold data that a member may export or delete, and which checks must always hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from db.backend.connection import Connection
from db.backend.json_text import Json
from db.backend.unit_of_work import Unit

Export = Callable[[Connection, int], Json]
"""A function that returns a feature's stored data about a member, given by their purse account."""

Keep = Callable[[Unit, int, int], None]
"""A function that keeps something of a member (purse account, Discord id) whose data is about to be deleted."""


@dataclass(frozen=True, slots=True)
class FeatureRows:
    """The rows of one feature, and their use in the core."""

    feature: str
    exports: Mapping[str, Export] = field(default_factory=dict)
    """The parts of a member's export, by key."""
    forgets: tuple[str, ...] = ()
    """Tables whose rows about a deleted member are deleted, by their column `member`."""
    keeps: Keep | None = None
    """What must outlive a deletion under a hash of the person, called before anything is deleted."""
    purges: Callable[[Unit], None] | None = None
    """Deletes what was kept for a time that is over, called at the start and at each midnight (UTC)."""
    bound: tuple[str, str] | None = None
    """A query that finds a row while a member (`?`) cannot be deleted, and the sentence for that member."""
    checks: tuple[tuple[str, str], ...] = ()
    """Pairs of a sentence and a query. Each row that the query finds is a fault, and its values fill the sentence."""
    json_columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The columns that hold JSON, by table."""


_registered: dict[str, FeatureRows] = {}


def register(rows: FeatureRows) -> None:
    """Register the rows of a feature. A feature that is loaded again replaces its own."""
    _registered[rows.feature] = rows


def registered() -> Iterable[FeatureRows]:
    """Return the rows of all features that have been imported."""
    return tuple(_registered.values())


def selecting(sql: str) -> Export:
    """Return an export of the rows of one query, as dicts by column name."""

    def export(db: Connection, member: int) -> Json:
        cursor = db.execute(sql, (member,))
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    return export
