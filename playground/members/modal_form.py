"""The form of a modal: it turns the values of a member into the data that Discord's client sends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.api.interactions import Modal
from playground.errors import FormRefused
from playground.members.command_parser import resolve
from playground.validate.commands import CHANNEL, MENTIONABLE, ROLE, USER
from playground.world import components as parts
from playground.world.state import Channel
from playground.world.world import World

Json = dict[str, Any]
Value = Any
"""Text for a text input, True or False for a checkbox, values or labels (one or a list) for a field with options, and
objects or their ids where members, roles or channels are chosen."""

RESOLVED = {
    parts.USER_SELECT: USER,
    parts.ROLE_SELECT: ROLE,
    parts.MENTIONABLE_SELECT: MENTIONABLE,
    parts.CHANNEL_SELECT: CHANNEL,
}
"""The kind of object that each select chooses."""


def fill(world: World, modal: Modal, channel: Channel, values: Mapping[str, Value]) -> Json:
    """Return the data of the submission. Fields are named by custom_id or label; the others keep their defaults.

    Raises `FormRefused` for a name that no field has, and for values that the client would not send.
    """
    remaining = dict(values)
    resolved: Json = {}
    answered = [_answer(world, top, None, channel, remaining, resolved) for top in modal.components]
    if remaining:
        fields = [each for each in parts.walk(modal.components) if "custom_id" in each]
        names = ", ".join(each["custom_id"] for each in fields)
        raise FormRefused(f"no field is called {', '.join(remaining)}; there are {names}")
    data: Json = {"custom_id": modal.custom_id, "components": answered}
    if resolved:
        data["resolved"] = resolved
    return data


def _answer(
    world: World,
    field: Json,
    label: str | None,
    channel: Channel,
    remaining: dict[str, Value],
    resolved: Json,
) -> Json:
    kind = field["type"]
    answer: Json = {"type": kind, "id": field["id"]}
    if kind == parts.ACTION_ROW:
        answer["components"] = [
            _answer(world, each, None, channel, remaining, resolved) for each in field["components"]
        ]
        return answer
    if kind == parts.LABEL:
        answer["component"] = _answer(world, field["component"], field["label"], channel, remaining, resolved)
        return answer
    if kind == parts.TEXT_DISPLAY:
        return answer
    name = label or field.get("label") or field["custom_id"]
    answer["custom_id"] = field["custom_id"]
    missing = object()  # None is a value too: it clears a field
    value: Any = missing
    for key in (field["custom_id"], label, field.get("label")):
        if key is not None and key in remaining:
            value = remaining.pop(key)
            break
    if value is missing:
        value = _default(field)
    if kind == parts.TEXT_INPUT:
        answer["value"] = _text(field, name, value)
    elif kind == parts.CHECKBOX:
        answer["value"] = bool(value)
    elif kind == parts.RADIO_GROUP:
        chosen = _chosen(field, name, [] if value is None else value)
        answer["value"] = chosen[0] if chosen else None
    elif kind in RESOLVED:
        listed = _listed(value)
        answer["values"] = [resolve(world, channel, RESOLVED[kind], each, resolved) for each in listed]
        _count(field, name, len(listed))
    else:
        answer["values"] = _chosen(field, name, value)
    return answer


def _default(field: Json) -> Any:
    if field["type"] == parts.TEXT_INPUT:
        return field.get("value") or ""
    if field["type"] == parts.CHECKBOX:
        return field.get("default", False)
    return [option.value for option in parts.options_of(field) if option.default]


def _text(field: Json, name: str, value: object) -> str:
    text = "" if value is None else str(value)
    if not text:
        if field.get("required", True):
            raise FormRefused(f"{name} is required")
        return text
    if len(text) < (field.get("min_length") or 0):
        raise FormRefused(f"{name} is shorter than {field['min_length']}")
    if len(text) > (field.get("max_length") or 4000):
        raise FormRefused(f"{name} is longer than {field.get('max_length') or 4000}")
    return text


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple, set)) else [value]


def _chosen(field: Json, name: str, value: Any) -> list[str]:
    """Return the values of the options that `value` names by value or label."""
    options = parts.options_of(field)
    chosen = []
    for each in _listed(value):
        match = [option.value for option in options if each in (option.value, option.label)]
        if not match:
            raise FormRefused(f"{name} offers {', '.join(option.label for option in options)}, not {each!r}")
        chosen.append(match[0])
    _count(field, name, len(chosen))
    return chosen


def _count(field: Json, name: str, count: int) -> None:
    if not count and field.get("required", True) is False:
        return
    group = field["type"] == parts.CHECKBOX_GROUP
    least = field.get("min_values")
    most = field.get("max_values")
    least = 1 if least is None else least
    most = (len(field.get("options") or ()) if group else 1) if most is None else most
    if not least <= count <= most:
        raise FormRefused(f"{name} takes {least} to {most} choices, not {count}")
