"""Turns the lines of a scene into sentences: templates and values, with names and marks."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bot.face.text.card_names import item_text, items_text, plain_item
from bot.face.text.plurals import count_in, has_words
from bot.language import (
    N_,
    _,
    found,
    is_english,
    kept_by_language,
    listed,
    ngettext,
    number,
    pgettext,
    reader_language,
)
from bot.members.names import name_in_text
from games.engine.scene import Line
from games.phrases import SPELLED, parts_of

safe_name = name_in_text
"""Makes a name that cannot format, mention or link anything."""


@lru_cache(8192)
def _parsed(template: str) -> tuple[tuple[str, str | None, str], ...] | None:
    """Return the parts of a template: words, and the field that follows with its mark; None if it needs `vformat`.

    Cached: parsing one costs as much as the rest of a button, and there are few.
    """
    parts = []
    for literal, field, marks, conversion in string.Formatter().parse(template):
        if field is not None and (conversion or "{" in (marks or "") or not field.isidentifier()):
            return None
        parts.append((literal, field, marks or ""))
    return tuple(parts)


def translated(template: str, values: Mapping[str, Any], context: str | None = None) -> str | None:
    """Return a template of a game in the reader's language; None where they read English, or it isn't translated."""
    if is_english():
        return None
    parts = parts_of(template)
    if parts:
        return "".join(translated(part, values, context) or part for part in parts)
    spelled = SPELLED.get(template)
    source = spelled.source if spelled is not None else template
    count = count_in(source)
    if count is not None and spelled is not None:
        # `{kind}` of `{{kind}} points` stands for the name of what is counted
        for mark, value in spelled.values.items():
            count = count.replace(mark, value)
    n = values.get(count) if count is not None else None
    if n is None and spelled is not None and spelled.values.get(f"{{{count}}}", "").isdecimal():
        n = int(spelled.values[f"{{{count}}}"])
    if count is not None and not isinstance(n, int):
        n = MANY
    words = found(source, context, n)
    if words is None and spelled is not None and not has_words(source):
        words = source
    if words is not None and spelled is not None:
        for mark, value in spelled.values.items():
            words = _spelled_out(words, mark, value)
    return words


def _spelled_out(words: str, mark: str, value: str) -> str:
    """Return words with a value for its mark. Within the name of a field it's a key, and is not translated."""
    literals = words.split(mark)
    made = literals[0]
    for literal in literals[1:]:
        within = made.count("{") > made.count("}")
        made += (value if within else word(value)) + literal
    return made


def word(text: str) -> str:
    """Return a phrase of a game without values, such as the name of a zone, as the reader says it."""
    return translated(text, {}) or text


def capital(words: str) -> str:
    """Capitalise the beginning of a line; names inside it keep their case."""
    return words[:1].upper() + words[1:]


def inside(words: str) -> str:
    """Return the words of a choice inside a line, with a small letter but in German, whose nouns keep theirs."""
    return words if reader_language() == "de" else words[:1].lower() + words[1:]


MANY = 5
"""The number whose plural form serves for one that isn't known, or is no whole number."""


def time_until(due: float) -> str:
    """Return the deadline of a question, as how far away it is."""
    return _("time's up {when}").format(when=f"<t:{int(due)}:R>")


class Renderer(string.Formatter):
    """Turns lines into text. A template may mark a value: `{who:seat}`, `{all:seats}`, `{card:item}`, `{why:line}`,
    `{dice:gembones}`; `{dice:faces}` is `4 and 2`; `{cards:listed}` are items as in a sentence, `Lady and Bard`;
    `{n:points}` is `1 point`, `{n:nth}` is `1st`. Negative numbers get a true minus sign.
    """

    def __init__(self, names: Mapping[int, str]) -> None:
        self.names: dict[int, str] = {seat: safe_name(name) for seat, name in names.items()}

    def name(self, seat: int) -> str:
        """Return a seat's name."""
        return self.names.get(seat) or seat_name(seat)

    def item(self, key: str) -> str:
        """Return an item for a label."""
        return plain_item(key)

    def say(self, line: Line) -> str:
        """Return a line as a sentence."""
        return self.finished(self.render(line.text, line.values))

    def finished(self, sentence: str) -> str:
        """Return a whole sentence as it is shown; a part of one may need the space at its end."""
        return sentence[:-1] if ends_twice(sentence) else sentence

    def render(self, text: str, values: Mapping[str, Any]) -> str:
        """Return a template of the data sheet in the reader's language, filled with its values."""
        return self.fill(translated(text, values) or text, values)

    def fill(self, text: str, values: Mapping[str, Any]) -> str:
        """Return a template in words of the reader's language, filled with its values."""
        if "{" not in text and "}" not in text:
            return text
        parts = _parsed(text)
        if parts is None:
            return self.vformat(text, (), values)
        words = []
        for literal, field, marks in parts:
            words.append(literal)
            if field is not None:
                words.append(self.format_field(values[field], marks))
        return "".join(words)

    def format_field(self, value: Any, format_spec: str) -> Any:
        """Return a marked value as text."""
        if not format_spec and type(value) is int:
            # most values
            return str(value) if value >= 0 else f"−{-value}"
        match format_spec:
            case "" if type(value) is str:
                # a word of the rules, such as a colour
                return with_minus(word(value))
            case "seat":
                return self.name(value)
            case "seats":
                return listed([self.name(seat) for seat in value])
            case "item":
                return item_text(value)
            case "items":
                return items_text(value)
            case "listed":
                return listed([item_text(each) for each in value])
            case "line":
                return self.render(value.text, value.values)
            case "faces":
                return listed([die.partition(":")[2] for die in value])
            case "gembones":
                return spelled_dice(str(value))
            case "points":
                return points_text(value)
            case "nth":
                return ordinal(value)
            case "big":
                return f"**{value}**"
            case _:
                return with_minus(super().format_field(value, format_spec))


