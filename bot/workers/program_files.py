"""The files of the program as this process has found them, told apart from those of another version."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

PACKAGES = ("activity", "bot", "cogs", "db", "games", "locales", "playground")
ROOT = Path(__file__).parents[2]
NO_SOURCES = frozenset({"__pycache__", "node_modules", "build"})
"""Folders whose files are made from others, and change without an update."""


def fingerprint(root: Path | None = None) -> str:
    """Return a digest of the path, size and time of change of each file of the program.

    The contents are not read: this is done at every start, and there are some thousand files.
    """
    root = ROOT if root is None else root
    found = []
    for package in PACKAGES:
        for folder, folders, names in os.walk(root / package):
            folders[:] = [name for name in folders if name not in NO_SOURCES]
            for name in names:
                path = os.path.join(folder, name)
                state = os.stat(path)
                found.append((os.path.relpath(path, root), state.st_size, state.st_mtime_ns))
    return sha256(repr(sorted(found)).encode()).hexdigest()


FOUND = fingerprint()
"""That of this process at its start. A process that is forked has its parent's."""
