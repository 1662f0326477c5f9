"""The world's objects as the JSON that Discord sends: a function for each kind of object."""

from __future__ import annotations

from typing import Any

from playground.world.activities import Activities
from playground.world.clock import iso
from playground.world.permissions import get_channel_permissions
from playground.world.state import (
    GROUP_DM,
    Attachment,
    Channel,
    Emoji,
    Guild,
    Invite,
    Member,
    Message,
    Overwrite,
    Role,
    ScheduledEvent,
    User,
    Webhook,
)

Json = dict[str, Any]

UPLOAD_LIMIT = 10 * 1024 * 1024
EMBEDDED = 1 << 17
"""The flag of an application that has an Activity."""


def user_json(user: User) -> Json:
    """Return a user as others see it."""
    payload: Json = {
        "id": str(user.id),
        "username": user.name.lower().replace(" ", "_"),
        "global_name": None if user.bot else user.name,
        "discriminator": "0" if not user.bot else "0001",
        "avatar": None,
        "avatar_decoration_data": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
    }
    if user.bot:
        payload["username"] = user.name
        payload["bot"] = True
    return payload


def role_json(role: Role) -> Json:
    """Return a role."""
    payload: Json = {
        "id": str(role.id),
        "name": role.name,
        "color": role.colour,
        "colors": {"primary_color": role.colour, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": role.position,
        "permissions": str(role.permissions),
        "managed": role.bot_id is not None,
        "mentionable": role.mentionable,
        "flags": 0,
    }
    if role.bot_id is not None:
        payload["tags"] = {"bot_id": str(role.bot_id)}
    return payload


def member_json(member: Member) -> Json:
    """Return a member with their user."""
    return {
        "user": user_json(member.user),
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(role.id) for role in member.roles],
        "joined_at": iso(member.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
        "unusual_dm_activity_until": None,
    }


def overwrite_json(overwrite: Overwrite) -> Json:
    """Return a channel's exception for a role or member."""
    return {
        "id": str(overwrite.id),
        "type": 0 if overwrite.is_role else 1,
        "allow": str(overwrite.allow),
        "deny": str(overwrite.deny),
    }


def channel_json(channel: Channel) -> Json:
    """Return a channel, thread or direct conversation."""
    last = str(next(reversed(channel.history))) if channel.history else None
    payload: Json = {"id": str(channel.id), "type": channel.type, "last_message_id": last, "flags": 0}
    if channel.guild is None:
        people = [channel.recipient] if channel.recipient is not None else channel.people
        payload["recipients"] = [user_json(each) for each in people]
        if channel.type == GROUP_DM:
            payload |= {"name": channel.name, "icon": None, "owner_id": str(channel.people[0].id)}
        return payload
    payload |= {
        "guild_id": str(channel.guild.id),
        "name": channel.name,
        "parent_id": str(channel.parent.id) if channel.parent else None,
        "rate_limit_per_user": channel.slowmode,
    }
    if channel.has_posts_only:
        payload |= {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
    if channel.parent is None:
        return payload | {
            "position": channel.position,
            "topic": channel.topic,
            "nsfw": False,
            "last_pin_timestamp": None,
            "permission_overwrites": [overwrite_json(each) for each in channel.overwrites.values()],
        }
    return payload | {
        "owner_id": str(channel.owner_id),
        "message_count": len(channel.history),
        "total_message_sent": len(channel.history),
        "member_count": len(channel.thread_members),
        "applied_tags": [],
        "thread_metadata": {
            "archived": channel.archived,
            "locked": channel.locked,
            **({"invitable": channel.invitable} if channel.private else {}),
            "auto_archive_duration": channel.archives_after,
            "archive_timestamp": iso(channel.created),
            "create_timestamp": iso(channel.created),
        },
    }


def thread_member_json(thread: Channel, user_id: int) -> Json:
    """Return a member of a thread."""
    return {
        "id": str(thread.id),
        "user_id": str(user_id),
        "join_timestamp": iso(thread.thread_members[user_id]),
        "flags": 0,
    }


def guild_json(guild: Guild) -> Json:
    """Return a guild as REST gives it."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(guild.owner_id),
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
        "preferred_locale": guild.locale,
        "home_header": None,
        "incidents_data": None,
        "hub_type": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role_json(each) for each in guild.roles.values()],
    }


def bot_sees(guild: Guild, thread: Channel) -> bool:
    """Return True for an open thread that the bot may see; a private one only if the bot was let in."""
    bot = next((each for each in guild.members.values() if each.user.bot), None)
    seen = bot is not None and bool(get_channel_permissions(bot, thread))
    return seen and not thread.archived


def gateway_guild_json(guild: Guild, members: list[Member]) -> Json:
    """Return a guild as GUILD_CREATE gives it, with the `members` that the bot may see."""
    return {
        **guild_json(guild),
        "joined_at": iso(guild.bot_joined),
        "large": False,
        "member_count": len(guild.members),
        "members": [member_json(each) for each in members],
        "channels": [channel_json(each) for each in guild.channels.values()],
        "threads": [channel_json(each) for each in guild.threads.values() if bot_sees(guild, each)],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [
            scheduled_event_json(guild, each) for each in guild.scheduled_events.values()
        ],
        "soundboard_sounds": [],
    }


_RULE: Json = dict.fromkeys(
    ("end", "by_weekday", "by_n_weekday", "by_month", "by_month_day", "by_year_day", "count")
)
"""The fields that a rule always has in an answer, even if the request left them out."""


def scheduled_event_json(guild: Guild, event: ScheduledEvent) -> Json:
    """Return an event of a guild."""
    return {
        "id": str(event.id),
        "guild_id": str(guild.id),
        "channel_id": None,
        "creator_id": str(event.creator.id),
        "creator": user_json(event.creator),
        "name": event.name,
        "description": event.description,
        "image": None,
        "scheduled_start_time": event.starts,
        "scheduled_end_time": event.ends,
        "privacy_level": 2,
        "status": event.status,
        "entity_type": 3,
        "entity_id": None,
        "entity_metadata": {"location": event.location},
        "recurrence_rule": None if event.recurrence is None else {**_RULE, **event.recurrence},
        "guild_scheduled_event_exceptions": [],
        "user_count": 0,
    }


def place_json(channel: Channel) -> Json:
    """Return where something happened, as events tell it."""
    guild = {"guild_id": str(channel.guild.id)} if channel.guild is not None else {}
    return {"channel_id": str(channel.id), **guild}


def partial_emoji_json(emoji: str) -> Json:
    """Return the emoji of a reaction, given as a sign or as `name:id`."""
    name, _, number = emoji.partition(":")
    return {"id": number or None, "name": name}


def _reaction_json(emoji: str, users: list[User]) -> Json:
    """Return one reaction of a message as the bot reads it."""
    return {
        "emoji": partial_emoji_json(emoji),
        "count": len(users),
        "count_details": {"burst": 0, "normal": len(users)},
        "burst_colors": [],
        "me_burst": False,
        "burst_me": False,
        "burst_count": 0,
        "me": any(user.bot for user in users),
    }


def webhook_json(webhook: Webhook) -> Json:
    """Return a webhook, with the token that only those who manage webhooks read."""
    return {
        "id": str(webhook.id),
        "type": 1,
        "name": webhook.name,
        "avatar": None,
        **place_json(webhook.channel),
        "application_id": None,
        "user": user_json(webhook.creator),
        "token": webhook.token,
    }


def invite_event_json(invite: Invite) -> Json:
    """Return an invitation as its event tells it."""
    return {
        **place_json(invite.channel),
        "code": invite.code,
        "created_at": iso(invite.created),
        "inviter": user_json(invite.inviter),
        "max_age": invite.max_age,
        "max_uses": invite.max_uses,
        "temporary": invite.temporary,
        "uses": 0,
    }


def invite_json(invite: Invite) -> Json:
    """Return an invitation to a server."""
    guild, channel = invite.channel.guild, invite.channel
    assert guild is not None
    whole = guild_json(guild)
    names = (
        *("id", "name", "splash", "banner", "description", "icon", "features", "verification_level"),
        *("vanity_url_code", "nsfw_level", "nsfw", "premium_subscription_count"),
    )
    more = invite_event_json(invite)
    return {
        "type": 0,
        "flags": 0,
        "code": invite.code,
        "expires_at": iso(invite.created + invite.max_age) if invite.max_age else None,
        "guild": {name: whole[name] for name in names},
        "guild_id": str(guild.id),
        "channel": {"id": str(channel.id), "type": channel.type, "name": channel.name},
        **{
            name: more[name] for name in ("created_at", "inviter", "max_age", "max_uses", "temporary", "uses")
        },
    }


def interaction_channel_json(channel: Channel, member: Member | None) -> Json:
    """Return the channel as an interaction carries it, with the permissions of `member` there."""
    payload = channel_json(channel)
    if member is not None:
        payload["permissions"] = str(get_channel_permissions(member, channel))
    return payload


def attachment_json(attachment: Attachment, *, ephemeral: bool = False) -> Json:
    """Return a file of a message."""
    payload: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.content),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
    }
    if attachment.width:
        payload |= {"width": attachment.width, "height": attachment.height}
    if attachment.description is not None:
        payload["description"] = attachment.description
    if attachment.title is not None:
        payload["title"] = attachment.title
    if ephemeral:
        payload["ephemeral"] = True
    return payload


def message_json(message: Message) -> Json:
    """Return a message. The result is cached until the message changes, so do not write into it."""
    if message.payload is not None:
        return message.payload
    payload: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": message.type,
        "author": user_json(message.author),
        "content": message.content,
        "timestamp": iso(message.created),
        "edited_timestamp": iso(message.edited) if message.edited is not None else None,
        "tts": False,
        "mention_everyone": message.pings_everyone,
        "mentions": [user_json(each) for each in message.pings],
        "mention_roles": [str(each.id) for each in message.role_pings],
        "attachments": [
            attachment_json(each, ephemeral=message.ephemeral)
            for each in message.attachments
            if not each.in_component
        ],
        "embeds": message.embeds,
        "components": message.components,
        "pinned": message.pinned is not None,
        "flags": message.flags,
    }
    if message.application_id is not None:
        payload["application_id"] = payload["webhook_id"] = str(message.application_id)
    if message.webhook is not None:
        payload["webhook_id"] = str(message.webhook.id)
    if message.interaction is not None:
        payload["interaction_metadata"] = message.interaction
    if message.reply_to is not None:
        payload["message_reference"] = {
            "type": 0,
            "message_id": str(message.reply_to),
            "channel_id": str(message.channel.id),
        }
        if message.channel.guild is not None:
            payload["message_reference"]["guild_id"] = str(message.channel.guild.id)
    if message.reactions:
        payload["reactions"] = [_reaction_json(emoji, users) for emoji, users in message.reactions.items()]
    if message.nonce is not None:
        payload["nonce"] = message.nonce
    if message.thread is not None:
        payload["thread"] = channel_json(message.thread)
    message.payload = payload
    return payload


# -- the bot's own: its account, its application, its emoji -----------------------------------------------------


def own_user_json(bot: User) -> Json:
    """Return the bot's own account."""
    return {
        **user_json(bot),
        "verified": True,
        "mfa_enabled": True,
        "locale": "en-US",
        "email": None,
        "banner": None,
        "accent_color": None,
    }


def application_json(
    bot: User, owner: User, guild_count: int, *, for_users: bool, activities: Activities
) -> Json:
    """Return the application behind the bot; it has the bot's id. `for_users`: users may install it for themselves."""
    flags = EMBEDDED if activities.enabled else 0
    return {
        "id": str(bot.id),
        "name": bot.name,
        "description": "",
        "icon": None,
        "type": None,
        "bot": user_json(bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user_json(owner),
        "team": None,
        "summary": "",
        "verify_key": activities.public_key,
        "flags": flags,
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
        "flags_new": str(flags),
        "integration_types_config": {"0": {}, "1": {}} if for_users else {"0": {}},
    }


def emoji_json(emoji: Emoji, owner: User) -> Json:
    """Return an application emoji."""
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "roles": [],
        "user": user_json(owner),
        "require_colons": True,
        "managed": False,
        "animated": emoji.animated,
        "available": True,
    }
