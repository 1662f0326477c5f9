"""The language of what people read: English is written in the code, catalogues in `locales/` hold the others.

A sentence is marked where it is said, whole and with its values by name: `_("{n} more were told.").format(n=n)`. Who
reads it is a value of the context, which `speaking` sets: a press sets its presser's language, a table message that of
its place. Texts that are read at import, or stand in the games, are English until they are said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from datetime import date
from functools import cache, lru_cache, wraps
from gettext import GNUTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Literal, ParamSpec, TypeVar

if TYPE_CHECKING:
    from babel import Locale

P = ParamSpec("P")
T = TypeVar("T")

ENGLISH = "en"
PSEUDO = "en-XA"
"""English with accents on every letter, for tests alone: a letter without one was not marked."""
LOCALES = Path(__file__).parent.parent / "locales"
DOMAIN = "dicenight"


class Catalogue(GNUTranslations):
    """The texts of a language, by the English ones."""

    language: str

    @property
    def locale(self) -> Locale:
        """The rules by which the language writes lists, numbers and dates."""
        return locale_of(self.language)


@cache
def catalogue(language: str) -> Catalogue | None:
    """Return the texts of a language; None for English, which needs none, and for a language that we don't have."""
    path = _path(language)
    if not path.is_file():
        return None
    with path.open("rb") as file:
        found = Catalogue(file)
    found.language = language
    return found


def _path(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.mo"


LANGUAGES: tuple[str, ...] = (
    ENGLISH,
    *sorted(
        folder.name
        for folder in (LOCALES.iterdir() if LOCALES.is_dir() else ())
        if folder.name != PSEUDO and _path(folder.name).is_file()
    ),
)
"""The languages that a member may choose: each has a folder."""


def catalogue_files() -> list[Path]:
    """Return the files of the languages that a member may choose; English has none."""
    return [_path(language) for language in LANGUAGES if language != ENGLISH]


_reader: ContextVar[Catalogue | None] = ContextVar("reader", default=None)
_LOOSE = re.compile(r"\b(\d+) pieces?\b")


class speaking:
    """Say everything within in a language. Tasks that are begun within say it so too."""

    # no `contextmanager`: each press and each repaint opens one, and a generator costs three times as much
    __slots__ = ("_language", "_token")

    def __init__(self, language: str) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._token = _reader.set(catalogue(self._language))

    def __exit__(self, *_: object) -> None:
        _reader.reset(self._token)


def speak(language: str) -> None:
    """Say everything in a language from now on, in this task and in those that it begins."""
    _reader.set(catalogue(language))


def reader_language() -> str:
    """Return the language in which things are being said."""
    reader = _reader.get()
    return reader.language if reader is not None else ENGLISH


def is_english() -> bool:
    """Return whether the reader reads what stands in the code."""
    return _reader.get() is None


def _(text: str) -> str:
    """Return an English text in the reader's language."""
    reader = _reader.get()
    return reader.gettext(text) if reader is not None and text else text


def ngettext(one: str, many: str, n: int) -> str:
    """Return the form of a text for `n` things, in the reader's language: `ngettext("{n} card", "{n} cards", n)`."""
    reader = _reader.get()
    if reader is None:
        return one if abs(n) == 1 else many
    return reader.ngettext(one, many, abs(n))


def plural_samples() -> dict[str, int]:
    """Return a number for each plural form of the reader's language, by the names of CLDR: `one`, `few`, `other`."""
    reader = _reader.get()
    form_of = locale_of(ENGLISH if reader is None else reader.language).plural_form
    return {form_of(n): n for n in reversed(range(_PLURALS_BELOW))}


_PLURALS_BELOW = 130
"""Among the numbers below there is one of each plural form that whole numbers of a game need."""


def pgettext(context: str, text: str) -> str:
    """Return a text that says different things in different contexts."""
    reader = _reader.get()
    return reader.pgettext(context, text) if reader is not None and text else text


def found(text: str, context: str | None = None, n: int | None = None) -> str | None:
    """Return a text in the reader's language, in its form for `n`; None where it's English or not translated."""
    reader = _reader.get()
    if reader is None or not text:
        return None
    if n is None:
        translated = reader.gettext(text) if context is None else reader.pgettext(context, text)
    elif context is None:
        translated = reader.ngettext(text, text, abs(n))
    else:
        translated = reader.npgettext(context, text, text, abs(n))
    return translated if translated != text else None


def N_(text: str) -> str:
    """Mark a text that is translated later, where it's shown."""
    return text


def listed(words: Sequence[str], style: Literal["standard", "or"] = "standard") -> str:
    """Return names or other words as a list in a sentence: `Ann, Bob and Cid`; in the style `or`, `Ann or Bob`."""
    reader = _reader.get()
    if reader is not None and len(words) > 1:
        from babel.lists import format_list  # here, since English needs none of it

        return format_list(words, style=style, locale=reader.locale)
    *most, last = words or [""]
    return f"{', '.join(most)} {'or' if style == 'or' else 'and'} {last}" if most else last


def with_label(label: str, value: str) -> str:
    """Return a value behind its label, with the space that the reader's language sets between them."""
    return pgettext("a label and its value", "{label}: {value}").format(label=label, value=value)


def number(n: float) -> str:
    """Return a number with its thousands apart, and the minus sign that people read."""
    reader = _reader.get()
    if reader is None:
        return f"{n:,}".removesuffix(".0").replace("-", "−")
    from babel.numbers import format_decimal

    return format_decimal(n, locale=reader.locale).replace("-", "−")


def amount_words(amount: str) -> str:
    """Return an amount as members type it, `2g6 + 3 pieces`, or another word for one, in the reader's language."""
    words, loose = _LOOSE.subn(
        lambda n: ngettext("{n} piece", "{n} pieces", int(n[1])).format(n=number(int(n[1]))), amount
    )
    return words if loose else _(amount)


def date_words(moment: date, parts: str, in_english: str) -> str:
    """Return a day as the reader's language writes it: `parts` of CLDR, such as `yMMMd`, in its own order."""
    reader = _reader.get()
    if reader is None:
        return in_english
    from babel.dates import format_skeleton

    return format_skeleton(parts, moment, locale=reader.locale)


def closest(locale: str | None) -> str:
    """Return the language of ours that is closest to one of Discord's, such as `es-419`; English if none is."""
    wanted = (locale or ENGLISH).replace("_", "-")
    for language in (wanted, wanted.partition("-")[0]):
        if language in LANGUAGES or (language == PSEUDO and catalogue(PSEUDO) is not None):
            return language
    return ENGLISH


def own_name(language: str) -> str:
    """Return a language's name for itself: `English`, `Deutsch`."""
    with speaking(language):
        return pgettext("this language, in itself", "English")


@cache
def locale_of(language: str) -> Locale:
    """Return the customs of a language: its numbers, lists and dates."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language, sep="-")
    except UnknownLocaleError:
        return Locale.parse(ENGLISH)


def kept_by_language(most: int | None = None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the results of a function that returns words, for each language apart. `most` is how many are kept."""

    def keep(function: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(most)
        def kept(reader: Catalogue | None, *args: P.args, **kwargs: P.kwargs) -> T:
            return function(*args, **kwargs)

        @wraps(function)
        def look_up(*args: P.args, **kwargs: P.kwargs) -> T:
            return kept(_reader.get(), *args, **kwargs)  # type: ignore[arg-type]

        return look_up

    return keep
