"""Sentences as runs: text, and in it the items, seats and moments that a page draws rather than writes.

A sentence is made as text first, with marks from the private use area of Unicode around what is more than text, so
every function that returns words for the chat serves here too. `runs_of` takes the marks, and Markdown, apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.face.text.card_names import item_name
from bot.face.text.templates import Renderer, ends_twice, seat_name
from bot.language import listed
from bot.members.names import visible_name
from games.engine.scene import Line

Run = str | dict[str, Any]
Runs = list[Run]

OPEN, CLOSE = "\ue000", "\ue001"
_MARKED = re.compile(
    rf"{OPEN}(?P<kind>[isa])(?P<value>[^{CLOSE}]*){CLOSE}"
    r"|<t:(?P<time>\d+):\w>"
    r"|\*\*(?P<strong>[^*]+)\*\*"
)
_FURNITURE = re.compile(r"^-# |^#+ |^- |<a?:\w+:\d+> ?|(?<!\\)`", re.MULTILINE)
"""What only the chat needs: small print, headings, lists, emoji of the application, code."""
_ITALIC = re.compile(r"(?<![\\*\w])\*(?=[^\s*])([^*\n]+)(?<=[^\s\\])\*(?![\w*])")
_STRUCK = re.compile(r"~~([^~]+)~~")
_ESCAPED = re.compile(r"\\([\\*_~`|\[\]\-+.)])")


class _Amount:
    """The value of an amount that is not chosen yet."""

    def __format__(self, spec: str) -> str:
        return f"{OPEN}a{CLOSE}"


AMOUNT = _Amount()
"""The value `n` in the words of an amount, which the page fills in."""


class RunsRenderer(Renderer):
    """Says lines as text with marks, for `runs_of`."""

    def __init__(self, names: Mapping[int, str]) -> None:
        super().__init__({})
        self.names = {seat: visible_name(name) for seat, name in names.items()}

    def name(self, seat: int) -> str:
        """Return the mark of a seat."""
        return f"{OPEN}s{seat}{CLOSE}"

    def item(self, key: str) -> str:
        """Return the mark of an item."""
        return _item(key)

    def finished(self, sentence: str) -> str:
        """Return a whole sentence, whose last word may be a mark."""
        marked = sentence.endswith(f"{CLOSE}.") and ends_twice(plain_text(self.runs(sentence)))
        return sentence[:-1] if marked else super().finished(sentence)

    def format_field(self, value: Any, format_spec: str) -> Any:
        """Return items and seats as marks, and everything else as it is said in the chat."""
        if value is AMOUNT:
            return f"{value}"
        match format_spec:
            case "item":
                return _item(value)
            case "items":
                return (" " if all(":" in each for each in value) else ", ").join(map(_item, value))
            case "listed":
                return listed([*map(_item, value)])
            case _:
                return super().format_field(value, format_spec)

    def runs(self, words: str) -> Runs:
        """Return words that this renderer, or the chat, would say as runs."""
        return runs_of(words, self.plain_name)

    def line(self, line: Line | None) -> Runs:
        """Return a line as runs; none if there is no line."""
        return self.runs(self.say(line)) if line is not None else []

    def lines(self, lines: Sequence[Line]) -> list[Runs]:
        """Return several lines as runs."""
        return [self.line(line) for line in lines]

    def plain_name(self, seat: int) -> str:
        """Return a seat's name without anything that the chat needs around it."""
        return self.names.get(seat) or seat_name(seat)


def _item(key: str) -> str:
    return f"{OPEN}i{key}{CLOSE}"


def runs_of(words: str, name_of: Callable[[int], str] = seat_name) -> Runs:
    """Return words as runs: marks taken apart, and Markdown left out."""
    if words.isascii() and not _SPECIAL.search(words):
        return [words] if words else []
    words = _STRUCK.sub(r"\1", _ITALIC.sub(r"\1", _FURNITURE.sub("", words)))
    runs: Runs = []
    at = 0
    for mark in _MARKED.finditer(words):
        _text(runs, words[at : mark.start()])
        at = mark.end()
        if mark["time"] is not None:
            runs.append({"time": int(mark["time"]) * 1000})
        elif mark["strong"] is not None:
            _strong(runs, mark["strong"], name_of)
        else:
            runs.append(_marked(mark["kind"], mark["value"], name_of))
    _text(runs, words[at:])
    return runs


_SPECIAL = re.compile(r"[*`<~\\#]|^-", re.MULTILINE)


def _marked(kind: str, value: str, name_of: Callable[[int], str]) -> dict[str, Any]:
    match kind:
        case "i":
            return {"item": value, "name": item_name(value)}
        case "s":
            return {"seat": int(value), "name": name_of(int(value))}
        case _:
            return {"amount": True}


def _strong(runs: Runs, words: str, name_of: Callable[[int], str]) -> None:
    """Add stressed words; a name or an item in them stands out by itself."""
    if OPEN in words:
        runs += runs_of(words, name_of)
    else:
        runs.append({"strong": _unescaped(words)})


def _text(runs: Runs, words: str) -> None:
    if words:
        runs.append(_unescaped(words))


def _unescaped(words: str) -> str:
    return _ESCAPED.sub(r"\1", words) if "\\" in words else words


def plain_text(runs: Sequence[Run]) -> str:
    """Return runs as they are read aloud."""
    return "".join(
        run if isinstance(run, str) else str(run.get("name", run.get("strong", ""))) for run in runs
    )
