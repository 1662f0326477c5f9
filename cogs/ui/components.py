"""Components V2 as plain JSON: the only place that knows their numbers.

Messages are written as JSON and not as discord.py views: nothing is stored per message, so controls outlive any
restart, and a press costs a fraction of what rebuilding a view costs. `cogs.interactions.router` reads the custom ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.face.text.card_names import item_alone
from bot.face.text.emoji_text import split_label
from bot.language import _
from bot.members.names import label as plain

Json = dict[str, Any]

V2 = 1 << 15
EPHEMERAL = 1 << 6
SILENT = 1 << 12
"""A message that makes no sound and shows no notification."""

ROW, BUTTON, TEXT, PICTURE, SEPARATOR, BOX = 1, 2, 10, 12, 14, 17
"""Kinds of component that other modules look for."""
IN_ROW = 5
"""The most buttons in a row."""
MOST_ALT = 1_000
"""The most letters of a picture's alternative text; Discord accepts 1,024."""
PLACES = (0, 2, 5, 13, 15)
"""Kinds of channel that can have a table: text, voice, announcements, stage, and a forum in its posts."""
PLAIN = 0x6B7280
"""The edge of a box that belongs to no rulebook."""
GREY, BLUE, GREEN, RED, LINK = 2, 1, 3, 4, 5
"""Button styles: neutral, the next step, a beginning, an end, a link."""


class AttachmentFile(NamedTuple):
    """A file that goes with a message, which refers to it as `attachment://name`."""

    name: str
    content: bytes
    kind: str = "image/png"
    more: tuple[AttachmentFile, ...] = ()
    """Further files of the same message."""


def quietly(payload: Json, *, quiet: bool) -> Json:
    """Return a message that makes no sound, if it is to be quiet."""
    return {**payload, "flags": payload.get("flags", 0) | SILENT} if quiet else payload


def text(content: str) -> Json:
    """A text display (at most 4,000 characters a message in all)."""
    return {"type": TEXT, "content": content[:3800] or "\u200b"}


def separator() -> Json:
    """A thin line."""
    return {"type": SEPARATOR, "divider": True, "spacing": 1}


def picture(name: str, alt: str) -> Json:
    """A file of the message, shown as a picture with its alternative text."""
    return {"type": PICTURE, "items": [{"media": {"url": f"attachment://{name}"}, "description": alt[:1024]}]}


def with_picture(payload: Json, name: str, file_id: str, alt: str) -> Json:
    """Return a message whose box has a picture at its head.

    `file_id` is Discord's id of a file that the message has already, or "0" for one that is sent with it.
    """
    box, *rest = payload["components"]
    parts = [picture(name, alt), *box["components"]]
    attachment = {"id": file_id, "filename": name, "description": alt[:1024]}
    return {**payload, "components": [{**box, "components": parts}, *rest], "attachments": [attachment]}


def button(label: str, custom_id: str, style: int = GREY, *, disabled: bool = False) -> Json:
    """A button; labels are cut at 80 characters. An emoji in the label stands before it.

    A constant label is said in the reader's language here; one with values is already.
    """
    made: Json = {"type": BUTTON, "style": style, "custom_id": custom_id}
    label = _(label)
    if "<:" in label:
        label, emoji = split_label(label, item_alone)
        if emoji is not None:
            made["emoji"] = emoji
    if label:
        made["label"] = plain(label)[:80]
    if disabled:
        made["disabled"] = True
    return made


def link(label: str, url: str) -> Json:
    """A button that links to another place in Discord."""
    return {"type": BUTTON, "style": LINK, "label": plain(label)[:80], "url": url}


def option(label: str, value: str, description: str = "", *, default: bool = False) -> Json:
    """A line of a select."""
    label, emoji = split_label(label, item_alone)
    made: Json = {"label": plain(label)[:100], "value": value[:100]}
    if emoji is not None:
        made["emoji"] = emoji
    if description:
        made["description"] = plain(split_label(description, item_alone)[0])[:100]
    if default:
        made["default"] = True
    return made


def select(placeholder: str, custom_id: str, options: Sequence[Json], low: int = 1, high: int = 1) -> Json:
    """A select in a row of its own."""
    menu = {
        "type": 3,
        "custom_id": custom_id,
        "placeholder": plain(placeholder)[:150],
        "options": list(options[:25]),
        "min_values": low,
        "max_values": min(high, len(options)),
    }
    return {"type": ROW, "components": [menu]}


