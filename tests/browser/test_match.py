"""A match of Rogues and Warriors, played by clicking as two members."""

from __future__ import annotations

from playwright.async_api import expect

from tests.helpers.browser_seat import DESKTOP, PHONE, Visitors


async def test_two_members_play_to_the_showdown(visitors: Visitors) -> None:
    ann, bob = await visitors.open("Ann", PHONE), await visitors.open("Bob", DESKTOP, "dark")
    evening, tavern = ann.evening, ann.channel
    await ann.slash("table open", game="rogues")
    lobby = bob.having("Rogues and Warriors")
    await expect(lobby).to_contain_text("copper table")
    await bob.press("Sit down", lobby)
    await expect(bob.having("You're in seat 2")).to_contain_text("Only you can see this")
    await ann.press("Start", ann.having("Rogues and Warriors"))
    table = evening.table(tavern)
    seats = {0: ann, 1: bob}
    for visitor in seats.values():
        await visitor.press("My hand", visitor.board)
        await expect(visitor.panel).to_contain_text(" of ")
    hands = [await visitor.panel.inner_text() for visitor in seats.values()]
    assert hands[0].splitlines()[3:] != hands[1].splitlines()[3:]
    for visitor, hand in ((bob, hands[0]), (ann, hands[1])):
        cards = next(line for line in hand.splitlines() if " of " in line and "," in line)
        await expect(visitor.page.get_by_text(cards, exact=True)).to_have_count(0)

    presses = 0
    while table.session is not None:
        question = next(ask for ask in table.session.match.open.values() if not ask.answered)
        visitor = seats[question.seat]
        control = visitor.panel.locator(
            f'button[data-custom-id^="p:"][data-custom-id*=":{question.id}:"]'
        ).first
        await visitor.click(control)
        presses += 1
    assert presses >= 4

    headline = ann.board_message.text.splitlines()[1].strip("# ")
    for visitor in seats.values():
        shown = visitor.board
        await expect(shown.get_by_role("heading", level=4)).to_have_text(headline)
        await expect(shown.get_by_role("button", name="Again")).to_be_enabled()
