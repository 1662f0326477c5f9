"""A bot whose files are replaced while it runs, as an update does: `run_it` in a process that runs in a copy of them.

It starts, all files of the program are overwritten, and only then are a computer player that searches and pictures
wanted for the first time. Then the processes beside it are killed, and both are wanted again. It prints as JSON how
each answered, and all warnings.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil

from bot.face.art.drawing import Drawing, Words, draw
from bot.face.art.pieces.signs import kinds, sign
from bot.settings import Settings
from bot.startup.load_games import load_games
from bot.startup.run import run
from bot.workers.search_pool import Seated, ThinkElsewhere
from bot.workers.worker_process import WorkerProcess
from games.engine import Header, Match, Seed
from games.registry import GAMES
from playground import Playground

PACKAGES = ("activity", "bot", "cogs", "db", "games")
GAME = "rogues_and_warriors"


class Warnings(logging.Handler):
    """Keeps what is logged from WARNING on."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if "voice" not in record.getMessage():  # which discord.py warns of at each start
            self.lines.append(self.format(record))


def replace_files() -> int:
    """Overwrite every file of the program, and return how many there were."""
    files = [path for package in PACKAGES for path in Path(package).rglob("*") if path.is_file()]
    for path in files:
        path.unlink()
        path.write_text("of another version (", "utf-8")
    return len(files)


def kill_processes_beside() -> None:
    """Kill the fork server and all its copies, and wait until they are dead."""
    family = psutil.Process().children(recursive=True)
    beside = [each for each in family if any("forkserver" in word for word in each.cmdline())]
    for each in beside:
        each.kill()
    while any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in beside):
        time.sleep(0.01)


async def thought(thinker: ThinkElsewhere, key: str) -> bool:
    """Return whether the shark of a game answers a question of its first match."""
    game = GAMES[key]
    seats = tuple(range(max(game.seats[0], 2)))
    match = Match(game, Header(key, game.version, {}, seats, Seed("replaced"), dict.fromkeys(seats, 50)))
    ask = next(iter(match.open.values()))
    player = Seated("shark", "bold")
    answer = await thinker.think(key, game.version, player, match.scene(ask.seat), ask.id, "seed")
    match.answer(ask.id, ask.seat, answer)
    return True


async def play(playground: Playground) -> list[str]:
    """Open a table, start a match, and return the names of the pictures that are shown."""
    tavern, ann, bob = playground.guild.channel("tavern"), playground.member("Ann"), playground.member("Bob")

    async def press(member: Any, label: str) -> None:
        def found() -> Any:
            shown = (m for m in tavern.messages if any(each.label == label for each in m.buttons))
            return next(shown, None)

        await playground.wait_for(found)
        await member.press(found(), label)

    await ann.slash(tavern, "table open", game=GAME)
    await press(bob, "Sit down")
    await press(ann, "Start")
    await playground.wait_for(lambda: any(m.attachments for m in tavern.messages))
    return [each.filename for m in tavern.messages for each in m.attachments]


async def start_and_replace() -> None:
    heard = Warnings()
    logging.getLogger().addHandler(heard)
    stop, ready = asyncio.Event(), asyncio.Event()
    playground = Playground()
    settings = Settings(
        _env_file=None, token=None, database=Path("night.db"), test_guild=None, playground_port=0, thinking=0
    )
    process = asyncio.create_task(run(settings, playground, stop=stop, say=lambda _: ready.set()))
    await ready.wait()
    replaced = replace_files()
    told: dict[str, object] = {"replaced": replaced}
    signs = tuple(part for kind in sorted(kinds()) for part in sign(kind, 50, 50, 80))
    drawing = Drawing(100, (*signs, Words(10, 50, "Ann อัน 안", 30)))
    with closing(ThinkElsewhere(load_games)) as thinker, closing(WorkerProcess()) as worker:
        told["thought"] = [key for key in GAMES if await thought(thinker, key)]
        told["drawn"] = len(await worker.run(draw, drawing))
        told["shown"] = await play(playground)
        told["warnings"] = heard.lines.copy()
        heard.lines.clear()
        kill_processes_beside()
        told["thought_here"] = [key for key in GAMES if await thought(thinker, key)]
        told["drawn_here"] = len(await worker.run(draw, drawing))
    stop.set()
    await process
    told["told"] = heard.lines
    sys.stdout.write(json.dumps(told))


def run_it() -> None:
    asyncio.run(start_and_replace())
