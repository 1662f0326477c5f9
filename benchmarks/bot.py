"""Presses a second, from the press to the answer, against a bare discord.py bot that acknowledges the same message.

Each bot runs in a process of its own, against the playground in this process, where the members press. Ours plays: each
press is checked, journalled on disk, and answered with the table repainted; the hand panels of both members follow by
requests of their own. The bare bot knows no game. It answers with the same message each time (Components V2 like ours,
ready as JSON); for comparison, with a `LayoutView` by the library's own means, and with nothing at all.

The ready JSON goes by the way of `interaction.response`, as ours does. It went by `Client.http` once, which looks
through the rate limits of all earlier presses at each: the bare bot slowed down from crowd to crowd, and our share of
its rate was told as up to twice what it is.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.bots import STAKE
from benchmarks.figures import Figure
from benchmarks.store import raw_commit
from cogs.ui.components import PICTURE, V2
from playground import Channel, Message, Person, Playground

TABLES = 64
CROWDS = (1, 16, 64)
WHICH = ("ours", "acknowledges", "repaints", "views")
WAIT = 60.0
RAISE = re.compile(r'"p:[^"]*:\d+"')
"""A button that raises, in a message as JSON."""


@dataclass(slots=True)
class Place:
    """A channel with a message, and the two members who press it in turn."""

    playground: Playground
    channel: Channel
    people: list[Person]
    message: Message | None = None

    async def press(self) -> float:
        """Press the smallest raise that is offered, and return the seconds until it was answered."""
        shown = await self.pressable()
        started = perf_counter()
        reply = await self.people[0].press(shown, custom_id=smallest_raise(shown), timeout=WAIT)
        taken = perf_counter() - started
        if reply.kind not in ("update", "deferred_update"):
            raise RuntimeError(f"a press was answered by {reply.kind}: {reply.text}")
        self.people.reverse()
        return taken

    async def pressable(self) -> Message:
        """Return what the member in turn presses: the channel's message or, in our bot, their own panel."""

        def shown() -> Message | None:
            own = self.people[0].ephemerals(self.channel)
            return next((each for each in (*own[::-1], self.message) if smallest_raise(each)), None)

        found = await self.playground.wait_for(shown, WAIT)
        assert found is not None
        return found


def smallest_raise(message: Message | None) -> str | None:
    """Return the custom id of the button with the smallest raise."""
    amounts = {}
    for button in message.buttons if message is not None else ():
        kind, _, rest = (button.custom_id or "").partition(":")
        value = rest.rpartition(":")[2]
        if kind == "p" and value.isdecimal():
            amounts[int(value)] = button.custom_id
    return amounts[min(amounts)] if amounts else None


def start_of(message: Message) -> str:
    """Return the custom id of the start of a match between members.

    The message offers it only a moment after the second one has sat down; before, a match against computer players.
    """
    table = next(button.custom_id for button in message.buttons if button.label == "Sit down")
    return str(table).replace(":sit", ":start")


def _with_buttons(channel: Channel) -> Message | None:
    """Return the latest message that can be pressed: the fingerprint of the table's luck stands above it."""
    return next((message for message in reversed(channel.messages) if message.buttons), None)


class Rate(NamedTuple):
    """The rate at which a bot answers a crowd."""

    presses: float
    """Answered in a second."""
    time: float
    """The median seconds of one."""
    work: float
    """The seconds of a processor that one takes: on a busy machine the figure that can be trusted most."""


def processor_seconds(process: int) -> float:
    """Return the seconds that a process has worked so far; 0 where the system does not tell by `/proc`."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Scenery:
    """A playground with a channel and two members for each table."""

    playground: Playground
    places: list[Place] = field(default_factory=list)

    @classmethod
    def build(cls, playground: Playground) -> Scenery:
        """Add the channels and members to a playground."""
        scenery = cls(playground)
        for n in range(TABLES):
            channel = playground.world.add_channel(playground.guild, f"table-{n}")
            people = [playground.add_member(f"{name} {n}") for name in ("Ann", "Bob")]
            scenery.places.append(Place(playground, channel, people))
        return scenery

    async def message_with_raises(self, place: Place) -> Message:
        """Return the place's message as soon as it can be pressed."""

        def pressable() -> Message | None:
            messages = place.channel.messages
            return messages[-1] if messages and smallest_raise(messages[-1]) else None

        message = await self.playground.wait_for(pressable, WAIT)
        assert message is not None
        return message

    async def deal(self) -> None:
        """Open a table in every place, seat both members, start, and find out whose turn it is."""
        for place in self.places:
            ann, bob = place.people
            await ann.slash(
                place.channel, "table open", game="rogues_and_warriors", stake=STAKE, fun=True, timeout=WAIT
            )
            message = await self.playground.wait_for(partial(_with_buttons, place.channel), WAIT)
            assert message is not None
            await bob.press(message, "Sit down", timeout=WAIT)
            await ann.press_raw(place.channel, message.id, start_of(message), timeout=WAIT)
        for place in self.places:

            def turn(place: Place = place) -> Person | None:
                """Return the member whose panel offers a raise."""
                return next(
                    (
                        each
                        for each in place.people
                        if any(map(smallest_raise, each.ephemerals(place.channel)))
                    ),
                    None,
                )

            first = await self.playground.wait_for(turn, WAIT)
            if first is not place.people[0]:
                place.people.reverse()

    async def measure(self, crowd: int, seconds: float, bot: int) -> Rate:
        """Return the rate of the process `bot`, with `crowd` members pressing as fast as they are answered."""
        until = perf_counter() + seconds
        taken: list[float] = []

        async def keep_pressing(places: list[Place]) -> None:
            turn = 0
            while perf_counter() < until:
                taken.append(await places[turn % len(places)].press())
                turn += 1

        started, worked = perf_counter(), processor_seconds(bot)
        async with asyncio.TaskGroup() as group:
            for n in range(crowd):
                group.create_task(keep_pressing(self.places[n::crowd]))
        work = (processor_seconds(bot) - worked) / len(taken)
        return Rate(len(taken) / (perf_counter() - started), median(taken), work)


