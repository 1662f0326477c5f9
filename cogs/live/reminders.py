"""Short messages beside a table: whose turn it is, that time runs out, the rules of the next game."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import discord

from bot.tables.state import Seat
from bot.tables.view import ShownTable
from cogs.interactions import http
from cogs.live.request_budget import Pace, Urgency
from cogs.ui.components import Json, message, rows, text
from cogs.ui.text.templates import safe_name
from cogs.ui.theme import bring_button

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Notices:
    """The messages that are beside one table now."""

    nudge: int | None = None
    demonstration: int | None = None


class Reminders:
    """Posts, changes and takes away; where the network or Discord fails, play goes on without."""

    def __init__(self, client: discord.Client, pace: Pace) -> None:
        self.client = client
        self._pace = pace
        self._notices: dict[int, _Notices] = {}

    def of(self, table: ShownTable) -> _Notices:
        """Return the messages beside a table."""
        return self._notices.setdefault(table.state.id, _Notices())

    def forget(self, table: int) -> None:
        """The table has closed."""
        self._notices.pop(table, None)

    async def nudge(
        self, table: ShownTable, seat: Seat, due: float | None, *, restarted: bool, far: bool
    ) -> None:
        """Mention the member whose turn it is; `far`: the table message is some way up."""
        if seat.person is None:
            return
        notices = self.of(table)
        why = " (the bot restarted, so your clock starts over)" if restarted else ""
        whose = f"{safe_name(seat.name)}'s" if seat.invited else "your"
        until = f", until <t:{int(due)}:T>" if due is not None else ""
        words = f"<@{seat.person}>, it's {whose} turn{until}{why}."
        bring = rows([bring_button(table.state.id)]) if far else []
        body = message(text(words), *bring, mentions=[seat.person])
        try:
            async with self._pace.turn(Urgency.WAITED_FOR):
                notices.nudge = (await http.post(self.client, table.state.channel_id, body)).id
        except http.FAILURES as error:
            log.info("no nudge at table %s: %s", table.state.id, error)
            if isinstance(error, discord.HTTPException) and error.code == http.MISSING_ACCESS:
                table.set_visible(False)

    async def warn(self, table: ShownTable, seat: Seat, due: float) -> None:
        """Say in the nudge that the default is near."""
        if table.game.private is not None and table.state.settings.private:
            await self.say(table, table.game.private.expires_soon.format(when=f"<t:{int(due)}:R>"))
            return
        nudge = self.of(table).nudge
        if nudge is None:
            return
        body = message(
            text(f"{safe_name(seat.name)}: a few seconds left, until <t:{int(due)}:T>; then you pass.")
        )
        try:
            async with self._pace.turn(Urgency.WAITED_FOR):
                await http.edit(self.client, table.state.channel_id, nudge, body)
        except http.FAILURES as error:
            log.info("no warning at table %s: %s", table.state.id, error)

    async def clear_nudge(self, table: ShownTable, nudge: int) -> None:
        """Take a nudge away."""
        try:
            async with self._pace.turn(Urgency.OTHER):
                await http.delete(self.client, table.state.channel_id, nudge)
        except http.FAILURES as error:
            log.info("a nudge at table %s stays: %s", table.state.id, error)

    async def demonstrate(self, table: ShownTable, payload: Json) -> None:
        """The rules of the next game, in place of those of the last one."""
        notices = self.of(table)
        old, notices.demonstration = notices.demonstration, None
        try:
            async with self._pace.turn(Urgency.BOARD):
                notices.demonstration = (await http.post(self.client, table.state.channel_id, payload)).id
            if old is not None:
                async with self._pace.turn(Urgency.OTHER):
                    await http.delete(self.client, table.state.channel_id, old)
        except http.FAILURES as error:
            log.info("the rules of the next game at table %s are not shown: %s", table.state.id, error)

    async def say(self, table: ShownTable, words: str) -> None:
        """A few words to whom a private place belongs, where they opened it."""
        [seat] = table.state.seats.values()
        assert seat.user_id is not None
        if table.state.settings.notices is None:
            return
        body = message(text(f"<@{seat.user_id}>, {words}"), mentions=[seat.user_id])
        try:
            async with self._pace.turn(Urgency.BOARD):
                await http.post(self.client, table.state.settings.notices, body)
        except http.FAILURES as error:
            log.info("no word from the private place %s: %s", table.state.id, error)
