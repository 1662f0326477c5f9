"""The values of a submitted modal."""

from __future__ import annotations

from typing import Any


def modal_text(data: Any) -> str:
    """Return the text typed into a one-line modal."""
    for part in data.get("components", []):
        inner = part.get("component") or (part.get("components") or [{}])[0]
        if inner.get("custom_id") == "value":
            return str(inner.get("value", ""))
    return ""


def modal_choices(data: Any) -> dict[str, list[str]]:
    """Return the values chosen in a modal, by the custom ids of its fields; a field without any has none."""
    chosen: dict[str, list[str]] = {}
    for part in data.get("components", []):
        field = part.get("component") or {}
        values = field.get("values", [field["value"]] if field.get("value") is not None else [])
        chosen[str(field.get("custom_id", ""))] = [str(value) for value in values]
    return chosen
