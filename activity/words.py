"""The page's own words in the reader's language, from the catalogues of all other texts.

The build of the page lists its texts (`texts.json`); English stands in the page itself.
"""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterator, Sequence

from activity.blocks import Json
from bot.language import (
    ENGLISH,
    _,
    closest,
    is_english,
    kept_by_language,
    ngettext,
    pgettext,
    plural_samples,
    reader_language,
)

CONTEXT = "\u0004"
"""The sign between a context and its text, as in gettext's files."""


class PageWords:
    """The texts of the page: each is its context, its English, and its English for many."""

    def __init__(self, listed: bytes | None) -> None:
        self._listed: Sequence[tuple[str, str, str]] = [tuple(each) for each in json.loads(listed or b"[]")]
        self.in_language: Callable[[], Json] = kept_by_language()(self._in_language)

    def _in_language(self) -> Json:
        """Return all texts in the reader's language, with their forms by the names of CLDR."""
        return {"language": reader_language(), "texts": dict(self._said())}

    def _said(self) -> Iterator[tuple[str, str | dict[str, str]]]:
        for context, text, many in () if is_english() else self._listed:
            if many:
                yield text, {name: ngettext(text, many, n) for name, n in plural_samples().items()}
            elif context:
                yield f"{context}{CONTEXT}{text}", pgettext(context, text)
            else:
                yield text, _(text)

    def in_page(self, page: bytes) -> bytes:
        """Return the page as it is before its script runs, in the reader's language."""
        if is_english():
            return page
        words = html.escape(json.dumps(self.in_language(), ensure_ascii=False))
        for english, translated in (
            ('<html lang="en">', f'<html lang="{reader_language()}">'),
            ('name="dicenight:words" content=""', f'name="dicenight:words" content="{words}"'),
            (">Opening the table …<", f">{html.escape(_('Opening the table …'))}<"),
            (">This page needs scripts.<", f">{html.escape(_('This page needs scripts.'))}<"),
        ):
            page = page.replace(english.encode(), translated.encode())
        return page


def accepted(header: str) -> str:
    """Return the first language of ours in an `Accept-Language` header, which browsers write in their order."""
    for part in header.split(","):
        tag = part.partition(";")[0].strip()
        language = closest(tag)
        if language != ENGLISH or tag.lower().startswith(ENGLISH):
            return language
    return ENGLISH
