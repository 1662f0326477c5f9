"""The bot as features see it: Discord's client, and the services of the process, found by their type."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

import discord
from discord.ext import commands

from bot.places.place import Place, PlaceKind

T = TypeVar("T")


class App(commands.AutoShardedBot):
    """The client that extensions see, with the services of the process.

    A service is an object of which the process has one, such as the store. Its maker provides it; everyone else finds
    it by its type, so that nobody has to know where it was made:

        bot.provide(Seasons(bot.service(Store)))      # in the `setup` of leaderboards
        seasons = bot.service(Seasons)
    """

    pictures: bool
    """True if cards, dice and tables are drawn; otherwise plain signs and words say the same."""
    stopping = False
    """True once the bot is stopping: presses are told that it is restarting."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._services: dict[type, object] = {}
        self.answered_first: Callable[[float], None] = lambda seconds: None
        """Called with the seconds that an interaction waited for its first answer."""
        self.refusals: list[Callable[[int, int | None], str | None]] = []
        """Asked before each command and press, with the ids of the user and of the server: a sentence refuses it."""
        self.entry_point: Callable[[discord.Interaction[Any]], Awaitable[None]] | None = None
        """Answers the command that Discord makes for an application with an Activity, where it leaves that to us."""
        self.when_serving: list[Callable[[App], None]] = []
        """Called once the bot has logged in and has its tables, before anything is heard from Discord."""
        self.before_stop: list[Callable[[], Awaitable[None]]] = []
        """Awaited before the tables stop, for features that play at tables by themselves."""

    def refusal_of(self, user_id: int, guild_id: int | None) -> str | None:
        """Return the sentence that keeps a person or a server from using the bot, if there is one."""
        for refuse in self.refusals:
            sentence = refuse(user_id, guild_id)
            if sentence is not None:
                return sentence
        return None

    def provide(self, service: object) -> None:
        """Let others find a service by its type."""
        self._services[type(service)] = service

    def withdraw(self, kind: type) -> None:
        """Remove a service that its extension no longer provides."""
        self._services.pop(kind, None)

    def service(self, kind: type[T]) -> T:
        """Return the service of this type. Raises `LookupError` if no loaded extension provides it."""
        found: Any = self._services.get(kind)
        if found is None:
            raise LookupError(f"nothing that is loaded provides a {kind.__name__}")
        service: T = found
        return service

    def find_service(self, kind: type[T]) -> T | None:
        """Return the service of this type; None if no loaded extension provides it."""
        return cast("T | None", self._services.get(kind))

    def parent_of(self, channel_id: int) -> int | None:
        """Return the channel that a thread belongs to; None for any other channel."""
        channel = self.get_channel(channel_id)
        return channel.parent_id if isinstance(channel, discord.Thread) else None

    def is_in_server(self, guild_id: int) -> bool:
        """Return True if the bot is a member of a server."""
        raise NotImplementedError

    def place_of(self, guild_id: int | None, channel_id: int | None) -> Place:
        """Return the place of a channel: a server with the bot or without it, or a direct conversation."""
        if guild_id is None:
            assert channel_id is not None, "every command is used in a channel"
            return Place(PlaceKind.CONVERSATION, channel_id)
        return Place(PlaceKind.GUILD if self.is_in_server(guild_id) else PlaceKind.UNINVITED, guild_id)

    def language_in(self, place: Place) -> str:
        """Return the language of what everyone in a place reads."""
        raise NotImplementedError

    def draws_for(self, user_id: int | None) -> bool:
        """Return whether what only this person sees has pictures; None stands for everyone."""
        raise NotImplementedError

    @property
    def is_cut_off(self) -> bool:
        """True while another process may serve in place of this one: nothing more of the tables is shown then."""
        raise NotImplementedError

    async def give_way(self) -> None:
        """Let the process that may serve in place of this one answer an interaction first, which both have got."""
        raise NotImplementedError

    def is_first_delivery(self, interaction_id: int) -> bool:
        """Return False for a repeated interaction, which Discord may send when a session is resumed."""
        raise NotImplementedError
