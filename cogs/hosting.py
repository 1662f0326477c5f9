"""`/table kick`, `host`, `cohost`, `invite-only`, `private`, `thread`, and *Invite to my table* on a member."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.face.text.templates import safe_name
from bot.language import N_, _
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.tables.view import ShownTable
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group, on_servers
from cogs.interactions.context import channel_of, need_bot, person_of
from cogs.interactions.hosting.host_presses import farewell, kick_words
from cogs.interactions.hosting.invitations import Guest, accept, invite, own_table
from cogs.interactions.hosting.threads import move_to_thread, see_out
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.ui.components import note
from cogs.ui.table.host_menu import INVITATION, SECRET
from db.backend.names import Name

Interaction = discord.Interaction[App]

MENU = N_("Invite to my table")
"""The name of the entry in a member's menu."""


class HostingCog(commands.Cog):
    """The commands of a host; *Host…* at the table does the same."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self._hooks = bot.service(TableRegistry).context.hooks

    async def cog_load(self) -> None:
        """Follow the kicks at all tables."""
        self._hooks.kicked.append(self._kicked)

    async def cog_unload(self) -> None:
        """Stop following kicks."""
        self._hooks.kicked.remove(self._kicked)

    def _kicked(self, table: ShownTable, user_id: int, paid: str) -> None:
        messages = table_messages(self.bot)
        messages.dismiss(table, user_id, farewell(paid))
        messages.live.tasks.begin(see_out(self.bot, table, user_id))

    @app_commands.command(
        name="kick", description="Ask a player to leave this table for good (host or co-host)"
    )
    @app_commands.describe(member="The player; they leave as by Leave, and can't sit down again uninvited")
    async def kick(self, interaction: Interaction, member: discord.User) -> None:
        """Remove a member from their seat."""
        responder, table = Responder(interaction, "message"), self._table(interaction)
        kicked = await table.hosting.kick(person_of(interaction), member.id)
        await responder.show(note(kick_words(kicked)))

    @app_commands.command(name="host", description="Make another player the host of this table (host)")
    @app_commands.describe(member="The new host, who sits at the table")
    async def host(self, interaction: Interaction, member: discord.User) -> None:
        """Make another member the host."""
        responder = Responder(interaction, "message")
        seat = await self._table(interaction).hosting.transfer_host(person_of(interaction), member.id)
        await responder.show(note(_("{name} is the host now.").format(name=safe_name(seat.name))))

    @app_commands.command(name="cohost", description="Make a player a co-host, or no longer (host)")
    @app_commands.describe(member="A player at the table")
    async def cohost(self, interaction: Interaction, member: discord.User) -> None:
        """Make a member a co-host, or no longer."""
        responder = Responder(interaction, "message")
        named = await self._table(interaction).hosting.set_cohost(person_of(interaction), member.id)
        sentence = _("{name} is a co-host now.") if named else _("{name} is a player like any other now.")
        await responder.show(note(sentence.format(name=safe_name(member.display_name))))

    @app_commands.command(
        name="invite-only", description="Keep this table's seats for some (host or co-host)"
    )
    @app_commands.describe(
        on="Whether only invited members may sit down (yes, if you leave it out)",
        role="Members with this role may sit down too",
    )
    async def invite_only(
        self, interaction: Interaction, on: bool = True, role: discord.Role | None = None
    ) -> None:
        """Keep the seats for invited members, or open them to everyone again."""
        need_bot(interaction, _("invite members"))
        responder, table, person = (
            Responder(interaction, "message"),
            self._table(interaction),
            person_of(interaction),
        )
        if not on:
            await table.hosting.open_to(person, "anyone")
            sentence = _("Everyone who sees the table may sit down.")
        elif role is None:
            await table.hosting.open_to(person, "invited")
            sentence = f"{_('Only invited members may sit down.')} {_(SECRET)}"
        else:
            await table.hosting.open_to(person, "role", role.id)
            sentence = _("Only members with {role}, and invited ones, may sit down.")
            sentence = f"{sentence.format(role=f'<@&{role.id}>')} {_(SECRET)}"
        await responder.show(note(sentence))

    @app_commands.command(name="private", description="Move this table to a private thread (host or co-host)")
    async def private(self, interaction: Interaction) -> None:
        """Move the table to a private thread."""
        responder = Responder(interaction, "message")
        await responder.show(note(await move_to_thread(interaction, self._table(interaction), private=True)))

    @app_commands.command(name="thread", description="Move this table to a new thread (host or co-host)")
    async def thread(self, interaction: Interaction) -> None:
        """Move the table to a public thread."""
        responder = Responder(interaction, "message")
        await responder.show(note(await move_to_thread(interaction, self._table(interaction), private=False)))

    async def from_menu(self, interaction: Interaction, member: discord.Member) -> None:
        """Invite the member whose menu was used."""
        responder = Responder(interaction, "message")
        guest = Guest(member.id, Name(member.display_name), member.bot or member.system)
        await responder.show(note(await invite(interaction, own_table(interaction), guest)))

    def _table(self, interaction: Interaction) -> TableActor:
        return self.bot.service(TableRegistry).get_in_channel(channel_of(interaction))


async def setup(bot: App) -> None:
    """Load the commands and the entry in the menu, and let the router know the button of an invitation."""
    cog = HostingCog(bot)
    await add_to_group(bot, "table", cog)
    menu = app_commands.ContextMenu(name=MENU, callback=cog.from_menu)
    bot.tree.add_command(on_servers(menu))
    register(bot, INVITATION, accept)
