"""The checks that any body of a request needs: types, lengths, numbers, ids, emoji."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playground.errors import FormError

Json = dict[str, Any]
Path = tuple[str | int, ...]


@dataclass(slots=True)
class Validator:
    """A check of one body, which collects all its errors before it refuses.

    `media` turns the address that a picture or file names into Discord's description of it, or returns None where
    it names an attachment that is not there. `emoji` returns True if the application has an emoji of that id.
    `modal` is True if the components are a modal's. `waiting` holds the components that have no id yet, `count` and
    `letters` are the components and the letters of text seen so far.
    """

    media: Callable[[str], Json | None]
    emoji: Callable[[int], bool]
    modal: bool = False
    errors: FormError = field(default_factory=FormError)
    custom_ids: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    waiting: list[Json] = field(default_factory=list)
    count: int = 0
    letters: int = 0

    def text(
        self, value: Any, path: Path, longest: int, *, shortest: int = 1, optional: bool = False
    ) -> None:
        """Check a text field's kind and length."""
        if value is None:
            if not optional:
                self.errors.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, str):
            self.errors.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        elif not shortest <= len(value) <= longest:
            self.errors.add(
                path,
                "BASE_TYPE_BAD_LENGTH",
                f"Must be between {shortest} and {longest} in length.",
            )

    def number(self, value: Any, path: Path, lowest: int, highest: int) -> None:
        """Check an optional whole number."""
        if value is None:
            return
        if not isinstance(value, int) or isinstance(value, bool):
            self.errors.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif not lowest <= value <= highest:
            self.errors.add(
                path,
                "NUMBER_TYPE_RANGE",
                f"int value should be between {lowest} and {highest}.",
            )

    def length(self, value: Any, path: Path, longest: int, *, shortest: int = 1) -> list[Any]:
        """Check a list's length and return it, or an empty list if it is none."""
        if not isinstance(value, list):
            self.errors.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return []
        if not shortest <= len(value) <= longest:
            self.errors.add(
                path,
                "BASE_TYPE_BAD_LENGTH",
                f"Must be between {shortest} and {longest} in length.",
            )
        return value

    def objects(self, value: Any, path: Path, longest: int, *, shortest: int = 1) -> list[Json]:
        """Check a list of objects and return its elements that are objects."""
        objects: list[Json] = []
        for i, each in enumerate(self.length(value, path, longest, shortest=shortest)):
            if isinstance(each, dict):
                objects.append(each)
            else:
                self.errors.add((*path, i), "DICT_TYPE_CONVERT", "Only dictionaries may be used here.")
        return objects

    def custom_id(self, value: Any, path: Path) -> None:
        """Check a custom_id: 1 to 100 characters, and unique in its body."""
        self.text(value, path, 100)
        if not isinstance(value, str):
            return
        if value in self.custom_ids:
            self.errors.add(
                path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
            )
        self.custom_ids.add(value)

    def take_id(self, raw: Json, component: Json, path: Path) -> None:
        """Give `component` the id that the bot chose. Without one it waits for `assign_ids`."""
        chosen = raw.get("id")
        self.number(chosen, (*path, "id"), 0, (1 << 31) - 1)
        if chosen:
            if chosen in self.ids:
                self.errors.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self.ids.add(chosen)
            component["id"] = chosen
        else:
            self.waiting.append(component)

    def assign_ids(self) -> None:
        """Give every component without an id the next free one, as Discord does."""
        free = 1
        for component in self.waiting:
            while free in self.ids:
                free += 1
            component["id"] = free
            free += 1

    def choices(self, value: Any, path: Path) -> None:
        """Check the choices of a command's option: at most 25, each with a name and a value."""
        for i, choice in enumerate(self.objects(value, path, 25, shortest=0)):
            self.text(choice.get("name"), (*path, i, "name"), 100)
            answer = choice.get("value")
            if isinstance(answer, str):
                self.text(answer, (*path, i, "value"), 100)
            elif not isinstance(answer, (int, float)):
                self.errors.add((*path, i, "value"), "BASE_TYPE_REQUIRED", "This field is required")

    def emoji_in(self, holder: Json, path: Path) -> None:
        """Check the emoji of a button or option, and write it as Discord does."""
        value = holder.get("emoji")
        if value is None:
            return
        known = False
        if isinstance(value, dict):
            if value.get("id"):
                known = str(value["id"]).isdigit() and self.emoji(int(value["id"]))
                # Clients may send the id as a number; Discord answers with a string.
                holder["emoji"] = {**value, "id": str(value["id"])}
            else:
                known = is_sign(value.get("name") or "")
        if not known:
            self.errors.add((*path, "emoji", "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def is_sign(name: str) -> bool:
    """Return True if a name may be an emoji of everyone's.

    Any name with a sign from © on, and without letters, passes; there is no list of all emoji here.
    """
    letters = any(unicodedata.category(each)[0] == "L" and each != "ℹ" for each in name)
    return not letters and any(ord(each) > 0xA8 for each in name)
