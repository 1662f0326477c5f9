"""Requests to Discord in plain JSON, through discord.py's own client and its rate limits."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.language import _, kept_by_language
from bot.user_errors import MESSAGES
from cogs.requests.token_requests import TokenRoute, token_requests
from cogs.ui.components import BOX, PICTURE, V2, AttachmentFile, Json, note

T = TypeVar("T")

log = logging.getLogger(__name__)

MESSAGE, MESSAGE_LATER, UPDATE_LATER, UPDATE, MODAL, LAUNCH = 4, 5, 6, 7, 9, 12
"""Kinds of first answer to an interaction, as Discord numbers them."""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION = 10003, 10008, 10015, 10062
INVALID_TOKEN, NO_MORE_FOLLOW_UPS = 50027, 40094
MISSING_ACCESS, MISSING_PERMISSION, OLD_EDITS = 50001, 50013, 30046
ALREADY_ACKNOWLEDGED = 40060
BLOCKED_ON_THE_WAY = 40333
TOO_MANY_THREADS = 160006
ARCHIVED, LOCKED = 50083, 160005
REFUSED_BODY = frozenset((50006, 50035, 200000, 200001, 240000))
"""A message that Discord refuses for its content: empty, invalid, or stopped for its words, its title or a link."""
CLOSED_DM = frozenset((50007, 50278))
"""A user can't be messaged: by their own choice, or because the bot shares no server with them any more."""
UNKNOWN_MEMBER = 10007


@kept_by_language()
def restarting() -> Json:
    """Return the answer to a press that another process will take."""
    # kept, since every answer is compared with it
    return note(_(MESSAGES["restarting"]))


class OddAnswer(Exception):
    """Discord, or something in between, has answered a request with a body that says nothing of what was done."""


NETWORK = (aiohttp.ClientError, OSError, TimeoutError, OddAnswer)
"""Errors of the network, which leave open whether Discord has carried a request out."""


class OutOfReach(Exception):
    """No valid token can post or edit a message where the bot itself may not write."""


FAILURES = (discord.HTTPException, discord.RateLimited, OutOfReach, *NETWORK)
"""All errors that keep a message from being shown; play goes on regardless."""

NO_PICTURE = (400, 403, 413)
"""Discord's errors that may be caused by a file: invalid form, no permission, too large."""

PUBLIC_THREAD, PRIVATE_THREAD = 11, 12
"""Kinds of channel."""
THREAD_RESTS_AFTER = 10_080
"""Minutes of silence after which a thread is archived: a week, the longest there is."""

POST_TRIES = 2
"""Attempts to post a message if the network fails."""


async def with_retries(
    request: Callable[[], Awaitable[T]],
    *,
    tries: int,
    pause: float = 0.0,
    errors: tuple[type[Exception], ...] = NETWORK,
) -> T:
    """Send a request, and again if one of `errors` keeps it from arriving: `tries` times in all.

    There are `pause` seconds before the second try, and twice as many before each further one. Raises the last error.
    """
    for tries_left in reversed(range(tries)):
        try:
            return await request()
        except errors as fault:
            if not tries_left:
                raise
            log.info("a request did not arrive, and is sent again: %r", fault)
        await asyncio.sleep(pause)
        pause *= 2
    raise ValueError("a request needs one try at least")


class SentMessage(NamedTuple):
    """A message as Discord has accepted it."""

    id: int
    files: dict[str, str]
    """The ids of its files by name, if one was sent with it; an edit lists the ids of files to keep."""


class Handle(NamedTuple):
    """A message that can be repainted for as long as the token of an interaction lives (15 minutes)."""

    token: str
    message: str = "@original"
    """Its id, or Discord's alias for the original message: the interaction's answer, or the message pressed."""


def _by_token(method: str, application_id: int, handle: Handle) -> TokenRoute:
    return TokenRoute(method, "webhooks", application_id, handle.token, f"/messages/{handle.message}")


async def respond(
    client: discord.Client,
    interaction_id: int,
    token: str,
    payload: Json,
    file: AttachmentFile | None = None,
    *,
    with_response: bool = False,
    within: float | None = None,
) -> Any:
    """Send the first answer to an interaction; `with_response` asks Discord for the resulting message.

    It fails if no answer comes `within` so many seconds.
    """
    route = TokenRoute("POST", "interactions", interaction_id, token, "/callback")
    return await _send_by_token(client, route, payload, file, with_response=with_response, within=within)


async def respond_with_message(
    client: discord.Client, interaction_id: int, token: str, payload: Json, file: AttachmentFile | None = None
) -> SentMessage:
    """Answer an interaction with a message, and return it as Discord has accepted it."""
    body: Json = {"type": MESSAGE, "data": payload}
    response = await respond(client, interaction_id, token, body, file, with_response=True)
    return _sent(_of(response, "resource", "message"), file)


