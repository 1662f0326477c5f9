"""The frames that one page is sent: the whole view first, then what differs from the view that it has."""

from __future__ import annotations

from typing import Any

import msgspec

from activity.art import art_of, items_in
from activity.view import Sections, whole
from bot.face.text.runs import Runs

ROWS = {"seats"}
"""Lists of a view whose entries are sent one by one."""

_encode = msgspec.json.Encoder().encode


class PageState:
    """The state of a page: the last view that it was sent, and the items whose drawings it knows."""

    def __init__(self) -> None:
        self.version = 0
        self._has: Sections | None = None
        self._items: set[str] = set()

    def forget(self) -> None:
        """Send everything next, since the page has lost what it had."""
        self._has = None
        self._items.clear()

    def frame(self, sections: Sections, now: float) -> bytes | None:
        """Return the frame that brings the page to a view; None if it has just that."""
        before = self._has
        frame: dict[str, Any]
        if before is None:
            frame = {"t": "whole", "v": self.version + 1, "view": whole(sections)}
            new: list[Any] = [frame["view"]]
        else:
            old, values = before.values, sections.values
            changed = {path: value for path, value in values.items() if path not in old or old[path] != value}
            changed |= _by_row(changed, old)
            changed |= dict.fromkeys(old.keys() - values.keys())
            log = log_change(before.log, sections.log)
            if not changed and log is None:
                return None
            frame = {"t": "change", "v": self.version + 1, "from": self.version, "set": changed}
            new = [changed]
            if log is not None:
                frame["log"] = log
                new.append(log["add"])
        self._has = sections
        self.version += 1
        items = set(items_in(new)) - self._items
        self._items |= items
        return _encode(
            {**frame, "now": round(now * 1000), "art": {key: art_of(key) for key in sorted(items)}}
        )


def _by_row(changed: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    """Take lists that are as long as before out of a change, and return their entries that differ."""
    rows: dict[str, Any] = {}
    for path in ROWS & changed.keys():
        before, after = old[path], changed[path]
        if len(before) == len(after):
            del changed[path]
            rows |= {f"{path}.{at}": row for at, row in enumerate(after) if row != before[at]}
    return rows


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
