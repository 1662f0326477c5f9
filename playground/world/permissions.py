"""Discord's permission bits, and how they add up for a member in a channel."""

from __future__ import annotations

from enum import IntFlag

from playground.world.state import Channel, Member


class Permission(IntFlag):
    """The permissions, one bit each. Names and bits are Discord's."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    PRIORITY_SPEAKER = 1 << 8
    STREAM = 1 << 9
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    VIEW_GUILD_INSIGHTS = 1 << 19
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    MUTE_MEMBERS = 1 << 22
    DEAFEN_MEMBERS = 1 << 23
    MOVE_MEMBERS = 1 << 24
    USE_VAD = 1 << 25
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    MANAGE_GUILD_EXPRESSIONS = 1 << 30
    USE_APPLICATION_COMMANDS = 1 << 31
    REQUEST_TO_SPEAK = 1 << 32
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    USE_EXTERNAL_STICKERS = 1 << 37
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EMBEDDED_ACTIVITIES = 1 << 39
    MODERATE_MEMBERS = 1 << 40
    VIEW_CREATOR_MONETIZATION_ANALYTICS = 1 << 41
    USE_SOUNDBOARD = 1 << 42
    CREATE_GUILD_EXPRESSIONS = 1 << 43
    CREATE_EVENTS = 1 << 44
    USE_EXTERNAL_SOUNDS = 1 << 45
    SEND_VOICE_MESSAGES = 1 << 46
    SET_VOICE_CHANNEL_STATUS = 1 << 48
    SEND_POLLS = 1 << 49
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


ALL = int(sum(Permission))

# Plain integers: the sums below run at every press, and IntFlag's arithmetic is slow.
_ADMINISTRATOR = int(Permission.ADMINISTRATOR)
_VIEW = int(Permission.VIEW_CHANNEL)
_MANAGE_THREADS = int(Permission.MANAGE_THREADS)

EVERYONE = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.CHANGE_NICKNAME
    | Permission.USE_EXTERNAL_APPS
)
"""The permissions of the @everyone role in a new server."""

BOT = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.ATTACH_FILES
)
"""The permissions of the bot's own role, which it gets with its invitation: what the invite link asks for."""


def find_permission(name: str) -> Permission:
    """Return the permission called `name`, in upper or lower case. Raises ValueError if there is none."""
    try:
        return Permission[name.upper()]
    except KeyError:
        known = ", ".join(bit.name.lower() for bit in Permission if bit.name)
        raise ValueError(f"no permission is called {name!r}; there are {known}") from None


def get_guild_permissions(member: Member) -> int:
    """Return the permission bits that `member`'s roles give them in the whole server."""
    if member.guild.owner_id == member.id:
        return ALL
    allowed = member.guild.everyone.permissions
    for role in member.roles:
        allowed |= role.permissions
    return ALL if allowed & _ADMINISTRATOR else allowed


def get_channel_permissions(member: Member, channel: Channel) -> int:
    """Return the permission bits of `member` in `channel`: their roles, then the channel's exceptions.

    A thread has the exceptions of its parent.
    """
    allowed = get_guild_permissions(member)
    if allowed & _ADMINISTRATOR:
        return ALL
    exceptions = (channel.parent or channel).overwrites
    if entry := exceptions.get(member.guild.id):
        allowed = (allowed & ~entry.deny) | entry.allow
    deny = allow = 0
    for role in member.roles:
        if entry := exceptions.get(role.id):
            deny |= entry.deny
            allow |= entry.allow
    allowed = (allowed & ~deny) | allow
    if entry := exceptions.get(member.id):
        allowed = (allowed & ~entry.deny) | entry.allow
    if not allowed & _VIEW:
        return 0
    if channel.private and member.id not in channel.thread_members:
        # A private thread is hidden from all but its members and those who manage threads.
        return allowed if allowed & _MANAGE_THREADS else 0
    return allowed
