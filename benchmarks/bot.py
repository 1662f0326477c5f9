"""The cost of a press: the processor's time from the gateway to the answer, and presses a second, against a bare bot.

Each bot runs in a process of its own, against the playground in this process, where the members press. Ours plays: each
press is checked, journalled on disk, and answered with the presser's panel repainted. It is measured three times: the
press alone, while all other messages wait; with the panel of the other member, who presses it next, and the table's
message; and the same with pictures. The bare bot is what discord.py makes easy: it knows no game, and answers with one
message, ours, as a `LayoutView` that stays the same (`interaction.response.edit_message`).

The processor's time is judged, since other work of the machine hardly changes its ratio. All bots stand by in a round,
and take turns of a second or two, so that one minute of the machine serves all of them. A turn's ratio is that of
two neighbours, and the turn with the median ratio is told.

Presses that a bot finds together cost it half as much as those that it finds one by one, each with a cold cache; and a
bot that is fast finds more of them alone. Left to themselves the members fell into the one way or the other for
minutes, and the bare bot's cost went with it. So members press in step: all at the same moment, and again once all are
answered. For the same reason the bare bot is pressed once more after each turn of ours, as often as ours has just been
(which waits for the disk, and for its panels): left to its own pace, it costs two thirds of that with one member.

The playground and the bots have processors of their own: it works for a press about as long as the bare bot, and Linux
likes to put two that talk to each other on one processor, which halves the rate until it thinks otherwise.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.bots import STAKE
from benchmarks.figures import Figure
from benchmarks.store import raw_commit
from cogs.ui.components import PICTURE, V2
from playground import Channel, Message, Person, Playground

CROWDS = (1, 16, 64)
"""Members who press at the same time; as many tables as the largest crowd."""
OPENING = 4
"""Tables that are opened at the same time, before anything is measured."""
PEER = "bare bot, a view"
PACED = "bare bot, as often"
"""The bare bot, pressed no oftener than ours in its turn before: a rarer press finds a colder cache, and costs more."""
OURS = {
    "alone": {"pictures": False, "follows": False},
    "with its panels": {"pictures": False, "follows": True},
    "with its panels and pictures": {"pictures": True, "follows": True},
}
"""How our bot is measured."""
GOALS = {"alone": 1.3, "with its panels": 2.0}
"""The most times the bare bot's processor time that ours may take."""
WAIT = 60.0
TURNS = 4
"""How often in a round each bot is pressed by each crowd."""
SETTLES = 1.5
"""Seconds within which the panels that follow the last press are repainted."""
RAISE = re.compile(r'"p:[^"]*:\d+"')
"""A button that raises, in a message as JSON."""


@dataclass(slots=True)
class Place:
    """A channel with a message, and the two members who press it in turn."""

    playground: Playground
    channel: Channel
    people: list[Person]
    message: Message | None = None
    follows: bool = True
    """False if the panels don't follow: then a member presses what their panel is going to offer."""
    pressed: str = ""
    """The control that was pressed last."""

    async def press(self) -> float:
        """Press the smallest raise that is offered, and return the seconds until it was answered."""
        if self.follows or not self.pressed:
            shown = await self.pressable()
            self.pressed = smallest_raise(shown) or ""
            message_id = shown.id
        else:
            table, match, question, raised = self.pressed.removeprefix("p:").split(":")
            self.pressed = f"p:{table}:{match}:{int(question) + 1}:{raised}"
            message_id = self.people[0].ephemerals(self.channel)[-1].id
        started = perf_counter()
        reply = await self.people[0].press_raw(self.channel, message_id, self.pressed, timeout=WAIT)
        taken = perf_counter() - started
        if reply.kind not in ("update", "deferred_update", "message"):
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
    """The seconds of a processor that one takes."""
    drawing: float
    """The seconds of a processor that its pictures take, in a process of their own."""


def processor_seconds(process: int) -> float:
    """Return the seconds that a process has worked so far; 0 where the system does not tell by `/proc`."""
    nanoseconds = 0
    for task in Path(f"/proc/{process}/task").glob("*/schedstat"):
        # a thread may end between the two
        with suppress(OSError):
            nanoseconds += int(task.read_text().split()[0])
    return nanoseconds / 1e9


def descendants_of(process: int) -> list[int]:
    """Return the processes that a process has started, and those that these have: a server forks the workers."""
    parents = dict[int, int]()
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    found, waiting = list[int](), [process]
    while waiting:
        parent = waiting.pop()
        waiting += (mine := [each for each, its in parents.items() if its == parent])
        found += mine
    return found


