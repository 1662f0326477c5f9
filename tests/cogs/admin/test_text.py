"""The audit log in words: whatever is written to it can be read there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from cogs.admin.text import ACTIONS

ROOT = Path(__file__).parent.parent.parent.parent
WRITERS = {"AuditEntry": (2, ""), "_set": (2, ""), "_audit": (0, "table ")}
"""The calls that write an entry: the place of its action among their arguments, and what they put before it."""


def written() -> Iterator[str]:
    """Yield each action that the code writes to the audit log."""
    for package in ("bot", "cogs", "db"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(node, ast.Call):
                    continue
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                place, before = WRITERS.get(name, (len(node.args), ""))
                for argument in node.args[place : place + 1]:
                    yield from _texts(argument, before)


def _texts(argument: ast.expr, before: str) -> Iterator[str]:
    match argument:
        case ast.Constant(value=str(action)):
            yield before + action
        case ast.IfExp(body=body, orelse=other):
            yield from _texts(body, before)
            yield from _texts(other, before)


def test_every_action_that_is_written_has_words() -> None:
    actions = set(written())
    assert {"grant", "today", "table kick", "table co-host no more", "reset"} <= actions, (
        "the search is blind"
    )
    assert actions - set(ACTIONS) == set(), "`/house audit` has no words for these: cogs/admin/text.py"
