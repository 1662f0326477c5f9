"""What a member did with the bot, and what came back."""

# ruff: noqa: ASYNC109 - a test says how long it is ready to wait, in the call that waits
from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playground.api import payloads
from playground.errors import ApiError
from playground.world.permissions import in_channel
from playground.world.state import Channel, Member, Message, User
from playground.world.world import World

Json = dict[str, Any]

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5


@dataclass(slots=True, eq=False)
class Modal:
    """A form that the bot opened for a member."""

    title: str
    custom_id: str
    components: list[Json]
    opened_by: Interaction


@dataclass(slots=True, eq=False)
class Interaction:
    """One thing that a member did, and what came back.

    `kind` is None until the bot has answered, then one of "message", "deferred", "update", "deferred_update",
    "modal", "autocomplete". `message` is the message shown or updated, `source` the one whose control was used,
    `original` what the bot may call @original.
    """

    id: int
    token: str
    type: int
    user: User
    channel: Channel
    created: float
    data: Json
    timeout_text: Callable[[], str]
    member: Member | None = None
    source: Message | None = None
    opened_by: Interaction | None = None
    kind: str | None = None
    message: Message | None = None
    original: Message | None = None
    modal: Modal | None = None
    choices: list[tuple[str, Any]] = field(default_factory=list)
    followups: list[Message] = field(default_factory=list)
    refused: list[ApiError] = field(default_factory=list)
    payload: Json = field(default_factory=dict)
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def acknowledged(self) -> bool:
        """Whether the bot has answered."""
        return self.kind is not None

    @property
    def ephemeral(self) -> bool:
        """Whether the message that answered is for this member alone."""
        return self.message is not None and self.message.ephemeral

    @property
    def text(self) -> str:
        """The words of the message that answered, or of the modal; empty if there is neither."""
        if self.modal is not None:
            return self.modal.title
        return self.message.text if self.message is not None else ""

    async def settled(self, timeout: float = 5.0) -> Interaction:
        """Wait until the bot has answered. Raises TimeoutError, telling what is to be seen, after `timeout` seconds."""
        try:
            async with asyncio.timeout(timeout):
                await self.answered.wait()
        except TimeoutError:
            raise TimeoutError(
                f"interaction {self.id} was not answered within {timeout} s\n{self.timeout_text()}"
            ) from None
        return self


def payload(world: World, made: Interaction) -> Json:
    """The event that tells the bot of it."""
    channel, guild = made.channel, made.channel.guild
    found: Json = {
        "id": str(made.id),
        "application_id": str(world.bot.id),
        "type": made.type,
        "token": made.token,
        "version": 1,
        "data": made.data,
        "channel_id": str(channel.id),
        "channel": payloads.interaction_channel(channel, made.member),
        "locale": "en-US",
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": payloads.UPLOAD_LIMIT,
        "context": 0 if guild else 1,
    }
    if guild is not None and made.member is not None:
        bot = world.bot_member(guild)
        found |= {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": {
                **payloads.member(made.member),
                "permissions": str(in_channel(made.member, channel)),
            },
            "app_permissions": str(in_channel(bot, channel) if bot else 0),
            "authorizing_integration_owners": {"0": str(guild.id)},
        }
    else:
        found |= {
            "user": payloads.user(made.user),
            "app_permissions": "0",
            "authorizing_integration_owners": {"0": "0"},
        }
    if made.source is not None:
        found["message"] = payloads.message(made.source)
    return found


def metadata(made: Interaction) -> Json:
    """How a message tells which interaction it came from."""
    about: Json = {
        "id": str(made.id),
        "type": made.type,
        "user": payloads.user(made.user),
        "authorizing_integration_owners": made.payload["authorizing_integration_owners"],
    }
    if made.source is not None and made.type == COMPONENT:
        about["interacted_message_id"] = str(made.source.id)
    if made.opened_by is not None:
        about["triggering_interactionmetadata"] = metadata(made.opened_by)
    return about
