"""The purse account of a member: opened with a welcome set when the member is first met."""

from __future__ import annotations

from bot.places.settings import load_place_settings
from db.store import Store
from games.engine import money as gems


async def get_or_create_purse(store: Store, place_key: int, user_id: int, name: str) -> int:
    """Return the purse account of a member, and save their current name.

    A new purse holds a full set of the place's starting base (GEM-R8).
    """
    if await store.find_member(place_key, user_id) is None:
        return await store.member(place_key, user_id, name, welcome=await welcome_set(store, place_key))
    return await store.member(place_key, user_id, name)


async def welcome_set(store: Store, place_key: int) -> dict[str, int]:
    """Return a full set of the place's starting base, in the ledger's units."""
    return gems.in_base((await load_place_settings(store, place_key)).start_base, gems.FULL_SET)