async def respond_with_file(
    client: discord.Client,
    interaction_id: int,
    token: str,
    payload: Json,
    file: AttachmentFile,
    within: float | None = None,
) -> SentMessage:
    """Answer an interaction with a message or a repaint that has a file, and return it as Discord has accepted it."""
    response = await respond(client, interaction_id, token, payload, file, with_response=True, within=within)
    return _sent(_of(response, "resource", "message"), file)


async def follow_up(
    client: discord.Client, application_id: int, token: str, payload: Json, file: AttachmentFile | None = None
) -> SentMessage:
    """Send another message in answer to an interaction."""
    route = TokenRoute("POST", "webhooks", application_id, token, "")
    return _sent(await _send_by_token(client, route, payload, file, briefly=file is None), file)


async def edit_by_token(
    client: discord.Client,
    application_id: int,
    handle: Handle,
    payload: Json,
    file: AttachmentFile | None = None,
) -> SentMessage:
    """Repaint a message by an interaction's token."""
    route = _by_token("PATCH", application_id, handle)
    body = {**payload, "flags": V2}
    return _sent(await _send_by_token(client, route, body, file, briefly=file is None), file)


async def delete_by_token(client: discord.Client, application_id: int, handle: Handle) -> None:
    """Delete a private message by an interaction's token."""
    await _send_by_token(client, _by_token("DELETE", application_id, handle))


def nonce_of(*message: object) -> str:
    """Return the one nonce of a message that is described so, in whatever process it is posted."""
    return hashlib.sha256(repr(message).encode()).hexdigest()[:16]


async def post(
    client: discord.Client,
    channel_id: int,
    payload: Json,
    file: AttachmentFile | None = None,
    nonce: str | None = None,
) -> SentMessage:
    """Post a message exactly once, even if the network loses Discord's answer and the request is repeated.

    Whoever tries again after a failure that leaves the outcome open posts it with the same `nonce`.
    """
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel_id)
    # Discord answers a repeated nonce with the message of the first request, and posts no second one.
    once = {**payload, "nonce": nonce or secrets.token_hex(8), "enforce_nonce": True}

    async def send() -> SentMessage:
        return _sent(await _send(client, route, once, file), file)

    return await with_retries(send, tries=POST_TRIES)


async def open_dm(client: discord.Client, user_id: int) -> int:
    """Return the id of the direct conversation with a user."""
    route = Route("POST", "/users/@me/channels")
    return id_of(await client.http.request(route, json={"recipient_id": str(user_id)}))


async def edit(
    client: discord.Client,
    channel_id: int,
    message_id: int,
    payload: Json,
    file: AttachmentFile | None = None,
) -> SentMessage:
    """Repaint a message of the bot's. `attachments` in the payload says which of its files stay."""
    route = Route(
        "PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=channel_id, message_id=message_id
    )
    return _sent(await _send(client, route, {**payload, "flags": V2}, file), file)


def _sent(message: Any, file: AttachmentFile | None) -> SentMessage:
    """Read a message's id from Discord's answer, and the ids of its files if one was sent. Raises `OddAnswer`.

    A file that a component shows is not among the message's `attachments`: its id stands with the component.
    """
    number, files = id_of(message), dict[str, str]()
    if file is not None:
        try:
            files = {str(each["filename"]): str(each["id"]) for each in message.get("attachments", ())}
            shown = [item["media"] for item in pictured(message.get("components", ()))]
            files.update(
                (file_name(str(media.get("url"))), str(media["attachment_id"]))
                for media in shown
                if media.get("attachment_id") is not None
            )
        except (AttributeError, KeyError, TypeError) as odd:
            raise OddAnswer(f"an answer whose files can't be read: {message!r:.200}") from odd
    return SentMessage(number, files)


async def understood(request: Awaitable[T]) -> T:
    """Return what discord.py makes of an answer. Raises `OddAnswer` if it can't."""
    try:
        return await request
    except (AttributeError, KeyError, TypeError, ValueError, discord.InvalidData) as odd:
        raise OddAnswer(f"an answer that discord.py can't read: {odd!r:.200}") from odd


def _of(answer: Any, *keys: str) -> Any:
    """Return what an answer holds under nested keys. Raises `OddAnswer` if there is nothing."""
    inner = answer
    for key in keys:
        if not isinstance(inner, Mapping) or key not in inner:
            raise OddAnswer(f"an answer without {key!r}: {answer!r:.200}")
        inner = inner[key]
    return inner


def id_of(answer: Any) -> int:
    """Return the id of what an answer describes. Raises `OddAnswer` if it has none."""
    number = _of(answer, "id")
    if not str(number).isdecimal():
        raise OddAnswer(f"an answer with an id that is no number: {answer!r:.200}")
    return int(number)


def pictured(components: Iterable[Json]) -> Iterator[Json]:
    """Yield everything among components that is shown as a picture, in a box or not."""
    for component in components:
        if component["type"] == PICTURE:
            yield from component["items"]
        elif component["type"] == BOX:
            yield from pictured(component["components"])


