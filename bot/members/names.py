"""Names of members, which are chosen by others: made fit to stand in a text, on a control, or in a picture.

All three drop what cannot be seen, and what turns or hides the words beside it, and are cut before anything else is
done. A text escapes Markdown too; `label` takes such escapes out again, since controls know no Markdown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

LONGEST = 32
"""Letters of a name; Discord allows as many."""
MOST_MARKS = 4
"""Marks upon one letter; more of them climb over the lines above."""
NAMELESS = "someone"

_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters that show nothing, though Unicode does not say so by their category."""
_MARKUP = re.compile(r"([\\*_~`|\[\]])")
_LINE_START = re.compile(r"^(?=[-+])|^(\d+)(?=[.)])")
_SCHEME = re.compile(r":(?:\s*/)+")
_ESCAPE = re.compile(r"\\([\\*_~`|\[\]\-+.)])")


@lru_cache(maxsize=1024)
def visible_name(name: str) -> str:
    """Return a name as a picture may bear it: what can be seen of it, cut to Discord's length."""
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name):
        category = unicodedata.category(letter)
        if category[0] == "C" or category in ("Zl", "Zp") or letter in _UNSEEN:
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= MOST_MARKS:
            letters.append(" " if category == "Zs" else letter)
    return " ".join("".join(letters).split())[:LONGEST].strip() or NAMELESS


@lru_cache(maxsize=1024)
def name_in_text(name: str) -> str:
    """Return a name that cannot format, mention or link anything in a text."""
    bare = visible_name(re.sub(r"[@#<>]", "", name))
    linkless = _SCHEME.sub(":", bare)
    return _LINE_START.sub(r"\1\\", _MARKUP.sub(r"\\\1", linkless))


def name_in_label(name: str) -> str:
    """Return a name as buttons, options and modals bear it: without Markdown, and no emoji either."""
    return visible_name(re.sub(r"[<>]", "", name))


def join_with_and(words: Sequence[str]) -> str:
    """Return names or other words as a sentence lists them: `Ann, Bob and Cid`."""
    *most, last = words or [""]
    return f"{', '.join(most)} and {last}" if most else last


def label(words: str) -> str:
    """Return a sentence with names in it as controls bear it: without the escapes of a text."""
    return _ESCAPE.sub(r"\1", words) if "\\" in words else words
