"""Requests to Discord in plain JSON, through discord.py's own client and its rate limits."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from io import BytesIO
from typing import Any, Literal, NamedTuple, TypeVar

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from cogs.components import EPHEMERAL, V2, Json

T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds after which an interaction is acknowledged in any case; Discord gives three."""

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_INTERACTION = 10003, 10008, 10062
MISSING_ACCESS, MISSING_PERMISSION, OLD_EDITS = 50001, 50013, 30046
ALREADY_ACKNOWLEDGED = 40060
ARCHIVED, LOCKED = 50083, 160005

NETWORK = (aiohttp.ClientError, OSError, TimeoutError)
"""What the network does to a request, before Discord has said anything."""
FAILURES = (discord.HTTPException, *NETWORK)
"""Whatever keeps something from being shown; play goes on."""


class Unheard(Exception):
    """The network failed and an answer to an interaction could not be given. What the interaction did stands."""


Surface = Literal["message", "update"]
"""How an interaction is answered: with a private message of its own, or by repainting the message pressed."""


class File(NamedTuple):
    """A file that goes with a message, which refers to it as `attachment://name`."""

    name: str
    content: bytes


class Handle(NamedTuple):
    """A message that can be repainted for as long as the token of an interaction lives (15 minutes)."""

    token: str
    message: str = "@original"
    """Its id, or what the token calls the message that the interaction was answered with, or that was pressed."""


class Answer:
    """The one answer to an interaction: sent directly if it is ready in time, else after an acknowledgement."""

    def __init__(
        self, interaction: discord.Interaction[Any], surface: Surface, *, private: bool = True
    ) -> None:
        self.interaction = interaction
        self.surface: Surface = surface
        self.private = private
        interaction.extras[Answer] = self
        self.handle = Handle(interaction.token)
        """What was shown last."""
        self._waiting: asyncio.Task[None] | None = None
        self._done = False

    @classmethod
    def to(cls, interaction: discord.Interaction[Any]) -> Answer:
        """The answer that was begun, or a private message if none was: for whoever has to say what went wrong."""
        begun = interaction.extras.get(Answer)
        if isinstance(begun, Answer):
            return begun
        answer = cls(interaction, "message")
        answer._done = interaction.response.is_done()
        return answer

    async def after(self, work: Awaitable[T]) -> T:
        """Await `work`; if that takes too long, acknowledge meanwhile."""
        task = asyncio.ensure_future(work)
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done and self._waiting is None:
            self._waiting = asyncio.create_task(self._acknowledge())
        return await task

    async def _acknowledge(self) -> None:
        if self.surface == "update":
            await self._callback({"type": 6})
        else:
            await self._callback({"type": 5, "data": {"flags": EPHEMERAL if self.private else 0}})

    async def show(self, payload: Json, file: File | None = None) -> bool:
        """The answer, on the surface that was announced; with a file, if its payload lists one.

        Where the message that was pressed has been taken away meanwhile, it is said privately. Gives whether the
        surface shows it: not in that case, nor if it came too late. Raises `Unheard`.
        """
        shown = True
        try:
            if self._waiting is not None or self._done:
                if self._waiting is not None:
                    await self._waiting
                await self._edit(payload, file)
            else:
                kind = 4 if self.surface == "message" else 7
                shown = await self._callback({"type": kind, "data": payload}, file)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE or self.surface != "update":
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
            await self._callback({"type": 4, "data": payload})

    async def instead(self, payload: Json) -> None:
        """What is said when something went wrong: in place of an answer that is due, beside one that was given."""
        if self._done or self.surface == "update":
            await self.whisper(payload)
        else:
            await self.show(payload)

    async def nothing(self) -> None:
        """Only acknowledge: what the press did is shown elsewhere."""
        if self._done:
            return
        self._done = True
        if self._waiting is None:
            await self._callback({"type": 6})
            return
        await self._waiting
        if self.surface == "message":
            # a message that would say for ever that the bot is thinking
            interaction = self.interaction
            await delete_by_token(interaction.client, interaction.application_id, self.handle)

    async def modal(self, payload: Json) -> None:
        """Open a modal; only as a first answer."""
        self._done = True
        await self._callback({"type": 9, "data": payload})

    async def _callback(self, payload: Json, file: File | None = None) -> bool:
        """The first answer; gives whether it was in time."""
        route = Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=self.interaction.id,
            webhook_token=self.interaction.token,
        )
        try:
            # once more does no harm: Discord takes only one
            await _twice(lambda: _send_by_token(self.interaction.client, route, payload, file))
        except discord.NotFound as error:
            if error.code != UNKNOWN_INTERACTION:
                raise
            log.info("an interaction was answered too late; what it did stands")
            return False
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
            log.info("an interaction was acknowledged already")
        return True

    async def _edit(self, payload: Json, file: File | None) -> None:
        """Repaint the message that the interaction was answered with, or that was pressed."""
        interaction = self.interaction
        handle = Handle(interaction.token)
        await _twice(
            lambda: edit_by_token(interaction.client, interaction.application_id, handle, payload, file)
        )

    async def _follow_up(self, payload: Json) -> None:
        route = Route(
            "POST",
            "/webhooks/{webhook_id}/{webhook_token}",
            webhook_id=self.interaction.application_id,
            webhook_token=self.interaction.token,
        )
        try:
            posted = await _send_by_token(self.interaction.client, route, payload)
        except NETWORK as lost:
            raise Unheard from lost
        self.handle = Handle(self.interaction.token, str(posted["id"]))


