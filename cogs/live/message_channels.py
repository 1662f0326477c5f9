"""The two ways to edit a live message: with the bot's own rights, or with tokens of interactions.

Where the bot is no member it may neither read nor write. There a message can only be posted as the answer to an
interaction, and be repainted by that token, or by that of a press on it, for a quarter of an hour. When all tokens are
dead a table plays on unseen, until someone presses something. A private message is reached by tokens everywhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

import discord

from bot.clock import Clock, Timer
from cogs.requests import http
from cogs.requests.responder import Responder
from cogs.ui.components import AttachmentFile, Json

TOKEN_LIFE = 14 * 60.0
"""Seconds for which a token is used; Discord lets it live for a minute more."""
DEAD = (http.INVALID_TOKEN, http.UNKNOWN_WEBHOOK)
"""Codes by which Discord says that a token is too old."""


class MessageChannel(Protocol):
    """Posts, edits and deletes a live message."""

    @property
    def server(self) -> int | None:
        """The id of the server with the bot; None in any other place."""

    def reaches(self, message_id: int | None) -> bool:
        """Return whether a message can be edited now; for None, whether one can be posted."""

    async def post(
        self, payload: Json, file: AttachmentFile | None = None, nonce: str | None = None
    ) -> http.SentMessage:
        """Post a message that everyone sees, once for each `nonce` if the channel knows them."""

    async def edit(
        self, message_id: int, payload: Json, file: AttachmentFile | None = None
    ) -> http.SentMessage:
        """Repaint a message."""

    async def delete(self, message_id: int) -> None:
        """Take a message away."""


class BotChannel:
    """A channel in which the bot may write."""

    def __init__(self, client: discord.Client, channel_id: int) -> None:
        self._client, self._id = client, channel_id

    @property
    def server(self) -> int | None:
        """The id of the channel's server, once it is known."""
        guild = getattr(self._client.get_channel(self._id), "guild", None)
        return None if guild is None else guild.id

    def reaches(self, message_id: int | None) -> bool:
        """Return True: only a request finds out that a permission is missing."""
        return True

    async def post(
        self, payload: Json, file: AttachmentFile | None = None, nonce: str | None = None
    ) -> http.SentMessage:
        """Post a message."""
        return await http.post(self._client, self._id, payload, file, nonce)

    async def edit(
        self, message_id: int, payload: Json, file: AttachmentFile | None = None
    ) -> http.SentMessage:
        """Repaint a message."""
        return await http.edit(self._client, self._id, message_id, payload, file)

    async def delete(self, message_id: int) -> None:
        """Take a message away."""
        await http.delete(self._client, self._id, message_id)


class _Grant(NamedTuple):
    """A token's right to edit a message until it expires."""

    handle: http.Handle
    until: float


