"""The page of the Activity with frames of every game, on a small phone: it fits, and everyone can use it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Frame, FrameLocator, Page, ViewportSize, expect

from activity.art import file_of
from bot.startup.load_games import load_games
from games.registry import GAMES
from locales.code_texts import MARKED_ON_PAGE, PAGE
from tests.helpers.activity_stage import Stage, built_page, stage
from tests.helpers.activity_views import frame_of, lesson_frames, moments
from tests.helpers.browser_seat import DESKTOP, Scheme

SMALL: ViewportSize = {"width": 390, "height": 700}
LEAST_TABLE = 150
"""The least height of the table beside any decision."""
GRAVE = ("serious", "critical")
MANY = 4
"""A hand of more cards than this is for trying the hand."""

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
    frames = {f"{game.key}-{name}": frame_of(view) for game in GAMES.values() for name, view in moments(game)}
    frames |= {f"{game.key}-{name}": frame for game in GAMES.values() for name, frame in lesson_frames(game)}
    return {name: json.loads(frame) for name, frame in frames.items()}


def drawing(path: str) -> str:
    """Return a drawing by its address."""
    return (file_of(path.rpartition("/")[2]) or b"").decode()


@pytest.fixture(scope="module")
def frames() -> dict[str, dict[str, Any]]:
    """The frames of all games."""
    built_page()
    return whole_frames()


@pytest_asyncio.fixture(loop_scope="session")
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


def frame_with(shown: Stage, holds: Callable[[dict[str, Any]], bool]) -> str:
    """Return the name of the first frame with a question of which something holds."""
    return next(
        name
        for name, frame in shown.frames.items()
        if any(holds(prompt) for prompt in frame["view"]["prompts"].values())
    )


def plays_a_card(prompt: dict[str, Any]) -> bool:
    """Return whether one card of the hand is picked at once."""
    one = prompt["kind"] == "pick" and prompt["low"] == prompt["high"] == 1
    return bool(one and prompt["zone"] and len(prompt["items"]) > MANY)


async def test_a_card_is_played_by_a_tap_and_by_dragging_it_onto_the_table(
    browser: Browser, shown: Stage
) -> None:
    seen = await opened(browser, shown, frame_with(shown, plays_a_card))
    cards = seen.inside.locator(".hand button")
    await cards.nth(1).click(position={"x": 8, "y": 30})
    tapped = await shown.next_press()
    assert (tapped["t"], tapped["answer"]) == ("press", [1])
    box = await cards.nth(0).bounding_box()
    table = await seen.inside.locator(".table").bounding_box()
    assert box is not None
    assert table is not None
    mouse = seen.page.mouse
    await mouse.move(box["x"] + 8, box["y"] + 30)
    await mouse.down()
    await mouse.move(box["x"] + 30, box["y"] - 10, steps=3)
    await mouse.up()
    assert len(shown.presses) == 1, "it was dropped in the tray again"
    await mouse.move(box["x"] + 8, box["y"] + 30)
    await mouse.down()
    await mouse.move(table["x"] + table["width"] / 2, table["y"] + table["height"] / 2, steps=5)
    await mouse.up()
    dragged = await shown.next_press(2)
    assert dragged["answer"] == [0]


async def test_the_keyboard_alone_plays_a_card(browser: Browser, shown: Stage) -> None:
    seen = await opened(browser, shown, frame_with(shown, plays_a_card))
    card = seen.inside.locator(".hand button").nth(2)
    for _ in range(40):
        await seen.page.keyboard.press("Tab")
        if await card.evaluate("card => card === document.activeElement"):
            break
    await seen.page.keyboard.press("Enter")
    assert (await shown.next_press())["answer"] == [2]


async def test_a_bet_has_a_slider_and_good_sizes(browser: Browser, shown: Stage) -> None:
    name = frame_with(shown, lambda each: each.get("amount") is not None and len(each["amount"]["steps"]) > 1)
    seen = await opened(browser, shown, name)
    slider = seen.inside.get_by_role("slider")
    await slider.focus()
    low = int(await slider.get_attribute("min") or 0)
    await slider.press("Home")
    await slider.press("ArrowRight")
    send = seen.inside.locator(".answer.gold")
    await expect(send).to_contain_text(str(low + 1))
    await send.click()
    assert (await shown.next_press())["answer"] == low + 1
    size = seen.inside.locator(".size").first
    await size.click()
    await expect(size).to_have_attribute("aria-pressed", "true")


async def test_cards_are_laid_on_a_grid_and_sent_together(browser: Browser, shown: Stage) -> None:
    name = frame_with(shown, lambda each: each["kind"] == "place")
    seen = await opened(browser, shown, name)
    [prompt] = shown.frames[name]["view"]["prompts"].values()
    for _ in prompt["items"]:
        await seen.inside.locator("[data-spot]").last.click()
    await seen.inside.get_by_role("button", name="Build it so").click()
    placed = (await shown.next_press())["answer"]
    assert len(placed) == len(prompt["items"])
    assert placed[0] == [0, 0] or prompt["piles"]


async def test_a_press_is_sent_again_with_its_id_after_a_lost_connection(
    browser: Browser, shown: Stage
) -> None:
    name = frame_with(shown, lambda each: each["kind"] == "choose" and len(each["options"]) > 1)
    seen = await opened(browser, shown, name)
    answer = seen.inside.locator(".tray .answer").first
    await answer.click()
    first = await shown.next_press()
    await expect(answer).to_have_class(re.compile("pressed"))
    await answer.click()
    assert len(shown.presses) == 1, "the same answer pressed twice is one press"
    async with asyncio.timeout(5):
        await shown.drop()
        again = await shown.next_press(2)
    assert again == first
    await shown.send({"t": "refused", "press": first["press"], "words": ["That's past."]})
    await expect(seen.inside.get_by_text("That's past.")).to_be_visible()
    await expect(answer).not_to_have_class(re.compile("pressed"))


async def test_a_gap_between_versions_makes_the_page_ask_for_the_whole(
    browser: Browser, shown: Stage
) -> None:
    seen = await opened(browser, shown, "threes-00-0")
    await shown.send({"t": "change", "v": 9, "from": 8, "now": 0, "art": {}, "set": {"happened": ["Lost."]}})
    while not any(frame["t"] == "again" for frame in shown.got):
        shown.arrived.clear()
        await shown.arrived.wait()
    await expect(seen.inside.get_by_text("Lost.")).to_have_count(0)
    await shown.send({"t": "change", "v": 2, "from": 1, "now": 0, "art": {}, "set": {"happened": ["Kept."]}})
    await expect(seen.inside.get_by_text("Kept.")).to_be_visible()


async def test_an_answer_that_the_view_says_so_of_is_asked_once_more(browser: Browser, shown: Stage) -> None:
    name = frame_with(
        shown, lambda each: any(option["confirm"] for option in each.get("options", ()) if not each["folded"])
    )
    seen = await opened(browser, shown, name)
    [option] = [
        option
        for prompt in shown.frames[name]["view"]["prompts"].values()
        for option in prompt.get("options", ())
        if option["confirm"]
    ][:1]
    words = "".join(run if isinstance(run, str) else str(run.get("name", "")) for run in option["words"])
    await seen.inside.locator(".tray .answer", has_text=words).first.click()
    sure = seen.inside.get_by_role("dialog")
    await expect(sure).to_be_visible()
    assert shown.presses == []
    await sure.locator(".answer.gold").click()
    assert (await shown.next_press())["answer"] == option["answer"]


async def test_a_small_picture_shows_the_board_only(browser: Browser, shown: Stage) -> None:
    seen = await opened(browser, shown, first_asked(shown, "threes"))
    await expect(seen.inside.locator(".tray")).to_be_visible()
    await seen.page.evaluate("tell('ACTIVITY_LAYOUT_MODE_UPDATE', {layout_mode: 1})")
    await expect(seen.inside.locator(".tray")).to_be_hidden()
    await expect(seen.inside.locator(".table")).to_be_visible()


async def test_whoever_does_not_agree_reads_why_and_may_try_again(browser: Browser, shown: Stage) -> None:
    context = await browser.new_context(viewport=SMALL)
    page = await context.new_page()
    await page.goto(shown.url("threes-00-0", refuses="AUTHORIZE"))
    inside = page.frame_locator("iframe")
    await expect(inside.get_by_role("alert")).to_contain_text("only asks for your name")
    await page.evaluate("window.refuses = ''")
    await inside.get_by_role("button", name="Try again").click()
    await inside.locator(".page").wait_for()


async def test_outside_of_discord_the_page_says_where_it_belongs(browser: Browser, shown: Stage) -> None:
    page = await (await browser.new_context(viewport=SMALL)).new_page()
    await page.goto(f"http://127.0.0.1:{shown.port}/")
    await expect(page.get_by_role("alert")).to_contain_text("a table inside Discord")


async def test_who_wants_less_motion_gets_none(browser: Browser, shown: Stage) -> None:
    # the ring of time runs for all, in steps; everything else that moves is begun by a script
    moving = "() => document.getAnimations().filter(each => !(each instanceof CSSAnimation)).length"
    name = frame_with(shown, plays_a_card)
    empty = {**shown.frames[name]["view"], "order": []}
    for still in (True, False):
        seen = await opened(browser, shown, name, still=still)
        await shown.send({**shown.frames[name], "v": 2000, "view": empty})
        await seen.inside.locator('.page[data-version="2000"]').wait_for()
        await shown.send({**shown.frames[name], "v": 2001})
        await seen.inside.locator('.page[data-version="2001"]').wait_for()
        assert bool(await seen.frame.evaluate(moving)) is not still


def test_the_build_lists_the_texts_that_translators_are_given() -> None:
    listed = {tuple(each) for each in json.loads((built_page() / "texts.json").read_text("utf-8"))}
    marked = set()
    for path in PAGE.glob("*.ts*"):
        for name, first, second in MARKED_ON_PAGE.findall(path.read_text("utf-8")):
            one, two = json.loads(first), json.loads(second) if second else ""
            marked.add((one, two, "") if name == "pgettext" else ("", one, two if name == "ngettext" else ""))
    assert listed == marked
