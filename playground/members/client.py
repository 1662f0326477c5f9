"""Acting as a member: what tests call, and what the page calls for whoever sits before it.

    ann = playground.member("Ann")
    reply = await ann.slash(tavern, "table open", game="threes")
    reply = await ann.press(reply.message, "Sit down")

Each act gives an `Interaction`, by default once the bot has answered it.
"""

# ruff: noqa: ASYNC109 - a test says how long it is ready to wait, in the call that waits
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground.errors import CommandRefused, FormRefused, NotPressable
from playground.members import command_parser, controls, modal_form
from playground.members import components as parts
from playground.members.interaction_results import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT
from playground.members.interaction_results import Interaction as Reply
from playground.members.member_view import MemberView
from playground.world import messages
from playground.world.permissions import Permission
from playground.world.state import Channel, Guild, Message, Role

if TYPE_CHECKING:
    from playground.members.interaction_results import Modal

Json = dict[str, Any]


class Person(MemberView):
    """Somebody at the keyboard. Made by `Playground.member`."""

    def say(self, channel: Channel, text: str) -> Message:
        """Write a message."""
        return messages.say(self.playground.world, channel, self.user, text)

    async def slash(
        self,
        channel: Channel,
        command: str,
        /,
        *,
        wait: bool = True,
        timeout: float = 5.0,
        **options: Any,
    ) -> Reply:
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
        timeout: float = 5.0,
    ) -> Reply:
        """The same as `slash`, for options whose names may be anything."""
        self._check_place(channel)
        found = command_parser.find(self.playground, channel, command)
        if why := command_parser.refusal(found.root, channel, self.user):
            raise CommandRefused(why)
        if not self._allowed(channel) & int(Permission.USE_APPLICATION_COMMANDS):
            raise CommandRefused(f"{self.name} may not use commands in {channel.name}")
        data = command_parser.data(self.playground, channel, found, options)
        return await self._do(COMMAND, channel, data, wait=wait, timeout=timeout)

    async def autocomplete(
        self,
        channel: Channel,
        command: str,
        /,
        *,
        focused: str,
        value: object = "",
        timeout: float = 5.0,
        **others: Any,
    ) -> list[tuple[str, Any]]:
        """What the bot offers while the option `focused` holds `value`: pairs of name and value."""
        return await self.complete(channel, command, focused, {**others, focused: value}, timeout=timeout)

    async def complete(
        self,
        channel: Channel,
        command: str,
        focused: str,
        options: Mapping[str, Any],
        *,
        timeout: float = 5.0,
    ) -> list[tuple[str, Any]]:
        """The same as `autocomplete`, for options whose names may be anything; the focused one is among them."""
        self._check_place(channel)
        found = command_parser.find(self.playground, channel, command)
        data = command_parser.data(self.playground, channel, found, options, focused=focused)
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
        timeout: float = 5.0,
    ) -> Reply:
        """Press a button, found by its label or custom_id. A label that ends in "…" matches by its beginning.

        Raises `NotPressable` if it is absent, disabled, or not theirs to see, unless `force` is given (which
        needs the button itself to be there).
        """
        if message is None:
            raise NotPressable("there is no message to press anything on")
        button = controls.button(message, label, custom_id)
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
        wait: bool = True,
        timeout: float = 5.0,
    ) -> Reply:
        """Send a press that need not belong to any button there is: forged, or of a message long gone."""
        message = channel.history.get(message_id)
        if message is None:
            world = self.playground.world
            message = Message(message_id, channel, world.bot, world.clock(), deleted=True)
        return await self._use(message, parts.BUTTON, custom_id, wait=wait, timeout=timeout)

    async def select(
        self,
        message: Message | None,
        which: str,
        values: Sequence[Any],
        *,
        force: bool = False,
        wait: bool = True,
        timeout: float = 5.0,
    ) -> Reply:
        """Choose from a select, found by its custom_id or placeholder. Values are the options' values or labels.

        Raises `NotPressable` if it is absent, disabled or not theirs to see, `FormRefused` for values or a number
        of them that it does not offer; with `force` anything is sent.
        """
        if message is None:
            raise NotPressable("there is no message to choose anything on")
        found = controls.select(message, which)
        chosen = list(values)
        if not force:
            self._check_message(message)
            if found.disabled:
                raise NotPressable(f"[{which}] is disabled")
            if not found.min_values <= len(chosen) <= found.max_values:
                raise FormRefused(
                    f"{which} takes {found.min_values} to {found.max_values}, not {len(chosen)}"
                )
        resolved: Json = {}
        if found.type in modal_form.RESOLVED:
            kind = modal_form.RESOLVED[found.type]
            chosen = [command_parser.resolve(message.channel, kind, each, resolved) for each in chosen]
        elif not force:
            chosen = [controls.option(found, each) for each in chosen]
        more: Json = {"values": [str(each) for each in chosen]}
        if resolved:
            more["resolved"] = resolved
        return await self._use(message, found.type, found.custom_id, wait=wait, timeout=timeout, **more)

    async def submit(
        self,
        modal: Modal | None,
        values: Mapping[str, modal_form.Value] | None = None,
        *,
        wait: bool = True,
        timeout: float = 5.0,
    ) -> Reply:
        """Fill in and send a modal; fields are named by custom_id or label.

        Raises `FormRefused` if there is no modal or Discord's client would not send it so.
        """
        if modal is None:
            raise FormRefused("no modal was opened")
        opener = modal.opened_by
        data = modal_form.fill(modal, opener.channel, values or {})
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
        """Wave away an ephemeral message. The bot is not told."""
        if message.viewer is self.user:
            self.playground.world.delete_message(message)

    def leave_guild(self, guild: Guild | None = None) -> None:
        """Leave the server (the first one by default)."""
        self.playground.world.leave(self.member_of(guild or self.playground.guild))

    def join_guild(self, guild: Guild | None = None) -> None:
        """Join a server (the first one by default)."""
        self.playground.world.join(guild or self.playground.guild, self.user)

    def give_role(self, role: Role, guild: Guild | None = None) -> None:
        """Be given a role of the server (the first one by default)."""
        member = self.member_of(guild or self.playground.guild)
        member.roles = [*member.roles, role]
        self.playground.world.member_changed(member)

    # -- how ----------------------------------------------------------------------------------------------------

    def _check_message(self, message: Message) -> None:
        if message.deleted:
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
    ) -> Reply:
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
        opened_by: Reply | None = None,
        wait: bool,
        timeout: float,
    ) -> Reply:
        reply = self.playground.interactions.create(
            kind, self.user, channel, data, source=source, opened_by=opened_by
        )
        return await reply.settled(timeout) if wait else reply


__all__ = ["Person", "Reply"]
