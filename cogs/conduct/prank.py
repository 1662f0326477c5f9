"""The house's gifts to cheaters: pranks about them, ways to get rid of one, and `/house uncurse` for admins."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.economy.gifts import GiftService
from bot.face.text.templates import safe_name
from bot.language import _, ngettext, number
from bot.members.standing import Standing
from bot.person import Person
from bot.user_errors import UserError
from cogs.conduct.service import ConductService
from cogs.conduct.texts import WORDS
from cogs.interactions.context import in_language_of_place, person_of, place_key_of
from cogs.requests.responder import Responder
from cogs.ui.components import GREEN, Json, button, message, note, text
from cogs.ui.forms import modal
from cogs.ui.modals import modal_text
from db.backend.names import Name
from games.gembones.shared import prank_items

Interaction = discord.Interaction[App]

PREFIX = "prank"
"""Custom ids: `prank:take`, `prank:leave`, `prank:hide`, `prank:donate`, the last of a form too."""


DONATE = "donate"


class PrankCog(commands.Cog):
    """Commands about the house's gifts. Answers are private, but the channel sees a wish and a blow."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.conduct = ConductService(bot.service(MemberAccounts))

    async def gifts(self, interaction: Interaction) -> None:
        """Show the offered item, the carried one, and the donation still owed."""
        responder = Responder(interaction, "message")
        standing = await self.conduct.standing(place_key_of(interaction), person_of(interaction))
        await responder.show(prank_note(standing))

    async def donate(self, interaction: Interaction, responder: Responder, amount: str) -> None:
        """Burn gembones for the church; payments add up."""
        owed, given = await self.bot.service(GiftService).donate(
            place_key_of(interaction), person_of(interaction), amount, interaction.id
        )
        gone = ngettext("{n} piece goes to the church.", "{n} pieces go to the church.", given)
        after = (
            ngettext("{n} more will lift the curse.", "{n} more will lift the curse.", owed)
            if owed
            else _("You're free of the curse!")
        )
        await responder.show(note(f"{gone.format(n=number(given))} {after.format(n=number(owed))}"))

    async def wish(self, interaction: Interaction) -> None:
        """Spend the wish on ducks that everyone sees."""
        responder = Responder(interaction, "message", private=False)
        ducks = await self.conduct.wish(place_key_of(interaction), person_of(interaction))
        name = safe_name(interaction.user.display_name)
        with in_language_of_place(interaction):
            sentence = _("**{name}** makes a wish. {n} ducks appear, look round, and fly off.").format(
                name=name, n=number(ducks)
            )
            await responder.show(message(text(sentence)))

    async def damage(self, interaction: Interaction, modifier: int) -> None:
        """Tell everyone the damage: the dice of this sword always total 2, and the member may add a modifier."""
        responder = Responder(interaction, "message", private=False)
        dice = await self.conduct.damage(place_key_of(interaction), person_of(interaction))
        name = safe_name(interaction.user.display_name)
        total = prank_items.greatsword_damage(modifier)
        added = f" {'+' if modifier > 0 else '−'} {abs(modifier)}" if modifier else ""
        shown = f"{total}" if total >= 0 else f"−{-total}"
        with in_language_of_place(interaction):
            sentence = _("**{name}** strikes. The dice total {dice}: {sum}.").format(
                name=name, dice=dice, sum=f"{dice} + {prank_items.PLUS}{added} = {shown}"
            )
            await responder.show(message(text(sentence)))

    @app_commands.command(name="uncurse", description="Free a member from a gift of the house and its curse")
    @app_commands.describe(member="The cursed member")
    async def uncurse(self, interaction: Interaction, member: discord.Member) -> None:
        """Lift a curse without a donation."""
        responder = Responder(interaction, "message")
        to = Person(member.id, Name(member.display_name))
        await self.conduct.clear(place_key_of(interaction), person_of(interaction), to)
        await responder.show(note(_("{name} is free of it.").format(name=safe_name(to.name))))

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Handle a press: take the gift, leave it, or hide it from the profile."""
        place_key, person = place_key_of(interaction), person_of(interaction)
        if rest == DONATE and interaction.type is discord.InteractionType.modal_submit:
            responder.surface = "message"
            await self.donate(interaction, responder, modal_text(interaction.data).strip())
            return
        if rest == DONATE:
            about = _("Whole gembones of the base in which you were caught, like: 2g100")
            control = f"{PREFIX}:{DONATE}"
            await responder.modal(
                modal(_("The Church of Glittergold"), control, _("How much do you give?"), about, most=200)
            )
            return
        match rest:
            case "take":
                await self.conduct.accept(place_key, person)
            case "leave":
                await self.conduct.decline(place_key, person)
            case "hide":
                await self.conduct.toggle_hidden(place_key, person)
            case _:
                raise UserError("passed")
        await responder.show(prank_note(await self.conduct.standing(place_key, person)))


def prank_note(standing: Standing) -> Json:
    """Return the note about the gift that a member is offered and the one they carry, with buttons for both."""
    lines, buttons = [_("## Gifts of the house")], []
    if standing.offer is not None:
        offered = standing.offer["item"]
        lines.append(
            _("The house offers you the **{item}**.").format(item=_(prank_items.NAMES[offered]))
            + f" {_(WORDS.items[offered].promise)}"
        )
        lines.append(
            _(
                "-# You have to attune to it, and a gift to a cheater may be a prank. It never touches a game's dice; "
                "only checks with the spotlight on may feel it."
            )
        )
        buttons += [button("Take it", f"{PREFIX}:take", GREEN), button("Leave it", f"{PREFIX}:leave")]
    if standing.prank is not None:
        carried = standing.prank["item"]
        lines.append(
            _("You're attuned to the **{item}**.").format(item=_(prank_items.NAMES[carried]))
            + f" {_(WORDS.items[carried].truth)}"
        )
        cursed = ngettext(
            "It's cursed: {n} piece of {base} to the Church of Glittergold lifts the curse. "
            "An admin can lift it too.",
            "It's cursed: {n} pieces of {base} to the Church of Glittergold lift the curse. "
            "An admin can lift it too.",
            standing.owed,
        )
        lines.append(cursed.format(n=number(standing.owed), base=_(standing.prank["base"])))
        buttons.append(button("Donate", f"{PREFIX}:{DONATE}"))
        hidden = standing.prank.get("hidden")
        buttons.append(
            button("Show it in my profile" if hidden else "Hide it from my profile", f"{PREFIX}:hide")
        )
    if len(lines) == 1:
        lines.append(_("You have none. The Gilded Nugget gives them to cheaters it catches."))
    return note("\n".join(lines), *buttons)
