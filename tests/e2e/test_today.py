"""`/today` through the real client: a try to its end, sharing, results, and the day after."""

from __future__ import annotations

from typing import Any

from bot.clock import DAY
from games.engine import Chance, Seed
from tests.e2e.conftest import Evening


async def play(person: Any, shown: Any) -> Any:
    """Press at random until the try is over; return the last answer."""
    luck = Chance(Seed("today", words=(person.name,)))
    for _ in range(80):
        buttons = [b for b in shown.message.buttons if ":p:" in (b.custom_id or "") and not b.disabled]
        menus = list(shown.message.selects)
        if buttons:
            chosen = buttons[luck.below(len(buttons))]
            shown = await person.press(shown.message, custom_id=chosen.custom_id)
        elif menus:
            menu = menus[0]
            values = [option.value for option in menu.options[: max(1, menu.min_values)]]
            shown = await person.select(shown.message, menu.custom_id, values)
        else:
            return shown
    raise AssertionError(f"it does not end: {shown.text}")


async def test_a_day_at_the_table_of_the_day(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    page = await ann.slash(tavern, "today")
    assert "The table of" in page.text
    assert "one try, for points only" in page.text
    first = await ann.press(page.message, "Play")
    over = await play(ann, first)
    assert any(button.label == "Share" for button in over.message.buttons), over.text
    again = await ann.slash(tavern, "today")
    assert "Your try is over" in again.text
    assert all(button.label != "Play" for button in again.message.buttons)
    shared = await ann.press(again.message, "Share")
    assert "**Ann** at the table of" in shared.message.text
    assert shared.message in tavern.messages
    late = await ann.press_raw(
        tavern, first.message.id, f"today:{int(evening.clock.now() // DAY)}:1:p:0:0:1:1"
    )
    assert "Your try" not in late.text
    results = await ann.press(over.message, "Today's results")
    assert "## Results of" in results.text
    assert "**Ann**" in results.text
    assert not evening.bot.registry.find_in_channel(tavern.id), "no table was opened for it"
    evening.clock.advance(DAY)
    yesterday = await bob.press((await bob.slash(tavern, "today")).message, "Yesterday")
    assert "The best line found, by Ann" in yesterday.text
    assert "The secret was" in yesterday.text


async def test_nonsense_is_refused(evening: Evening, tavern: Any, ann: Any) -> None:
    page = await ann.slash(tavern, "today")
    for forged in ("today:x", "today:1:1:p:0:0:1:1", "today:share", "today:99999999:1:p", "today:1:2"):
        reply = await ann.press_raw(tavern, page.message.id, forged)
        assert "Choices" not in reply.text
        assert reply.answered
