"""Newcomers: which words of ours were explained to a member, so that each is told once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bot.economy.accounts import MemberAccounts
from bot.members.profile_keys import MET
from bot.person import Person
from bot.serial_queue import serialized
from db import SaveAbout


class Meeting(NamedTuple):
    """The words that are new to a member; `first`: they have never sat at a table."""

    first: bool
    words: tuple[str, ...]


class Newcomers:
    """Remembers what each member has met."""

    def __init__(self, accounts: MemberAccounts) -> None:
        self._accounts = accounts
        self._store, self.queue = accounts.store, accounts.queue

    @serialized
    async def meet(self, place_key: int, person: Person, words: Iterable[str]) -> Meeting:
        """Save that a member meets these words, and return those that are new to them."""
        account = await self._accounts.get_or_create(place_key, person)
        met = (await self._store.about(account)).get(MET)
        new = tuple(word for word in words if word not in (met or ()))
        if new:
            await self._store.commit(SaveAbout(account, MET, [*(met or ()), *new]))
        return Meeting(met is None, new)
