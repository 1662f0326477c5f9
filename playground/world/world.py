"""The one place where state changes, and from which everybody learns that it did.

`World` owns guilds, channels, messages, users and emojis. Each of its verbs changes them and emits an `Event`,
which the gateway sends to the bot and the page to its tabs. `touch` wakes whoever waits for something to become
true.
"""

# ruff: noqa: ASYNC109 - a test says how long it is ready to wait, in the call that waits
from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from playground.api import payloads
from playground.world.clock import Clock, Snowflakes
from playground.world.events import Event, Intent, Listener
from playground.world.permissions import BOT, named
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
    everyone_role,
)

Json = dict[str, Any]
T = TypeVar("T")


class World:
    """All state of the playground.

    Takes the clock, and a callable that gives the address under which files are served.
    """

    def __init__(self, clock: Clock, files_url: Callable[[], str], bot_name: str) -> None:
        self.clock = clock
        self.files_url = files_url
        self.snowflake = Snowflakes(clock)
        self.bot = User(self.snowflake(), bot_name, bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.attachments: dict[int, Attachment] = {}
        self.emojis: dict[int, Emoji] = {}
        self.listeners: list[Listener] = []
        self.watchers: list[Callable[[], None]] = []
        self._waiting: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []

    # -- telling --------------------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Tell every listener, then whoever waits."""
        for listener in self.listeners:
            listener(event)
        self.touch()

    def announce(self) -> None:
        """Something changed that no event of the gateway tells: commands, emojis, whether a bot is connected."""
        for watcher in self.watchers:
            watcher()
        self.touch()

    def touch(self) -> None:
        """Something changed: look again at what is waited for."""
        if not self._waiting:
            return
        still: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        for condition, future in self._waiting:
            if future.done():
                continue
            try:
                found = condition()
            except Exception as error:  # noqa: BLE001 - it is the waiter's own, and is handed to them
                future.set_exception(error)
                continue
            if found:
                future.set_result(found)
            else:
                still.append((condition, future))
        self._waiting = still

    async def until(self, condition: Callable[[], T], timeout: float) -> T:
        """Wait until `condition()` is true, looking at each change, and give what it gave.

        Raises TimeoutError after `timeout` seconds, and whatever the condition raises.
        """
        if now := condition():
            return now
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((condition, future))
        async with asyncio.timeout(timeout):
            return await future

    # -- people and places ----------------------------------------------------------------------------------

    def add_user(self, name: str, *, bot: bool = False) -> User:
        """Make an account."""
        user = User(self.snowflake(), name, bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, owner: User) -> Guild:
        """Make a server that `owner` owns, with the bot in it."""
        guild_id = self.snowflake()
        everyone = everyone_role(guild_id)
        guild = Guild(guild_id, self, name, owner.id, everyone, {guild_id: everyone}, present=False)
        self.guilds[guild_id] = guild
        self.join(guild, owner)
        self.invite_bot(guild)
        return guild

    def join(self, guild: Guild, user: User) -> Member:
        """Let `user` into `guild`."""
        member = Member(user, guild, self.clock())
        guild.members[user.id] = member
        data = {**payloads.member(member), "guild_id": str(guild.id)}
        self.emit(Event("GUILD_MEMBER_ADD", data, guild.id, Intent.GUILD_MEMBERS, member))
        return member

    def leave(self, member: Member) -> None:
        """Let a member leave the server."""
        guild = member.guild
        if guild.members.pop(member.id, None) is None:
            return
        data = {"guild_id": str(guild.id), "user": payloads.user(member.user)}
        self.emit(Event("GUILD_MEMBER_REMOVE", data, guild.id, Intent.GUILD_MEMBERS, member))

    def member_changed(self, member: Member) -> None:
        """Tell that a member's name or roles changed."""
        data = {**payloads.member(member), "guild_id": str(member.guild.id)}
        intent = 0 if member.user is self.bot else Intent.GUILD_MEMBERS
        self.emit(Event("GUILD_MEMBER_UPDATE", data, member.guild.id, intent, member))

    def invite_bot(self, guild: Guild) -> None:
        """Put the bot into `guild`, with a role of its own."""
        if guild.present:
            return
        role = Role(self.snowflake(), self.bot.name, BOT, bot_id=self.bot.id)
        guild.roles[role.id] = role
        guild.bot_joined = self.clock()
        guild.members[self.bot.id] = Member(self.bot, guild, guild.bot_joined, [role])
        guild.present = True
        self.emit(Event("GUILD_CREATE", None, guild.id, Intent.GUILDS, guild))

    def remove_bot(self, guild: Guild) -> None:
        """Take the bot out of `guild`."""
        if not guild.present:
            return
        guild.present = False
        member = guild.members.pop(self.bot.id)
        for role in member.roles:
            guild.roles.pop(role.id, None)
        self.emit(Event("GUILD_DELETE", {"id": str(guild.id)}, guild.id, Intent.GUILDS, guild))

    def set_available(self, guild: Guild, available: bool, *, rest_down: bool = False) -> None:
        """Begin or end an outage of `guild`."""
        guild.available, guild.rest_down = available, rest_down
        if available:
            self.emit(Event("GUILD_CREATE", None, guild.id, Intent.GUILDS, guild))
        else:
            data = {"id": str(guild.id), "unavailable": True}
            self.emit(Event("GUILD_DELETE", data, guild.id, Intent.GUILDS, guild))

    def bot_member(self, guild: Guild) -> Member | None:
        """The bot as a member of `guild`, if it is there."""
        return guild.members.get(self.bot.id)

    def add_role(self, guild: Guild, name: str, permissions: int = 0) -> Role:
        """Make a role."""
        role = Role(self.snowflake(), name, permissions, position=len(guild.roles))
        guild.roles[role.id] = role
        self._role_event("GUILD_ROLE_CREATE", guild, role)
        return role

    def _role_event(self, name: str, guild: Guild, role: Role) -> None:
        data = {"guild_id": str(guild.id), "role": payloads.role(role)}
        self.emit(Event(name, data, guild.id, Intent.GUILDS, guild))

    def add_channel(self, guild: Guild, name: str, *, topic: str | None = None) -> Channel:
        """Make a text channel."""
        position = len(guild.channels)
        channel = Channel(self.snowflake(), self, name, guild, position=position, topic=topic)
        channel.created = self.clock()
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self._channel_event("CREATE", channel)
        return channel

    def add_thread(
        self, parent: Channel, name: str, kind: int, owner: User, thread_id: int | None = None
    ) -> Channel:
        """Make a thread under `parent`; one that hangs on a message takes that message's id."""
        guild = parent.guild
        assert guild is not None
        thread = Channel(thread_id or self.snowflake(), self, name, guild, kind, parent=parent)
        thread.owner_id, thread.created = owner.id, self.clock()
        thread.thread_members[owner.id] = self.clock()
        guild.threads[thread.id] = self.channels[thread.id] = thread
        self._channel_event("CREATE", thread, newly_created=True)
        return thread

    def direct_channel(self, user: User) -> Channel:
        """The conversation between the bot and `user`, made if need be."""
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        channel = Channel(self.snowflake(), self, user.name, None, DM, recipient=user)
        self.channels[channel.id] = channel
        return channel

    def channel_changed(self, channel: Channel) -> None:
        """Tell that a channel or thread changed."""
        self._channel_event("UPDATE", channel)

    def delete_channel(self, channel: Channel) -> None:
        """Remove a channel or thread, with everything in it."""
        guild = channel.guild
        if channel.deleted or guild is None:
            return
        channel.deleted = True
        self.channels.pop(channel.id, None)
        guild.channels.pop(channel.id, None)
        guild.threads.pop(channel.id, None)
        for thread in [thread for thread in guild.threads.values() if thread.parent is channel]:
            thread.deleted = True
            self.channels.pop(thread.id, None)
            guild.threads.pop(thread.id, None)
        self._channel_event("DELETE", channel)

    def _channel_event(self, verb: str, channel: Channel, **more: object) -> None:
        if channel.guild is None:
            return
        kind = "THREAD" if channel.is_thread else "CHANNEL"
        data = {**payloads.channel(channel), **more}
        self.emit(Event(f"{kind}_{verb}", data, channel.guild.id, Intent.GUILDS, channel))

    def overwrite(self, channel: Channel, target: Member | Role, name: str, allowed: bool | None) -> None:
        """Allow, deny or (with None) stop mentioning one permission for `target` in `channel`."""
        bit = int(named(name))
        place = channel.parent or channel
        found = place.overwrites.setdefault(target.id, Overwrite(target.id, isinstance(target, Role)))
        found.allow &= ~bit
        found.deny &= ~bit
        if allowed is True:
            found.allow |= bit
        elif allowed is False:
            found.deny |= bit
        self.channel_changed(place)

    # -- messages -------------------------------------------------------------------------------------------

    def add_message(self, message: Message) -> None:
        """Show a message that was made for its channel."""
        message.channel.history[message.id] = message
        for attachment in message.attachments:
            self.attachments[attachment.id] = attachment
        self._message_event("MESSAGE_CREATE", message)

    def message_changed(self, message: Message) -> None:
        """Tell that a message was edited."""
        message.payload = None
        message.edits += 1
        for attachment in message.attachments:
            self.attachments[attachment.id] = attachment
        self._message_event("MESSAGE_UPDATE", message)

    def delete_message(self, message: Message) -> None:
        """Remove a message."""
        if message.deleted:
            return
        message.deleted = True
        message.channel.history.pop(message.id, None)
        for attachment in message.attachments:
            self.attachments.pop(attachment.id, None)
        guild = message.channel.guild
        data: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        if guild is not None:
            data["guild_id"] = str(guild.id)
        self._emit_message("MESSAGE_DELETE", data, message)

    def _message_event(self, name: str, message: Message) -> None:
        self._emit_message(name, None, message)

    def _emit_message(self, name: str, data: Json | None, message: Message) -> None:
        guild = message.channel.guild
        intent = Intent.DIRECT_MESSAGES if guild is None else Intent.GUILD_MESSAGES
        self.emit(Event(name, data, guild.id if guild else None, intent, message))
