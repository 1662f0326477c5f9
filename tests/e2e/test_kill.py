"""`kill -9` at random moments of live play: no acknowledged answer and no gembone is lost.

The playground runs here, the bot is a process of its own. Members press what they see as fast as they can, some presses
come twice, late or in another order; the bot is killed at a moment of the seed's choosing and started again. After each
start every answer that was acknowledged stands in the journal once, and the books add up.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from db import Store
from games.engine import Chance, Seed
from playground import Playground
from playground.errors import PlaygroundError

SOAK = float(os.environ.get("DICENIGHT_SOAK", "1"))
KILLS = int(40 * min(SOAK, 25))


class Crowd:
    """Members who press whatever answers, and remember what was acknowledged."""

    def __init__(self, playground: Playground, luck: Chance, game: str) -> None:
        self.playground, self.luck, self.game = playground, luck, game
        self.channel = playground.guild.channel("tavern")
        self.people = [playground.member(name) for name in ("Ann", "Bob", "Cid")]
        self.acknowledged: set[int] = set()
        self.replies: list[Any] = []
        self.stop = False

    async def play(self) -> None:
        """Press until told to stop."""
        await asyncio.gather(*(self._one(person) for person in self.people))

    async def _one(self, person: Any) -> None:
        while not self.stop:
            try:
                reply = await self._act(person)
            except (PlaygroundError, TimeoutError):
                reply = None
            if reply is None:
                await self._until_something_happens()
            else:
                self.replies.append(reply)
                if self.luck.below(8) == 0 and self.playground.connected:
                    self.playground.replay_last_interaction()

    async def _until_something_happens(self) -> None:
        with contextlib.suppress(TimeoutError):
            seen = len(self.playground.requests)
            await self.playground.wait_for(
                lambda: self.stop or len(self.playground.requests) != seen, timeout=0.05
            )

    async def _act(self, person: Any) -> Any:
        if not self.playground.connected:
            return None
        boards = [m for m in self.channel.messages if not m.deleted and m.buttons]
        if not boards:
            return await person.slash(self.channel, "table open", game=self.game, timeout=0.5)
        board = boards[-1]
        labels = [b.label for b in board.buttons]
        panels = [m for m in person.ephemerals(self.channel) if "Your hand" in m.text]
        answers = [
            b for m in (*panels[-1:], board) for b in m.buttons if (b.custom_id or "").startswith("p:")
        ]
        answers = [b for b in answers if b.label != "Fold"]
        if panels and panels[-1].selects and self.luck.below(2):
            menu = panels[-1].selects[0]
            if menu.custom_id.startswith("s:"):
                return await person.select(panels[-1], menu.custom_id, [menu.options[0].value], timeout=0.5)
        if answers and self.luck.below(10):
            # the first is to check or call, so that rounds come to an end
            chosen = answers[0 if self.luck.below(2) else self.luck.below(len(answers))]
            # pressed by whatever message it stands on, even if it has been repainted since
            source = board if chosen in board.buttons else panels[-1]
            return await person.press_raw(self.channel, source.id, chosen.custom_id, timeout=0.5)
        if "Again" in labels:
            return await person.press(board, "Again", timeout=0.5)
        if "My hand" in labels:
            return await person.press(board, "My hand", timeout=0.5)
        if "Sit down" in labels and len(panels) == 0:
            return await person.press(board, "Sit down", timeout=0.5)
        if "Start" in labels:
            return await person.press(board, "Start", timeout=0.5)
        return None


def journal(path: Path) -> tuple[dict[int, int], int]:
    """Presses in the journal, how often each; and how many rows there are."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        presses = [press for (press,) in db.execute("SELECT press FROM rows WHERE press IS NOT NULL")]
        [rows] = db.execute("SELECT count(*) FROM rows").fetchone()
    return {press: presses.count(press) for press in presses}, rows


def ended_matches(path: Path) -> int:
    """How many matches have been played to their end."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        [ended] = db.execute("SELECT count(*) FROM matches WHERE state = 'ended'").fetchone()
    return int(ended)


@contextlib.asynccontextmanager
async def victim(playground: Playground, path: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot as a process, connected; killed at the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.e2e.victim",
        str(path),
        playground.base_url,
        playground.gateway_url,
        playground.token,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await playground.wait_for(lambda: playground.connected, timeout=20)
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        await process.wait()
        await playground.wait_for(lambda: not playground.connected, timeout=20)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("key", ["rogues_and_warriors", "barovian_boneyard"])
async def test_kill_9_loses_nothing(key: str, tmp_path: Path) -> None:
    luck = Chance(Seed("kill", words=(key,)))
    path = tmp_path / "kill.db"
    played = 0
    async with Playground(rate_limits=False) as playground:
        crowd = Crowd(playground, luck, key)
        before = 0
        for _ in range(KILLS // 2):
            async with victim(playground, path):
                crowd.stop = False
                playing = asyncio.create_task(crowd.play())
                until = before + 5 + luck.below(40)
                # the moment of death: after so many acknowledged answers, then a few presses more
                with contextlib.suppress(TimeoutError):
                    await playground.wait_for(
                        lambda until=until: len(crowd.replies) >= until,  # type: ignore[misc]
                        timeout=2,
                    )
            crowd.stop = True
            await playing
            before = len(crowd.replies)
            presses, rows = journal(path)
            assert all(times == 1 for times in presses.values())
            for reply in crowd.replies:
                if saved(reply):
                    assert reply.id in presses, f"acknowledged and lost: {reply.text}"
            async with await Store.open(path) as store:
                assert await store.audit() == []
            played = rows
        async with victim(playground, path):
            crowd.stop = False
            playing = asyncio.create_task(crowd.play())
            ended = ended_matches(path)
            await playground.wait_for(lambda: ended_matches(path) > ended, timeout=180)
            crowd.stop = True
            await playing
    assert played > KILLS // 4
    assert sum(map(saved, crowd.replies)) > KILLS // 4


def saved(reply: Any) -> bool:
    """Whether an interaction was an answer that the person saw taken: their message was repainted by it."""
    custom_id = str((reply.payload.get("data") or {}).get("custom_id", ""))
    return custom_id[:2] in ("p:", "s:") and reply.kind == "update" and not reply.refused
