"""`/gembones toys`: trade tickets of Barovian Boneyard for toys (BB-16, BB-R3)."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.language import _, ngettext, number
from bot.user_errors import UserError
from cogs.interactions.context import person_of, place_key_of
from cogs.interactions.member_pages import Section, Subject
from cogs.interactions.pages import announce_page, show_page
from cogs.requests.responder import Responder
from cogs.toys.painter import PREFIX, shelf_button, toys_text
from cogs.toys.service import Shelf, ToyShop
from cogs.ui.components import GREEN, GREY, Json, button, container, message, section, text
from games.gembones.barovian_boneyard.toys import LOOKS, PRIZES

Interaction = discord.Interaction[App]

ACCENT = 0x7C2D12
"""The colour of the shop's curtain."""
NAMES = tuple(PRIZES)
"""The toys in the order of the shelf."""


class ToyShopCog(commands.Cog):
    """The command and the buttons of the toy shop, and a member's toys on their pages."""

    def __init__(self, bot: App) -> None:
        self.shop = ToyShop(bot.service(MemberAccounts))

    @app_commands.command(
        name="toys", description="Blinsky's toys: trade tickets of Barovian Boneyard for them"
    )
    async def toys(self, interaction: Interaction) -> None:
        """Show the toys and their prices."""
        responder = Responder(interaction, "message")
        shelf = await self.shop.shelf(place_key_of(interaction), person_of(interaction))
        await responder.show(shelf_note(shelf))

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Trade for the toy whose button was pressed, or show the shelf."""
        place_key, person = place_key_of(interaction), person_of(interaction)
        if rest == "show":
            announce_page(interaction, responder)
            await show_page(interaction, responder, shelf_note(await self.shop.shelf(place_key, person)))
            return
        number, _colon, seen = rest.partition(":")
        if not (number.isdecimal() and seen.isdecimal() and int(number) < len(NAMES)):
            raise UserError("passed")
        toy = NAMES[int(number)]
        try:
            shelf = await self.shop.trade(place_key, person, toy, interaction.id, seen=int(seen))
        except UserError as refusal:
            shelf, lead = await self.shop.shelf(place_key, person), refusal.sentence
        else:
            lead = f"{_('The {toy} is yours.').format(toy=_(toy))} {_(LOOKS[toy])}"
        await show_page(interaction, responder, shelf_note(shelf, lead))

    async def on_sheet(self, subject: Subject) -> list[Section]:
        """Return the character sheet's section about toys."""
        toys = (await self.shop.shelf_of(subject.account)).toys
        return [Section(_("Blinsky's toys"), toys_text(toys))] if toys else []

    async def in_purse(self, subject: Subject) -> list[Section]:
        """Return the purse's section about toys, with a button to the shop."""
        shelf = await self.shop.shelf_of(subject.account)
        shown = Section(_("Toys"), toys_text(shelf.toys), shelf_button())
        return [shown] if shelf.toys or shelf.tickets else []


def shelf_note(shelf: Shelf, lead: str = "") -> Json:
    """Return all toys with their prices; the buttons of unaffordable ones are disabled."""
    tickets = ngettext("You have **{n} ticket**.", "You have **{n} tickets**.", shelf.tickets)
    tickets = tickets.format(n=number(shelf.tickets))
    if not shelf.tickets:
        tickets += " " + _(
            "Barovian Boneyard with the variant Blinsky gives one for each piece that you would have won: "
            "/table open, then Settings."
        )
    head = "\n".join(filter(None, [_("## Blinsky's toys"), lead, tickets]))
    parts = [text(head), *(_toy(shelf, at, toy) for at, toy in enumerate(NAMES))]
    parts.append(text(_("-# They're just toys: no game cares about them, and Blinsky takes none back.")))
    return message(container(parts, ACCENT), ephemeral=True)


def _toy(shelf: Shelf, at: int, toy: str) -> Json:
    price, owned = PRIZES[toy], shelf.toys.get(toy, 0)
    name = _(toy)
    title = f"**{name[:1].upper()}{name[1:]}**" + (f" ×{owned}" if owned else "")
    enough = price <= shelf.tickets
    custom_id = f"{PREFIX}:{at}:{shelf.tickets}"
    return section(
        f"{title}\n-# {_(LOOKS[toy])}",
        button(
            ngettext("{n} ticket", "{n} tickets", price).format(n=price),
            custom_id,
            GREEN if enough else GREY,
            disabled=not enough,
        ),
    )
