"""The page of the Activity with frames of every game, on a small phone: it fits, and everyone can use it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Frame, FrameLocator, Page, ViewportSize

from activity.art import file_of
from bot.startup.load_games import load_games
from games.registry import GAMES
from tests.helpers.activity_stage import Stage, built_page, stage
from tests.helpers.activity_views import frame_of, moments
from tests.helpers.browser_seat import DESKTOP, Scheme

SMALL: ViewportSize = {"width": 390, "height": 700}
LEAST_TABLE = 150
"""The least height of the table beside any decision."""
GRAVE = ("serious", "critical")
FIRST = "00"

MEASURES = """() => {
  const cut = [];
  const view = [document.documentElement.clientWidth, document.documentElement.clientHeight];
  for (const each of document.querySelectorAll('.tray button, .tray .question, .tray .hand li')) {
    const at = each.getBoundingClientRect();
    if (!at.width || each.closest('.scrolls')) continue;
    const words = (each.textContent || each.getAttribute('aria-label') || '').slice(0, 30);
    if (at.left < -1 || at.top < -1 || at.right > view[0] + 1 || at.bottom > view[1] + 1) cut.push('outside: ' + words);
    if (each.matches('.answer') && each.scrollWidth > each.clientWidth + 1) cut.push('cut: ' + words);
    if (each.matches('.answer') && at.height < 36) cut.push('low: ' + words);
  }
  const page = document.querySelector('.page');
  if (page.scrollHeight > page.clientHeight + 1) cut.push('scrolls');
  const table = document.querySelector('.table').getBoundingClientRect().height;
  return {cut, table};
}"""


def whole_frames() -> dict[str, dict[str, Any]]:
    """Return the frames of all games by name: `rogues_and_warriors-00-0`."""
    load_games()
    return {
        f"{game.key}-{moment}": json.loads(frame_of(view))
        for game in GAMES.values()
        for moment, view in moments(game)
    }


def drawing(path: str) -> str:
    """Return a drawing by its address."""
    return (file_of(path.rpartition("/")[2]) or b"").decode()


@pytest.fixture(scope="module")
def frames() -> dict[str, dict[str, Any]]:
    """The frames of all games."""
    built_page()
    return whole_frames()


@pytest.fixture
async def shown(frames: dict[str, dict[str, Any]]) -> AsyncIterator[Stage]:
    """A server of the page, with frames of all games."""
    async with stage(frames, drawing) as made:
        yield made


class Seen:
    """The page in a browser, within the host's."""

    def __init__(self, page: Page, stage: Stage) -> None:
        self.page, self.stage = page, stage
        self.version = 1000

    @property
    def inside(self) -> FrameLocator:
        """The Activity's own page."""
        return self.page.frame_locator("iframe")

    @property
    def frame(self) -> Frame:
        """The same, for scripts."""
        return self.page.frames[1]

    async def show(self, name: str) -> dict[str, Any]:
        """Let the server send another whole frame, and wait until it is drawn."""
        self.version += 1
        frame = {**self.stage.frames[name], "v": self.version}
        await self.stage.send(frame)
        await self.inside.locator(f'.page[data-version="{self.version}"]').wait_for()
        return frame


async def opened(
    browser: Browser,
    stage: Stage,
    name: str,
    size: ViewportSize = SMALL,
    scheme: Scheme = "dark",
    *,
    still: bool = True,
) -> Seen:
    """Open the page at a frame."""
    context = await browser.new_context(
        viewport=size, color_scheme=scheme, reduced_motion="reduce" if still else "no-preference"
    )
    page = await context.new_page()
    await page.goto(stage.url(name))
    seen = Seen(page, stage)
    await seen.inside.locator(".page").wait_for()
    return seen


def asks(frame: dict[str, Any]) -> bool:
    """Return whether the frame has a question to its viewer."""
    return bool(frame["view"]["prompts"])


async def test_every_decision_of_every_game_fits_a_small_phone(browser: Browser, shown: Stage) -> None:
    seen = await opened(browser, shown, "threes-00-0")
    wrong: dict[str, list[str]] = {}
    decisions = 0
    for name, frame in shown.frames.items():
        if not asks(frame) and not name.endswith(("result-0", "lobby-0")):
            continue
        decisions += asks(frame)
        await seen.show(name)
        found = await seen.frame.evaluate(MEASURES)
        if found["cut"] or found["table"] < LEAST_TABLE:
            wrong[name] = [*found["cut"], f"table {found['table']}"]
    assert wrong == {}
    assert decisions > len(GAMES)


async def faults(frame: Frame) -> list[str]:
    """Return the serious and critical faults that axe-core finds."""
    response: dict[str, Any] = (await Axe().run(frame)).response
    return [
        f"{each['id']}: {node['html'][:120]} ({node['failureSummary']})"
        for each in response["violations"]
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]


def first_asked(shown: Stage, key: str) -> str:
    """Return the name of a game's first frame with a question."""
    return next(name for name, frame in shown.frames.items() if name.startswith(f"{key}-") and asks(frame))


async def test_axe_finds_nothing_serious(browser: Browser, shown: Stage) -> None:
    wrong: dict[str, list[str]] = {}
    games = list(GAMES)
    looks: list[tuple[ViewportSize, Scheme, list[str]]] = [
        (SMALL, "dark", [first_asked(shown, key) for key in games]),
        (SMALL, "light", [first_asked(shown, key) for key in games[::4]]),
        (DESKTOP, "light", ["threes-lobby-0", "conclave_of_wyrms-result-0"]),
    ]
    for size, scheme, names in looks:
        seen = await opened(browser, shown, "threes-00-0", size, scheme)
        for name in names:
            await seen.show(name)
            if found := await faults(seen.frame):
                wrong[f"{name} {scheme}"] = found
    assert wrong == {}
