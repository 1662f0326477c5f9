"""Custom ids: what a control is for, written so that it is understood after any restart.

    t:<table>:<verb>                          something about the table: sit, start, hand, log ...
    o:<table>:<field>                         an option or setting of the table
    p:<table>:<match>:<which>:<answer>        an answer, as JSON
    w:<table>:<match>:<which>:<answer>        an answer in a window: it is told privately, whatever it stands on
    s:<table>:<match>:<which>                 an answer by select: places, or `=` and a key
    a:<table>:<match>:<which>                 opens the modal for an amount; the modal itself has the same id
    c:<table>:<match>:<which>:<answer>        an answer that has to be confirmed first
    d:<table>:<match>:<which>:<draft>         one step of an answer that is put together in steps; a select adds one

`<which>` is the number of a question, or `<kind>@<numbers>` for a control that several seats share: it stands for the
questions that it names (`bot.tables.shared_controls`), and for no later one.

These strings stand in messages that were sent long ago: a kind may be added, but none may change. Ids and values come
from outside, so their reader looks everything up again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.requests.quick_json import encode

KEY = "="
"""Prefix of a select's value that is a key, so that a key of digits is not taken for a place."""


class Kind(StrEnum):
    """The first letter of a custom id."""

    TABLE = "t"
    OPTION = "o"
    ANSWER = "p"
    SEALED = "w"
    SELECT = "s"
    AMOUNT = "a"
    CONFIRM = "c"
    STEP = "d"


_KINDS = {str(kind): kind for kind in Kind}
_WITHOUT_VALUE = frozenset({Kind.SELECT, Kind.AMOUNT})
"""Kinds whose answer comes in the press or modal and not in the id."""


@dataclass(frozen=True, slots=True)
class Control:
    """A custom id, parsed."""

    kind: Kind
    table: int
    match: int = 0
    ask_key: int | str = 0
    value: str = ""
    answer: Any = None
    """The answer or draft in the id."""


def verb(table: int, value: str) -> str:
    """Return the id of a control that does something about the table."""
    return f"t:{table}:{value}"


def field(table: int, name: str) -> str:
    """Return the id of the menu of an option or setting."""
    return f"o:{table}:{name}"


def answer(kind: Kind, table: int, match: int, ask_key: int | str, value: Any = None) -> str:
    """Return the id of a control that answers a question, or that leads to an answer.

    `value` is the answer or the draft; selects and amounts have none.
    """
    start = f"{kind}:{table}:{match}:{ask_key}"
    if kind in _WITHOUT_VALUE:
        return start
    return f"{start}:{encode(value).decode()}"


def read(custom_id: str) -> Control | None:
    """Parse a custom id; None if it is none of ours."""
    letter, _, rest = custom_id.partition(":")
    kind = _KINDS.get(letter)
    try:
        match kind:
            case None:
                return None
            case Kind.TABLE | Kind.OPTION:
                table, value = rest.split(":", 1)
                return Control(kind, int(table), value=value)
            case Kind.SELECT | Kind.AMOUNT:
                table, match, ask_key = rest.split(":", 2)
                key = int(ask_key) if ask_key.isdecimal() else ask_key
                return Control(kind, int(table), int(match), key)
            case _:
                table, match, ask_key, value = rest.split(":", 3)
                key = int(ask_key) if ask_key.isdecimal() else ask_key
                return Control(kind, int(table), int(match), key, value, json.loads(value))
    except ValueError:
        return None
