"""The condition of a database, as a doctor sees it."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Condition(NamedTuple):
    """The state of a database, its faults, and whether a process uses it.

    A `missing` one is created by the first start and an `older` one migrated by the next; a `newer` one and one that
    was `moved` elsewhere are not opened for play. None of them has been audited.
    """

    state: Literal["missing", "older", "newer", "moved", "present"]
    faults: tuple[str, ...] = ()
    """One sentence for each fault."""
    is_in_use: bool = False
