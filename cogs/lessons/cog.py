"""*Teach me*: a game's lesson, press by press. Nothing is stored: every press names the game and the step."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.app import App
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.context import channel_of
from cogs.lessons.lesson_button import AGAIN, SHOW, STOP
from cogs.lessons.painter import LessonStep, lesson_message, lesson_step, stopped, take
from cogs.requests.responder import Responder
from cogs.ui import custom_ids
from cogs.ui.components import GREEN, Json, button, note
from cogs.ui.help.texts import LESSON
from games.engine import Answer
from games.registry import GAMES

Interaction = discord.Interaction[App]


class LessonsCog(commands.Cog):
    """Handles the buttons of lessons; the first is in the lobby and behind *How to play*."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    async def pressed(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Show the step that a press leads to."""
        key, _, place = rest.partition(":")
        number, _, action = place.partition(":")
        game = GAMES.get(key)
        if game is None or not number.isdecimal() or len(number) > 4:
            raise UserError("passed")
        name = interaction.user.display_name
        now = lesson_step(game, int(number), name)
        if action == SHOW:
            responder.surface = "message"
        if now is None:
            await responder.show(note(LESSON["none"]))
        elif action == STOP:
            await responder.show(stopped(game))
        elif action in (SHOW, AGAIN) or now.over:
            await responder.show(self._painted(interaction, now))
        else:
            await responder.show(self._after(interaction, now, action))

    def _after(self, interaction: Interaction, now: LessonStep, action: str) -> Json:
        """Return the message after a press: the next step, or this one with a sentence or an unfinished move."""
        data: Any = interaction.data or {}
        taken = take(now, action, data.get("values"))
        if not taken.done:
            return self._painted(interaction, now, taken.sentence, taken.draft)
        after = lesson_step(now.game, now.step + 1, interaction.user.display_name)
        assert after is not None, "every step leads to another or to the last page"
        return self._painted(interaction, after)

    def _painted(
        self, interaction: Interaction, now: LessonStep, lead: str = "", draft: Answer = None
    ) -> Json:
        real = self._to_table(interaction, now) if now.over else ()
        return lesson_message(now, interaction.user.display_name, lead=lead, draft=draft, real=real)

    def _to_table(self, interaction: Interaction, now: LessonStep) -> tuple[Json, ...]:
        """Return the buttons from the end of a lesson to this channel's table, if its lobby has the same game."""
        table = self.bot.service(TableRegistry).find_in_channel(channel_of(interaction))
        if table is None or table.state.game != now.game.key or table.state.phase != "lobby":
            return ()
        seat = table.state.seat_of(interaction.user.id)
        if seat is None:
            return (button("Sit down", custom_ids.verb(table.state.id, "sit"), GREEN),)
        if seat.member == table.state.host and len(table.state.members()) == 1 and table.last_match is None:
            return (button("Start with computer players", custom_ids.verb(table.state.id, "solo"), GREEN),)
        return ()
