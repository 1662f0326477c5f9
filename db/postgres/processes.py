"""The processes that share a database: live ones, leaving ones, and those that replace another.

A process is leaving when it is stopped, or while its replacement lives, or the replacement of that one. If they die
first, it stays.
"""

from __future__ import annotations

from db.backend.database import Census
from db.postgres.connection import PostgresConnection
from db.postgres.leases import IN_SECONDS

LEAVES = (
    "(each.leaving OR EXISTS (WITH RECURSIVE newer AS ("
    "SELECT holder, until, replaced_by FROM processes WHERE holder = each.replaced_by"
    " UNION SELECT next.holder, next.until, next.replaced_by FROM processes AS next"
    " JOIN newer ON next.holder = newer.replaced_by) SELECT 1 FROM newer WHERE until > now()))"
)
"""True for a row `each` of a leaving process. Its replacement may have been replaced too, hence the recursion."""


def check_in(
    db: PostgresConnection,
    holder: str,
    seconds: float,
    quiet: float,
    *,
    machine: str,
    named: bool,
    leaving: bool,
) -> Census:
    """Report that a process lives, and return the census.

    `named`: it serves only the shards it was told to. A process whose report counts for less than `quiet` seconds more
    is silent.
    """
    db.execute(
        "INSERT INTO processes AS each (until, holder, machine, named, leaving)"
        f" VALUES ({IN_SECONDS}, ?, ?, CAST(? AS BIGINT) = 1, CAST(? AS BIGINT) = 1)"
        " ON CONFLICT (holder) DO UPDATE SET until = excluded.until, leaving = excluded.leaving",
        (seconds, holder, machine, int(named), int(leaving)),
    )
    db.execute("DELETE FROM processes WHERE until < now() - interval '1 hour'")
    ((living, replaced, running, silent),) = db.execute(
        f"SELECT count(*) FILTER (WHERE NOT {LEAVES}),"
        f" count(*) FILTER (WHERE each.holder = ? AND NOT each.leaving AND {LEAVES}), count(*),"
        f" count(*) FILTER (WHERE NOT {LEAVES} AND until < {IN_SECONDS})"
        " FROM processes AS each WHERE until > now()",
        (holder, quiet),
    ).fetchall()
    return Census(living, bool(replaced), running, silent)


def check_out(db: PostgresConnection, holder: str) -> None:
    """Report that a process has ended."""
    db.execute("DELETE FROM processes WHERE holder = ?", (holder,))


def replace(
    db: PostgresConnection, holder: str, seconds: float, quiet: float, *, machine: str, named: bool
) -> bool:
    """Check in, and replace the process that has run longest on a machine; return whether there is one."""
    db.run("BEGIN; LOCK TABLE processes IN SHARE ROW EXCLUSIVE MODE")
    try:
        # Both under one lock: otherwise two processes that start together would each replace the other.
        check_in(db, holder, seconds, quiet, machine=machine, named=named, leaving=False)
        found = db.execute(
            "UPDATE processes SET replaced_by = ? WHERE holder = (SELECT each.holder FROM processes AS each"
            f" WHERE each.machine = ? AND each.holder <> ? AND each.until > now() AND NOT {LEAVES}"
            " ORDER BY each.begun, each.holder LIMIT 1) RETURNING holder",
            (holder, machine, holder),
        ).fetchone()
    except BaseException:
        db.run("ROLLBACK")
        raise
    db.run("COMMIT")
    return found is not None
