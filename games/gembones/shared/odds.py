"""Helpers for the odds that a game shows on request."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction


def share(cases: Iterable[bool]) -> Fraction:
    """Return the share of equally likely cases that are true."""
    every = list(cases)
    return Fraction(sum(every), len(every))
