"""A person who asks the bot for something."""

from __future__ import annotations

from dataclasses import dataclass

from db.backend.names import Name


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user in a server: their id, their name and roles there, and whether they may manage it."""

    user_id: int
    name: Name
    admin: bool = False
    roles: frozenset[int] = frozenset()
    """The ids of their roles there."""
