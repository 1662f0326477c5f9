"""The places that a bot serves: all of them, or those of its shards, as Discord divides them."""

from __future__ import annotations

from typing import NamedTuple

from bot.places.place import Place, PlaceKind


class ShardSet(NamedTuple):
    """Some of `total` shards."""

    ids: frozenset[int]
    total: int

    def has(self, place_key: int) -> bool:
        """Return True if a place belongs to these shards. Discord sends all conversations to the first one."""
        place = Place.from_key(place_key)
        if place.kind is PlaceKind.CONVERSATION:
            return self.is_first
        return (place.number >> 22) % self.total in self.ids

    @property
    def is_first(self) -> bool:
        """True for the set with the first shard, which does the work that must be done once."""
        return 0 in self.ids


ALL_SHARDS = ShardSet(frozenset({0}), 1)
"""The one shard of a bot that serves everything, however many sessions it opens."""
