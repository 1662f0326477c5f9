"""Imports the rows of all features, so that the store knows them, whichever extensions are loaded."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from importlib.util import find_spec

import cogs
from bot.startup.load_games import load_games


def load_rows() -> None:
    """Import the `rows` of each feature that has some. May be called twice."""
    load_games()  # some features ask for them as they are imported
    for found in pkgutil.iter_modules(cogs.__path__, "cogs."):
        if found.ispkg and find_spec(f"{found.name}.rows") is not None:
            import_module(f"{found.name}.rows")
