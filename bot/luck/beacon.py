"""A public beacon of luck: the randomness of a drand network, which nobody can know before its time.

A drand network publishes a number every few seconds, signed by many parties together. `next_round` names a round that
is still to come; the table announces it with the closed words of a match, and `fetch` waits for it. So nobody's word
is the last one, not even that of someone who knows the seed.

The randomness must be the SHA-256 of the signature. The signature itself (BLS) is not checked here: the round's number
is kept with the match, and anyone can compare it with any server of the network.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
from typing import Any

import aiohttp

from bot.clock import Clock
from bot.luck.deal import BeaconRound

log = logging.getLogger(__name__)

QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""The chain of drand's network "quicknet"."""
GENESIS, PERIOD = 1_692_803_367.0, 3.0
"""The time of its first round, and the seconds between two rounds."""
LEAD = 3.0
"""Seconds that a round is away at least when it is announced, so that the announcement comes first."""
PATIENCE = 5.0
"""Seconds in which the beacon must answer once a round is due; then the match begins without it."""
PAUSE = 0.5
"""Seconds between two questions about a round that is due."""


class DrandBeacon:
    """The rounds of one drand network, asked of the server at `url`."""

    def __init__(
        self,
        url: str,
        clock: Clock,
        *,
        chain: str = QUICKNET,
        genesis: float = GENESIS,
        period: float = PERIOD,
        patience: float = PATIENCE,
    ) -> None:
        self.url, self.clock, self.chain = url.rstrip("/"), clock, chain
        self.genesis, self.period, self.patience = genesis, period, patience

    def next_round(self) -> BeaconRound:
        """Return the first round that is far enough in the future to be announced."""
        number = max(1, math.ceil((self.clock.now() + LEAD - self.genesis) / self.period) + 1)
        return BeaconRound(chain=self.chain, round=number, due=self.genesis + (number - 1) * self.period)

    async def fetch(self, announced: BeaconRound) -> BeaconRound:
        """Wait for a round and return it with its randomness; without, if the beacon does not answer in time."""
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
        """Return the round, or None if it is not there yet. Raises `ValueError` if the answer cannot be right."""
        async with session.get(f"{self.url}/{self.chain}/public/{announced.round}") as response:
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


def check_round(answer: BeaconRound) -> BeaconRound:
    """Return a round whose randomness belongs to its signature. Raises `ValueError` for any other."""
    if hashlib.sha256(bytes.fromhex(answer.signature)).hexdigest() != answer.randomness:
        raise ValueError(f"the randomness of round {answer.round} does not belong to its signature")
    return answer
