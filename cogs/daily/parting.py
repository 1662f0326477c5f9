"""Where the tries of a day parted: the first decision at which most others left the way of the best try.

Up to there everyone has met the same cards with the same answers, so what each did then can be told side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs.daily.day_table import ME, DailyTable
from cogs.daily.rows import DailyResult
from db.backend.json_text import encode
from games.engine import Answer, Line, Match


class Way(NamedTuple):
    """What some members did at the parting; `line` names the first of them."""

    names: tuple[str, ...]
    line: Line


class Parting(NamedTuple):
    """The decision at which the tries parted: its number from 0, the best try's way and those of others."""

    at: int
    best: Way
    others: tuple[Way, ...]
    before: Match
    """The match as everyone met it there."""


def find_parting(table: DailyTable, results: Sequence[DailyResult]) -> Parting | None:
    """Return where the best try and most others parted; None if they never did, or their ways can't be told.

    `results` are ordered, the best first. Raises `UserError` under changed rules.
    """
    if len(results) < 2:
        return None
    best, *others = results
    for at in range(len(best.answers)):
        along = [each for each in others if each.answers[:at] == best.answers[:at]]
        left = [each for each in along if each.answers[at : at + 1] != [best.answers[at]]]
        gone = len(others) - len(along) + len(left)
        if left and 2 * gone >= len(others):
            return _told(table, best, left, at)
    return None


def _told(table: DailyTable, best: DailyResult, left: Sequence[DailyResult], at: int) -> Parting | None:
    line = _line(table, best.answers[: at + 1])
    if line is None:
        return None
    by_answer = dict[str, list[DailyResult]]()
    for each in left:
        by_answer.setdefault(encode(each.answers[at : at + 1]), []).append(each)
    ways = list[Way]()
    for same in sorted(by_answer.values(), key=len, reverse=True):
        other = _line(table, same[0].answers[: at + 1])
        if other is not None:
            ways.append(Way(tuple(each.name for each in same), other))
    if not ways:
        return None
    return Parting(at, Way((best.name,), line), tuple(ways), table.play(best.answers[:at]))


def _line(table: DailyTable, answers: Sequence[Answer]) -> Line | None:
    """Return the line that told everyone of the last of some answers."""
    match = table.play(answers[:-1])
    told = len(match.events)
    match.answer(match.asks_of(ME)[0].id, ME, answers[-1])
    for event in match.events[told:]:
        if event.text is not None and event.to is None and event.values.get("seat") == ME:
            return Line(event.text, event.values)
    return None
