"""Turns the lines of a scene into sentences: templates and values, with names and marks."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bot.face.text.card_names import item_text, items_text, plain_item
from bot.members.names import join_with_and, name_in_text
from games.engine.scene import Line

safe_name = name_in_text
"""Makes a name that cannot format, mention or link anything."""


@lru_cache(8192)
def _parsed(template: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """Return the parts of a template. Cached: parsing one costs as much as the rest of a button, and there are few."""
    return tuple(string.Formatter().parse(template))


def time_until(due: float) -> str:
    """Return the deadline of a question, as how far away it is."""
    return f"time's up <t:{int(due)}:R>"


class Renderer(string.Formatter):
    """Turns lines into text. A template may mark a value: `{who:seat}`, `{all:seats}`, `{card:item}`, `{why:line}`,
    `{dice:gembones}`; `{dice:faces}` is `4 and 2`; `{cards:listed}` are items as in a sentence, `Lady and Bard`;
    `{n:points}` is `1 point`. Negative numbers get a true minus sign.
    """

    def __init__(self, names: Mapping[int, str]) -> None:
        self.names: dict[int, str] = {seat: safe_name(name) for seat, name in names.items()}

    def name(self, seat: int) -> str:
        """Return a seat's name."""
        return self.names.get(seat, f"seat {seat + 1}")

    def item(self, key: str) -> str:
        """Return an item for a label."""
        return plain_item(key)

    def say(self, line: Line) -> str:
        """Return a line as a sentence."""
        return self.render(line.text, line.values)

    def render(self, text: str, values: Mapping[str, Any]) -> str:
        """Return a template of the data sheet, filled with its values."""
        if "{" not in text and "}" not in text:
            return text
        parts = []
        for literal, field, marks, conversion in _parsed(text):
            parts.append(literal)
            if field is not None:
                if conversion or "{" in (marks or "") or not field.isidentifier():
                    return self.vformat(text, (), values)
                parts.append(self.format_field(values[field], marks or ""))
        return "".join(parts)

    def format_field(self, value: Any, format_spec: str) -> Any:
        """Return a marked value as text."""
        match format_spec:
            case "seat":
                return self.name(value)
            case "seats":
                return join_with_and([self.name(seat) for seat in value])
            case "item":
                return item_text(value)
            case "items":
                return items_text(value)
            case "listed":
                return join_with_and([item_text(each) for each in value])
            case "line":
                return self.say(value)
            case "faces":
                return join_with_and([die.partition(":")[2] for die in value])
            case "gembones":
                return spelled_dice(str(value))
            case "points":
                return points_text(value)
            case "big":
                return f"**{value}**"
            case _:
                return with_minus(super().format_field(value, format_spec))


def with_minus(text: str) -> str:
    """Return a text with the minus sign that people read before its negative numbers: `{n:+}` gives `−5`."""
    return _NEGATIVE.sub("−", text) if "-" in text else text


_NEGATIVE = re.compile(r"(?<![\w.)-])-(?=[\d,.]*\d)")
_NUMBERS = (
    "no",
    "a",
    *["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
)
"""Words for small numbers before a gembone; larger ones are written in digits."""
_DICE = re.compile(r"\b(\d+)(g\d+)\b")


def points_text(n: int) -> str:
    """Return a score with its unit: `1 point`, `−2 points`."""
    return f"{'−' if n < 0 else ''}{abs(n)} {'point' if abs(n) == 1 else 'points'}"


def spelled_dice(text: str) -> str:
    """Return amounts such as `3g4 + 1g8 + 1g6` in everyday words: `three g4s, a g8 and a g6`."""

    def say(found: re.Match[str]) -> str:
        count, size = int(found[1]), found[2]
        return f"{_NUMBERS[count] if count < len(_NUMBERS) else count} {size}{'s' if count != 1 else ''}"

    amounts = _DICE.sub(say, text).split(" less ")
    return " less ".join(join_with_and(amount.split(" + ")) for amount in amounts)
