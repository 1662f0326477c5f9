"""The ranks on the board of a day: by score among the members of the place, equals side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs.daily.rows import DailyResult


class Standing(NamedTuple):
    """A member's place among those who have played."""

    rank: int
    shared: bool
    """True if others have the same score."""
    behind: int
    """Members with a lower score."""
    others: int


def standing_of(results: Sequence[DailyResult], score: int) -> Standing:
    """Return the place of a member who is among the results with this score."""
    scores = [result.score for result in results]
    return Standing(
        1 + sum(each > score for each in scores),
        scores.count(score) > 1,
        sum(each < score for each in scores),
        len(scores) - 1,
    )


def ranks(results: Sequence[DailyResult]) -> list[int]:
    """Return the rank of each result; results come best first."""
    return [standing_of(results, result.score).rank for result in results]
