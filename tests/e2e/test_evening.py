"""The evening that is told when a table closes, through the real client."""

from __future__ import annotations

from typing import Any

from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, play_out


async def test_the_evening_is_told_when_the_table_closes(evening: Evening, tavern: Any, ann: Any) -> None:
    evening.bot.pictures = True
    players = await at_play(evening, "rogues_and_warriors")
    await play_out(evening, players)
    for _ in range(2):
        for player in players:
            if evening.table(tavern).session is None:
                await player.press("Again")
                await evening.quiet()
        await play_out(evening, players)
    await ann.slash(tavern, "table close")
    await evening.quiet()
    story = tavern.messages[-1]
    assert "The evening is told" in story.text
    assert "**Ann**" in story.text
    assert "Rogues and Warriors ×3" in story.text
    looks = [button for button in story.buttons if button.label == "Look back"]
    assert looks
    shown = await ann.press(story, custom_id=looks[0].custom_id)
    assert "Looking back. Rogues and Warriors" in shown.text
    assert "The evening is told" in story.text, "the story stays for the others"


async def test_one_match_is_no_evening(evening: Evening, tavern: Any, ann: Any) -> None:
    players = await at_play(evening, "threes")
    await play_out(evening, players)
    await ann.slash(tavern, "table close")
    await evening.quiet()
    assert all("The evening is told" not in message.text for message in tavern.messages)
