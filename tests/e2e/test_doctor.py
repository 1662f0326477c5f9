"""`/house doctor` through the real client."""

from __future__ import annotations

import math
from typing import Any

import pytest

from bot.startup.run import PERMISSIONS
from playground.world.permissions import Permission
from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, play_out, suspended


async def test_the_doctor_is_green_or_names_what_is_missing(evening: Evening, tavern: Any, ann: Any) -> None:
    await at_play(evening, "threes")
    cellar = evening.playground.guild.channel("cellar")
    reply = await ann.slash(cellar, "house doctor")
    assert reply.ephemeral
    assert "All is well" in reply.text
    assert reply.text.count("✅ <#") == 2
    assert "every account adds up" in reply.text
    assert "discord.py 2." in reply.text
    assert "Tables open: 1" in reply.text
    again = await ann.slash(cellar, "house doctor")
    assert "You asked a moment ago." in again.text


async def test_the_doctor_finds_a_missing_permission_at_a_table(
    evening: Evening, tavern: Any, ann: Any
) -> None:
    await at_play(evening, "threes")
    evening.playground.revoke(tavern, "attach_files")
    await evening.quiet()
    reply = await ann.slash(evening.playground.guild.channel("cellar"), "house doctor")
    assert "Something is missing" in reply.text
    assert f"❌ <#{tavern.id}>: missing **Attach Files**. There: View Channel" in reply.text


async def test_the_doctor_asks_for_nothing_that_is_not_needed(
    evening: Evening, tavern: Any, ann: Any
) -> None:
    """With the permissions of the invite link alone, everything works: pictures, emoji of our own, edits."""
    for permission in Permission:
        if not PERMISSIONS.value & permission:
            assert permission.name is not None
            evening.playground.revoke(tavern, permission.name)
    players = await at_play(evening, "threes")
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)
    assert "All is well" in (await ann.slash(tavern, "house doctor")).text
    assert [each for each in evening.playground.requests if each.status >= 400] == []


@pytest.mark.parametrize(
    ("latency", "title", "told"),
    [
        (0.04, "All is well", "✅ Gateway: 40 ms"),
        (math.inf, "All is well", "⏳ Gateway: no heartbeat yet"),
        (1.4, "Something needs a look", "⚠️ Gateway: 1400 ms, which is slow"),
    ],
)
async def test_the_doctor_calls_nothing_well_above_a_warning(
    evening: Evening,
    tavern: Any,
    ann: Any,
    monkeypatch: pytest.MonkeyPatch,
    latency: float,
    title: str,
    told: str,
) -> None:
    monkeypatch.setattr(type(evening.bot), "latency", property(lambda bot: latency))
    reply = await ann.slash(tavern, "house doctor")
    assert reply.text.startswith(f"## {title}")
    assert told in reply.text


async def test_the_doctor_points_at_a_suspended_table(evening: Evening, tavern: Any, ann: Any) -> None:
    await at_play(evening, "threes")
    await suspended(evening, tavern)
    reply = await ann.slash(tavern, "house doctor")
    assert reply.text.startswith("## Something needs a look")
    assert "⚠️ Tables open: 1, 1 suspended (/house refund)" in reply.text
