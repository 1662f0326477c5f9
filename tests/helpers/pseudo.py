"""A language with an accent on every letter: whatever a person reads without one was not marked to be translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from babel import Locale

from bot.language import PSEUDO, Catalogue
from games.computer.characters import characters
from games.registry import GAMES
from locales.catalogues import TEMPLATE, read, texts_of
from locales.checks import sources_of

ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀćďéƒǵĥíĵķĺḿńóṕɋŕśťúṽŵẋýźÁɃĆĎÉƑǴĤÍĴĶĹḾŃÓṔɊŔŚŤÚṼŴẊÝŹ",
)
KEPT = re.compile(r"<[^<>]*>|`[^`]*`|https?://\S+|/[a-z][a-z-]*(?: [a-z-]+(?::\S+)?)?")
"""What stays as it is in every language, beside values: mentions, code, addresses, commands."""
TITLES = sorted({game.rulebook for game in GAMES.values()}, key=len, reverse=True)
"""The rulebooks, whose titles are names."""
PEOPLE = ("Ann", "Bob", "Cid", "Dot", "Eve", "Player", *(each.name for each in characters()))
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
    "min",
)
"""Names of ours, units, and Discord's own answers."""
NAMES = re.compile(
    rf"(?<![A-Za-z])(?:{'|'.join((*map(re.escape, (*TITLES, *PEOPLE)), *OTHERS))})(?![A-Za-z])|Play…"
)
"""What no language says in another way."""
WORD = re.compile(r"[A-Za-z][A-Za-z' ]{2,}")


def accented(text: str) -> str:
    """Return a text with an accent on every letter that is said; the names of fields have none, nor marks in them."""
    made, depth, kept = "", 0, [range(*found.span()) for found in KEPT.finditer(text)]
    for at, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        made += letter if depth or any(at in span for span in kept) else letter.translate(ACCENTED)
    return made


@cache
def _texts() -> frozenset[tuple[str, str]]:
    """Return the texts that translators are given, each with its context."""
    template = texts_of(read(TEMPLATE))
    return frozenset((message.context or "", text) for message in template for text in sources_of(message))


class Pseudo(Catalogue):
    """The language. It has the texts of the template and no other, as a real one would."""

    language = PSEUDO
    locale = Locale("ja")
    """Lists and dates are not ours to translate, and this one joins them without a Latin letter."""

    def __init__(self) -> None:
        super().__init__()

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        return accented(message) if (context, message) in _texts() else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.npgettext("", msgid1, msgid2, n)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.pgettext(context, msgid1 if n == 1 else msgid2)


def bare_words(text: str) -> list[str]:
    """Return the words of a text that have no accent, and should."""
    return WORD.findall(NAMES.sub(" ", KEPT.sub(" ", text)))


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
