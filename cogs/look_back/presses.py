"""Looking back at a match: one step as a private message, with its picture, and sharing it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.app import App
from bot.matches.access import Reader
from bot.matches.coach import CHUNK, Judged, judge_steps, night_of
from bot.matches.played_match import PlayedMatch, load_played, may_see_all_hands, replayed
from bot.pressed import is_on_private
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.context import place_key_of
from cogs.interactions.pages import show_page
from cogs.interactions.press import Press, on
from cogs.look_back.coach_painter import (
    LESSON,
    NIGHT,
    TRY,
    Moment,
    coach_message,
    in_words,
    lesson_message,
    night_message,
    worst_of,
)
from cogs.look_back.painter import COACH, Position, eyes_on, step_message
from cogs.look_back.rows import ShowHand
from cogs.requests.responder import Responder
from cogs.ui.components import AttachmentFile, Json, with_picture
from cogs.ui.pictures.picture import Picture
from cogs.ui.pictures.table_picture import picture_of
from db import journal
from db.store import Store

NAME = "step.png"
MOST_MATCHES = 40
"""The matches of a night that the coach looks at, counted from the last."""
MOST_DECISIONS = 150
"""The decisions of a night after which it looks at no further match, since each is weighed for a while."""


async def show_look_back(
    bot: App, interaction: discord.Interaction[App], responder: Responder, position: Position
) -> None:
    """Show a position in a match to the member who asked.

    Raises `UserError` if the match, or its hidden cards, may not be seen.
    """
    responder.surface = "update" if is_on_private(interaction) else "message"
    store, place_key, reader = bot.service(Store), place_key_of(interaction), Reader.of(interaction)
    played = await load_played(store, place_key, position.match, reader)
    if position.eyes == "all" and not await may_see_all_hands(store, place_key, position.match, reader):
        raise UserError("not_open_yet", n=position.match)
    coached = await _coached(bot, place_key, reader, played, position)
    if coached is not None:
        await _show(interaction, responder, *coached)
        return
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
    judged = await _judged(bot, played, step) if step in played.decisions() else []
    position = replace(position, step=step)
    drawn = bot.draws_for(reader.user_id)
    drawing = picture_of(played.view(match, eyes_on(played, position, match))) if drawn else None
    payload = step_message(
        played,
        position,
        match,
        chance=chance,
        judged=judged[0] if judged else None,
        drawn=drawing is not None,
    )
    await _show(interaction, responder, payload, drawing)


async def _show(
    interaction: discord.Interaction[App], responder: Responder, payload: Json, drawing: Picture | None
) -> None:
    """Show a page, with its picture if it has one."""
    if drawing is None:
        await show_page(interaction, responder, {**payload, "attachments": []})
        return
    content = await asyncio.to_thread(drawing.drawn)
    shown = with_picture(payload, NAME, "0", drawing.alt)
    await show_page(interaction, responder, shown, AttachmentFile(NAME, content))


async def _coached(
    bot: App, place_key: int, reader: Reader, played: PlayedMatch, position: Position
) -> tuple[Json, Picture | None] | None:
    """Return the page of the coach to which a position leads, and its picture; None if it leads to none.

    Raises `UserError` if the coach has nothing to teach there.
    """
    verb, step = position.verb, position.step
    if verb == COACH:
        judged = await _judged(bot, played)
        return coach_message(played, judged, await _worst([(played, each) for each in judged])), None
    if verb == NIGHT:
        return await _night(bot, place_key, reader, played), None
    tried = verb.removeprefix(TRY)
    if not verb.startswith(LESSON) and not (verb.startswith(TRY) and tried.isdecimal() and len(tried) <= 3):
        return None
    found = await _judged(bot, played, step) if step is not None and step in played.decisions() else []
    if not found:
        raise UserError("passed")
    match = await replayed(played, found[0].step)
    drawn = bot.draws_for(reader.user_id)
    drawing = picture_of(played.view(match, played.viewer(found[0].step))) if drawn else None
    chosen = int(tried) if tried.isdecimal() else None
    return lesson_message(played, match, found[0], chosen, drawn=drawing is not None), drawing


async def _night(bot: App, place_key: int, reader: Reader, played: PlayedMatch) -> Json:
    """Return what the coach says about the matches of a night, the latest of them if there are too many."""
    store = bot.service(Store)
    matches = (
        []
        if played.member is None
        else await store.read(journal.matches_of_member, played.member, MOST_MATCHES)
    )
    judged, decisions = list[tuple[PlayedMatch, Judged]](), 0
    for number in night_of(matches, played.number):
        each = await load_played(store, place_key, number, reader)
        if decisions and decisions + len(each.decisions()) > MOST_DECISIONS:
            break
        decisions += len(each.decisions())
        judged += [(each, found) for found in await _judged(bot, each)]
    return night_message(played, judged, decisions, await _worst(judged))


async def _worst(judged: Sequence[tuple[PlayedMatch, Judged]]) -> list[Moment]:
    """Return the worst decisions, with their answers in words."""
    return [
        in_words(moment, await replayed(moment.played, moment.judged.step)) for moment in worst_of(judged)
    ]


async def _judged(bot: App, played: PlayedMatch, step: int | None = None) -> list[Judged]:
    """Return what the coach says about a member's decisions, or about the one at a step."""
    steps = played.decisions() if step is None else [step]
    work = bot.service(TableRegistry).context.thinker.work
    found = list[Judged]()
    for at in range(0, len(steps), CHUNK):
        chunk = steps[at : at + CHUNK]
        found += await work(
            judge_steps, played.game.key, played.game.version, played.header, played.rows, chunk
        )
    return found


@on("look")
async def look_back_at_last(press: Press) -> None:
    """Show the last match of a table step by step."""
    last = await press.bot.service(Store).read(journal.last_match_at, press.table.state.id)
    if last is None:
        raise UserError("passed")
    await show_look_back(press.bot, press.interaction, press.responder, Position.beginning(last.id))
