"""Sentences that members read: each is raised somewhere, and each that is raised exists."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.user_errors import MESSAGES, UserError, _read_messages, add_messages
from cogs import EXTENSIONS

ROOT = Path(__file__).parents[2]


for extension in EXTENSIONS:
    # features bring sentences of their own
    importlib.import_module(extension)


def _nodes() -> Iterator[ast.AST]:
    for room in ("bot", "cogs"):
        for path in (ROOT / room).rglob("*.py"):
            yield from ast.walk(ast.parse(path.read_text("utf-8")))


def test_every_sentence_is_used_and_every_key_has_one() -> None:
    constants = {node.value for node in _nodes() if isinstance(node, ast.Constant)}
    assert [key for key in MESSAGES if key not in constants] == []
    raised = {
        node.args[0].value
        for node in _nodes()
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "UserError"
        and isinstance(node.args[0], ast.Constant)
    }
    assert raised - set(MESSAGES) == set()


def test_an_error_knows_its_key_and_its_sentence() -> None:
    error = UserError("full", n=4)
    assert (error.key, error.sentence) == (
        "full",
        "All 4 seats are taken. Wait for one, or open a table elsewhere.",
    )


def test_a_key_in_two_groups_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        _read_messages('[a]\nfull = "1"\n[b]\nfull = "2"\n')


def test_a_feature_cannot_replace_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"cogs\.calls has keys that others have too: call_hidden"):
        add_messages("cogs.calls")
