"""Messages made and edited from the body of a request, checked as Discord checks them."""

from __future__ import annotations

import mimetypes
import re
import struct
from dataclasses import dataclass, field, replace
from typing import Any

from playground.errors import ApiError, FormError, form_error
from playground.validate.components import message_components
from playground.validate.validator import Path, Validator
from playground.world import payloads
from playground.world.components import TEXT_DISPLAY, walk
from playground.world.payloads import UPLOAD_LIMIT
from playground.world.permissions import Permission, get_channel_permissions
from playground.world.state import (
    COMMAND_ANSWER,
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Attachment,
    Channel,
    Message,
    Role,
    User,
)
from playground.world.world import World

Json = dict[str, Any]

MAX_CONTENT = 2000
MAX_EMBEDS = 10
MAX_EMBED_TEXT = 6000
MAX_FILES = 10
MAX_NONCE = 25
MAX_MENTIONS = 100
"""The most users, or roles, that a message may list under `allowed_mentions`."""

_SETTABLE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")
# Discord replaces such characters in file names, so attachment:// addresses must use the new name.
_UNSAFE = re.compile(r"[^\w.\-]+")


@dataclass(slots=True)
class Upload:
    """A file of a multipart request."""

    filename: str
    content: bytes
    content_type: str = "application/octet-stream"


@dataclass(slots=True)
class Body:
    """The body of a request: its JSON, and its files by number."""

    json: Any
    files: dict[int, Upload] = field(default_factory=dict)

    @property
    def fields(self) -> Json:
        """The JSON as an object. Raises `ApiError` 50109 for any other value."""
        if not isinstance(self.json, dict):
            raise ApiError(400, 50109, "The request body contains invalid JSON.")
        return self.json

    def data(self) -> Body:
        """Return the `data` field of an interaction's callback as a body with the same files."""
        data = self.fields.get("data")
        return replace(self, json=data if isinstance(data, dict) else {})


def compose(
    world: World,
    channel: Channel,
    author: User,
    body: Body,
    *,
    viewer: User | None = None,
    path: tuple[str, ...] = (),
) -> Message:
    """Return a new message from a request's body, not yet posted. Raises `ApiError` if Discord would refuse it.

    `viewer` is the only member who will see it, None for everyone. `path` is where the message is in the body; the
    errors name their fields from there.
    """
    message = Message(world.snowflake(), channel, author, world.clock(), viewer=viewer)
    if viewer is not None:
        message.flags = EPHEMERAL
    flags = body.fields.get("flags") or 0
    if not isinstance(flags, int):
        raise form_error((*path, "flags"), "NUMBER_TYPE_COERCE", f'Value "{flags}" is not int.')
    message.flags |= flags & _SETTABLE
    message.nonce = body.fields.get("nonce")
    if len(str(message.nonce or "")) > MAX_NONCE:
        raise form_error((*path, "nonce"), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_NONCE} or fewer in length.")
    _fill(world, message, body, path)
    return message


def edit(
    world: World,
    message: Message,
    body: Body,
    *,
    path: tuple[str, ...] = (),
    drop_unlisted: bool = False,
) -> None:
    """Change a message as a request's body says, and announce it.

    `drop_unlisted` takes all files away if the body has no `attachments`, as the answer to a press does. Raises
    `ApiError`, and changes nothing, if Discord would refuse it.
    """
    fields = body.fields
    # A copy takes the changes first, so that a refusal leaves the message as it was.
    changed = replace(message, payload=None)
    flags = fields.get("flags")
    if flags is not None:
        # Discord allows the change to Components V2, but not back.
        if message.is_v2 and not flags & COMPONENTS_V2:
            raise form_error(
                (*path, "flags"),
                "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
                "The IS_COMPONENTS_V2 flag cannot be removed.",
            )
        changed.flags = (message.flags & ~SUPPRESS_EMBEDS) | (flags & _SETTABLE)
    _fill(world, changed, body, path, drop_unlisted=drop_unlisted)
    remaining = {attachment.id for attachment in changed.attachments}
    for attachment in message.attachments:
        if attachment.id not in remaining:
            world.attachments.pop(attachment.id, None)
    for name in ("content", "components", "embeds", "attachments", "pings", "role_pings", "pings_everyone"):
        setattr(message, name, getattr(changed, name))
    message.flags = changed.flags & ~LOADING
    message.edited = world.clock()
    world.message_changed(message)


