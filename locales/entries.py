"""A text to be translated, and all texts of the house as one list without doubles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.face.text.plurals import count_in, fields_of, has_words
from bot.face.text.templates import Renderer
from bot.face.text.turns import YOU, Turn, say_to_player
from games.engine.scene import Line

MARKS = {
    "seat": "a player's name",
    "seats": "players' names, listed",
    "item": "a card or die",
    "items": "cards or dice",
    "listed": "cards or dice, listed",
    "line": "another phrase of this game",
    "faces": "numbers of dice, listed",
    "gembones": "gembones in words",
    "points": "a number with its unit, as in “3 points”",
    "nth": "a place, as in “2nd”",
    "big": "a number in bold",
    "+": "a number with its sign",
}
"""The values by their marks, for the comments that translators read."""
MOST_USES = 3
"""Uses of one text that its comment names."""


@dataclass(slots=True)
class Entry:
    """A text with what a translator has to know of it.

    `plural`: the text for many, where it has plural forms. `files`: where it stands. `uses`: what it is for.
    `most`: the most letters that Discord shows of it there, 0 if it is no control.
    """

    text: str
    plural: str = ""
    context: str = ""
    files: list[str] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    most: int = 0

    @property
    def comments(self) -> list[str]:
        """What a translator reads above it: its uses, what its marked values are, which value counts."""
        more = ["and others"] if len(self.uses) > MOST_USES else []
        lines = ["; ".join([*self.uses[:MOST_USES], *more])] if self.uses else []
        marks = {name: MARKS[mark] for name, mark in fields_of(self.text) if mark in MARKS}
        if marks:
            lines.append(", ".join(f"{{{name}}}: {words}" for name, words in marks.items()))
        if self.most:
            lines.append(f"{self.most} letters at most, values included.")
        if self.context == YOU:
            lines.append(f"To the player who did it: “{in_second_person(self.text)}”")
        elif self.plural and self.plural == self.text and (count := count_in(self.text)):
            lines.append(f"The forms go by {{{count}}}.")
        return lines


class Entries:
    """All texts, each once, in the order in which they were found first."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Entry] = {}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._found.values())

    def __contains__(self, text: str) -> bool:
        return ("", text) in self._found

    def add(self, text: str, file: str, use: str = "", *, plural: str = "", context: str = "") -> None:
        """Add a text. One without a word in it, such as `{a:line} · {b:line}`, is the same in every language.

        Unless it has a context: the space before a colon is for a language to decide.
        """
        if not context and not has_words(text + plural):
            return
        entry = self._found.setdefault((context, text), Entry(text, context=context))
        entry.plural = entry.plural or plural
        if file not in entry.files:
            entry.files.append(file)
        if use and use not in entry.uses:
            entry.uses.append(use)

    def limit(self, text: str, use: str, most: int) -> None:
        """Note that a text, which is among these, stands on a control that shows `most` letters of it."""
        for (_context, known), entry in self._found.items():
            if known == text:
                entry.most = min(entry.most or most, most)
                if use not in entry.uses:
                    entry.uses.append(use)

    def add_template(self, text: str, file: str, use: str = "") -> None:
        """Add a template of a game: with plural forms if it counts something, and once more in the second person."""
        plural = text if count_in(text) else ""
        self.add(text, file, use, plural=plural)
        if tells_a_deed(text):
            self.add(text, file, use, plural=plural, context=YOU)


def tells_a_deed(text: str) -> bool:
    """Return whether a template tells what one seat does, and is said to that seat in the second person."""
    return Turn((Line(text),)).is_deed


class _Unfilled(Renderer):
    """Leaves the values of a template as they are written."""

    def fill(self, text: str, values: Mapping[str, Any]) -> str:
        return text


def in_second_person(text: str) -> str:
    """Return such a template as English says it to that seat."""
    return say_to_player(Turn((Line(text),)), _Unfilled({}))
