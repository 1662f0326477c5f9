"""A press or a submitted modal as the gateway tells it, without the objects that discord.py makes of every interaction.

Server, channel, member, roles and message are six objects, and a press needs a handful of their fields. So these are
read by themselves. Whatever else a caller asks of the interaction, discord.py reads then, from the same event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord
import msgspec

from bot.person import Person
from db.backend.names import Name

PRESSES = frozenset(
    kind.value for kind in (discord.InteractionType.component, discord.InteractionType.modal_submit)
)
"""The types of interaction that are presses, as Discord numbers them."""
PRIVATE = discord.MessageFlags.ephemeral.flag
MANAGES = discord.Permissions.manage_guild.flag


class PressedMessage(msgspec.Struct, frozen=True):
    """The message that was pressed."""

    id: int
    channel_id: int | None = None
    flags: int = 0
    components: tuple[Any, ...] = ()
    """As Discord describes them."""

    @property
    def is_private(self) -> bool:
        """True if only the presser sees it."""
        return bool(self.flags & PRIVATE)


class _User(msgspec.Struct):
    id: int
    username: str
    global_name: str | None = None


class _Member(msgspec.Struct):
    user: _User
    nick: str | None = None
    roles: tuple[int, ...] = ()
    permissions: int = 0


class _Event(msgspec.Struct):
    """The fields of the event that are read. Those that Discord documents as optional have a default."""

    id: int
    type: int
    token: str
    application_id: int
    data: dict[str, Any]
    guild_id: int | None = None
    locale: str | None = None
    guild_locale: str | None = None
    channel_id: int | None = None
    member: _Member | None = None
    user: _User | None = None
    message: PressedMessage | None = None


class Pressed(discord.Interaction[Any]):
    """A press or a submitted modal. Making one raises `ValueError` if the event lacks what every press has."""

    __slots__ = ("_channel_id", "_event", "person", "pressed", "told_locale", "told_place_locale")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            event, self._event = self._event, None
            if event is None or name.startswith("_cs_"):
                # what the library finds out at its first use
                self._event = event
                raise AttributeError(name)
            super()._from_data(_complete(event))
            return getattr(self, name)

    def _from_data(self, data: Any) -> None:
        event = msgspec.convert(data, _Event, strict=False)
        self._event: Mapping[str, Any] | None = data
        self.id, self.type, self.token = event.id, discord.InteractionType(event.type), event.token
        self.application_id, self.guild_id = event.application_id, event.guild_id
        self.data: Any = event.data
        self.pressed = event.message
        """The message that was pressed; None for a modal that a command has opened."""
        on = event.message.channel_id if event.message is not None else None
        self._channel_id = event.channel_id or on
        self.told_locale, self.told_place_locale = event.locale, event.guild_locale
        """The languages of the presser and of the server, as Discord names them."""
        self.person = _person(event)
        """Who pressed."""

    @property
    def channel_id(self) -> int | None:
        """The id of the channel or thread."""
        return self._channel_id


def _person(event: _Event) -> Person:
    """Return who pressed. Raises `ValueError` if the event does not say."""
    member, user = event.member, event.user
    if member is not None and event.guild_id is not None:
        user = member.user
        name = member.nick or user.global_name or user.username
        # the role that everyone has is numbered like the server, and listed nowhere
        roles = frozenset((event.guild_id, *member.roles))
        return Person(user.id, Name(name), bool(member.permissions & MANAGES), roles)
    if user is None:
        raise ValueError("a press by nobody")
    return Person(user.id, Name(user.global_name or user.username))


def pressed_message(interaction: discord.Interaction[Any]) -> PressedMessage | None:
    """Return the message that was pressed; None for a command."""
    return interaction.pressed if isinstance(interaction, Pressed) else None


def is_on_private(interaction: discord.Interaction[Any]) -> bool:
    """Return whether a message was pressed that only the presser sees."""
    pressed = pressed_message(interaction)
    return pressed is not None and pressed.is_private


def is_private_thread(channel: object) -> bool:
    """Return whether a channel is a private thread, which only its members see."""
    return isinstance(channel, discord.Thread) and channel.is_private()


def read_presses(client: discord.Client) -> None:
    """Have a client read presses this way, and other interactions as discord.py does."""
    parse = client._connection.parsers["INTERACTION_CREATE"]

    def parse_interaction(event: Any) -> None:
        if event["type"] in PRESSES:
            client.dispatch("interaction", Pressed(data=event, state=client._connection))
        else:
            parse(_complete(event))

    client._connection.parsers["INTERACTION_CREATE"] = parse_interaction


def _complete(event: Mapping[str, Any]) -> Any:
    """Return an event with what Discord documents as optional and always sends, which discord.py takes for granted.

    Without the permissions nothing is said to be missing: Discord itself refuses what is not allowed. The components
    of a message are left out: discord.py would take long to read them, and they are at hand as Discord wrote them.
    """
    complete = {
        "app_permissions": str(discord.Permissions.all().value),
        "attachment_size_limit": discord.utils.DEFAULT_FILE_SIZE_LIMIT_BYTES,
        **event,
    }
    if event.get("message"):
        complete["message"] = {**event["message"], "components": []}
    channel_id = event.get("channel_id", event.get("message", {}).get("channel_id"))
    if channel_id is not None and not event.get("channel"):
        kind = discord.ChannelType.text if "guild_id" in event else discord.ChannelType.private
        complete["channel"] = {"id": channel_id, "type": kind.value, "name": "", "position": 0}
    return complete
