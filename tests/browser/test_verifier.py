"""The verifier page, opened from the disk without a network, judges the vectors as the others do."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.bot.luck.test_verifiers import FILES, VERIFIER, steps
from tests.helpers.luck_vectors import FOLDER

PAGE = VERIFIER.with_suffix(".html").as_uri()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """The page on a phone without a network; it must have shown no error and asked for nothing."""
    context = await browser.new_context(viewport={"width": 390, "height": 844}, offline=True)
    page = await context.new_page()
    faults: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(PAGE)
    yield page
    assert faults == []
    assert set(asked) == {PAGE}
    await context.close()


async def choose(page: Page, content: str, noted: str = "") -> None:
    """Note a fingerprint and choose a file."""
    await page.get_by_label("The fingerprint that you noted").fill(noted)
    await page.get_by_label("The match").set_input_files(
        {"name": "match.json", "mimeType": "application/json", "buffer": content.encode()}
    )


async def test_it_judges_every_vector_step_by_step(page: Page) -> None:
    for path in FILES:
        vector = json.loads(path.read_text("utf-8"))
        await page.reload()
        await choose(page, json.dumps(vector["match"]), vector["noted"])
        found = steps(vector["match"], vector["noted"])
        open_end = any(sentence.startswith("Not checked") for _, sentence in found)
        agrees = "this file can't prove everything." if open_end else "Everything agrees."
        wanted = agrees if vector["agrees"] else "do not agree."
        await expect(page.locator("#verdict")).to_contain_text(wanted)
        kinds = await page.locator("#steps li").evaluate_all("items => items.map(item => item.className)")
        assert kinds == [{True: "ok", False: "bad", None: "look"}[right] for right, _ in found], path.stem


async def test_a_fingerprint_may_be_noted_later(page: Page) -> None:
    vector = json.loads((FOLDER / "dice.json").read_text("utf-8"))
    await choose(page, json.dumps(vector["match"]))
    await expect(page.locator("#verdict")).to_have_text("Everything agrees.")
    await page.get_by_label("The fingerprint that you noted").fill("0123456789abcdef")
    await expect(page.locator("#verdict")).to_contain_text("1 of ")
    await page.get_by_label("The fingerprint that you noted").fill(vector["noted"])
    await expect(page.locator("#verdict")).to_have_text("Everything agrees.")


@pytest.mark.parametrize("content", ["", "[]", '{"sealed": true}', '{"header": 3}'])
async def test_what_is_no_opened_match_is_refused(page: Page, content: str) -> None:
    await choose(page, content)
    await expect(page.locator("#verdict")).to_contain_text("This is no opened match of Dicenight")
    assert await page.locator("#steps li").count() == 0


@pytest.mark.parametrize("limit", [0, 2**33, 1.5, None, "6"])
async def test_it_looks_for_no_number_that_cannot_come(page: Page, limit: object) -> None:
    match = json.loads((FOLDER / "dice.json").read_text("utf-8"))["match"]
    match["draws"][0]["limit"] = limit
    await choose(page, json.dumps(match))
    await expect(page.locator("#verdict")).to_contain_text("This is no opened match of Dicenight")


def test_it_brings_nothing_along() -> None:
    text = Path(VERIFIER.with_suffix(".html")).read_text("utf-8")
    assert "src=" not in text.replace("default-src", "").replace("style-src", "").replace("script-src", "")
    assert "import " not in text
    assert "fetch(" not in text
