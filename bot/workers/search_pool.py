"""Computer players that search run in another process, so that nobody else waits for them, and so does other long work.

A policy is a pure function of scene, question and random numbers, so the process needs nothing else: it has the games,
but no store, no network and no table. It starts with the first search.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

from bot.workers.worker_process import WorkerDied, WorkerProcess
from games.computer.habits import Habit, remembering
from games.engine.chance import Chance, Seed
from games.engine.game import REGULAR
from games.engine.prompts import Answer
from games.engine.scene import Scene
from games.registry import rules_of

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds that people wait for a search; most need a tenth of one, but many tables may search at once."""


class Seated(NamedTuple):
    """A computer player in its seat: its strength, its temper, and what it knows of its rivals' habits, by seat."""

    strength: str
    temper: str = ""
    habits: Mapping[int, Habit] = {}


def think(game: str, version: int, player: Seated, scene: Scene, ask_id: int, seed: str) -> Answer:
    """Return the answer of a game's computer player to a question of its scene.

    `version` is that of the rules by which the scene is played.
    """
    ask = next(ask for ask in scene.asks if ask.id == ask_id)
    known = rules_of(game, version)
    policy = known.policy(known.strength(player.strength), player.temper)
    return remembering(policy, player.habits)(scene, ask, Chance(Seed(seed)))


class Thinker(Protocol):
    """Runs the searches of computer players, and other pure work that takes long."""

    async def think(
        self, game: str, version: int, player: Seated, scene: Scene, ask_id: int, seed: str
    ) -> Answer:
        """Return the answer of a game's computer player to a question of its scene."""

    async def work(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function of a module returns. Searches wait for it, so it takes a second at most."""

    def close(self) -> None:
        """Cancel the running searches."""


class ThinkHere:
    """Searches in this process, at once: for tests and benchmarks."""

    async def think(
        self, game: str, version: int, player: Seated, scene: Scene, ask_id: int, seed: str
    ) -> Answer:
        """Return the answer of a game's computer player to a question of its scene."""
        return think(game, version, player, scene, ask_id, seed)

    async def work(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function of a module returns; in a thread, so that presses are answered meanwhile."""
        return await asyncio.to_thread(job, *args, **kwargs)

    def close(self) -> None:
        """Do nothing, since no search outlasts its call."""


class ThinkElsewhere:
    """Searches in one other process, which starts when first needed and registers its games by `load_games`."""

    def __init__(self, load_games: Callable[[], None], patience: float = PATIENCE) -> None:
        self._process = WorkerProcess(load_games)
        self._patience = patience
        self._working = asyncio.Lock()

    async def think(
        self, game: str, version: int, player: Seated, scene: Scene, ask_id: int, seed: str
    ) -> Answer:
        """Return the answer of a game's computer player; the regular's if the process has died or takes too long."""
        try:
            search = self._process.run(think, game, version, player, scene, ask_id, seed)
            # a search that still waits for its turn is given up with this
            return await asyncio.wait_for(search, self._patience)
        except TimeoutError:
            log.warning("a search in %s took over %g seconds; the regular answers", game, self._patience)
        except WorkerDied:
            log.exception(
                "the process that thinks has died; the regular answers, and the next search starts it again"
            )
        return think(game, version, player._replace(strength=REGULAR), scene, ask_id, seed)

    async def work(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function of a module returns. Raises `WorkerDied` if the process has died.

        One piece of work is in the process at a time: a search waits for that one, however many a member has asked for.
        """
        async with self._working:
            return await self._process.run(job, *args, **kwargs)

    def close(self) -> None:
        """Cancel the running searches, and end the process."""
        self._process.close()


class SharedThinker:
    """A thinker shared by several bots of one process: closing one leaves it to the others."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker

    async def think(
        self, game: str, version: int, player: Seated, scene: Scene, ask_id: int, seed: str
    ) -> Answer:
        """Return the answer of a game's computer player to a question of its scene."""
        return await self._thinker.think(game, version, player, scene, ask_id, seed)

    async def work(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function of a module returns."""
        return await self._thinker.work(job, *args, **kwargs)

    def close(self) -> None:
        """Stop waiting for searches of this bot, and leave the shared thinker to its owner."""
