"""The story of a world: processes start, members play while things go wrong, then everything must go on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from bot.simulation.checkers.books import check_books
from bot.simulation.checkers.freshness import check_freshness
from bot.simulation.checkers.honour import check_honour
from bot.simulation.checkers.liveness import check_answers, check_moves, check_pages
from bot.simulation.faults import Faults, plan
from bot.simulation.host.machine import MACHINE
from bot.simulation.pages import Page
from bot.simulation.people import Member, Treasurer
from bot.simulation.plots import PLOTS, QUIET_PLOTS, Plot
from bot.simulation.world import Supervised, World

NAMES = ("AB", "AB", "AB", "ABC")
"""The processes of a world, one of these; with three of them and two shards, one is a spare."""
PLAYERS = ("Ann", "Bob", "Cid")
OPENING = 9.0
"""Seconds until the processes have divided the shards."""
PLAY = 15.0
"""The most seconds of play in which faults strike."""
GAMES_PLAYED = (
    *("threes", "rogues_and_warriors", "tripledip", "tavern"),
    *("rolled_gold", "lucky_13", "fireball", "dragon_hordes"),
)


async def opening(world: World, names: str) -> None:
    """Build the houses, and start the processes."""
    await world.open()
    world.build()
    for name in names:
        supervised = Supervised(world, name)
        world.processes.append(supervised)
        supervised.start()
    await asyncio.sleep(OPENING)


def plot_of(seed: str) -> Callable[[World], Plot] | None:
    """Return the plot of a seed's world, if it has one."""
    luck = random.Random(f"{seed} plot")
    return luck.choice((None, *PLOTS)) or luck.choice((None, *QUIET_PLOTS))


async def story(world: World) -> None:
    """Let members play with faults, then without, and stop the processes."""
    luck = world.luck("story")
    names = "".join(each.name for each in world.processes)
    faults = world.faults = Faults(world, plan(luck, names, world.seed))
    chosen = plot_of(world.seed)
    plot = chosen(world) if chosen is not None else None
    if plot is not None:
        world.note(f"plot: {type(plot).__name__}")
        plot.begin()
    members: list[Member] = []
    pages: list[Page] = []
    for guild in world.houses:
        game, tavern = luck.choice(GAMES_PLAYED), guild.channel("tavern")
        world.note(f"{game} in {guild.name}")
        here = PLAYERS[: luck.randint(2, 3)]
        members += [Member(world, name, tavern, game) for name in here]
        if luck.randrange(3) == 0:
            members.append(Member(world, luck.choice(here), tavern, game, device="tablet"))
        if luck.randrange(4) == 0:
            # the same people at a second table
            second, terrace = luck.choice(GAMES_PLAYED), guild.channel("terrace")
            members += [Member(world, name, terrace, second) for name in here]
        if luck.randrange(4) == 0:
            pages.append(Page(world, luck.choice((*here, "Eve")), tavern))
    treasurers = [Treasurer(world, guild.channel("cellar")) for guild in world.houses]
    busy = [asyncio.create_task(member.play()) for member in members]
    busy += [asyncio.create_task(page.play()) for page in pages]
    busy += [asyncio.create_task(treasurer.work()) for treasurer in treasurers]
    aside = [asyncio.create_task(plot.run())] if plot is not None else []
    await asyncio.sleep(luck.uniform(0.0, 2.0))
    faults.begin()
    until = MACHINE.at + PLAY
    await _until(lambda: faults.are_over or MACHINE.at > until)
    faults.end()
    await _until(lambda: faults.are_over)
    world.note("nothing goes wrong any more")
    for task in busy:
        task.cancel()
    await check_answers(world, since=faults.last_at)
    if not world.failures:
        await check_pages(world, pages)
        await check_moves(world, [*members, *pages])
    await asyncio.gather(*aside)
    if not world.failures:
        await check_freshness(world, pages)
    await close(world)
    check_books(world)
    check_honour(world)
    world.sight.check()


async def close(world: World) -> None:
    """Stop all processes in order."""
    for supervised in world.processes:
        supervised.is_wanted = False
        supervised.is_asked_to_stop = True
        if supervised.process is not None:
            supervised.process.thaw()
        if supervised.stop is not None:
            supervised.stop.set()
    until = MACHINE.at + 60.0
    await _until(lambda: MACHINE.at > until or all(each.process is None for each in world.processes))
    if MACHINE.at > until:
        world.fail("a process does not stop")


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.05)
