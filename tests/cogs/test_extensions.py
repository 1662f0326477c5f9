"""The layout of `cogs/`: a file is an extension with one Cog, and the rooms beside them name no game."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from cogs import EXTENSIONS

COGS = Path(__file__).parent.parent.parent / "cogs"
ROOMS = ("interactions", "live", "requests", "ui")
"""The shared rooms beside the features."""
FILES = sorted(
    path
    for path in COGS.rglob("*.py")
    if "\nasync def setup(" in path.read_text("utf-8") and path.name != "__init__.py"
)
GENERIC = ("interactions", "live", "requests", "ui")
GAMES_KNOWN = (
    "games.engine",
    "games.registry",
    "games.computer",
    "games.party_variants",
    "games.deeds",
    "games.primers",
)
"""The parts of `games/` that know all games or none."""


def test_every_file_is_listed_once() -> None:
    assert sorted(EXTENSIONS) == sorted(
        ".".join(path.relative_to(COGS.parent).with_suffix("").parts) for path in FILES
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_extension_has_one_cog_and_its_setup(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    bases = {node.name: [ast.unparse(base) for base in node.bases] for node in classes}
    [cog] = [name for name, of in bases.items() if of in (["commands.Cog"], ["commands.GroupCog"])]
    assert cog.endswith("Cog")
    functions = [node.name for node in tree.body if isinstance(node, ast.AsyncFunctionDef)]
    assert functions.count("setup") == 1


@pytest.mark.parametrize("room", GENERIC)
def test_generic_rooms_import_no_game(room: str) -> None:
    found = {}
    for path in sorted((COGS / room).rglob("*.py")):
        imported = {
            node.module
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("games")
        }
        if named := {module for module in imported if not module.startswith(GAMES_KNOWN)}:
            found[str(path.relative_to(COGS))] = named
    assert found == {}
