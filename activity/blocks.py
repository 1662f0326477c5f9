"""The blocks of a scene as JSON, by one walk over their fields: a new kind of block is in the page by itself.

A block is an object of its fields, with `kind`, its class in snake_case, and an `id` that is stable while the thing is
there. A field that is called `kind` itself becomes `about`. Lines become runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from bot.face.table.questions import window_text
from bot.face.text.runs import RunsRenderer
from bot.face.text.templates import word
from bot.tables.view import TableView
from games.engine.scene import (
    Block,
    Gauges,
    Line,
    Log,
    Nicknames,
    Scene,
    SceneHeader,
    SceneOutcome,
    Seats,
    Timeline,
    Window,
    Zone,
)

Json = dict[str, Any]
WORDS = {
    "adds",
    "dominant",
    "led",
    "mark_name",
    "meaning",
    "name",
    "note",
    "pays",
    "text",
    "toward",
    "ways",
    "zone",
}
"""Fields whose strings are read by people; other strings are keys and signs."""
ELSEWHERE = (SceneHeader, Seats, Gauges, Nicknames, Log, SceneOutcome)
"""Blocks that a view has in places of their own."""


def blocks_of(view: TableView, renderer: RunsRenderer) -> Iterator[tuple[str, Json]]:
    """Yield the blocks of a view with their ids, in their order."""
    for name, block in with_ids(view.scene) if view.scene is not None else ():
        json: Json = {"id": name, "kind": kind_of(block), **fields(block, renderer)}
        complete = _MORE.get(type(block))
        if complete is not None:
            complete(json, block, view, renderer)
        yield name, json


def with_ids(scene: Scene) -> Iterator[tuple[str, Block]]:
    """Yield the blocks of a scene with ids of their kind, their name and their owner, and a number among equals."""
    seen: set[str] = set()
    for block in scene.blocks:
        if isinstance(block, ELSEWHERE):
            continue
        parts = [kind_of(block), getattr(block, "name", ""), getattr(block, "owner", None)]
        # a page takes a path apart at its first dot
        plain = ":".join(str(part) for part in parts if part not in ("", None)).replace(".", " ")
        name, number = plain, 1
        while name in seen:
            number += 1
            name = f"{plain}#{number}"
        seen.add(name)
        yield name, block


def _zone(json: Json, zone: Any, view: TableView, renderer: RunsRenderer) -> None:
    json["mine"] = zone.owner is not None and zone.owner == view.viewer and zone.name == "hand"


def _window(json: Json, window: Any, view: TableView, renderer: RunsRenderer) -> None:
    # the words are those of the chat's buttons, and the ids of questions say nothing to a reader
    for name in ("words", "asks", "answers"):
        del json[name]
    json["line"] = renderer.runs(window_text(view, window, renderer))
    json["until"] = moment(view.window_until)


def _timeline(json: Json, timeline: Any, view: TableView, renderer: RunsRenderer) -> None:
    json["steps"] = [[word(name), plain(counts, renderer)] for name, counts in timeline.steps]


_MORE: Mapping[type, Callable[[Json, Any, TableView, RunsRenderer], None]] = {
    Zone: _zone,
    Window: _window,
    Timeline: _timeline,
}
"""Kinds of blocks that have more than their fields, or fewer."""


def moment(at: float | None) -> int | None:
    """Return a moment as the page tells it: milliseconds since 1970."""
    return None if at is None else round(at * 1000)


# ---- the walk


def fields(record: Any, renderer: RunsRenderer) -> Json:
    """Return a named tuple or a struct as an object of its fields."""
    kind: Any = type(record)
    return {
        "about" if name == "kind" else name: said(value) if name in WORDS else plain(value, renderer)
        for name in _names(kind)
        for value in (getattr(record, name),)
    }


def said(value: Any) -> Any:
    """Return a word of a block, or several, in the reader's language."""
    return word(value) if isinstance(value, str) else [word(each) for each in value]


def plain(value: Any, renderer: RunsRenderer) -> Any:
    """Return a value of a block as JSON."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Line):
        return renderer.line(value)
    kind: Any = type(value)
    if _names(kind):
        return fields(value, renderer)
    if isinstance(value, tuple | list):
        return [plain(each, renderer) for each in value]
    if isinstance(value, Mapping):
        return {str(key): plain(each, renderer) for key, each in value.items()}
    raise TypeError(f"a {type(value).__name__} is nothing that a page can show")


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """Return the fields of a named tuple or a struct; none of anything else."""
    if issubclass(kind, msgspec.Struct):
        return tuple(kind.__struct_fields__)
    return tuple(getattr(kind, "_fields", ()))


def kind_of(record: object) -> str:
    """Return the class of a block or prompt as the page writes it: `play_card`."""
    return _snake(type(record).__name__)


@cache
def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
