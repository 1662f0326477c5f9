"""The shards that a process should serve, as given on the command line."""

from __future__ import annotations

import re
from typing import NamedTuple


class BadPlan(ValueError):
    """The text does not name shards; the message says how to write them."""


class ShardPlan(NamedTuple):
    """The wanted shards, or None for a fair share; and the total, or None for Discord's recommendation."""

    wanted: frozenset[int] | None
    total: int | None

    @classmethod
    def parse(cls, text: str) -> ShardPlan:
        """Parse `auto`, `auto/8`, `0-3/8` or `1,5/8`. Raises `BadPlan`."""
        found = re.fullmatch(r"(auto|[\d,-]+)(?:/(\d{1,5}))?", text.strip())
        if found is None:
            raise BadPlan(f"{text!r} names no shards; write auto, auto/8, or some of them such as 0-3/8")
        names, number = found.groups()
        count = int(number) if number else None
        if count == 0:
            raise BadPlan("there is at least one shard")
        if names == "auto":
            return cls(None, count)
        if count is None:
            raise BadPlan(f"{text!r} does not say of how many shards; write {text.strip()}/8, say")
        wanted = frozenset(shard for part in names.split(",") for shard in _range(part))
        if not wanted or max(wanted) >= count:
            raise BadPlan(f"{text!r} names a shard that there is not; they run from 0 to {count - 1}")
        return cls(wanted, count)


def _range(part: str) -> range:
    first, dash, last = part.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise BadPlan(f"{part!r} is no shard and no range of shards")
    return range(int(first), int(last if dash else first) + 1)
