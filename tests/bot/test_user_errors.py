"""Sentences that members read: each is raised somewhere, and each that is raised exists."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_type_hints

import pytest

from bot.language import speaking
from bot.members.names import SafeText, name_in_text, names_in_text
from bot.person import Person
from bot.tables.state import Seat
from bot.user_errors import MESSAGES, UserError, _read_messages, add_messages
from cogs import EXTENSIONS
from db.backend.names import Name

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


def test_names_reach_a_refusal_only_as_safe_text() -> None:
    """Mypy holds the arguments for names to their type; no other argument is given anything called a name."""
    slots = {"who", "name", "names", "host", "you"}
    hints = get_type_hints(UserError.__init__)
    assert {hints[slot] for slot in slots} == {SafeText | None}
    raw = []
    for path in (path for folder in ("bot", "cogs", "activity") for path in (ROOT / folder).rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or ast.unparse(call.func) != "UserError":
                continue
            for given in call.keywords:
                words = ast.unparse(given.value)
                if given.arg not in slots and re.search(
                    r"\.(name|display_name|mention|global_name)\b", words
                ):
                    raw.append(f"{path.relative_to(ROOT)}: {given.arg}={words}")
    assert raw == []


def test_names_are_listed_safely_in_the_language_of_the_reader() -> None:
    evil = "**Z**[x](http://e)\u202e"
    assert names_in_text([evil, "Bob"]) == f"{name_in_text(evil)} and Bob"
    assert "**" not in name_in_text(evil)
    with speaking("de"):
        assert names_in_text(["Ann", "Bob", "Cid"]) == "Ann, Bob und Cid"


def test_a_name_that_a_sentence_formats_is_safe_by_itself() -> None:
    evil = "**Z**\u202e <@1>"
    seat = Seat(0, Name(evil), 1, 1, 0)
    for name in (Person(1, Name(evil)).name, seat.name, Seat.load(seat.record()).name):
        assert name == evil
        assert f"{name} sits down" == f"{name} sits down" == f"{name_in_text(evil)} sits down"
