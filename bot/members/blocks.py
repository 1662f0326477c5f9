"""Blocks: members whom a member never wants to be seated with. Nobody else is ever told.

Whatever seats people together asks here first: a table at each seat it gives, an invitation before it mentions anyone,
a plan or a tournament before it draws its tables. A block works both ways, whichever of the two set it.

Nobody may learn of one, so a refusal says what a full table says (`no_seat`), and takes the same steps: `kept_apart`
asks the store once, with or without company, and is asked before it is looked at whether a seat is free.

Members change their blocks in `cogs.blocks.service`. This module imports nothing of the tables, which depend on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from db import Store, members


async def kept_apart(store: Store, place_key: int, user_id: int, company: Collection[int]) -> bool:
    """Return True if a block stands between a person and any of the company, whichever of them set it."""
    pairs = await store.read(members.blocks_among, place_key, sorted({user_id, *company}))
    return any(user_id in pair for pair in pairs)


async def pairs_apart(store: Store, place_key: int, people: Iterable[int]) -> frozenset[frozenset[int]]:
    """Return the pairs of people who are never to be seated together, for those who draw up several tables."""
    pairs = await store.read(members.blocks_among, place_key, sorted(set(people)))
    return frozenset(frozenset(pair) for pair in pairs)
