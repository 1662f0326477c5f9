"""Modals as plain JSON: their fields, each with a label and a line about it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.face.text.card_names import item_alone
from bot.face.text.emoji_text import split_label
from bot.members.names import label as plain
from cogs.ui.components import Json

MOST_RADIOS = 5
"""More choices than this are a select in a modal, which is one line high."""
MOST_FIELDS = 5
"""The most fields that Discord takes in a modal."""


def modal(
    title: str, custom_id: str, label: str, description: str, *, value: str = "", most: int = 12
) -> Json:
    """A modal with one line of text, called `value`."""
    line: Json = {"type": 4, "custom_id": "value", "style": 1, "required": True, "max_length": most}
    if value:
        line["value"] = value
    return form(title, custom_id, [labelled(label, description, line)])


def form(title: str, custom_id: str, fields: Sequence[Json]) -> Json:
    """A modal with several fields."""
    return {"title": plain(title)[:45], "custom_id": custom_id, "components": list(fields)}


def labelled(label: str, description: str, control: Json) -> Json:
    """A field of a modal: a control with its label, and a line about it."""
    label, description = (plain(split_label(words, item_alone)[0]) for words in (label, description))
    made: Json = {"type": 18, "label": label[:45], "component": control}
    if description:
        made["description"] = in_brief(description)
    return made


def in_brief(description: str, most: int = 100) -> str:
    """Return the first sentences of a description that have room beside a choice; if none has, its first words."""
    if len(description) <= most:
        return description
    cut = description[:most]
    end = max(cut.rfind(mark) for mark in (". ", "; "))
    return cut[: end + 1].rstrip(";") if end > 0 else f"{cut[: most - 1].rpartition(' ')[0]}…"


def one_of(custom_id: str, options: Sequence[Json]) -> Json:
    """A choice of one in a modal: radio buttons if they are few, else a select."""
    kind = 21 if len(options) <= MOST_RADIOS else 3
    return {"type": kind, "custom_id": custom_id, "options": list(options[:25]), "required": True}


def any_of(custom_id: str, options: Sequence[Json]) -> Json:
    """A choice of any number in a modal, none included: boxes to tick."""
    return {
        "type": 22,
        "custom_id": custom_id,
        "options": list(options[:10]),
        "required": False,
        "min_values": 0,
        "max_values": min(len(options), 10),
    }
