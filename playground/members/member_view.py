"""What a member sees of the playground: messages, commands, what they are allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.errors import NotPressable
from playground.members import command_parser
from playground.world.permissions import Permission, in_channel, named
from playground.world.state import Channel, Guild, Member, Message, User

if TYPE_CHECKING:
    from playground.server import Playground

Json = dict[str, Any]


class MemberView:
    """A member, and what stands before their eyes."""

    def __init__(self, playground: Playground, user: User) -> None:
        self.playground = playground
        self.user = user

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The user's name."""
        return self.user.name

    @property
    def mention(self) -> str:
        """The text that mentions them."""
        return self.user.mention

    def member_of(self, guild: Guild) -> Member:
        """Them as a member of `guild`. Raises LookupError if they are not in it."""
        try:
            return guild.members[self.id]
        except KeyError:
            raise LookupError(f"{self.name} is not in {guild.name}") from None

    def messages(self, channel: Channel) -> list[Message]:
        """What they see in `channel`, oldest first, their own ephemeral messages included."""
        return channel.messages_for(self.user)

    def ephemerals(self, channel: Channel) -> list[Message]:
        """The messages in `channel` that only they see, oldest first."""
        return [message for message in self.messages(channel) if message.ephemeral]

    @property
    def direct_messages(self) -> list[Message]:
        """What the bot and they wrote to each other, oldest first."""
        return self.playground.world.direct_channel(self.user).messages

    def can(self, channel: Channel, permission: str) -> bool:
        """Whether they hold a permission, such as "send_messages", in `channel`."""
        return bool(self._allowed(channel) & int(named(permission)))

    def commands(self, channel: Channel) -> list[str]:
        """The slash commands that they are offered in `channel`, with their subcommands, as words."""
        offered = command_parser.offered(self.playground, channel, self.user)
        return [words for command in offered for words in command_parser.leaves(command, command["name"])]

    def _allowed(self, channel: Channel) -> int:
        if channel.guild is None:
            return ~0
        return in_channel(self.member_of(channel.guild), channel)

    def _check_place(self, channel: Channel) -> None:
        if not self._allowed(channel) & int(Permission.VIEW_CHANNEL):
            raise NotPressable(f"{self.name} does not see {channel.name}")
