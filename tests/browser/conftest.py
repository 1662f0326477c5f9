"""The real bot, the page in a real browser, and members who click.

All tests of a process share one Chromium, which belongs to the loop that has started it, so they share that loop, too.
"""

from __future__ import annotations

import asyncio
import os
import warnings
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on, unpaced_playground
from tests.helpers.answer_schema import check_answers
from tests.helpers.browser_seat import PHONE, Visitor, Visitors
from tests.helpers.chromium import NAMED, chromium, find_chromium
from tests.helpers.discord_schema import check_requests


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder: `make quick` leaves them out."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.slow)
            if item.get_closest_marker("asyncio") is not None:
                item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def started_browser() -> AsyncIterator[Browser]:
    """A Chromium. Without one the tests are skipped with a warning; in CI, which names one, they fail."""
    if find_chromium() is None and NAMED not in os.environ:
        words = "No Chromium on this machine: the tests of the page are left out. apt-get install chromium"
        warnings.warn(words, stacklevel=1)
        pytest.skip(words)
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def no_task_left() -> AsyncIterator[None]:
    """What a test leaves running ends with it, as in a loop of its own."""
    before = asyncio.all_tasks()
    yield
    left = asyncio.all_tasks() - before - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


@pytest_asyncio.fixture(loop_scope="session")
async def browser(started_browser: Browser) -> AsyncIterator[Browser]:
    """The Chromium; whatever a test has opened in it is closed afterwards."""
    yield started_browser
    for context in started_browser.contexts:
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with unpaced_playground(monkeypatch) as found:
        yield found


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def valid_requests(playground: Playground) -> AsyncIterator[None]:
    """Every request is valid by Discord's schema, and so are answers and events."""
    yield
    assert check_requests(playground) == []
    assert check_answers(playground) == []


@pytest_asyncio.fixture(loop_scope="session")
async def evening(playground: Playground, tmp_path: Path) -> AsyncIterator[Evening]:
    clock, path = HandClock(), tmp_path / "evening.db"
    async with bot_on(playground, path, clock) as bot:
        yield Evening(playground, path, clock, bot)


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(browser: Browser, evening: Evening) -> AsyncIterator[Visitors]:
    """The visitors of the page. Afterwards it must have fetched nothing from outside, and shown no error."""
    visitors = Visitors(browser, evening)
    yield visitors
    assert visitors.faults == []
    assert [
        url for url in visitors.fetched if not url.startswith((evening.playground.page_url, "data:"))
    ] == []


@pytest_asyncio.fixture(loop_scope="session")
async def ann(visitors: Visitors) -> Visitor:
    """Ann on a phone."""
    return await visitors.open("Ann", PHONE)
