"""Routes about messages."""

from __future__ import annotations

from typing import Any

from playground.api import messages
from playground.api.rest import Answer, Call, RouteTable, require
from playground.errors import ApiError, form_error, missing_permissions, unknown
from playground.world import payloads
from playground.world.permissions import Permission, in_channel
from playground.world.state import DM, Channel, Message

routes = RouteTable()

Json = dict[str, Any]

OLD_AFTER = 3600.0


@routes.add("GET", "/channels/{channel_id}/messages")
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


@routes.add("POST", "/channels/{channel_id}/messages", bucket="messages")
def create_message(call: Call) -> Answer:
    """Send a message."""
    found = call.channel()
    may_send(call, found)
    fields = call.body.fields
    if call.body.files and not _has(call, found, Permission.ATTACH_FILES):
        raise missing_permissions()
    if fields.get("embeds") and not _has(call, found, Permission.EMBED_LINKS):
        raise missing_permissions()
    reference = fields.get("message_reference")
    if reference:
        _check_reference(found, reference)
    world = call.world
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


@routes.add("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(call: Call) -> Answer:
    """One message."""
    return payloads.message(message_of(call, call.channel(Permission.READ_MESSAGE_HISTORY)))


@routes.add("PATCH", "/channels/{channel_id}/messages/{message_id}", bucket="edits")
def edit_message(call: Call) -> Answer:
    """Edit one of the bot's own messages."""
    place = call.channel()
    found = message_of(call, place)
    world = call.world
    if found.author is not world.bot:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    if place.archived:
        raise ApiError(400, 50083, "Thread is archived")
    _check_age(call, found)
    messages.edit(world, found, call.body)
    return payloads.message(found)


@routes.add("DELETE", "/channels/{channel_id}/messages/{message_id}", bucket="deletes")
def delete_message(call: Call) -> Answer:
    """Delete a message: the bot's own, or with the permission anybody's."""
    place = call.channel()
    found = message_of(call, place)
    if found.author is not call.world.bot:
        require(call.world, place, Permission.MANAGE_MESSAGES)
    if place.archived:
        raise ApiError(400, 50083, "Thread is archived")
    call.world.delete_message(found)
    return None


def message_of(call: Call, place: Channel) -> Message:
    """The message that the path names, if bots see it. Raises `ApiError` 10008."""
    found = place.history.get(call.id("message_id"))
    if found is None or found.ephemeral:
        raise unknown(10008, "Message")
    return found


def _has(call: Call, place: Channel, permission: Permission) -> bool:
    if place.guild is None:
        return True
    bot = call.world.bot_member(place.guild)
    return bot is not None and bool(in_channel(bot, place) & int(permission))


def may_send(call: Call, place: Channel) -> None:
    """Raise `ApiError` if the bot may not write here."""
    if place.type == DM:
        assert place.recipient is not None
        if not place.recipient.accepts_dms:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        return
    thread = Permission.SEND_MESSAGES_IN_THREADS
    require(call.world, place, thread if place.is_thread else Permission.SEND_MESSAGES)
    if place.locked and not _has(call, place, Permission.MANAGE_THREADS):
        raise ApiError(400, 160005, "This thread is locked")


def _check_reference(place: Channel, reference: Json) -> None:
    known = int(reference.get("message_id") or 0) in place.history
    if not known and reference.get("fail_if_not_exists") is not False:
        raise form_error(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")


def _check_age(call: Call, found: Message) -> None:
    """Raise `ApiError` 30046 if an old message was edited too often within the last hour."""
    now = call.world.clock()
    if now - found.created < OLD_AFTER:
        return
    found.old_edits = [each for each in found.old_edits if now - each < OLD_AFTER]
    if len(found.old_edits) >= call.backend.old_edits:
        raise ApiError(
            429,
            30046,
            "Maximum number of edits to messages older than 1 hour reached. Try again later.",
        )
    found.old_edits.append(now)
