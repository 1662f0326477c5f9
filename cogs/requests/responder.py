"""The answer to an interaction: in time, however slow the disk or the network is."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, TypeVar

import discord

from bot.language import N_, _
from bot.pressed import is_on_private
from bot.requests.connections import HeldBack
from cogs.requests import http
from cogs.requests.http import LAUNCH, MESSAGE, MESSAGE_LATER, MODAL, UPDATE, UPDATE_LATER
from cogs.ui.components import EPHEMERAL, V2, AttachmentFile, Json, note

T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds after which an interaction is acknowledged in any case; Discord gives three."""
AWAY = 503
"""The status of a Discord that is away for a moment."""
HANGS = 2.0
"""Seconds after which a first answer is sent once more: Discord takes none that comes later than three."""
NOT_SHOWN = N_(
    "Discord wouldn't let me show that here. If it was a move, it counts: `/hand` shows where you are."
)
"""The sentence that replaces an answer that Discord has refused."""
TOO_LATE_TO_ASK = N_("That took me too long, so I can't ask you here. Press it again, please.")
"""The sentence that replaces a modal that is too late: Discord takes one only as the first answer."""
NOT_LAUNCHED = N_("Discord wouldn't open the table as a page just now. The buttons here do everything too.")
"""The sentence that replaces an Activity that Discord has refused to open."""


class ReplyLost(Exception):
    """The network failed before an interaction was answered. The effects of the interaction remain."""


MOST_LOGGED = 1000
"""The most refusals remembered, so that each is logged once."""
_logged: set[str] = set()


Plain = Callable[[], Json]
"""Makes a plainer form of an answer, for example without its picture."""
Surface = Literal["message", "update"]
"""How an interaction is answered: with a private message of its own, or by repainting the message pressed."""


