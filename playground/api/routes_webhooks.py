"""The routes of a channel's webhooks, and of invitations to servers."""

from __future__ import annotations

import secrets

from playground.api import messages
from playground.api.rest import Answer, Call, RouteTable, require
from playground.errors import (
    ApiError,
    form_error,
    invalid_webhook_token,
    missing_access,
    missing_permissions,
    unknown,
)
from playground.validate import shapes
from playground.validate.validator import Validator
from playground.world import payloads
from playground.world.permissions import Permission, get_guild_permissions
from playground.world.state import Guild, Invite, Message, User, Webhook

routes = RouteTable()

MOST_WEBHOOKS = 15
"""The most webhooks of a channel."""


# -- webhooks ---------------------------------------------------------------------------------------------------


@routes.add("POST", "/channels/{channel_id}/webhooks", shape=shapes.WEBHOOK)
def create_webhook(call: Call) -> Answer:
    """Make a webhook for a channel."""
    channel = call.channel(Permission.MANAGE_WEBHOOKS)
    if channel.guild is None or channel.is_thread:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    name = _name(call)
    if len(channel.webhooks) >= MOST_WEBHOOKS:
        raise ApiError(400, 30007, f"Maximum number of webhooks reached ({MOST_WEBHOOKS})")
    world = call.world
    webhook = Webhook(world.snowflake(), name, channel, world.bot, secrets.token_urlsafe(48))
    channel.webhooks[webhook.id] = webhook
    world.webhooks_changed(channel)
    return payloads.webhook_json(webhook)


@routes.add("GET", "/channels/{channel_id}/webhooks")
def channel_webhooks(call: Call) -> Answer:
    """Return the webhooks of a channel."""
    channel = call.channel(Permission.MANAGE_WEBHOOKS)
    return [payloads.webhook_json(each) for each in channel.webhooks.values()]


@routes.add("GET", "/guilds/{guild_id}/webhooks")
def guild_webhooks(call: Call) -> Answer:
    """Return the webhooks of a server."""
    guild = call.guild()
    _require(call, guild, Permission.MANAGE_WEBHOOKS)
    return [
        payloads.webhook_json(each)
        for channel in guild.channels.values()
        for each in channel.webhooks.values()
    ]


@routes.add("GET", "/webhooks/{webhook_id}")
def webhook(call: Call) -> Answer:
    """Return a webhook."""
    return payloads.webhook_json(_managed(call))


@routes.add("PATCH", "/webhooks/{webhook_id}", shape=shapes.WEBHOOK)
def edit_webhook(call: Call) -> Answer:
    """Rename a webhook."""
    webhook = _managed(call)
    webhook.name = _name(call)
    call.world.webhooks_changed(webhook.channel)
    return payloads.webhook_json(webhook)


@routes.add("DELETE", "/webhooks/{webhook_id}")
def delete_webhook(call: Call) -> Answer:
    """Delete a webhook."""
    webhook = _managed(call)
    del webhook.channel.webhooks[webhook.id]
    call.world.webhooks_changed(webhook.channel)
    return None


def find_webhook(call: Call, name: str) -> Webhook | None:
    """Return the webhook whose id is in the path under this name, or None if no channel has it."""
    number = call.id(name)
    for channel in call.world.channels.values():
        if number in channel.webhooks:
            return channel.webhooks[number]
    return None


def with_token(call: Call) -> Webhook | None:
    """Return the webhook of a path that names its token too; None if it is no channel's.

    Raises `ApiError` 50027 for another token.
    """
    webhook = find_webhook(call, "application_id")
    if webhook is not None and not secrets.compare_digest(webhook.token, call.text("token")):
        raise invalid_webhook_token()
    return webhook


def execute(call: Call, webhook: Webhook) -> Answer:
    """Write a message in the name of a webhook, or in one that the request brings."""
    world, channel = call.world, webhook.channel
    author = User(webhook.id, str(call.body.fields.get("username") or webhook.name), bot=True)
    message = messages.compose(world, channel, author, call.body)
    message.webhook = webhook
    world.add_message(message)
    return payloads.message_json(message) if call.flag("wait") else None


