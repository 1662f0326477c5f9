"""The evening card: one a channel and evening, posted when the evening is over, and `/night end`."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.due_work import Schedule
from bot.language import _, speaking
from bot.members.languages import Languages
from bot.notices.choices import minutes_ahead
from bot.places.place import Place
from bot.places.settings import load_place_settings
from bot.requests.budget import Urgency
from bot.tables.registry import TableRegistry
from bot.tables.view import ShownTable
from bot.user_errors import UserError
from cogs.evening.painter import evening_message
from cogs.evening.rows import SaveTold, untold_channels
from cogs.evening.service import Tonight, tell_evening, tonight
from cogs.interactions.context import channel_of, need_bot, person_of, place_key_of
from cogs.interactions.member_pages import member_pages
from cogs.live.message_channels import BotChannel
from cogs.live.table_messages import table_messages
from cogs.requests import http, retries
from cogs.requests.responder import Responder
from cogs.ui.components import note
from cogs.ui.offers import leads_on
from db.store import Store

Interaction = discord.Interaction[App]
log = logging.getLogger(__name__)

SILENCE = 3600.0
"""Seconds without a game after which an evening is over."""
STALE = 12 * 3600.0
"""An evening that ended longer ago than this, while the bot was away, is told no more."""


class EveningCog(commands.Cog):
    """Posts the card of each evening when it is over."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self._context = bot.service(TableRegistry).context
        self._schedule = bot.service(Schedule)
        self._messages = table_messages(bot)
        self._store = bot.service(Store)
        self._stopped = False

    async def cog_load(self) -> None:
        """Follow the tables."""
        self._context.hooks.match_over.append(self._match_over)

    async def cog_unload(self) -> None:
        """Follow them no longer, and post nothing more."""
        self._stopped = True
        self._context.hooks.match_over.remove(self._match_over)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Take up the evenings that were going on, or ended while the bot was away."""
        for untold in await self._store.read(untold_channels, self._context.clock.now() - STALE):
            if Place.from_key(untold.place_key).has_bot and self._context.shards.has(untold.place_key):
                self._plan(untold.channel_id, untold.ended + SILENCE)

    def _match_over(self, table: ShownTable) -> None:
        state = table.state
        # a table that closes plays nothing: the silence began with its last match
        if state.phase != "closed" and state.place.has_bot and state.kind.in_channel and state.kind.hosted:
            self._plan(state.channel_id, self._context.clock.now() + SILENCE)

    def _plan(self, channel_id: int, moment: float) -> None:
        self._schedule.at(("evening", channel_id), moment, partial(self._work, channel_id))

    def _work(self, channel_id: int) -> Awaitable[None] | None:
        # `on_ready` plans it again: a server whose shard has not connected yet would refuse the card
        if self._stopped or not self.bot.is_ready() or self._is_playing(channel_id):
            return None
        return self._tell(channel_id)

    def _is_playing(self, channel_id: int) -> bool:
        """Return whether a game is going on in a channel; the evening ends an hour after it."""
        table = self.bot.service(TableRegistry).find_in_channel(channel_id)
        return table is not None and table.session is not None

    async def _tell(self, channel_id: int) -> None:
        """Post the card of a channel's evening; a fault that passes is raised, and the work is done again later."""
        now = await tonight(self._store, channel_id)
        if not now.matches:
            return
        table = await self._store.table(now.matches[-1].table)
        language = self.bot.service(Languages).of_place(Place.from_key(table.place_key))
        with speaking(language):
            evening = await tell_evening(self._store, channel_id, member_pages(self.bot).evening)
        if evening is not None:
            settings = await load_place_settings(self._store, table.place_key)
            channel = self.bot.get_channel(channel_id)
            with speaking(language):
                planned = [await source(channel_id) for source in member_pages(self.bot).after_evening]
                leads = leads_on.line(now.matches[-1].match, another_day=True)
                name = getattr(channel, "name", None) or _("this channel")
                body, file = await evening_message(
                    evening,
                    f"#{name}" if channel is not None else name,
                    offset=minutes_ahead(settings.local(evening.began)) / 60,
                    onward=next(filter(None, planned), leads),
                    record=await self._messages.record_in(channel_id),
                    drawn=self.bot.pictures,
                )
            nonce = http.nonce_of("evening", channel_id, now.matches[-1].match)
            try:
                async with self._messages.budget.requests.turn(Urgency.BOARD):
                    await BotChannel(self.bot, channel_id).post(body, file, nonce)
            except http.FAILURES as refusal:
                if retries.is_transient(refusal):
                    raise
                log.info("the evening in channel %s stays untold: %s", channel_id, refusal)
        await self._store.commit(SaveTold(channel_id, now.matches[-1].match))

    @app_commands.command(name="end", description="End this evening: post its card now")
    @app_commands.checks.cooldown(3, 60.0)
    async def end(self, interaction: Interaction) -> None:
        """Post the card of the evening before the hour of silence is over."""
        need_bot(interaction, _("tell of an evening"))
        responder = Responder(interaction, "message")
        channel_id = channel_of(interaction)
        if self._is_playing(channel_id):
            raise UserError("evening_goes_on")
        now = await tonight(self._store, channel_id)
        await self._check_may_end(interaction, now)
        if await tell_evening(self._store, channel_id) is None:
            raise UserError("evening_too_short")
        self._schedule.drop(("evening", channel_id))
        await self._tell(channel_id)
        await responder.show(note(_("That's the evening: its card is in the channel.")))

    async def _check_may_end(self, interaction: Interaction, now: Tonight) -> None:
        """Refuse those who neither played nor run the server. Raises `UserError`."""
        person = person_of(interaction)
        member = await self._store.find_member(place_key_of(interaction), person.user_id)
        if now.matches and member not in now.members and not person.admin:
            raise UserError("evening_not_yours")
