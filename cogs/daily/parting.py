"""The parting of a day's tries: the first decision at which most others chose otherwise than the best try.

Up to there everyone has met the same cards with the same answers, so what each did then can be told side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs.daily.day_table import ME, DailyTable
from cogs.daily.rows import DailyResult
from db.backend.json_text import encode
from games.engine import Answer, Line, Match


class Choice(NamedTuple):
    """The choice of some members at the parting, in the words of the game."""

    names: tuple[str, ...]
    line: Line


class Parting(NamedTuple):
    """The decision at which the tries parted: its number from 0, the best try's choice and those of others."""

    at: int
    best: Choice
    others: tuple[Choice, ...]
    before: Match
    """The match as everyone met it there."""


def find_parting(table: DailyTable, results: Sequence[DailyResult]) -> Parting | None:
    """Return where the best try and most others parted; None if they never did, or the game has no words for it.

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
    line = _line(table, best.answers, at)
    if line is None:
        return None
    by_answer = dict[str, list[DailyResult]]()
    for each in left:
        by_answer.setdefault(encode(each.answers[at : at + 1]), []).append(each)
    choices = list[Choice]()
    for same in sorted(by_answer.values(), key=len, reverse=True):
        other = _line(table, same[0].answers, at)
        if other is not None:
            choices.append(Choice(tuple(each.name for each in same), other))
    if not choices:
        return None
    return Parting(at, Choice((best.name,), line), tuple(choices), table.play(best.answers[:at]))


def _line(table: DailyTable, answers: Sequence[Answer], at: int) -> Line | None:
    """Return the first line that told everyone what a member did from decision `at` on.

    A move may take several answers, and several seats may answer before any move is shown.
    """
    match = table.play(answers[:at])
    before = len(match.events)
    for answer in answers[at:]:
        table.go_on(match, [answer])
        for event in match.events[before:]:
            if event.text is not None and event.to is None and event.values.get("seat") == ME:
                return Line(event.text, event.values)
        before = len(match.events)
    return None
