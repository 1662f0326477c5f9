"""Uploads the drawn emoji to Discord, once and a set at a time, and finds them again at each start.

Uploaded emoji stay at Discord, so an interrupted upload continues where it stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

import discord

from bot.face.art.emoji import SETS, drawn_earlier, names, picture, png
from bot.face.text import emoji_text
from bot.face.text.emoji_text import EmojiRef
from bot.requests.budget import Pace, Urgency
from cogs.requests import http

T = TypeVar("T")
Report = Callable[[int, int], None]
"""Called with the number of uploads done and the total."""

UNREACHABLE = (discord.DiscordServerError, *http.NETWORK)
"""Errors after which another try may succeed."""
TRIES = 4
"""Attempts at one request when the network or Discord fails."""
PATIENCE = 1.0
"""Seconds before the second try; each further pause is twice as long."""

LOOK_AGAIN = 60.0
"""Seconds between two looks at what another process uploads."""
KEPT = 7 * 86_400.0
"""Seconds for which an outdated drawing is kept: old messages show it, and perhaps another process does."""


class Refused(Exception):
    """Discord does not take the emoji; the message says why."""


async def find_uploaded(client: discord.Client, pace: Pace) -> None:
    """Wait for the sets that another process uploads, and use each as soon as it is there. Raises `Refused`."""
    called, missing = names(), set(SETS)
    while True:
        existing = {emoji.name: emoji for emoji in await _send(pace, client.fetch_application_emojis)}
        for name in sorted(missing):
            if all(called[key] in existing for key in SETS[name]):
                emoji_text.use({key: EmojiRef(called[key], existing[called[key]].id) for key in SETS[name]})
                missing.remove(name)
        if not missing:
            return
        await asyncio.sleep(LOOK_AGAIN)


async def upload_missing(client: discord.Client, report: Report, pace: Pace) -> int:
    """Find or upload every emoji, and return the number uploaded. Raises `Refused`; found emoji are used anyway."""
    send = partial(_send, pace)
    existing = {emoji.name: emoji for emoji in await send(client.fetch_application_emojis)}
    called = names()
    wanted = {key: called[key] for items in SETS.values() for key in items}
    missing = [key for key in wanted if wanted[key] not in existing]
    made = 0
    for items in SETS.values():
        marked = {
            key: EmojiRef(name, existing[name].id) for key in items if (name := wanted[key]) in existing
        }
        for key in items:
            if key in marked:
                continue
            report(made, len(missing))
            marked[key] = await _upload(client, pace, key, wanted[key])
            made += 1
        emoji_text.use(marked)
    report(made, len(missing))
    for name, emoji in existing.items():
        shown = drawn_earlier(name)
        successor = existing.get(called[shown]) if shown is not None else None
        if successor is None:
            continue
        if (discord.utils.utcnow() - successor.created_at).total_seconds() > KEPT:
            await send(emoji.delete)
    return made


async def _upload(client: discord.Client, pace: Pace, key: str, name: str) -> EmojiRef:
    image = await asyncio.to_thread(lambda: png(picture(key)))
    try:
        emoji = await _send(pace, lambda: client.create_application_emoji(name=name, image=image))
    except Refused:
        # it may exist already: a response was lost, or another process has uploaded it
        for emoji in await _send(pace, client.fetch_application_emojis):
            if emoji.name == name:
                break
        else:
            raise
    return EmojiRef(emoji.name, emoji.id)


async def _send(pace: Pace, request: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Send a request, again after a pause that Discord asks for or the network needs. Raises `Refused`."""

    async def in_turn() -> T:
        async with pace.turn(Urgency.OTHER):
            return await request()

    try:
        for _ in range(TRIES):
            try:
                return await http.with_retries(in_turn, tries=TRIES, pause=PATIENCE, errors=UNREACHABLE)
            except discord.RateLimited as limit:
                # discord.py waits by itself, but not for longer than the client allows.
                await asyncio.sleep(limit.retry_after)
    except UNREACHABLE as fault:
        raise Refused(f"Discord could not be reached ({fault})") from fault
    except discord.HTTPException as refusal:
        raise Refused(f"{refusal.text} ({refusal.code})") from refusal
    raise Refused("Discord asked us to wait too often")
