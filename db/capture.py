"""Facts as they are at the moment of `commit`.

A unit is written a little later and in another thread. Until then whoever made it may go on
changing the dicts and lists that they put in; what is saved is what they were when it was asked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from db.json_text import dump
from db.records import Json
from db.writes import (
    AppendRow,
    Audit,
    CloseMatch,
    DropSeat,
    Fact,
    OpenMatch,
    ResumeMatch,
    SaveAbout,
    SaveSeat,
    SaveSetting,
    SaveTable,
    SetDeadlines,
    Tally,
    Transfer,
)

_FIXED = (str, int, float, bool, type(None))


def captured(fact: Fact) -> Fact:
    """`fact` with its JSON turned into text and its collections copied.

    Raises `TypeError` or `ValueError` for what JSON cannot say.
    """
    match fact:
        case AppendRow():
            if type(fact.answer) in _FIXED:
                return fact
            return replace(fact, answer=dump(fact.answer))
        case SetDeadlines():
            return replace(fact, due=dict(fact.due))
        case Transfer():
            return replace(fact, moves=tuple(fact.moves), memo=_text(fact.memo))
        case SaveSeat():
            return replace(fact, seat=replace(fact.seat, state=_text(fact.seat.state)))
        case SaveTable():
            return replace(
                fact,
                options=None if fact.options is None else _text(fact.options),
                settings=None if fact.settings is None else _text(fact.settings),
                carry=None if fact.carry is None else _text(fact.carry),
            )
        case OpenMatch():
            return replace(fact, header=_text(fact.header))
        case CloseMatch():
            return replace(fact, result=_text(fact.result), outcomes=tuple(fact.outcomes))
        case Audit():
            return replace(fact, detail=_text(fact.detail))
        case SaveSetting() | SaveAbout():
            return fact if fact.value is None else replace(fact, value=dump(fact.value))
        case DropSeat() | ResumeMatch() | Tally():
            return fact
        case _:
            assert_never(fact)


def _text(value: Json) -> Any:
    """The text, standing where a mapping is told to; `dump` gives it through as it is."""
    return dump(value)
