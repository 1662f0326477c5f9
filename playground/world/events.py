"""What happens on the playground, as the gateway tells it, and by which intents a bot asks for it."""

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
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15
    PRIVILEGED = GUILD_MEMBERS | 1 << 8 | MESSAGE_CONTENT


@dataclass(slots=True)
class Event:
    """Something that happened, as the gateway tells it.

    `intent` is 0 for what every bot is told. `subject` is what it happened to. Where `data` is None, the gateway
    writes it from the subject, once it knows that somebody listens.
    """

    name: str
    data: Json | None
    guild_id: int | None
    intent: int = 0
    subject: Message | Channel | Guild | Member | None = None


Listener = Callable[[Event], None]
