"""Members at the Activity in a real browser, who open the table from the playground and tap what they see there."""

from __future__ import annotations

from typing import Any

from playwright.async_api import FrameLocator, expect

from games.engine import Chance, Seed
from tests.helpers.browser_seat import Visitor

TAPS = """([roll, asks]) => {
  const shown = (each) => !each.disabled && each.getClientRects().length;
  const all = (where) => [...document.querySelectorAll(where)].filter(shown);
  const pick = (from) => from.length ? from[roll % from.length] : null;
  const tap = (each) => { each.click(); return each.textContent || each.getAttribute('aria-label') || 'a card'; };
  const page = document.querySelector('.page');
  if (!page || !page.querySelector('.tray.asks')) return '';
  // a card that was looked at: it is played once nothing is left to choose
  const detail = page.querySelector('.detail');
  if (detail) {
    const play = detail.querySelector('.answer.gold');
    if (play && shown(play)) return tap(play);
    const choices = all('.detail .target:not(.chosen), .detail .way:not(.chosen)');
    return tap(pick(choices) ?? detail.querySelector('.close'));
  }
  const answers = all('.tray .answers:not(:has(.controls)) .answer:not(.quiet)');
  const gold = answers.filter((each) => each.classList.contains('gold'));
  const open = all('.cell.open');
  if (gold.length && roll % 3) return tap(pick(gold));
  if (open.length) return tap(pick(open));
  const targets = all('.tray .target:not(.chosen)');
  const cards = all('.tray .hand button.held:not(.picked)');
  if (targets.length && roll % 2) return tap(pick(targets));
  return tap(pick([...answers, ...cards, ...targets]) ?? page);
}"""
"""Taps one thing of those that answer the viewer's question, by a number drawn; its words are returned."""


class AtTable:
    """A member who has opened the table."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.luck = Chance(Seed(f"at the table {visitor.person.name}"))

    @property
    def inside(self) -> FrameLocator:
        """The Activity's page."""
        return self.visitor.page.frame_locator("#activity iframe")

    async def tap(self, words: str) -> None:
        """Tap a button by its words."""
        await self.inside.get_by_role("button", name=words, exact=True).first.click()

    async def answer(self) -> str:
        """Tap something that leads to an answer, and return its words; nothing if the member is not asked."""
        frame = next(each for each in self.visitor.page.frames if "/activity/" in each.url)
        tapped: str = await frame.evaluate(TAPS, [self.luck.below(1 << 20), 0])
        return tapped


async def open_table(visitor: Visitor, board: Any = None) -> AtTable:
    """Press *Open the table* on the table's message, consent the first time, and wait for the table."""
    where = visitor.board if board is None else board
    page = visitor.page
    await where.get_by_role("button", name="Open the table", exact=True).click()
    if visitor.person.id not in visitor.evening.playground.world.activities.consented:
        await page.get_by_role("button", name="Authorise", exact=True).click()
    there = AtTable(visitor)
    await expect(there.inside.locator(".page")).to_be_visible()
    return there
