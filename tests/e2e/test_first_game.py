"""From the first press to the cards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, is_panel


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


@pytest.mark.parametrize("reads", ["All the rules", "Variants", "Betting", "/rules", "/hand"])
async def test_who_reads_gets_time_whatever_they_read(evening: Evening, reads: str) -> None:
    """A page of the rules and a command count as being there, once for each question."""
    tavern: Any = evening.playground.guild.channel("tavern")
    ann, bob, *_ = await at_play(evening, "rogues_and_warriors")
    table = evening.table(tavern)
    assert table.session is not None
    [ask] = [ask for ask in table.session.match.open.values() if not ask.answered]
    who = (ann, bob)[ask.seat].person
    pages = [(await who.slash(tavern, "rules", game="rogues_and_warriors")).message for _ in range(2)]
    for left in (45, 5):
        evening.clock.advance(80 if left == 45 else 40)
        await evening.quiet()
        if reads.startswith("/"):
            await who.slash(tavern, reads[1:])
        else:
            await who.press(pages.pop(), reads)
        await evening.quiet()
        assert table.session.deadlines[ask.id] - evening.clock.now() == left
    evening.clock.advance(5)
    await evening.quiet()
    assert ask.id not in table.session.match.open, "nobody reads for ever"
