"""The things a Discord server is made of, as plain dataclasses.

Nothing here speaks HTTP or JSON and nothing here checks anything: `world` changes these objects and tells who
listens, `payloads` writes them as Discord does. Ids are integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playground.members import components as parts
from playground.world.permissions import EVERYONE

if TYPE_CHECKING:
    from playground.world.world import World

Json = dict[str, Any]

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12

EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS = 1 << 2, 1 << 12


@dataclass(slots=True)
class User:
    """Somebody with an account: a person or a bot."""

    id: int
    name: str
    bot: bool = False
    accepts_dms: bool = True

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


@dataclass(slots=True)
class Emoji:
    """An emoji that belongs to the application."""

    id: int
    name: str
    image: bytes
    content_type: str

    @property
    def animated(self) -> bool:
        """Whether it moves."""
        return self.content_type == "image/gif"


@dataclass(slots=True, eq=False)
class Message:
    """A message in a channel. An ephemeral one has a `viewer`, the only member who sees it."""

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
    pings_everyone: bool = False
    reply_to: int | None = None
    application_id: int | None = None
    interaction: Json | None = None
    nonce: str | int | None = None
    deleted: bool = False
    thread: Channel | None = None
    edits: int = 0
    old_edits: list[float] = field(default_factory=list)
    payload: Json | None = None
    """What `payloads.message` wrote last; the world forgets it at every change."""

    @property
    def ephemeral(self) -> bool:
        """Whether only one member sees it."""
        return self.viewer is not None

    @property
    def loading(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return bool(self.flags & LOADING)

    @property
    def is_v2(self) -> bool:
        """Whether it is made of Components V2."""
        return bool(self.flags & COMPONENTS_V2)

    @property
    def text(self) -> str:
        """Everything readable in it, flattened, a line a piece."""
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

    def visible_to(self, user: User) -> bool:
        """Whether `user` sees it, if they see the channel."""
        return not self.deleted and (self.viewer is None or self.viewer.id == user.id)

    def delete(self) -> None:
        """Remove it, as a moderator would."""
        self.channel.world.delete_message(self)


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, a thread (which has a `parent`), or a direct conversation (which has no guild)."""

    id: int
    world: World
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
    created: float = 0.0
    thread_members: dict[int, float] = field(default_factory=dict)
    recipient: User | None = None
    deleted: bool = False
    slowmode: int = 0

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return self.parent is not None

    @property
    def private(self) -> bool:
        """Whether it is a private thread."""
        return self.type == PRIVATE_THREAD

    @property
    def mention(self) -> str:
        """The text that links to it."""
        return f"<#{self.id}>"

    @property
    def messages(self) -> list[Message]:
        """The messages that everybody here sees, oldest first."""
        return [message for message in self.history.values() if message.viewer is None]

    def messages_for(self, user: User) -> list[Message]:
        """The messages that `user` sees here, their own ephemeral ones included, oldest first."""
        return [message for message in self.history.values() if message.visible_to(user)]

    def message(self, message_id: int) -> Message | None:
        """The message with this id, if it is still there."""
        return self.history.get(message_id)

    def delete(self) -> None:
        """Remove the channel or thread, with its threads."""
        self.world.delete_channel(self)

    def archive(self, *, locked: bool = False) -> None:
        """Archive this thread; a locked one opens only to those who manage threads."""
        self.archived, self.locked = True, locked
        self.world.channel_changed(self)


@dataclass(slots=True, eq=False)
class Guild:
    """A server. `present` is whether the bot is in it, `available` whether Discord can reach it now."""

    id: int
    world: World
    name: str
    owner_id: int
    everyone: Role
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    threads: dict[int, Channel] = field(default_factory=dict)
    present: bool = True
    available: bool = True
    rest_down: bool = False
    locale: str = "en-US"
    bot_joined: float = 0.0

    def channel(self, name: str) -> Channel:
        """The channel or thread called `name`. Raises LookupError if there is none."""
        return _named((*self.channels.values(), *self.threads.values()), name, f"in {self.name}")

    def add_channel(self, name: str, *, topic: str | None = None) -> Channel:
        """Make a text channel."""
        return self.world.add_channel(self, name, topic=topic)

    def add_role(self, name: str, permissions: int = 0) -> Role:
        """Make a role with these permission bits."""
        return self.world.add_role(self, name, permissions)

    def remove_bot(self) -> None:
        """Kick the bot out of this server."""
        self.world.remove_bot(self)

    def invite_bot(self) -> None:
        """Bring the bot (back) in."""
        self.world.invite_bot(self)

    def outage(self, *, rest: bool = False) -> None:
        """Make the server unavailable on the gateway, and with `rest` to requests too (503)."""
        self.world.set_available(self, False, rest_down=rest)

    def back(self) -> None:
        """End an outage."""
        self.world.set_available(self, True)


def everyone_role(guild_id: int) -> Role:
    """The role that everybody has; its id is the guild's."""
    return Role(guild_id, "@everyone", EVERYONE, position=0)


def _named(things: Iterable[Channel], name: str, where: str) -> Channel:
    things = list(things)
    for thing in things:
        if thing.name == name:
            return thing
    there = ", ".join(thing.name for thing in things)
    raise LookupError(f"no channel is called {name!r} {where}; there are {there}")
