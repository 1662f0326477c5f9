"""The controls of a match at no table, such as a lesson."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from cogs.ui import custom_ids
from cogs.ui.components import PICTURE, ROW, Json
from cogs.ui.custom_ids import Kind


def borrowed_parts(
    panel: Sequence[Json], ours: Callable[[Json], Json], *, without: Collection[Kind]
) -> Iterator[Json]:
    """Yield the parts of a hand panel with each control as `ours` makes it, so that a press goes to no table.

    Pictures are left out, and in rows the controls of the kinds in `without`, which only a table can answer.
    """
    for part in panel:
        if part["type"] == ROW:
            answers = [ours(each) for each in part["components"] if _is_answer(each, without)]
            if answers:
                yield {**part, "components": answers}
        elif "accessory" in part:
            yield {**part, "accessory": ours(part["accessory"])}
        elif part["type"] != PICTURE:
            yield part


def _is_answer(control: Json, without: Collection[Kind]) -> bool:
    read = custom_ids.read(control.get("custom_id", ""))
    return read is not None and read.kind not in without
