"""The one answer to an interaction: in time, however slow the disk or the network is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypeVar

import discord

from cogs.interactions import http
from cogs.ui.components import EPHEMERAL, V2, Json

T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds after which an interaction is acknowledged in any case; Discord gives three."""
MESSAGE, MESSAGE_LATER, UPDATE_LATER, UPDATE, MODAL = 4, 5, 6, 7, 9
"""Kinds of first answer, as Discord numbers them."""


class ReplyLost(Exception):
    """The network failed and an answer to an interaction could not be given. What the interaction did stands."""


Surface = Literal["message", "update"]
"""How an interaction is answered: with a private message of its own, or by repainting the message pressed."""


class Responder:
    """The one answer to an interaction: sent directly if it is ready in time, else after an acknowledgement."""

    def __init__(
        self, interaction: discord.Interaction[Any], surface: Surface, *, private: bool = True
    ) -> None:
        self.interaction = interaction
        self.surface: Surface = surface
        self.private = private
        interaction.extras[Responder] = self
        self.handle = http.Handle(interaction.token)
        """What was shown last."""
        self._waiting: asyncio.Task[None] | None = None
        self._done = False

    @classmethod
    def to(cls, interaction: discord.Interaction[Any]) -> Responder:
        """Return the responder of an interaction, so that an error can be answered.

        If none was begun, it is one for a private message.
        """
        begun = interaction.extras.get(Responder)
        if isinstance(begun, Responder):
            return begun
        answer = cls(interaction, "message")
        answer._done = interaction.response.is_done()
        return answer

    async def after(self, work: Awaitable[T]) -> T:
        """Await `work`; if that takes too long, acknowledge meanwhile."""
        if self._waiting is not None:
            return await work
        timer = asyncio.get_running_loop().call_later(PATIENCE, self._begin_acknowledging)
        try:
            return await work
        finally:
            timer.cancel()

    def _begin_acknowledging(self) -> None:
        # The surface is the present one: a refusal may change it before the task runs.
        self._waiting = asyncio.create_task(self._acknowledge(self.surface))

    async def _acknowledge(self, surface: Surface) -> None:
        if surface == "update":
            await self._callback({"type": UPDATE_LATER})
        else:
            await self._callback({"type": MESSAGE_LATER, "data": {"flags": EPHEMERAL if self.private else 0}})

    async def show(self, payload: Json, file: http.AttachmentFile | None = None) -> bool:
        """The answer, on the surface that was announced; with a file, if its payload lists one.

        Where the message that was pressed has been taken away meanwhile, it is said privately. Gives whether the
        surface shows it: not in that case, nor if it came too late. Raises `ReplyLost`.
        """
        shown = True
        try:
            if self._waiting is not None or self._done:
                if self._waiting is not None:
                    await self._waiting
                await self._edit(payload, file)
            else:
                kind = MESSAGE if self.surface == "message" else UPDATE
                shown = await self._callback({"type": kind, "data": payload}, file)
        except discord.NotFound as error:
            if error.code != http.UNKNOWN_MESSAGE or self.surface != "update":
                raise
            self.surface = "message"
            await self.whisper({**payload, "flags": V2 | EPHEMERAL})
            return False
        self._done = True
        return shown

    async def whisper(self, payload: Json) -> None:
        """A private message, whatever the surface; what was pressed stays as it is."""
        if self._waiting is not None or self._done:
            if self._waiting is not None:
                await self._waiting
            await self._follow_up(payload)
        else:
            self._done = True
            await self._callback({"type": MESSAGE, "data": payload})

    async def show_error(self, payload: Json) -> None:
        """Show what went wrong: in place of an answer that is due, beside one that was given."""
        if self._done or self.surface == "update":
            await self.whisper(payload)
        else:
            await self.show(payload)

    async def show_nothing(self) -> None:
        """Only acknowledge: what the press did is shown elsewhere."""
        if self._done:
            return
        self._done = True
        if self._waiting is None:
            await self._callback({"type": UPDATE_LATER})
            return
        await self._waiting
        if self.surface == "message":
            # a message that would say for ever that the bot is thinking
            interaction = self.interaction
            await http.delete_by_token(interaction.client, interaction.application_id, self.handle)

    async def modal(self, payload: Json) -> None:
        """Open a modal; only as a first answer."""
        self._done = True
        await self._callback({"type": MODAL, "data": payload})

    async def _callback(self, payload: Json, file: http.AttachmentFile | None = None) -> bool:
        """The first answer; gives whether it was in time."""
        interaction = self.interaction
        try:
            # once more does no harm: Discord takes only one
            await _send_twice(
                lambda: http.respond(interaction.client, interaction.id, interaction.token, payload, file)
            )
        except discord.NotFound as error:
            if error.code != http.UNKNOWN_INTERACTION:
                raise
            log.info("an interaction was answered too late; what it did stands")
            return False
        except discord.HTTPException as error:
            if error.code != http.ALREADY_ACKNOWLEDGED:
                raise
            log.info("an interaction was acknowledged already")
        return True

    async def _edit(self, payload: Json, file: http.AttachmentFile | None) -> None:
        """Repaint the message that the interaction was answered with, or that was pressed."""
        interaction = self.interaction
        handle = http.Handle(interaction.token)
        await _send_twice(
            lambda: http.edit_by_token(interaction.client, interaction.application_id, handle, payload, file)
        )

    async def _follow_up(self, payload: Json) -> None:
        interaction = self.interaction
        try:
            self.handle = await http.follow_up(
                interaction.client, interaction.application_id, interaction.token, payload
            )
        except http.NETWORK as lost:
            raise ReplyLost from lost


async def _send_twice(send: Callable[[], Awaitable[None]]) -> None:
    """Send what does no harm if it arrives twice. Raises `ReplyLost` if the network fails both times."""
    try:
        await http.with_retries(send, tries=2)
    except http.NETWORK as lost:
        raise ReplyLost from lost
