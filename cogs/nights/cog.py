"""`/night`: plan a night and collect answers, or chart a night of games."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.language import N_, _
from bot.notices.service import LocalClock, NoticeService
from bot.notices.times_of_day import offset_words
from bot.places.settings import load_place_settings
from bot.tables.registry import TableRegistry
from bot.tables.state import TableSettings
from bot.user_errors import UserError
from cogs.interactions.autocomplete import game_choices
from cogs.interactions.command_groups import anywhere
from cogs.interactions.context import (
    channel_of,
    in_language_of_place,
    in_language_of_readers,
    need_bot,
    person_of,
    place_key_of,
)
from cogs.interactions.member_pages import member_pages
from cogs.interactions.permissions import missing_here
from cogs.live.table_messages import table_messages
from cogs.nights.messages import NightMessages
from cogs.nights.painter import night_message, sure_note, title_of
from cogs.nights.service import NightService, check_may_call_off
from cogs.nights.when import moment_words, read_when, spoken_moment, suggestions
from cogs.requests.responder import Responder
from cogs.ui.charts import chart_message, night_chart
from cogs.ui.components import note
from db.store import Store
from games.registry import GAMES

Interaction = discord.Interaction[App]

NOTHING_TO_CHART = N_("There's nothing to chart yet. Finish one game of an Adventurer's Choice night first.")
EVENING = next(key for key, game in GAMES.items() if game.crowned)
"""The game that is an evening of many games."""
ON_CALENDAR = {
    "not_allowed": N_("It isn't on the server's calendar: I lack the permission Create Events."),
    "refused": N_("Discord didn't take it for the server's calendar; everything else works."),
    "": N_("It's on the server's calendar too."),
}
"""What the planner reads where there is no scheduled event."""


@anywhere
class NightCog(commands.GroupCog, group_name="night", group_description="Plan a night, or chart one"):
    """Plans nights, takes answers, and charts the channel's night of games."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.nights = NightService(bot.service(Store), bot.service(TableRegistry).context.clock)
        messages = table_messages(bot)
        self.messages = NightMessages(bot, messages.sender, messages.live, self.nights)

    async def cog_load(self) -> None:
        """Name the next night on the card of an evening."""
        member_pages(self.bot).after_evening.append(self.next_here)

    async def cog_unload(self) -> None:
        """Stop the timers: they would outlive the connection."""
        self.messages.stop()
        member_pages(self.bot).after_evening.remove(self.next_here)

    async def next_here(self, channel_id: int) -> str:
        """Return a line about the next night that is planned in a channel."""
        for night in await self.nights.planned():
            if night.channel_id == channel_id:
                title = title_of(await self.nights.view(night.id))
                return _("Next: **{night}**, <t:{starts}:F>.").format(night=title, starts=int(night.starts))
        return ""

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Do what came due while the bot was away, and start the timer for the rest."""
        await self.messages.resume()

    @app_commands.command(name="plan", description="Plan a night here: who comes, a reminder, an open table")
    @app_commands.describe(
        when="Like sat 20:00, 28 Nov 8pm or tomorrow 19:30",
        game="Which game? An evening of Adventurer's Choice if you leave it out",
        weekly="Every week at that time",
    )
    async def plan(
        self,
        interaction: Interaction,
        when: app_commands.Range[str, 1, 60],
        game: str = EVENING,
        weekly: bool = False,
    ) -> None:
        """Post the night's message, and put the night on the server's calendar where the bot may."""
        need_bot(interaction, _("plan a night"))
        responder = Responder(interaction, "message")
        missing = missing_here(interaction)
        if missing:
            raise UserError("options", sentence=missing)
        guild_id, planner, channel = place_key_of(interaction), person_of(interaction), interaction.channel
        place_settings = await load_place_settings(self.bot.service(Store), guild_id)
        if game not in GAMES:
            raise UserError("unknown_game")
        settings = TableSettings(buy_in=place_settings.usual_buy_in, base=place_settings.start_base)
        parent_id = channel.parent_id if isinstance(channel, discord.Thread) else None
        place_settings.check(GAMES[game], (channel_of(interaction), parent_id), settings)
        clock = await self._clock(interaction)
        try:
            starts = read_when(when, self._now(), clock.zone)
        except (ValueError, OverflowError) as wrong:
            raise UserError("night_when") from wrong
        member = await self.bot.service(MemberAccounts).get_or_create(guild_id, planner)
        planned = await self.nights.plan(
            guild_id, channel_of(interaction), member, game, starts, weekly, admin=planner.admin
        )
        view, event = await self.messages.plan(planned)
        planned_for = _("**{night}** is planned for <t:{starts}:F>.")
        lines = [
            planned_for.format(night=title_of(view), starts=int(starts)),
            _(ON_CALENDAR.get(str(event), ON_CALENDAR[""])),
        ]
        if not clock.own:
            lines.append(
                _(
                    "-# I read the time by the server's clock ({offset}). Set your own in `/notify me`."
                ).format(offset=offset_words(clock.offset_at(starts)))
            )
        await responder.show(note("\n".join(lines)))

    @plan.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return game_choices(
            current, (await load_place_settings(self.bot.service(Store), place_key_of(interaction))).games
        )

    @plan.autocomplete("when")
    async def _moments(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        clock = await self._clock(interaction)
        zone = clock.zone
        try:
            moments = [read_when(current, self._now(), zone)] if current.strip() else None
        except (ValueError, OverflowError):
            return []
        return [
            app_commands.Choice(
                name=f"{spoken_moment(moment, zone)} ({clock.words(moment)})",
                value=moment_words(moment, zone),
            )
            for moment in (suggestions(self._now(), zone) if moments is None else moments)
        ]

    def _now(self) -> float:
        return self.bot.service(TableRegistry).context.clock.now()

    async def _clock(self, interaction: Interaction) -> LocalClock:
        """Return the clock by which the member's words are read."""
        return await self.bot.service(NoticeService).clock_of(place_key_of(interaction), interaction.user.id)

    # ---- presses

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Take an answer, or call a night off after a second press."""
        verb, _colon, number = rest.partition(":")
        if not number.isdecimal() or len(number) > 18:
            raise UserError("passed")
        view = await self.nights.view(int(number))
        night, presser = view.night, person_of(interaction)
        if night.guild_id != interaction.guild_id or night.channel_id != interaction.channel_id:
            raise UserError("passed")
        member = await self.bot.service(MemberAccounts).get_or_create(night.guild_id, presser)
        match verb:
            case "yes" | "maybe" | "no" as answer:
                shown = False
                with self.messages.of(night).edited() as races:
                    answered = await self.nights.answer(night.id, member, answer)
                    try:
                        with in_language_of_place(interaction):
                            shown = await responder.show(night_message(answered))
                    finally:
                        self.messages.of(night).painted_by_press(outdated=races() or not shown)
            case "off":
                check_may_call_off(night, member, admin=presser.admin)
                await responder.whisper(sure_note(view))
            case "sure":
                off = await self.nights.call_off(night.id, member, admin=presser.admin)
                await responder.show(note(_("**{night}** is called off.").format(night=title_of(off))))
                await self.messages.called_off(off, presser)
            case _:
                raise UserError("passed")

    @app_commands.command(name="chart", description="See everyone's money after each game of the night")
    @app_commands.describe(show="Show it to the channel, not only to you")
    async def chart(self, interaction: Interaction, show: bool = False) -> None:
        """Show the money of each seat as a line in a chart."""
        responder = Responder(interaction, "message", private=not show)
        table = self.bot.service(TableRegistry).get_in_channel(channel_of(interaction))
        with in_language_of_readers(interaction, private=not show):
            chart = night_chart(await table.view())
            if chart is None:
                raise UserError("options", sentence=NOTHING_TO_CHART)
            drawn = self.bot.draws_for(None if show else interaction.user.id)
            payload, file = await chart_message(chart, private=not show, drawn=drawn)
        await responder.show(payload, file)
