"""A place: where people play together, and what its money never leaves.

Purses, tables and settings are kept by one number, the place's key. A server with the bot has its own id for a key, as
it always had. A place without the bot has a negative one, so that it meets no server's money: not even that of the same
server once the bot has been invited.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, Self

MOST = 1 << 62
"""Discord's ids are smaller than this, and will be until 2049."""
LEAST = -(1 << 63)
"""The least number that fits into the store."""


class PlaceKind(Enum):
    """The kinds of places."""

    GUILD = "guild"
    """A server with the bot."""
    CONVERSATION = "conversation"
    """Direct messages, with the bot or among others, and groups."""
    UNINVITED = "uninvited"
    """A server without the bot, to which a member brings the app along."""


class Place(NamedTuple):
    """A kind of place and its id at Discord: a server's, or a conversation's channel."""

    kind: PlaceKind
    number: int

    @property
    def key(self) -> int:
        """The number by which the place's purses and tables are kept. Raises `ValueError` for no id of Discord's."""
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
        """Return the place that a key stands for."""
        if key >= 0:
            return cls(PlaceKind.GUILD, key)
        if key > -MOST:
            return cls(PlaceKind.CONVERSATION, -key)
        return cls(PlaceKind.UNINVITED, key - LEAST)

    @property
    def has_bot(self) -> bool:
        """True where the bot may read, write and mention; elsewhere it shows things only by the tokens of presses."""
        return self.kind is PlaceKind.GUILD
