"""Looking back at a match: one step as a private message, with its picture, and sharing it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord

from bot.app import App
from bot.user_errors import UserError
from cogs.interactions.context import place_key_of, reader_of
from cogs.interactions.press import Press, on
from cogs.look_back.painter import Position, invitation, step_message
from cogs.look_back.service import PlayedMatch, load_played, may_see_all_hands, replayed
from cogs.requests.responder import Responder
from cogs.ui.components import AttachmentFile, Json, with_picture
from cogs.ui.table.pictures import picture_of
from db import Store, journal
from games.engine import RAIL, Match

NAME = "step.png"


async def show_look_back(
    bot: App, interaction: discord.Interaction[App], responder: Responder, position: Position
) -> None:
    """Show a position in a match to the member who asked, or share it with the channel.

    Raises `UserError` if the match, or its hidden cards, may not be seen.
    """
    if not (interaction.message is not None and interaction.message.flags.ephemeral):
        responder.surface = "message"
    payload, file = await _made(bot, interaction, position)
    if position.verb in ("share", "whole"):
        responder.surface, responder.private = "message", False
    await responder.show(payload, file)


@on("look")
async def look_back_at_last(press: Press) -> None:
    """Show the last match of a table step by step."""
    last = await press.bot.service(Store).read(journal.last_match_at, press.table.state.id)
    if last is None:
        raise UserError("passed")
    await show_look_back(press.bot, press.interaction, press.responder, Position.beginning(last.id))


async def _made(
    bot: App, interaction: discord.Interaction[App], position: Position
) -> tuple[Json, AttachmentFile | None]:
    """Return the message of a position, with its picture."""
    place_key, reader = place_key_of(interaction), reader_of(interaction)
    played = await load_played(bot.service(Store), place_key, position.match, reader)
    if position.eyes == "all" and not await may_see_all_hands(
        bot.service(Store), place_key, position.match, reader
    ):
        raise UserError("not_open_yet", n=position.match)
    name = interaction.user.display_name
    if position.verb == "whole":
        return invitation(played, name), None
    # looking back begins at the member's first decision, for a spectator at the very beginning
    first = played.next_decision(-1) or 0
    step = min(played.last, first if position.step is None else position.step)
    position = replace(position, step=step)
    match = await replayed(played, step)
    chance = await asyncio.to_thread(played.chance, step, match)
    payload = step_message(
        played, position, match, chance=chance, shared_by=name if position.verb == "share" else ""
    )
    return await _with_picture(bot, played, match, payload)


async def _with_picture(
    bot: App, played: PlayedMatch, match: Match, payload: Json
) -> tuple[Json, AttachmentFile | None]:
    drawing = picture_of(played.view(match, RAIL)) if bot.pictures else None
    if drawing is None:
        return {**payload, "attachments": []}, None
    content = await asyncio.to_thread(drawing.drawn)
    return with_picture(payload, NAME, "0", drawing.alt), AttachmentFile(NAME, content)