def file_name(url: str) -> str:
    """Return the name of a message's file from its address."""
    # the library's parsers of addresses and paths take a fiftieth of all that a press with a picture costs
    return url.partition("?")[0].rpartition("/")[2]


async def _send(client: discord.Client, route: Route, payload: Json, file: AttachmentFile | None) -> Any:
    if file is None:
        return await client.http.request(route, json=payload)
    # discord.py rewinds `files` when it tries again after a rate limit
    form, sent = _form(payload, file)
    return await client.http.request(route, form=form, files=sent)


async def _send_by_token(
    client: discord.Client,
    route: TokenRoute,
    payload: Json | None = None,
    file: AttachmentFile | None = None,
    *,
    with_response: bool = False,
    briefly: bool = False,
    within: float | None = None,
) -> Any:
    """Send a request that is authorised by an interaction's token.

    The bot's own rate limits do not count there. `client.http` would keep a bucket for every token, and look through
    all of them at each press. Behind a proxy it goes the library's way, as its webhooks do.
    """
    direct = token_requests(client)
    if direct is not None:
        shows = payload is not None and not _shows_nothing(payload)
        return await direct.send(
            route, payload, file, with_response=with_response, shows=shows, briefly=briefly, within=within
        )
    session = discord.Webhook.partial(0, "", client=client).session
    send = partial(
        async_context.get().request,
        route.for_library(),
        session,
        proxy=client.http.proxy,
        proxy_auth=client.http.proxy_auth,
        params={"with_response": "true"} if with_response else None,
    )
    async with asyncio.timeout(within):
        if payload is None or file is None:
            return await send(payload=payload)
        form, sent = _form(payload, file)
        return await send(multipart=form, files=sent)


def _shows_nothing(payload: Json) -> bool:
    """Return whether a payload is only an acknowledgement, or the sentence of a bot that serves no more."""
    if payload.get("type") in (MESSAGE_LATER, UPDATE_LATER):
        return True
    return bool(payload.get("data", payload).get("components") == restarting()["components"])


def _form(payload: Json, file: AttachmentFile) -> tuple[list[Json], list[discord.File]]:
    """Return a payload and its files as the parts of a form."""
    sent = [discord.File(BytesIO(each.content), each.name) for each in (file, *file.more)]
    form: list[Json] = [{"name": "payload_json", "value": json.dumps(payload)}]
    for at, (each, held) in enumerate(zip((file, *file.more), sent, strict=True)):
        form.append(
            {"name": f"files[{at}]", "value": held.fp, "filename": each.name, "content_type": each.kind}
        )
    return form, sent


async def start_thread(client: discord.Client, channel_id: int, name: str, *, private: bool) -> int:
    """Begin a thread in a channel, and return its id. Only the bot and moderators can add people to a private one."""
    route = Route("POST", "/channels/{channel_id}/threads", channel_id=channel_id)
    kind = {"type": PRIVATE_THREAD, "invitable": False} if private else {"type": PUBLIC_THREAD}
    body = {"name": name, "auto_archive_duration": THREAD_RESTS_AFTER, **kind}
    return id_of(await client.http.request(route, json=body))


async def add_to_thread(client: discord.Client, thread_id: int, user_id: int) -> None:
    """Add a member to a thread, which then appears among their channels."""
    await client.http.add_user_to_thread(thread_id, user_id)


async def remove_from_thread(client: discord.Client, thread_id: int, user_id: int) -> None:
    """Remove a member from a thread; if it is private they can't see it any more."""
    await client.http.remove_user_from_thread(thread_id, user_id)


async def archive(client: discord.Client, thread_id: int) -> None:
    """Archive a thread of the bot's."""
    route = Route("PATCH", "/channels/{channel_id}", channel_id=thread_id)
    await client.http.request(route, json={"archived": True})


async def rest_soon(client: discord.Client, thread_id: int) -> None:
    """Let a thread of the bot's be archived after an hour of silence: a server has room for a thousand open ones."""
    route = Route("PATCH", "/channels/{channel_id}", channel_id=thread_id)
    await client.http.request(route, json={"auto_archive_duration": 60})


async def unarchive(client: discord.Client, channel_id: int) -> bool:
    """Open a thread that has been archived. Return False if it is locked: that takes Manage Threads."""
    route = Route("PATCH", "/channels/{channel_id}", channel_id=channel_id)
    try:
        await client.http.request(route, json={"archived": False})
    except discord.HTTPException as refusal:
        if refusal.code == LOCKED:
            return False
        if refusal.code != MISSING_PERMISSION:
            raise
        # The same refusal as for a thread in which the bot may not write.
        thread: Json = dict(await client.http.get_channel(channel_id))
        if not thread.get("thread_metadata", {}).get("locked"):
            raise
        return False
    return True


async def delete(client: discord.Client, channel_id: int, message_id: int) -> None:
    """Delete a message of the bot's."""
    route = Route(
        "DELETE", "/channels/{channel_id}/messages/{message_id}", channel_id=channel_id, message_id=message_id
    )
    await client.http.request(route)
