"""Finds the controls in a message that lead to a given answer, with their names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from bot.face.table.card_words import MENU
from bot.language import _
from cogs.ui import custom_ids
from cogs.ui.blocks import grids
from cogs.ui.components import Json
from cogs.ui.custom_ids import Control, Kind
from cogs.ui.hand import move_draft
from games.engine.card_prompts import PlayCard
from games.engine.errors import IllegalAnswer
from games.engine.prompts import Answer, Place
from games.engine.scene import OpenAsk

UNFIT = (ValueError, IndexError, TypeError, KeyError, IllegalAnswer)
"""Errors for values that can't be read as an answer or a draft."""


class ControlAnswer(NamedTuple):
    """An answer, or the draft of one, from a control."""

    answer: Answer = None
    draft: Answer = None
    whole: bool = True


class Pointer(NamedTuple):
    """A control that leads to an answer: its custom id, its name, and what to choose in it if it is a select."""

    custom_id: str
    label: str
    values: tuple[str, ...] = ()


def answer_of_control(ask: OpenAsk, control: Control, values: list[str] | None = None) -> ControlAnswer:
    """Return the answer or draft of a control, with the values of a select; typed amounts are left out.

    Raises one of `UNFIT` for what is no answer to this question.
    """
    match control.kind:
        case Kind.STEP:
            return ControlAnswer(draft=_next_draft(ask, control, values), whole=False)
        case Kind.SELECT:
            return ControlAnswer(_selected(values or []))
        case Kind.AMOUNT:
            raise ValueError("no amount has been typed")
        case _:
            return ControlAnswer(control.answer)


def _selected(values: list[str]) -> Answer:
    first = values[0]
    if first.startswith(custom_ids.KEY):
        return first.removeprefix(custom_ids.KEY)
    return json.loads(first) if first.startswith("[") else sorted(int(value) for value in values)


def _next_draft(ask: OpenAsk, control: Control, values: list[str] | None) -> Answer:
    if isinstance(ask.prompt, Place):
        return grids.next_draft(ask.prompt, control, values or [])
    draft = control.answer
    if draft not in (None, MENU) and isinstance(ask.prompt, PlayCard):
        return move_draft.next_draft(ask.prompt, draft, values)
    return draft


def point(parts: Json, ask: OpenAsk, draft: Answer, wanted: Answer) -> Pointer | None:
    """Return the control in a message that answers `wanted`, or the next one on the way there from `draft`."""
    for made, beside in _controls(parts):
        control = custom_ids.read(made["custom_id"])
        if control is None or control.ask_key != ask.id:
            continue
        options = made.get("options")
        if options is not None:
            chosen = _choose(ask, control, options, made.get("max_values", 1), draft, wanted)
            if chosen:
                labels = ", ".join(each["label"] for each in options if each["value"] in chosen)
                return Pointer(made["custom_id"], labels, chosen)
        elif _leads(ask, control, None, draft, wanted):
            label = made.get("label") or made["emoji"]["name"]
            if beside:
                label = _("{button}, beside {row}").format(button=label, row=beside)
            return Pointer(made["custom_id"], label)
    return None


def is_on_the_way(ask: OpenAsk, draft: Answer, wanted: Answer) -> bool:
    """Return whether `wanted` begins like a draft."""
    return _done(ask, draft, wanted) >= 0


def _choose(
    ask: OpenAsk, control: Control, options: list[Json], most: int, draft: Answer, wanted: Answer
) -> tuple[str, ...]:
    """Return the values of a select that lead to `wanted`; none if there are no such."""
    for option in options:
        if _leads(ask, control, [option["value"]], draft, wanted):
            return (option["value"],)
    if control.kind is Kind.SELECT and isinstance(wanted, list) and 1 < len(wanted) <= most:
        values = tuple(str(place) for place in wanted)
        return values if {*values} <= {option["value"] for option in options} else ()
    if control.kind is Kind.STEP and most > 1 and isinstance(wanted, list) and len(wanted) == 3:
        at = control.answer[-1]
        values = tuple(str(place) for place in wanted[2][at])
        return values if _leads(ask, control, [*values], draft, wanted) else ()
    return ()


def _leads(ask: OpenAsk, control: Control, values: list[str] | None, draft: Answer, wanted: Answer) -> bool:
    """Return whether a control gives `wanted`, or brings its draft further on the way there."""
    try:
        given = answer_of_control(ask, control, values)
    except UNFIT:
        return False
    if given.whole:
        return bool(given.answer == wanted)
    return _done(ask, given.draft, wanted) > _done(ask, draft, wanted)


def _done(ask: OpenAsk, draft: Answer, wanted: Answer) -> int:
    """Return the number of parts of an answer that a draft has; -1 if it leads elsewhere."""
    if draft is None:
        return 0
    if not isinstance(wanted, list):
        return 1 if draft == MENU else -1
    if isinstance(ask.prompt, Place):
        return len(draft) if draft == wanted[: len(draft)] else -1
    if draft == MENU or draft[0] != wanted[0]:
        return -1
    if draft[1] == move_draft.UNDECIDED:
        return 1
    aims = list(zip(draft[2], wanted[2], strict=False))
    if draft[1] != wanted[1] or any(chosen not in ([], aim[: len(chosen)]) for chosen, aim in aims):
        return -1
    return 2 + sum(len(chosen) for chosen, _ in aims)


def _controls(node: Any, beside: str = "") -> Iterator[tuple[Json, str]]:
    """Yield every control of a message with the heading beside it, if there is one."""
    if isinstance(node, dict):
        if "custom_id" in node and not node.get("disabled"):
            yield node, beside
        if "accessory" in node:
            beside = node["components"][0]["content"].split("\n")[0].strip("*")
        for value in node.values():
            yield from _controls(value, beside)
    elif isinstance(node, list):
        for value in node:
            yield from _controls(value, beside)
