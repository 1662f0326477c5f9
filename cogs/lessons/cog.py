"""*Teach me*: a game's lesson, press by press. Nothing is stored: every press names the game and the step."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import discord
from discord.ext import commands

from bot.app import App
from bot.face.help.lesson_step import LessonStep, lesson_step
from bot.face.help.texts import LESSON
from bot.language import _
from bot.matches.level_like import level_for_newcomer
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.context import channel_of, person_of
from cogs.interactions.greeting import greet
from cogs.interactions.open_table import open_table
from cogs.interactions.pages import announce_page, pressed_panel, show_page
from cogs.lessons.lesson_button import AGAIN, PLAY, PREFIX, SHOW, STOP
from cogs.lessons.painter import NAME, lesson_message, lesson_picture, stopped, take
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.ui import custom_ids
from cogs.ui.components import GREEN, AttachmentFile, Json, button, note
from games.engine.prompts import Answer
from games.registry import GAMES

Interaction = discord.Interaction[App]


class LessonsCog(commands.Cog):
    """Handles the buttons of lessons; the first is in the lobby and behind *How to play*."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Show the step that a press leads to."""
        key, _colon, place = rest.partition(":")
        number, _colon, action = place.partition(":")
        game = GAMES.get(key)
        if game is None or not number.isdecimal() or len(number) > 4:
            raise UserError("passed")
        name = interaction.user.display_name
        now = lesson_step(game, int(number), name)
        announce_page(interaction, responder, "message" if action == SHOW else responder.surface)
        if now is None:
            await show_page(interaction, responder, note(_(LESSON["none"])))
        elif action == STOP:
            await responder.show({**stopped(game), "attachments": []})
        elif action == PLAY and now.over:
            await self._sit_down_and_play(interaction, responder, now)
        elif action in (SHOW, AGAIN) or now.over:
            await self._show(interaction, responder, now)
        else:
            await self._show_after(interaction, responder, now, action)

    async def _show_after(
        self, interaction: Interaction, responder: Responder, now: LessonStep, action: str
    ) -> None:
        """Show the message after a press: the next step, or this one with a sentence or an unfinished move."""
        data: Any = interaction.data or {}
        taken = take(now, action, data.get("values"))
        if not taken.done:
            await self._show(interaction, responder, now, taken.sentence, taken.draft)
            return
        after = lesson_step(now.game, now.step + 1, interaction.user.display_name)
        assert after is not None, "every step leads to another or to the last page"
        await self._show(interaction, responder, after)

    async def _show(
        self,
        interaction: Interaction,
        responder: Responder,
        now: LessonStep,
        lead: str = "",
        draft: Answer = None,
    ) -> None:
        """Show a step with its picture; in words where pictures are off, or Discord refuses this one."""
        real = self._to_table(interaction, now) if now.over else ()
        stops = pressed_panel(interaction) is None
        paint = partial(lesson_message, now, lead=lead, draft=draft, real=real, stops=stops)
        drawn = self.bot.draws_for(interaction.user.id)
        drawing = lesson_picture(now, interaction.user.display_name, draft) if drawn else None
        if drawing is None:
            await show_page(interaction, responder, {**paint(), "attachments": []})
            return
        content = await asyncio.to_thread(drawing.drawn)
        file = AttachmentFile(NAME, content)
        plainer = [lambda: {**paint(), "attachments": []}]
        await show_page(interaction, responder, paint(alt=drawing.alt), file, plainer=plainer)

    def _to_table(self, interaction: Interaction, now: LessonStep) -> tuple[Json, ...]:
        """Return the button from the end of a lesson to this channel's table, or to one of the learner's own."""
        table = self.bot.service(TableRegistry).find_in_channel(channel_of(interaction))
        if table is None:
            return (button(_(LESSON["play"]), f"{PREFIX}:{now.game.key}:{now.step}:{PLAY}", GREEN),)
        state, seat = table.state, table.state.seat_of(interaction.user.id)
        if seat is None:
            same = state.game == now.game.key
            label = _(LESSON["play"]) if same else _(LESSON["other_game"]).format(title=_(table.game.title))
            return (button(label, custom_ids.verb(state.id, "sit"), GREEN),)
        alone = seat.member == state.host and len(state.members()) == 1
        if alone and state.phase == "lobby" and state.game == now.game.key and table.last_match is None:
            return (button("Start with computer players", custom_ids.verb(state.id, "solo"), GREEN),)
        return (button("My hand", custom_ids.verb(state.id, "hand"), GREEN),)

    async def _sit_down_and_play(
        self, interaction: Interaction, responder: Responder, now: LessonStep
    ) -> None:
        """Open a table for fun with computer players, and begin; where a table is open by now, lead there."""
        if self.bot.service(TableRegistry).find_in_channel(channel_of(interaction)) is not None:
            await self._show(interaction, responder, now)
            return
        announce_page(interaction, responder)
        person = person_of(interaction)
        opened = await open_table(self.bot, interaction, now.game.key, fun=True)
        table = self.bot.service(TableRegistry).get(opened.table.id)
        await table.start_with_computers(person, await level_for_newcomer(table.live, person))
        view = await table.view_for(person.user_id)
        await greet(self.bot, view, person)
        await table_messages(self.bot).show_panel(responder, view)
