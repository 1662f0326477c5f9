"""From the first press to the cards."""

from __future__ import annotations

from tests.e2e.conftest import Evening
from tests.helpers.clicking import is_panel


async def test_zero_to_cards_in_three_presses(evening: Evening) -> None:
    """`/table open`, "Start with computer players", and the cards are there."""
    tavern, ann = evening.playground.guild.channel("tavern"), evening.playground.member("Ann")
    opened = await ann.slash(tavern, "table open", game="rogues_and_warriors")
    assert opened.ephemeral
    assert "cards come here" in opened.text
    assert opened.message is not None
    started = await ann.press(opened.message, "Start with computer players")
    assert started.ephemeral
    await evening.quiet()
    [panel] = [each for each in ann.ephemerals(tavern) if is_panel(each)]
    assert "Your hand" in panel.text
    hand = next(line for line in panel.text.splitlines() if line.count(" of ") == 2)
    assert hand, "two cards, face up to their owner"
    await evening.quiet()
    assert hand not in tavern.messages[-1].text
    assert "🂠🂠" in tavern.messages[-1].text


async def test_a_turn_is_one_press(evening: Evening) -> None:
    """Call, check and the suggested raises stand in the panel, and nowhere else."""
    tavern, ann = evening.playground.guild.channel("tavern"), evening.playground.member("Ann")
    opened = await ann.slash(tavern, "table open", game="rogues_and_warriors")
    assert opened.message is not None
    await ann.press(opened.message, "Start with computer players")
    await evening.quiet()
    before = len((await evening.store.match(1)).rows)
    assert not any((b.custom_id or "").startswith("p:") for b in tavern.messages[-1].buttons)
    [panel] = [each for each in ann.ephemerals(tavern) if is_panel(each)]
    first = next(b for b in panel.buttons if (b.custom_id or "").startswith("p:"))
    reply = await ann.press(panel, custom_id=first.custom_id)
    assert reply.kind == "update"
    rows = (await evening.store.match(1)).rows
    assert rows[before].seat == 0
    assert rows[before].by == "player"
