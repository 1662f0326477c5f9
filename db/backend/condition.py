"""The condition of a database, as a doctor sees it."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Condition(NamedTuple):
    """The state of a database, its faults, and the processes that use it.

    `missing` is made by the first start and `older` is brought up to date by the next; neither has been looked into.
    """

    state: Literal["missing", "older", "present"]
    faults: tuple[str, ...] = ()
    """A sentence for each."""
    is_in_use: bool = False
