"""The places that a bot serves: all of them, or those of its shards, as Discord divides them."""

from __future__ import annotations

from typing import NamedTuple

from bot.places.place import Place, PlaceKind


class ShardSet(NamedTuple):
    """Some of `total` shards."""

    ids: frozenset[int]
    total: int

    def has(self, place_key: int) -> bool:
        """Return whether a place belongs to these shards; Discord tells the first one of all conversations."""
        place = Place.from_key(place_key)
        if place.kind is PlaceKind.CONVERSATION:
            return self.is_first
        return (place.number >> 22) % self.total in self.ids

    @property
    def is_first(self) -> bool:
        """True for the set with the first shard, which does what is done once for all."""
        return 0 in self.ids


ALL_SHARDS = ShardSet(frozenset({0}), 1)
"""The one shard of a bot that has everything to itself, however many sessions it opens."""
