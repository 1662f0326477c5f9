"""Message components: their types, and readers of their tree, words and controls.

The readers work on the raw JSON that Discord would return, so that tests and the page see what a client would see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

# Types of components; the numbers are Discord's.
ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 17, 18, 19, 21, 22, 23

CHANNEL_TYPES = frozenset((0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16))
"""The types of channels, as a channel select and a command's option name them."""
SELECTS = frozenset((STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT))


@dataclass(frozen=True, slots=True)
class Button:
    """A button as a member sees it."""

    label: str
    custom_id: str | None
    disabled: bool
    url: str | None
    style: int
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a select, radio group or checkbox group."""

    label: str
    value: str
    description: str | None
    default: bool


@dataclass(frozen=True, slots=True)
class Select:
    """A select as a member sees it."""

    type: int
    custom_id: str
    placeholder: str | None
    options: tuple[Option, ...]
    min_values: int
    max_values: int
    disabled: bool


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield every component, depth first, in reading order, accessories and labelled ones included."""
    for component in components:
        yield component
        if children := component.get("components"):
            yield from walk(children)
        for key in ("accessory", "component"):
            if child := component.get(key):
                yield from walk([child])


def texts(components: list[Json]) -> list[str]:
    """Return the readable pieces: text displays, labels of controls in brackets, options, descriptions of pictures."""
    lines = []
    for component in walk(components):
        kind = component["type"]
        if kind == TEXT_DISPLAY:
            lines.append(component["content"])
        elif kind == BUTTON:
            lines.append(f"[{component.get('label') or emoji_name(component) or ''}]")
        elif kind in SELECTS:
            labels = ", ".join(option["label"] for option in component.get("options") or ())
            lines.append(f"[{component.get('placeholder') or 'select'}: {labels}]")
        elif kind == THUMBNAIL and component.get("description"):
            lines.append(component["description"])
        elif kind == MEDIA_GALLERY:
            lines += [item["description"] for item in component["items"] if item.get("description")]
        elif kind == LABEL:
            lines.append(component["label"])
    return lines


def embed_text(embeds: list[Json]) -> list[str]:
    """Return the readable pieces of classic embeds."""
    lines = []
    for embed in embeds:
        lines += [embed[key] for key in ("title", "description") if embed.get(key)]
        lines += [f"{field['name']}: {field['value']}" for field in embed.get("fields") or ()]
        if footer := (embed.get("footer") or {}).get("text"):
            lines.append(footer)
    return lines


def emoji_name(component: Json) -> str | None:
    """Return the name of the emoji that a button or option carries."""
    name: str | None = (component.get("emoji") or {}).get("name")
    return name


def buttons(components: list[Json]) -> list[Button]:
    """Return all buttons, in reading order."""
    return [
        Button(
            label=component.get("label") or "",
            custom_id=component.get("custom_id"),
            disabled=bool(component.get("disabled")),
            url=component.get("url"),
            style=component["style"],
            emoji=emoji_name(component),
        )
        for component in walk(components)
        if component["type"] == BUTTON
    ]


def options_of(component: Json) -> tuple[Option, ...]:
    """Return the choices of a select or group."""
    return tuple(
        Option(
            option["label"],
            option["value"],
            option.get("description"),
            bool(option.get("default")),
        )
        for option in component.get("options") or ()
    )


def selects(components: list[Json]) -> list[Select]:
    """Return all selects, in reading order."""
    return [
        Select(
            type=component["type"],
            custom_id=component["custom_id"],
            placeholder=component.get("placeholder"),
            options=options_of(component),
            min_values=_or(component.get("min_values"), 1),
            max_values=_or(component.get("max_values"), 1),
            disabled=bool(component.get("disabled")),
        )
        for component in walk(components)
        if component["type"] in SELECTS
    ]


def find(components: list[Json], custom_id: str) -> Json | None:
    """Return the component with this custom_id, if any."""
    for component in walk(components):
        if component.get("custom_id") == custom_id:
            return component
    return None


def _or(value: int | None, default: int) -> int:
    return default if value is None else value
