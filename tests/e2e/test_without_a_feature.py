"""Any feature may be taken out: the bot starts without it, and a table is opened, played to its end and closed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs import EXTENSIONS
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on

MACHINERY = ("cogs.command_errors", "cogs.table_messages", "cogs.presses", "cogs.table")
"""What passes presses on, shows tables and opens them: without these there is no bot."""
FEATURES = [name for name in EXTENSIONS if name not in MACHINERY]


async def play_to_the_end(evening: Evening, member: Any, channel: Any) -> None:
    opened = await member.slash(channel, "table open", game="threes")
    await member.press(opened.message, "Start with computer players")
    for _ in range(30):
        await evening.quiet()
        if evening.table(channel).session is None:
            return
        panel = member.ephemerals(channel)[-1]
        for message in (panel, channel.messages[-1]):
            answers = [b for b in message.buttons if (b.custom_id or "").startswith("p:") and not b.disabled]
            menus = [each for each in message.selects if each.custom_id.startswith("s:")]
            if answers:
                await member.press(message, custom_id=answers[0].custom_id)
                break
            if menus:
                await member.select(message, menus[0].custom_id, [menus[0].options[0].value])
                break
    raise AssertionError(evening.playground.describe())


@pytest.mark.parametrize("feature", FEATURES)
async def test_without_it_a_table_is_played(playground: Playground, tmp_path: Path, feature: str) -> None:
    clock, path = HandClock(), tmp_path / "without.db"
    rest = [name for name in EXTENSIONS if name != feature]
    async with bot_on(playground, path, clock, extensions=rest) as bot:
        evening = Evening(playground, path, clock, bot)
        channel, ann = playground.guild.channel("tavern"), playground.member("Ann")
        await play_to_the_end(evening, ann, channel)
        assert (await evening.store.match(1)).state == "ended"
        await ann.slash(channel, "table close")
        await evening.quiet()
        assert bot.registry.find_in_channel(channel.id) is None
        assert await evening.store.audit() == []
