"""Custom ids: what a control is for, written so that it is understood after any restart.

    t:<table>:<verb>                          something about the table: sit, start, hand, log ...
    p:<table>:<match>:<which>:<answer>        an answer, as JSON
    w:<table>:<match>:<which>:<answer>        an answer in a window: it is told privately, whatever it stands on
    s:<table>:<match>:<which>                 an answer by select: places, or `=` and a key
    c:<table>:<match>:<which>:<answer>        an answer about which is asked once whether it is meant
    d:<table>:<match>:<which>:<draft>         one step of an answer that is put together in steps; a select adds one
    a:<table>:<match>:<which>                 opens the modal for an amount; the modal itself has the same id
    o:<table>:<field>                         an option or setting of the table

Ids and values come from outside: whoever reads one looks everything up again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

KEY = "="
"""Stands before a select's value that is a key, so that a key of digits is not taken for a place."""


@dataclass(frozen=True, slots=True)
class Control:
    """A custom id, read."""

    kind: str
    table: int
    match: int = 0
    which: int | str = 0
    what: str = ""

    def answer(self) -> Any:
        """The answer that the id holds, which `read` has seen to be JSON."""
        return json.loads(self.what)


def verb(table: int, what: str) -> str:
    """Something about the table."""
    return f"t:{table}:{what}"


def field(table: int, name: str) -> str:
    """An option or setting of the table."""
    return f"o:{table}:{name}"


def answer(kind: str, table: int, match: int, which: int | str, value: Any = None) -> str:
    """An answer (`p`, `c`, `w`), a part of one (`d`), or the way to give one (`s`, `a`)."""
    start = f"{kind}:{table}:{match}:{which}"
    if kind in "sa":
        return start
    return f"{start}:{json.dumps(value, separators=(',', ':'))}"


def read(custom_id: str) -> Control | None:
    """A custom id of ours, or None."""
    kind, _, rest = custom_id.partition(":")
    try:
        if kind in ("t", "o"):
            table, what = rest.split(":", 1)
            return Control(kind, int(table), what=what)
        if kind in ("p", "c", "d", "w"):
            table, match, which, what = rest.split(":", 3)
            json.loads(what)
            return Control(kind, int(table), int(match), _which(which), what)
        if kind in ("s", "a"):
            table, match, which = rest.split(":", 2)
            return Control(kind, int(table), int(match), _which(which))
    except ValueError:
        return None
    return None


def _which(text: str) -> int | str:
    return int(text) if text.isdecimal() else text
