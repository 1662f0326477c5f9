"""Events of the gateway, and the intents that a bot requests them with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playground.world.state import Channel, Guild, Member, Message

Json = dict[str, Any]


class Intent:
    """The gateway intents that decide which events a bot is sent."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_WEBHOOKS = 1 << 5
    GUILD_INVITES = 1 << 6
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    GUILD_SCHEDULED_EVENTS = 1 << 16
    MESSAGE_CONTENT = 1 << 15
    PRIVILEGED = GUILD_MEMBERS | 1 << 8 | MESSAGE_CONTENT


@dataclass(slots=True)
class Event:
    """One event of the gateway.

    `intent` is the intent that a bot needs to receive it, 0 for none. `subject` is the object that changed. Where
    `data` is None, the gateway writes it from the subject: a message or guild looks different to bots with different
    intents, and with no bot connected it need not be written at all.
    """

    name: str
    data: Json | None
    guild_id: int | None
    intent: int = 0
    subject: Message | Channel | Guild | Member | None = None


Listener = Callable[[Event], None]
