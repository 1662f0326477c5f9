"""Computer players that search think in a process of their own, so that nobody else waits for them.

A policy is a pure function of scene, question and luck, so the process needs nothing but these: it knows the games and
has no store, no network and no table. It starts with the first search and runs below the bot's own priority. Threads
would not do: they share one interpreter with every press.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

from games.catalogue import find_game
from games.engine import REGULAR, Answer, Chance, Scene, Seed

log = logging.getLogger(__name__)

SEARCHING = frozenset({"shark"})
"""Strengths that may take long for an answer."""
NICENESS = 10
"""How far the process stands back for the bot."""


def think(game: str, strength: str, scene: Scene, ask_id: int, seed: str, temper: str) -> Answer:
    """Return the answer of a game's computer player to a question of its scene."""
    ask = next(ask for ask in scene.asks if ask.id == ask_id)
    known = find_game(game)
    return known.policy(known.strength(strength), temper)(scene, ask, Chance(Seed(seed)))


class Thinker(Protocol):
    """A place in which searches are carried out."""

    async def think(
        self, game: str, strength: str, scene: Scene, ask_id: int, seed: str, temper: str
    ) -> Answer:
        """Return the answer of a game's computer player to a question of its scene."""

    def close(self) -> None:
        """Give up what is being thought about."""


class ThinkHere:
    """Thinks at once and in this process: for tests and benchmarks."""

    async def think(
        self, game: str, strength: str, scene: Scene, ask_id: int, seed: str, temper: str
    ) -> Answer:
        """Return the answer of a game's computer player to a question of its scene."""
        return think(game, strength, scene, ask_id, seed, temper)

    def close(self) -> None:
        """There is nothing to give up."""


class ThinkElsewhere:
    """Thinks in one other process, which starts when it is first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def think(
        self, game: str, strength: str, scene: Scene, ask_id: int, seed: str, temper: str
    ) -> Answer:
        """Return the answer of a game's computer player; the regular's if the process has died."""
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_stand_back)
        pool = self._pool
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(pool, think, game, strength, scene, ask_id, seed, temper)
        except BrokenProcessPool:
            log.exception(
                "the process that thinks has died; the regular answers, and the next search starts it again"
            )
            if self._pool is pool:
                self.close()
            return think(game, REGULAR, scene, ask_id, seed, temper)

    def close(self) -> None:
        """Give up what is being thought about, and let the process end."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _stand_back() -> None:
    """Leave the processor to the bot, and its stop to the bot's own signals."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
