"""The system's Chromium: it is found and started here, as Playwright brings none of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager

from playwright.async_api import Browser, async_playwright

NAMED = "DICENIGHT_CHROMIUM"
"""The setting that names the browser. Where it is set, as in `.ci/run`, the browser tests must run."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str | None:
    """Return the path of the Chromium that the environment names, else the system's, else None."""
    return os.environ.get(NAMED) or next(filter(None, map(shutil.which, NAMES)), None)


@contextlib.contextmanager
def shared_chromium() -> Iterator[str]:
    """Start a headless Chromium for many tests, and give the address to which `connected_to` connects."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    up, over = threading.Event(), threading.Event()

    async def serve() -> None:
        async with _launched(f"--remote-debugging-port={port}"):
            up.set()
            await asyncio.to_thread(over.wait)

    # In a loop of its own: those of the tests end with them.
    with ThreadPoolExecutor(1, "chromium") as pool:
        serving = pool.submit(asyncio.run, serve())
        serving.add_done_callback(lambda _: up.set())
        up.wait()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            over.set()
            serving.result()


@contextlib.asynccontextmanager
async def connected_to(address: str) -> AsyncIterator[Browser]:
    """Connect to a `shared_chromium`; whatever was opened is closed afterwards."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(address)
        try:
            yield browser
        finally:
            for context in browser.contexts:
                await context.close()
            await browser.close()


def chromium() -> AbstractAsyncContextManager[Browser]:
    """Start a headless Chromium. Raises LookupError, with advice, if there is none."""
    return _launched()


def in_chromium(do: Callable[[Browser], Awaitable[None]]) -> None:
    """Do something with a Chromium of its own, as a program that is run alone."""

    async def run() -> None:
        async with chromium() as browser:
            await do(browser)

    asyncio.run(run())


@contextlib.asynccontextmanager
async def _launched(*more: str) -> AsyncIterator[Browser]:
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
        *more,
    ]
    if os.geteuid() == 0:
        options.append("--no-sandbox")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=options)
        try:
            yield browser
        finally:
            await browser.close()