def _fill(
    world: World, message: Message, body: Body, path: tuple[str, ...], *, drop_unlisted: bool = False
) -> None:
    """Put the body's fields into `message`. Fields that the body does not name stay as they are."""
    fields = body.fields
    unlisted, named = _attachments(world, message, body, path)
    if drop_unlisted:
        unlisted = []
    used: set[int] = set()

    def media(url: str) -> Json | None:
        if url.startswith("attachment://"):
            wanted = url.removeprefix("attachment://")
            for attachment in named:
                if attachment.filename == wanted:
                    used.add(attachment.id)
                    return _unfurled(attachment)
            return None
        if url.startswith(("http://", "https://")):
            # Nothing is fetched from elsewhere: every such address counts as loaded (2).
            number = str(world.snowflake())
            return {"id": number, "url": url, "proxy_url": url, "loading_state": 2, "flags": 0}
        return None

    validator = Validator(media, world.emojis.__contains__)
    v2 = message.is_v2
    if v2:
        _check_no_legacy_fields(validator, fields, path)
    if "content" in fields:
        content = fields["content"]
        content = str(content) if isinstance(content, (int, float)) else content
        validator.text(content, (*path, "content"), MAX_CONTENT, shortest=0, optional=True)
        message.content = (content or "").strip() if isinstance(content, str) else ""
    if fields.get("embeds") is not None:
        message.embeds = _embeds(validator, fields["embeds"], (*path, "embeds"))
    elif "embeds" in fields:
        message.embeds = []
    if fields.get("components") is not None:
        message.components = message_components(
            validator, fields["components"], v2=v2, path=(*path, "components")
        )
    elif "components" in fields:
        message.components = []
    validator.errors.raise_if_any()
    if "components" in fields:
        # Files that only the old components showed go with them, unless the request lists them.
        unlisted = [each for each in unlisted if not each.in_component]
        for attachment in named:
            attachment.in_component = attachment.id in used
    message.attachments = [*unlisted, *named]
    if v2 and (message.content or message.embeds):
        raise form_error(
            (*path, "content"),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            "A message turned to Components V2 must lose its content and embeds.",
        )
    if not (message.content or message.embeds or message.attachments or (v2 and message.components)):
        raise ApiError(400, 50006, "Cannot send an empty message")
    _mentions(world, message, fields.get("allowed_mentions"))


def _check_no_legacy_fields(validator: Validator, fields: Json, path: tuple[str, ...]) -> None:
    for name in ("content", "embeds", "poll", "sticker_ids", "stickers"):
        if fields.get(name):
            validator.errors.add(
                (*path, name),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f'The "{name}" field cannot be used when using MessageFlags.IS_COMPONENTS_V2',
            )


