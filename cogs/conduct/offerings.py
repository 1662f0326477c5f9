"""`/gembones offer`: offer a share of your winnings to the tricksters' gods (L13-R12)."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.gifts import GiftService
from bot.face.text.templates import safe_name
from bot.places.settings import Base
from cogs.conduct.texts import WORDS, blessing
from cogs.interactions.context import BASE_HELP, person_of, place_key_of
from cogs.requests.responder import Responder
from cogs.ui.components import message, text
from games.engine import money as gems

DEITIES = [app_commands.Choice(name=altar.name, value=key) for key, altar in WORDS.altars.items()]


class OfferingsCog(commands.Cog):
    """The command `/gembones offer`."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(name="offer", description="After a win: burn gembones on an altar, for a blessing")
    @app_commands.describe(
        deity="The altar",
        amount="Whole gembones, like: 1g4, or: 2g6 + g4; they're gone for good",
        base=BASE_HELP,
    )
    @app_commands.choices(deity=DEITIES)
    async def offer(
        self,
        interaction: discord.Interaction[App],
        deity: app_commands.Choice[str],
        amount: app_commands.Range[str, 1, 200],
        base: Base | None = None,
    ) -> None:
        """Burn gembones on an altar, and tell the channel; it changes nobody's luck."""
        responder = Responder(interaction, "message", private=False)
        person = person_of(interaction)
        gift = await self.bot.service(GiftService).offer(
            place_key_of(interaction), person, amount, base, interaction.id
        )
        sentence = (
            f"**{safe_name(person.name)}** lays {gems.amount_text(gift.holding)} of {gift.base} on the altar of "
            f"**{deity.name}**. {blessing(deity.value)}"
        )
        await responder.show(message(text(sentence)))
