"""Names of members, which they choose themselves: made safe for a text, a control, or a picture.

All three remove invisible letters, and those that reverse or hide the words next to them, and are cut before anything
else is done. A text escapes Markdown too; `label` removes such escapes again, since controls know no Markdown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NewType

from bot.language import N_, _, kept_by_language, listed
from db.backend.names import Name

SafeText = NewType("SafeText", str)
"""Words in which every name is safe to read: this module makes names so, and nothing else should."""
LONGEST = 32
"""The most letters of a name; Discord allows as many."""
MOST_MARKS = 4
"""The most marks on one letter; more of them would cover the lines above."""
NAMELESS = N_("someone")

_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters that show nothing, although their Unicode category does not say so."""
_MARKUP = re.compile(r"([\\*_~`|\[\]])")
_LINE_START = re.compile(r"^(?=[-+])|^(\d+)(?=[.)])")
_SCHEME = re.compile(r":(?:\s*/)+")
_ESCAPE = re.compile(r"\\([\\*_~`|\[\]\-+.)])")


@kept_by_language(1024)
def visible_name(name: str, longest: int = LONGEST) -> str:
    """Return a name for a picture: its visible letters, cut to Discord's length."""
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name):
        category = unicodedata.category(letter)
        if category[0] == "C" or category in ("Zl", "Zp") or letter in _UNSEEN:
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= MOST_MARKS:
            letters.append(" " if category == "Zs" else letter)
    return " ".join("".join(letters).split())[:longest].strip() or _(NAMELESS)


@kept_by_language(1024)
def name_in_text(name: str, longest: int = LONGEST) -> SafeText:
    """Return a name, or longer words of a member, that cannot format, mention or link anything in a text."""
    bare = visible_name(re.sub(r"[@#<>]", "", name), longest)
    linkless = _SCHEME.sub(":", bare)
    return SafeText(_LINE_START.sub(r"\1\\", _MARKUP.sub(r"\\\1", linkless)))


Name.tell = name_in_text


def names_in_text(names: Iterable[str]) -> SafeText:
    """Return names as a list in a sentence, each made safe."""
    return SafeText(listed([name_in_text(name) for name in names]))


def name_in_label(name: str) -> str:
    """Return a name for buttons, options and modals: without Markdown or emoji."""
    return visible_name(re.sub(r"[<>]", "", name))


def label(words: str) -> str:
    """Return a sentence with names for controls: without the escapes of a text."""
    return _ESCAPE.sub(r"\1", words) if "\\" in words else words
