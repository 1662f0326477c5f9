"""Sends notices: to a member's direct messages, or to the channel if those are closed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import discord

from bot.language import speaking
from bot.members.languages import Languages
from bot.notices.service import NoticeService, Recipient
from bot.requests.budget import Pace, Urgency
from cogs.requests import http
from cogs.ui.components import Json

log = logging.getLogger(__name__)

MOST_CONVERSATIONS = 2_000
"""The most direct-message channels that are cached; opening one again costs a request."""


class NoticeSender:
    """Sends what was claimed (`NoticeService.claim`, `claim_turn`); a notice that fails is never sent twice."""

    def __init__(
        self, client: discord.Client, pace: Pace, notices: NoticeService, languages: Languages
    ) -> None:
        self.client, self.languages = client, languages
        self.notices = notices
        self.pace = pace
        self._conversations: dict[int, int] = {}

    async def post(self, channel_id: int, payload: Json, *, urgency: Urgency = Urgency.BOARD) -> int | None:
        """Post a message in a channel, and return its id; None if Discord or the network refuses."""
        try:
            async with self.pace.turn(urgency):
                return (await http.post(self.client, channel_id, payload)).id
        except http.FAILURES as error:
            log.info("no notice in channel %s: %s", channel_id, error)
            return None

    async def find(self, guild: discord.Guild, channel_id: int, user_id: int) -> discord.Member | None:
        """Return the member with this id, if they are still on the server and see the channel.

        Others must not read about the channel in their direct messages.
        """
        try:
            return await self._look_up(guild, channel_id, user_id, Urgency.BOARD)
        except http.FAILURES as error:
            log.info("user %s of server %s is not asked: %s", user_id, guild.id, error)
            return None

    async def is_gone(self, guild_id: int, channel_id: int, user_id: int, *, urgency: Urgency) -> bool:
        """Return True if a member has left the server or can't see the channel any more; False if that is unknown."""
        guild = self.client.get_guild(guild_id)
        if guild is None:
            return False
        try:
            return await self._look_up(guild, channel_id, user_id, urgency) is None
        except http.FAILURES as error:
            return isinstance(error, discord.HTTPException) and error.code == http.UNKNOWN_MEMBER

    async def _look_up(
        self, guild: discord.Guild, channel_id: int, user_id: int, urgency: Urgency
    ) -> discord.Member | None:
        """Ask Discord for a member, and return them if they see the channel. Raises `http.FAILURES`."""
        channel = guild.get_channel_or_thread(channel_id)
        async with self.pace.turn(urgency) as turn:
            if channel is None:
                # an archived thread
                channel = await http.understood(guild.fetch_channel(channel_id))
                await turn.another()
            member = await http.understood(guild.fetch_member(user_id))
        return member if channel.permissions_for(member).view_channel else None

    async def by_dm(
        self, member: int, user_id: int, payload: Json, *, urgency: Urgency = Urgency.BOARD
    ) -> bool:
        """Send a direct message; return False if the member's are closed, and remember that."""
        try:
            async with self.pace.turn(urgency) as turn:
                if user_id not in self._conversations:
                    self._conversations[user_id] = await http.open_dm(self.client, user_id)
                    if len(self._conversations) > MOST_CONVERSATIONS:
                        del self._conversations[next(iter(self._conversations))]
                    await turn.another()
                await http.post(self.client, self._conversations[user_id], payload)
        except http.FAILURES as error:
            closed = isinstance(error, discord.HTTPException) and error.code in http.CLOSED_DM
            log.info("no direct message to member %s: %s", member, error)
            if closed:
                await self.notices.note_closed_dm(member)
            return not closed
        return True

    async def write_to(
        self,
        written: Sequence[Recipient],
        guild_id: int,
        channel_id: int,
        letter: Callable[[], Json],
        *,
        aside: Callable[[list[int]], Json] | None,
        except_role: int | None = None,
    ) -> None:
        """Send direct messages about a channel to those members who can see it.

        `letter` writes one in the language of its reader. `aside` makes one message in the channel that mentions the
        members whose direct messages are closed. Those with the role `except_role` are left out: they have been told
        already.
        """
        guild, closed = self.client.get_guild(guild_id), list[int]()
        if guild is None:
            return
        for each in written:
            member = await self.find(guild, channel_id, each.user_id)
            if member is None or (except_role is not None and member.get_role(except_role) is not None):
                continue
            with speaking(self.languages.of_person(each.user_id)):
                words = letter()
            if not await self.by_dm(each.member, each.user_id, words):
                closed.append(each.user_id)
        if closed and aside is not None:
            with speaking(self.languages.of_server(guild_id)):
                words = aside(closed)
            await self.post(channel_id, words)

    async def tell(
        self,
        member: int,
        user_id: int,
        *,
        dm: Json | None,
        channel_id: int,
        mention: Json,
        urgency: Urgency = Urgency.BOARD,
    ) -> int | None:
        """Send `dm`, or post `mention` in the channel if there is no `dm` or direct messages are closed.

        Return the id of the message in the channel; None if there is none.
        """
        if dm is not None and await self.by_dm(member, user_id, dm, urgency=urgency):
            return None
        return await self.post(channel_id, mention, urgency=urgency)