def message_of(call: Call, webhook: Webhook) -> Message:
    """Return the message in the path. Raises `ApiError` 10008 if this webhook has not written it."""
    number = call.text("message_id")
    message = webhook.channel.history.get(int(number)) if number.isdigit() else None
    if message is None or message.webhook is not webhook:
        raise unknown(10008, "Message")
    return message


def _managed(call: Call) -> Webhook:
    webhook = find_webhook(call, "webhook_id")
    if webhook is None:
        raise unknown(10015, "Webhook")
    require(call.world, webhook.channel, Permission.MANAGE_WEBHOOKS)
    return webhook


def _name(call: Call) -> str:
    """Return a webhook's name. Raises `ApiError` for one that Discord doesn't take."""
    name = call.body.fields.get("name")
    words = Validator(lambda _: None, lambda _: False)
    words.text(name, ("name",), 80)
    words.errors.raise_if_any()
    for forbidden in ("clyde", "discord"):
        if forbidden in str(name).lower():
            raise form_error(("name",), "USERNAME_INVALID_CONTAINS", f'Username cannot contain "{forbidden}"')
    return str(name)


# -- invitations ------------------------------------------------------------------------------------------------


@routes.add("POST", "/channels/{channel_id}/invites", shape=shapes.INVITE)
def create_invite(call: Call) -> Answer:
    """Make an invitation to the server of a channel."""
    channel = call.channel(Permission.CREATE_INSTANT_INVITE)
    if channel.guild is None:
        raise missing_access()
    fields, words = call.body.fields, Validator(lambda _: None, lambda _: False)
    words.number(fields.get("max_age"), ("max_age",), 0, 604_800)
    words.number(fields.get("max_uses"), ("max_uses",), 0, 100)
    words.errors.raise_if_any()
    age, uses = fields.get("max_age"), fields.get("max_uses") or 0
    age, temporary = 86_400 if age is None else age, bool(fields.get("temporary"))
    for old in _invites(call, channel.guild):
        same = (old.channel, old.max_age, old.max_uses, old.temporary) == (channel, age, uses, temporary)
        if same and not fields.get("unique"):
            return payloads.invite_json(old)
    world = call.world
    invite = Invite(secrets.token_hex(4), channel, world.bot, world.clock(), age, uses, temporary)
    world.add_invite(channel.guild, invite)
    return payloads.invite_json(invite)


@routes.add("GET", "/channels/{channel_id}/invites")
def channel_invites(call: Call) -> Answer:
    """Return the invitations by way of a channel."""
    channel = call.channel(Permission.MANAGE_CHANNELS)
    assert channel.guild is not None
    return [payloads.invite_json(each) for each in _invites(call, channel.guild) if each.channel is channel]


@routes.add("GET", "/guilds/{guild_id}/invites")
def guild_invites(call: Call) -> Answer:
    """Return the invitations to a server."""
    guild = call.guild()
    _require(call, guild, Permission.MANAGE_GUILD)
    return [payloads.invite_json(each) for each in _invites(call, guild)]


@routes.add("GET", "/invites/{code}", open=True)
def invite(call: Call) -> Answer:
    """Return an invitation, which anyone may read who knows its code."""
    return payloads.invite_json(_invite(call))


@routes.add("DELETE", "/invites/{code}")
def delete_invite(call: Call) -> Answer:
    """Take an invitation back."""
    invite = _invite(call)
    guild = invite.channel.guild
    assert guild is not None
    require(call.world, invite.channel, Permission.MANAGE_CHANNELS)
    call.world.delete_invite(guild, invite)
    return payloads.invite_json(invite)


def _invites(call: Call, guild: Guild) -> list[Invite]:
    """Return the invitations that still hold."""
    now = call.world.clock()
    return [each for each in guild.invites.values() if not each.max_age or now < each.created + each.max_age]


def _invite(call: Call) -> Invite:
    code = call.text("code")
    for guild in call.world.guilds.values():
        for each in _invites(call, guild):
            if each.code == code:
                return each
    raise unknown(10006, "Invite")


def _require(call: Call, guild: Guild, permission: Permission) -> None:
    """Raise `ApiError` 50013 if the bot lacks a permission in a whole server."""
    bot = call.world.bot_member(guild)
    if bot is None or not get_guild_permissions(bot) & int(permission):
        raise missing_permissions()
