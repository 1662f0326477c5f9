"""`/house`: settings, grants, reports and repairs for a server's admins. Every command needs Manage Server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.face.text.templates import safe_name
from bot.language import N_, _, amount_words
from bot.members.names import name_in_label
from bot.notices.times_of_day import offset_words
from bot.notices.zones import clocks_words
from bot.person import Person
from bot.places.settings import load_place_settings
from bot.places.stakes import Base
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.admin.service import GuildAdmin
from cogs.admin.text import audit_text, funds_text
from cogs.interactions.command_groups import DESCRIPTIONS, for_admins
from cogs.interactions.context import BASE_HELP, channel_of, person_of, place_key_of
from cogs.requests.responder import Responder
from cogs.ui.city_list import city_choices, zone_of
from cogs.ui.components import (
    PLAIN,
    Json,
    button,
    channel_select,
    container,
    message,
    note,
    select,
    text,
)
from cogs.ui.forms import modal
from cogs.ui.game_list import game_lines
from cogs.ui.modals import modal_text
from db.backend.names import Name
from db.store import Store
from games.engine import money as gems
from games.registry import GAMES

Interaction = discord.Interaction[App]

PREFIX = "house"
"""Custom ids: `house:games`, `house:channels`, `house:reset`, `house:audit:<id of the last line shown, or 0>`."""
CONTRACT_HELP = "A member whose Nine Bells contract you mean, instead of this channel's table"
PAGE = 10
"""Lines of a page of the audit log."""
FIRST_EVENING = {
    True: N_("Members play for points on their first evening, twelve hours from their first seat."),
    False: N_("Members play for gembones from their first seat on."),
}
"""The answers to `/house first-evening`."""
GENEROUS = {
    True: N_(
        "Hosts may now choose g100 wagers in Rolled Gold, and checks easier than the gembones' base demands. "
        "Players can empty the house's funds that way; leaderboards don't count it."
    ),
    False: N_("g100 wagers and easy checks are off from the next hand on."),
}
"""The answers to `/house generous`."""
GRANT_BASES = N_("Gembones of any other base come into play only when you grant some: /house grant.")
CONFIRM = "reset"
"""The word that an admin types to confirm a reset."""


@for_admins
class AdminCog(commands.GroupCog, group_name="house", group_description=DESCRIPTIONS["house"]):
    """The commands of `/house`. Only the admin sees the answers; every change is written to the audit log."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.admin = GuildAdmin(bot.service(MemberAccounts), bot.service(TableRegistry))

    @app_commands.command(name="grant", description="Give a member gembones from the mint")
    @app_commands.describe(
        member="The member who gets them",
        amount="Like: 1g100, or: 2g20 + 5 pieces",
        base=BASE_HELP,
    )
    async def grant(
        self,
        interaction: Interaction,
        member: discord.Member,
        amount: app_commands.Range[str, 1, 200],
        base: Base | None = None,
    ) -> None:
        """Give a member gembones that nobody had before; the audit log keeps it."""
        if member.bot or member.system:
            raise UserError("to_bot")
        responder = Responder(interaction, "message")
        to = Person(member.id, Name(member.display_name))
        gift = await self.admin.grant(
            place_key_of(interaction), person_of(interaction), to, amount, base, interaction.id
        )
        sentence = _("{name} has {amount} of {base} from the mint.").format(
            name=safe_name(to.name), amount=amount_words(gems.amount_text(gift.holding)), base=_(gift.base)
        )
        await responder.show(note(sentence))

    @app_commands.command(name="limits", description="Set the smallest and largest buy-in, in pieces")
    @app_commands.rename(low="min", high="max")
    @app_commands.describe(low="Smallest buy-in", high="Largest buy-in")
    async def limits(
        self,
        interaction: Interaction,
        low: app_commands.Range[int, 5, 100_000],
        high: app_commands.Range[int, 5, 100_000],
    ) -> None:
        """Set the limits of buy-ins; tables that are open keep theirs."""
        responder = Responder(interaction, "message")
        await self.admin.limits(place_key_of(interaction), person_of(interaction), low, high)
        await responder.show(
            note(
                _("Buy-ins are from {low} to {high} pieces, at tables opened from now on.").format(
                    low=low, high=high
                )
            )
        )

    @app_commands.command(name="games", description="Choose which games this server plays")
    async def games(self, interaction: Interaction) -> None:
        """Show the menu of games; a choice counts at once."""
        await Responder(interaction, "message").show(await self._games_menu(interaction))

    @app_commands.command(name="channels", description="Choose the channels for tables")
    async def channels(self, interaction: Interaction) -> None:
        """Show the menu of channels; a choice counts at once."""
        await Responder(interaction, "message").show(await self._channels_menu(interaction))

    @app_commands.command(name="callrole", description="Choose the role that a call for players mentions")
    @app_commands.describe(role="A role that members pick for themselves; leave it out to mention none")
    async def call_role(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Set the role that calls mention, once an hour at most on the whole server."""
        if role is not None and role.is_default():
            raise UserError("everyone_role")
        responder = Responder(interaction, "message")
        await self.admin.call_role(
            place_key_of(interaction), person_of(interaction), None if role is None else role.id
        )
        if role is None:
            sentence = _(
                "Calls for players mention no role from now on, only members who asked with /notify me."
            )
        else:
            sentence = _("Calls for players mention {role}, once an hour at most.").format(
                role=f"<@&{role.id}>"
            )
            if not (role.mentionable or interaction.app_permissions.mention_everyone):
                sentence += "\n" + _(
                    "I'm not allowed to mention it yet: switch on *Allow anyone to @mention this role* in the "
                    "role's settings."
                )
        await responder.show(note(sentence))

    @app_commands.command(name="base", description="Set the base of new and claimed gembones")
    @app_commands.describe(base="The starting base")
    async def base(self, interaction: Interaction, base: Base) -> None:
        """Set the base of new sets; purses keep what they hold."""
        responder = Responder(interaction, "message")
        await self.admin.base(place_key_of(interaction), person_of(interaction), base)
        await responder.show(
            note(
                _("New members get a full set of {base} from now on.").format(base=_(base))
                + f" {_(GRANT_BASES)}"
            )
        )

    @app_commands.command(name="helpline", description="Set where members with a gambling problem find help")
    @app_commands.describe(line="A sentence with a number or address; leave it out for the usual one")
    async def helpline(self, interaction: Interaction, line: app_commands.Range[str, 0, 300] = "") -> None:
        """Set the line about help that `/my limits` and `/rules` show."""
        responder = Responder(interaction, "message")
        await self.admin.help_line(place_key_of(interaction), person_of(interaction), line)
        sentence = (await load_place_settings(self.bot.service(Store), place_key_of(interaction))).help_line
        await responder.show(note(_("/my limits and /rules say from now on:") + f"\n{_(sentence)}"))

    @app_commands.command(
        name="generous", description="Allow or forbid options that let players beat the house"
    )
    @app_commands.describe(allow="g100 wagers in Rolled Gold, checks easier than the gembones' base demands")
    async def generous(self, interaction: Interaction, allow: bool) -> None:
        """Allow such options or not; results of games with them never count on leaderboards."""
        responder = Responder(interaction, "message")
        await self.admin.generous(place_key_of(interaction), person_of(interaction), allowed=allow)
        await responder.show(note(_(GENEROUS[allow])))

    @app_commands.command(
        name="first-evening", description="Let members play for points on their first evening, or for money"
    )
    @app_commands.describe(for_points="On (as usual): nothing is won or lost in their first twelve hours")
    async def first_evening(self, interaction: Interaction, for_points: bool) -> None:
        """Set whether the first evening of a member is for points."""
        responder = Responder(interaction, "message")
        await self.admin.first_evening(
            place_key_of(interaction), person_of(interaction), for_points=for_points
        )
        await responder.show(note(_(FIRST_EVENING[for_points])))

    @app_commands.command(name="clock", description="Set the server's time, for the thirteenth of the month")
    @app_commands.describe(
        offset="Hours ahead of UTC; below 0 if behind",
        city="The city by whose clocks it goes, in summer and in winter",
    )
    async def clock(
        self,
        interaction: Interaction,
        offset: app_commands.Range[int, -12, 14] | None = None,
        city: app_commands.Range[str, 1, 60] | None = None,
    ) -> None:
        """Set the server's own time; days of claims and limits are counted in UTC all the same."""
        responder = Responder(interaction, "message")
        zone = None if city is None else await zone_of(city)
        if zone is not None or offset is not None:
            await self.admin.clock(place_key_of(interaction), person_of(interaction), offset or 0, zone)
        settings = await load_place_settings(self.bot.service(Store), place_key_of(interaction))
        words = (
            _("The server's time is {offset}.").format(offset=offset_words(60 * settings.utc_offset))
            if settings.zone is None
            else _("The server goes {clocks}.").format(clocks=clocks_words(settings.zone))
        )
        await responder.show(note(words))

    @clock.autocomplete("city")
    async def _cities(self, _interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await city_choices(current, self.bot.service(TableRegistry).context.clock.now())

    @app_commands.command(name="funds", description="See what the house holds, by base and game")
    async def funds(self, interaction: Interaction) -> None:
        """Show what each fund of the house holds."""
        responder = Responder(interaction, "message")
        funds = await self.admin.funds(place_key_of(interaction), person_of(interaction))
        lines = [_("## The house's funds"), funds_text(funds), f"-# {_(GRANT_BASES)}"]
        await responder.show(note("\n".join(lines)))

    @app_commands.command(name="audit", description="See what admins and the house have done")
    async def audit(self, interaction: Interaction) -> None:
        """Show the audit log, newest first, ten lines at a time."""
        responder = Responder(interaction, "message")
        await responder.show(await self._audit_page(interaction, None))

    @app_commands.command(
        name="refund",
        description="Call off this channel's stuck hand and return the stakes",
    )
    @app_commands.describe(member=CONTRACT_HELP)
    async def refund(self, interaction: Interaction, member: discord.Member | None = None) -> None:
        """Call off a suspended match; a running one is never touched."""
        responder = Responder(interaction, "message")
        table = await self._table(interaction, member)
        await self.admin.refund(table, person_of(interaction))
        await responder.show(note(_("You've called off the hand. Everyone has their stakes back.")))

    @app_commands.command(
        name="resume",
        description="Resume this channel's stuck hand after an update",
    )
    @app_commands.describe(member=CONTRACT_HELP)
    async def resume(self, interaction: Interaction, member: discord.Member | None = None) -> None:
        """Take up a suspended match again, if its record fits the rules of this release."""
        responder = Responder(interaction, "message")
        table = await self._table(interaction, member)
        await self.admin.resume_suspended(table, person_of(interaction))
        await responder.show(note(_("The hand picks up where it stopped.")))

    async def _table(self, interaction: Interaction, member: discord.Member | None) -> TableActor:
        """Return the channel's table, or the private table of a member. Raises `UserError` if there is none."""
        if member is None:
            return self.bot.service(TableRegistry).get_in_channel(channel_of(interaction))
        owner = Person(member.id, Name(member.display_name))
        table = await self.bot.service(TableRegistry).find_private(place_key_of(interaction), owner)
        if table is None:
            raise UserError("no_contract_of")
        return table

    @app_commands.command(name="reset", description="Reset this server's purses and leaderboards")
    async def reset(self, interaction: Interaction) -> None:
        """Ask for a typed word; the modal does the rest."""
        admin = _admin(interaction)
        self.admin.check_no_tables(place_key_of(interaction))
        responder = Responder(interaction, "message")
        about = _('This resets all purses and boards. Type "{word}" to confirm, {name}.').format(
            word=CONFIRM, name=name_in_label(admin.name)
        )
        await responder.modal(modal(_("Reset"), f"{PREFIX}:reset", _("Confirm"), about))

    # ---- menus, buttons, the modal

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Do what a menu, a button of the audit log or the modal asks for."""
        admin, place_key = _admin(interaction), place_key_of(interaction)
        data: Any = interaction.data
        what, _colon, more = rest.partition(":")
        match what:
            case "games":
                await self.admin.games(place_key, admin, _values(data))
                await responder.show(await self._games_menu(interaction, _("Saved.")))
            case "channels":
                channels = _channels(interaction, _values(data))
                await self.admin.channels(place_key, admin, channels)
                await responder.show(await self._channels_menu(interaction, _("Saved.")))
            case "audit" if more.isdecimal():
                await responder.show(await self._audit_page(interaction, int(more[:18]) or None))
            case "reset" if interaction.type is discord.InteractionType.modal_submit:
                responder.surface = "message"
                if modal_text(data).strip().casefold() != CONFIRM:
                    raise UserError("not_confirmed", word=f'"{CONFIRM}"')
                await self.admin.reset(place_key, admin)
                await responder.show(
                    note(_("Done. Every member has a full set again, and the boards are empty."))
                )
            case _:
                raise UserError("passed")

    async def _games_menu(self, interaction: Interaction, lead: str = "") -> Json:
        _admin(interaction)
        place_settings = await load_place_settings(self.bot.service(Store), place_key_of(interaction))
        lines = game_lines(place_settings.games or GAMES)
        about = _("**Games of this server** · all of them if you tick none")
        menu = select(_("Games"), f"{PREFIX}:games", lines, 0, len(lines))
        return _menu(f"{about}\n{lead}".strip(), menu)

    async def _channels_menu(self, interaction: Interaction, lead: str = "") -> Json:
        _admin(interaction)
        place_settings = await load_place_settings(self.bot.service(Store), place_key_of(interaction))
        about = _("**Channels for tables** · all of them if you choose none")
        return _menu(
            f"{about}\n{lead}".strip(),
            channel_select(
                _("Channels"), f"{PREFIX}:channels", _channels(interaction, place_settings.channels)
            ),
        )

    async def _audit_page(self, interaction: Interaction, before: int | None) -> Json:
        lines, names = await self.admin.audit(
            place_key_of(interaction), person_of(interaction), limit=PAGE + 1, before=before
        )
        shown = lines[:PAGE]
        sentence = "\n".join(audit_text(line, names) for line in shown) or _("Nothing yet.")
        buttons = []
        if before is not None:
            buttons.append(button("Newest", f"{PREFIX}:audit:0"))
        if len(lines) > PAGE:
            buttons.append(button("Older", f"{PREFIX}:audit:{shown[-1].id}"))
        return note(f"{_('## Audit log')}\n{sentence}", *buttons)


def _menu(about: str, menu: Json) -> Json:
    return message(container([text(about), menu], PLAIN), ephemeral=True)


def _admin(interaction: Interaction) -> Person:
    """Return the presser if they are an admin. Raises `UserError` if not."""
    person = person_of(interaction)
    if not person.admin:
        raise UserError("not_admin")
    return person


def _channels(interaction: Interaction, values: Iterable[str | int]) -> list[int]:
    """Return those of the channels that still exist."""
    guild = interaction.guild
    assert guild is not None
    return [int(value) for value in values if str(value).isdecimal() and guild.get_channel(int(value))]


def _values(data: Any) -> list[str]:
    return [str(value) for value in data.get("values", [])]
