"""Routes every press and modal to its handler, and turns errors into answers."""

from __future__ import annotations

import logging
from contextlib import suppress

import discord

from bot.app import App
from bot.language import N_, _, speaking
from bot.members.languages import Languages
from bot.monitoring.monitor import Monitor
from bot.pressed import Pressed, is_on_private
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions import errors
from cogs.interactions.cog_handlers import CogHandlers
from cogs.interactions.context import (
    check_place,
    in_language_of_place,
    is_here,
    person_of,
    place_key_of,
    place_of,
)
from cogs.interactions.pages import cover_panel, tell_trouble
from cogs.interactions.press import Press, handler_of
from cogs.live.hand_panels import table_of_panel
from cogs.live.table_messages import table_messages
from cogs.requests import http
from cogs.requests.responder import ReplyLost, Responder
from cogs.ui import custom_ids
from cogs.ui.components import GREEN, Json, button, note
from cogs.ui.custom_ids import Control, Kind
from cogs.ui.table.meanwhile import closed_later
from games.engine.scene import RAIL

log = logging.getLogger(__name__)

NOT_IN_USE = N_("That button is no longer in use.")
ANSWERED_IN_PLACE = frozenset({Kind.ANSWER, Kind.SELECT, Kind.SEALED, Kind.AMOUNT})
"""Kinds whose answer repaints the message that was pressed, even if everyone sees it."""


