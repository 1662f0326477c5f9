"""Blocks: members whom a member never wants to be seated with. Nobody else ever learns of them.

All code that seats people together asks here first: a table for each seat it gives, an invitation before it mentions
anyone, a plan or a tournament before it draws its tables. A block works both ways, no matter who set it.

Nobody may learn of a block, so a refusal reads like that of a full table (`no_seat`), and takes the same steps:
`kept_apart` asks the store once, with or without company, and runs before the check for a free seat.

Members change their blocks in `cogs.blocks.service`. This module imports nothing of the tables, which depend on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from db import members
from db.store import Store


async def kept_apart(store: Store, place_key: int, user_id: int, company: Collection[int]) -> bool:
    """Return True if a block separates a person from any of the company, no matter who set it."""
    pairs = await store.read(members.blocks_among, place_key, sorted({user_id, *company}))
    return any(user_id in pair for pair in pairs)


async def pairs_apart(store: Store, place_key: int, people: Iterable[int]) -> frozenset[frozenset[int]]:
    """Return the pairs of people who must never be seated together, to draw up several tables."""
    pairs = await store.read(members.blocks_among, place_key, sorted(set(people)))
    return frozenset(frozenset(pair) for pair in pairs)
