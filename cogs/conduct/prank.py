"""`/gembones gifts`: gifts of the house to cheaters, and how to be rid of one."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.economy.gifts import GiftService
from bot.face.text.templates import safe_name
from bot.user_errors import UserError
from cogs.conduct.service import ConductRecord, ConductService
from cogs.conduct.text import WORDS
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.context import person_of, place_key_of
from cogs.interactions.router import register
from cogs.requests.responder import Responder
from cogs.ui.components import GREEN, Json, button, message, note, text
from games.gembones.shared import prank_items

Interaction = discord.Interaction[App]

PREFIX = "prank"
"""Custom ids: `prank:take`, `prank:leave`, `prank:hide`."""


class PrankCog(commands.Cog):
    """Private answers about gifts of the house; a wish and a blow are for the channel."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.conduct = ConductService(bot.service(MemberAccounts))

    @app_commands.command(
        name="gifts", description="See the house's gifts to you, and how to get rid of them"
    )
    async def gifts(self, interaction: Interaction) -> None:
        """Offer, item, what is owed."""
        responder = Responder(interaction, "message")
        manners = await self.conduct.record(place_key_of(interaction), person_of(interaction))
        await responder.show(prank_note(manners))

    @app_commands.command(name="donate", description="Give to the Church of Glittergold, to lift a curse")
    @app_commands.describe(amount="Whole gembones of the accused base, like: 2g100")
    async def donate(self, interaction: Interaction, amount: app_commands.Range[str, 1, 200]) -> None:
        """Burns them; payments add up."""
        responder = Responder(interaction, "message")
        owed, given = await self.bot.service(GiftService).donate(
            place_key_of(interaction), person_of(interaction), amount, interaction.id
        )
        sentence = f"{given:,} pieces go to the church."
        await responder.show(
            note(
                f"{sentence} {owed:,} more will lift the curse."
                if owed
                else f"{sentence} You're free of the curse!"
            )
        )

    @app_commands.command(name="wish", description="Use the one wish of your Duck Blade")
    async def wish(self, interaction: Interaction) -> None:
        """Ducks, for all to see."""
        responder = Responder(interaction, "message", private=False)
        ducks = await self.conduct.wish(place_key_of(interaction), person_of(interaction))
        name = safe_name(interaction.user.display_name)
        sentence = f"**{name}** makes a wish. {ducks:,} ducks appear, look round, and fly off."
        await responder.show(message(text(sentence)))

    @app_commands.command(name="damage", description="Strike with your Snake Eyes Greatsword")
    @app_commands.describe(modifier="What you add to damage rolls")
    async def damage(self, interaction: Interaction, modifier: app_commands.Range[int, -5, 10] = 0) -> None:
        """The dice total 2."""
        responder = Responder(interaction, "message", private=False)
        dice = await self.conduct.damage(place_key_of(interaction), person_of(interaction))
        name = safe_name(interaction.user.display_name)
        total = prank_items.greatsword_damage(modifier)
        sum_text = f"{dice} + {prank_items.PLUS}" + (
            f" {'+' if modifier > 0 else '−'} {abs(modifier)}" if modifier else ""
        )
        sentence = f"**{name}** strikes. The dice total {dice}: {sum_text} = {total}."
        await responder.show(message(text(sentence)))

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Take the gift, leave it, or keep it out of the profile."""
        place_key, person = place_key_of(interaction), person_of(interaction)
        match rest:
            case "take":
                await self.conduct.accept(place_key, person)
            case "leave":
                await self.conduct.decline(place_key, person)
            case "hide":
                await self.conduct.toggle_hidden(place_key, person)
            case _:
                raise UserError("passed")
        await responder.show(prank_note(await self.conduct.record(place_key, person)))


def prank_note(manners: ConductRecord) -> Json:
    """Offer and item, in words and buttons."""
    lines, buttons = ["## Gifts of the house"], []
    if manners.offer is not None:
        item = WORDS.items[manners.offer["item"]]
        lines.append(f"The house offers you the **{item.name}**. {item.promise}")
        lines.append(
            "-# You have to attune to it, and a gift to a cheater may be a prank. It never touches a game's dice; only "
            "checks with the spotlight on may feel it."
        )
        buttons += [button("Take it", f"{PREFIX}:take", GREEN), button("Leave it", f"{PREFIX}:leave")]
    if manners.prank is not None:
        item = WORDS.items[manners.prank["item"]]
        lines.append(f"You're attuned to the **{item.name}**. {item.truth}")
        lines.append(
            f"It's cursed: {manners.owed:,} pieces of {manners.prank['base']} to the Church of Glittergold lift the "
            "curse (/gembones donate). An admin can lift it too."
        )
        hidden = manners.prank.get("hidden")
        buttons.append(
            button("Show it in my profile" if hidden else "Hide it from my profile", f"{PREFIX}:hide")
        )
    if len(lines) == 1:
        lines.append("You have none. The Gilded Nugget gives them to cheaters it catches.")
    return note("\n".join(lines), *buttons)


async def setup(bot: App) -> None:
    """Load the commands and register their buttons."""
    cog = PrankCog(bot)
    await add_to_group(bot, "gembones", cog)
    register(bot, PREFIX, cog.pressed)
