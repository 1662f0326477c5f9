"""Plainer forms of a message, for when Discord refuses its body because of a filtered word or a bug of ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bot.face.text.card_names import item_alone
from bot.face.text.emoji_text import split_label
from cogs.ui.components import BOX, ROW, Json, rows, text

TEXT, SECTION = 10, 9


def plain_message(payload: Json) -> Json:
    """Return a message with the same words and controls, but without its box, lines, pictures and emoji."""
    parts = list(_flat(payload["components"]))
    words = [split_label(part["content"], item_alone)[0] for part in parts if part["type"] == TEXT]
    return _without_files(payload, [text("\n".join(words)), *_rows_of(parts)])


def bare_message(payload: Json, sentence: str) -> Json:
    """Return a message with the same controls under one sentence."""
    return _without_files(payload, [text(sentence), *_rows_of(_flat(payload["components"]))])


def _without_files(payload: Json, components: list[Json]) -> Json:
    return {**payload, "components": components, "attachments": []}


def _flat(components: Iterable[Json]) -> Iterator[Json]:
    """Yield texts and rows in order; a button next to a text becomes a row below it."""
    for part in components:
        if part["type"] == BOX:
            yield from _flat(part["components"])
        elif part["type"] == SECTION:
            yield from _flat(part["components"])
            yield from rows([part["accessory"]])
        elif part["type"] in (TEXT, ROW):
            yield part


def _rows_of(parts: Iterable[Json]) -> list[Json]:
    return [
        {**part, "components": [_plain_control(each) for each in part["components"]]}
        for part in parts
        if part["type"] == ROW
    ]


def _plain_control(control: Json) -> Json:
    """Return a button or select without emoji."""
    made: dict[str, Any] = {name: value for name, value in control.items() if name != "emoji"}
    if "emoji" in control and "label" not in control:
        made["label"] = control["emoji"]["name"]
    if "options" in control:
        made["options"] = [_plain_control(each) for each in control["options"]]
    return made
