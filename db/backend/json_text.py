"""JSON in the columns of the database."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Json = Any
"""Any value that `json.dumps` takes."""


class JsonText(str):
    """A value that has been encoded as JSON."""

    __slots__ = ()


JsonObject = Mapping[str, Json] | JsonText
"""A mapping until a write is made, its JSON text afterwards."""

# msgspec encodes faster, but writes NaN as null without a word; the standard library refuses it.
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def encode(value: Json) -> JsonText:
    """Encode a value as compact JSON; return an encoded one unchanged.

    Raises `TypeError` or `ValueError` for a value that JSON cannot express.
    """
    if isinstance(value, JsonText):
        return value
    return JsonText(_encode(dict(value) if isinstance(value, Mapping) else value))
