"""`/purse tip` and asking for a do-over: good form and bad, by the gambler's code."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.economy.gifts import GiftService
from bot.face.text.templates import safe_name
from bot.language import _, amount_words
from bot.person import Person
from bot.places.stakes import Base
from cogs.conduct.service import ConductService
from cogs.interactions.context import BASE_HELP, in_language_of_place, person_of, place_key_of
from cogs.requests.responder import Responder
from cogs.ui.components import message, note, text
from db.backend.names import Name
from games.engine import money as gems

Interaction = discord.Interaction[App]


class ConductCog(commands.Cog):
    """Tips are good form, and asking for a do-over is bad form."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.conduct = ConductService(bot.service(MemberAccounts))

    @app_commands.command(name="tip", description="Tip the house or another member: good form")
    @app_commands.describe(
        amount="Whole gembones, like: 1g4, or: 2g6 + g4",
        member="The member who gets them; the house if you leave it out",
        base=BASE_HELP,
    )
    async def tip(
        self,
        interaction: Interaction,
        amount: app_commands.Range[str, 1, 200],
        member: discord.User | None = None,
        base: Base | None = None,
    ) -> None:
        """Give a tip, and tell the channel."""
        if member is not None and (member.bot or member.system):
            member = None  # the bot is the house
        responder = Responder(interaction, "message", private=False)
        giver = person_of(interaction)
        to = None if member is None else Person(member.id, Name(member.display_name))
        gift = await self.bot.service(GiftService).tip(
            place_key_of(interaction), giver, to, amount, base, interaction.id
        )
        with in_language_of_place(interaction):
            sentence = (
                _("**{name}** tips the house {amount} of {base}. Good form.")
                if to is None
                else _("**{name}** tips **{member}** {amount} of {base}. Good form.")
            ).format(
                name=safe_name(giver.name),
                member=safe_name(to.name if to is not None else ""),
                amount=amount_words(gems.amount_text(gift.holding)),
                base=_(gift.base),
            )
            await responder.show(message(text(sentence)))

    async def doover(self, interaction: Interaction) -> None:
        """Refuse with a remark; asking is bad form."""
        responder = Responder(interaction, "message")
        sentence = await self.conduct.ask_doover(place_key_of(interaction), person_of(interaction))
        await responder.show(
            note(
                "\n".join(
                    [
                        _(sentence),
                        _(
                            "-# Your form suffers. A talent at a table with the spotlight may reroll: /my sheet."
                        ),
                    ]
                )
            )
        )
