"""The record of a match under a hash, so that what was played is vouched for as well as what was dealt.

The hash is over what was played and over the hash of the table's match before, which makes a chain: anyone who changes
a match must change all that follow it, and the digits of each stood under its result. The seed is part of the header,
so nobody can guess hidden cards from a hash whose table is still open. docs/fairness.md has the recipe for others.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def record_hash(
    before: str,
    *,
    match: int,
    game: str,
    version: int,
    state: str,
    header: Mapping[str, Any],
    rows: Iterable[Sequence[Any]],
    result: Any,
) -> str:
    """Return the hash of a match: SHA-256 over the hash before, empty for a table's first match, and what was played.

    `header` and `result` are as an export has them; of each row count ask, seat, by, digest and answer, not its time.
    """
    played = {
        "match": match,
        "game": game,
        "version": version,
        "state": state,
        "header": header,
        "rows": [list(row) for row in rows],
        "result": result,
    }
    return hashlib.sha256((before + canonical(played)).encode()).hexdigest()


def canonical(value: Any) -> str:
    """Return JSON in its one form: keys sorted, no spaces, ASCII, whole numbers without a point."""
    return json.dumps(_whole(value), sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def _whole(value: Any) -> Any:
    """Return a value whose whole floats are ints, as other programs read them from JSON."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {key: _whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_whole(inner) for inner in value]
    return value
