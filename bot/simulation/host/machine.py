"""The machine beneath a world: its clock and its luck, which follow from the seed alone.

`install` replaces the functions of the standard library. It must be called before anything of the bot is imported,
since `time.monotonic` is the default of many parameters.
"""

from __future__ import annotations

import os
import random
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, TypeVar

T = TypeVar("T")

BEGUN = 1_800_000_000.0
"""The moment at which every world begins, in seconds since 1970."""
real_time = time.process_time
"""The processor's clock of this machine, to report how long a world took."""


class Machine:
    """The clock and the luck of the present world."""

    def __init__(self) -> None:
        self.at = 0.0
        """Seconds since the world began."""
        self.luck = random.Random(0)
        self.sleep: Callable[[float], None] = self.pass_time

    def begin(self, sleep: Callable[[float], None]) -> None:
        """Begin a new world, whose threads sleep by this function."""
        self.at, self.sleep = 0.0, sleep

    def take_luck(self, seed: str) -> None:
        """Let all that is random from now on follow from a seed."""
        self.luck = random.Random(f"machine {seed}")
        random.seed(f"random {seed}")

    def pass_time(self, seconds: float) -> None:
        """Let time pass for everybody, as while the only processor is busy."""
        self.at += seconds

    def now(self) -> float:
        """Return the seconds since 1970."""
        return BEGUN + self.at

    def bytes(self, number: int | None = None) -> bytes:
        """Return random bytes."""
        return self.luck.randbytes(number or 32)


class InOrder(dict[Any, None]):
    """A set whose order is that in which things were added; that of others follows from addresses in memory."""

    def add(self, each: Any) -> None:
        """Add one."""
        self[each] = None

    def discard(self, each: Any) -> None:
        """Remove one, if it is there."""
        self.pop(each, None)

    def remove(self, each: Any) -> None:
        """Remove one."""
        del self[each]


MACHINE = Machine()


def _choice(sequence: Sequence[T]) -> T:
    return sequence[MACHINE.luck.randrange(len(sequence))]


def _below(number: int) -> int:
    return MACHINE.luck.randrange(number)


def _sleep(seconds: float) -> None:
    MACHINE.sleep(seconds)


def is_reproducible() -> bool:
    """Return True if sets of texts have the same order in each run of the interpreter."""
    return sys.flags.hash_randomization == 0


def install() -> None:
    """Replace the clock and the luck of the standard library by those of the world."""
    standard: Any = time
    standard.time = MACHINE.now
    standard.monotonic = standard.perf_counter = lambda: 1_000.0 + MACHINE.at
    standard.sleep = _sleep
    os.urandom = MACHINE.bytes
    lucky: Any = secrets
    lucky.token_bytes = MACHINE.bytes
    lucky.token_hex = lambda n=32: MACHINE.bytes(n or 32).hex()
    lucky.token_urlsafe = lambda n=32: MACHINE.bytes(n or 32).hex()
    lucky.randbelow = _below
    lucky.choice = _choice


def install_in_discord() -> None:
    """Replace the clock and the luck that discord.py has of its own."""
    import datetime

    import aiohttp.connector
    import discord
    import discord.backoff
    import discord.gateway

    import bot.requests.connections
    import playground.gateway.gateway

    class Luck(random.Random):
        def seed(self, a: Any = None, version: int = 2) -> None:
            super().seed("discord" if a is None else a, version)

    library: Any = discord
    library.utils.utcnow = lambda: datetime.datetime.fromtimestamp(MACHINE.now(), datetime.UTC)
    library.backoff.random = SimpleNamespace(Random=Luck)
    for module in (aiohttp.connector, bot.requests.connections, playground.gateway.gateway):
        vars(module)["set"] = InOrder
    # A thread that sends heartbeats: the gateway of the playground does not ask for them.
    library.gateway.KeepAliveHandler.start = lambda self: None
