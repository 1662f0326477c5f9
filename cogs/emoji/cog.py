"""Uploads the drawn emoji in the background. Play begins at once, with plain signs.

A set is used as soon as it is complete. If Discord refuses, the plain signs stay.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from discord.ext import commands
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress

from bot.app import App
from bot.face.text import emoji_text
from bot.tables.registry import TableRegistry
from cogs.emoji.upload import Refused, Report, find_uploaded, upload_missing
from cogs.live.table_messages import table_messages

log = logging.getLogger(__name__)

STEP = 50
"""Uploads between two lines in the log, where no bar is drawn."""


class EmojiSyncCog(commands.Cog):
    """Uploads what is missing when the bot starts, or waits until the process with the first shard has."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.work: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Begin to upload, while everything else goes on."""
        if self.bot.pictures:
            emoji_text.keep()
            self.work = asyncio.create_task(self._bring(), name="emoji")

    async def cog_unload(self) -> None:
        """Stop the uploads; the next start goes on where they stopped."""
        if self.work is not None:
            self.work.cancel()
            await asyncio.gather(self.work, return_exceptions=True)
            emoji_text.forget()

    async def _bring(self) -> None:
        pace, made = table_messages(self.bot).budget.requests, 0
        try:
            if self.bot.service(TableRegistry).context.shards.is_first:
                with _progress() as report:
                    made = await upload_missing(self.bot, report, pace)
            else:
                await find_uploaded(self.bot, pace)
        except Refused as reason:
            log.warning("cards and dice are shown by plain signs where drawn ones are missing: %s", reason)
            return
        if made:
            log.info("%s emoji uploaded; the next start finds them", made)


@contextmanager
def _progress() -> Iterator[Report]:
    """Show a bar on a terminal, and lines in the log elsewhere."""
    if not sys.stderr.isatty():
        yield _tell_log
        return
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Uploading cards and dice, once", total=None, visible=False)

        def report(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, visible=total > 0)

        yield report


def _tell_log(done: int, total: int) -> None:
    if total and done % STEP == 0:
        log.info("emoji uploaded: %s of %s", done, total)
