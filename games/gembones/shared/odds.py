"""A line of the odds that a game shows on request."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple


class Odds(NamedTuple):
    """The chance of an event, or the mean of an amount.

    `name`: the event in words. `value`: exact under the options that were asked about, or None if it is not counted.
    `per`: empty for a chance; else the unit of `value`, such as wagers. `counted`: True if the value is a number of
    things, False if it is a gain, which is shown with its sign. `uncounted`: the variant with which it is not counted.
    """

    name: str
    value: Fraction | None
    per: str = ""
    counted: bool = False
    uncounted: str = ""


def share(cases: Iterable[bool]) -> Fraction:
    """Return the share of equally likely cases that are true."""
    every = list(cases)
    return Fraction(sum(every), len(every))
