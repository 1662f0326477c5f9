"""A mutation run over the rules: one small change at a time, the tests nearest to it, and the changes no test notices.

`python -m tests.helpers.mutants games/gembones/tripledip` tries every mutant of these files; `--sample 40` a few of
them, the same ones each time for the same `--seed`. Files stay as they are: the run of pytest that tries a mutant has
this module as a plugin, which compiles the changed module in place of the one on disk.
Mutants that change nothing anyone could see, or only how something is told, are listed in
`tests/data/equivalent_mutants.txt`, by file, line of code and change.
"""

from __future__ import annotations

import argparse
import ast
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from itertools import islice
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent.parent
TESTS = ROOT / "tests" / "games"
EQUIVALENT = ROOT / "tests" / "data" / "equivalent_mutants.txt"
VARIABLE = "DICENIGHT_MUTANT"
"""Names the mutant of a run of pytest: its file and its number, as `games/village/rules.py 17`."""
SECONDS = 300
"""A mutant whose tests take longer than this, of a processor, hangs, which is noticed too."""

OTHER_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OTHER_OPERATOR: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip


class Mutant(NamedTuple):
    """A change of one field of a node of the syntax tree."""

    node: ast.AST
    field: str
    new: Any

    @property
    def line(self) -> int:
        """The line at which it stands."""
        line: int = getattr(self.node, "lineno", 1)
        return line

    def apply(self) -> str:
        """Make the change in the tree, and return what it is."""
        before = ast.unparse(self.node)
        setattr(self.node, self.field, self.new)
        return " ".join(f"{before} -> {ast.unparse(self.node)}".split())


def mutants(tree: ast.Module) -> Iterator[Mutant]:
    """Yield every mutant of a module, always in the same order."""
    for node in ast.walk(tree):
        for field, new in _changes(node):
            yield Mutant(node, field, new)


def mutated(source: str, number: int) -> tuple[str, int, ast.Module]:
    """Return a mutant of a module: its line of code with the change, the number of that line, and the changed tree."""
    tree = ast.parse(source)
    mutant = next(islice(mutants(tree), number, None))
    code = source.splitlines()[mutant.line - 1].strip()
    return f"{code} | {mutant.apply()}", mutant.line, ast.fix_missing_locations(tree)


def _changes(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a node that a mutant changes, with their new values."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in OTHER_COMPARE:
            yield "ops", [OTHER_COMPARE[type(op)]()]
        case ast.BoolOp(op=op, values=values):
            yield "op", ast.Or() if isinstance(op, ast.And) else ast.And()
            for place in range(len(values)):
                yield "values", [value for n, value in enumerate(values) if n != place]
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in OTHER_OPERATOR:
            yield "op", OTHER_OPERATOR[type(op)]()
        case ast.If(test=test) | ast.IfExp(test=test):
            yield "test", ast.UnaryOp(ast.Not(), test)
        case ast.Constant(value=bool() as value):
            yield "value", not value
        case ast.Constant(value=int() as value):
            yield "value", value + 1
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "value", ast.Constant(None)


def nearest_tests(path: Path) -> Path:
    """Return the tests of a module of the rules: its own file or folder, or those of the folder that it is in."""
    own = ROOT / "tests" / path.with_suffix("")
    for place in (own, own.with_name(f"test_{own.name}.py"), *own.parents):
        if place.exists():
            return place
    raise FileNotFoundError(path)


def survives(path: Path, number: int) -> bool:
    """Tell whether the tests of a module pass with its mutant of this number.

    A module's own tests may leave some of it to their neighbours, and to the files above that are about several games;
    so those are asked before anything is called unnoticed.
    """
    nearest = nearest_tests(path)
    if not passes([nearest], path, number):
        return False
    if nearest.is_file() and not passes([nearest.parent], path, number):
        return False
    above = (nearest if nearest.is_dir() else nearest.parent).parents
    files = [
        file for folder in above if folder.is_relative_to(TESTS) for file in sorted(folder.glob("test_*.py"))
    ]
    return not files or passes(files, path, number)


def passes(tests: list[Path], path: Path, number: int) -> bool:
    """Tell whether some files or folders of tests pass with a mutant of a module."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider"]
    command += ["-p", Path(__file__).stem, *map(str, tests)]
    # by this name, since the package `tests` imports the rules before a module in it could change them
    environment = {**os.environ, VARIABLE: f"{path} {number}", "PYTHONPATH": str(Path(__file__).parent)}
    run = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=False,
        # not by the clock: on a busy machine slow tests would look like a mutant that was noticed
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)),
    )
    return run.returncode == 0


def compile_in_place(path: Path, number: int) -> None:
    """Let this process import a mutant in place of the module at `path`."""
    _, _, tree = mutated((ROOT / path).read_text(encoding="utf-8"), number)
    get_code = SourceFileLoader.get_code

    def changed(self: Any, name: str) -> CodeType | None:
        if Path(self.path) == ROOT / path:
            return compile(tree, self.path, "exec")
        return get_code(self, name)

    SourceFileLoader.get_code = changed  # type: ignore[method-assign, assignment]


def main() -> int:
    """Try mutants, print those that no test notices, and return 1 if one of them is not known as equivalent."""
    parser = argparse.ArgumentParser(prog="python -m tests.helpers.mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", default=["games"], help="files or folders of the rules")
    parser.add_argument("--sample", type=int, help="try so many of the mutants, and not all")
    parser.add_argument("--seed", type=int, default=0, help="another number tries others")
    arguments = parser.parse_args()
    found = [ROOT / path for path in arguments.paths]
    files = sorted({file for path in found for file in (path.rglob("*.py") if path.is_dir() else [path])})
    # numbers alone: a tree for each of tens of thousands of mutants would fill the memory
    numbered = [
        (file, number)
        for file in files
        for number, _ in enumerate(mutants(ast.parse(file.read_text(encoding="utf-8"))))
    ]
    if arguments.sample is not None:
        numbered = Random(arguments.seed).sample(numbered, min(arguments.sample, len(numbered)))
    known = {*EQUIVALENT.read_text(encoding="utf-8").splitlines()}
    tried = left = 0
    for file, number in numbered:
        path = file.relative_to(ROOT)
        change, line, _ = mutated(file.read_text(encoding="utf-8"), number)
        name = f"{path}: {change}"
        if name in known:
            continue
        tried += 1
        if survives(path, number):
            left += 1
            sys.stdout.write(f"{name} (line {line})\n")
            sys.stdout.flush()
    sys.stdout.write(f"{tried} mutants tried, {left} noticed by no test.\n")
    return 1 if left else 0


if chosen := os.environ.get(VARIABLE):
    module, _, index = chosen.rpartition(" ")
    compile_in_place(Path(module), int(index))

if __name__ == "__main__":
    sys.exit(main())
