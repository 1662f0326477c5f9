"""From the first press to the cards, and one hand from the button to the ledger."""

from __future__ import annotations

from tests.e2e.conftest import Evening


async def test_zero_to_cards_in_three_presses(evening: Evening) -> None:
    pg = evening.playground
    tavern, ann = pg.guild.channel("tavern"), pg.member("Ann")
    opened = await ann.slash(tavern, "table open", game="rogues_and_warriors")
    assert opened.ephemeral
    assert "Cards come here" in opened.text
    started = await ann.press(opened.message, "Start with computer players")
    await evening.quiet()
    [panel] = ann.ephemerals(tavern)
    print(panel.text, panel.buttons)
    print(tavern.messages[-1].text)
    assert "Your hand" in panel.text
    assert started.kind == "update"
    print(await evening.store.audit())
