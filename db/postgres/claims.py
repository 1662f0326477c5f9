"""Claims: which process waits to serve a shard that another still holds.

A claim is a row. It is made for a shard of a process that leaves, or that holds more than its share. It says nothing at
first, then that its process is connected and keeps the presses, and at last which interactions the holder has taken:
that is written in the statement that gives the lease back. A claim runs out like a lease, and while it stands nobody
else takes the shard. So a successor that dies in between is waited for as long as any process that dies.
"""

from __future__ import annotations

from collections.abc import Iterable

from db.postgres.connection import PostgresConnection
from db.postgres.leases import HELD, IN_SECONDS, Leases, values_of
from db.postgres.processes import LEAVES


def claim(
    db: PostgresConnection,
    successor: str,
    most: int,
    seconds: float,
    *,
    share: int,
    wanted: frozenset[int] | None,
) -> list[int]:
    """Claim up to `most` shards of processes that leave, or hold more than `share`; only `wanted` ones if named.

    A process that serves just the shards it was told gives them up only when it leaves. One that was told claims its
    shards from any other.
    """
    rows = db.execute(
        "WITH ranked AS ("
        " SELECT lease.shard, lease.holder, count(*) OVER (PARTITION BY lease.holder) - row_number() OVER ("
        " PARTITION BY lease.holder ORDER BY coalesce(made.until > now(), false) DESC, lease.shard DESC) AS others"
        " FROM shard_leases AS lease LEFT JOIN shard_claims AS made ON made.shard = lease.shard"
        " WHERE lease.until > now())"
        " INSERT INTO shard_claims AS claim (shard, successor, until)"
        f" SELECT ranked.shard, CAST(? AS TEXT), {IN_SECONDS} FROM ranked"
        " JOIN processes AS each ON each.holder = ranked.holder"
        " WHERE ranked.holder <> ?"
        " AND ranked.shard = ANY (coalesce(CAST(? AS BIGINT[]), ARRAY[ranked.shard]))"
        f" AND ({LEAVES} OR NOT each.named AND (CAST(? AS BIGINT) = 1 OR ranked.others >= CAST(? AS BIGINT)))"
        " AND NOT EXISTS (SELECT 1 FROM shard_claims AS made"
        " WHERE made.shard = ranked.shard AND made.until > now())"
        " ORDER BY ranked.shard LIMIT ?"
        " ON CONFLICT (shard) DO UPDATE SET successor = excluded.successor, until = excluded.until,"
        " connected = false, given = false, taken = '{}' WHERE claim.until <= now()"
        " RETURNING claim.shard",
        (
            successor,
            seconds,
            successor,
            None if wanted is None else sorted(wanted),
            int(wanted is not None),
            share,
            max(most, 0),
        ),
    ).fetchall()
    return sorted(shard for (shard,) in rows)


def renew(db: PostgresConnection, successor: str, shards: Iterable[int], seconds: float) -> frozenset[int]:
    """Renew claims, and return the shards that are still claimed. One that ran out, but was not taken, is."""
    rows = db.execute(
        f"UPDATE shard_claims SET until = {IN_SECONDS} WHERE successor = ? AND shard = ANY (CAST(? AS BIGINT[]))"
        " RETURNING shard",
        (seconds, successor, sorted(shards)),
    )
    return frozenset(shard for (shard,) in rows.fetchall())


def say_connected(db: PostgresConnection, successor: str, shard: int) -> None:
    """Say that the successor's session keeps the presses of a shard from now on."""
    db.execute(
        "UPDATE shard_claims SET connected = true WHERE successor = ? AND shard = ?", (successor, shard)
    )


def waiting(db: PostgresConnection, holder: str) -> dict[int, bool]:
    """Return the shards of a holder that are claimed, and whether each may be given now.

    A successor gets one at a time: it would take up several more slowly than they are given.
    """
    rows = db.execute(
        "SELECT claim.shard, CAST(claim.connected AND NOT EXISTS (SELECT 1 FROM shard_claims AS other"
        " WHERE other.successor = claim.successor AND other.given AND other.until > now()) AS INTEGER)"
        " FROM shard_claims AS claim JOIN shard_leases AS lease ON lease.shard = claim.shard"
        " WHERE lease.holder = ? AND claim.successor <> ? AND claim.until > now()",
        (holder, holder),
    )
    return {shard: bool(may) for shard, may in rows.fetchall()}


def give(db: PostgresConnection, holder: str, leases: Leases, taken: Iterable[int]) -> None:
    """Give leases back to those who have claimed them, with the interactions that have been taken."""
    # One statement: a successor that sees the lease free sees what was taken too.
    db.execute(
        "WITH given AS (UPDATE shard_claims SET given = true, taken = CAST(? AS BIGINT[])"
        " WHERE shard = ANY (CAST(? AS BIGINT[])))"
        f" UPDATE shard_leases AS lease SET holder = NULL, until = NULL FROM {HELD}",
        (list(taken), sorted(leases), *values_of(holder, leases)),
    )


def receive(db: PostgresConnection, successor: str, seconds: float) -> dict[int, tuple[int, list[int]]]:
    """Take the leases of connected claims that were given, or have run out.

    Returns each with its epoch and the interactions that were taken. The claims stand until they are dropped.
    """
    received: dict[int, int] = dict(
        db.execute(
            f"UPDATE shard_leases AS lease SET until = {IN_SECONDS}, holder = ?, epoch = epoch + 1"
            " FROM shard_claims AS claim WHERE claim.shard = lease.shard AND claim.successor = ?"
            " AND claim.connected AND (lease.until IS NULL OR lease.until < now())"
            " RETURNING lease.shard, lease.epoch",
            (seconds, successor, successor),
        ).fetchall()
    )
    if not received:
        return {}
    # A second statement: the first may have begun to read before the holder wrote this.
    taken = dict(
        db.execute(
            "SELECT shard, taken FROM shard_claims WHERE shard = ANY (CAST(? AS BIGINT[]))",
            (sorted(received),),
        ).fetchall()
    )
    return {shard: (epoch, list(taken.get(shard, ()))) for shard, epoch in received.items()}


def drop(db: PostgresConnection, successor: str, shards: Iterable[int]) -> None:
    """Give claims up: what they were made for is done, or is not to be."""
    db.execute(
        "DELETE FROM shard_claims WHERE successor = ? AND shard = ANY (CAST(? AS BIGINT[]))",
        (successor, sorted(shards)),
    )
