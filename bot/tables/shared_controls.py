"""Controls that several seats share, such as a "Fold" that everyone sees. Each names the questions that it answers.

A name is the kind of the questions and their ids, with runs of ids shortened: `ante@12-14.16`. Each seat answers its
own question with it, and only a question that is named: a control that was painted for earlier questions never answers
a later one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class SharedControl(NamedTuple):
    """The questions that a shared control answers."""

    kind: str
    runs: tuple[range, ...]

    def names(self, ask_id: int) -> bool:
        """Return True if the control names this question."""
        return any(ask_id in run for run in self.runs)


def shared_name(kind: str, ask_ids: Iterable[int]) -> str:
    """Return the name of a control that answers the questions with these ids."""
    runs: list[range] = []
    for ask_id in sorted(ask_ids):
        if runs and ask_id == runs[-1].stop:
            runs[-1] = range(runs[-1].start, ask_id + 1)
        else:
            runs.append(range(ask_id, ask_id + 1))
    return f"{kind}@{'.'.join(map(_written, runs))}"


def parse_shared(name: str) -> SharedControl:
    """Return the questions in a name; none if it is malformed, since names come from outside."""
    kind, _, ids = name.partition("@")
    try:
        return SharedControl(kind, tuple(map(_read, ids.split("."))))
    except ValueError:
        return SharedControl(kind, ())


def stands_for(ask_key: int | str, ask_id: int) -> bool:
    """Return True if the control of a question, or a shared one, answers the question `ask_id`."""
    return ask_key == ask_id if isinstance(ask_key, int) else parse_shared(ask_key).names(ask_id)


def _written(run: range) -> str:
    return str(run.start) if len(run) == 1 else f"{run.start}-{run.stop - 1}"


def _read(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)
