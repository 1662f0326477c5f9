"""The list of members whom a member blocks. Only they may see and change it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.economy.accounts import MemberAccounts
from bot.person import Person
from bot.serial_queue import serialized
from bot.user_errors import UserError
from db import members
from db.members import SaveBlock

MOST = 25
"""The most people that a member may block: as many as fit one Discord menu."""


class BlockLists:
    """The block lists of all members; people are named by their Discord ids."""

    def __init__(self, accounts: MemberAccounts) -> None:
        self._accounts = accounts
        self._store, self.queue = accounts.store, accounts.queue

    async def of(self, place_key: int, person: Person) -> list[int]:
        """Return the people that a member blocks."""
        member = await self._store.find_member(place_key, person.user_id)
        return [] if member is None else await self._store.read(members.blocked, member)

    @serialized
    async def add(self, place_key: int, person: Person, user_id: int) -> list[int]:
        """Block one more person, and return the whole list."""
        member = await self._accounts.get_or_create(place_key, person)
        return await self._replace(
            member, person, [*await self._store.read(members.blocked, member), user_id]
        )

    @serialized
    async def replace(self, place_key: int, person: Person, user_ids: Sequence[int]) -> list[int]:
        """Block these people and no others, and return them."""
        member = await self._accounts.get_or_create(place_key, person)
        return await self._replace(member, person, user_ids)

    async def _replace(self, member: int, person: Person, user_ids: Sequence[int]) -> list[int]:
        if person.user_id in user_ids:
            raise UserError("block_oneself")
        if len(set(user_ids)) > MOST:
            raise UserError("blocks_full", n=MOST)
        before = await self._store.read(members.blocked, member)
        await self._accounts.commit(
            *(SaveBlock(member, user, blocked=False) for user in before if user not in user_ids),
            *(SaveBlock(member, user) for user in dict.fromkeys(user_ids) if user not in before),
        )
        return await self._store.read(members.blocked, member)
