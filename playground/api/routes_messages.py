"""The routes of messages."""

from __future__ import annotations

from typing import Any

from playground.api import messages
from playground.api.rest import Answer, Call, RouteTable, require
from playground.errors import ApiError, RateLimitError, form_error, missing_permissions, unknown
from playground.validate import shapes
from playground.validate.validator import is_sign
from playground.world import payloads
from playground.world.clock import iso
from playground.world.permissions import Permission, get_channel_permissions
from playground.world.state import DM, Channel, Message

routes = RouteTable()

Json = dict[str, Any]

BULK_WITHIN = 14 * 86_400
"""The greatest age of messages, in seconds, that may be deleted together."""
MOST_PINS, MOST_REACTIONS = 250, 20
OLD_EDITS, OLD_EDITS_WITHIN = 3, 6.0
"""The most edits of old messages in one channel, and the seconds within which they count."""


@routes.add("GET", "/channels/{channel_id}/messages")
def list_messages(call: Call) -> Answer:
    """Return the latest messages, newest first, within `before`, `after`, `around` and `limit`."""
    channel = call.channel()
    if not _has(call, channel, Permission.READ_MESSAGE_HISTORY):
        return []
    query = call.request.query
    limit = call.number("limit", 50)
    if not 1 <= limit <= 100:
        raise form_error(("limit",), "NUMBER_TYPE_RANGE", "int value should be between 1 and 100.")
    selected = channel.messages
    if "around" in query:
        middle = call.number("around", 0)
        selected.sort(key=lambda message: abs(message.id - middle))
        selected = sorted(selected[:limit], key=lambda message: message.id)
    if "before" in query:
        before = call.number("before", 0)
        selected = [message for message in selected if message.id < before]
    if "after" in query:
        after = call.number("after", 0)
        selected = [message for message in selected if message.id > after][:limit]
    return [payloads.message_json(message) for message in reversed(selected[-limit:])]


@routes.add("POST", "/channels/{channel_id}/messages", bucket="messages", shape=shapes.MESSAGE)
def create_message(call: Call) -> Answer:
    """Send a message."""
    channel = call.channel()
    require_send(call, channel)
    fields = call.body.fields
    if call.body.files and not _has(call, channel, Permission.ATTACH_FILES):
        raise missing_permissions()
    if fields.get("embeds") and not _has(call, channel, Permission.EMBED_LINKS):
        raise missing_permissions()
    reference = fields.get("message_reference")
    if reference:
        _check_reference(channel, reference)
    world = call.world
    # A bot that repeats a request after a lost answer gets the message of the first one.
    if fields.get("enforce_nonce") and fields.get("nonce") is not None:
        for old in reversed(channel.history.values()):
            if old.author is world.bot and old.nonce == fields["nonce"]:
                return payloads.message_json(old)
    message = messages.compose(world, channel, world.bot, call.body)
    if reference and int(reference.get("message_id") or 0) in channel.history:
        message.reply_to, message.type = int(reference["message_id"]), 19  # REPLY
    # A message opens an archived thread again; `require_send` has refused the locked ones.
    if channel.archived:
        channel.archived = False
        world.channel_changed(channel)
    world.add_message(message)
    return payloads.message_json(message)


# before the route of one message, which would take "pins" for its id
@routes.add("GET", "/channels/{channel_id}/messages/pins")
def list_pins(call: Call) -> Answer:
    """Return the pinned messages of a channel, the last one first."""
    pins = _pins(call.channel(Permission.READ_MESSAGE_HISTORY))
    items = [
        {"pinned_at": iso(each.pinned or 0.0), "message": payloads.message_json(each)} for each in pins[:50]
    ]
    return {"items": items, "has_more": len(pins) > len(items)}


