"""`/notify`: which notices reach you, when and where."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.language import _
from bot.notices.choices import NoticeChoices
from bot.notices.service import NoticeService
from bot.notices.times_of_day import DAYS, own_offset, quiet_hours
from bot.notices.zones import find_zone
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.command_groups import on_servers
from cogs.interactions.context import person_of, place_key_of
from cogs.notify.painter import (
    DAILY_NOTICES,
    TURN_PLACES,
    daily_note,
    notice_panel,
    off_note,
    quiet_modal,
    time_modal,
    turn_note,
)
from cogs.requests.responder import Responder
from cogs.ui.components import Json
from cogs.ui.modals import modal_text
from games.registry import GAMES

Interaction = discord.Interaction[App]


@on_servers
class NotifyCog(commands.GroupCog, group_name="notify", group_description="Choose what I tell you, and when"):
    """The private panels with a member's choices, which nobody else sees."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.notices = bot.service(NoticeService)

    @app_commands.command(name="me", description="Be called when a table looks for players")
    async def me(self, interaction: Interaction) -> None:
        """Turn calls on, and show the choices about them."""
        responder = Responder(interaction, "message")
        choices = await self.notices.change(await self._member(interaction), {"calls": True})
        await responder.show(self._panel(choices))

    @app_commands.command(name="off", description="Stop being called for tables")
    async def off(self, interaction: Interaction) -> None:
        """Turn calls off; the other choices are kept for the next time."""
        responder = Responder(interaction, "message")
        await self.notices.change(await self._member(interaction), {"calls": False})
        await responder.show(off_note())

    @app_commands.command(name="turn", description="Choose how you learn that it's your turn")
    @app_commands.describe(how="Leave it out to see what you have chosen")
    @app_commands.choices(
        how=[app_commands.Choice(name=name, value=value) for value, name in TURN_PLACES.items()]
    )
    async def turn(self, interaction: Interaction, how: app_commands.Choice[str] | None = None) -> None:
        """Save how the member learns of their turns, and confirm it."""
        responder = Responder(interaction, "message")
        member = await self._member(interaction)
        if how is None:
            await responder.show(turn_note(await self.notices.choices(member)))
            return
        # a member may choose direct messages again after opening them
        choices = await self.notices.change(member, {"turn": how.value, "dm_closed": False})
        await responder.show(turn_note(choices, f"{_('Saved.')} "))

    @app_commands.command(name="today", description="Be told of the table of the day by direct message")
    @app_commands.describe(what="Leave it out to see what you have chosen")
    @app_commands.choices(
        what=[app_commands.Choice(name=name, value=value) for value, name in DAILY_NOTICES.items()]
    )
    async def today(self, interaction: Interaction, what: app_commands.Choice[str] | None = None) -> None:
        """Save what the member hears of the table of the day, and confirm it."""
        responder = Responder(interaction, "message")
        member = await self._member(interaction)
        if what is None:
            await responder.show(daily_note(await self.notices.choices(member)))
            return
        choices = await self.notices.change(member, {"today": what.value, "dm_closed": False})
        await responder.show(daily_note(choices, f"{_('Saved.')} "))

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Handle a press on the panel."""
        member = await self._member(interaction)
        data: Any = interaction.data or {}
        values = [str(value) for value in data.get("values", [])]
        typed = interaction.type is discord.InteractionType.modal_submit
        match rest.split(":"):
            case ["games"] if set(values) <= GAMES.keys():
                games = () if len(values) == len(GAMES) else tuple(key for key in GAMES if key in values)
                changes: dict[str, Any] = {"games": games}
            case ["days"] if set(values) <= set(map(str, range(len(DAYS)))):
                changes = {"days": () if len(values) == len(DAYS) else tuple(sorted(map(int, values)))}
            case ["quiet"] if not typed:
                await responder.modal(quiet_modal(await self.notices.choices(member)))
                return
            case ["time"] if not typed:
                await responder.modal(time_modal())
                return
            case ["quiet"]:
                changes = {"quiet": _read_quiet(modal_text(data))}
            case ["time"]:
                changes = await self._read_time(modal_text(data))
            case ["place", "channel" | "dm" as place]:
                # a member may choose them again after opening them; if they have not, the next notice tells
                changes = {"place": place, "dm_closed": False}
            case ["off"]:
                await self.notices.change(member, {"calls": False})
                await responder.show(off_note())
                return
            case _:
                raise UserError("passed")
        await responder.show(self._panel(await self.notices.change(member, changes), _("Saved.")))

    async def _member(self, interaction: Interaction) -> int:
        return await self.bot.service(MemberAccounts).get_or_create(
            place_key_of(interaction), person_of(interaction)
        )

    def _panel(self, choices: NoticeChoices, lead: str = "") -> Json:
        return notice_panel(choices, self.bot.service(TableRegistry).context.clock.now(), lead)

    async def _read_time(self, typed: str) -> dict[str, Any]:
        """Return the choices that a city makes, what a clock shows, or an offset."""
        with contextlib.suppress(ValueError):
            now = self.bot.service(TableRegistry).context.clock.now()
            return {"offset": own_offset(typed, now), "zone": None}
        try:
            return {"offset": None, "zone": await asyncio.to_thread(find_zone, typed)}
        except ValueError as wrong:
            raise UserError("no_clock") from wrong


def _read_quiet(typed: str) -> tuple[int, int] | None:
    try:
        return quiet_hours(typed)
    except ValueError as wrong:
        raise UserError("no_quiet_hours") from wrong
