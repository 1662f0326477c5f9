"""An offering: a share of your winnings for the tricksters' gods (L13-R12)."""

from __future__ import annotations

import discord

from bot.app import App
from bot.economy.gifts import GiftService
from bot.face.text.templates import safe_name
from bot.language import _, amount_words
from bot.user_errors import UserError
from cogs.conduct.texts import WORDS, blessing
from cogs.interactions.context import in_language_of_place, person_of, place_key_of
from cogs.requests.responder import Responder
from cogs.ui.components import button, message, note, text
from cogs.ui.forms import modal
from cogs.ui.modals import modal_text
from games.engine import money as gems

Interaction = discord.Interaction[App]

PREFIX = "altar"
"""Custom ids of the altars' buttons and forms: `altar:<deity>`."""


class Offerings:
    """The prank of an offering after a win."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    async def offer(self, interaction: Interaction) -> None:
        """Show the altars to choose from."""
        altars = [button(altar.name, f"{PREFIX}:{key}") for key, altar in WORDS.altars.items()]
        lead = _(
            "On which altar do you lay a share of what you've won? It burns, for a blessing and no luck at all."
        )
        await Responder(interaction, "message").show(note(lead, *altars))

    async def pressed(self, interaction: Interaction, deity: str, responder: Responder) -> None:
        """Ask for the amount, then burn it on the altar and tell the channel; it changes nobody's luck."""
        responder.surface = "message"
        altar = WORDS.altars.get(deity)
        if altar is None:
            raise UserError("passed")
        if interaction.type is not discord.InteractionType.modal_submit:
            about = _("Whole gembones, like: 1g4, or: silver 2g6 + g4. They're gone for good")
            title = _("The altar of {deity}").format(deity=_(altar.name))
            form = modal(title, f"{PREFIX}:{deity}", _("How much?"), about, most=200)
            await responder.modal(form)
            return
        responder.private = False
        person = person_of(interaction)
        amount = modal_text(interaction.data).strip()
        gift = await self.bot.service(GiftService).offer(
            place_key_of(interaction), person, amount, None, interaction.id
        )
        with in_language_of_place(interaction):
            sentence = _("**{name}** lays {amount} of {base} on the altar of **{deity}**.").format(
                name=safe_name(person.name),
                amount=amount_words(gems.amount_text(gift.holding)),
                base=_(gift.base),
                deity=_(altar.name),
            )
            await responder.show(message(text(f"{sentence} {_(blessing(deity))}")))
