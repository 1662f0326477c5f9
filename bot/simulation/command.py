"""The command: plays the worlds of some seeds, and tells what was wrong in them."""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import logging
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import groupby
from pathlib import Path

from bot.simulation.bot_process import prepare, run_bot
from bot.simulation.copies import CopyEnded, in_a_copy
from bot.simulation.fixes import FIXES
from bot.simulation.host.loop import Stuck
from bot.simulation.host.machine import real_time
from bot.simulation.host.model_server import folder_of_worlds, template
from bot.simulation.plots import PublicBeacon
from bot.simulation.story import NAMES, opening, plot_of, story
from bot.simulation.world import World

OF_AN_OPENING = 50
"""So many seeds after each other begin with the same opening."""


@dataclass
class Ended:
    """A world as it ended."""

    seed: int
    failures: list[str]
    notes: list[str]
    trace: str = ""
    """A digest of all that happened: two runs of a seed have the same."""
    steps: int = 0
    answers: int = 0
    answered_after: float = 0.0
    faults: int = 0
    seconds: float = 0.0
    """Of the processor."""

    def failed_with(self, words: str) -> bool:
        """Return whether one of its failures has these words, if they are any."""
        return bool(words) and any(words in failure for failure in self.failures)


def main(argv: Sequence[str]) -> int:
    """Play the worlds of some seeds. The status is 1 if something was wrong in one of them."""
    parser = argparse.ArgumentParser(prog="python -m bot.simulation")
    parser.add_argument("seeds", help="a seed, or the first and the last of several: 1:200", type=seeds_of)
    parser.add_argument("--notes", action="store_true", help="tell everything that happened")
    parser.add_argument("--log", action="store_true", help="show what the bot logs")
    parser.add_argument("--without", choices=FIXES, help="take a fix out, to see whether it is missed")
    parser.add_argument(
        "--until", default="", metavar="WORDS", help="stop once a world fails with these words"
    )
    given = parser.parse_args(argv)
    level = logging.INFO if given.log else logging.CRITICAL
    logging.basicConfig(level=min(level, logging.ERROR), format="%(levelname)s %(name)s %(message)s")
    logging.getLogger().handlers[0].setLevel(level)
    gc.disable()
    prepare()
    if given.without is not None:
        FIXES[given.without]()
    ended = []
    for each in play(given.seeds, given.until):
        ended.append(each)
        if given.notes or each.failures:
            print(f"--- seed {each.seed}, {each.trace}")
            print("\n".join(each.notes))
    failed = [str(each.seed) for each in ended if each.failures]
    print(
        f"{len(ended)} worlds with {sum(each.faults for each in ended)} faults,"
        f" {sum(each.steps for each in ended)} steps and {sum(each.answers for each in ended)} answers"
        f" in {sum(each.seconds for each in ended):.1f} s; after faults every shard answered within"
        f" {max(each.answered_after for each in ended):.1f} s;"
        f" {len(failed)} seeds failed{': ' if failed else ''}{', '.join(failed)}"
    )
    return 1 if failed else 0


def seeds_of(text: str) -> range:
    """Return the seeds that a text names."""
    first, _, last = text.partition(":")
    return range(int(first), int(last or first) + 1)


def play(seeds: Iterable[int], until: str = "") -> Iterator[Ended]:
    """Play the worlds of some seeds, at most until one of them fails with some words.

    Raises `CopyEnded` if processes cannot even open their shards.
    """
    with tempfile.TemporaryDirectory(prefix="dicenight-world-", dir=folder_of_worlds()) as name:
        folder = Path(name)
        template(folder / "new.db")
        for (number, beacon), some in groupby(sorted(seeds, key=_opening_of), key=_opening_of):
            found = False
            for line in in_a_copy(partial(_open_and_play, number, beacon, list(some), folder, until)):
                yield (ended := Ended(**json.loads(line)))
                found = found or ended.failed_with(until)
            if found:
                return


def _opening_of(seed: int) -> tuple[int, bool]:
    """Return the number of a world's opening, and whether its bot asks a beacon."""
    return seed // OF_AN_OPENING, plot_of(str(seed)) is PublicBeacon


def _open_and_play(
    number: int, beacon: bool, seeds: Iterable[int], folder: Path, until: str
) -> Iterator[str]:
    """Open a world, and play it to its end with each of some seeds. Yield each `Ended` as JSON."""
    world = World(f"opening {number}", folder / "new.db", run_bot, beacon=beacon)
    world.server.move(folder / "opened.db")
    world.run(opening(world, NAMES[number % len(NAMES)]))
    world.rest()
    for seed in seeds:
        try:
            (line,) = in_a_copy(partial(_play_on, world, seed, folder / "house.db"))
        except CopyEnded as fault:
            words = [f"the world broke off: {fault}"]
            line = json.dumps(asdict(Ended(seed, words, words)))
        yield line
        if Ended(**json.loads(line)).failed_with(until):
            return


def _play_on(world: World, seed: int, house: Path) -> list[str]:
    """Play an opened world to its end. Return the one `Ended` as JSON."""
    began = real_time()
    world.take_luck(str(seed))
    world.server.move(house)
    try:
        world.run(story(world))
    except Stuck as stuck:
        world.fail(str(stuck))
    for fault in world.loop.faults:
        world.fail(f"unseen: {fault}")
    ended = Ended(
        seed,
        world.failures,
        world.notes,
        trace_of(world),
        world.loop.steps,
        len(world.taken),
        world.answered_after,
        len(world.faults.struck) if world.faults is not None else 0,
        real_time() - began,
    )
    return [json.dumps(asdict(ended))]


def trace_of(world: World) -> str:
    """Return a digest of all that happened in a world: two runs of a seed have the same."""
    words = "\n".join(
        [*world.notes, *(f"{at} {reply.id} {reply.kind} {reply.text}" for at, reply in world.replies)]
    )
    return hashlib.sha256(f"{words} {world.loop.steps} {world.server.statements}".encode()).hexdigest()[:16]
