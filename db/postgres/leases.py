"""Leases of shards: the processes that serve the servers, by the clock of the database server.

A lease is a row. It is taken and renewed by one UPDATE, and each taking increments its epoch. A group of units is saved
only if the leases of its process still have the epochs in which they were taken: this is checked inside the transaction
of the group, and the rows stay locked until its end, so that nobody can take a lease while a group that relies on it is
being saved. A process that was frozen or cut off saves nothing, whatever it believes.
"""

from __future__ import annotations

from collections.abc import Mapping

from db.errors import StoreError
from db.postgres.connection import PostgresConnection

Leases = Mapping[int, int]
"""The shards that a process holds, each with the epoch in which it was taken."""


class LeaseLost(StoreError):
    """Another process has taken a shard of this one; nothing of the group was saved."""


def prepare(db: PostgresConnection, shards: int) -> None:
    """Create the rows of `shards` shards. Raises `StoreError` if other processes use another number."""
    db.run("BEGIN; LOCK TABLE shard_leases IN SHARE ROW EXCLUSIVE MODE")
    try:
        ((rows, used),) = db.execute(
            "SELECT count(*), count(*) FILTER (WHERE until > now()) FROM shard_leases"
        ).fetchall()
        if rows != shards and used:
            raise StoreError(
                f"other processes divide this database into {rows} shards, not {shards}; stop them all first"
            )
        db.execute("DELETE FROM shard_leases WHERE shard >= ?", (shards,))
        db.execute(
            "INSERT INTO shard_leases (shard) SELECT generate_series(0, CAST(? AS BIGINT) - 1)"
            " ON CONFLICT (shard) DO NOTHING",
            (shards,),
        )
    except BaseException:
        db.run("ROLLBACK")
        raise
    db.run("COMMIT")


def shards_in_use(db: PostgresConnection) -> int:
    """Return the number of shards that other processes divide the database into now; 0 if there are none."""
    number: int = db.execute(
        "SELECT CASE WHEN count(*) FILTER (WHERE until > now()) > 0 THEN count(*) ELSE 0 END FROM shard_leases"
    ).fetchall()[0][0]
    return number


def take(
    db: PostgresConnection,
    holder: str,
    most: int,
    seconds: float,
    quiet: float,
    wanted: frozenset[int] | None,
) -> Leases:
    """Take up to `most` leases that are free or expired; only of `wanted` shards if given.

    A shard that another process has claimed is left to that process, unless the claim counts for less than `quiet`
    seconds more: that one has not renewed it lately.
    """
    return dict(
        db.execute(
            f"UPDATE shard_leases SET until = {IN_SECONDS}, holder = ?, epoch = epoch + 1"
            " WHERE shard IN (SELECT shard FROM shard_leases AS lease"
            " WHERE (until IS NULL OR until < now()) AND shard = ANY (coalesce(CAST(? AS BIGINT[]), ARRAY[shard]))"
            " AND NOT EXISTS (SELECT 1 FROM shard_claims AS claim"
            f" WHERE claim.shard = lease.shard AND claim.until > {IN_SECONDS})"
            " ORDER BY shard LIMIT ? FOR UPDATE SKIP LOCKED)"
            " RETURNING shard, epoch",
            (seconds, holder, None if wanted is None else sorted(wanted), quiet, most),
        ).fetchall()
    )


def say_where(db: PostgresConnection, holder: str, address: str) -> None:
    """Tell the other processes the address of the one that holds leases."""
    db.execute(
        "UPDATE shard_leases SET address = ? WHERE holder = ? AND address IS DISTINCT FROM ?",
        (address, holder, address),
    )


def address_of(db: PostgresConnection, shard: int) -> str:
    """Return the address of the process that holds a shard; empty if none does, or it has none."""
    row = db.execute(
        "SELECT address FROM shard_leases WHERE shard = ? AND until > now()", (shard,)
    ).fetchone()
    return (row[0] or "") if row is not None else ""


def renew(db: PostgresConnection, holder: str, leases: Leases, seconds: float) -> frozenset[int]:
    """Renew leases and return the shards that are still held, including expired leases that nobody took."""
    rows = db.execute(
        f"UPDATE shard_leases AS lease SET until = {IN_SECONDS} FROM {HELD} RETURNING lease.shard",
        (seconds, *values_of(holder, leases)),
    )
    return frozenset(shard for (shard,) in rows.fetchall())


def release(db: PostgresConnection, holder: str, leases: Leases) -> None:
    """Release leases at once."""
    db.execute(
        f"UPDATE shard_leases AS lease SET holder = NULL, until = NULL FROM {HELD}", values_of(holder, leases)
    )


def fence(db: PostgresConnection, holder: str, leases: Leases) -> None:
    """Refuse the current group unless all leases of its process are still valid. Raises `LeaseLost`."""
    rows = db.execute(
        f"SELECT lease.shard FROM shard_leases AS lease, {HELD} FOR SHARE OF lease", values_of(holder, leases)
    ).fetchall()
    lost = leases.keys() - {shard for (shard,) in rows}
    if lost:
        raise LeaseLost(f"another process has taken shard {', '.join(map(str, sorted(lost)))}")


def take_identify_turn(db: PostgresConnection, bucket: int, seconds: float) -> float | None:
    """Take the turn of a bucket for some seconds; if another process has it, return the seconds until it is free."""
    taken = db.execute(
        f"INSERT INTO identify_buckets (until, bucket) VALUES ({IN_SECONDS}, ?)"
        " ON CONFLICT (bucket) DO UPDATE SET until = excluded.until WHERE identify_buckets.until <= now()"
        " RETURNING bucket",
        (seconds, bucket),
    )
    if taken.fetchone() is not None:
        return None
    left: float = db.execute(
        "SELECT CAST(extract(epoch FROM until - now()) AS DOUBLE PRECISION) FROM identify_buckets WHERE bucket = ?",
        (bucket,),
    ).fetchall()[0][0]
    return max(0.0, left)


IN_SECONDS = "now() + CAST(? AS DOUBLE PRECISION) * interval '1 second'"
HELD = (
    "unnest(CAST(? AS BIGINT[]), CAST(? AS BIGINT[])) AS held (shard, epoch)"
    " WHERE lease.shard = held.shard AND lease.epoch = held.epoch AND lease.holder = ?"
)


def values_of(holder: str, leases: Leases) -> tuple[object, ...]:
    """Return the values of the placeholders in `HELD`."""
    return list(leases), list(leases.values()), holder
