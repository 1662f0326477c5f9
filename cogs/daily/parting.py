"""The parting of a day's tries: the first move at which most others did otherwise than the best try.

Up to there everyone has seen the same, so what each did then can be told side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs.daily.day_table import ME, DailyTable
from cogs.daily.rows import DailyResult
from games.engine.match import Match
from games.engine.scene import Line

MOST_OTHERS = 12
"""The most tries that are compared with the best one, the next best of the day: each is played again for it."""


class Choice(NamedTuple):
    """The choice of some members at the parting, in the words of the game."""

    names: tuple[str, ...]
    line: Line


class Parting(NamedTuple):
    """The move at which the tries parted: its number from 0, the best try's choice, and those of others."""

    move: int
    best: Choice
    others: tuple[Choice, ...]
    before: Match
    """The match as the best try met it there."""


class _Move(NamedTuple):
    """A member's move that everyone at the table saw, and the number of answers given before it."""

    line: Line
    answered: int

    @property
    def key(self) -> str:
        """The move as text, to be compared: what is in a line is no key."""
        return f"{self.line.text} {sorted(self.line.values.items(), key=str)}"


def find_parting(table: DailyTable, results: Sequence[DailyResult]) -> Parting | None:
    """Return where the best try and most others parted; None if they never did.

    `results` are ordered, the best first. Raises `UserError` under changed rules.
    """
    if len(results) < 2:
        return None
    best, *others = [_moves(table, result) for result in results[: 1 + MOST_OTHERS]]
    for at, move in enumerate(best):
        before = [each.key for each in best[:at]]
        along = [(n, moves) for n, moves in enumerate(others) if [each.key for each in moves[:at]] == before]
        left = [(n, moves[at]) for n, moves in along if len(moves) > at and moves[at].key != move.key]
        gone = len(others) - len(along) + len(left)
        if left and 2 * gone >= len(others):
            same = dict[str, list[tuple[int, _Move]]]()
            for n, other in left:
                same.setdefault(other.key, []).append((n, other))
            return Parting(
                at,
                Choice((results[0].name,), move.line),
                tuple(
                    Choice(tuple(results[1 + n].name for n, _ in alike), alike[0][1].line)
                    for alike in sorted(same.values(), key=len, reverse=True)
                ),
                table.play(results[0].answers[: move.answered]),
            )
    return None


def told_moves(table: DailyTable, result: DailyResult) -> list[Line]:
    """Return what everyone at the table saw a member do, in order. Raises `UserError` under changed rules."""
    return [move.line for move in _moves(table, result)]


def _moves(table: DailyTable, result: DailyResult) -> list[_Move]:
    """Return what everyone at the table saw a member do."""
    match, found = table.play([]), list[_Move]()
    seen = len(match.events)
    for answered, answer in enumerate(result.answers):
        table.go_on(match, [answer])
        for event in match.events[seen:]:
            if event.text is not None and event.to is None and event.values.get("seat") == ME:
                found.append(_Move(Line(event.text, event.values), answered))
        seen = len(match.events)
    return found
