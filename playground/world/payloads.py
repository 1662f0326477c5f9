"""The world's objects as the JSON that Discord sends: a function for each kind of object."""

from __future__ import annotations

from typing import Any

from playground.world.clock import iso
from playground.world.permissions import in_channel
from playground.world.state import (
    DM,
    Attachment,
    Channel,
    Emoji,
    Guild,
    Member,
    Message,
    Overwrite,
    Role,
    User,
)

Json = dict[str, Any]

UPLOAD_LIMIT = 10 * 1024 * 1024
VERIFY_KEY = "0" * 64


def user(who: User) -> Json:
    """A user as others see it."""
    found: Json = {
        "id": str(who.id),
        "username": who.name.lower().replace(" ", "_"),
        "global_name": None if who.bot else who.name,
        "discriminator": "0" if not who.bot else "0001",
        "avatar": None,
        "avatar_decoration_data": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
    }
    if who.bot:
        found["username"] = who.name
        found["bot"] = True
    return found


def role(what: Role) -> Json:
    """A role."""
    found: Json = {
        "id": str(what.id),
        "name": what.name,
        "color": what.colour,
        "colors": {"primary_color": what.colour, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": what.position,
        "permissions": str(what.permissions),
        "managed": what.bot_id is not None,
        "mentionable": False,
        "flags": 0,
    }
    if what.bot_id is not None:
        found["tags"] = {"bot_id": str(what.bot_id)}
    return found


def member(who: Member) -> Json:
    """A member with their user."""
    return {
        "user": user(who.user),
        "nick": who.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(role.id) for role in who.roles],
        "joined_at": iso(who.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
        "unusual_dm_activity_until": None,
    }


def overwrite(what: Overwrite) -> Json:
    """A channel's exception for a role or member."""
    return {
        "id": str(what.id),
        "type": 0 if what.is_role else 1,
        "allow": str(what.allow),
        "deny": str(what.deny),
    }


def channel(what: Channel) -> Json:
    """A channel, thread or direct conversation."""
    last = str(next(reversed(what.history))) if what.history else None
    found: Json = {"id": str(what.id), "type": what.type, "last_message_id": last, "flags": 0}
    if what.type == DM:
        assert what.recipient is not None
        return {**found, "recipients": [user(what.recipient)]}
    assert what.guild is not None
    found |= {
        "guild_id": str(what.guild.id),
        "name": what.name,
        "parent_id": str(what.parent.id) if what.parent else None,
        "rate_limit_per_user": what.slowmode,
    }
    if what.parent is None:
        return found | {
            "position": what.position,
            "topic": what.topic,
            "nsfw": False,
            "last_pin_timestamp": None,
            "permission_overwrites": [overwrite(each) for each in what.overwrites.values()],
        }
    return found | {
        "owner_id": str(what.owner_id),
        "message_count": len(what.history),
        "total_message_sent": len(what.history),
        "member_count": len(what.thread_members),
        "applied_tags": [],
        "thread_metadata": {
            "archived": what.archived,
            "locked": what.locked,
            "auto_archive_duration": 1440,
            "archive_timestamp": iso(what.created),
            "create_timestamp": iso(what.created),
        },
    }


def thread_member(what: Channel, user_id: int) -> Json:
    """A member of a thread."""
    return {
        "id": str(what.id),
        "user_id": str(user_id),
        "join_timestamp": iso(what.thread_members[user_id]),
        "flags": 0,
    }


def guild(what: Guild) -> Json:
    """A guild as REST gives it."""
    return {
        "id": str(what.id),
        "name": what.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(what.owner_id),
        "region": "us-west",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "max_presences": None,
        "max_members": 500_000,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": what.locale,
        "home_header": None,
        "incidents_data": None,
        "hub_type": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role(each) for each in what.roles.values()],
    }


def gateway_guild(what: Guild, members: list[Member]) -> Json:
    """A guild as GUILD_CREATE gives it, with the `members` that the bot may see."""
    return {
        **guild(what),
        "joined_at": iso(what.bot_joined),
        "large": False,
        "unavailable": False,
        "member_count": len(what.members),
        "members": [member(each) for each in members],
        "channels": [channel(each) for each in what.channels.values()],
        "threads": [channel(each) for each in what.threads.values() if not each.archived],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def interaction_channel(what: Channel, who: Member | None) -> Json:
    """The channel as an interaction carries it, with what `who` may do there."""
    found = channel(what)
    if who is not None:
        found["permissions"] = str(in_channel(who, what))
    return found


def attachment(what: Attachment, *, ephemeral: bool = False) -> Json:
    """A file of a message."""
    found: Json = {
        "id": str(what.id),
        "filename": what.filename,
        "size": len(what.content),
        "url": what.url,
        "proxy_url": what.url,
        "content_type": what.content_type,
    }
    if what.width:
        found |= {"width": what.width, "height": what.height}
    if what.description is not None:
        found["description"] = what.description
    if what.title is not None:
        found["title"] = what.title
    if ephemeral:
        found["ephemeral"] = True
    return found


def message(what: Message) -> Json:
    """A message. The result is kept until the message changes, so do not write into it."""
    if what.payload is not None:
        return what.payload
    found: Json = {
        "id": str(what.id),
        "channel_id": str(what.channel.id),
        "type": what.type,
        "author": user(what.author),
        "content": what.content,
        "timestamp": iso(what.created),
        "edited_timestamp": iso(what.edited) if what.edited is not None else None,
        "tts": False,
        "mention_everyone": what.pings_everyone,
        "mentions": [user(each) for each in what.pings],
        "mention_roles": [],
        "attachments": [attachment(each, ephemeral=what.ephemeral) for each in what.attachments],
        "embeds": what.embeds,
        "components": what.components,
        "pinned": False,
        "flags": what.flags,
    }
    if what.application_id is not None:
        found["application_id"] = found["webhook_id"] = str(what.application_id)
    if what.interaction is not None:
        found["interaction_metadata"] = what.interaction
    if what.reply_to is not None:
        found["message_reference"] = {
            "type": 0,
            "message_id": str(what.reply_to),
            "channel_id": str(what.channel.id),
        }
        if what.channel.guild is not None:
            found["message_reference"]["guild_id"] = str(what.channel.guild.id)
    if what.nonce is not None:
        found["nonce"] = what.nonce
    if what.thread is not None:
        found["thread"] = channel(what.thread)
    what.payload = found
    return found


# -- the bot's own: its account, its application, its emoji -----------------------------------------------------


def own_user(bot: User) -> Json:
    """The bot's own account."""
    return {
        **user(bot),
        "verified": True,
        "mfa_enabled": True,
        "locale": "en-US",
        "email": None,
        "banner": None,
        "accent_color": None,
    }


def application(bot: User, owner: User, guild_count: int) -> Json:
    """The application behind the bot; it has the bot's id."""
    return {
        "id": str(bot.id),
        "name": bot.name,
        "description": "",
        "icon": None,
        "type": None,
        "bot": user(bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user(owner),
        "team": None,
        "summary": "",
        "verify_key": VERIFY_KEY,
        "flags": 0,
        "hook": True,
        "redirect_uris": [],
        "tags": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": guild_count,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "eligible_oauth2_scopes": [],
        "explicit_content_filter": 0,
        "flags_new": "0",
        "integration_types_config": {"0": {}},
    }


def emoji(what: Emoji, owner: User) -> Json:
    """An application emoji."""
    return {
        "id": str(what.id),
        "name": what.name,
        "roles": [],
        "user": user(owner),
        "require_colons": True,
        "managed": False,
        "animated": what.animated,
        "available": True,
    }
