"""The story of an evening at a table, posted when the table closes."""

from __future__ import annotations

from bot.app import App
from cogs.evening.cog import EveningCog


async def setup(bot: App) -> None:
    """Tell the evenings of tables that close."""
    await bot.add_cog(EveningCog(bot))
