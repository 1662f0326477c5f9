"""The real bot, the page in a real browser, and members who click."""

from __future__ import annotations

import os
import warnings
from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Browser

from tests.e2e.conftest import Evening, evening, playground, valid_requests
from tests.helpers.browser_seat import PHONE, Visitor, Visitors
from tests.helpers.chromium import NAMED, connected_to, find_chromium, shared_chromium

__all__ = ["evening", "playground", "valid_requests"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder: `make quick` leaves them out."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def chromium_address() -> Iterator[str]:
    """A Chromium. Without one the tests are skipped with a warning; in CI, which names one, they fail."""
    if find_chromium() is None and NAMED not in os.environ:
        words = "No Chromium on this machine: the tests of the page are left out. apt-get install chromium"
        warnings.warn(words, stacklevel=1)
        pytest.skip(words)
    with shared_chromium() as address:
        yield address


@pytest.fixture
async def browser(chromium_address: str) -> AsyncIterator[Browser]:
    """A connection to the Chromium."""
    async with connected_to(chromium_address) as browser:
        yield browser


@pytest.fixture
async def visitors(browser: Browser, evening: Evening) -> AsyncIterator[Visitors]:
    """The visitors of the page. Afterwards it must have fetched nothing from outside, and shown no error."""
    visitors = Visitors(browser, evening)
    yield visitors
    assert visitors.faults == []
    assert [
        url for url in visitors.fetched if not url.startswith((evening.playground.page_url, "data:"))
    ] == []


@pytest.fixture
async def ann(visitors: Visitors) -> Visitor:
    """Ann on a phone."""
    return await visitors.open("Ann", PHONE)
