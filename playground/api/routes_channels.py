"""The routes of channels and threads."""

from __future__ import annotations

from typing import Any

from playground.api.rest import Answer, Call, RouteTable, require
from playground.api.routes_messages import find_message, require_send
from playground.errors import ApiError, form_error, unknown
from playground.validate import shapes
from playground.validate.validator import Validator
from playground.world import payloads
from playground.world.permissions import Permission
from playground.world.state import MAX_THREAD_NAME, PRIVATE_THREAD, PUBLIC_THREAD, Channel, Message, Overwrite

routes = RouteTable()

Json = dict[str, Any]


# -- channels ---------------------------------------------------------------------------------------------------


@routes.add("GET", "/channels/{channel_id}")
def channel(call: Call) -> Answer:
    """Return a channel or thread."""
    return payloads.channel_json(call.channel())


@routes.add("PATCH", "/channels/{channel_id}", shape=shapes.CHANNEL)
def edit_channel(call: Call) -> Answer:
    """Rename a channel or thread, or archive or lock a thread."""
    channel = call.channel()
    fields = call.body.fields
    # The owner of a thread may rename and archive it; only locking it takes a permission.
    own = channel.is_thread and channel.owner_id == call.world.bot.id
    if fields == {"archived": False} and channel.is_thread and not channel.locked:
        # A member who may write in a thread may also reopen it.
        require(call.world, channel, Permission.SEND_MESSAGES_IN_THREADS)
    elif not own or "locked" in fields or channel.locked:
        needed = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
        require(call.world, channel, needed)
    if channel.archived and fields.get("archived") is not False:
        raise ApiError(400, 50083, "Thread is archived")
    if "name" in fields:
        _check_name(fields["name"])
    _check_settings(fields)
    channel.name = fields.get("name", channel.name)
    channel.topic = fields.get("topic", channel.topic)
    if fields.get("rate_limit_per_user") is not None:
        channel.slowmode = fields["rate_limit_per_user"]
    if channel.is_thread:
        channel.archived = bool(fields.get("archived", channel.archived))
        channel.locked = bool(fields.get("locked", channel.locked))
        channel.archives_after = fields.get("auto_archive_duration") or channel.archives_after
    call.world.channel_changed(channel)
    return payloads.channel_json(channel)


@routes.add("DELETE", "/channels/{channel_id}")
def delete_channel(call: Call) -> Answer:
    """Delete a channel or thread."""
    channel = call.channel()
    needed = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
    require(call.world, channel, needed)
    call.world.delete_channel(channel)
    return payloads.channel_json(channel)


@routes.add("PUT", "/channels/{channel_id}/permissions/{target_id}", shape=shapes.OVERWRITE)
def edit_permissions(call: Call) -> Answer:
    """Make an exception for a role or member."""
    channel = call.channel(Permission.MANAGE_ROLES)
    fields = call.body.fields
    target = call.id("target_id")
    channel.overwrites[target] = Overwrite(
        target, fields.get("type") == 0, int(fields.get("allow") or 0), int(fields.get("deny") or 0)
    )
    call.world.channel_changed(channel)
    return None


@routes.add("DELETE", "/channels/{channel_id}/permissions/{target_id}")
def delete_permissions(call: Call) -> Answer:
    """Take an exception back."""
    channel = call.channel(Permission.MANAGE_ROLES)
    if channel.overwrites.pop(call.id("target_id"), None) is None:
        raise unknown(10009, "Permission Overwrite")
    call.world.channel_changed(channel)
    return None


@routes.add("POST", "/channels/{channel_id}/typing", bucket="typing")
def typing(call: Call) -> Answer:
    """Show that the bot is typing."""
    require_send(call, call.channel())
    return None


# -- threads ----------------------------------------------------------------------------------------------------