@routes.add("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(call: Call) -> Answer:
    """Return one message."""
    return payloads.message_json(find_message(call, call.channel(Permission.READ_MESSAGE_HISTORY)))


@routes.add("PATCH", "/channels/{channel_id}/messages/{message_id}", bucket="edits", shape=shapes.MESSAGE)
def edit_message(call: Call) -> Answer:
    """Edit one of the bot's own messages."""
    channel = call.channel()
    message = find_message(call, channel)
    world = call.world
    if message.author is not world.bot:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    if channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    _check_lock(call, channel)
    _check_age(call, message)
    messages.edit(world, message, call.body)
    return payloads.message_json(message)


@routes.add("POST", "/channels/{channel_id}/messages/bulk-delete", bucket="deletes", shape=shapes.BULK_DELETE)
def delete_messages(call: Call) -> Answer:
    """Delete 2 to 100 messages at once. Those that are gone already don't matter."""
    channel = call.channel(Permission.MANAGE_MESSAGES)
    ids = [int(each) for each in call.body.fields.get("messages") or ()]
    if not 2 <= len(ids) <= 100 or len(set(ids)) < len(ids):
        raise form_error(("messages",), "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 100 in length.")
    found = [channel.history[each] for each in ids if each in channel.history]
    if any(call.world.clock() - message.created > BULK_WITHIN for message in found):
        raise ApiError(400, 50034, "You can only bulk delete messages that are under 14 days old.")
    call.world.delete_messages(channel, [message for message in found if not message.ephemeral])
    return None


# -- pins -------------------------------------------------------------------------------------------------------


@routes.add("GET", "/channels/{channel_id}/pins")
def list_pinned_messages(call: Call) -> Answer:
    """Return the pinned messages in the older form."""
    return [payloads.message_json(each) for each in _pins(call.channel(Permission.READ_MESSAGE_HISTORY))]


@routes.add("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
@routes.add("PUT", "/channels/{channel_id}/pins/{message_id}")
def pin(call: Call) -> Answer:
    """Pin a message."""
    channel = call.channel(Permission.PIN_MESSAGES)
    message = find_message(call, channel)
    if message.pinned is None and len(_pins(channel)) >= MOST_PINS:
        raise ApiError(400, 30003, f"Maximum number of pins reached for the channel ({MOST_PINS})")
    call.world.pin(message, call.world.bot)
    return None


@routes.add("DELETE", "/channels/{channel_id}/messages/pins/{message_id}")
@routes.add("DELETE", "/channels/{channel_id}/pins/{message_id}")
def unpin(call: Call) -> Answer:
    """Take a message off the pins."""
    call.world.pin(find_message(call, call.channel(Permission.PIN_MESSAGES)), None)
    return None


def _pins(channel: Channel) -> list[Message]:
    pinned = [message for message in channel.messages if message.pinned is not None]
    return sorted(pinned, key=lambda message: message.pinned or 0.0, reverse=True)


# -- reactions --------------------------------------------------------------------------------------------------

REACTIONS = "/channels/{channel_id}/messages/{message_id}/reactions"


@routes.add("PUT", REACTIONS + "/{emoji}/@me", bucket="reactions")
def react(call: Call) -> Answer:
    """React to a message; the first with an emoji needs a permission."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    message, emoji = find_message(call, channel), _emoji(call)
    if emoji not in message.reactions:
        require(call.world, channel, Permission.ADD_REACTIONS)
        if len(message.reactions) >= MOST_REACTIONS:
            raise ApiError(400, 30010, f"Maximum number of reactions reached ({MOST_REACTIONS})")
    call.world.react(message, call.world.bot, emoji)
    return None


@routes.add("DELETE", REACTIONS + "/{emoji}/@me", bucket="reactions")
def take_own_reaction(call: Call) -> Answer:
    """Take the bot's own reaction back."""
    call.world.take_reactions(find_message(call, call.channel()), _emoji(call), call.world.bot)
    return None


@routes.add("DELETE", REACTIONS + "/{emoji}/{user_id}", bucket="reactions")
def take_reaction(call: Call) -> Answer:
    """Take a member's reaction away."""
    message = find_message(call, call.channel(Permission.MANAGE_MESSAGES))
    user = call.world.users.get(call.id("user_id"))
    if user is None:
        raise unknown(10013, "User")
    call.world.take_reactions(message, _emoji(call), user)
    return None


@routes.add("GET", REACTIONS + "/{emoji}", bucket="reactions")
def list_reactions(call: Call) -> Answer:
    """Return who has reacted with an emoji."""
    message = find_message(call, call.channel(Permission.READ_MESSAGE_HISTORY))
    after = call.number("after", 0)
    users = sorted(message.reactions.get(_emoji(call), ()), key=lambda user: user.id)
    return [payloads.user_json(user) for user in users if user.id > after][: call.number("limit", 25)]


@routes.add("DELETE", REACTIONS + "/{emoji}", bucket="reactions")
def take_reactions_of_emoji(call: Call) -> Answer:
    """Take all reactions with an emoji away."""
    message = find_message(call, call.channel(Permission.MANAGE_MESSAGES))
    call.world.take_reactions(message, _emoji(call))
    return None


@routes.add("DELETE", REACTIONS, bucket="reactions")
def take_all_reactions(call: Call) -> Answer:
    """Take all reactions away."""
    call.world.take_reactions(find_message(call, call.channel(Permission.MANAGE_MESSAGES)))
    return None


def _emoji(call: Call) -> str:
    """Return the emoji in the path. Raises `ApiError` 10014 if there is none such."""
    emoji = call.text("emoji")
    name, colon, number = emoji.rpartition(":")
    if colon:
        known = call.world.emojis.get(int(number)) if number.isdigit() else None
        if known is None:
            raise unknown(10014, "Emoji")
        return f"{name.removeprefix('a:')}:{number}"
    if not is_sign(emoji):
        raise unknown(10014, "Emoji")
    return emoji


@routes.add("DELETE", "/channels/{channel_id}/messages/{message_id}", bucket="deletes")
def delete_message(call: Call) -> Answer:
    """Delete a message: one of the bot's own, or any with Manage Messages."""
    channel = call.channel()
    message = find_message(call, channel)
    if message.author is not call.world.bot:
        require(call.world, channel, Permission.MANAGE_MESSAGES)
    if channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    call.world.delete_message(message)
    return None


def find_message(call: Call, channel: Channel) -> Message:
    """Return the message in the path. Raises `ApiError` 10008 if there is none, or it is ephemeral."""
    message = channel.history.get(call.id("message_id"))
    if message is None or message.ephemeral:
        raise unknown(10008, "Message")
    return message


def _has(call: Call, channel: Channel, permission: Permission) -> bool:
    if channel.guild is None:
        return True
    bot = call.world.bot_member(channel.guild)
    return bot is not None and bool(get_channel_permissions(bot, channel) & int(permission))


def require_send(call: Call, channel: Channel) -> None:
    """Raise `ApiError` if the bot may not write in `channel`."""
    if channel.type == DM:
        assert channel.recipient is not None
        if not channel.recipient.accepts_dms:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        return
    thread = Permission.SEND_MESSAGES_IN_THREADS
    require(call.world, channel, thread if channel.is_thread else Permission.SEND_MESSAGES)
    if channel.has_posts_only:
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
    _check_lock(call, channel)


def _check_lock(call: Call, channel: Channel) -> None:
    """Raise `ApiError` 160005 in a locked thread, unless the bot manages threads there."""
    if channel.locked and not _has(call, channel, Permission.MANAGE_THREADS):
        raise ApiError(400, 160005, "This thread is locked")


def _check_reference(channel: Channel, reference: Json) -> None:
    known = int(reference.get("message_id") or 0) in channel.history
    if not known and reference.get("fail_if_not_exists") is not False:
        raise form_error(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")


def _check_age(call: Call, message: Message) -> None:
    """Raise `ApiError` 30046 if old messages of the channel were edited too often just now."""
    now, channel = call.world.clock(), message.channel
    if now - message.created < call.world.old_after:
        return
    channel.old_edits = [each for each in channel.old_edits if now - each < OLD_EDITS_WITHIN]
    if len(channel.old_edits) >= OLD_EDITS:
        raise RateLimitError(
            channel.old_edits[0] + OLD_EDITS_WITHIN - now,
            code=30046,
            message="Maximum number of edits to messages older than 1 hour reached. Try again later.",
        )
    channel.old_edits.append(now)
