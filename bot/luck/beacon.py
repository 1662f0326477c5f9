"""A public beacon: random numbers of a drand network that nobody can know in advance.

A drand network publishes a number every few seconds, signed by many parties together. `next_round` names a future
round; the table announces it with the closed words of a match, and `fetch` waits for it. So nobody chooses the last
source of luck, not even someone who knows the seed.

The round must carry the network's signature (see `drand`), so the server that is asked cannot invent one. Its number is
stored with the match, and anyone can compare it with any other server of the network.
"""

from __future__ import annotations

import asyncio
import logging
import math
from typing import Any

import aiohttp

from bot.clock import Clock
from bot.luck.deal import BeaconRound
from bot.luck.drand import QUICKNET, Network, check_round

log = logging.getLogger(__name__)

LEAD = 3.0
"""The fewest seconds between the announcement of a round and its publication."""
PATIENCE = 5.0
"""Seconds in which the beacon must answer once a round is due; after that the match begins without it."""
PAUSE = 0.5
"""Seconds between two requests for a round that is due."""


class DrandBeacon:
    """The rounds of one drand network, asked of the server at `url`."""

    def __init__(
        self,
        url: str,
        clock: Clock,
        *,
        network: Network = QUICKNET,
        patience: float = PATIENCE,
    ) -> None:
        self.url, self.clock = url.rstrip("/"), clock
        self.network, self.patience = network, patience

    def next_round(self) -> BeaconRound:
        """Return the first round that is far enough in the future to be announced."""
        network = self.network
        number = max(1, math.ceil((self.clock.now() + LEAD - network.genesis) / network.period) + 1)
        return BeaconRound(chain=network.chain, round=number, due=network.due(number))

    async def fetch(self, announced: BeaconRound) -> BeaconRound:
        """Wait for a round and return it with its randomness, or without if the beacon does not answer in time."""
        await self._wait(announced.due - self.clock.now())
        try:
            async with asyncio.timeout(self.patience), aiohttp.ClientSession() as session:
                while True:
                    found = await self._ask(session, announced)
                    if found is not None:
                        return found
                    await self._wait(PAUSE)
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as fault:
            log.warning("the beacon %s gives no round %s: %r", self.url, announced.round, fault)
            return announced

    async def _ask(self, session: aiohttp.ClientSession, announced: BeaconRound) -> BeaconRound | None:
        """Return the round, or None if it is not published yet. Raises `ValueError` for a wrong answer."""
        async with session.get(f"{self.url}/{self.network.chain}/public/{announced.round}") as response:
            if response.status != 200:
                return None
            answer: Any = await response.json(content_type=None)
        if not isinstance(answer, dict) or answer.get("round") != announced.round:
            raise ValueError(f"another round: {answer!r}")
        return check_round(
            announced.model_copy(
                update={
                    "randomness": str(answer.get("randomness")),
                    "signature": str(answer.get("signature")),
                }
            )
        )

    async def _wait(self, seconds: float) -> None:
        if seconds > 0:
            over = asyncio.Event()
            self.clock.later(seconds, over.set)
            await over.wait()