@dataclass(slots=True)
class Scenery:
    """A playground with a channel and two members for each table."""

    playground: Playground
    places: list[Place] = field(default_factory=list)

    @classmethod
    def build(cls, playground: Playground, tables: int) -> Scenery:
        """Add the channels and members to a playground."""
        scenery = cls(playground)
        for n in range(tables):
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
        for first in range(0, len(self.places), OPENING):
            await asyncio.gather(*map(self._deal, self.places[first : first + OPENING]))

    async def _deal(self, place: Place) -> None:
        ann, bob = place.people
        await ann.slash(
            place.channel, "table open", game="rogues_and_warriors", stake=STAKE, fun=True, timeout=WAIT
        )
        message = await self.playground.wait_for(partial(_with_buttons, place.channel), WAIT)
        assert message is not None
        await bob.press(message, "Sit down", timeout=WAIT)
        await ann.press_raw(place.channel, message.id, start_of(message), timeout=WAIT)

        def turn() -> Person | None:
            """Return the member whose panel offers a raise, once both have one."""
            panels = {each: each.ephemerals(place.channel) for each in place.people}
            asked = (each for each in place.people if any(map(smallest_raise, panels[each])))
            return next(asked, None) if all(panels.values()) else None

        if await self.playground.wait_for(turn, WAIT) is not place.people[0]:
            place.people.reverse()

    async def measure(self, crowd: int, seconds: float, bot: int, pace: float = inf) -> Rate:
        """Return the rate of the process `bot`, with `crowd` members who press at once, again and again.

        `pace`: the presses a second of all of them together, at most.
        """
        taken: list[float] = []
        workers = descendants_of(bot)
        started, worked = perf_counter(), processor_seconds(bot)
        drew = sum(map(processor_seconds, workers))
        while (begun := perf_counter()) < started + seconds:
            places = [self.places[(len(taken) + n) % len(self.places)] for n in range(crowd)]
            await asyncio.gather(*(place.pressable() for place in places if place.follows))
            taken += await asyncio.gather(*(place.press() for place in places))
            await asyncio.sleep(max(begun + crowd / pace - perf_counter(), 0.0))
        elapsed = perf_counter() - started
        if any(place.follows and place.message is None for place in self.places):
            await asyncio.sleep(SETTLES)
        work = (processor_seconds(bot) - worked) / len(taken)
        drawing = (sum(map(processor_seconds, workers)) - drew) / len(taken)
        return Rate(len(taken) / elapsed, median(taken), work, drawing)


@asynccontextmanager
async def bot_process(
    playground: Playground, processors: Iterable[int] = (), **settings: Any
) -> AsyncIterator[int]:
    """Run a bot in its own process, connected, and give the process's number; on these `processors`, if any."""
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
    if processors:
        os.sched_setaffinity(child.pid, processors)
    child.stdin.write(json.dumps(configuration).encode() + b"\n")
    await child.stdin.drain()
    try:
        await playground.wait_for(lambda: playground.connected, WAIT)
        yield child.pid
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


@contextmanager
def divided_processors() -> Iterator[set[int]]:
    """Keep this process on one processor, and yield the others for bots.

    None, where there is but one, or the system lets nobody choose.
    """
    mine = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if len(mine) < 2:
        yield set()
        return
    os.sched_setaffinity(0, {min(mine)})
    try:
        yield mine - {min(mine)}
    finally:
        os.sched_setaffinity(0, mine)


class Stage(NamedTuple):
    """A bot that stands by, and the members who press it."""

    scenery: Scenery
    bot: int

    @classmethod
    async def enter(
        cls,
        held: AsyncExitStack,
        how: str,
        tables: int,
        payload: dict[str, Any],
        database: str,
        processors: Iterable[int],
    ) -> Stage:
        """Start a bot with so many tables, and bring them where they can be pressed.

        Our bot fills `payload` with its message, so that the bare bot can show the same.
        """
        playground = await held.enter_async_context(Playground(rate_limits=False, answer_within=WAIT))
        scenery = Scenery.build(playground, tables)
        settings = {
            "payload": payload,
            "channels": [place.channel.id for place in scenery.places],
            "database": database,
            "which": "ours" if how in OURS else "views",
            **OURS.get(how, {}),
        }
        bot = await held.enter_async_context(bot_process(playground, processors, **settings))
        follows = how not in OURS or OURS[how]["follows"]
        if how in OURS:
            await scenery.deal()
            _keep_message(playground, payload)
        for place in scenery.places:
            place.follows = follows
            if how not in OURS:
                place.message = await scenery.message_with_raises(place)
        playground.rest.recording = False
        if not follows:
            # from now on nothing but the answer is sent
            await asyncio.sleep(SETTLES)
            os.kill(bot, signal.SIGUSR1)
        await scenery.measure(16, 1.0, bot)  # warm up
        return cls(scenery, bot)


