"""The system's Chromium: it is found and started here, as Playwright brings none of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable

from playwright.async_api import Browser, async_playwright

NAMED = "DICENIGHT_CHROMIUM"
"""The setting that names the browser. Where it is set, as in `.ci/run`, the browser tests must run."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str | None:
    """Return the path of the Chromium that the environment names, else the system's, else None."""
    return os.environ.get(NAMED) or next(filter(None, map(shutil.which, NAMES)), None)


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start a headless Chromium. Raises LookupError, with advice, if there is none."""
    path = find_chromium()
    if path is None:
        raise LookupError(
            f"no Chromium was found: apt-get install chromium, or set {NAMED} to the path of one"
        )
    # Chromium refuses to be sandboxed by root, and a container's /dev/shm is often too small for it.
    options = [
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--force-color-profile=srgb",
    ]
    if os.geteuid() == 0:
        options.append("--no-sandbox")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=options)
        try:
            yield browser
        finally:
            await browser.close()


def in_chromium(do: Callable[[Browser], Awaitable[None]]) -> None:
    """Do something with a Chromium of its own, as a program that is run alone."""

    async def run() -> None:
        async with chromium() as browser:
            await do(browser)

    asyncio.run(run())
