"""Groups of slash commands that several cogs fill, such as `/my`.

Discord lists a bot's commands by their first word, so a few groups hold them all. A cog that adds to a group says so in
its `setup`. Most groups belong to the cog that is named after them; a group whose cog is not loaded is made for the
first command that is added to it, so that no feature needs another.
"""

from __future__ import annotations

from typing import TypeVar

from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import N_

T = TypeVar("T")


def anywhere(command: T) -> T:
    """Offer a command on servers, and wherever a user has installed the app for themselves."""
    in_all = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    by_all = app_commands.allowed_installs(guilds=True, users=True)
    return by_all(in_all(command))


def on_servers(command: T) -> T:
    """Offer a command only on servers that have the bot."""
    in_guilds = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    by_guilds = app_commands.allowed_installs(guilds=True, users=False)
    return by_guilds(in_guilds(command))


def for_admins(command: T) -> T:
    """Offer a command only on servers that have the bot, to members who may manage the server."""
    return app_commands.default_permissions(manage_guild=True)(on_servers(command))


DESCRIPTIONS = {
    "my": N_("You here: your games, tables, luck and limits"),
    "table": N_("Open a table and play"),
    "purse": N_("Your gembones"),
    "gembones": N_("Glittergold's games: words, odds, parties"),
    "house": N_("The house, for admins"),
    "privacy": N_("Your data"),
    "night": N_("Plan a night, chart one, or end it"),
}
"""The groups, with what Discord says under each."""


def command_group(bot: App, name: str) -> app_commands.Group:
    """Return the group of this name. It is made on first use unless a loaded cog owns it."""
    found = bot.tree.get_command(name)
    if isinstance(found, app_commands.Group):
        return found
    offered = for_admins if name == "house" else anywhere
    group = offered(app_commands.Group(name=name, description=DESCRIPTIONS[name]))
    bot.tree.add_command(group)
    return group


async def add_to_group(bot: App, name: str, cog: commands.Cog, **elsewhere: str) -> None:
    """Add a cog, with its commands in the group of this name.

    Args:
        elsewhere: the commands that go into another group, each with the name of that group.
    """
    await bot.add_cog(cog)
    for command in cog.get_app_commands():
        bot.tree.remove_command(command.name)
        command_group(bot, elsewhere.get(command.name, name)).add_command(command)