class TokenChannel:
    """A channel in which only tokens can write. Raises `http.OutOfReach` without a valid token.

    `expired` is called when a token expires.
    """

    server = None

    def __init__(self, client: discord.Client, clock: Clock, expired: Callable[[], None]) -> None:
        self._client, self._clock, self._expired = client, clock, expired
        self._grants: dict[int, _Grant] = {}
        self._newest: _Grant | None = None
        self._unanswered: Responder | None = None
        self._timer: Timer | None = None

    def answer_next(self, responder: Responder) -> None:
        """Use the next message to answer this interaction, which has no answer yet."""
        self._unanswered = responder

    def take(self, token: str, original: int | None = None) -> None:
        """Keep the token of an answered interaction: it posts further messages, and repaints its `original`.

        That is the message with which it was answered, or the one that was pressed.
        """
        self._newest = _Grant(http.Handle(token), self._clock.now() + TOKEN_LIFE)
        if original is not None:
            self._grants = {each: grant for each, grant in self._grants.items() if self._lives(grant)}
            self._grants[original] = self._newest
        self._watch()

    def _watch(self) -> None:
        """Set the timer for the token that expires next."""
        grants = (*self._grants.values(), self._newest)
        ends = [grant.until for grant in grants if grant is not None and self._lives(grant)]
        if self._timer is None and ends:
            self._timer = self._clock.later(min(ends) - self._clock.now(), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._expired()
        self._watch()

    def _lives(self, grant: _Grant | None) -> bool:
        return grant is not None and self._clock.now() < grant.until

    def reaches(self, message_id: int | None) -> bool:
        """Return whether a valid token can edit a message; for None, whether one can post."""
        if message_id is None:
            return self._unanswered is not None or self._lives(self._newest)
        return self._lives(self._grants.get(message_id))

    async def post(
        self, payload: Json, file: AttachmentFile | None = None, nonce: str | None = None
    ) -> http.SentMessage:
        """Post a message: as the answer to an interaction, or as a follow-up to the newest one."""
        if self._unanswered is not None:
            responder = self._unanswered
            sent = await responder.post(payload, file)
            self._unanswered = None
            self.take(responder.interaction.token, sent.id)
            return sent
        newest = self._newest
        if newest is None or not self._lives(newest):
            raise http.OutOfReach
        try:
            sent = await http.follow_up(self._client, self._application, newest.handle.token, payload, file)
        except discord.HTTPException as refusal:
            if refusal.code == http.NO_MORE_FOLLOW_UPS or refusal.code in DEAD:
                self._newest = None
                raise http.OutOfReach from refusal
            raise
        self._grants[sent.id] = newest._replace(handle=newest.handle._replace(message=str(sent.id)))
        return sent

    async def edit(
        self, message_id: int, payload: Json, file: AttachmentFile | None = None
    ) -> http.SentMessage:
        """Repaint a message by its token."""
        handle = self._handle(message_id)
        try:
            return await http.edit_by_token(self._client, self._application, handle, payload, file)
        except discord.HTTPException as refusal:
            if refusal.code not in DEAD:
                raise
            self._grants.pop(message_id, None)
            raise http.OutOfReach from refusal

    async def delete(self, message_id: int) -> None:
        """Delete a message by its token."""
        await http.delete_by_token(self._client, self._application, self._handle(message_id))
        self._grants.pop(message_id, None)

    def _handle(self, message_id: int) -> http.Handle:
        grant = self._grants.get(message_id)
        if grant is None or not self._lives(grant):
            raise http.OutOfReach
        return grant.handle

    @property
    def _application(self) -> int:
        assert self._client.application_id is not None, "a table is shown before the bot has logged in"
        return self._client.application_id


class PrivateChannel:
    """Edits a private message by the token of the press that showed it, or posts it again by that token."""

    server = None

    def __init__(self, client: discord.Client, handle: http.Handle) -> None:
        self._client, self.handle = client, handle
        self._handles = {0: handle}
        self.until = time.monotonic() + TOKEN_LIFE
        """When the token expires, by the monotonic clock."""

    def reaches(self, message_id: int | None) -> bool:
        """Return whether the token is still valid."""
        return message_id is not None and time.monotonic() < self.until

    async def post(
        self, payload: Json, file: AttachmentFile | None = None, nonce: str | None = None
    ) -> http.SentMessage:
        """Post the message again at the end of the chat. Raises `http.OutOfReach` if the token allows no more."""
        try:
            sent = await http.follow_up(self._client, self._application, self.handle.token, payload, file)
        except discord.HTTPException as refusal:
            if refusal.code == http.NO_MORE_FOLLOW_UPS or refusal.code in DEAD:
                raise http.OutOfReach from refusal
            raise
        self.handle = self._handles[sent.id] = self.handle._replace(message=str(sent.id))
        return sent

    async def edit(
        self, message_id: int, payload: Json, file: AttachmentFile | None = None
    ) -> http.SentMessage:
        """Repaint the message; 0 is the one that the press showed."""
        handle = self._handles[message_id]
        return await http.edit_by_token(self._client, self._application, handle, payload, file)

    async def delete(self, message_id: int) -> None:
        """Delete the message."""
        await http.delete_by_token(self._client, self._application, self._handles[message_id])

    @property
    def _application(self) -> int:
        assert self._client.application_id is not None, "a panel is shown before the bot has logged in"
        return self._client.application_id
