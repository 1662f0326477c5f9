"""Claims: rows of processes that wait to serve a shard that another process still holds.

A claim is made for a shard of a process that is leaving, or that holds more than its share. It is made early for one of
a process that has not renewed its leases lately: if it is dead, its successor is connected by the time they expire, and
if it lives, it deletes the claim. At first a claim records only
the claimant, then that its process is connected and knows its servers, and finally the interactions that the holder has
taken: the statement that releases the lease writes those. A claim expires like a lease, and no other process takes the
shard until it has not been renewed lately. So a successor that dies in between costs no more time than any process that
dies.
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
    quiet: float,
    *,
    share: int,
    wanted: frozenset[int] | None,
    of_silent: bool,
) -> list[int]:
    """Claim up to `most` shards of processes that leave, or hold more than `share`; only `wanted` ones if given.

    `of_silent`: also shards whose leases last for less than `quiet` seconds more, or have run out, which are claimed
    early.

    A process that serves only the shards that it was told to gives them up only when it leaves; it may claim them from
    any other process.
    """
    rows = db.execute(
        "WITH ranked AS ("
        " SELECT lease.shard, lease.holder,"
        f" CAST(? AS BIGINT) = 1 AND lease.until < {IN_SECONDS} AS early,"
        " count(*) OVER (PARTITION BY lease.holder) - row_number() OVER ("
        " PARTITION BY lease.holder ORDER BY coalesce(made.until > now(), false) DESC, lease.shard DESC) AS others"
        " FROM shard_leases AS lease LEFT JOIN shard_claims AS made ON made.shard = lease.shard"
        " WHERE lease.until > now() OR CAST(? AS BIGINT) = 1)"
        " INSERT INTO shard_claims AS claim (shard, successor, until, early)"
        f" SELECT ranked.shard, CAST(? AS TEXT), {IN_SECONDS}, ranked.early FROM ranked"
        " JOIN processes AS each ON each.holder = ranked.holder"
        " WHERE ranked.holder <> ?"
        " AND ranked.shard = ANY (coalesce(CAST(? AS BIGINT[]), ARRAY[ranked.shard]))"
        f" AND ({LEAVES} OR ranked.early OR NOT each.named"
        " AND (CAST(? AS BIGINT) = 1 OR ranked.others >= CAST(? AS BIGINT)))"
        " AND NOT EXISTS (SELECT 1 FROM shard_claims AS made"
        f" WHERE made.shard = ranked.shard AND made.until > {IN_SECONDS})"
        " ORDER BY ranked.shard LIMIT ?"
        " ON CONFLICT (shard) DO UPDATE SET successor = excluded.successor, until = excluded.until,"
        " connected = false, given = false, taken = '{}', early = excluded.early"
        f" WHERE claim.until <= {IN_SECONDS}"
        " RETURNING claim.shard",
        (
            int(of_silent),
            quiet,
            int(of_silent),
            successor,
            seconds,
            successor,
            None if wanted is None else sorted(wanted),
            int(wanted is not None),
            share,
            quiet,
            max(most, 0),
            quiet,
        ),
    ).fetchall()
    return sorted(shard for (shard,) in rows)


def renew(db: PostgresConnection, successor: str, shards: Iterable[int], seconds: float) -> frozenset[int]:
    """Renew claims and return the shards that are still claimed, including expired claims that nobody took."""
    rows = db.execute(
        f"UPDATE shard_claims SET until = {IN_SECONDS} WHERE successor = ? AND shard = ANY (CAST(? AS BIGINT[]))"
        " RETURNING shard",
        (seconds, successor, sorted(shards)),
    )
    return frozenset(shard for (shard,) in rows.fetchall())


def say_connected(db: PostgresConnection, successor: str, shard: int) -> None:
    """Record that the successor's session now keeps the presses of a shard."""
    db.execute(
        "UPDATE shard_claims SET connected = true WHERE successor = ? AND shard = ?", (successor, shard)
    )


def waiting(db: PostgresConnection, holder: str) -> dict[int, bool]:
    """Return the claimed shards of a holder, and whether each can be given now.

    A successor gets one at a time, since it takes longer to start one than the holder to give one. Early claims are
    deleted: the holder lives.
    """
    db.execute(
        "DELETE FROM shard_claims WHERE early"
        " AND shard IN (SELECT shard FROM shard_leases WHERE holder = ? AND until > now())",
        (holder,),
    )
    rows = db.execute(
        "SELECT claim.shard, CAST(claim.connected AND NOT EXISTS (SELECT 1 FROM shard_claims AS other"
        " WHERE other.successor = claim.successor AND other.given AND other.until > now()) AS INTEGER)"
        " FROM shard_claims AS claim JOIN shard_leases AS lease ON lease.shard = claim.shard"
        " WHERE lease.holder = ? AND claim.successor <> ? AND claim.until > now()",
        (holder, holder),
    )
    return {shard: bool(may) for shard, may in rows.fetchall()}


def give(db: PostgresConnection, holder: str, leases: Leases, taken: Iterable[int]) -> None:
    """Give leases to their claimants, with the interactions that were taken here."""
    # One statement, so that a successor that sees the lease free also sees the interactions.
    db.execute(
        "WITH given AS (UPDATE shard_claims SET given = true, taken = CAST(? AS BIGINT[])"
        " WHERE shard = ANY (CAST(? AS BIGINT[])))"
        f" UPDATE shard_leases AS lease SET holder = NULL, until = NULL FROM {HELD}",
        (list(taken), sorted(leases), *values_of(holder, leases)),
    )


def receive(
    db: PostgresConnection, successor: str, shards: Iterable[int], seconds: float, *, expired: bool
) -> dict[int, tuple[int, list[int]]]:
    """Take the leases of claimed shards that were given, or, if `expired`, have expired.

    Returns each with its epoch and the interactions that were taken. The claims remain until they are dropped.
    """
    received: dict[int, int] = dict(
        db.execute(
            f"UPDATE shard_leases AS lease SET until = {IN_SECONDS}, holder = ?, epoch = epoch + 1"
            " FROM shard_claims AS claim WHERE claim.shard = lease.shard AND claim.successor = ?"
            " AND lease.shard = ANY (CAST(? AS BIGINT[]))"
            " AND (lease.until IS NULL OR CAST(? AS BIGINT) = 1 AND lease.until < now())"
            " RETURNING lease.shard, lease.epoch",
            (seconds, successor, successor, sorted(shards), int(expired)),
        ).fetchall()
    )
    if not received:
        return {}
    # A second statement: the first one's snapshot may be older than the holder's write.
    taken = dict(
        db.execute(
            "SELECT shard, taken FROM shard_claims WHERE shard = ANY (CAST(? AS BIGINT[]))",
            (sorted(received),),
        ).fetchall()
    )
    return {shard: (epoch, list(taken.get(shard, ()))) for shard, epoch in received.items()}


def drop(db: PostgresConnection, successor: str, shards: Iterable[int]) -> None:
    """Drop claims, because their shards have been taken over or will not be."""
    db.execute(
        "DELETE FROM shard_claims WHERE successor = ? AND shard = ANY (CAST(? AS BIGINT[]))",
        (successor, sorted(shards)),
    )
