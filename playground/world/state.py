"""The things a Discord server is made of, as plain dataclasses.

Nothing here speaks HTTP, checks anything or announces anything: `World` changes these objects and emits an event for
each change, and `payloads` writes them as Discord does. Ids are integers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playground.world import components as parts

Json = dict[str, Any]

# Types of channels and flags of messages; the numbers are Discord's.
TEXT, DM, GROUP_DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 3, 11, 12
MAX_THREAD_NAME = 100
"""The most letters of a thread's name."""
ANNOUNCEMENT, STAGE, FORUM, MEDIA = 5, 13, 15, 16

PINNED = 6
"""The type of the message that announces a pin."""
RECIPIENT_ADD = 1
"""The type of the message that announces a new member of a thread."""
COMMAND_ANSWER = 20
"""The type of the message that answers a slash command."""

EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS = 1 << 2, 1 << 12


@dataclass(slots=True)
class User:
    """An account: a person's or a bot's."""

    id: int
    name: str
    bot: bool = False
    accepts_dms: bool = True
    has_app: bool = False
    """True once they have installed the app for themselves, and so have it wherever they go."""
    locale: str = "en-US"
    """The language of their Discord."""

    @property
    def mention(self) -> str:
        """The text that mentions this user."""
        return f"<@{self.id}>"


@dataclass(slots=True)
class Role:
    """A role of a guild. Permissions are Discord's bits."""

    id: int
    name: str
    permissions: int = 0
    position: int = 1
    colour: int = 0
    bot_id: int | None = None
    mentionable: bool = False


@dataclass(slots=True)
class Overwrite:
    """A channel's exception for one role or member."""

    id: int
    is_role: bool
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Member:
    """A user in a guild."""

    user: User
    guild: Guild
    joined: float
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The name that the others see."""
        return self.nick or self.user.name


@dataclass(slots=True)
class Attachment:
    """A file that was sent with a message."""

    id: int
    filename: str
    content: bytes
    content_type: str
    description: str | None = None
    title: str | None = None
    width: int | None = None
    height: int | None = None
    url: str = ""
    in_component: bool = False
    """True while a component of the message shows it; such files are not among the message's own."""


@dataclass(slots=True)
class Emoji:
    """An emoji that belongs to the application."""

    id: int
    name: str
    image: bytes
    content_type: str

    @property
    def animated(self) -> bool:
        """True for a moving picture."""
        return self.content_type == "image/gif"


@dataclass(slots=True, eq=False)
class ScheduledEvent:
    """An event of a guild outside of voice channels, once or repeated."""

    id: int
    name: str
    description: str | None
    creator: User
    starts: str
    ends: str
    location: str
    status: int = 1
    recurrence: Json | None = None


@dataclass(slots=True, eq=False)
class Webhook:
    """A way for others to write into a channel, under a name of its own. Whoever has the `token` may use it."""

    id: int
    name: str
    channel: Channel
    creator: User
    token: str


@dataclass(slots=True, eq=False)
class Invite:
    """An invitation to a server, by way of one of its channels. After `max_age` seconds it is over; 0 is never."""

    code: str
    channel: Channel
    inviter: User
    created: float
    max_age: int = 86_400
    max_uses: int = 0
    temporary: bool = False


