"""Routes about guilds, channels, threads and messages."""

from __future__ import annotations

from typing import Any

from playground import messages, payloads
from playground.errors import ApiError, form_error, missing_permissions, unknown
from playground.permissions import Permission, in_channel
from playground.rest import Answer, Call, require, route
from playground.state import DM, PRIVATE_THREAD, PUBLIC_THREAD, Channel, Member, Message, Overwrite

Json = dict[str, Any]

OLD_AFTER = 3600.0
THREAD_NAME = 100


# -- guilds -----------------------------------------------------------------------------------------------------


@route("GET", "/guilds/{guild_id}")
def guild(call: Call) -> Answer:
    """A guild."""
    return payloads.guild(call.guild())


@route("GET", "/guilds/{guild_id}/channels")
def guild_channels(call: Call) -> Answer:
    """A guild's channels."""
    return [payloads.channel(channel) for channel in call.guild().channels.values()]


@route("GET", "/guilds/{guild_id}/threads/active")
def active_threads(call: Call) -> Answer:
    """A guild's threads that are not archived."""
    found = [thread for thread in call.guild().threads.values() if not thread.archived]
    return {"threads": [payloads.channel(thread) for thread in found], "members": []}


@route("GET", "/guilds/{guild_id}/roles")
def guild_roles(call: Call) -> Answer:
    """A guild's roles."""
    return [payloads.role(role) for role in call.guild().roles.values()]


@route("GET", "/guilds/{guild_id}/members")
def guild_members(call: Call) -> Answer:
    """A guild's members, if the bot was granted that intent."""
    if not call.playground.gateway.privileged_intents:
        call.guild()
        raise ApiError(403, 50001, "Missing Access")
    limit = int(call.request.query.get("limit", "1"))
    after = int(call.request.query.get("after", "0"))
    found = sorted(call.guild().members.values(), key=lambda member: member.id)
    return [payloads.member(member) for member in found if member.id > after][:limit]


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def guild_member(call: Call) -> Answer:
    """One member of a guild."""
    return payloads.member(_member(call))


@route("GET", "/users/@me/guilds/{guild_id}/member")
def own_member(call: Call) -> Answer:
    """The bot as a member of a guild."""
    found = call.playground.world.bot_member(call.guild())
    assert found is not None
    return payloads.member(found)


def _member(call: Call) -> Member:
    where = call.guild()
    text = call.text("user_id")
    number = call.playground.world.bot.id if text == "@me" else call.id("user_id")
    found = where.members.get(number)
    if found is None:
        known = number in call.playground.world.users
        raise unknown(10007, "Member") if known else unknown(10013, "User")
    return found


# -- channels ---------------------------------------------------------------------------------------------------


@route("GET", "/channels/{channel_id}")
def channel(call: Call) -> Answer:
    """A channel or thread."""
    return payloads.channel(call.channel())


@route("PATCH", "/channels/{channel_id}")
def edit_channel(call: Call) -> Answer:
    """Rename a channel or thread, or archive or lock a thread."""
    found = call.channel()
    fields = call.body.fields
    own = found.is_thread and found.owner_id == call.playground.world.bot.id
    if not own or "locked" in fields:
        needed = Permission.MANAGE_THREADS if found.is_thread else Permission.MANAGE_CHANNELS
        require(call.playground, found, needed)
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
    call.playground.world.channel_changed(found)
    return payloads.channel(found)


@route("DELETE", "/channels/{channel_id}")
def delete_channel(call: Call) -> Answer:
    """Delete a channel or thread."""
    found = call.channel()
    needed = Permission.MANAGE_THREADS if found.is_thread else Permission.MANAGE_CHANNELS
    require(call.playground, found, needed)
    found.delete()
    return payloads.channel(found)


@route("PUT", "/channels/{channel_id}/permissions/{target_id}")
def edit_permissions(call: Call) -> Answer:
    """Make an exception for a role or member."""
    found = call.channel(Permission.MANAGE_ROLES)
    fields = call.body.fields
    target = call.id("target_id")
    found.overwrites[target] = Overwrite(
        target, fields.get("type") == 0, int(fields.get("allow") or 0), int(fields.get("deny") or 0)
    )
    call.playground.world.channel_changed(found)
    return None


@route("DELETE", "/channels/{channel_id}/permissions/{target_id}")
def delete_permissions(call: Call) -> Answer:
    """Take an exception back."""
    found = call.channel(Permission.MANAGE_ROLES)
    if found.overwrites.pop(call.id("target_id"), None) is None:
        raise unknown(10009, "Permission Overwrite")
    call.playground.world.channel_changed(found)
    return None


@route("POST", "/channels/{channel_id}/typing", bucket="typing")
def typing(call: Call) -> Answer:
    """Show that the bot is typing."""
    _may_send(call, call.channel())
    return None


# -- messages ---------------------------------------------------------------------------------------------------


@route("GET", "/channels/{channel_id}/messages")
def list_messages(call: Call) -> Answer:
    """The latest messages, newest first, within `before`, `after`, `around` and `limit`."""
    found = call.channel()
    if not _has(call, found, Permission.READ_MESSAGE_HISTORY):
        return []
    query = call.request.query
    limit = int(query.get("limit", "50"))
    if not 1 <= limit <= 100:
        raise form_error(("limit",), "NUMBER_TYPE_RANGE", "int value should be between 1 and 100.")
    listed = found.messages
    if "around" in query:
        middle = int(query["around"])
        listed.sort(key=lambda message: abs(message.id - middle))
        listed = sorted(listed[:limit], key=lambda message: message.id)
    if "before" in query:
        listed = [message for message in listed if message.id < int(query["before"])]
    if "after" in query:
        listed = [message for message in listed if message.id > int(query["after"])][:limit]
    return [payloads.message(message) for message in reversed(listed[-limit:])]


