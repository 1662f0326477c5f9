"""Finding the buttons and selects of a message by what a member reads on them."""

from __future__ import annotations

from playground.errors import FormRefused, NotPressable
from playground.members import components as parts
from playground.world.state import Message


def button(message: Message, label: str | None, custom_id: str | None) -> parts.Button:
    """A message's button by its custom_id, or by its label. Raises `NotPressable`."""
    for found in message.buttons:
        if custom_id is not None:
            if found.custom_id == custom_id:
                return found
        elif label is not None and _labelled(found, label):
            return found
    there = ", ".join(f"[{each.label or each.emoji}]" for each in message.buttons) or "none"
    raise NotPressable(f"no button is {label or custom_id!r}; there are {there}")


def _labelled(button: parts.Button, label: str) -> bool:
    if label in (button.label, button.emoji):
        return True
    return label.endswith("…") and len(label) > 1 and button.label.startswith(label[:-1])


def select(message: Message, which: str) -> parts.Select:
    """A message's select by its custom_id or placeholder. Raises `NotPressable`."""
    for found in message.selects:
        if which in (found.custom_id, found.placeholder):
            return found
    there = ", ".join(each.placeholder or each.custom_id for each in message.selects)
    raise NotPressable(f"no select is called {which!r}; there are {there or 'none'}")


def option(select: parts.Select, wanted: object) -> str:
    """The value of a select's option, by that value or by its label. Raises `FormRefused`."""
    for found in select.options:
        if wanted in (found.value, found.label):
            return found.value
    there = ", ".join(each.value for each in select.options)
    raise FormRefused(f"{select.placeholder or select.custom_id} offers {there}, not {wanted!r}")
