"""Orders of the one who runs the bot, given on the command line and carried out here while members play."""

from __future__ import annotations

from bot.app import App
from cogs.host_control.cog import HostControlCog


async def setup(bot: App) -> None:
    """Begin to look for orders."""
    await bot.add_cog(HostControlCog(bot))
