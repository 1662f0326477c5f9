"""A full house: hundreds of tables on the playground with Discord's limits, and a press at each every three seconds.

`DICENIGHT_CROWD_TABLES` is the number of tables (600), `DICENIGHT_CROWD_SECONDS` the time that is measured (60). All
presses are on hand panels, so the table message and the other member's panel follow by requests of their own, with
their pictures. Told are the time of the first answers, and the refusals (429) that Discord would have given in ten
minutes. The bot runs in a process of its own, and draws in another.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from benchmarks.bot import WAIT, bot_process, divided_processors, smallest_raise, start_of
from benchmarks.bots import STAKE
from benchmarks.figures import Figure
from playground import Channel, Message, Person, Playground

TABLES = int(os.environ.get("DICENIGHT_CROWD_TABLES", "600"))
SECONDS = float(os.environ.get("DICENIGHT_CROWD_SECONDS", "60"))
EVERY = 3.0
"""Seconds between two presses at one table."""
OPENING = 6
"""Tables that are opened at the same time, before anything is measured."""
FAILED = 4.0
"""Seconds after which a press counts as failed, and as having taken that long."""
MOST_REFUSED = 20
"""Refusals in ten minutes that are still fine; Discord bans an address at 10,000."""
MOST_SECONDS = 1.0
"""Seconds within which 99 of 100 first answers should be there."""


class Seated:
    """A table with two members, who press in turn."""

    def __init__(self, playground: Playground, channel: Channel, people: list[Person]) -> None:
        self.playground, self.channel, self.people = playground, channel, people

    async def open(self) -> None:
        """Open the table, seat both members, start, and open their hands."""
        ann, bob = self.people
        game = "rogues_and_warriors"
        await ann.slash(self.channel, "table open", game=game, stake=STAKE, fun=True, timeout=WAIT)
        message = await self.playground.wait_for(self._board, WAIT)
        assert message is not None
        await bob.press(message, "Sit down", timeout=WAIT)
        await ann.press_raw(self.channel, message.id, start_of(message), timeout=WAIT)
        for person in self.people:
            await person.slash(self.channel, "hand", timeout=WAIT)

    def _board(self) -> Message | None:
        return next((each for each in reversed(self.channel.messages) if each.buttons), None)

    def _panel(self, person: Person) -> Message | None:
        return next(
            (each for each in reversed(person.ephemerals(self.channel)) if smallest_raise(each)), None
        )

    async def press(self) -> float:
        """Raise by the least, on the panel that asks; return the seconds until the first answer.

        Where no panel asks yet, *My hand* is pressed on the table message.
        """
        panels = ((person, self._panel(person)) for person in self.people)
        person, surface = next(
            (each for each in panels if each[1] is not None), (self.people[0], self._board())
        )
        assert surface is not None
        custom_id = smallest_raise(surface) or next(str(each.custom_id) for each in surface.buttons)
        started = perf_counter()
        try:
            await person.press(surface, custom_id=custom_id, force=True, timeout=FAILED)
        except TimeoutError:
            return FAILED
        return perf_counter() - started

    async def keep_pressing(self, begin: float, until: float) -> list[float]:
        """Press every few seconds, from `begin` on."""
        taken = []
        due = begin
        while due < until:
            await asyncio.sleep(max(due - perf_counter(), 0.0))
            taken.append(await self.press())
            due += EVERY
        return taken


async def _measure(tables: int, seconds: float) -> tuple[list[float], int, int]:
    """Return the times of all first answers, and the refusals while the tables opened and while they played."""
    async with Playground() as playground:
        places = [
            Seated(
                playground,
                playground.world.add_channel(playground.guild, f"table-{n}"),
                [playground.add_member(f"{name} {n}") for name in ("Ann", "Bob")],
            )
            for n in range(tables)
        ]
        with (
            tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder,
            divided_processors() as processors,
        ):
            database = str(Path(folder) / "ours.db")
            async with bot_process(playground, processors, which="ours", database=database):
                await playground.wait_for(lambda: bool(playground.commands.get_all(None)), WAIT)
                for first in range(0, tables, OPENING):
                    await asyncio.gather(*(place.open() for place in places[first : first + OPENING]))
                opening = playground.rate_limits.refusals
                begin = perf_counter()
                pressing = [
                    place.keep_pressing(begin + n * EVERY / tables, begin + seconds)
                    for n, place in enumerate(places)
                ]
                taken = [each for times in await asyncio.gather(*pressing) for each in times]
                return taken, opening, playground.rate_limits.refusals - opening


def run(quick: bool) -> list[Figure]:
    """Measure one full house; a quick run has a quarter of the tables for a third of the time."""
    tables, seconds = (TABLES // 4, SECONDS / 3) if quick else (TABLES, SECONDS)
    taken, opening, refused = asyncio.run(_measure(tables, seconds))
    p99 = quantiles(taken, n=100)[98]
    where = f"{tables} tables"
    return [
        Figure(f"first answers, {where}: median", "ms", median(taken) * 1000),
        Figure("  99 of 100 within", "ms", p99 * 1000, MOST_SECONDS * 1000, "a second", 1.0, "at most"),
        Figure(
            "refused in ten minutes",
            "requests",
            refused * 600 / seconds,
            MOST_REFUSED,
            "what is fine",
            1.0,
            "at most",
        ),
        Figure("refused while the tables opened", "requests", opening),
    ]
