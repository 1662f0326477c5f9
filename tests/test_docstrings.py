"""The language of docstrings: each opens with a plain sentence, and none speaks in riddles."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("activity", "bot", "cogs", "db", "games", "playground", "benchmarks")
LONGEST = 22
"""Words of a docstring's first sentence."""
RIDDLE = re.compile(r"^(What|Who|Whom|Whose|Whether|How|Where|Which|See)\b")
"""A first word that makes a clause of what should be a sentence or a noun."""
DIALECT = re.compile(
    r"\b(anew|beforehand|somebody|anybody|of one's own|one sitting|for whom|what lies|lies there)\b"
    r"|\b(stands beside|whoever)\b"
    r"|See the module's text|\b[Ww]ho (is|has|was|had|wants|plays|sits|may) (?!.*\?)(?=.*,)",
)
"""Words and turns that everyday English says otherwise: again, in advance, someone, a member who ..."""
POINTERS = {"said", "told", "kept", "there", "way"}
"""Names of variables that point at a thing instead of naming it."""


def documented(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield name and docstring of a module, and of its classes and functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "name", "the module"), text


def faults(source: str) -> list[str]:
    """Return what is wrong with the language of a module, a line each."""
    tree = ast.parse(source)
    found = []
    for name, text in documented(tree):
        first = re.split(r"(?<=[.!?:])\s|\n\s*\n", text)[0]
        if RIDDLE.match(text):
            found.append(f"{name} opens with a riddle: {first}")
        if len(first.split()) > LONGEST:
            found.append(f"{name} opens with {len(first.split())} words: {first}")
        if dialect := DIALECT.search(text):
            found.append(f"{name} says {dialect.group()!r}")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in POINTERS:
            found.append(f"a variable is called {node.id}, line {node.lineno}")
        elif isinstance(node, ast.arg) and node.arg in POINTERS:
            found.append(f"an argument is called {node.arg}, line {node.lineno}")
    # to find the comments takes ten times as long as all else, and hardly any module has such a turn at all
    for token in tokenize.generate_tokens(io.StringIO(source).readline) if DIALECT.search(source) else ():
        if token.type == tokenize.COMMENT and (dialect := DIALECT.search(token.string)):
            found.append(f"a comment says {dialect.group()!r}, line {token.start[0]}")
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_plain_sentences(package: str) -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in sorted((ROOT / package).rglob("*.py"))
        if (lines := faults(path.read_text(encoding="utf-8")))
    }
    assert not found


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('"""Exclusive lock on the database file."""', 0),
        ('"""What a table shows."""', 1),
        ('"""A table, drawn anew."""', 1),
        ('"""A sentence of ' + "very " * 20 + 'many words."""', 1),
        ("said = 1", 1),
        ("# who has waited, decides", 1),
    ],
)
def test_the_rule_itself(source: str, count: int) -> None:
    assert len(faults(source)) == count
