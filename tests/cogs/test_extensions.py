"""The layout of `cogs/`: every extension is listed, a file has one Cog, and the shared rooms name no game."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from cogs import EXTENSIONS

COGS = Path(__file__).parent.parent.parent / "cogs"
ROOMS = ("interactions", "live", "requests", "ui")
"""The shared rooms beside the features."""
EXTENSION_FILES = sorted(
    path for path in COGS.rglob("*.py") if "\nasync def setup(" in path.read_text("utf-8")
)
"""The files with a `setup`: the modules that are extensions, and the `__init__.py` of those that are packages."""
GAMES_KNOWN = (
    "games.engine",
    "games.registry",
    "games.computer",
    "games.party_variants",
    "games.deeds",
    "games.primers",
)
"""The parts of `games/` that know all games or none."""


def extension_name(path: Path) -> str:
    """The name under which an extension is loaded."""
    return ".".join(path.relative_to(COGS.parent).with_suffix("").parts).removesuffix(".__init__")


def test_every_extension_is_listed_once() -> None:
    assert sorted(EXTENSIONS) == sorted(map(extension_name, EXTENSION_FILES))


@pytest.mark.parametrize("path", EXTENSION_FILES, ids=extension_name)
def test_a_file_has_one_cog_at_most(path: Path) -> None:
    """An extension that is a package may have several, each in a file of its own."""
    files = [path] if path.name != "__init__.py" else sorted(path.parent.glob("*.py"))
    found = []
    for file in files:
        classes = [node for node in ast.parse(file.read_text("utf-8")).body if isinstance(node, ast.ClassDef)]
        bases = {node.name: [ast.unparse(base) for base in node.bases] for node in classes}
        cogs = [name for name, of in bases.items() if of in (["commands.Cog"], ["commands.GroupCog"])]
        assert len(cogs) <= 1
        found += cogs
    assert all(name.endswith("Cog") for name in found)
    assert found or path.name == "__init__.py"


@pytest.mark.parametrize("room", ROOMS)
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
