"""Making and editing messages from what the bot sent, with all that Discord would check on the way."""

from __future__ import annotations

import mimetypes
import re
import struct
from dataclasses import dataclass, field, replace
from typing import Any

from playground.api.payloads import UPLOAD_LIMIT
from playground.errors import ApiError, FormError, form_error
from playground.members.components import TEXT_DISPLAY, walk
from playground.validate import limits
from playground.world.state import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Attachment,
    Channel,
    Message,
    User,
)
from playground.world.world import World

Json = dict[str, Any]

_SETTABLE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
_MENTION = re.compile(r"<@!?(\d+)>")
_UNSAFE = re.compile(r"[^\w.\-]+")


@dataclass(slots=True)
class Upload:
    """A file of a multipart request."""

    filename: str
    content: bytes
    content_type: str = "application/octet-stream"


@dataclass(slots=True)
class Body:
    """What came with a request: its JSON, and files by their number."""

    json: Any
    files: dict[int, Upload] = field(default_factory=dict)

    @property
    def fields(self) -> Json:
        """The JSON as an object. Raises `ApiError` 50109 if it is none."""
        if not isinstance(self.json, dict):
            raise ApiError(400, 50109, "The request body contains invalid JSON.")
        return self.json

    def data(self) -> Body:
        """The same with only the `data` of an interaction callback as JSON."""
        found = self.fields.get("data")
        return replace(self, json=found if isinstance(found, dict) else {})


def compose(
    world: World,
    channel: Channel,
    author: User,
    body: Body,
    *,
    viewer: User | None = None,
    path: tuple[str, ...] = (),
) -> Message:
    """A new message from a request's body, not yet shown. Raises `ApiError` if Discord would refuse it."""
    message = Message(world.snowflake(), channel, author, world.clock(), viewer=viewer)
    if viewer is not None:
        message.flags = EPHEMERAL
    flags = body.fields.get("flags") or 0
    if not isinstance(flags, int):
        raise form_error((*path, "flags"), "NUMBER_TYPE_COERCE", f'Value "{flags}" is not int.')
    message.flags |= flags & _SETTABLE
    message.nonce = body.fields.get("nonce")
    _fill(world, message, body, path)
    return message


def edit(world: World, message: Message, body: Body, *, path: tuple[str, ...] = ()) -> None:
    """Change a message as a request's body says, and tell. Raises `ApiError` and changes nothing if refused."""
    fields = body.fields
    changed = replace(message, payload=None)
    flags = fields.get("flags")
    if flags is not None:
        if message.is_v2 and not flags & COMPONENTS_V2:
            raise form_error(
                (*path, "flags"),
                "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
                "The IS_COMPONENTS_V2 flag cannot be removed.",
            )
        changed.flags = (message.flags & ~SUPPRESS_EMBEDS) | (flags & _SETTABLE)
    _fill(world, changed, body, path)
    kept = {attachment.id for attachment in changed.attachments}
    for attachment in message.attachments:
        if attachment.id not in kept:
            world.attachments.pop(attachment.id, None)
    for name in ("content", "components", "embeds", "attachments", "pings", "pings_everyone"):
        setattr(message, name, getattr(changed, name))
    message.flags = changed.flags & ~LOADING
    message.edited = world.clock()
    world.message_changed(message)


def _fill(world: World, message: Message, body: Body, path: tuple[str, ...]) -> None:
    """Put the body's fields into `message`, which keeps what the body does not name."""
    fields = body.fields
    attachments = _attachments(world, message, body, path)

    def media(url: str) -> Json | None:
        if url.startswith("attachment://"):
            wanted = url.removeprefix("attachment://")
            for attachment in attachments:
                if attachment.filename == wanted:
                    return _unfurled(attachment)
            return None
        if url.startswith(("http://", "https://")):
            number = str(world.snowflake())
            return {"id": number, "url": url, "proxy_url": url, "loading_state": 2, "flags": 0}
        return None

    form = limits.Form(media, world.emojis.__contains__)
    v2 = message.is_v2
    if v2:
        for name in ("content", "embeds", "poll", "sticker_ids", "stickers"):
            if fields.get(name):
                form.errors.add(
                    (*path, name),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f'The "{name}" field cannot be used when using MessageFlags.IS_COMPONENTS_V2',
                )
    if "content" in fields:
        content = fields["content"]
        content = str(content) if isinstance(content, (int, float)) else content
        form.text(content, (*path, "content"), limits.MAX_CONTENT, shortest=0, optional=True)
        message.content = (content or "").strip() if isinstance(content, str) else ""
    if fields.get("embeds") is not None:
        message.embeds = limits.embeds(form, fields["embeds"], (*path, "embeds"))
    elif "embeds" in fields:
        message.embeds = []
    if fields.get("components") is not None:
        message.components = limits.message_components(
            form, fields["components"], v2=v2, path=(*path, "components")
        )
    elif "components" in fields:
        message.components = []
    form.errors.raise_if_any()
    message.attachments = attachments
    if v2 and (message.content or message.embeds):
        raise form_error(
            (*path, "content"),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            "A message turned to Components V2 must lose its content and embeds.",
        )
    if not (message.content or message.embeds or message.attachments or (v2 and message.components)):
        raise ApiError(400, 50006, "Cannot send an empty message")
    _mentions(world, message, fields.get("allowed_mentions"))