@asynccontextmanager
async def bot_process(playground: Playground, **settings: Any) -> AsyncIterator[int]:
    """Run a bot in its own process, connected, and give the process's number."""
    configuration = {
        "base_url": playground.base_url,
        "gateway_url": playground.gateway_url,
        "token": playground.token,
        "guild": playground.guild.id,
        **settings,
    }
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.bots", stdin=subprocess.PIPE
    )
    assert child.stdin is not None
    child.stdin.write(json.dumps(configuration).encode() + b"\n")
    await child.stdin.drain()
    try:
        await playground.wait_for(lambda: playground.connected, WAIT)
        yield child.pid
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def _one(which: str, payload: dict[str, Any], folder: Path, seconds: float) -> dict[int, Rate]:
    """Measure one bot with all crowds.

    Our bot fills `payload` with its message, so that the bare bots can show the same.
    """
    async with Playground(rate_limits=False) as playground:
        scenery = Scenery.build(playground)
        channels = [place.channel.id for place in scenery.places]
        database = str(folder / "ours.db")
        async with bot_process(
            playground, which=which, payload=payload, channels=channels, database=database
        ) as bot:
            if which == "ours":
                await scenery.deal()
                # the panel that asks, which the bare bots show to everyone
                shown = [
                    each.json.get("data", each.json)
                    for each in playground.requests
                    if isinstance(each.json, dict)
                ]
                asking = [each for each in shown if "components" in each and RAISE.search(json.dumps(each))]
                [box] = asking[-1]["components"]
                # the bare bots send no file, so no picture either
                parts = [part for part in box["components"] if part["type"] != PICTURE]
                payload.update({"components": [{**box, "components": parts}], "flags": V2})
            else:
                for place in scenery.places:
                    place.message = await scenery.message_with_raises(place)
            playground.rest.recording = False
            await scenery.measure(16, seconds / 2, bot)  # warm up
            return {crowd: await scenery.measure(crowd, seconds, bot) for crowd in CROWDS}


def run(quick: bool) -> list[Figure]:
    """Measure rates with each crowd, and the time of one press beside the disk's."""
    seconds, rounds = (1.0, 1) if quick else (3.0, 3)
    payload: dict[str, Any] = {}
    rates: dict[tuple[str, int], list[Rate]] = {}
    commits: list[float] = []
    for _ in range(rounds):
        commits.append(raw_commit() * 1000)
        for which in WHICH:
            with tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder:
                for crowd, rate in asyncio.run(_one(which, payload, Path(folder), seconds)).items():
                    rates.setdefault((which, crowd), []).append(rate)
    figures = []
    for crowd in CROWDS:
        ours, bare, repaints, views = (
            median(rate.presses for rate in rates[which, crowd]) for which in WHICH
        )
        what = f"presses, {crowd} member{'s' if crowd > 1 else ''}"
        figures.append(Figure(what, "presses/s", ours, repaints, "bare bot, same message", 0.5))
        figures.append(Figure("  the same", "presses/s", ours, views, "bare bot, a view", 0.5))
        figures.append(Figure("  the same", "presses/s", ours, bare, "bare bot, no message"))
        ours, bare, repaints, views = (
            median(rate.work for rate in rates[which, crowd]) * 1000 for which in WHICH
        )
        figures.append(
            Figure("  work of a processor for one", "ms", ours, repaints, "bare bot, same message")
        )
        figures.append(Figure("  the same", "ms", ours, views, "bare bot, a view"))
    commit = median(commits)
    ours, bare, repaints, views = (median(rate.time for rate in rates[which, 1]) * 1000 for which in WHICH)
    less = ours - commit
    if less <= 0:
        raise RuntimeError(
            f"a press took {ours:.2f} ms and a raw commit {commit:.2f} ms: the disk is too busy to measure"
        )
    return [
        *figures,
        Figure("a press, less a raw commit", "ms", less, repaints, "bare bot, same message", 2, "at most"),
        Figure("  the same", "ms", less, views, "bare bot, a view"),
        Figure("  the same", "ms", less, bare, "bare bot, no message"),
        Figure("a press, all of it", "ms", ours, commit, "a raw commit"),
    ]
