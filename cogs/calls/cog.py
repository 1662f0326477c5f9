"""`/table players`, and the button of a lobby: call players to a table."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import _, listed, ngettext
from bot.notices.service import NoticeService
from bot.places.settings import load_place_settings
from bot.pressed import is_private_thread
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.calls.messages import CallMessages
from cogs.calls.painter import CallMentions
from cogs.calls.service import CallService
from cogs.interactions.context import channel_of, check_place, need_bot, place_key_of
from cogs.interactions.pages import announce_page, show_page
from cogs.interactions.permissions import missing_here
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.ui.components import note
from db.store import Store

Interaction = discord.Interaction[App]


class CallPlayersCog(commands.Cog):
    """`/table players` and its button, and the calls that they make."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        calls = CallService(
            bot.service(Store), bot.service(TableRegistry).context.clock, bot.service(NoticeService)
        )
        messages = table_messages(bot)
        self.calls = CallMessages(bot, messages.sender, messages.live, calls)
        messages.followers.append(self.calls.changed)

    async def cog_unload(self) -> None:
        """Stop the timers: they would outlive the connection."""
        self.calls.stop()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Resume the calls that were open when the bot stopped."""
        await self.calls.resume()

    @app_commands.command(name="players", description="Call players to this channel's table")
    async def players(self, interaction: Interaction) -> None:
        """Call players: mention the members who asked to be called."""
        responder = Responder(interaction, "message")
        await self._call(
            interaction, self.bot.service(TableRegistry).get_in_channel(channel_of(interaction)), responder
        )

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Call players as the button of a lobby asks."""
        if not rest.isdecimal() or len(rest) > 18:
            raise UserError("passed")
        table = self.bot.service(TableRegistry).get(int(rest))
        check_place(table.state, interaction)
        announce_page(interaction, responder)
        await self._call(interaction, table, responder)

    async def _call(self, interaction: Interaction, table: TableActor, responder: Responder) -> None:
        need_bot(interaction, _("call players"))
        missing = missing_here(interaction)
        if missing:
            raise UserError("options", sentence=missing)
        channel = interaction.channel
        if is_private_thread(channel):
            # a mention would let its reader in, whether or not the host wants that
            raise UserError("call_hidden")
        thread = isinstance(channel, discord.Thread)
        main_channel = channel.parent_id if isinstance(channel, discord.Thread) else channel_of(interaction)
        wanted = (await load_place_settings(self.bot.service(Store), place_key_of(interaction))).call_role
        role = _find_role(interaction, wanted)
        may_mention = role is not None and (role.mentionable or interaction.app_permissions.mention_everyone)
        called = await self.calls.call(
            table, interaction.user.id, main_channel, role.id if role is not None and may_mention else None
        )
        if called is None:
            raise UserError("call_lost")
        answer = note(_answer(called, role, may_mention=may_mention, thread=thread))
        await show_page(interaction, responder, answer)


def _find_role(interaction: Interaction, wanted: int | None) -> discord.Role | None:
    """Return the role that the admins chose, if it is still there."""
    if wanted is None or interaction.guild is None:
        return None
    return interaction.guild.get_role(wanted)


def _answer(called: CallMentions, role: discord.Role | None, *, may_mention: bool, thread: bool) -> str:
    """Tell the caller how many members the call reaches, and why it may be fewer than expected."""
    number = len(called.users)
    heard = [f"<@&{role.id}>"] if role is not None and called.role is not None else []
    if number:
        asked = ngettext("1 member who asked for it", "{n} members who asked for it", number)
        heard.append(asked.format(n=number))
    lines = [
        _("I've called {who}.").format(who=listed(heard))
        if heard
        else _("Your call is up, with nobody mentioned by name.")
    ]
    if role is not None and not may_mention:
        lines.append(
            _(
                "I'm not allowed to mention {role}: an admin can make that role mentionable for everyone."
            ).format(role=f"<@&{role.id}>")
        )
    elif role is not None and called.role is None:
        lines.append(
            _("{role} was called less than an hour ago, so I left that role in peace.").format(
                role=f"<@&{role.id}>"
            )
        )
    if not heard and role is None:
        lines.append(
            _("Members ask to be called with `/notify me`; admins choose a role with `/house callrole`.")
        )
    if thread:
        lines.append(_("-# The next call here, in this channel or its threads, is an hour away."))
    else:
        lines.append(_("-# The next call in this channel is an hour away."))
    return "\n".join(lines)
