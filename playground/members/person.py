"""A person: a member to act as, for tests and for the page.

    ann = playground.member("Ann")
    reply = await ann.slash(tavern, "table open", game="threes")
    reply = await ann.press(reply.message, "Sit down")

Each act returns an `Interaction`, by default once the bot has answered it.
"""

# ruff: noqa: ASYNC109 - a test says how long it is ready to wait, in the call that waits
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playground.api import messages
from playground.api.commands import Commands
from playground.api.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Interactions,
    Modal,
)
from playground.api.interactions import Interaction as Interaction
from playground.errors import CommandRefused, FormRefused, NotPressable
from playground.members import command_parser, modal_form
from playground.validate.commands import DISCORD_HANDLER
from playground.world import components as parts
from playground.world.activities import Instance
from playground.world.clock import PATIENCE
from playground.world.permissions import Permission, find_permission, get_channel_permissions
from playground.world.state import (
    MAX_THREAD_NAME,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Guild,
    Member,
    Message,
    Role,
    User,
)
from playground.world.world import World

Json = dict[str, Any]


class Person:
    """A user of Discord's client, who sees what it shows and does what it permits.

    `Playground.member` returns one by name.
    """

    def __init__(self, world: World, interactions: Interactions, commands: Commands, user: User) -> None:
        self.world = world
        self.interactions = interactions
        self._commands = commands
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
        """Return them as a member of `guild`. Raises LookupError if they are not in it."""
        try:
            return guild.members[self.id]
        except KeyError:
            raise LookupError(f"{self.name} is not in {guild.name}") from None

    def messages(self, channel: Channel) -> list[Message]:
        """Return the messages that they see in `channel`, their ephemeral ones included, oldest first."""
        return channel.messages_for(self.user)

    def ephemerals(self, channel: Channel) -> list[Message]:
        """Return the messages in `channel` that only they see, oldest first."""
        return [message for message in self.messages(channel) if message.ephemeral]

    @property
    def direct_messages(self) -> list[Message]:
        """The messages between the bot and them, oldest first."""
        return self.world.direct_channel(self.user).messages

    def can(self, channel: Channel, permission: str) -> bool:
        """Return True if they have a permission, such as "send_messages", in `channel`."""
        return bool(self._allowed(channel) & int(find_permission(permission)))

    def sees(self, channel: Channel) -> bool:
        """Return True if they see `channel`."""
        if channel.guild is None:
            return channel.recipient is self.user or self.user in channel.people
        member = channel.guild.members.get(self.id)
        return member is not None and bool(
            get_channel_permissions(member, channel) & int(Permission.VIEW_CHANNEL)
        )

    def offered_commands(self, channel: Channel) -> list[Json]:
        """Return the slash commands that they are offered in `channel`, as they were registered."""
        return command_parser.get_offered(self._commands, channel, self.user)

    def commands(self, channel: Channel) -> list[str]:
        """Return the slash commands that they are offered in `channel`, such as "table open"."""
        return [
            words
            for command in self.offered_commands(channel)
            for words in command_parser.leaves(command, command["name"])
        ]

    # -- acts ---------------------------------------------------------------------------------------------------

    def say(self, channel: Channel, text: str) -> Message:
        """Write a message."""
        return messages.say(self.world, channel, self.user, text)

    def delete(self, message: Message) -> None:
        """Delete a message of their own, or as a manager of messages anyone's; dismiss an ephemeral one.

        Raises `NotPressable` if they may not.
        """
        if message.viewer is not None:
            self.dismiss(message)
            return
        self._check_message(message)
        if message.author is not self.user and not self.can(message.channel, "manage_messages"):
            raise NotPressable("only its author, or a member who manages messages, can delete that message")
        self.world.delete_message(message)

    def start_thread(self, channel: Channel, name: str, message: Message | None = None) -> Channel:
        """Begin a public thread in `channel`, on one of its messages if they choose one.

        Raises `NotPressable` if they may not, `FormRefused` for a name that Discord's client would not take.
        """
        self._check_place(channel)
        if channel.type != TEXT:
            raise NotPressable("a thread begins in a text channel, not in another thread")
        if not self.can(channel, "create_public_threads"):
            raise NotPressable("you may not create threads here")
        if message is not None:
            self._check_message(message)
            if message.thread is not None or message.viewer is not None:
                raise NotPressable("no thread can begin on that message")
        if not 1 <= len(name.strip()) <= MAX_THREAD_NAME:
            raise FormRefused(f"a thread's name has 1 to {MAX_THREAD_NAME} letters")
        thread = self.world.add_thread(
            channel, name.strip(), PUBLIC_THREAD, self.user, message.id if message is not None else None
        )
        if message is not None:
            message.thread, message.payload = thread, None  # its JSON now has the thread
        return thread

    async def slash(
        self,
        channel: Channel,
        command: str,
        /,
        *,
        wait: bool = True,
        timeout: float = PATIENCE,
        **options: Any,
    ) -> Interaction:
        """Run a slash command, such as "table open", with its options.

        Users, roles and channels are given as objects or ids. Raises `CommandRefused` if Discord's client would not
        send it, TimeoutError if the bot does not answer.
        """
        return await self.run(channel, command, options, wait=wait, timeout=timeout)

    async def run(
        self,
        channel: Channel,
        command: str,
        options: Mapping[str, Any],
        *,
        wait: bool = True,
        timeout: float = PATIENCE,
    ) -> Interaction:
        """Run a slash command as `slash` does, with options that may have any names."""
        self._check_place(channel)
        chosen = command_parser.find(self._commands, channel, command)
        if reason := command_parser.get_refusal(self._commands, chosen.root, channel, self.user):
            raise CommandRefused(reason)
        if not self._allowed(channel) & int(Permission.USE_APPLICATION_COMMANDS):
            raise CommandRefused(f"{self.name} may not use commands in {channel.name}")
        data = command_parser.build_data(self.world, channel, chosen, options)
        return await self._do(COMMAND, channel, data, wait=wait, timeout=timeout)

    async def use_on(
        self,
        channel: Channel,
        command: str,
        target: User | Message,
        *,
        wait: bool = True,
        timeout: float = PATIENCE,
    ) -> Interaction:
        """Use an entry of the menu that Discord's client offers on a member or a message.

        Raises `CommandRefused` if the bot has registered no such entry.
        """
        self._check_place(channel)
        chosen = command_parser.find_menu_command(self._commands, channel, self.user, command, target)
        data = command_parser.build_menu_data(self.world, channel, chosen, target)
        return await self._do(COMMAND, channel, data, wait=wait, timeout=timeout)

    def can_launch(self, channel: Channel) -> bool:
        """Return True if Discord's client offers them the Activity in `channel`."""
        command = self._commands.entry_point
        return command is not None and (
            command_parser.get_refusal(self._commands, command, channel, self.user) is None
        )

    async def launch(
        self, channel: Channel, *, wait: bool = True, timeout: float = PATIENCE
    ) -> Instance | None:
        """Launch the Activity by its Entry Point command, and return the instance; None if the bot opens none.

        Raises `CommandRefused` if Discord's client does not offer it.
        """
        self._check_place(channel)
        command = self._commands.entry_point
        if command is None:
            raise CommandRefused("this application has no Activity")
        if reason := command_parser.get_refusal(self._commands, command, channel, self.user):
            raise CommandRefused(reason)
        if command["handler"] == DISCORD_HANDLER:
            messages.tell_launch(self.world, channel, self.user)
            return self.world.activities.launch(self.user, channel)
        data = {key: command[key] for key in ("id", "name", "type")}
        reply = await self._do(COMMAND, channel, data, wait=wait, timeout=timeout)
        return reply.instance

    async def autocomplete(
        self,
        channel: Channel,
        command: str,
        /,
        *,
        focused: str,
        value: object = "",
        timeout: float = PATIENCE,
        **others: Any,
    ) -> list[tuple[str, Any]]:
        """Return the bot's choices while the option `focused` holds `value`: pairs of name and value."""
        return await self.complete(channel, command, focused, {**others, focused: value}, timeout=timeout)

    async def complete(
        self,
        channel: Channel,
        command: str,
        focused: str,
        options: Mapping[str, Any],
        *,
        timeout: float = PATIENCE,
    ) -> list[tuple[str, Any]]:
        """Return choices as `autocomplete` does, with options that may have any names, `focused` among them."""
        self._check_place(channel)
        chosen = command_parser.find(self._commands, channel, command)
        data = command_parser.build_data(self.world, channel, chosen, options, focused=focused)
        reply = await self._do(AUTOCOMPLETE, channel, data, wait=True, timeout=timeout)
        return reply.choices

    async def press(
        self,
        message: Message | None,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        force: bool = False,
        wait: bool = True,
        timeout: float = PATIENCE,
    ) -> Interaction:
        """Press a button, found by its label or custom_id. A label that ends in "…" matches by its beginning.

        Raises `NotPressable` if it is absent, disabled, or not theirs to see. With `force` it only has to be there.
        """
        if message is None:
            raise NotPressable("there is no message to press anything on")
        button = _button(message, label, custom_id)
        if not force:
            self._check_message(message)
            if button.disabled:
                raise NotPressable(f"[{button.label}] is disabled")
        if button.custom_id is None:
            raise NotPressable(f"[{button.label}] is a link")
        return await self._use(message, parts.BUTTON, button.custom_id, wait=wait, timeout=timeout)

    async def press_raw(
        self,
        channel: Channel,
        message_id: int,
        custom_id: str,
        *,
        values: Sequence[str] | None = None,
        wait: bool = True,
        timeout: float = PATIENCE,
    ) -> Interaction:
        """Send a press of a control that need not exist: a forged one, or one of a message long gone.

        With `values` it is a select.
        """
        message = channel.history.get(message_id)
        if message is None:
            # The bot gets an interaction for it all the same, as it does at Discord after a race.
            world = self.world
            message = Message(message_id, channel, world.bot, world.clock(), deleted=True)
        kind, more = (parts.BUTTON, {}) if values is None else (parts.STRING_SELECT, {"values": [*values]})
        return await self._use(message, kind, custom_id, wait=wait, timeout=timeout, **more)

    async def select(
        self,
        message: Message | None,
        name: str,
        values: Sequence[Any],
        *,
        force: bool = False,
        wait: bool = True,
        timeout: float = PATIENCE,
    ) -> Interaction:
        """Choose from a select, found by its custom_id or placeholder. Values are the options' values or labels.

        Raises `NotPressable` if it is absent, disabled or not theirs to see, `FormRefused` for values or a number
        of them that it does not offer; with `force` anything is sent.
        """
        if message is None:
            raise NotPressable("there is no message to choose anything on")
        select = _select(message, name)
        chosen = list(values)
        if not force:
            self._check_message(message)
            if select.disabled:
                raise NotPressable(f"[{name}] is disabled")
            if not select.min_values <= len(chosen) <= select.max_values:
                raise FormRefused(
                    f"{name} takes {select.min_values} to {select.max_values}, not {len(chosen)}"
                )
        resolved: Json = {}
        if select.type in modal_form.RESOLVED:
            kind = modal_form.RESOLVED[select.type]
            chosen = [
                command_parser.resolve(self.world, message.channel, kind, each, resolved) for each in chosen
            ]
        elif not force:
            chosen = [_option(select, each) for each in chosen]
        more: Json = {"values": [str(each) for each in chosen]}
        if resolved:
            more["resolved"] = resolved
        return await self._use(message, select.type, select.custom_id, wait=wait, timeout=timeout, **more)

    async def submit(
        self,
        modal: Modal | None,
        values: Mapping[str, modal_form.Value] | None = None,
        *,
        wait: bool = True,
        timeout: float = PATIENCE,
    ) -> Interaction:
        """Fill in and send a modal; fields are named by custom_id or label.

        Raises `FormRefused` if there is no modal, or for values with which Discord's client would not send it.
        """
        if modal is None:
            raise FormRefused("no modal was opened")
        opener = modal.opened_by
        data = modal_form.fill(self.world, modal, opener.channel, values or {})
        return await self._do(
            MODAL_SUBMIT,
            opener.channel,
            data,
            source=opener.source,
            opened_by=opener,
            wait=wait,
            timeout=timeout,
        )

    def dismiss(self, message: Message) -> None:
        """Dismiss an ephemeral message. The bot is not told, and its later edits succeed."""
        if message.viewer is self.user and not message.deleted:
            self.world.dismiss_message(message)

    def restart_app(self) -> None:
        """Start Discord's app again, or take another device: ephemeral messages are gone there."""
        for channel in self.world.channels.values():
            for message in self.ephemerals(channel):
                self.dismiss(message)

    def install_app(self) -> None:
        """Install the app for themselves: its commands follow them to groups and to servers without the bot."""
        self.world.install_app(self.user)

    def leave_guild(self, guild: Guild | None = None) -> None:
        """Leave the server (the first one by default)."""
        self.world.leave(self.member_of(guild or self.world.default_guild))

    def join_guild(self, guild: Guild | None = None) -> None:
        """Join a server (the first one by default)."""
        self.world.join(guild or self.world.default_guild, self.user)

    def give_role(self, role: Role, guild: Guild | None = None) -> None:
        """Get a role of the server (the first one by default)."""
        member = self.member_of(guild or self.world.default_guild)
        member.roles = [*member.roles, role]
        self.world.member_changed(member)

    # -- checks ----------------------------------------------------------------------------------------------------

    def _allowed(self, channel: Channel) -> int:
        if channel.guild is None:
            # A direct conversation has no permissions, so both sides may do everything.
            return ~0 if self.sees(channel) else 0
        return get_channel_permissions(self.member_of(channel.guild), channel)

    def _check_place(self, channel: Channel) -> None:
        if not self._allowed(channel) & int(Permission.VIEW_CHANNEL):
            raise NotPressable(f"{self.name} does not see {channel.name}")

    def _check_message(self, message: Message) -> None:
        if message.deleted or message.dismissed:
            raise NotPressable("that message is gone")
        if not message.visible_to(self.user):
            raise NotPressable(f"that message is not for {self.name}")
        self._check_place(message.channel)

    async def _use(
        self,
        message: Message,
        kind: int,
        custom_id: str,
        *,
        wait: bool,
        timeout: float,
        **more: Any,
    ) -> Interaction:
        component = parts.find(message.components, custom_id)
        number = component["id"] if component else 0
        data = {"custom_id": custom_id, "component_type": kind, "id": number, **more}
        return await self._do(COMPONENT, message.channel, data, source=message, wait=wait, timeout=timeout)

    async def _do(
        self,
        kind: int,
        channel: Channel,
        data: Json,
        *,
        source: Message | None = None,
        opened_by: Interaction | None = None,
        wait: bool,
        timeout: float,
    ) -> Interaction:
        reply = self.interactions.create(kind, self.user, channel, data, source=source, opened_by=opened_by)
        return await reply.wait_for_answer(timeout) if wait else reply


