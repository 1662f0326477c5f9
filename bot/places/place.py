"""A place where people play together, and which its money never leaves.

Purses, tables and settings are stored under one number, the place's key. The key of a server with the bot is the
server's id. A place without the bot has a negative key, so that it never shares a server's money: not even that of the
same server after the bot has been invited.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, Self

MOST = 1 << 62
"""An upper limit of Discord's ids until 2049."""
LEAST = -(1 << 63)
"""The lowest number that fits into the store."""


class PlaceKind(Enum):
    """The kinds of places."""

    GUILD = "guild"
    """A server with the bot."""
    CONVERSATION = "conversation"
    """Direct messages, with the bot or among others, and groups."""
    UNINVITED = "uninvited"
    """A server without the bot. A member brought the app along."""


class Place(NamedTuple):
    """A kind of place and its Discord id: a server's, or a conversation's channel."""

    kind: PlaceKind
    number: int

    @property
    def key(self) -> int:
        """The number under which the place's purses and tables are stored. Raises `ValueError` for an invalid id."""
        if not 0 <= self.number < MOST:
            raise ValueError(f"{self.number} is no id")
        match self.kind:
            case PlaceKind.GUILD:
                return self.number
            case PlaceKind.CONVERSATION:
                return -self.number
            case PlaceKind.UNINVITED:
                return LEAST + self.number

    @classmethod
    def from_key(cls, key: int) -> Self:
        """Return the place with this key."""
        if key >= 0:
            return cls(PlaceKind.GUILD, key)
        if key > -MOST:
            return cls(PlaceKind.CONVERSATION, -key)
        return cls(PlaceKind.UNINVITED, key - LEAST)

    @property
    def has_bot(self) -> bool:
        """True if the bot may read, write and mention there; elsewhere it can only answer presses."""
        return self.kind is PlaceKind.GUILD
