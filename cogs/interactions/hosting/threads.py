"""Moves a table to its own thread, either public or for invited members only."""

from __future__ import annotations

import logging
from contextlib import suppress

import discord

from bot.app import App
from bot.language import _
from bot.person import Person
from bot.requests.budget import Urgency
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.tables.view import ShownTable
from bot.user_errors import UserError
from cogs.interactions.context import need_bot, person_of
from cogs.interactions.permissions import missing_for_thread
from cogs.live.table_messages import is_own_thread, table_messages
from cogs.requests import http

Interaction = discord.Interaction[App]

log = logging.getLogger(__name__)


async def move_to_thread(interaction: Interaction, table: TableActor, *, private: bool) -> str:
    """Move a table and everyone at it to a new thread, and return the sentence for the host. Raises `UserError`."""
    bot, host = interaction.client, person_of(interaction)
    need_bot(interaction, _("open threads"))
    await table.hosting.check_can_move(host, private=private)
    if is_own_thread(interaction.channel) and (table.state.access.hidden_in is not None or not private):
        raise UserError("in_a_thread")
    parent = _parent(interaction)
    missing = missing_for_thread(interaction, private=private)
    if missing:
        raise UserError("options", sentence=missing)
    messages = table_messages(bot)
    try:
        thread = await messages.open_thread(table, parent, private=private)
    except http.FAILURES as refusal:
        log.info("no thread for table %s: %s", table.state.id, refusal)
        too_many = isinstance(refusal, discord.HTTPException) and refusal.code == http.TOO_MANY_THREADS
        raise UserError("too_many_threads" if too_many else "thread_refused") from refusal
    try:
        await messages.move(table, lambda: _move(bot, table, host, thread, parent if private else None))
    except UserError:
        # a hand has begun meanwhile
        with suppress(*http.FAILURES):
            async with messages.budget.requests.turn(Urgency.OTHER):
                await http.archive(bot, thread)
        raise
    if private:
        words = _("Your table is in {channel} now. Only those at it see it, and members you invite.")
    else:
        words = _("Your table is in {channel} now.")
    return words.format(channel=f"<#{thread}>")


async def _move(bot: App, table: TableActor, host: Person, thread: int, hidden_in: int | None) -> None:
    await bot.service(TableRegistry).move(table, host, thread, hidden_in=hidden_in)


def _parent(interaction: Interaction) -> int:
    """Return the text channel in which a thread can be made. Raises `UserError` if there is none."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel) or channel.type is not discord.ChannelType.text:
        raise UserError("thread_parent")
    return channel.id


async def see_out(bot: App, table: ShownTable, user_id: int) -> None:
    """Remove a kicked person from a table's private thread; if Discord refuses, moderators can do it.

    Who is in a thread that a member made is that member's business.
    """
    thread = table.state.channel_id
    if table.state.access.hidden_in in (None, thread):
        return
    try:
        async with table_messages(bot).budget.requests.turn(Urgency.HAND):
            await http.remove_from_thread(bot, thread, user_id)
    except http.FAILURES as error:
        log.info("user %s stays in thread %s: %s", user_id, thread, error)