def ends_twice(sentence: str) -> bool:
    """Return whether a full stop follows a name that ends in a mark of its own, as some cards' names do."""
    return sentence.endswith(("!.", "?.", "....", "…."))


def ordinal(n: int) -> str:
    """Return a place as people read it: `1st`, `22nd`."""
    if n == 1:
        return _("1st")
    words = N_("{n}th") if 10 < n % 100 < 14 else ENDINGS.get(n % 10, "{n}th")
    return _(words).format(n=n)


ENDINGS = {1: N_("{n}st"), 2: N_("{n}nd"), 3: N_("{n}rd")}
"""Places whose last digit has an ending of its own."""


def seat_name(seat: int) -> str:
    """Return a seat without a name by its number."""
    return _("seat {n}").format(n=seat + 1)


def with_minus(text: str) -> str:
    """Return a text with the minus sign that people read before its negative numbers: `{n:+}` gives `−5`."""
    return _NEGATIVE.sub("−", text) if "-" in text else text


_NEGATIVE = re.compile(r"(?<![\w.)-])-(?=[\d,.]*\d)")


@kept_by_language()
def _few() -> list[str]:
    """Return words for small numbers before a gembone; larger ones are written in digits."""
    return [
        pgettext("how many gembones", "no"),
        pgettext("how many gembones", "a"),
        pgettext("how many gembones", "two"),
        pgettext("how many gembones", "three"),
        pgettext("how many gembones", "four"),
        pgettext("how many gembones", "five"),
        pgettext("how many gembones", "six"),
        pgettext("how many gembones", "seven"),
        pgettext("how many gembones", "eight"),
        pgettext("how many gembones", "nine"),
        pgettext("how many gembones", "ten"),
        pgettext("how many gembones", "eleven"),
        pgettext("how many gembones", "twelve"),
    ]


_DICE = re.compile(r"\b(\d+)(g\d+)\b")
_UNITS = re.compile(r"\b(\d+) (piece|point|ticket)s?\b")


def points_text(n: int) -> str:
    """Return a score with its unit: `1 point`, `−2 points`."""
    return ngettext("{n} point", "{n} points", n).format(n=f"{'−' if n < 0 else ''}{abs(n)}")


def pieces_text(n: int) -> str:
    """Return a number of pieces: `1 piece`, `1,200 pieces`."""
    return ngettext("{n} piece", "{n} pieces", n).format(n=number(n))


def tickets_text(n: int) -> str:
    """Return a number of tickets: `5 tickets`."""
    return ngettext("{n} ticket", "{n} tickets", n).format(n=number(n))


_UNIT_TEXTS = {"piece": pieces_text, "point": points_text, "ticket": tickets_text}


def gembones_text(count: int, gembone: str) -> str:
    """Return gembones of one size: `no g4s`, `a g4`, `three g4s`."""
    few = _few()
    words = few[count] if count < len(few) else str(count)
    return ngettext("{count} {gembone}", "{count} {gembone}s", count).format(count=words, gembone=gembone)


@kept_by_language(1024)
def spelled_dice(text: str) -> str:
    """Return amounts such as `3g4 + 1g8 + 1g6` in everyday words: `three g4s, a g8 and a g6`."""
    won, _less, lost = text.partition(" less ")
    words = listed([_amount_text(part) for part in _PARTS.split(won)])
    if not lost:
        return words
    return _("{won} for {lost}").format(won=words, lost=spelled_dice(lost))


EACH = " each"
_PARTS = re.compile(r" \+ | and ")


def _amount_text(part: str) -> str:
    """Return an amount in everyday words, and what stands round it as it is: `1g4 each`, `1g4 (52 pieces)`."""
    if part.endswith(EACH):
        return _("{amount} each").format(amount=_amount_text(part.removesuffix(EACH)))
    given, _for, taken = part.partition(" for ")
    if taken:
        return _("{given} for {taken}").format(given=_amount_text(given), taken=spelled_dice(taken))
    words = _DICE.sub(lambda dice: gembones_text(int(dice[1]), dice[2]), part)
    words = _UNITS.sub(lambda units: _UNIT_TEXTS[units[2]](int(units[1])), words)
    return words if words != part else _(part)
