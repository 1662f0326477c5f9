"""A person who asks the bot for something, and the name that they chose."""

from __future__ import annotations

from dataclasses import dataclass

from bot.members.names import name_in_text


class Name(str):
    """A name that its member chose. A sentence that formats it tells it made safe, as `name_in_text` does."""

    __slots__ = ()

    def __format__(self, _: str) -> str:
        return name_in_text(self)


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user in a server: their id, their name (a `Name`) and roles there, and whether they may manage it."""

    user_id: int
    name: str
    admin: bool = False
    roles: frozenset[int] = frozenset()
    """The ids of their roles there."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", Name(self.name))
