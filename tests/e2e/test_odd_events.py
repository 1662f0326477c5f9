"""Events that discord.py cannot read: they are dropped, and play goes on."""

from __future__ import annotations

from typing import Any

import pytest

from playground.world.events import Event, Intent
from tests.e2e.conftest import Evening
from tests.helpers.clicking import play_out, with_panels

MESSAGE = {"id": "5", "channel_id": "6", "author": {"id": "7"}, "content": ""}

ODD: list[tuple[str, Any]] = [
    ("CHANNEL_CREATE", {"id": "5"}),
    ("CHANNEL_UPDATE", {}),
    ("CHANNEL_DELETE", []),
    ("ENTITLEMENT_CREATE", {}),
    ("GUILD_CREATE", {"id": "5", "channels": [{"type": 0}]}),
    ("GUILD_EMOJIS_UPDATE", {}),
    ("GUILD_ROLE_CREATE", {"guild_id": "5"}),
    ("GUILD_ROLE_UPDATE", {"guild_id": None}),
    ("GUILD_SCHEDULED_EVENT_CREATE", {"id": "five"}),
    ("GUILD_UPDATE", {}),
    ("INTERACTION_CREATE", {"id": "5", "type": 3}),
    ("INTERACTION_CREATE", {"type": 2}),
    ("INTERACTION_CREATE", "a word"),
    ("MESSAGE_CREATE", {"id": "5"}),
    ("MESSAGE_CREATE", {**MESSAGE, "attachments": None}),
    ("MESSAGE_CREATE", {**MESSAGE, "poll": {"expiry": None}}),
    ("MESSAGE_DELETE", {}),
    ("MESSAGE_DELETE_BULK", {"ids": None}),
    ("THREAD_CREATE", {}),
    ("THREAD_DELETE", {"id": None}),
    ("THREAD_LIST_SYNC", {}),
    ("THREAD_MEMBERS_UPDATE", {}),
    ("THREAD_UPDATE", {"guild_id": "5"}),
    ("USER_UPDATE", {}),
    ("VOICE_STATE_UPDATE", {}),
    ("A_KIND_OF_EVENT_FROM_THE_FUTURE", {"id": "5"}),
]
"""Names of events with data in which fields are missing, null or of another type."""


async def test_what_cannot_be_read_is_dropped_and_counted(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    players = await with_panels(evening, "rogues_and_warriors")

    def dropped(event: str) -> float:
        registry = evening.bot.monitor.metrics.registry
        return registry.get_sample_value("dicenight_unreadable_events_total", {"event": event}) or 0

    for name, data in ODD:
        event = Event(name, {}, evening.playground.guild.id, Intent.GUILDS)
        object.__setattr__(event, "data", data)
        evening.playground.world.emit(event)
    await evening.playground.wait_for(lambda: dropped("INTERACTION_CREATE") == 3)
    await evening.quiet()
    assert not evening.bot.is_closed()
    assert "an event of the kind INTERACTION_CREATE could not be read" in caplog.text
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended", "play goes on"
