"""The purse account of a member: made with a welcome set when the member is first met."""

from __future__ import annotations

from bot.guilds.settings import house_settings
from db import Store
from games.engine import money as gems


async def get_or_create_purse(store: Store, guild_id: int, user_id: int, name: str) -> int:
    """Return the purse account of a member, and keep their present name.

    A new purse holds a full set of the server's starting base (GEM-R8).
    """
    if await store.find_member(guild_id, user_id) is None:
        return await store.member(guild_id, user_id, name, welcome=await welcome_set(store, guild_id))
    return await store.member(guild_id, user_id, name)


async def welcome_set(store: Store, guild_id: int) -> dict[str, int]:
    """Return a full set of the server's starting base, in the ledger's units."""
    return gems.in_base((await house_settings(store, guild_id)).start_base, gems.FULL_SET)