def _embeds(validator: Validator, raw: Any, path: Path) -> list[Json]:
    """Check classic embeds and return them as Discord keeps them."""
    embeds = validator.objects(raw, path, MAX_EMBEDS, shortest=0)
    total = 0
    for i, embed in enumerate(embeds):
        here = (*path, i)
        validator.text(embed.get("title"), (*here, "title"), 256, shortest=0, optional=True)
        validator.text(embed.get("description"), (*here, "description"), 4096, shortest=0, optional=True)
        footer = (embed.get("footer") or {}).get("text")
        validator.text(footer, (*here, "footer", "text"), 2048, shortest=0, optional=True)
        author = (embed.get("author") or {}).get("name")
        validator.text(author, (*here, "author", "name"), 256, shortest=0, optional=True)
        total += sum(len(text or "") for text in (footer, author))
        total += len(embed.get("title") or "") + len(embed.get("description") or "")
        fields = validator.objects(embed.get("fields") or [], (*here, "fields"), 25, shortest=0)
        for j, each in enumerate(fields):
            validator.text(each.get("name"), (*here, "fields", j, "name"), 256)
            validator.text(each.get("value"), (*here, "fields", j, "value"), 1024)
            total += len(each.get("name") or "") + len(each.get("value") or "")
    if total > MAX_EMBED_TEXT:
        validator.errors.add(
            path, "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        )
    return [{"type": "rich", **embed} for embed in embeds]


def _attachments(
    world: World, message: Message, body: Body, path: tuple[str, ...]
) -> tuple[list[Attachment], list[Attachment]]:
    """Return the files that stay unlisted, and those that the request lists or brings.

    Only the latter can be referred to as `attachment://name`: Discord forgets the names of files once they are
    posted, and takes one that stays by its id (discord-api-docs#7529). New files replace unlisted ones: since
    version 10 of the API an edit lists the files that should remain.
    """
    listed = body.fields.get("attachments")
    described: dict[int, Json] = {}
    named: list[Attachment] = []
    by_id = {attachment.id: attachment for attachment in message.attachments}
    for i, item in enumerate(listed or ()):
        number = int(item.get("id", -1))
        if number in by_id:
            old = by_id[number]
            named.append(replace(old, description=item.get("description", old.description)))
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
        named.append(_attachment(world, upload, described.get(number, {})))
    unlisted = list(message.attachments) if listed is None and not body.files else []
    if len(named) > MAX_FILES:
        raise form_error(
            (*path, "attachments"),
            "BASE_TYPE_MAX_LENGTH",
            f"Must be {MAX_FILES} or fewer in length.",
        )
    errors = FormError()
    for i, attachment in enumerate(named):
        if len(attachment.description or "") > 1024:
            field_path: Path = (*path, "attachments", i, "description")
            errors.add(field_path, "BASE_TYPE_MAX_LENGTH", "Must be 1024 or fewer in length.")
    errors.raise_if_any()
    return unlisted, named


def keep_file(world: World, upload: Upload) -> Attachment:
    """Keep a file that belongs to no message, and return it."""
    attachment = _attachment(world, upload, {})
    world.attachments[attachment.id] = attachment
    return attachment


def _attachment(world: World, upload: Upload, fields: Json) -> Attachment:
    filename = _UNSAFE.sub("_", fields.get("filename") or upload.filename) or "unknown"
    content_type = mimetypes.guess_type(filename)[0] or upload.content_type
    attachment = Attachment(
        world.snowflake(),
        filename,
        upload.content,
        content_type,
        fields.get("description"),
        fields.get("title"),
    )
    attachment.width, attachment.height = _picture_size(upload.content) or (None, None)
    attachment.url = f"{world.files_url()}/attachments/{attachment.id}/{filename}"
    return attachment


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


def _picture_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG or GIF, None for anything else."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    if content[:6] in (b"GIF87a", b"GIF89a") and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
        return width, height
    return None


def _mentions(world: World, message: Message, allowed: Json | None) -> None:
    """Enter the mentioned users and roles into `message`, if `allowed` permits them. None permits all mentions.

    A role that is not mentionable takes the permission to mention everyone; without it nobody is told.
    """
    words = [message.content] if message.content else []
    words += [each["content"] for each in walk(message.components) if each["type"] == TEXT_DISPLAY]
    text = "\n".join(words)
    message.pings, message.role_pings, message.pings_everyone = [], [], False
    _check_allowed(allowed or {})
    if allowed and any(
        allowed.get(key) and key in (allowed.get("parse") or ()) for key in ("users", "roles")
    ):
        raise form_error(
            ("allowed_mentions",),
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
            "Users or roles are either parsed or listed, not both.",
        )
    # Most messages of a game mention no member: they skip the search.
    if "<@" not in text and "@everyone" not in text and "@here" not in text:
        return
    allowed = {"parse": ["users", "roles", "everyone"]} if allowed is None else allowed
    parse = allowed.get("parse") or ()
    named = {int(each) for each in allowed.get("users") or ()}
    for user_id in dict.fromkeys(map(int, _MENTION.findall(text))):
        user = world.users.get(user_id)
        if user is not None and ("users" in parse or user_id in named):
            message.pings.append(user)
    roles = {int(each) for each in allowed.get("roles") or ()}
    for role_id in dict.fromkeys(map(int, _ROLE_MENTION.findall(text))):
        role = message.channel.guild.roles.get(role_id) if message.channel.guild is not None else None
        if role is not None and ("roles" in parse or role_id in roles) and _may_mention(message, role):
            message.role_pings.append(role)
    message.pings_everyone = "everyone" in parse and ("@everyone" in text or "@here" in text)


def _check_allowed(allowed: Json) -> None:
    """Raise `FormError` for too many or unknown kinds of mentions."""
    errors = FormError()
    for key in ("users", "roles"):
        if len(allowed.get(key) or ()) > MAX_MENTIONS:
            errors.add(
                ("allowed_mentions", key),
                "BASE_TYPE_MAX_LENGTH",
                f"Must be {MAX_MENTIONS} or fewer in length.",
            )
    for i, kind in enumerate(allowed.get("parse") or ()):
        if kind not in ("users", "roles", "everyone"):
            errors.add(
                ("allowed_mentions", "parse", i),
                "BASE_TYPE_CHOICES",
                "Value must be one of {users, roles, everyone}.",
            )
    errors.raise_if_any()


def _may_mention(message: Message, role: Role) -> bool:
    guild = message.channel.guild
    author = guild.members.get(message.author.id) if guild is not None else None
    if role.mentionable or author is None:
        return role.mentionable
    return bool(get_channel_permissions(author, message.channel) & int(Permission.MENTION_EVERYONE))


def say(world: World, channel: Channel, author: User, text: str) -> Message:
    """Post the text that a person typed."""
    message = Message(world.snowflake(), channel, author, world.clock(), text)
    _mentions(world, message, None)
    world.add_message(message)
    return message


def tell_launch(world: World, channel: Channel, user: User) -> Message:
    """Post the message by which Discord tells a channel that a member has launched the Activity."""
    message = Message(
        world.snowflake(), channel, world.bot, world.clock(), f"{user.name} launched {world.bot.name}."
    )
    message.type, message.application_id = COMMAND_ANSWER, world.bot.id
    message.interaction = {
        "id": str(world.snowflake()),
        "type": 2,
        "name": "launch",
        "user": payloads.user_json(user),
        "authorizing_integration_owners": {},
    }
    world.add_message(message)
    return message


def compose_deferred(world: World, channel: Channel, author: User, viewer: User | None) -> Message:
    """Return a message that shows the bot as thinking, not yet posted."""
    message = Message(world.snowflake(), channel, author, world.clock(), viewer=viewer)
    message.flags = LOADING | (EPHEMERAL if viewer else 0)
    return message
