"""Shared steps of the scenarios of games with discard and draw."""

from __future__ import annotations

from typing import Any

from tests.helpers.script import Script


def show_down(s: Script, names: str = "AB") -> Script:
    """All check and keep to the end."""
    steps: tuple[Any, ...] = ("check", [], "check", [], "check")
    for step in steps:
        s.each(names, step)
    assert s.match.over
    return s