def is_menu(part: Json) -> bool:
    """Return whether a part of a message is a select in its row."""
    return bool(part["type"] == ROW and part["components"][0]["type"] != BUTTON)


def channel_select(placeholder: str, custom_id: str, chosen: Sequence[int]) -> Json:
    """A select of channels for tables, none to 25, in a row of its own; `chosen` ones are ticked."""
    menu = _resolving_select(8, "channel", placeholder, custom_id, chosen, 25)
    return {"type": ROW, "components": [{**menu, "channel_types": list(PLACES)}]}


def user_select(placeholder: str, custom_id: str, chosen: Sequence[int] = (), *, high: int = 25) -> Json:
    """A select of members, none to `high`, in a row of its own; `chosen` ones are ticked."""
    return {
        "type": ROW,
        "components": [_resolving_select(5, "user", placeholder, custom_id, chosen, high)],
    }


def role_select(placeholder: str, custom_id: str, chosen: Sequence[int] = ()) -> Json:
    """A select of one role or none, in a row of its own; the `chosen` one is ticked."""
    return {"type": ROW, "components": [_resolving_select(6, "role", placeholder, custom_id, chosen, 1)]}


def _resolving_select(
    kind: int, of: str, placeholder: str, custom_id: str, chosen: Sequence[int], high: int
) -> Json:
    """A select that Discord fills with the server's channels, members or roles."""
    return {
        "type": kind,
        "custom_id": custom_id,
        "placeholder": plain(placeholder)[:150],
        "default_values": [{"id": str(each), "type": of} for each in chosen[:high]],
        "min_values": 0,
        "max_values": high,
    }


def section(content: str, beside: Json) -> Json:
    """A text with a button beside it."""
    return {"type": 9, "components": [text(content)], "accessory": beside}


def rows(buttons: Iterable[Json]) -> list[Json]:
    """Return buttons in rows, as many in each as Discord allows."""
    every = list(buttons)
    return [{"type": ROW, "components": every[at : at + IN_ROW]} for at in range(0, len(every), IN_ROW)]


def with_buttons(parts: Iterable[Json], buttons: Iterable[Json]) -> list[Json]:
    """Return parts of a message with more buttons below: in their last row, if that is one of buttons with room."""
    *above, last = parts = list(parts)
    more = list(buttons)
    below = last.get("components", [])
    if last["type"] == ROW and below[0]["type"] == BUTTON and len(below) + len(more) <= IN_ROW:
        return [*above, {**last, "components": [*below, *more]}]
    return [*parts, *rows(more)]


def joined(parts: Iterable[Json]) -> list[Json]:
    """Return parts of a message with texts that follow each other as one, which takes less room."""
    made: list[Json] = []
    for part in parts:
        if made and part["type"] == made[-1]["type"] == TEXT:
            made[-1] = text(f"{made[-1]['content']}\n{part['content']}")
        else:
            made.append(part)
    return made


def container(parts: Iterable[Json], accent: int) -> Json:
    """A box with a coloured edge."""
    return {"type": BOX, "accent_color": accent, "components": list(parts)}


def message(
    *parts: Json, ephemeral: bool = False, mentions: Sequence[int] = (), roles: Sequence[int] = ()
) -> Json:
    """A message of components. Nobody is mentioned but the users of `mentions` and the members of `roles`."""
    allowed: Json = {"parse": [], "users": [str(user) for user in mentions]}
    if roles:
        allowed["roles"] = [str(role) for role in roles]
    return {
        "flags": V2 | EPHEMERAL if ephemeral else V2,
        "components": list(parts),
        "allowed_mentions": allowed,
    }


def note(content: str, *buttons: Json, groups: Sequence[Sequence[Json]] = (), accent: int = PLAIN) -> Json:
    """A short private answer with optional buttons; each of `groups` begins a new row."""
    below = [row for group in (buttons, *groups) for row in rows(group)]
    return message(container([text(content), *below], accent), ephemeral=True)


def jump_link(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """Return the address of a channel or of a message in it."""
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return place if message_id is None else f"{place}/{message_id}"
