"""axe-core finds no serious fault, in light and dark, on a phone and on a desk; the keyboard reaches everything."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, ViewportSize, expect

from tests.helpers.browser_seat import DESKTOP, PHONE, Scheme, Visitor, Visitors

GRAVE = ("serious", "critical")


async def faults(page: Page) -> list[str]:
    """Return the serious and critical faults that axe-core finds on the page."""
    response: dict[str, Any] = (await Axe().run(page)).response
    return [
        f"{each['id']}: {node['html'][:120]} ({node['failureSummary']})"
        for each in response["violations"]
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_no_serious_fault(visitors: Visitors, size: ViewportSize, scheme: Scheme) -> None:
    ann = await visitors.open("Ann", size, scheme)
    assert await faults(ann.page) == [], "an empty channel"
    await ann.slash("table open", game="dragon")
    lobby = ann.board
    await ann.press("Settings", lobby)
    assert await faults(ann.page) == [], "lobby and settings"
    await ann.press("Game and stakes", ann.having("Settings"))
    assert await faults(ann.page) == [], "a form of radio buttons and selects"
    await ann.page.keyboard.press("Escape")
    await ann.slash("rules")
    game = ann.page.get_by_role("combobox", name="Which game?")
    await game.click()
    assert await faults(ann.page) == [], "a select open"
    await game.press("Escape")
    await ann.press("Start with computer players", ann.having("Start with computer players"))
    await expect(lobby).to_contain_text("Hordes")
    assert await faults(ann.page) == [], "a table at play, a hand panel"
    await ann.page.get_by_role("button", name="Traffic and troubles").click()
    await expect(ann.page.get_by_role("switch", name="Slow network")).to_be_visible()
    assert await faults(ann.page) == [], "traffic and troubles"
    await ann.page.keyboard.press("Escape")
    line = ann.page.get_by_role("combobox", name="Message, or / for commands")
    await line.fill("/table")
    await line.press("ArrowDown")
    assert await faults(ann.page) == [], "the command picker"


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_serious_fault_in_a_modal(visitors: Visitors, scheme: Scheme) -> None:
    ann = await visitors.open("Ann", PHONE, scheme)
    await open_modal(ann)
    assert await faults(ann.page) == []


async def open_modal(ann: Visitor) -> None:
    """Open a modal for Ann, which asks for a word to add to the luck."""
    await ann.slash("table open", game="rogues")
    await ann.press("Settings", ann.board)
    await ann.press("Add a word to the luck", ann.having("Settings"))
    await expect(ann.page.get_by_role("dialog")).to_be_visible()


async def test_the_keyboard_alone_opens_a_table_and_starts(ann: Visitor) -> None:
    keyboard = ann.page.keyboard
    await keyboard.press("Tab")
    await expect(ann.page.get_by_role("link", name="Skip to the message field")).to_be_focused()
    await keyboard.press("Enter")
    await expect(ann.page.get_by_role("combobox", name="Message, or / for commands")).to_be_focused()
    await keyboard.type("/table open")
    await keyboard.press("Enter")
    await expect(ann.page.get_by_label("game", exact=True)).to_be_focused()
    await keyboard.type("rogues")
    offered = ann.page.get_by_role("listbox", name="Commands and options").get_by_role("option")
    await expect(offered).to_have_count(1)
    await keyboard.press("ArrowDown")
    await keyboard.press("Enter")
    await keyboard.press("Enter")
    starts = ann.page.get_by_role("button", name="Start with computer players")
    # one in the panel, then one at the table
    await expect(starts).to_have_count(2)
    start = starts.last
    for _ in range(20):
        await keyboard.press("Shift+Tab")
        if await start.evaluate("button => button === document.activeElement"):
            break
    await keyboard.press("Enter")
    await expect(ann.panel).to_contain_text(" of ")


async def test_a_repainted_message_keeps_the_keyboard(visitors: Visitors) -> None:
    ann, bob = await visitors.open("Ann", PHONE), await visitors.open("Bob", PHONE)
    await ann.slash("table open", game="rogues")
    settings = ann.board.get_by_role("button", name="Settings")
    await settings.focus()
    await bob.press("Sit down", bob.board)
    await expect(ann.board).to_contain_text("Bob")
    await expect(settings).to_be_focused()


async def test_what_is_new_is_read_out_and_what_others_repaint_is_not(visitors: Visitors) -> None:
    ann, bob = await visitors.open("Ann", PHONE), await visitors.open("Bob", PHONE)
    heard = ann.page.get_by_role("log")
    await ann.slash("table open", game="rogues")
    await expect(heard).to_contain_text("Your table is open")
    await expect(heard).to_contain_text("best pair takes the pot")
    bob.person.say(bob.channel, "good evening")
    await expect(heard).to_contain_text("good evening")
    await bob.press("Sit down", bob.board)
    await expect(ann.board).to_contain_text("Bob")
    await expect(heard).not_to_contain_text("2 Bob")


async def test_members_are_tabs_that_the_arrows_reach(ann: Visitor) -> None:
    tabs = ann.page.get_by_role("tab")
    await tabs.filter(has_text="Ann").focus()
    await ann.page.keyboard.press("ArrowRight")
    await expect(ann.page.get_by_role("tab", name="Bob", selected=True)).to_be_focused()
    await ann.page.keyboard.press("End")
    await expect(ann.page.get_by_role("tab", name="Hal", selected=True)).to_be_focused()
