"""The weight and the walls of the house: how much of it a leaf needs, how long its ways are, and how many lines it has.

Everything is read from the source, types included. The tests judge the same figures.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import mean

from benchmarks.figures import Figure

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "cogs", "db", "games", "playground", "activity")
WHOLE = "bot/simulation/"
"""A folder that plays the whole house as the tests do: it needs everything, and is left out like them."""
CATALOGUE = "games.catalogue"
LEAVES = {"cogs.roll": 6_800, "cogs.ui.components": 4_000, "bot.economy.wallet": 8_000}
"""Modules that few others need, with the lines of the house that each may need at most."""
MEAN, CHAIN, CIRCLES, IMPORTERS = 7_100, 30, 0, 0
"""The aims for the lines that a module needs on average, for the longest chain of imports, for circles between
packages, and for the importers of the catalogue."""
PRODUCT, TESTS = 68_000, 55_000
"""The lines that the product and its tests were hoped to have: a thermometer, and no reason to make anything dense."""
SOURCES = (".py", ".sql", ".js", ".ts", ".tsx", ".css", ".html")

Graph = Mapping[str, set[str]]


class House:
    """The modules of the house, the lines of each, and which of the others each imports."""

    def __init__(self, root: Path = ROOT, packages: Iterable[str] = PACKAGES) -> None:
        self.files = {
            _name(path.relative_to(root)): path
            for package in packages
            for path in sorted((root / package).rglob("*.py"))
            if not path.relative_to(root).as_posix().startswith(WHOLE)
        }
        self.lines: dict[str, int] = {}
        self.imports: dict[str, set[str]] = {}
        for name, path in self.files.items():
            source = path.read_text("utf-8")
            self.lines[name] = len(source.splitlines())
            self.imports[name] = self._imported(ast.parse(source)) - {name}

    def _imported(self, tree: ast.Module) -> set[str]:
        """Return the modules of ours that a module imports, under `TYPE_CHECKING` and inside functions too."""
        found: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                whole = {f"{node.module}.{alias.name}" for alias in node.names}
                found |= {name if name in self.files else node.module for name in whole}
        return found & self.files.keys()

    def needs(self, name: str) -> set[str]:
        """Return the modules that one needs, itself among them."""
        needed: set[str] = set()
        waiting = [name]
        while waiting:
            if (module := waiting.pop()) not in needed:
                needed.add(module)
                waiting += self.imports[module]
        return needed

    def weight(self, name: str) -> int:
        """Return the lines of the house that a module needs."""
        return sum(self.lines[module] for module in self.needs(name))

    def longest_chain(self) -> list[str]:
        """Return the longest chain of modules each of which imports the next."""
        chains: dict[str, list[str]] = {}

        def chain(name: str) -> list[str]:
            if name not in chains:
                chains[name] = []  # where modules import each other the chain ends
                chains[name] = [name, *max(map(chain, sorted(self.imports[name])), key=len, default=[])]
            return chains[name]

        return max(map(chain, sorted(self.imports)), key=len)

    def package_of(self, name: str) -> str:
        """Return the package that a module belongs to; an `__init__` is its package."""
        return name if self.files[name].name == "__init__.py" else name.rpartition(".")[0]

    def packages(self) -> Graph:
        """Return the packages that each package imports; one and those inside of it are one room."""
        rooms: dict[str, set[str]] = {self.package_of(name): set() for name in self.files}
        for name, imported in self.imports.items():
            here = self.package_of(name)
            for other in map(self.package_of, imported):
                if not f"{other}.".startswith(f"{here}.") and not f"{here}.".startswith(f"{other}."):
                    rooms[here].add(other)
        return rooms

    def importers(self, module: str) -> set[str]:
        """Return the modules that import one."""
        return {name for name, imported in self.imports.items() if module in imported}


def circles(graph: Graph) -> list[list[str]]:
    """Return the strongly connected groups of more than one node (Tarjan's algorithm)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    groups: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        path.append(name)
        for other in sorted(graph[name]):
            if other not in order:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in path:
                lowest[name] = min(lowest[name], order[other])
        if lowest[name] == order[name]:
            group = path[path.index(name) :]
            del path[path.index(name) :]
            if len(group) > 1:
                groups.append(sorted(group))

    for name in sorted(graph):
        if name not in order:
            visit(name)
    return groups


def run(quick: bool) -> list[Figure]:
    """Return the figures of the house; a quick run is the same."""
    house = House()
    weighed = {name: house.weight(name) for name in house.files}
    return [
        *(_at_most(f"lines that {leaf} needs", weighed[leaf], most) for leaf, most in LEAVES.items()),
        _at_most("lines that a module needs, on average", mean(weighed.values()), MEAN),
        _at_most("longest chain of imports", len(house.longest_chain()), CHAIN),
        _at_most("circles between packages", len(circles(house.packages())), CIRCLES),
        _at_most("importers of the catalogue of games", len(house.importers(CATALOGUE)), IMPORTERS),
        _at_most("lines of the product", _count(PACKAGES, SOURCES), PRODUCT),
        _at_most("lines of the tests", _count(("tests",), (".py",)), TESTS),
    ]


def _at_most(what: str, ours: float, aim: int) -> Figure:
    return Figure(what, "", ours, aim or None, "the aim", 1 if aim else None, "at most")


def _count(folders: Iterable[str], endings: tuple[str, ...]) -> int:
    """Return the lines of the files that git knows in these folders."""
    tracked = subprocess.run(
        ["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return sum(
        len((ROOT / name).read_text("utf-8", errors="replace").splitlines())
        for name in tracked.stdout.splitlines()
        if name.endswith(endings) and (ROOT / name).exists()
    )


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