@dataclass(slots=True, eq=False)
class Message:
    """A message in a channel. An ephemeral one has a `viewer`, the only member that sees it."""

    id: int
    channel: Channel
    author: User
    created: float
    content: str = ""
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    edited: float | None = None
    type: int = 0
    viewer: User | None = None
    pings: list[User] = field(default_factory=list)
    role_pings: list[Role] = field(default_factory=list)
    pings_everyone: bool = False
    reply_to: int | None = None
    application_id: int | None = None
    webhook: Webhook | None = None
    interaction: Json | None = None
    nonce: str | int | None = None
    deleted: bool = False
    dismissed: bool = False
    """True once its viewer's app no longer shows it. It is still there for the bot, which is not told."""
    thread: Channel | None = None
    reactions: dict[str, list[User]] = field(default_factory=dict)
    """Who has reacted, by emoji: a sign, or the name and id of one of the application's as `fox:123`."""
    pinned: float | None = None
    """When it was pinned."""
    edits: int = 0
    payload: Json | None = None
    """The JSON that `payloads.message_json` wrote last. The world drops it at every change."""

    @property
    def ephemeral(self) -> bool:
        """True if only one member sees it."""
        return self.viewer is not None

    @property
    def loading(self) -> bool:
        """True while it says that the bot is thinking."""
        return bool(self.flags & LOADING)

    @property
    def is_v2(self) -> bool:
        """True if it is made of Components V2."""
        return bool(self.flags & COMPONENTS_V2)

    @property
    def text(self) -> str:
        """Everything readable in it, one piece per line."""
        pieces = [self.content] if self.content else []
        pieces += parts.embed_text(self.embeds)
        pieces += parts.texts(self.components)
        return "\n".join(pieces)

    @property
    def buttons(self) -> list[parts.Button]:
        """Its buttons, in reading order."""
        return parts.buttons(self.components)

    @property
    def selects(self) -> list[parts.Select]:
        """Its selects, in reading order."""
        return parts.selects(self.components)

    def notifies(self, user: User) -> bool:
        """Return True if Discord tells `user` of it: it mentions them, or a role of theirs, or everyone."""
        if self.pings_everyone or any(each.id == user.id for each in self.pings):
            return True
        member = self.channel.guild.members.get(user.id) if self.channel.guild is not None else None
        return member is not None and any(role in member.roles for role in self.role_pings)

    def visible_to(self, user: User) -> bool:
        """Return True if `user` sees it, given that they see the channel."""
        return not (self.deleted or self.dismissed) and (self.viewer is None or self.viewer.id == user.id)


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, a thread (which has a `parent`), or a direct conversation (which has no guild).

    A conversation with the bot has a `recipient`; one without the bot, among two or in a group, has `people`.
    """

    id: int
    name: str
    guild: Guild | None
    type: int = TEXT
    position: int = 0
    topic: str | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    history: dict[int, Message] = field(default_factory=dict)
    parent: Channel | None = None
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    """Of a private thread: whether its members may let others in."""
    created: float = 0.0
    thread_members: dict[int, float] = field(default_factory=dict)
    recipient: User | None = None
    people: list[User] = field(default_factory=list)
    deleted: bool = False
    slowmode: int = 0
    archives_after: int = 1440
    """Of a thread: the minutes of silence after which Discord archives it."""
    webhooks: dict[int, Webhook] = field(default_factory=dict)
    old_edits: list[float] = field(default_factory=list)
    """The times of recent edits of its old messages, which Discord limits."""

    @property
    def is_thread(self) -> bool:
        """True for a thread."""
        return self.parent is not None

    @property
    def has_posts_only(self) -> bool:
        """True for a forum or media channel, where every message belongs to a post, which is a thread."""
        return self.type in (FORUM, MEDIA)

    @property
    def private(self) -> bool:
        """True for a private thread."""
        return self.type == PRIVATE_THREAD

    @property
    def mention(self) -> str:
        """The text that links to it."""
        return f"<#{self.id}>"

    @property
    def messages(self) -> list[Message]:
        """The messages that every member sees here, oldest first."""
        return [message for message in self.history.values() if message.viewer is None]

    def messages_for(self, user: User) -> list[Message]:
        """Return the messages that `user` sees here, their ephemeral ones included, oldest first."""
        return [message for message in self.history.values() if message.visible_to(user)]

    def message(self, message_id: int) -> Message | None:
        """Return the message with this id, or None if it was deleted."""
        return self.history.get(message_id)


@dataclass(slots=True, eq=False)
class Guild:
    """A server.

    `present` is True while the bot is in it, `available` while the gateway can reach it, `rest_down` while requests
    about it are answered with 503.
    """

    id: int
    name: str
    owner_id: int
    everyone: Role
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    threads: dict[int, Channel] = field(default_factory=dict)
    scheduled_events: dict[int, ScheduledEvent] = field(default_factory=dict)
    invites: dict[str, Invite] = field(default_factory=dict)
    present: bool = True
    available: bool = True
    rest_down: bool = False
    locale: str = "en-US"
    bot_joined: float = 0.0

    def channel(self, name: str) -> Channel:
        """Return the channel or thread called `name`. Raises LookupError if there is none."""
        channels = [*self.channels.values(), *self.threads.values()]
        for channel in channels:
            if channel.name == name:
                return channel
        known = ", ".join(channel.name for channel in channels)
        raise LookupError(f"no channel is called {name!r} in {self.name}; there are {known}")
