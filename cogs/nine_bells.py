"""`/gembones bells`, and tearing up: a contract with the Nine Bells, for days (TD-R10)."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import N_, _
from bot.places.settings import load_place_settings
from bot.places.stakes import Base
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.interactions.cog_handlers import CogHandlers
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.context import channel_of, person_of, place_key_of
from cogs.interactions.pranks import add_prank
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.ui import custom_ids
from cogs.ui.components import GREEN, RED, button, note
from cogs.ui.custom_ids import Kind
from db.store import Store

Interaction = discord.Interaction[App]

PREFIX = "bells"
"""Custom id of the button on a table for several: `bells:open`."""


class NineBellsCog(commands.Cog):
    """The commands for High Stakes Tripledip, played alone against the house."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(
        name="bells", description="Open your contract with the Nine Bells, or get offered one"
    )
    @app_commands.describe(base="The base of the three g20s (the server's usual one if you leave it out)")
    async def bells(self, interaction: Interaction, base: Base | None = None) -> None:
        """Show the panel, on which the contract is signed and the bells are rung."""
        await self._show(interaction, Responder(interaction, "message"), base)

    async def tear_up(self, interaction: Interaction) -> None:
        """Ask for a second press before the contract is torn up."""
        responder = Responder(interaction, "message")
        table = await self.bot.service(TableRegistry).find_private(
            place_key_of(interaction), person_of(interaction)
        )
        ask = None
        if table is not None:
            scene = (await table.view_for(interaction.user.id)).scene
            ask = (
                next((ask for ask in scene.mine() if ask.kind == "ring"), None) if scene is not None else None
            )
        if table is None or ask is None:
            raise UserError("no_contract")
        yes = custom_ids.answer(Kind.ANSWER, table.state.id, table.state.match_id or 0, ask.id, "tear_up")
        await responder.show(note(_(ask.words["ring:tear_up?"]), button(ask.words["ring:tear_up"], yes, RED)))

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Handle the button on a table for several players, where High Stakes can't be played."""
        responder.surface = "message"
        await self._show(interaction, responder, None)

    async def _show(self, interaction: Interaction, responder: Responder, base: Base | None) -> None:
        place_key = place_key_of(interaction)
        place_settings = await load_place_settings(self.bot.service(Store), place_key)
        table: TableActor = await self.bot.service(TableRegistry).open_private(
            place_key,
            channel_of(interaction),
            person_of(interaction),
            base or place_settings.start_base,
            place_settings,
        )
        await table.start_day()
        view = await table.view_for(interaction.user.id)
        await table_messages(self.bot).show_panel(responder, view)


async def setup(bot: App) -> None:
    """Load the commands."""
    cog = NineBellsCog(bot)
    await add_to_group(bot, "gembones", cog)
    add_prank(bot, "tear-up", N_("Tear up your contract with the Nine Bells"), cog.tear_up)
    handlers = bot.service(CogHandlers)
    handlers.register(PREFIX, cog.pressed)
    handlers.offer_on_refusal("alone", lambda: button(N_("The Nine Bells"), f"{PREFIX}:open", GREEN))
