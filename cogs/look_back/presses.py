"""Looking back at a match: one step as a private message, with its picture, and sharing it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord

from bot.app import App
from bot.matches.played_match import PlayedMatch, load_played, may_see_all_hands, replayed
from bot.pressed import is_on_private
from bot.user_errors import UserError
from cogs.interactions.context import place_key_of, reader_of
from cogs.interactions.pages import show_page
from cogs.interactions.press import Press, on
from cogs.look_back.painter import Position, step_message
from cogs.look_back.rows import ShowHand
from cogs.requests.responder import Responder
from cogs.ui.components import AttachmentFile, Json, with_picture
from cogs.ui.pictures import picture_of
from db import Store, journal
from games.engine.match import Match
from games.engine.scene import RAIL

NAME = "step.png"


async def show_look_back(
    bot: App, interaction: discord.Interaction[App], responder: Responder, position: Position
) -> None:
    """Show a position in a match to the member who asked.

    Raises `UserError` if the match, or its hidden cards, may not be seen.
    """
    responder.surface = "update" if is_on_private(interaction) else "message"
    store, place_key, reader = bot.service(Store), place_key_of(interaction), reader_of(interaction)
    played = await load_played(store, place_key, position.match, reader)
    if position.eyes == "all" and not await may_see_all_hands(store, place_key, position.match, reader):
        raise UserError("not_open_yet", n=position.match)
    # looking back begins at the member's first decision, for a spectator at the very beginning
    first = played.next_decision(-1) or 0
    step = min(played.last, first if position.step is None else position.step)
    match = await replayed(played, step)
    if position.verb == "showhand":
        if played.member is None or not any(span.seat in played.hidden for span in played.spans):
            raise UserError("hand_not_yours", n=position.match)
        await store.commit(ShowHand(position.match, played.member))
        played = await load_played(store, place_key, position.match, reader)
    chance = await asyncio.to_thread(played.chance, step, match)
    payload = step_message(played, replace(position, step=step), match, chance=chance)
    await show_page(interaction, responder, *await _with_picture(bot, played, match, payload))


@on("look")
async def look_back_at_last(press: Press) -> None:
    """Show the last match of a table step by step."""
    last = await press.bot.service(Store).read(journal.last_match_at, press.table.state.id)
    if last is None:
        raise UserError("passed")
    await show_look_back(press.bot, press.interaction, press.responder, Position.beginning(last.id))


async def _with_picture(
    bot: App, played: PlayedMatch, match: Match, payload: Json
) -> tuple[Json, AttachmentFile | None]:
    drawing = picture_of(played.view(match, RAIL)) if bot.pictures else None
    if drawing is None:
        return {**payload, "attachments": []}, None
    content = await asyncio.to_thread(drawing.drawn)
    return with_picture(payload, NAME, "0", drawing.alt), AttachmentFile(NAME, content)
