"""The frames that one page is sent: the whole view first, then what differs from the view that it has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from activity.art import art_of, items_in
from activity.blocks import Json
from activity.view import Sections, whole
from activity.words import PageWords
from bot.face.text.card_names import use_match_cards
from bot.face.text.runs import Runs
from bot.language import ENGLISH, reader_language

ROWS = {"seats"}
"""Lists of a view whose entries are sent one by one."""

NO_WORDS = PageWords(None)
"""The words of a page that hasn't been built."""

_encode = msgspec.json.Encoder().encode


class Content:
    """The content of a frame: a whole view or a difference, encoded once for all pages that need the same."""

    def __init__(self, parts: Json) -> None:
        self.parts = {name: msgspec.Raw(_encode(part)) for name, part in parts.items()}
        self.items = frozenset(items_in(parts.values()))


class PageState:
    """The state of a page: the last view that it was sent, the items whose drawings it knows, its own words."""

    def __init__(self, words: PageWords = NO_WORDS, reads: str = ENGLISH) -> None:
        self.version = 0
        self._words, self._reads = words, reads
        self._has: Sections | None = None
        self._items: set[str] = set()

    def forget(self) -> None:
        """Send everything next, since the page has lost what it had."""
        self._has = None
        self._items.clear()

    def frame(self, sections: Sections, now: float) -> bytes | None:
        """Return the frame that brings the page to a view; None if it has just that."""
        own: Json = {}
        if self._reads != reader_language():
            # a page never shows two languages: all of it is sent again
            self.forget()
            self._reads, own = reader_language(), {"words": self._words.in_language()}
        # another table may have been painted since this view was made
        use_match_cards(sections.cards)
        content = content_of(self._has, sections)
        if content is None:
            return None
        head: Json = {"t": "whole"} if self._has is None else {"t": "change", "from": self.version}
        self._has = sections
        self.version += 1
        new = content.items - self._items
        self._items |= new
        art = {key: art_of(key) for key in sorted(new)}
        return _encode(
            {**head, "v": self.version, "now": round(now * 1000), **own, **content.parts, "art": art}
        )


def content_of(before: Sections | None, after: Sections) -> Content | None:
    """Return the content that brings a page from one view to another; None if they are the same."""
    if before is after:
        return None
    # pages that are shown the same had the same before: the latest content serves all of them
    if after.latest is not None and after.latest[0] is before:
        known: Content | None = after.latest[1]
        return known
    content = _content(before, after)
    after.latest = (before, content)
    if before is not None:
        # nobody is brought to an older view any more
        before.latest = None
    return content


def _content(before: Sections | None, after: Sections) -> Content | None:
    if before is None:
        return Content({"view": whole(after)})
    changed = dict(_changes(before.values, after.values))
    log = log_change(before.log, after.log)
    if not changed and log is None:
        return None
    return Content({"set": changed} | ({"log": log} if log is not None else {}))


def _changes(before: Json, after: Json) -> Iterator[tuple[str, Any]]:
    """Yield what differs by its path: a part of the view, an entry of one, a field of an entry."""
    for path, value in after.items():
        if path not in before:
            yield path, value
            continue
        old = before[path]
        if path in ROWS and len(old) == len(value):
            for at, row in enumerate(value):
                yield from _entry(f"{path}.{at}", old[at], row)
        elif "." in path:
            yield from _entry(path, old, value)
        elif old != value:
            yield path, value
    for path in before.keys() - after.keys():
        yield path, None


def _entry(path: str, before: Json, after: Json) -> Iterator[tuple[str, Any]]:
    """Yield how an entry differs: by its fields, or whole where it has others than before."""
    if before == after:
        return
    if before.keys() != after.keys():
        yield path, after
        return
    for name, value in after.items():
        if before[name] != value:
            yield f"{path}.{name}", value


def log_change(before: list[Runs], after: list[Runs]) -> dict[str, Any] | None:
    """Return how a log became another: lines dropped from its beginning, lines kept, and lines added."""
    if before == after:
        return None
    drop, keep = 0, 0
    for start in range(len(before)):
        same = 0
        while start + same < len(before) and same < len(after) and before[start + same] == after[same]:
            same += 1
        if same > keep:
            drop, keep = start, same
    return {"drop": drop, "keep": keep, "add": after[keep:]}
