"""`/today`: the table of the day, the same for everyone, one try each."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.daily.painter import (
    PLAY,
    RESULTS,
    SHARE,
    YESTERDAY,
    first_page,
    play_message,
    results_note,
    share_line,
    yesterday_note,
)
from cogs.daily.service import ME, DailyState, DailyTables
from cogs.interactions.command_groups import anywhere
from cogs.interactions.context import person_of, place_key_of
from cogs.requests.responder import Responder
from cogs.ui import custom_ids
from cogs.ui.help.pointing import UNFIT, ControlAnswer, answer_of_control
from db import Store
from games.engine import OpenAsk

Interaction = discord.Interaction[App]


class TodayCog(commands.Cog):
    """The command `/today` and the controls of its pages."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.daily = DailyTables(bot.service(Store), bot.service(TableRegistry).context.clock)

    @app_commands.command(name="today", description="Play the table of the day: same cards for all, one try")
    @anywhere
    @app_commands.checks.cooldown(6, 20.0)
    async def today(self, interaction: Interaction) -> None:
        """Show the game of the day, or the result of the member's try."""
        responder = Responder(interaction, "message")
        place_key = place_key_of(interaction)
        state = await self.daily.state(place_key, interaction.user.id)
        await responder.show(first_page(state, await self.daily.results(place_key, state.table.day)))

    async def press(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Begin or share a try, show results, or take an answer."""
        place_key, person = place_key_of(interaction), person_of(interaction)
        if rest == PLAY:
            state = await self.daily.begin(place_key, person)
            await responder.show(play_message(state, person.name))
        elif rest == SHARE:
            await self._share(interaction, responder)
        elif rest == RESULTS:
            table = await self.daily.table(self.daily.today)
            responder.surface = "message"
            await responder.show(results_note(table, await self.daily.results(place_key, table.day)))
        elif rest == YESTERDAY:
            responder.surface = "message"
            yesterday = await self.daily.yesterday(place_key, person.user_id)
            await responder.show(yesterday_note(yesterday))
        else:
            await self._answer(interaction, rest, responder)

    async def _share(self, interaction: Interaction, responder: Responder) -> None:
        state = await self.daily.state(place_key_of(interaction), interaction.user.id)
        if state.match is None or not state.match.over:
            raise UserError("passed")
        responder.surface, responder.private = "message", False
        await responder.show(share_line(state, interaction.user.display_name))

    async def _answer(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        day, _, rest = rest.partition(":")
        count, _, custom_id = rest.partition(":")
        control = custom_ids.read(custom_id)
        if not (day.isdecimal() and count.isdecimal() and len(day + count) < 16) or control is None:
            raise UserError("passed")
        place_key, person = place_key_of(interaction), person_of(interaction)
        state = await self.daily.state(place_key, person.user_id)
        if state.table.day != int(day):
            raise UserError("daily_over")
        ask = _open_question(state)
        if ask is None or state.own is None or len(state.own.answers) + 1 != int(count):
            raise UserError("passed")
        data: Any = interaction.data or {}
        given = _given(ask, control, data.get("values"))
        if not given.whole:
            drafts = {ask.id: given.draft} if given.draft is not None else {}
            await responder.show(play_message(state, person.name, drafts=drafts))
            return
        after = await self.daily.answer(place_key, person, int(day), int(count), given.answer)
        await responder.show(play_message(after, person.name))


def _open_question(state: DailyState) -> OpenAsk | None:
    """Return the member's open question."""
    if state.match is None or state.match.over:
        return None
    return next(iter(state.match.scene(ME).mine()), None)


def _given(ask: OpenAsk, control: custom_ids.Control, values: list[str] | None) -> ControlAnswer:
    if control.ask_key != ask.id:
        raise UserError("passed")
    try:
        return answer_of_control(ask, control, values)
    except UNFIT as wrong:
        raise UserError("passed") from wrong
