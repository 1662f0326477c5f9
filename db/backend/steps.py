"""The steps that migrate a database from one version to the next: files `migrations/NNNN_words.sql`."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple


class Step(NamedTuple):
    """One migration: a database at version `number - 1` is at version `number` after `sql`."""

    number: int
    name: str
    sql: str


def steps_in(package: str) -> list[Step]:
    """Return the steps in a package of this program, in order."""
    steps = [
        Step(int(file.name[:4]), file.name, file.read_text(encoding="utf-8"))
        for file in (files(package) / "migrations").iterdir()
        if file.name.endswith(".sql")
    ]
    return sorted(steps)