class Responder:
    """The one answer to an interaction: sent directly if it is ready in time, else after an acknowledgement.

    Its time begins when it is made, so it is made before anything is waited for. `keeps_pressed`: the message pressed
    is to be repainted by this press later, so the answer may not take its place as the token's own: it follows.
    """

    def __init__(
        self,
        interaction: discord.Interaction[Any],
        surface: Surface,
        *,
        private: bool = True,
        keeps_pressed: bool = False,
    ) -> None:
        self.interaction = interaction
        self.surface: Surface = surface
        self.private = private
        self.keeps_pressed = keeps_pressed
        self.reaches_pressed = False
        """True once the interaction's token can repaint the message that was pressed."""
        interaction.extras[Responder] = self
        self.handle = http.Handle(interaction.token)
        """The last message shown."""
        self.files: Mapping[str, str] = {}
        """Discord's ids of the files that were sent with the answer, by name."""
        self.sent_apart = False
        """True once a private message of its own was sent."""
        self.stands = True
        """False if the answer came too late to be seen, or gave way to the sentence that the bot restarts."""
        self.payload: Json = {}
        """The last message that was shown or sent."""
        self.news = ""
        """The words with which the next hand panel of this answer begins."""
        self.went_plain = 0
        """The number of refused answers that a plainer form has replaced."""
        self._waiting: asyncio.Task[None] | None = None
        self._announced: Surface = surface
        """The surface of the acknowledgement."""
        self._announced_private = private
        self._done = False
        self._begun = time.monotonic()
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._begin_acknowledging)

    @classmethod
    def to(cls, interaction: discord.Interaction[Any]) -> Responder:
        """Return the responder of an interaction, so that an error can be answered.

        Without an existing one, it is a new one for a private message.
        """
        begun = interaction.extras.get(Responder)
        if isinstance(begun, Responder):
            return begun
        answer = cls(interaction, "message")
        answer._done = interaction.response.is_done()
        return answer

    def _begin_acknowledging(self) -> None:
        # The surface is the present one: a refusal may change it before the task runs.
        self._announced = "update" if self.keeps_pressed else self.surface
        self._announced_private = self.private
        self._waiting = asyncio.create_task(self._acknowledge(self._announced))

    @property
    def is_acknowledged(self) -> bool:
        """True once the interaction was acknowledged because its answer took too long."""
        return self._waiting is not None

    async def _acknowledge(self, surface: Surface) -> None:
        if surface == "update":
            await self._callback({"type": UPDATE_LATER})
        else:
            flags = EPHEMERAL if self._announced_private else 0
            await self._callback({"type": MESSAGE_LATER, "data": {"flags": flags}})

    async def show(
        self, payload: Json, file: AttachmentFile | None = None, *, plainer: Sequence[Plain] = ()
    ) -> bool:
        """The answer, on the surface that was announced; with a file, if its payload lists one.

        `plainer` makes ever plainer forms of it, for when Discord refuses it: without a picture to begin with.

        Where the message that was pressed has been taken away meanwhile, it is said privately. One that Discord
        refuses is sent once more after an acknowledgement, then replaced by a sentence. Gives whether the surface
        shows the answer: not in these cases, nor if it came too late. Raises `ReplyLost`.
        """
        self._timer.cancel()
        self.payload = payload
        if self.interaction.client.is_cut_off:
            # another process may have played on meanwhile, so what was painted here may be out of date
            await self.whisper(self._restarting())
            return False
        if self.keeps_pressed and self.surface == "message":
            await self.whisper(payload, file, plainer=plainer)
            return True
        if self._waiting is not None and not self.private and self._announced_private:
            await self._waiting
            if self._announced == "message":
                # only who asked sees the bot think, and Discord would fill the answer in there
                await self._delete_original()
            await self.whisper(payload, file, plainer=plainer)
            return False
        if self._waiting is not None and self._announced != self.surface:
            # The token's original message is a different one.
            await self.whisper({**payload, "flags": V2 | EPHEMERAL}, file, plainer=plainer)
            return False
        try:
            if self._waiting is not None or self._done:
                shown = await self._show_later(payload, file, plainer)
            else:
                kind = MESSAGE if self.surface == "message" else UPDATE
                try:
                    shown = await self._callback({"type": kind, "data": payload}, file)
                except discord.HTTPException as refusal:
                    if refusal.code == http.UNKNOWN_MESSAGE:
                        raise
                    # A refused answer does not use the interaction up: it can still be acknowledged.
                    _log_refusal(refusal)
                    self._begin_acknowledging()
                    if plainer:
                        self.went_plain += 1
                        payload, file, plainer = plainer[0](), None, plainer[1:]
                    shown = await self._show_later(payload, file, plainer)
        except discord.NotFound as error:
            if error.code != http.UNKNOWN_MESSAGE:
                raise
            self.surface = "message"
            await self.whisper({**payload, "flags": V2 | EPHEMERAL}, file, plainer=plainer)
            return False
        self._done = True
        self.sent_apart = self.sent_apart or (self.surface == "message" and self.private)
        return shown

    async def _show_later(self, payload: Json, file: AttachmentFile | None, plainer: Sequence[Plain]) -> bool:
        """Show the answer after an acknowledgement; return whether Discord has accepted it."""
        if self._waiting is not None:
            await self._waiting
        if self.interaction.client.is_cut_off:
            # only a message that is still to come gives way: another process may have painted any other since
            self._done = True
            if self._waiting is not None and self.surface == "message":
                await self._edit(self._restarting(), None)
            else:
                await self._follow_up(self._restarting())
            return False
        try:
            await self._edit(payload, file)
        except HeldBack:
            return await self._show_later(payload, file, plainer)
        except discord.HTTPException as refusal:
            if refusal.code == http.UNKNOWN_MESSAGE:
                raise
            _log_refusal(refusal)
            if plainer:
                self.went_plain += 1
                return await self._show_later(plainer[0](), None, plainer[1:])
            self._done = True
            if self.surface == "message":
                await self._edit(note(_(NOT_SHOWN)), None)
            elif is_on_private(self.interaction):
                # nothing else will repaint it
                await self._follow_up(note(_(NOT_SHOWN)))
            return False
        return True

    async def whisper(
        self, payload: Json, file: AttachmentFile | None = None, *, plainer: Sequence[Plain] = ()
    ) -> None:
        """Send a private message, and leave the message pressed as it is. `plainer` is as for `show`."""
        self._timer.cancel()
        self.payload = payload
        later = self._waiting is not None or self._done
        self._done = True
        if self._waiting is not None:
            await self._waiting
        elif self.keeps_pressed and not later:
            await self._callback({"type": UPDATE_LATER})
            later = True
        rest: tuple[Plain, ...] = (*plainer, lambda: note(_(NOT_SHOWN)))
        for plain in rest:
            try:
                await self._whisper(payload, file, later=later)
            except discord.HTTPException as refusal:
                if refusal.code == http.UNKNOWN_WEBHOOK:
                    # nothing can follow an interaction whose first answer never arrived
                    raise
                _log_refusal(refusal)
                payload, file = plain(), None
            else:
                return
            self.went_plain += 1
        await self._whisper(payload, file, later=later)

    async def _whisper(self, payload: Json, file: AttachmentFile | None, *, later: bool) -> None:
        self.sent_apart = True
        if self.interaction.client.is_cut_off:
            # the process may have been frozen since the message was made
            payload, file = self._restarting(), None
        if later:
            await self._follow_up(payload, file)
        else:
            await self._callback({"type": MESSAGE, "data": payload}, file)

    async def post(self, payload: Json, file: AttachmentFile | None = None) -> http.SentMessage:
        """Answer a command with a message that everyone sees, and return it as Discord has accepted it.

        It must be the first answer, and be announced as one that is not private.
        """
        self._timer.cancel()
        if self._waiting is not None:
            await self._waiting
        sent = await http.with_retries(partial(self._post, payload, file), tries=2)
        self._done = True
        return sent

    async def _post(self, payload: Json, file: AttachmentFile | None) -> http.SentMessage:
        interaction = self.interaction
        if self._waiting is None:
            try:
                return await http.respond_with_message(
                    interaction.client, interaction.id, interaction.token, payload, file
                )
            except discord.HTTPException as refusal:
                # It arrived, and only Discord's answer was lost.
                if refusal.code != http.ALREADY_ACKNOWLEDGED:
                    raise
        handle = http.Handle(interaction.token)
        return await http.edit_by_token(interaction.client, interaction.application_id, handle, payload, file)

    async def show_error(self, payload: Json) -> None:
        """Show an error to who asked: in place of the answer, or after an answer that was given already."""
        if self._waiting is not None and not self.private and not self._done:
            # everyone sees the bot think, and Discord would fill the error in there
            await self._waiting
            await self._delete_original()
        if self._done or not self.private or self.surface == "update":
            await self.whisper(payload)
        else:
            await self.show(payload)

    async def _delete_original(self) -> None:
        """Take the message away in which the bot is still thinking."""
        interaction = self.interaction
        await _send_twice(
            lambda: http.delete_by_token(interaction.client, interaction.application_id, self.handle)
        )

    async def show_nothing(self) -> None:
        """Only acknowledge the press, whose effect is shown elsewhere."""
        self._timer.cancel()
        if self._done:
            return
        self._done = True
        if self._waiting is None:
            await self._callback({"type": UPDATE_LATER})
            return
        await self._waiting
        if self._announced == "message":
            # otherwise the message would say forever that the bot is thinking
            interaction = self.interaction
            await http.delete_by_token(interaction.client, interaction.application_id, self.handle)

    async def modal(self, payload: Json) -> None:
        """Open a modal; one that is due too late is replaced by a sentence."""
        await self._open({"type": MODAL, "data": payload}, NOT_SHOWN)

    async def launch(self) -> None:
        """Open the Activity; too late it is replaced like a modal."""
        await self._open({"type": LAUNCH}, NOT_LAUNCHED)

    async def _open(self, answer: Json, refused: str) -> None:
        """Give an answer that Discord takes as the first one only; `refused` is said if it takes none."""
        self._timer.cancel()
        if self._waiting is not None:
            await self.whisper(note(_(TOO_LATE_TO_ASK)))
            return
        self._done = True
        try:
            await self._callback(answer)
        except discord.HTTPException as refusal:
            _log_refusal(refusal)
            await self._callback({"type": MESSAGE, "data": note(_(refused))})

    def _restarting(self) -> Json:
        """Return the sentence that the bot restarts, for which the answer gives way."""
        self.stands = False
        return http.restarting()

    async def _callback(self, payload: Json, file: AttachmentFile | None = None) -> bool:
        """Send the first answer; return whether it was in time, and is known to be the one that counts."""
        interaction = self.interaction
        to = interaction.client, interaction.id, interaction.token
        try:
            # repeating does no harm: Discord accepts only one
            if file is None:
                await _send_twice(lambda: http.respond(*to, payload, within=HANGS))
            else:
                sent = await _send_twice(lambda: http.respond_with_file(*to, payload, file, HANGS))
                self.files = sent.files
        except HeldBack:
            # the process stood still after the answer was made
            await http.respond(*to, {"type": MESSAGE, "data": self._restarting()})
            return False
        except ReplyLost:
            # it may have arrived: what is left to say can only follow it
            self._done = True
            raise
        except discord.NotFound as error:
            if error.code != http.UNKNOWN_INTERACTION:
                raise
            log.info("an interaction was answered too late; what it did stands")
            self.stands = False
            return False
        except discord.HTTPException as error:
            if error.code != http.ALREADY_ACKNOWLEDGED:
                raise
            log.info("an interaction was acknowledged already")
            if payload["type"] == UPDATE:
                # perhaps not by this answer, but by a process that was overtaken and knew nothing to show
                self._done = True
                if not is_on_private(interaction):
                    # what everyone sees is painted again by itself
                    return False
                await self._edit(payload["data"], file)
            elif self._answers_command(payload):
                # perhaps by such a process, which could only say that the bot restarts
                self._done = True
                await self._edit(payload["data"], file)
        interaction.client.answered_first(time.monotonic() - self._begun)
        self.reaches_pressed = self.reaches_pressed or payload["type"] in (UPDATE, UPDATE_LATER)
        return True

    def _answers_command(self, payload: Json) -> bool:
        """Return whether this is the message by which a command is answered, and nobody else reads what is private."""
        if payload["type"] != MESSAGE or self.interaction.message is not None:
            return False
        return self._announced_private or not payload["data"].get("flags", 0) & EPHEMERAL

    async def _edit(self, payload: Json, file: AttachmentFile | None) -> None:
        """Repaint the message that the interaction was answered with, or that was pressed."""
        interaction = self.interaction
        handle = http.Handle(interaction.token)
        sent = await _send_twice(
            lambda: http.edit_by_token(interaction.client, interaction.application_id, handle, payload, file)
        )
        self.files = sent.files

    async def _follow_up(self, payload: Json, file: AttachmentFile | None = None) -> None:
        interaction = self.interaction
        try:
            sent = await http.follow_up(
                interaction.client, interaction.application_id, interaction.token, payload, file
            )
            self.handle, self.files = http.Handle(interaction.token, str(sent.id)), sent.files
        except HeldBack:
            await self._follow_up(self._restarting())
        except http.NETWORK as lost:
            raise ReplyLost from lost


def _log_refusal(refusal: discord.HTTPException) -> None:
    """Log Discord's refusal of an answer, each reason once."""
    sentence = f"{refusal.status} ({refusal.code}): {refusal.text}"
    level = logging.DEBUG if sentence in _logged else logging.WARNING
    log.log(level, "Discord refuses an answer: %s", sentence)
    if len(_logged) < MOST_LOGGED:
        _logged.add(sentence)


async def _send_twice(send: Callable[[], Awaitable[T]]) -> T:
    """Send an idempotent request, twice if the network fails or Discord is away for a moment.

    Raises `ReplyLost` if it fails both times.
    """
    for is_last in (False, True):
        try:
            return await send()
        except discord.DiscordServerError as away:
            # every other status above 500 has been tried again already
            if away.status != AWAY:
                raise
            lost: Exception = away
        except http.NETWORK as fault:
            if is_last and isinstance(fault, HeldBack):
                raise
            lost = fault
        log.info("an answer did not arrive: %r", lost)
    raise ReplyLost from lost
