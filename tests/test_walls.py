"""The four walls: what may import what, and names that the rules never touch."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("activity", "bot", "cogs", "db", "games", "playground")

IMPURE = {
    "aiohttp", "aiosqlite", "asyncio", "calendar", "concurrent", "ctypes", "datetime", "discord", "fcntl", "glob",
    "http", "importlib", "io", "locale", "logging", "multiprocessing", "os", "pathlib", "pickle", "platform", "queue",
    "random", "requests", "resource", "rich", "secrets", "select", "shelve", "shutil", "signal", "socket", "sqlite3",
    "ssl", "subprocess", "sys", "tempfile", "threading", "time", "typer", "urllib", "uuid", "warnings", "zoneinfo",
}  # fmt: skip
"""Modules that know a clock, a file, a network, a process, or luck of their own."""

IMPURE_CALLS = {"breakpoint", "compile", "eval", "exec", "hash", "id", "input", "open", "print", "__import__"}
"""Built-in functions that would tie a match to this process, or to anything outside of it."""

READS_ITS_OWN_FILES = {
    "games/tavern/decks/builtin.py": {"importlib"},
    "games/tavern/computer/win_chance.py": {"importlib"},
    "games/computer/characters.py": {"importlib"},
    "games/computer/habits.py": {"importlib"},
    "games/computer/levels.py": {"importlib"},
    "games/computer/table_talk.py": {"importlib"},
    "games/deeds/deed.py": {"importlib"},
    "games/engine/endings/ending.py": {"importlib"},
    "games/gembones/lucky_13/money.py": {"importlib"},
    "games/parlour/players/blueprint.py": {"importlib"},
    "games/texts.py": {"importlib"},
}
"""Rules that come with data read it as part of the program, once and through importlib.resources only."""

CLOSED = {
    "games": {"activity", "bot", "cogs", "db", "playground"},
    "db": {"activity", "bot", "cogs", "games", "playground"},
    "bot": {"activity", "cogs", "playground"},
    "cogs": {"activity", "playground"},
    "activity": {"cogs", "playground"},
    "playground": {"activity", "bot", "cogs", "db", "games"},
}
"""Which rooms a room never enters."""

ENTRY = ("bot/__main__.py", "bot/cli/", "bot/simulation/", "bot/startup/")
"""Where the process is put together: the only files that know all rooms."""


def sources(room: str) -> list[Path]:
    """All modules of a room."""
    return sorted((ROOT / room).rglob("*.py"))


def imports(tree: ast.AST) -> Iterator[str]:
    """The top-level names that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield (node.module or "").split(".")[0]


def trespasses(tree: ast.AST) -> list[str]:
    """What a module of `games/` does that rules must not."""
    found = sorted(set(imports(tree)) & IMPURE)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            found.append(f"{node.func.id}()")
        elif isinstance(node, ast.Try) and any(
            isinstance(inner, ast.Await) for part in node.body for inner in ast.walk(part)
        ):
            if node.finalbody:
                found.append("finally round an await")
        elif isinstance(node, ast.Global):
            found.append("global")
    return found


PROGRAMS = "games/blueprints/"
"""A program that solves games and writes tables; no match is ever played with it."""


def test_rules_are_pure() -> None:
    found = {
        name: does
        for path in sources("games")
        if not (name := str(path.relative_to(ROOT))).startswith(PROGRAMS)
        and (does := set(trespasses(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert found == READS_ITS_OWN_FILES


@pytest.mark.parametrize("name", READS_ITS_OWN_FILES)
def test_only_files_of_the_program_are_read(name: str) -> None:
    read = [
        f"{node.module}.{alias.name}"
        for node in ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("importlib")
        for alias in node.names
    ]
    assert set(read) <= {"importlib.resources.files", "importlib.resources.abc.Traversable"}


@pytest.mark.parametrize("room", ROOMS)
def test_arrows_point_one_way(room: str) -> None:
    found = {}
    for path in sources(room):
        name = str(path.relative_to(ROOT))
        entered = set(imports(ast.parse(path.read_text(encoding="utf-8")))) & CLOSED[room]
        if entered and not name.startswith(ENTRY):
            found[name] = entered
    assert found == {}


def test_games_and_db_are_there_to_be_looked_at() -> None:
    assert len(sources("games")) > 10
    assert len(sources("db")) > 5


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import random", ["random"]),
        ("def f():\n    from os.path import join", ["os"]),
        ("import time as t, json", ["time"]),
        ("open('x')", ["open()"]),
        (
            "async def f():\n    try:\n        await g()\n    finally:\n        h()",
            ["finally round an await"],
        ),
        ("async def f():\n    try:\n        await g()\n    except Won:\n        h()", []),
        ("import json, hashlib\nfrom games.engine import Match", []),
    ],
)
def test_the_wall_holds(code: str, found: list[str]) -> None:
    assert trespasses(ast.parse(code)) == found
