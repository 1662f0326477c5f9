"""The page in a real browser, the real bot, and members who click."""

from __future__ import annotations

import os
import warnings
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from tests.e2e.conftest import Evening, evening, playground, valid_requests
from tests.helpers.browser_seat import PHONE, Visitor, Visitors
from tests.helpers.chromium import NAMED, chromium, find_chromium

__all__ = ["evening", "playground", "valid_requests"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder: `make quick` leaves them out."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.slow)


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """A Chromium. On a machine that has none the tests are left out, loudly; in CI, which names one, they fail."""
    if find_chromium() is None and NAMED not in os.environ:
        words = "No Chromium on this machine: the tests of the page are left out. apt-get install chromium"
        warnings.warn(words, stacklevel=1)
        pytest.skip(words)
    async with chromium() as found:
        yield found


@pytest.fixture
async def visitors(browser: Browser, evening: Evening) -> AsyncIterator[Visitors]:
    """Opens the page for members; afterwards nothing was fetched from outside, and nothing went wrong on it."""
    found = Visitors(browser, evening)
    yield found
    assert found.faults == []
    assert [url for url in found.fetched if not url.startswith((evening.playground.page_url, "data:"))] == []


@pytest.fixture
async def ann(visitors: Visitors) -> Visitor:
    """Ann, at a phone."""
    return await visitors.open("Ann", PHONE)