async def _twice(send: Callable[[], Awaitable[None]]) -> None:
    """Send what may arrive twice, and once more if the network fails. Raises `Unheard` if it fails again."""
    try:
        await send()
    except NETWORK as lost:
        log.info("an answer was lost on its way, and is sent again: %r", lost)
        try:
            await send()
        except NETWORK as again:
            raise Unheard from again


def _by_token(method: str, application_id: int, handle: Handle) -> Route:
    return Route(
        method,
        "/webhooks/{webhook_id}/{webhook_token}/messages/{message}",
        webhook_id=application_id,
        webhook_token=handle.token,
        message=handle.message,
    )


async def edit_by_token(
    client: discord.Client, application_id: int, handle: Handle, payload: Json, file: File | None = None
) -> None:
    """Repaint a message by an interaction's token."""
    route = _by_token("PATCH", application_id, handle)
    await _send_by_token(client, route, {**payload, "flags": V2}, file)


async def delete_by_token(client: discord.Client, application_id: int, handle: Handle) -> None:
    """Take away a private message by an interaction's token."""
    await _send_by_token(client, _by_token("DELETE", application_id, handle))


async def post(client: discord.Client, channel_id: int, payload: Json, file: File | None = None) -> int:
    """Post a message; gives its id."""
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel_id)
    made = await _send(client, route, payload, file)
    return int(made["id"])


async def edit(
    client: discord.Client, channel_id: int, message_id: int, payload: Json, file: File | None = None
) -> None:
    """Repaint a message of the bot's. `attachments` in the payload says which of its files stay."""
    route = Route(
        "PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=channel_id, message_id=message_id
    )
    await _send(client, route, {**payload, "flags": V2}, file)


async def _send(client: discord.Client, route: Route, payload: Json, file: File | None) -> Any:
    if file is None:
        return await client.http.request(route, json=payload)
    # discord.py rewinds `files` when it tries again after a rate limit
    form, sent = _form(payload, file)
    return await client.http.request(route, form=form, files=[sent])


async def _send_by_token(
    client: discord.Client, route: Route, payload: Json | None = None, file: File | None = None
) -> Any:
    """What goes by an interaction's token takes discord.py's own way for it: no limit of the bot counts there.

    `client.http` would keep a bucket for every token, and look through all of them at each press.
    """
    session = discord.Webhook.partial(0, "", client=client).session
    send = partial(
        async_context.get().request,
        route,
        session,
        proxy=client.http.proxy,
        proxy_auth=client.http.proxy_auth,
    )
    if payload is None or file is None:
        return await send(payload=payload)
    form, sent = _form(payload, file)
    return await send(multipart=form, files=[sent])


def _form(payload: Json, file: File) -> tuple[list[Json], discord.File]:
    """A payload and its file, as the parts of a form."""
    sent = discord.File(BytesIO(file.content), file.name)
    form: list[Json] = [
        {"name": "payload_json", "value": json.dumps(payload)},
        {"name": "files[0]", "value": sent.fp, "filename": file.name, "content_type": "image/png"},
    ]
    return form, sent


async def unarchive(client: discord.Client, channel_id: int) -> None:
    """Open a thread that has been archived."""
    route = Route("PATCH", "/channels/{channel_id}", channel_id=channel_id)
    await client.http.request(route, json={"archived": False})


async def delete(client: discord.Client, channel_id: int, message_id: int) -> None:
    """Delete a message of the bot's."""
    route = Route(
        "DELETE", "/channels/{channel_id}/messages/{message_id}", channel_id=channel_id, message_id=message_id
    )
    await client.http.request(route)
