"""From the first press to the cards."""

from __future__ import annotations

from tests.e2e.conftest import Evening


async def test_zero_to_cards_in_three_presses(evening: Evening) -> None:
    """`/table open`, "Start with computer players", and the cards are there."""
    tavern, ann = evening.playground.guild.channel("tavern"), evening.playground.member("Ann")
    opened = await ann.slash(tavern, "table open", game="rogues_and_warriors")
    assert opened.ephemeral
    assert "cards come here" in opened.text
    assert opened.message is not None
    started = await ann.press(opened.message, "Start with computer players")
    assert started.kind == "update"
    [panel] = [each for each in ann.ephemerals(tavern) if "Your hand" in each.text]
    assert "Your hand" in panel.text
    hand = panel.text.splitlines()[1]
    assert hand.count(" of ") == 2, "two cards, face up to their owner"
    await evening.quiet()
    assert hand not in tavern.messages[-1].text
    assert "🂠🂠" in tavern.messages[-1].text


async def test_a_turn_is_one_press(evening: Evening) -> None:
    """Call, check and the suggested raises stand on the table message itself."""
    tavern, ann = evening.playground.guild.channel("tavern"), evening.playground.member("Ann")
    opened = await ann.slash(tavern, "table open", game="rogues_and_warriors")
    assert opened.message is not None
    await ann.press(opened.message, "Start with computer players")
    await evening.quiet()
    before = len((await evening.store.match(1)).rows)
    board = tavern.messages[-1]
    first = next(b for b in board.buttons if (b.custom_id or "").startswith("p:"))
    reply = await ann.press(board, custom_id=first.custom_id)
    assert reply.kind == "update"
    rows = (await evening.store.match(1)).rows
    assert rows[before].seat == 0
    assert rows[before].by == "player"