@route("POST", "/channels/{channel_id}/messages", bucket="messages")
def create_message(call: Call) -> Answer:
    """Send a message."""
    found = call.channel()
    _may_send(call, found)
    fields = call.body.fields
    if call.body.files and not _has(call, found, Permission.ATTACH_FILES):
        raise missing_permissions()
    if fields.get("embeds") and not _has(call, found, Permission.EMBED_LINKS):
        raise missing_permissions()
    reference = fields.get("message_reference")
    if reference:
        _check_reference(found, reference)
    world = call.playground.world
    if fields.get("enforce_nonce") and fields.get("nonce") is not None:
        for old in reversed(found.history.values()):
            if old.author is world.bot and old.nonce == fields["nonce"]:
                return payloads.message(old)
    made = messages.compose(world, found, world.bot, call.body)
    if reference and int(reference["message_id"]) in found.history:
        made.reply_to, made.type = int(reference["message_id"]), 19
    if found.archived:
        found.archived = False
        world.channel_changed(found)
    world.add_message(made)
    return payloads.message(made)


@route("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(call: Call) -> Answer:
    """One message."""
    return payloads.message(_message(call, call.channel(Permission.READ_MESSAGE_HISTORY)))


@route("PATCH", "/channels/{channel_id}/messages/{message_id}", bucket="edits")
def edit_message(call: Call) -> Answer:
    """Edit one of the bot's own messages."""
    place = call.channel()
    found = _message(call, place)
    world = call.playground.world
    if found.author is not world.bot:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    if place.archived:
        raise ApiError(400, 50083, "Thread is archived")
    _check_age(call, found)
    messages.edit(world, found, call.body)
    return payloads.message(found)


@route("DELETE", "/channels/{channel_id}/messages/{message_id}", bucket="deletes")
def delete_message(call: Call) -> Answer:
    """Delete a message: the bot's own, or with the permission anybody's."""
    place = call.channel()
    found = _message(call, place)
    if found.author is not call.playground.world.bot:
        require(call.playground, place, Permission.MANAGE_MESSAGES)
    if place.archived:
        raise ApiError(400, 50083, "Thread is archived")
    found.delete()
    return None


def _message(call: Call, place: Channel) -> Message:
    found = place.history.get(call.id("message_id"))
    if found is None or found.ephemeral:
        raise unknown(10008, "Message")
    return found


def _has(call: Call, place: Channel, permission: Permission) -> bool:
    if place.guild is None:
        return True
    bot = call.playground.world.bot_member(place.guild)
    return bot is not None and bool(in_channel(bot, place) & int(permission))


def _may_send(call: Call, place: Channel) -> None:
    """Raise `ApiError` if the bot may not write here."""
    if place.type == DM:
        assert place.recipient is not None
        if not place.recipient.accepts_dms:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        return
    thread = Permission.SEND_MESSAGES_IN_THREADS
    require(call.playground, place, thread if place.is_thread else Permission.SEND_MESSAGES)
    if place.locked and not _has(call, place, Permission.MANAGE_THREADS):
        raise ApiError(400, 160005, "This thread is locked")


def _check_reference(place: Channel, reference: Json) -> None:
    known = int(reference.get("message_id") or 0) in place.history
    if not known and reference.get("fail_if_not_exists") is not False:
        raise form_error(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")


def _check_age(call: Call, found: Message) -> None:
    """Raise `ApiError` 30046 if an old message was edited too often within the last hour."""
    now = call.playground.world.clock()
    if now - found.created < OLD_AFTER:
        return
    found.old_edits = [each for each in found.old_edits if now - each < OLD_AFTER]
    if len(found.old_edits) >= call.playground.old_edits:
        raise ApiError(
            429,
            30046,
            "Maximum number of edits to messages older than 1 hour reached. Try again later.",
        )
    found.old_edits.append(now)


# -- threads ----------------------------------------------------------------------------------------------------


@route("POST", "/channels/{channel_id}/threads", bucket="threads")
def create_thread(call: Call) -> Answer:
    """Begin a thread that hangs on no message."""
    private = call.body.fields.get("type", PRIVATE_THREAD) == PRIVATE_THREAD
    kind = PRIVATE_THREAD if private else PUBLIC_THREAD
    call.status = 201
    return _begin(call, kind, None)


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads", bucket="threads")
def create_message_thread(call: Call) -> Answer:
    """Begin a thread on a message; it takes the message's id."""
    found = _message(call, call.channel())
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
    world = call.playground.world
    made = world.add_thread(parent, str(name), kind, world.bot, on.id if on else None)
    if on is not None:
        on.thread, on.payload = made, None
    return payloads.channel(made)


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_thread_member(call: Call) -> Answer:
    """Let a member into a thread."""
    place = _thread(call)
    who = call.text("user_id")
    number = call.playground.world.bot.id if who == "@me" else call.id("user_id")
    assert place.guild is not None
    if number not in place.guild.members:
        raise unknown(10007, "Member")
    place.thread_members.setdefault(number, call.playground.world.clock())
    call.playground.world.channel_changed(place)
    return None


@route("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_thread_member(call: Call) -> Answer:
    """Take a member out of a thread."""
    place = _thread(call)
    who = call.text("user_id")
    own = who == "@me" or place.owner_id == call.playground.world.bot.id
    if not own:
        require(call.playground, place, Permission.MANAGE_THREADS)
    number = call.playground.world.bot.id if who == "@me" else call.id("user_id")
    place.thread_members.pop(number, None)
    call.playground.world.channel_changed(place)
    return None


@route("GET", "/channels/{channel_id}/thread-members")
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
