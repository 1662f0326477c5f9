"""The command: plays worlds one after the other, and tells what was wrong in them."""

from __future__ import annotations

import argparse
import gc
import hashlib
import logging
from collections.abc import Sequence

from bot.simulation.fixes import FIXES
from bot.simulation.loop import Stuck
from bot.simulation.machine import real_time
from bot.simulation.story import story
from bot.simulation.world import World, Worlds


def main(argv: Sequence[str]) -> int:
    """Play the worlds of some seeds. The status is 1 if something was wrong in one of them."""
    parser = argparse.ArgumentParser(prog="python -m bot.simulation")
    parser.add_argument("seeds", help="a seed, or the first and the last of several: 1:200")
    parser.add_argument("--notes", action="store_true", help="tell everything that happened")
    parser.add_argument("--log", action="store_true", help="show what the bot logs")
    parser.add_argument("--without", choices=FIXES, help="take a fix out, to see whether it is missed")
    given = parser.parse_args(argv)
    level = logging.INFO if given.log else logging.CRITICAL
    logging.basicConfig(level=level, format="%(levelname)s %(name)s %(message)s")
    gc.disable()
    worlds = Worlds()
    # what is there now stays: only what a world leaves behind is looked through after it
    gc.collect()
    gc.freeze()
    if given.without is not None:
        FIXES[given.without]()
    failed, steps, answers, slowest, began = [], 0, 0, 0.0, real_time()
    try:
        for seed in seeds_of(given.seeds):
            world = play(worlds, seed)
            steps, answers = steps + world.loop.steps, answers + world.answers
            slowest = max(slowest, world.answered_after)
            if given.notes or world.failures:
                print(f"--- seed {seed}, {trace_of(world)}")
                print("\n".join(world.notes))
            if world.failures:
                failed.append(seed)
            gc.collect()
    finally:
        worlds.close()
    print(
        f"{steps} steps and {answers} answers in {real_time() - began:.1f} s; after faults every shard answered within"
        f" {slowest:.1f} s; {len(failed)} seeds failed{': ' if failed else ''}{', '.join(failed)}"
    )
    return 1 if failed else 0


def seeds_of(text: str) -> list[str]:
    """Return the seeds that a text names."""
    first, colon, last = text.partition(":")
    return [str(seed) for seed in range(int(first), int(last) + 1)] if colon else [text]


def play(worlds: Worlds, seed: str) -> World:
    """Play the world of a seed, and return it as it ended."""
    world = worlds.begin(seed)
    try:
        world.run(story)
    except Stuck as stuck:
        world.fail(str(stuck))
    for fault in world.loop.faults:
        world.fail(f"unseen: {fault}")
    return world


def trace_of(world: World) -> str:
    """Return a digest of all that happened in a world: two runs of a seed have the same."""
    words = "\n".join(
        [*world.notes, *(f"{at} {reply.id} {reply.kind} {reply.text}" for at, reply in world.replies)]
    )
    return hashlib.sha256(f"{words} {world.loop.steps} {world.server.statements}".encode()).hexdigest()[:16]
