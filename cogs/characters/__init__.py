"""Characters: a member's sheet, inspiration for a story, and a character's talents in a match."""

from __future__ import annotations

from bot.app import App
from bot.language import N_
from bot.tables.registry import TableRegistry
from cogs.characters.cog import PREFIX, STORY, CharacterCog
from cogs.characters.in_match import check_out_uses, return_all_uses, return_uses
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.pranks import add_prank


async def setup(bot: App) -> None:
    """Load the commands, let the router know the button, and let characters play in matches."""
    hooks = bot.service(TableRegistry).context.hooks
    hooks.match_beginning.append(check_out_uses)
    hooks.match_ending.append(return_uses)
    hooks.match_void.append(return_all_uses)
    cog = CharacterCog(bot)
    await add_to_group(bot, "my", cog)
    register(bot, PREFIX, cog.applaud)
    register(bot, STORY, cog.tell)
    add_prank(bot, "magic", N_("Try some magic in front of everyone, for applause"), cog.magic)


async def teardown(bot: App) -> None:
    """Let matches be played without characters."""
    hooks = bot.service(TableRegistry).context.hooks
    hooks.match_beginning.remove(check_out_uses)
    hooks.match_ending.remove(return_uses)
    hooks.match_void.remove(return_all_uses)
