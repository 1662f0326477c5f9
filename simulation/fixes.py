"""Fixes that can be taken out of the bot, to prove that a world finds what they mend: `--without NAME`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def frozen_transactions() -> None:
    """Let a process that froze in mid-transaction keep its shards, as long as the server lets it."""
    import db.postgres.saver as saver
    from db.postgres.connection import connect_writer

    module: Any = saver
    module.connect_writer = lambda url, *, shared=False: connect_writer(url)


def speaking_after_the_lease() -> None:
    """Let a process that was overtaken go on sending requests and answers."""
    from db.postgres.shard_leases import ShardLeases

    leases: Any = ShardLeases
    leases.is_current = property(lambda self: True)


def grace_after_an_outage() -> None:
    """Let the first process that is back after an outage take all expired leases, and end those overtaken."""
    import bot.fleet.lease_keeper as keeper
    from bot.fleet.fleet import Fleet
    from bot.startup.run import CannotRun

    async def end(self: Any, shard: int) -> None:
        raise CannotRun(f"another process has taken shard {shard}", 1)

    module: Any = keeper
    module.GRACE = 1e9
    fleet: Any = Fleet
    fleet.lose = end


FIXES: dict[str, Callable[[], None]] = {
    "frozen-transactions": frozen_transactions,
    "speaking-after-the-lease": speaking_after_the_lease,
    "grace-after-an-outage": grace_after_an_outage,
}
"""The fixes by name; each function takes one out."""
