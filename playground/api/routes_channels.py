"""Routes about channels and threads."""

from __future__ import annotations

from typing import Any

from playground.api.rest import Answer, Call, RouteTable, require
from playground.api.routes_messages import may_send, message_of
from playground.errors import ApiError, form_error, unknown
from playground.world import payloads
from playground.world.permissions import Permission
from playground.world.state import PRIVATE_THREAD, PUBLIC_THREAD, Channel, Message, Overwrite

routes = RouteTable()

Json = dict[str, Any]

THREAD_NAME = 100


# -- channels ---------------------------------------------------------------------------------------------------


@routes.add("GET", "/channels/{channel_id}")
def channel(call: Call) -> Answer:
    """A channel or thread."""
    return payloads.channel(call.channel())


@routes.add("PATCH", "/channels/{channel_id}")
def edit_channel(call: Call) -> Answer:
    """Rename a channel or thread, or archive or lock a thread."""
    found = call.channel()
    fields = call.body.fields
    own = found.is_thread and found.owner_id == call.world.bot.id
    if not own or "locked" in fields:
        needed = Permission.MANAGE_THREADS if found.is_thread else Permission.MANAGE_CHANNELS
        require(call.world, found, needed)
    if found.archived and fields.get("archived") is not False:
        raise ApiError(400, 50083, "Thread is archived")
    if "name" in fields:
        _check_name(fields["name"])
        found.name = fields["name"]
    found.topic = fields.get("topic", found.topic)
    found.slowmode = fields.get("rate_limit_per_user") or found.slowmode
    if found.is_thread:
        found.archived = bool(fields.get("archived", found.archived))
        found.locked = bool(fields.get("locked", found.locked))
    call.world.channel_changed(found)
    return payloads.channel(found)


@routes.add("DELETE", "/channels/{channel_id}")
def delete_channel(call: Call) -> Answer:
    """Delete a channel or thread."""
    found = call.channel()
    needed = Permission.MANAGE_THREADS if found.is_thread else Permission.MANAGE_CHANNELS
    require(call.world, found, needed)
    call.world.delete_channel(found)
    return payloads.channel(found)


@routes.add("PUT", "/channels/{channel_id}/permissions/{target_id}")
def edit_permissions(call: Call) -> Answer:
    """Make an exception for a role or member."""
    found = call.channel(Permission.MANAGE_ROLES)
    fields = call.body.fields
    target = call.id("target_id")
    found.overwrites[target] = Overwrite(
        target, fields.get("type") == 0, int(fields.get("allow") or 0), int(fields.get("deny") or 0)
    )
    call.world.channel_changed(found)
    return None


@routes.add("DELETE", "/channels/{channel_id}/permissions/{target_id}")
def delete_permissions(call: Call) -> Answer:
    """Take an exception back."""
    found = call.channel(Permission.MANAGE_ROLES)
    if found.overwrites.pop(call.id("target_id"), None) is None:
        raise unknown(10009, "Permission Overwrite")
    call.world.channel_changed(found)
    return None


@routes.add("POST", "/channels/{channel_id}/typing", bucket="typing")
def typing(call: Call) -> Answer:
    """Show that the bot is typing."""
    may_send(call, call.channel())
    return None


# -- threads ----------------------------------------------------------------------------------------------------


@routes.add("POST", "/channels/{channel_id}/threads", bucket="threads")
def create_thread(call: Call) -> Answer:
    """Begin a thread that hangs on no message."""
    private = call.body.fields.get("type", PRIVATE_THREAD) == PRIVATE_THREAD
    kind = PRIVATE_THREAD if private else PUBLIC_THREAD
    call.status = 201
    return _begin(call, kind, None)


@routes.add("POST", "/channels/{channel_id}/messages/{message_id}/threads", bucket="threads")
def create_message_thread(call: Call) -> Answer:
    """Begin a thread on a message; it takes the message's id."""
    found = message_of(call, call.channel())
    if found.thread is not None:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    call.status = 201
    return _begin(call, PUBLIC_THREAD, found)


def _begin(call: Call, kind: int, on: Message | None) -> Json:
    private = Permission.CREATE_PRIVATE_THREADS
    parent = call.channel(private if kind == PRIVATE_THREAD else Permission.CREATE_PUBLIC_THREADS)
    if parent.type != 0:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    name = call.body.fields.get("name")
    _check_name(name)
    if call.body.fields.get("auto_archive_duration") not in (None, 60, 1440, 4320, 10080):
        raise form_error(
            ("auto_archive_duration",),
            "BASE_TYPE_CHOICES",
            "Value must be one of (60, 1440, 4320, 10080).",
        )
    world = call.world
    made = world.add_thread(parent, str(name), kind, world.bot, on.id if on else None)
    if on is not None:
        on.thread, on.payload = made, None
    return payloads.channel(made)


@routes.add("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_thread_member(call: Call) -> Answer:
    """Let a member into a thread."""
    place = _thread(call)
    who = call.text("user_id")
    number = call.world.bot.id if who == "@me" else call.id("user_id")
    assert place.guild is not None
    if number not in place.guild.members:
        raise unknown(10007, "Member")
    place.thread_members.setdefault(number, call.world.clock())
    call.world.channel_changed(place)
    return None


@routes.add("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_thread_member(call: Call) -> Answer:
    """Take a member out of a thread."""
    place = _thread(call)
    who = call.text("user_id")
    own = who == "@me" or place.owner_id == call.world.bot.id
    if not own:
        require(call.world, place, Permission.MANAGE_THREADS)
    number = call.world.bot.id if who == "@me" else call.id("user_id")
    place.thread_members.pop(number, None)
    call.world.channel_changed(place)
    return None


@routes.add("GET", "/channels/{channel_id}/thread-members")
def list_thread_members(call: Call) -> Answer:
    """Who is in a thread."""
    place = _thread(call)
    return [payloads.thread_member(place, each) for each in place.thread_members]


def _thread(call: Call) -> Channel:
    place = call.channel()
    if not place.is_thread:
        raise unknown(10003, "Channel")
    if place.archived:
        raise ApiError(400, 50083, "Thread is archived")
    return place


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not 1 <= len(name) <= THREAD_NAME:
        raise form_error(("name",), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {THREAD_NAME} in length.")
