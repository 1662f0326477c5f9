"""A translation against its text: the same values with the same marks, commands and signs, the same Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from babel.messages.catalog import Message

from bot.face.text.plurals import fields_of
from bot.face.text.turns import YOU

_COMMAND = re.compile(
    r"(?<![\w/])/(?:(?:gembones|house|my|night|notify|privacy|purse|table|tournament) [a-z_-]+|[a-z][a-z_-]*)"
)
"""A command as members type it: a group has a second word, and what follows any other is the sentence."""
_EMOJI = re.compile(r"[\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
_CUSTOM = re.compile(r"<a?:\w+:\d+>|<[@#][!&]?\d+>|<t:[^>]*>")
_LINE = re.compile(r"^(?:\s*(?:[-*] |\d+\. |#+ |-# |> ))?")


def faults_of(message: Message) -> Iterator[str]:
    """Yield a sentence for each fault of a translation; none for a text that has no translation yet."""
    for form in forms_of(message):
        if form:
            yield from _faults(sources_of(message), form, you=message.context == YOU)


def forms_of(message: Message) -> Sequence[str]:
    """Return the translation of a text, in each plural form that the language has."""
    return tuple(message.string) if isinstance(message.string, tuple | list) else (message.string or "",)


def sources_of(message: Message) -> Sequence[str]:
    """Return the text in English, and the one for many if it has one."""
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def _faults(sources: Sequence[str], form: str, *, you: bool) -> Iterator[str]:
    given, wanted = Counter(fields_of(form)), [Counter(fields_of(source)) for source in sources]
    if you:  # the one who reads needs no name of their own
        for each in (given, *wanted):
            each.pop(("seat", "seat"), None)
    if given not in wanted and not _leaves_a_count_out(given, wanted):
        yield f"The values must be {_listed(wanted[-1])}, and are {_listed(given)}."
    if _FREE_BRACE.search(form) and not any(_FREE_BRACE.search(source) for source in sources):
        yield "A brace stands alone."
    for name, pattern in (("signs", _EMOJI), ("custom emoji or mentions", _CUSTOM)):
        if Counter(pattern.findall(form)) not in [Counter(pattern.findall(source)) for source in sources]:
            yield f"The {name} must be those of the English text: {' '.join(pattern.findall(sources[-1])) or 'none'}."
    for command in Counter(_COMMAND.findall(sources[-1])) - Counter(_COMMAND.findall(form)):
        if command not in form:
            yield f"The command {command} must stay as it is."
    if form.count("\n") != sources[-1].count("\n") and _heads(form) != _heads(sources[-1]):
        yield f"It has {form.count(chr(10)) + 1} lines, and the English text {sources[-1].count(chr(10)) + 1}."
    elif _heads(form) != _heads(sources[-1]):
        yield "Each line must begin as in the English text: headings, bullets, numbers, small print."
    for sign in ("**", "||", "`"):
        if form.count(sign) % 2 or bool(form.count(sign)) != bool(sources[-1].count(sign)):
            yield f"The pairs of {sign} must be those of the English text."
    for end, words in ((str.startswith, "begin"), (str.endswith, "end")):
        for space in (" ", "\n"):
            if end(form, space) != end(sources[-1], space):
                yield f"It must {words} with a space or a new line exactly where the English text does."


_FREE_BRACE = re.compile(r"^[^{]*\}|\{[^}]*$")


def _leaves_a_count_out(given: Counter[tuple[str, str]], wanted: list[Counter[tuple[str, str]]]) -> bool:
    """Return whether only the number is missing, as in a form for one: “one card”."""
    return len(wanted) == 2 and not given - wanted[-1] and (wanted[-1] - given).total() == 1


def _heads(text: str) -> list[str]:
    """Return how each line begins: the signs that make headings, lists and small print."""
    return [found[0] if (found := _LINE.match(line)) else "" for line in text.split("\n")]


def _listed(fields: Counter[tuple[str, str]]) -> str:
    return (
        " ".join(f"{{{name}:{mark}}}" if mark else f"{{{name}}}" for name, mark in fields.elements())
        or "none"
    )
