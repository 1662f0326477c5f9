"""The world: all state of the playground, and the only place that changes it.

`World` owns guilds, channels, messages, users and emojis. Each of its verbs changes them and emits an `Event`,
which the gateway sends to the bot and the page to its tabs. `touch` checks the conditions that tests wait for.
"""

# ruff: noqa: ASYNC109 - a test says how long it is ready to wait, in the call that waits
from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from playground.world import payloads
from playground.world.activities import Activities
from playground.world.clock import Clock, Snowflakes, iso
from playground.world.events import Event, Intent, Listener
from playground.world.permissions import BOT, EVERYONE, find_permission
from playground.world.state import (
    DM,
    GROUP_DM,
    PINNED,
    RECIPIENT_ADD,
    TEXT,
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
)

Json = dict[str, Any]
T = TypeVar("T")


OLD_AFTER = 3600.0
"""Seconds after which a message counts as old, and its edits are limited."""


class World:
    """All state of the playground.

    Takes the clock, a callable that returns the address under which files are served, and the bot's name.
    `for_users` is True while users may install the app for themselves. `listeners` receive every event; `watchers` are
    called for the changes that no event announces.
    """

    def __init__(self, clock: Clock, files_url: Callable[[], str], bot_name: str) -> None:
        self.clock = clock
        self.files_url = files_url
        self.snowflake = Snowflakes(clock)
        self.bot = User(self.snowflake(), bot_name, bot=True)
        self.old_after = OLD_AFTER
        self.for_users = True
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.attachments: dict[int, Attachment] = {}
        self.emojis: dict[int, Emoji] = {}
        self.listeners: list[Listener] = []
        self.watchers: list[Callable[[], None]] = []
        self.activities = Activities(self.bot.id, clock, self.snowflake, self.announce)
        self._waiting: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []

    # -- events --------------------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Pass an event to every listener, then check the conditions that are waited for."""
        for listener in self.listeners:
            listener(event)
        self.touch()

    def announce(self) -> None:
        """Announce a change that has no event, such as of commands or emojis, or a bot that connected or left."""
        for watcher in self.watchers:
            watcher()
        self.touch()

    def touch(self) -> None:
        """Check the conditions that are waited for, since something has changed."""
        if not self._waiting:
            return
        waiting: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        for condition, future in self._waiting:
            if future.done():
                continue
            try:
                result = condition()
            except Exception as error:  # noqa: BLE001 - it is the waiter's own, and is handed to them
                future.set_exception(error)
                continue
            if result:
                future.set_result(result)
            else:
                waiting.append((condition, future))
        self._waiting = waiting

    async def until(self, condition: Callable[[], T], timeout: float) -> T:
        """Wait until `condition()` is true, checking it at each change, and return its value.

        Raises TimeoutError after `timeout` seconds, and any error that the condition raises.
        """
        if result := condition():
            return result
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

    def add_guild(self, name: str, owner: User, *, invited: bool = True) -> Guild:
        """Make a server that `owner` owns, with the bot in it if it is `invited`."""
        guild_id = self.snowflake()
        # Discord gives this role the id of its guild.
        everyone = Role(guild_id, "@everyone", EVERYONE, position=0)
        guild = Guild(guild_id, name, owner.id, everyone, {guild_id: everyone}, present=False)
        self.guilds[guild_id] = guild
        self.join(guild, owner)
        if invited:
            self.invite_bot(guild)
        return guild

    @property
    def default_guild(self) -> Guild:
        """The first server, which calls use if they name none."""
        return next(iter(self.guilds.values()))

    def join(self, guild: Guild, user: User) -> Member:
        """Let `user` into `guild`."""
        member = Member(user, guild, self.clock())
        guild.members[user.id] = member
        data = {**payloads.member_json(member), "guild_id": str(guild.id)}
        self.emit(Event("GUILD_MEMBER_ADD", data, guild.id, Intent.GUILD_MEMBERS, member))
        return member

    def leave(self, member: Member) -> None:
        """Let a member leave the server."""
        guild = member.guild
        if guild.members.pop(member.id, None) is None:
            return
        self.activities.see_out(member.user, lambda channel: channel.guild is guild)
        data = {"guild_id": str(guild.id), "user": payloads.user_json(member.user)}
        self.emit(Event("GUILD_MEMBER_REMOVE", data, guild.id, Intent.GUILD_MEMBERS, member))

    def member_changed(self, member: Member) -> None:
        """Announce that a member's name or roles changed."""
        data = {**payloads.member_json(member), "guild_id": str(member.guild.id)}
        intent = 0 if member.user is self.bot else Intent.GUILD_MEMBERS
        self.emit(Event("GUILD_MEMBER_UPDATE", data, member.guild.id, intent, member))

    def invite_bot(self, guild: Guild) -> None:
        """Put the bot into `guild`, with a role of its own."""
        if guild.present:
            return
        # Discord makes such a role with every invitation, and removes it with the bot.
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

    def begin_outage(self, guild: Guild, *, rest: bool = False) -> None:
        """Make `guild` unavailable on the gateway, and with `rest` to requests too (503)."""
        guild.available, guild.rest_down = False, rest
        data = {"id": str(guild.id), "unavailable": True}
        self.emit(Event("GUILD_DELETE", data, guild.id, Intent.GUILDS, guild))

    def end_outage(self, guild: Guild) -> None:
        """Make `guild` available again."""
        guild.available, guild.rest_down = True, False
        self.emit(Event("GUILD_CREATE", None, guild.id, Intent.GUILDS, guild))

    def bot_member(self, guild: Guild) -> Member | None:
        """Return the bot as a member of `guild`, or None if it is not there."""
        return guild.members.get(self.bot.id)

    def add_role(self, guild: Guild, name: str, permissions: int = 0, *, mentionable: bool = False) -> Role:
        """Make a role with these permission bits, which everyone may mention if it is `mentionable`."""
        role = Role(self.snowflake(), name, permissions, position=len(guild.roles), mentionable=mentionable)
        guild.roles[role.id] = role
        self._role_event("GUILD_ROLE_CREATE", guild, role)
        return role

    def _role_event(self, name: str, guild: Guild, role: Role) -> None:
        data = {"guild_id": str(guild.id), "role": payloads.role_json(role)}
        self.emit(Event(name, data, guild.id, Intent.GUILDS, guild))

    def add_channel(self, guild: Guild, name: str, kind: int = TEXT, *, topic: str | None = None) -> Channel:
        """Make a text channel, or one of another kind, such as a forum."""
        position = len(guild.channels)
        channel = Channel(self.snowflake(), name, guild, kind, position=position, topic=topic)
        channel.created = self.clock()
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self._channel_event("CREATE", channel)
        return channel

    def add_thread(
        self, parent: Channel, name: str, kind: int, owner: User, thread_id: int | None = None
    ) -> Channel:
        """Make a thread under `parent`; in a forum that is a post. One begun on a message takes that message's id."""
        guild = parent.guild
        assert guild is not None
        thread = Channel(thread_id or self.snowflake(), name, guild, kind, parent=parent)
        thread.owner_id, thread.created = owner.id, self.clock()
        thread.thread_members[owner.id] = self.clock()
        guild.threads[thread.id] = self.channels[thread.id] = thread
        self._channel_event("CREATE", thread, newly_created=True)
        return thread

    def let_in(self, thread: Channel, user: User, by: User) -> None:
        """Let `user` into a thread; a message there announces it, unless they joined by themselves."""
        if user.id in thread.thread_members:
            return
        guild = thread.guild
        assert guild is not None
        thread.thread_members[user.id] = self.clock()
        data: Json = {
            "id": str(thread.id),
            "guild_id": str(guild.id),
            "member_count": len(thread.thread_members),
            "added_members": [payloads.thread_member_json(thread, user.id)],
        }
        # only bots with this intent are told about other members
        intent = Intent.GUILDS if user is self.bot else Intent.GUILD_MEMBERS
        if user is self.bot:
            self._channel_event("CREATE", thread)
        self.emit(Event("THREAD_MEMBERS_UPDATE", data, guild.id, intent, thread))
        if by is not user:
            line = Message(self.snowflake(), thread, by, self.clock(), type=RECIPIENT_ADD)
            line.pings = [user]
            self.add_message(line)

    def direct_channel(self, user: User) -> Channel:
        """Return the conversation between the bot and `user`, and make it if there is none."""
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        channel = Channel(self.snowflake(), user.name, None, DM, recipient=user)
        self.channels[channel.id] = channel
        return channel

    def add_conversation(self, name: str, people: Sequence[User]) -> Channel:
        """Make a conversation without the bot: between two, or a group that has a name."""
        kind = DM if len(people) == 2 else GROUP_DM
        channel = Channel(self.snowflake(), name, None, kind, people=list(people))
        self.channels[channel.id] = channel
        self.announce()
        return channel

    def install_app(self, user: User) -> None:
        """Let a user install the app for themselves, so that its commands follow them everywhere."""
        user.has_app = True
        self.announce()

    def archive_thread(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread. Only members who manage threads can open a locked one."""
        thread.archived, thread.locked = True, locked
        self.channel_changed(thread)

    def channel_changed(self, channel: Channel) -> None:
        """Announce that a channel or thread changed."""
        self._channel_event("UPDATE", channel)

    def delete_channel(self, channel: Channel) -> None:
        """Remove a channel or thread, with everything in it."""
        guild = channel.guild
        if channel.deleted or guild is None:
            return
        # Tests and tabs may still hold the object: the flag tells them.
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
        data = {**payloads.channel_json(channel), **more}
        self.emit(Event(f"{kind}_{verb}", data, channel.guild.id, Intent.GUILDS, channel))

    def overwrite(
        self, channel: Channel, target: Member | Role | None, name: str, allowed: bool | None
    ) -> None:
        """Allow or deny the permission called `name` in `channel`, or with None leave it to the roles.

        `target` is a member or role; None is the bot. Raises LookupError in a direct conversation.
        """
        if channel.guild is None:
            raise LookupError("a direct conversation has no permissions")
        if target is None:
            target = channel.guild.members[self.bot.id]
        bit = int(find_permission(name))
        parent = channel.parent or channel
        entry = parent.overwrites.setdefault(target.id, Overwrite(target.id, isinstance(target, Role)))
        entry.allow &= ~bit
        entry.deny &= ~bit
        if allowed is True:
            entry.allow |= bit
        elif allowed is False:
            entry.deny |= bit
        self.channel_changed(parent)

    # -- scheduled events ----------------------------------------------------------------------------------

    def add_scheduled_event(self, guild: Guild, event: ScheduledEvent) -> None:
        """Put an event on a server's calendar."""
        guild.scheduled_events[event.id] = event
        self._scheduled("CREATE", guild, event)

    def scheduled_event_changed(self, guild: Guild, event: ScheduledEvent) -> None:
        """Announce that an event changed."""
        self._scheduled("UPDATE", guild, event)

    def delete_scheduled_event(self, guild: Guild, event: ScheduledEvent) -> None:
        """Take an event off the calendar."""
        if guild.scheduled_events.pop(event.id, None) is not None:
            self._scheduled("DELETE", guild, event)

    def _scheduled(self, verb: str, guild: Guild, event: ScheduledEvent) -> None:
        data = payloads.scheduled_event_json(guild, event)
        self.emit(
            Event(f"GUILD_SCHEDULED_EVENT_{verb}", data, guild.id, Intent.GUILD_SCHEDULED_EVENTS, guild)
        )

    # -- messages -------------------------------------------------------------------------------------------

    def add_message(self, message: Message) -> None:
        """Post a message in its channel."""
        message.channel.history[message.id] = message
        for attachment in message.attachments:
            self.attachments[attachment.id] = attachment
        self._message_event("MESSAGE_CREATE", message)

    def message_changed(self, message: Message) -> None:
        """Announce that a message was edited."""
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

    def delete_messages(self, channel: Channel, messages: Sequence[Message]) -> None:
        """Remove several messages of a channel at once."""
        for message in messages:
            message.deleted = True
            channel.history.pop(message.id, None)
            for attachment in message.attachments:
                self.attachments.pop(attachment.id, None)
        data = {"ids": [str(message.id) for message in messages], **payloads.place_json(channel)}
        self._channel_wide(
            "MESSAGE_DELETE_BULK", data, channel, Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES
        )

    def react(self, message: Message, user: User, emoji: str) -> None:
        """Let a user react to a message. A second time changes nothing."""
        users = message.reactions.setdefault(emoji, [])
        if user in users:
            return
        users.append(user)
        data = {
            "user_id": str(user.id),
            "emoji": payloads.partial_emoji_json(emoji),
            "burst": False,
            "type": 0,
        }
        data["message_author_id"] = str(message.author.id)
        guild = message.channel.guild
        if guild is not None and user.id in guild.members:
            data["member"] = payloads.member_json(guild.members[user.id])
        self._reaction("ADD", message, data)

    def take_reactions(self, message: Message, emoji: str | None = None, user: User | None = None) -> None:
        """Take reactions off a message: all, those with one emoji, or that of one user."""
        if user is None:
            for each in [emoji] if emoji is not None else [*message.reactions]:
                message.reactions.pop(each, None)
            data: Json = {} if emoji is None else {"emoji": payloads.partial_emoji_json(emoji)}
            self._reaction("REMOVE_ALL" if emoji is None else "REMOVE_EMOJI", message, data)
        elif emoji is not None and user in message.reactions.get(emoji, ()):
            message.reactions[emoji].remove(user)
            if not message.reactions[emoji]:
                del message.reactions[emoji]
            data = {
                "user_id": str(user.id),
                "emoji": payloads.partial_emoji_json(emoji),
                "burst": False,
                "type": 0,
            }
            self._reaction("REMOVE", message, data)

    def _reaction(self, verb: str, message: Message, data: Json) -> None:
        message.payload = None  # its JSON has the reactions
        data = {"message_id": str(message.id), **payloads.place_json(message.channel), **data}
        self._channel_wide(
            f"MESSAGE_REACTION_{verb}",
            data,
            message.channel,
            Intent.GUILD_MESSAGE_REACTIONS,
            Intent.DIRECT_MESSAGE_REACTIONS,
        )

    def pin(self, message: Message, by: User | None) -> None:
        """Pin a message, and let a line in its channel say so; take it off the pins if nobody does it."""
        if (message.pinned is None) == (by is None):
            return
        message.pinned, message.payload = None if by is None else self.clock(), None
        channel = message.channel
        pins = [each.pinned for each in channel.history.values() if each.pinned is not None]
        data = {
            **payloads.place_json(channel),
            "last_pin_timestamp": iso(max(pins)) if pins else None,
        }
        self._channel_wide("CHANNEL_PINS_UPDATE", data, channel, Intent.GUILDS, 0)
        self._message_event("MESSAGE_UPDATE", message)
        if by is not None:
            line = Message(self.snowflake(), channel, by, self.clock(), type=PINNED)
            line.reply_to = message.id
            self.add_message(line)

    def webhooks_changed(self, channel: Channel) -> None:
        """Announce that the webhooks of a channel changed."""
        self._channel_wide("WEBHOOKS_UPDATE", payloads.place_json(channel), channel, Intent.GUILD_WEBHOOKS, 0)

    def add_invite(self, guild: Guild, invite: Invite) -> None:
        """Make an invitation to a server."""
        guild.invites[invite.code] = invite
        data = payloads.invite_event_json(invite)
        self._channel_wide("INVITE_CREATE", data, invite.channel, Intent.GUILD_INVITES, 0)

    def delete_invite(self, guild: Guild, invite: Invite) -> None:
        """Take an invitation back."""
        del guild.invites[invite.code]
        data = {**payloads.place_json(invite.channel), "code": invite.code}
        self._channel_wide("INVITE_DELETE", data, invite.channel, Intent.GUILD_INVITES, 0)

    def _channel_wide(self, name: str, data: Json, channel: Channel, intent: int, direct: int) -> None:
        """Emit an event of a channel; bots need one intent in a server and another in a conversation."""
        guild = channel.guild
        self.emit(Event(name, data, guild.id if guild else None, intent if guild else direct, channel))

    def dismiss_message(self, message: Message) -> None:
        """Hide an ephemeral message from its viewer; for the bot it still exists."""
        message.dismissed = True
        self.announce()

    def _message_event(self, name: str, message: Message) -> None:
        self._emit_message(name, None, message)

    def _emit_message(self, name: str, data: Json | None, message: Message) -> None:
        guild = message.channel.guild
        intent = Intent.DIRECT_MESSAGES if guild is None else Intent.GUILD_MESSAGES
        self.emit(Event(name, data, guild.id if guild else None, intent, message))
