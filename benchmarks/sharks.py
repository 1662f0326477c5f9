"""Times a press while sharks think: at 64 tables a search is always under way, and then at none."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.figures import Figure
from benchmarks.tables import new_registry, open_table, press
from bot.workers.search_pool import Seated, ThinkElsewhere, Thinker, ThinkHere
from db.opening import open_store
from games.catalogue import register_catalogue
from games.engine import Header, Match, Seed
from games.registry import find_game

TABLES = 64
GAME = "kings_council"


async def _search(thinker: Thinker, number: int) -> None:
    """Search for the answers to a question of its own again and again, as the sharks of one table do."""
    game, ring = find_game(GAME), tuple(range(4))
    match = Match(game, Header(GAME, game.version, {}, ring, Seed("sharks", number), dict.fromkeys(ring, 50)))
    [ask] = match.open.values()
    scene = match.scene(ask.seat)
    for turn in range(1_000_000):
        await thinker.think(GAME, game.version, Seated("shark"), scene, ask.id, f"{number} {turn}")
        await asyncio.sleep(0)


async def _measure(folder: Path, thinker: Thinker | None, seconds: float) -> float:
    """Return the median seconds of a press, while sharks think or not."""
    async with await open_store(folder / "sharks.db") as store:
        table = await open_table(new_registry(store), 1)
        searches = [asyncio.create_task(_search(thinker, n)) for n in range(TABLES)] if thinker else []
        taken = []
        # the process that thinks needs a moment to start
        until = perf_counter() + seconds + (2.0 if thinker else 0.0)
        while perf_counter() < until:
            taken.append(await press(table))
            await asyncio.sleep(0.002)
        for search in searches:
            search.cancel()
        await asyncio.gather(*searches, return_exceptions=True)
        if thinker is not None:
            thinker.close()
        return median(taken[len(taken) // 3 :])


def run(quick: bool) -> list[Figure]:
    """Measure a press beside sharks in a process of their own, and for comparison in the bot's own."""
    seconds, rounds = (1.0, 1) if quick else (3.0, 3)
    times: dict[str, list[float]] = {"none": [], "elsewhere": [], "here": []}
    for _ in range(rounds):
        for name in times:
            thinker = {"none": None, "elsewhere": ThinkElsewhere(register_catalogue), "here": ThinkHere()}[
                name
            ]
            with tempfile.TemporaryDirectory(prefix="dicenight-bench-") as folder:
                times[name].append(1000 * asyncio.run(_measure(Path(folder), thinker, seconds)))
    none, elsewhere, here = (median(each) for each in times.values())
    what = f"a press while {TABLES} tables of sharks think"
    return [
        Figure(what, "ms", elsewhere, none, "while nobody thinks", 1.25, "at most"),
        Figure("  the same, thinking in the bot's process", "ms", here, none, "while nobody thinks"),
    ]
