"""The number in a template that decides how its words end, in languages that have several forms for it."""

from __future__ import annotations

import re
from functools import lru_cache

_COUNT = re.compile(r"\{((?:[^{}:]|\{[^{}]*\})+)(?::big)?\}(?:\*\*)? (?:more |of the |of your )?([A-Za-z]+)")
_FIELD = re.compile(r"\{((?:[^{}:]|\{[^{}]*\})*)(?::([^{}]*))?\}")
"""A value in a template, perhaps with a mark in its name that is spelled out: `{dice_{face}}`."""
_NO_NOUN = re.compile(
    r"a|after|again|against|ahead|all|an|and|are|as|at|back|beat|beats|between|but|by|"
    r"can|counts|do|down|each|earlier|everything|fit|for|from|go|goes|has|have|here|if|in|"
    r"into|is|isn|it|leaves|left|less|locked|loose|lost|makes|many|may|more|no|of|off|"
    r"offers|on|once|one|or|over|shows|so|stay|stays|still|strong|than|that|the|then|they|"
    r"to|together|too|under|up|was|were|when|while|win|wins|with|without"
)
"""Words after a number that are no name of what is counted: `{n} and is all in` reads the same with any number."""
_NO_NUMBER = re.compile(
    r"base|channel|color|dealer|dice|die|house|name|near|options|place|roll|sentence|size|spoke|team|title|when"
)
"""Values that are words, so that they count nothing."""


@lru_cache(8192)
def count_in(template: str) -> str | None:
    """Return the name of the value that counts something: `n` of `{n} pots nobody paid to see`; None without one.

    A template with a count has plural forms in the catalogues, and is looked up there with that number.
    """
    for found in _COUNT.finditer(template):
        if not _NO_NUMBER.fullmatch(found[1]) and not _NO_NOUN.fullmatch(found[2]):
            return found[1]
    return None


def fields_of(text: str) -> list[tuple[str, str]]:
    """Return the name and the mark of each value in a template, in their order."""
    return [(found[1], found[2] or "") for found in _FIELD.finditer(text)]


@lru_cache(8192)
def has_words(text: str) -> bool:
    """Return whether anything but values and signs stands in a text."""
    return any(letter.isalpha() for letter in _FIELD.sub("", text))
