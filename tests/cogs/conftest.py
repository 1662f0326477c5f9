"""The store, on each database in turn, for the tests of features' rows."""

from tests.db.conftest import clock, engine, path, store

__all__ = ["clock", "engine", "path", "store"]