def _attachments(world: World, message: Message, body: Body, path: tuple[str, ...]) -> list[Attachment]:
    """Which of the message's files stay, and the new ones."""
    listed = body.fields.get("attachments")
    described: dict[int, Json] = {}
    kept = list(message.attachments)
    if listed is not None:
        by_id = {attachment.id: attachment for attachment in message.attachments}
        kept = []
        for i, item in enumerate(listed):
            number = int(item.get("id", -1))
            if number in by_id:
                old = by_id[number]
                kept.append(replace(old, description=item.get("description", old.description)))
            elif number in body.files:
                described[number] = item
            else:
                raise form_error(
                    (*path, "attachments", i),
                    "ATTACHMENT_NOT_FOUND",
                    "This attachment has no file and is not on the message.",
                )
    if sum(len(upload.content) for upload in body.files.values()) > UPLOAD_LIMIT * 2 or any(
        len(upload.content) > UPLOAD_LIMIT for upload in body.files.values()
    ):
        raise ApiError(413, 40005, "Request entity too large")
    for number, upload in body.files.items():
        about = described.get(number, {})
        kept.append(_attachment(world, upload, about))
    if len(kept) > limits.MAX_FILES:
        raise form_error(
            (*path, "attachments"),
            "BASE_TYPE_MAX_LENGTH",
            f"Must be {limits.MAX_FILES} or fewer in length.",
        )
    errors = FormError()
    for i, attachment in enumerate(kept):
        if len(attachment.description or "") > 1024:
            where: tuple[str | int, ...] = (*path, "attachments", i, "description")
            errors.add(where, "BASE_TYPE_MAX_LENGTH", "Must be 1024 or fewer in length.")
    errors.raise_if_any()
    return kept


def _attachment(world: World, upload: Upload, about: Json) -> Attachment:
    filename = _UNSAFE.sub("_", about.get("filename") or upload.filename) or "unknown"
    guessed = mimetypes.guess_type(filename)[0] or upload.content_type
    made = Attachment(
        world.snowflake(),
        filename,
        upload.content,
        guessed,
        about.get("description"),
        about.get("title"),
    )
    made.width, made.height = picture_size(upload.content) or (None, None)
    made.url = f"{world.files_url()}/attachments/{made.id}/{filename}"
    return made


def _unfurled(attachment: Attachment) -> Json:
    return {
        "id": str(attachment.id),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "width": attachment.width,
        "height": attachment.height,
        "content_type": attachment.content_type,
        "attachment_id": str(attachment.id),
        "size": len(attachment.content),
        "loading_state": 2,
        "flags": 0,
    }


def picture_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or GIF, None for anything else."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    if content[:6] in (b"GIF87a", b"GIF89a") and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
        return width, height
    return None


def _mentions(world: World, message: Message, allowed: Json | None) -> None:
    """Work out who is mentioned, as far as the author allowed it (None allows everybody)."""
    words = [message.content] if message.content else []
    words += [each["content"] for each in walk(message.components) if each["type"] == TEXT_DISPLAY]
    text = "\n".join(words)
    message.pings, message.pings_everyone = [], False
    if allowed and any(
        allowed.get(key) and key in (allowed.get("parse") or ()) for key in ("users", "roles")
    ):
        raise form_error(
            ("allowed_mentions",),
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
            "Users or roles are either parsed or listed, not both.",
        )
    if "<@" not in text and "@everyone" not in text and "@here" not in text:
        return
    allowed = {"parse": ["users", "roles", "everyone"]} if allowed is None else allowed
    parse = allowed.get("parse") or ()
    named = {int(each) for each in allowed.get("users") or ()}
    for found in dict.fromkeys(map(int, _MENTION.findall(text))):
        user = world.users.get(found)
        if user is not None and ("users" in parse or found in named):
            message.pings.append(user)
    message.pings_everyone = "everyone" in parse and ("@everyone" in text or "@here" in text)


def say(world: World, channel: Channel, author: User, text: str) -> Message:
    """Post what a person typed."""
    message = Message(world.snowflake(), channel, author, world.clock(), text)
    _mentions(world, message, None)
    world.add_message(message)
    return message


def deferred(world: World, channel: Channel, author: User, viewer: User | None) -> Message:
    """The message that says that the bot is thinking."""
    message = Message(world.snowflake(), channel, author, world.clock(), viewer=viewer)
    message.flags = LOADING | (EPHEMERAL if viewer else 0)
    return message
