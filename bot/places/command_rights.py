"""The rights to commands of the bot that the admins of a server give to members, in its channels.

Discord itself keeps this for commands that are typed. Whatever does the same on a page asks here, or an admin who takes
a command from someone would take it in the chat alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import aiohttp
import discord

from bot.app import App
from bot.person import Person
from bot.user_errors import UserError

ROLE, USER, CHANNEL = 1, 2, 3
"""The kinds of targets for which an admin allows or denies a command, as Discord numbers them."""


async def check_command(app: App, person: Person, guild_id: int | None, channel_id: int, name: str) -> None:
    """Refuse a member to whom the admins of their server deny a command in a channel.

    Where the bot isn't a member there is nothing to ask: the admins of such a server allow or deny apps as a whole.
    """
    guild = app.get_guild(guild_id) if guild_id is not None else None
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if guild is None or channel is None:
        return
    here = channel.parent if isinstance(channel, discord.Thread) else channel
    if here is None:
        return
    allowed = _permissions(guild, here, person)
    if allowed.administrator or guild.owner_id == person.user_id:
        return
    try:
        exceptions = await _exceptions(app, guild, name)
    except (aiohttp.ClientError, TimeoutError, discord.DiscordServerError, discord.RateLimited) as fault:
        raise UserError("discord_away") from fault
    in_channel = _first(exceptions, CHANNEL, [here.id, guild.id - 1])
    by_roles = [allows for role in person.roles if (allows := _first(exceptions, ROLE, [role])) is not None]
    own = _first(exceptions, USER, [person.user_id])
    for_member = (
        own if own is not None else any(by_roles) if by_roles else _first(exceptions, ROLE, [guild.id])
    )
    if not allowed.use_application_commands or in_channel is False or for_member is False:
        raise UserError("command_taken", command=name)


def _permissions(
    guild: discord.Guild, channel: discord.abc.GuildChannel, person: Person
) -> discord.Permissions:
    """Return what a member may do in a channel, by their roles."""
    roles = [role for each in person.roles if (role := guild.get_role(each)) is not None]
    value = guild.default_role.permissions.value
    for role in roles:
        value |= role.permissions.value
    member = discord.Object(person.user_id)
    for layer in ([guild.default_role], roles, [member]):
        pairs = [channel.overwrites_for(each).pair() for each in layer]
        for _, denied in pairs:
            value &= ~denied.value
        for granted, _ in pairs:
            value |= granted.value
    return discord.Permissions(value)


async def _exceptions(app: App, guild: discord.Guild, name: str) -> list[Mapping[str, Any]]:
    """Return the exceptions that a server's admins made for a command, or else for all commands of the bot."""
    assert app.application_id is not None, "the bot has logged in"
    listed = await app.http.get_guild_application_command_permissions(app.application_id, guild.id)
    if not listed:
        return []
    commands = await app.tree.fetch_commands() or await app.tree.fetch_commands(guild=guild)
    own = {str(command.id) for command in commands if command.name == name}
    for ids in (own, {str(app.application_id)}):
        for each in listed:
            if each["id"] in ids:
                return list(each["permissions"])
    return []


def _first(exceptions: Iterable[Mapping[str, Any]], kind: int, targets: Iterable[int]) -> bool | None:
    """Return whether the first of some targets that has an exception is allowed; None if none has one."""
    found = {int(each["id"]): bool(each["permission"]) for each in exceptions if each["type"] == kind}
    return next((found[target] for target in targets if target in found), None)