@routes.add("POST", "/channels/{channel_id}/threads", bucket="threads", shape=shapes.THREAD)
def create_thread(call: Call) -> Answer:
    """Begin a thread that belongs to no message."""
    kind = call.body.fields.get("type")
    kind = PRIVATE_THREAD if kind is None else kind
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        raise form_error(("type",), "BASE_TYPE_CHOICES", "Value must be one of (11, 12).")
    call.status = 201
    return _begin(call, kind, None)


@routes.add(
    "POST", "/channels/{channel_id}/messages/{message_id}/threads", bucket="threads", shape=shapes.THREAD
)
def create_message_thread(call: Call) -> Answer:
    """Begin a thread on a message; it takes the message's id."""
    message = find_message(call, call.channel())
    if message.thread is not None:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    call.status = 201
    return _begin(call, PUBLIC_THREAD, message)


def _begin(call: Call, kind: int, message: Message | None) -> Json:
    private = Permission.CREATE_PRIVATE_THREADS
    parent = call.channel(private if kind == PRIVATE_THREAD else Permission.CREATE_PUBLIC_THREADS)
    if parent.type != 0:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    name = call.body.fields.get("name")
    _check_name(name)
    _check_settings(call.body.fields)
    world = call.world
    thread = world.add_thread(parent, str(name), kind, world.bot, message.id if message else None)
    thread.archives_after = call.body.fields.get("auto_archive_duration") or thread.archives_after
    thread.slowmode = call.body.fields.get("rate_limit_per_user") or 0
    thread.invitable = kind != PRIVATE_THREAD or call.body.fields.get("invitable") is not False
    if message is not None:
        message.thread, message.payload = thread, None  # its JSON now has the thread
    return payloads.channel_json(thread)


@routes.add("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_thread_member(call: Call) -> Answer:
    """Let a member into a thread."""
    thread = _thread(call)
    user = call.text("user_id")
    user_id = call.world.bot.id if user == "@me" else call.id("user_id")
    assert thread.guild is not None
    if user_id not in thread.guild.members:
        raise unknown(10007, "Member")
    world = call.world
    if user_id != world.bot.id:
        require(world, thread, Permission.SEND_MESSAGES_IN_THREADS)
        if thread.private and not thread.invitable and thread.owner_id != world.bot.id:
            require(world, thread, Permission.MANAGE_THREADS)
    world.let_in(thread, world.users[user_id], world.bot)
    return None


@routes.add("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_thread_member(call: Call) -> Answer:
    """Take a member out of a thread."""
    thread = _thread(call)
    user = call.text("user_id")
    own = user == "@me" or thread.owner_id == call.world.bot.id
    if not own:
        require(call.world, thread, Permission.MANAGE_THREADS)
    user_id = call.world.bot.id if user == "@me" else call.id("user_id")
    thread.thread_members.pop(user_id, None)
    if thread.private and user_id in call.world.users:
        call.world.activities.see_out(call.world.users[user_id], lambda channel: channel is thread)
    call.world.channel_changed(thread)
    return None


@routes.add("GET", "/channels/{channel_id}/thread-members")
def list_thread_members(call: Call) -> Answer:
    """Return the members of a thread."""
    thread = _thread(call)
    return [payloads.thread_member_json(thread, each) for each in thread.thread_members]


def _thread(call: Call) -> Channel:
    thread = call.channel()
    if not thread.is_thread:
        raise unknown(10003, "Channel")
    if thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    return thread


def _check_settings(fields: Json) -> None:
    """Check the settings of a channel or thread, except its name."""
    words = Validator(lambda _: None, lambda _: False)
    words.text(fields.get("topic"), ("topic",), 1024, shortest=0, optional=True)
    words.number(fields.get("rate_limit_per_user"), ("rate_limit_per_user",), 0, 21_600)
    if fields.get("auto_archive_duration") not in (None, 60, 1440, 4320, 10080):
        words.errors.add(
            ("auto_archive_duration",), "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080)."
        )
    words.errors.raise_if_any()


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not 1 <= len(name) <= MAX_THREAD_NAME:
        raise form_error(
            ("name",), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MAX_THREAD_NAME} in length."
        )