class Router:
    """Finds the handler of a custom id. Decides nothing about rules."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self._handlers = bot.service(CogHandlers)

    async def route(self, interaction: Pressed) -> None:
        """Answer a press or a modal, whatever happens, in the language of who pressed."""
        language = self.bot.service(Languages).heard(
            interaction.person.user_id,
            interaction.told_locale,
            place_of(interaction),
            interaction.told_place_locale,
        )
        try:
            with speaking(language):
                await self._route(interaction)
        finally:
            # Press and responder hold each other. All that was read and sent would wait for the garbage collector, and
            # the next press would find none of that memory in the processor's cache.
            interaction.extras.pop(Responder, None)

    async def present(self, interaction: discord.Interaction[App], *, reading: bool = True) -> None:
        """Note at the tables of this place that a member is there. `reading`: they did not answer a question."""
        person, place_key = person_of(interaction), place_key_of(interaction)
        await self.bot.service(TableRegistry).present(place_key, person, reading=reading)

    async def _route(self, interaction: Pressed) -> None:
        custom_id = str(interaction.data.get("custom_id", ""))
        prefix, _colon, rest = custom_id.partition(":")
        cog_handler = self._handlers.find(prefix)
        control = None if cog_handler is not None else custom_ids.read(custom_id)
        private = is_on_private(interaction)
        on_panel = table_of_panel(interaction.pressed) is not None
        keeps = self._is_table_message(interaction) or on_panel
        # a form that a command has opened stands on no message
        in_place = interaction.pressed is not None and (
            (cog_handler is not None and not keeps)
            or (control is not None and (private or control.kind in ANSWERED_IN_PLACE))
        )
        by_token = not private and control is not None and self._is_by_token(interaction)
        responder = Responder(interaction, "update" if in_place else "message", keeps_pressed=by_token)
        outcome = "answered"
        try:
            if cog_handler is None and control is None:
                await responder.whisper(note(_(NOT_IN_USE)))
            elif self.bot.stopping:
                raise UserError("restarting")
            elif self.bot.is_cut_off:
                await self.bot.give_way()
                raise UserError("restarting")
            elif (
                refusal := self.bot.refusal_of(interaction.person.user_id, interaction.guild_id)
            ) is not None:
                await responder.whisper(note(refusal))
            else:
                # Any press counts as being there, even one that is refused or only opens something to read.
                await self.present(
                    interaction, reading=control is None or control.kind not in ANSWERED_IN_PLACE
                )
                if cog_handler is not None:
                    await cog_handler(interaction, rest, responder)
                elif control is not None:
                    await self._handle(interaction, control, responder, private)
        except UserError as refusal:
            outcome = "refused"
            await self._refuse(interaction, control, responder, refusal)
        except discord.HTTPException as refusal:
            # The webhook of an interaction is unknown where the acknowledgement came too late.
            outcome = "unanswered"
            level = logging.INFO if refusal.code == http.UNKNOWN_WEBHOOK else logging.ERROR
            log.log(level, "a press could not be answered: %s", refusal)
        except Exception as error:  # noqa: BLE001 - the boundary of all presses
            outcome = "failed"
            try:
                await responder.whisper(note(errors.sentence(error)))
            except (ReplyLost, discord.HTTPException) as unsaid:
                log.info("nobody could be told: %s", unsaid)
        self.bot.service(Monitor).metrics.presses_by[outcome].inc()
        table = self.bot.service(TableRegistry).find(control.table) if control is not None else None
        if table is not None and is_here(table.state, interaction):
            await table_messages(self.bot).reached(table, responder)
        cover_panel(interaction)

    def _is_by_token(self, interaction: Pressed) -> bool:
        """Return whether the press was on a table message that only tokens of presses can repaint."""
        # also on a message that has been replaced since: it may be the only one that can be reached
        return not place_of(interaction).has_bot

    def _is_table_message(self, interaction: Pressed) -> bool:
        """Return whether the press was on a table message, which no page of a cog may replace."""
        if interaction.pressed is None or interaction.channel_id is None:
            return False
        table = self.bot.service(TableRegistry).find_in_channel(interaction.channel_id)
        return table is not None and table.state.message_id == interaction.pressed.id

    async def _handle(
        self,
        interaction: Pressed,
        control: Control,
        responder: Responder,
        private: bool,
    ) -> None:
        table = self.bot.service(TableRegistry).get(control.table)
        check_place(table.state, interaction)
        presser = interaction.person
        handler = handler_of(control)
        if handler is None:
            await responder.whisper(note(_(NOT_IN_USE)))
            return
        messages = table_messages(self.bot)
        responder.news = await messages.missed(table, responder)
        try:
            with messages.panels.pressed_by(table, presser.user_id):
                await handler(
                    Press(self.bot, messages, interaction, control, presser, table, responder, private)
                )
            await tell_trouble(interaction, messages.trouble(table))
        finally:
            if responder.news:
                with suppress(ReplyLost):
                    await responder.whisper(note(responder.news))

    async def _refuse(
        self,
        interaction: Pressed,
        control: Control | None,
        responder: Responder,
        refusal: UserError,
    ) -> None:
        """Show a refusal with what to do instead; for an outdated control, also the current question."""
        public = interaction.pressed is not None and not interaction.pressed.is_private
        if refusal.key == "table_closed" and public and not place_of(interaction).has_bot:
            # Nobody could repaint it when the table closed.
            responder.surface = "update"
            with in_language_of_place(interaction):
                await responder.show(closed_later())
            return
        table = self.bot.service(TableRegistry).find(control.table) if control is not None else None
        buttons: list[Json] = []
        if table is not None:
            messages = table_messages(self.bot)
            viewer = table.viewer_of(interaction.person.user_id)
            if refusal.key in ("passed", "asked_otherwise", "done_already") and viewer != RAIL:
                responder.surface = "message"
                view = await table.view_for(interaction.person.user_id)
                await messages.show_panel(responder, view, lead=refusal.sentence, aside=True)
                return
            way_out = self._handlers.way_out(refusal.key)
            if way_out is not None:
                buttons.append(way_out)
            if refusal.key == "not_seated":
                buttons.append(button("Sit down", custom_ids.verb(table.state.id, "sit"), GREEN))
            trouble = messages.trouble(table)
            if trouble and trouble not in refusal.sentence:
                await responder.whisper(note(f"{refusal.sentence}\n{trouble}", *buttons))
                return
        await responder.whisper(note(refusal.sentence, *buttons))
