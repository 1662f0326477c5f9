"""The layout of the code: no import circles, no flat folders, extensions in cogs/, no game named in a generic room."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.house import House, circles
from games.registry import GAMES

ROOT = Path(__file__).parent.parent
PACKAGES = ("activity", "bot", "cogs", "db", "games", "playground")
GENERIC = ("activity", "games/engine", "bot/tables", "cogs/interactions", "cogs/live", "cogs/ui", "db")
"""Rooms that serve every game, and so name none."""
MOST_MODULES = 16
"""Modules of a folder, besides its `__init__`, before it wants rooms."""
DEEPEST = 2
"""Classes of ours that may stand above one another."""


def sources(*packages: str) -> Iterator[tuple[str, Path, ast.Module]]:
    """Yield the module name, path and syntax tree of every module of these packages."""
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            yield name, path, ast.parse(path.read_text(encoding="utf-8"))


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]


def test_imports_form_no_circle() -> None:
    assert circles(House().imports) == []


def test_no_folder_is_flat() -> None:
    crowded = {
        str(folder.relative_to(ROOT)): len(modules)
        for package in PACKAGES
        for folder in [ROOT / package, *(ROOT / package).rglob("*")]
        if folder.is_dir()
        and folder != ROOT / "cogs"  # one file a command group: as many as there are
        and len(modules := [path for path in folder.glob("*.py") if path.name != "__init__.py"])
        > MOST_MODULES
    }
    assert not crowded


def test_every_module_in_cogs_is_one_extension() -> None:
    for path in sorted((ROOT / "cogs").glob("*.py")):
        if path.name == "__init__.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        cogs = [
            node.name
            for node in tree.body
            if isinstance(node, ast.ClassDef) and any("Cog" in ast.unparse(base) for base in node.bases)
        ]
        assert cogs, f"{path.name} holds no cog"
        assert all(name.endswith("Cog") for name in cogs), f"{path.name}: {cogs}"
        assert any(isinstance(node, ast.AsyncFunctionDef) and node.name == "setup" for node in tree.body), (
            path.name
        )


@pytest.mark.parametrize("room", GENERIC)
def test_a_generic_room_names_no_game(room: str) -> None:
    # a tavern is also a venue, and a discord channel of tests: only its package counts
    keys = re.compile(rf"\b({'|'.join(GAMES.keys() - {'tavern'})}|games\.tavern|nine_bells|wyrms|village)\b")
    named = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for _, path, _ in sources(room)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if keys.search(line)
    ]
    assert not named


def test_the_page_names_no_game() -> None:
    keys = re.compile(rf"\b({'|'.join(GAMES.keys() - {'tavern'})})\b")
    source = ROOT / "activity" / "web" / "src"
    files = [path for path in source.rglob("*") if path.suffix in (".ts", ".tsx", ".css", ".html")]
    assert len(files) > 10
    assert [path.name for path in files if keys.search(path.read_text(encoding="utf-8"))] == []


def test_classes_are_not_ladders() -> None:
    bases: dict[str, list[str]] = {}
    for _, _, tree in sources(*PACKAGES):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = [
                    ast.unparse(base).rpartition(".")[2].partition("[")[0] for base in node.bases
                ]

    def depth(name: str, seen: tuple[str, ...] = ()) -> int:
        above = [base for base in bases.get(name, []) if base in bases and base not in (*seen, name)]
        return max((1 + depth(base, (*seen, name)) for base in above), default=0)

    ladders = {name: depth(name) for name in bases if depth(name) > DEEPEST and not _is_told_by_data(name)}
    assert not ladders


def _is_told_by_data(name: str) -> bool:
    """Whether a class is a model of options or an error: their inheritance adds fields and kinds, not code."""
    return name.endswith(("Options", "Error", "Refused", "Fault"))
