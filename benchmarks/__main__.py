"""`python -m benchmarks [NAME ...] [--quick] [--json FILE] [-o FOLDER]`: runs them and prints a table."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.figures import Benchmark, Figure
from benchmarks.shown_tables import write_sheets

NAMES = (
    "engine",
    "games",
    "wyrms",
    "store",
    "postgres",
    "growth",
    "resume",
    "memory",
    "bot",
    "activity",
    "crowd",
    "evening",
    "path",
    "looks",
    "waiting",
    "balance",
    "company",
    "sharks",
    "words",
    "leases",
    "house",
)


def main() -> int:
    """Run the benchmarks that are named, or all of them; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which ones: {', '.join(NAMES)}")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, rougher figures")
    parser.add_argument("--json", metavar="FILE", help="write JSON there; - is stdout, without the table")
    parser.add_argument("-o", metavar="FOLDER", help="write a sheet of each game's pictures there")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.names if name not in NAMES]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]!r}; there are {', '.join(NAMES)}")
    console = Console(stderr=arguments.json == "-", width=None if sys.stdout.isatty() else 140)
    results: dict[str, list[Figure]] = {}
    for name in arguments.names or NAMES:
        with console.status(f"{name} ..."):
            run: Benchmark = import_module(f"benchmarks.{name}").run
            results[name] = run(arguments.quick)
        console.print(_table(name, results[name]))
    if arguments.o:
        write_sheets(Path(arguments.o))
    if arguments.json:
        report = {
            "machine": {"python": platform.python_version(), "system": platform.platform()},
            "benchmarks": {
                name: [figure.to_json() for figure in figures] for name, figures in results.items()
            },
        }
        text = json.dumps(report, indent=2)
        if arguments.json == "-":
            print(text)
        else:
            Path(arguments.json).write_text(f"{text}\n", "utf-8")
    missed = [figure.what for figures in results.values() for figure in figures if figure.met is False]
    if missed:
        console.print(f"[red]Short of the goal:[/] {'; '.join(missed)}")
    return 0


def _table(name: str, figures: list[Figure]) -> Table:
    table = Table(title=name, title_justify="left", box=None, header_style="bold", min_width=100)
    table.add_column("What", ratio=2)
    for column in ("Ours", "Peer", "Ratio", "Goal"):
        table.add_column(column, justify="right")
    table.add_column("Peer is")
    for figure in figures:
        colour = {True: "green", False: "red", None: ""}[figure.met]
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
        table.add_row(
            figure.what,
            f"{_short(figure.ours)} {figure.unit}",
            "" if figure.peer is None else _short(figure.peer),
            f"[{colour}]{ratio}[/]" if colour else ratio,
            "" if figure.goal is None else f"{figure.want} {figure.goal:g}",
            figure.peer_is,
        )
    return table


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


if __name__ == "__main__":
    sys.exit(main())