def _button(message: Message, label: str | None, custom_id: str | None) -> parts.Button:
    """Return a message's button, by its custom_id or else its label. Raises `NotPressable`."""
    for button in message.buttons:
        if custom_id is not None:
            if button.custom_id == custom_id:
                return button
        elif label is not None and _has_label(button, label):
            return button
    known = ", ".join(f"[{each.label or each.emoji}]" for each in message.buttons) or "none"
    raise NotPressable(f"no button is {label or custom_id!r}; there are {known}")


def _has_label(button: parts.Button, label: str) -> bool:
    if label in (button.label, button.emoji):
        return True
    return label.endswith("…") and len(label) > 1 and button.label.startswith(label[:-1])


def _select(message: Message, name: str) -> parts.Select:
    """Return a message's select, by its custom_id or placeholder. Raises `NotPressable`."""
    for select in message.selects:
        if name in (select.custom_id, select.placeholder):
            return select
    known = ", ".join(each.placeholder or each.custom_id for each in message.selects)
    raise NotPressable(f"no select is called {name!r}; there are {known or 'none'}")


def _option(select: parts.Select, wanted: object) -> str:
    """Return the value of a select's option, by that value or its label. Raises `FormRefused`."""
    for option in select.options:
        if wanted in (option.value, option.label):
            return option.value
    known = ", ".join(each.value for each in select.options)
    raise FormRefused(f"{select.placeholder or select.custom_id} offers {known}, not {wanted!r}")
