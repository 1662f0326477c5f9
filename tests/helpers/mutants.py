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
import copy
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent.parent
EQUIVALENT = ROOT / "tests" / "data" / "equivalent_mutants.txt"
VARIABLE = "DICENIGHT_MUTANT"
"""Names the mutant of a run of pytest: its file and its number, as `games/village/rules.py 17`."""
SECONDS = 300
"""A mutant whose tests take longer than this hangs, which is noticed too."""

OTHER_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OTHER_OPERATOR: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip


class Mutant(NamedTuple):
    """A change: the line at which it stands, that line, and what stands there instead of what."""

    line: int
    code: str
    change: str
    tree: ast.Module


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module, always in the same order."""
    tree, lines = ast.parse(source), source.splitlines()
    for node in ast.walk(tree):
        for field, new in _changes(node):
            old = getattr(node, field)
            before = ast.unparse(node)
            setattr(node, field, new)
            changed = ast.fix_missing_locations(copy.deepcopy(tree))
            change = f"{before} -> {ast.unparse(node)}"
            setattr(node, field, old)
            line: int = getattr(node, "lineno", 1)
            yield Mutant(line, lines[line - 1].strip(), " ".join(change.split()), changed)


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

    A module's own file may leave some of it to its neighbours, so those are asked before anything is called unnoticed.
    """
    nearest = nearest_tests(path)
    return passes(nearest, path, number) and (nearest.is_dir() or passes(nearest.parent, path, number))


def passes(tests: Path, path: Path, number: int) -> bool:
    """Tell whether a file or folder of tests passes with a mutant of a module."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider"]
    command += ["-p", Path(__file__).stem, str(tests)]
    # by this name, since the package `tests` imports the rules before a module in it could change them
    environment = {**os.environ, VARIABLE: f"{path} {number}", "PYTHONPATH": str(Path(__file__).parent)}
    try:
        run = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def compile_in_place(path: Path, number: int) -> None:
    """Let this process import a mutant in place of the module at `path`."""
    tree = [*mutants((ROOT / path).read_text(encoding="utf-8"))][number].tree
    get_code = SourceFileLoader.get_code

    def mutated(self: Any, name: str) -> CodeType | None:
        if Path(self.path) == ROOT / path:
            return compile(tree, self.path, "exec")
        return get_code(self, name)

    SourceFileLoader.get_code = mutated  # type: ignore[method-assign, assignment]


def main() -> int:
    """Try mutants, print those that no test notices, and return 1 if one of them is not known as equivalent."""
    parser = argparse.ArgumentParser(prog="python -m tests.helpers.mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", default=["games"], help="files or folders of the rules")
    parser.add_argument("--sample", type=int, help="try so many of the mutants, and not all")
    parser.add_argument("--seed", type=int, default=0, help="another number tries others")
    arguments = parser.parse_args()
    found = [ROOT / path for path in arguments.paths]
    files = sorted({file for path in found for file in (path.rglob("*.py") if path.is_dir() else [path])})
    numbered = [
        (file.relative_to(ROOT), number, mutant)
        for file in files
        for number, mutant in enumerate(mutants(file.read_text(encoding="utf-8")))
    ]
    if arguments.sample is not None:
        numbered = Random(arguments.seed).sample(numbered, min(arguments.sample, len(numbered)))
    known = {*EQUIVALENT.read_text(encoding="utf-8").splitlines()}
    tried = left = 0
    for path, number, mutant in numbered:
        name = f"{path}: {mutant.code} | {mutant.change}"
        if name in known:
            continue
        tried += 1
        if survives(path, number):
            left += 1
            sys.stdout.write(f"{name} (line {mutant.line})\n")
            sys.stdout.flush()
    sys.stdout.write(f"{tried} mutants tried, {left} noticed by no test.\n")
    return 1 if left else 0


if chosen := os.environ.get(VARIABLE):
    module, _, index = chosen.rpartition(" ")
    compile_in_place(Path(module), int(index))

if __name__ == "__main__":
    sys.exit(main())
