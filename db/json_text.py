"""JSON as it is kept: compact, readable, and without the NaN that JSON does not have."""

from __future__ import annotations

import json
from collections.abc import Mapping

from db.records import Json

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode

load = json.loads


class JsonText(str):
    """A value that is JSON text already."""

    __slots__ = ()


def dump(value: Json) -> JsonText:
    """`value` as text. Raises `TypeError` or `ValueError` for what JSON cannot say."""
    if isinstance(value, JsonText):
        return value
    return JsonText(_encode(dict(value) if isinstance(value, Mapping) else value))
