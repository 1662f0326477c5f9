"""A language with an accent on every letter: whatever a person reads without one was not marked to be translated.

Its texts are a third longer than the English ones, as German ones are, and each stands in brackets: a bracket that is
missing was cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from babel import Locale

from bot.language import PSEUDO, Catalogue
from bot.places.command_names import NAME
from cogs.daily.day_table import TABLES
from games.computer.characters import characters
from games.gembones.hags_haggle import codes
from games.registry import GAMES
from locales.catalogues import TEMPLATE, read, texts_of
from locales.checks import sources_of

ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀćďéƒǵĥíĵķĺḿńóṕɋŕśťúṽŵẋýźÁɃĆĎÉƑǴĤÍĴĶĹḾŃÓṔɊŔŚŤÚṼŴẊÝŹ",
)
KEPT = re.compile(r"<[^<>]*>|`[^`]*`|https?://\S+|/[a-z][a-z-]*(?: [a-z-]+(?::\S+)?)?")
"""What stays as it is in every language, beside values: mentions, code, addresses, commands."""
QUOTED = re.compile(r'"[^"]*"|“[^”]*”')
"""What members have typed, or are to type."""
TITLES = sorted(
    {name for game in GAMES.values() for name in (game.rulebook, game.title)}, key=len, reverse=True
)
"""The games and the rulebooks, whose titles are names."""
PEOPLE = (
    *("Ann", "Bob", "Cid", "Dot", "Eve", "Player", *TABLES.others),
    *(each.name for each in characters()),
    *codes.NAMES,
)
OTHERS = (
    r"Missing \w+",
    r"Dicenight(?: \d\S+)?",
    r"discord\.py",
    "Python",
    "SQLite",
    r"PostgreSQL(?: \d\S*(?: \([^)]*\))?)?",
    "UTC",
    "DM",
    "KB",
    "SHA",
    r"[0-9A-F]{4}",
    r"[0-9a-f]{8,}",
    "min",
)
"""Names of ours, units, and Discord's own answers."""
NAMES = re.compile(
    rf"(?<![A-Za-z0-9])(?:{'|'.join((*map(re.escape, (*TITLES, *PEOPLE)), *OTHERS))})(?![A-Za-z0-9])|Play…"
)
"""What no language says in another way."""
WORD = re.compile(r"[A-Za-z][A-Za-z' ]{2,}")


OPEN, LONGER, CLOSE = "«º»"
"""The brackets, and the sign that follows every third letter; no text of ours has one of them."""


def accented(text: str, *, bare: bool = False) -> str:
    """Return a text with an accent on every letter that is said; the names of fields have none, nor marks in them.

    `bare` is True for names of commands, in which Discord takes no brackets.
    """
    made, depth, kept = [*text], 0, [range(*found.span()) for found in KEPT.finditer(text)]
    said = list[int]()
    for at, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if not depth and letter.isalpha() and not any(at in span for span in kept):
            made[at] = letter.translate(ACCENTED) + LONGER * (len(said) % 3 == 2)
            said.append(at)
    if said and not bare:
        made[said[0]] = OPEN + made[said[0]]
        made[said[-1]] += CLOSE
    return "".join(made)


PLAIN = {accent: letter for letter, accent in ACCENTED.items()} | dict.fromkeys(
    map(ord, (OPEN, LONGER, CLOSE))
)


def unaccented(text: str) -> str:
    """Return the English text that was accented."""
    return text.translate(PLAIN)


@cache
def _texts() -> frozenset[tuple[str, str]]:
    """Return the texts that translators are given, each with its context."""
    template = texts_of(read(TEMPLATE))
    return frozenset((message.context or "", text) for message in template for text in sources_of(message))


def _all_accented(words: Any) -> Any:
    """Return words of CLDR, in whatever tables they stand, with accents."""
    return accented(words) if isinstance(words, str) else {key: _all_accented(words[key]) for key in words}


class Accents(Locale):
    """British English with accents in its lists and the names of its days and months."""

    list_patterns = property(lambda self: _all_accented(super().list_patterns))
    months = property(lambda self: _all_accented(super().months))
    days = property(lambda self: _all_accented(super().days))


class Pseudo(Catalogue):
    """The language. It has the texts of the template and no other, as a real one would."""

    language = PSEUDO
    locale = Accents("en", "GB")

    def __init__(self) -> None:
        super().__init__()

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        return accented(message, bare=context == NAME) if (context, message) in _texts() else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.npgettext("", msgid1, msgid2, n)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.pgettext(context, msgid1 if n == 1 else msgid2)


def bare_words(text: str) -> list[str]:
    """Return the words of a text that have no accent, and should."""
    found = WORD.findall(NAMES.sub(" ", QUOTED.sub(" ", KEPT.sub(" ", text))))
    return [word for word in found if len(word.strip()) > 2]


READ = ("alt", "content", "description", "label", "name", "placeholder", "text", "title", "topic")
"""The keys under which Discord shows text to people: alt texts are descriptions, choices have names."""


def read_by_people(body: Any) -> Iterator[str]:
    """Yield every text in a request's body that people read, wherever it stands."""
    if isinstance(body, list):
        for each in body:
            yield from read_by_people(each)
    elif isinstance(body, dict):
        for key, value in body.items():
            if isinstance(value, str):
                if key in READ:
                    yield value
            elif key != "emoji":
                yield from read_by_people(value)
