"""`/privacy`: what is stored about you, and deleting it."""

from __future__ import annotations

import io
import json

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import N_, _
from bot.members.languages import Languages
from bot.user_errors import UserError
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import DESCRIPTIONS, anywhere
from cogs.interactions.context import place_key_of, place_of
from cogs.requests.responder import Responder
from cogs.ui.components import RED, button, note
from db import personal_data
from db.errors import Refused, Unknown
from db.store import Store

Interaction = discord.Interaction[App]

PREFIX = "privacy"
"""Custom id of the button: `privacy:delete`."""
EXPLAINED = N_(
    "## Delete your data here\n"
    "This deletes your name and your purse's link to you for good. Nobody can spend what's in it, and you leave every "
    "leaderboard.\n"
    "The books and the records of matches stay, under a number that points to nobody, so that other members' "
    "winnings still add up.\n"
    "If you come back you start over; on the same day and the next without a welcome set.\n"
    "-# /privacy export shows what I store."
)
LATER = N_(
    "You've left, and your seat finishes the hand without you. I'll delete your data on the night after that hand, "
    "unless you've sat down again. There's nothing more for you to do."
)


@anywhere
class PrivacyCog(commands.GroupCog, group_name="privacy", group_description=DESCRIPTIONS["privacy"]):
    """The commands of `/privacy`; only the member sees the answers."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(name="export", description="Get everything stored about you here, as a file")
    @app_commands.checks.cooldown(2, 30.0)
    async def export(self, interaction: Interaction) -> None:
        """Send a JSON file that only the member sees."""
        await interaction.response.defer(ephemeral=True)
        try:
            stored = await self.bot.service(Store).export_member(
                place_key_of(interaction), interaction.user.id
            )
        except Unknown as unknown:
            raise UserError("nothing_kept") from unknown
        place = place_of(interaction)
        stored["place"] = {"kind": place.kind.value, "id": place.number}
        body = json.dumps(stored, indent=1, ensure_ascii=False).encode()
        file = discord.File(
            io.BytesIO(body), "dicenight.json", description=_("Everything I store about you.")
        )
        await interaction.followup.send(
            _("This is everything I store about you here."), file=file, ephemeral=True
        )

    @app_commands.command(name="delete", description="Delete what is stored about you here")
    async def delete(self, interaction: Interaction) -> None:
        """Explain what is deleted; the button below does it."""
        yes = button("Delete my data", f"{PREFIX}:delete", RED)
        await Responder(interaction, "message").show(note(_(EXPLAINED), yes))

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Delete the data of the member who pressed."""
        if rest != "delete":
            raise UserError("passed")
        store, place_key, user_id = self.bot.service(Store), place_key_of(interaction), interaction.user.id
        try:
            await store.delete_member(place_key, user_id)
        except Unknown as unknown:
            raise UserError("nothing_kept") from unknown
        except Refused as bound:
            if not await store.run(personal_data.delete_later, place_key, user_id):
                raise UserError("still_bound") from bound
            await responder.show(note(_(LATER)))
            return
        await self.bot.service(Languages).forget(user_id)
        await responder.show(note(_("Done. Nothing here points to you any more.")))


async def setup(bot: App) -> None:
    """Load the commands and let the router know the button."""
    cog = PrivacyCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.pressed)
