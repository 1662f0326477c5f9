"""The one gate for readers: whether a person may be told of a match that was played.

Numbers of matches are 1, 2, 3 ..., so a person who names one may be guessing. Every reading of a match by its number,
a link or a button asks here first; a refusal is the same as for a match that does not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import discord

from bot.luck.deal import deal_of
from bot.members.blocks import kept_apart
from bot.pressed import is_private_thread
from bot.tables.kinds import load_kind
from bot.tables.state import TableAccess
from db import journal, members
from db.journal import MatchRecord
from db.store import Store
from db.tables import TableRecord


@dataclass(frozen=True, slots=True)
class Reader:
    """A person who asks for matches in a place.

    `reads` says whether they can read a channel; an admin of the place reads every match that was played in public.
    """

    user_id: int
    reads: Callable[[int], bool]
    admin: bool = False

    @classmethod
    def of(cls, interaction: discord.Interaction[Any]) -> Self:
        """Return the member as a reader of matches: they can read this channel, and those that Discord shows them."""
        user, guild = interaction.user, interaction.guild

        def reads(channel_id: int) -> bool:
            if channel_id == interaction.channel_id:
                return True
            channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
            if channel is None or not isinstance(user, discord.Member):
                return False
            allowed = channel.permissions_for(user)
            # its parent's permissions say nothing of who is in a private thread
            return allowed.manage_threads if is_private_thread(channel) else allowed.view_channel

        return cls(user.id, reads, interaction.permissions.manage_guild)


async def may_see(store: Store, reader: Reader, record: MatchRecord, table: TableRecord) -> bool:
    """Return True if a person may see a match.

    Its players always may. Nobody else may see a private match, in a private thread or at a member's private table. A
    match at a table in a channel may be seen by the admins of the place, and by everyone who can read that channel,
    unless a block separates them from anyone who had a part in it. What counts is where the table stood when the match
    was dealt.
    """
    member = await store.find_member(table.place_key, reader.user_id)
    deal = deal_of(record.header)
    accounts = set() if deal is None else set(deal.members.values())
    if member is not None:
        answered = await store.read(journal.seat_spans, record.id, member)
        if answered or member in accounts:
            return True
    channel = public_channel(table, record.id)
    if channel is None:
        return False
    if reader.admin:
        return True
    # those who came late or bet at the rail may have left again
    accounts.update(await store.read(journal.people, record.id))
    company = [seat.user_id for seat in table.seats if seat.user_id is not None]
    company += await store.read(members.user_ids, sorted(accounts))
    return reader.reads(channel) and not await kept_apart(store, table.place_key, reader.user_id, company)


def public_channel(table: TableRecord, number: int) -> int | None:
    """Return the channel in which a match of a table was dealt; None if only its players may know."""
    if not load_kind(table.settings).in_channel:
        return None
    access = TableAccess.model_validate(table.settings)
    # a channel's id is always the larger number; earlier releases saved the two the other way round
    for last, channel in sorted(sorted(pair) for pair in access.stood_in.items()):
        if number <= last:
            return channel
    return table.channel_id if access.hidden_in is None else None


def is_private(table: TableRecord) -> bool:
    """Return True if only the players of a table may know what is played there now."""
    in_channel = load_kind(table.settings).in_channel
    return not in_channel or TableAccess.model_validate(table.settings).hidden_in is not None
