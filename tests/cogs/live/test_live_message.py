"""When a live message is repainted: changes that come together share an edit; what is urgent is not made to wait."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.clock import SystemClock
from bot.requests.budget import Pace
from cogs.live.background import BackgroundTasks
from cogs.live.live_message import LiveMessage, LiveMessages
from cogs.live.message_channels import MessageChannel
from cogs.requests import http
from cogs.ui.components import AttachmentFile, Json, note
from tests.helpers.counted_loop import CountedLoop

FAR, NEAR = 15.0, 1.0
"""Seconds between two edits of a message that nobody reads here, and of one that somebody does."""


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[CountedLoop]:
    """A loop on which time is counted, with the monotonic clock of live messages."""
    loop = CountedLoop()
    for module in ("cogs.live.live_message", "cogs.live.background"):
        monkeypatch.setattr(f"{module}.time", SimpleNamespace(monotonic=loop.time))
    yield loop
    loop.close()


class Channel:
    """A channel that notes when its message was edited."""

    server = None

    def __init__(self) -> None:
        self.edits: list[float] = []

    def reaches(self, message_id: int | None) -> bool:
        return True

    async def post(self, payload: Json, file: AttachmentFile | None = None) -> http.SentMessage:
        raise AssertionError("it is there")

    async def edit(self, message_id: int, payload: Json, file: AttachmentFile | None = None) -> Any:
        self.edits.append(asyncio.get_running_loop().time())

    async def delete(self, message_id: int) -> None:
        raise AssertionError("it stays")


class Board(LiveMessage):
    """A message whose edits stand as far apart as it is told."""

    def __init__(self) -> None:
        self.there, self.apart, self.looks = Channel(), FAR, 0
        languages: Any = SimpleNamespace(of_server=lambda server: "en")
        pace = Pace(1_000.0, 10, 10, now=asyncio.get_running_loop().time)
        super().__init__(LiveMessages(SystemClock(), pace, BackgroundTasks(), languages), "a board", 1)

    @property
    def channel(self) -> MessageChannel:
        return cast(MessageChannel, self.there)

    async def payload(self) -> Json:
        self.looks += 1
        return note(f"look {self.looks}")

    def spacing(self) -> float:
        return self.apart


def test_a_more_urgent_change_brings_a_waiting_repaint_forward(loop: CountedLoop) -> None:
    """A repaint that waits for more is not waited for: whoever looks at the board again sees it within its second."""

    async def evening() -> list[float]:
        board = Board()
        board.changed()
        await asyncio.sleep(1.0)
        board.changed()
        await asyncio.sleep(3.0)
        board.apart = NEAR
        board.changed()
        await asyncio.sleep(60.0)
        return board.there.edits

    first, second = loop.run_until_complete(evening())
    assert first == pytest.approx(0.05)
    assert second == pytest.approx(4.0), "at once, since its second is long over"


def test_a_change_that_is_no_more_urgent_shares_the_repaint_that_waits(loop: CountedLoop) -> None:
    async def evening() -> list[float]:
        board = Board()
        board.changed()
        for _ in range(20):
            await asyncio.sleep(0.5)
            board.changed()
        await asyncio.sleep(60.0)
        return board.there.edits

    first, second = loop.run_until_complete(evening())
    assert second - first == pytest.approx(FAR)


def test_an_edit_that_was_made_elsewhere_keeps_a_waiting_repaint_at_its_distance(loop: CountedLoop) -> None:
    async def evening() -> list[float]:
        board = Board()
        board.apart = NEAR
        board.changed()
        board.keep_distance(loop.time())
        await asyncio.sleep(60.0)
        return board.there.edits

    assert loop.run_until_complete(evening()) == [pytest.approx(NEAR)]
