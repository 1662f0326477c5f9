"""The story of a world: members play while things go wrong, then nothing goes wrong and everything must go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.simulation import checks, liveness
from bot.simulation.faults import Faults, plan
from bot.simulation.machine import MACHINE
from bot.simulation.people import Member, Treasurer
from bot.simulation.plots import PLOTS
from bot.simulation.world import Supervised, World

NAMES = "AB"
PLAYERS = ("Ann", "Bob", "Cid")
OPENING = 12.0
"""Seconds until the processes have divided the shards."""
PLAY = 40.0
"""The most seconds of play in which faults strike."""
GAMES_PLAYED = (
    *("threes", "rogues_and_warriors", "tripledip", "tavern"),
    *("rolled_gold", "lucky_13", "fireball", "dragon_hordes"),
)


async def story(world: World) -> None:
    """Open the houses, let members play with faults, then without, and close."""
    world.build()
    luck = world.luck("story")
    faults = world.faults = Faults(world, plan(luck, NAMES))
    chosen = world.luck("plot").choice((None, *PLOTS))
    plot = chosen(world) if chosen is not None else None
    if plot is not None:
        world.note(f"plot: {type(plot).__name__}")
        plot.begin()
    for name in NAMES:
        supervised = Supervised(world, name)
        world.processes.append(supervised)
        supervised.start()
    await asyncio.sleep(OPENING)
    members: list[Member] = []
    for guild in world.houses:
        game, tavern = luck.choice(GAMES_PLAYED), guild.channel("tavern")
        world.note(f"{game} in {guild.name}")
        members += [Member(world, name, tavern, game) for name in PLAYERS[: luck.randint(2, 3)]]
    treasurers = [Treasurer(world, guild.channel("cellar")) for guild in world.houses]
    busy = [asyncio.create_task(member.play()) for member in members]
    busy += [asyncio.create_task(treasurer.work()) for treasurer in treasurers]
    aside = [asyncio.create_task(plot.run())] if plot is not None else []
    await asyncio.sleep(luck.uniform(0.0, 3.0))
    faults.begin()
    until = MACHINE.at + PLAY
    await _until(lambda: faults.are_over or MACHINE.at > until)
    faults.end()
    await _until(lambda: faults.are_over)
    world.note("nothing goes wrong any more")
    for member in members:
        member.is_leaving = True
    for treasurer in treasurers:
        treasurer.is_leaving = True
    await asyncio.gather(*busy)
    await liveness.check_life(world, members, since=faults.last_at)
    await asyncio.gather(*aside)
    await close(world)
    checks.check_books(world)


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
