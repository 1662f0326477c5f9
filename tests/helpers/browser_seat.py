"""Members at a browser, who read the page and click."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from playground import Channel, Message, Person
from playground.api.interactions import AUTOCOMPLETE
from playground.world.clock import PATIENCE
from tests.e2e.conftest import Evening

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1100, "height": 800}
Scheme = Literal["light", "dark"]

expect.set_options(timeout=PATIENCE * 1000)


@dataclass(eq=False)
class Visitor:
    """A member at the page, in one channel."""

    evening: Evening
    page: Page
    person: Person
    channel: Channel

    def message(self, message: Message) -> Locator:
        """Return a message on the page."""
        return self.page.locator(f'[data-id="{message.id}"]')

    @property
    def messages(self) -> Locator:
        """All messages that they see."""
        return self.page.locator("#messages > li")

    def having(self, words: str) -> Locator:
        """Return the newest message that has these words."""
        return self.messages.filter(has_text=words).last

    @property
    def board(self) -> Locator:
        """The table message."""
        return self.message(self.board_message)

    @property
    def board_message(self) -> Message:
        """The table message, as the playground keeps it."""
        number = self.evening.table(self.channel).state.message_id
        found = self.channel.message(number) if number is not None else None
        assert found is not None, "the table shows nothing"
        return found

    @property
    def panel(self) -> Locator:
        """Their newest hand panel."""
        return self.having("Your hand")

    async def click(self, control: Locator) -> None:
        """Click a control that makes the bot act, and wait until it has acted."""
        interactions = self.evening.playground.interactions
        before = interactions.last

        def acted() -> bool:
            # A field that completes what is typed may still ask for its last letters.
            last = interactions.last
            return last is not None and last is not before and last.type != AUTOCOMPLETE

        await control.click()
        await self.evening.playground.wait_for(acted)
        await self.evening.quiet()

    async def press(self, words: str, where: Locator) -> None:
        """Press the button of that name in a message."""
        await self.click(where.get_by_role("button", name=words, exact=True))

    async def leave(self) -> None:
        """Close the browser."""
        await self.page.context.close()

    async def slash(self, command: str, **options: str) -> None:
        """Type a command and, in the fields that then appear, its options. The first choice offered is taken."""
        line = self.page.get_by_role("combobox", name="Message, or / for commands")
        await line.fill("/" + command)
        offered = self.page.get_by_role("listbox").get_by_role("option")
        await expect(offered.first).to_contain_text("/" + command)
        await line.press("Enter")
        for name, words in options.items():
            box = self.page.get_by_label(name, exact=True)
            await box.press_sequentially(words)
            await expect(offered).to_have_count(1)
            await box.press("ArrowDown")
            await box.press("Enter")
        await self.click(self.page.get_by_role("button", name="Send", exact=True))


@dataclass
class Visitors:
    """Opens the page, and records the addresses that it fetched and its errors."""

    browser: Browser
    evening: Evening
    fetched: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    async def open(self, name: str, size: ViewportSize, scheme: Scheme = "light") -> Visitor:
        """Open the page as that member in the tavern, in a browser of its own."""
        ground = self.evening.playground
        person, channel = ground.member(name), ground.guild.channel("tavern")
        context = await self.browser.new_context(
            viewport=size, color_scheme=scheme, locale="en-GB", timezone_id="UTC"
        )
        page = await context.new_page()
        page.on("request", lambda request: self.fetched.append(request.url))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda line: self.faults.append(line.text) if line.type == "error" else None)
        page.set_default_timeout(PATIENCE * 1000)
        await page.goto(f"{ground.page_url}#{person.id}/{channel.id}")
        await expect(page.get_by_role("tab", name=name, selected=True)).to_be_visible()
        return Visitor(self.evening, page, person, channel)