Turn = Mapping[str, Rate]
"""What was measured one right after the other, by bot."""


async def _round(folder: Path, crowds: Sequence[int]) -> dict[int, list[Turn]]:
    """Start all bots, and return the turns that each crowd has pressed them in."""
    payload: dict[str, Any] = {}
    turns = dict[int, list[Turn]]()
    with divided_processors() as processors:
        async with AsyncExitStack() as held:
            stages = {
                how: await Stage.enter(held, how, max(crowds), payload, str(folder / f"{how}.db"), processors)
                for how in (*OURS, PEER)
            }
            for crowd in crowds:
                turns[crowd] = [await _turn(stages, crowd) for _ in range(TURNS)]
    return turns


async def _turn(stages: Mapping[str, Stage], crowd: int) -> Turn:
    """Have a crowd press all bots: the bare one as often as it can, and as often as each of ours right before it."""
    bare, measured = stages[PEER], dict[str, Rate]()
    measured[PEER] = await bare.scenery.measure(crowd, 1.0, bare.bot)
    for how in OURS:
        ours, seconds = stages[how], 2.0 if OURS[how]["follows"] else 1.0
        measured[how] = await ours.scenery.measure(crowd, seconds, ours.bot)
        measured[_paced(how)] = await bare.scenery.measure(crowd, seconds, bare.bot, measured[how].presses)
    return measured


def _paced(how: str) -> str:
    """Return the name of the bare bot's turn that is as fast as ours was."""
    return f"{PACED} as {how}"


def _keep_message(playground: Playground, payload: dict[str, Any]) -> None:
    """Keep a panel that asks, which the bare bot shows to everyone."""
    shown = [each.json.get("data", each.json) for each in playground.requests if isinstance(each.json, dict)]
    asking = [each for each in shown if "components" in each and RAISE.search(json.dumps(each))]
    [box] = asking[-1]["components"]
    # the bare bot sends no file, so no picture either
    parts = [part for part in box["components"] if part["type"] != PICTURE]
    payload.update({"components": [{**box, "components": parts}], "flags": V2})


def run(quick: bool) -> list[Figure]:
    """Measure the processor's time and the rate with each crowd, and the time of one press beside the disk's."""
    rounds, crowds = (2, CROWDS[:2]) if quick else (3, CROWDS)
    turns: dict[int, list[Turn]] = {crowd: [] for crowd in crowds}
    commits: list[float] = []
    for _ in range(rounds):
        commits.append(raw_commit() * 1000)
        with tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder:
            for crowd, measured in asyncio.run(_round(Path(folder), crowds)).items():
                turns[crowd] += measured
    figures = []
    for crowd in crowds:
        many = f"{crowd} member{'s' if crowd > 1 else ''}"
        for how in OURS:
            typical = _median_turn(turns[crowd], how)
            ours, bare, own_pace = typical[how], typical[_paced(how)], typical[PEER]
            what, goal = f"a press {how}, {many}: processor", GOALS.get(how)
            figures.append(Figure(what, "ms", ours.work * 1000, bare.work * 1000, PACED, goal, "at most"))
            if OURS[how]["pictures"]:
                figures.append(Figure("  of the process that draws, beside it", "ms", ours.drawing * 1000))
            figures.append(Figure("  answered", "presses/s", ours.presses, own_pace.presses, PEER))
    alone = _median_turn(turns[1], "alone")
    return [
        *figures,
        Figure(
            "a press alone, by the clock", "ms", alone["alone"].time * 1000, alone[PEER].time * 1000, PEER
        ),
        Figure("a raw commit", "ms", median(commits)),
    ]


def _median_turn(turns: Sequence[Turn], how: str) -> Turn:
    """Return the turn whose ratio of processor time is the median."""
    return sorted(turns, key=lambda turn: turn[how].work / turn[_paced(how)].work)[len(turns) // 2]
