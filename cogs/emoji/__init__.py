"""The bot's own emoji: drawn here, uploaded once, used by every message."""

from __future__ import annotations

from bot.app import App
from cogs.emoji.cog import EmojiSyncCog


async def setup(bot: App) -> None:
    """Bring the emoji to Discord, if they aren't there."""
    await bot.add_cog(EmojiSyncCog(bot))
