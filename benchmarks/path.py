"""The way of one press: how much of our code runs until its row is written, and until its answer leaves.

One member presses a button in a private hand panel, on the playground, through the real discord.py client. A profiler
counts the functions of ours that are called from the moment the router hears of the press: until SQLite is told to
insert the row of the journal, and until the answer's request is begun. It also counts the units that the store writes
meanwhile, and the functions that are still open when the row is written: those are the path from the press to the row.
These figures are for those who wonder where the time goes; no code is bent to them, so they have no goal.
"""

from __future__ import annotations

import asyncio
import dis
import inspect
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest import mock

from benchmarks.figures import Figure
from benchmarks.looks import Sent, running_bot
from bot.requests.connections import _Connection
from bot.tables.table_actor import TableActor
from playground import Channel, Message, Person

ROOT = str(Path(__file__).parent.parent)
OURS = tuple(f"{ROOT}/{package}/" for package in ("bot", "cogs", "db", "games"))
RESUME = dis.opmap["RESUME"]
ROUTER = "on_interaction"
"""The name of the listener by which every press comes in."""

SETTLE = 1.5
"""Seconds in which repaints of the last press come to rest."""


@dataclass(slots=True)
class PressPath:
    """Counts of one press. Frames are listed from the press inwards."""

    begun: bool = False
    calls: int = 0
    codes: set[CodeType] = field(default_factory=set)
    open: dict[int, FrameType] = field(default_factory=dict)
    units: int = 0
    to_row: tuple[int, int, list[str]] | None = None
    to_answer: tuple[int, int] | None = None

    def reset(self) -> None:
        """Forget what was counted: the next press is a new one."""
        self.begun, self.calls, self.units = False, 0, 0
        self.codes, self.open = set(), {}
        self.to_row = self.to_answer = None

    @property
    def files(self) -> int:
        """The number of files in which the functions called so far stand."""
        return len({code.co_filename for code in self.codes})

    def profile(self, frame: FrameType, event: str, _: Any) -> None:
        """Count a call or the end of one; to be given to `sys.setprofile`."""
        code = frame.f_code
        if event == "call":
            if not self.begun and code.co_name == ROUTER and code.co_filename.startswith(OURS):
                self.begun = True
            if not self.begun or self.to_answer is not None:
                return
            if self.to_row is not None and code is _Connection.exchange.__code__:
                self.to_answer = self.calls, self.files
            elif code.co_filename.startswith(OURS) and _is_start(frame):
                self.calls += 1
                self.codes.add(code)
                # the rules' coroutines that wait for the next answer are open, but not on the way
                if not code.co_flags & inspect.CO_GENERATOR and "/games/" not in code.co_filename:
                    self.open[id(frame)] = frame
        elif event == "return" and code.co_code[frame.f_lasti] != dis.opmap["YIELD_VALUE"]:
            self.open.pop(id(frame), None)

    def statement(self, sql: str) -> None:
        """Look at a statement that SQLite carries out; to be given to `set_trace_callback`."""
        if not self.begun or self.to_row is not None:
            return
        words = sql.split(None, 3)
        if words[:1] == ["SAVEPOINT"]:
            self.units += 1
        elif [word.upper() for word in words[:2]] == ["INSERT", "INTO"] and words[2] == "rows":
            self.to_row = self.calls, self.files, [frame.f_code.co_qualname for frame in self.open.values()]


def _is_start(frame: FrameType) -> bool:
    """Return whether a frame begins, rather than goes on after an `await` or a `yield`."""
    code, at = frame.f_code.co_code, max(frame.f_lasti, 0)
    return code[at] != RESUME or code[at + 1] & 3 == 0


@contextmanager
def _watched(path: PressPath) -> Iterator[None]:
    """Watch every thread and every connection that is made meanwhile."""
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def traced(*args: Any, **more: Any) -> sqlite3.Connection:
        connection = connect(*args, **more)
        connection.set_trace_callback(path.statement)
        return connection

    threading.setprofile(path.profile)
    sys.setprofile(path.profile)
    try:
        with mock.patch("sqlite3.connect", traced):
            yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def run(quick: bool) -> list[Figure]:
    """Measure a wager in Barovian Boneyard and a raise in Rogues and Warriors."""
    figures = []
    for name, game, labels in (
        ("a wager in Barovian Boneyard", "barovian_boneyard", ("Wager",)),
        ("a raise in Rogues and Warriors", "rogues_and_warriors", ("Bet", "Raise")),
    ):
        path = asyncio.run(_pressed(game, labels))
        assert path.to_row is not None
        assert path.to_answer is not None
        calls, files, frames = path.to_row
        figures += [
            Figure(f"{name}: functions on the path to its row", "", len(frames)),
            Figure(f"{name}: calls until its row is written", "", calls),
            Figure(f"{name}: files until then", "", files),
            Figure(f"{name}: units written until then", "", path.units, 1, "its own alone", 1, "at most"),
            Figure(f"{name}: calls until its answer leaves", "", path.to_answer[0]),
            Figure(f"{name}: files until then", "", path.to_answer[1]),
        ]
        if not quick:
            print(f"{name}: {' > '.join(frames)}", file=sys.stderr)
    return figures


async def _pressed(game: str, labels: tuple[str, ...]) -> PressPath:
    """Press a button with such a label three times; the counts are those of the third, when everything has been loaded.

    Two members play, so that neither the second press nor the third is answered by the end of a match.
    """
    path = PressPath()
    with _watched(path):
        async with running_bot(Sent(), pictures=False) as (playground, bot):
            channel = playground.guild.channel("tavern")
            people = [playground.member(name) for name in ("Ann", "Bob")]
            await people[0].slash(channel, "table open", game=game)
            table = bot.registry.get_in_channel(channel.id)
            await asyncio.sleep(SETTLE)
            for person in people[1:]:
                await person.press(_board(channel, table), "Sit down")
            # the table message follows a little later, with a button to start
            await asyncio.sleep(SETTLE)
            await people[0].press(_board(channel, table), "Start")
            for person in people:
                await person.slash(channel, "hand")
            for _ in range(3):
                person, panel, control = await _asked(people, channel, labels)
                await asyncio.sleep(SETTLE)
                path.reset()
                await person.press(panel, custom_id=control)
    return path


def _board(channel: Channel, table: TableActor) -> Message:
    """The table message."""
    assert table.state.message_id is not None
    message = channel.message(table.state.message_id)
    assert message is not None
    return message


async def _asked(
    people: list[Person], channel: Channel, labels: tuple[str, ...]
) -> tuple[Person, Message, str]:
    """Wait until a panel offers a button with such a label, playing again where a game is over."""
    for _ in range(200):
        for person in people:
            for panel in person.ephemerals(channel)[-1:]:
                for button in panel.buttons:
                    if button.custom_id and not button.disabled and button.label.startswith(labels):
                        return person, panel, button.custom_id
                    if button.label == "Again":
                        await person.press(panel, "Again")
        await asyncio.sleep(0.05)
    raise RuntimeError(f"nobody is offered {labels!r}")
