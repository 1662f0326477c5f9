"""Members: made known on first sight, and forgotten on request."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from db import ledger
from db.errors import Refused, Unknown
from db.json_text import dump, load
from db.records import Json
from db.writes import Transfer

DAY = 86_400
"""Seconds. Days are counted from 1970-01-01, UTC."""

WELCOME: Mapping[str, int] = MappingProxyType(
    {f"copper.{size}": 1 for size in ("g4", "g6", "g8", "g10", "g12", "g20", "g100")}
)
"""What a new member gets: one full set of copper."""


def find(db: sqlite3.Connection, guild_id: int, user_id: int) -> tuple[int, str] | None:
    """The member's purse account and name, if they are known."""
    row = db.execute(
        "SELECT account, name FROM members WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
    ).fetchone()
    return None if row is None else (row[0], row[1])


def names(db: sqlite3.Connection, accounts: Sequence[int]) -> dict[int, str]:
    """Names by purse account; whoever had their data deleted has none and is left out."""
    found = {}
    for account in accounts:
        row = db.execute("SELECT name FROM members WHERE account = ?", (account,)).fetchone()
        if row is not None:
            found[account] = row[0]
    return found


def get_or_create_member(
    db: sqlite3.Connection,
    guild_id: int,
    user_id: int,
    name: str,
    welcome: Mapping[str, int],
    now: float,
) -> int:
    """The member's purse account; made, with the welcome set in it, on first sight.

    Whoever had their data deleted earlier the same day starts with an empty purse.
    """
    known = find(db, guild_id, user_id)
    if known is not None:
        account, old_name = known
        if old_name != name:
            db.execute("UPDATE members SET name = ? WHERE account = ?", (name, account))
        return account
    account = ledger.open_account(db, "member", guild_id, now)
    db.execute(
        "INSERT INTO members (account, guild_id, user_id, name, joined) VALUES (?, ?, ?, ?, ?)",
        (account, guild_id, user_id, name, now),
    )
    if not forgotten_today(db, guild_id, user_id, now):
        give_welcome(db, guild_id, account, welcome, f"welcome:{account}", now)
    return account


def give_welcome(
    db: sqlite3.Connection,
    guild_id: int,
    account: int,
    welcome: Mapping[str, int],
    key: str,
    now: float,
) -> None:
    """A set from the mint, once for ever under this key."""
    moves = ledger.moves_of(ledger.mint(db, guild_id, now), account, welcome)
    ledger.write_transfer(db, Transfer(key, "welcome", moves), now)


def about(db: sqlite3.Connection, account: int) -> dict[str, Json]:
    """What is kept about a member beside their money."""
    rows = db.execute("SELECT key, value FROM about WHERE member = ? ORDER BY key", (account,))
    return {key: load(value) for key, value in rows}


def save_about(db: sqlite3.Connection, account: int, key: str, value: Json) -> None:
    """Keep something about a member; None forgets it."""
    if value is None:
        db.execute("DELETE FROM about WHERE member = ? AND key = ?", (account, key))
        return
    db.execute(
        "INSERT INTO about (member, key, value) VALUES (?, ?, ?)"
        " ON CONFLICT (member, key) DO UPDATE SET value = excluded.value",
        (account, key, dump(value)),
    )


def tally(db: sqlite3.Connection, account: int, key: str, by: int) -> None:
    """Add to a number that is kept about a member."""
    db.execute(
        "INSERT INTO about (member, key, value) VALUES (?1, ?2, CAST(?3 AS TEXT)) ON CONFLICT (member, key)"
        " DO UPDATE SET value = CAST(CAST(about.value AS INTEGER) + ?3 AS TEXT)",
        (account, key, by),
    )


def forget(db: sqlite3.Connection, guild_id: int, user_id: int, now: float) -> None:
    """Cut the link between a person and their account, and take their name off old seats.

    The books and the journal keep the account number, which then belongs to nobody. Raises
    `Unknown` if there is no such member, `Refused` while they sit at an open table or own a stake
    or escrow that is not empty.
    """
    known = find(db, guild_id, user_id)
    if known is None:
        raise Unknown("nothing is stored about this member")
    account, _ = known
    seated = db.execute(
        "SELECT 1 FROM seats JOIN tables ON tables.id = seats.table_id"
        " WHERE seats.member = ? AND tables.phase <> 'closed'",
        (account,),
    ).fetchone()
    if seated:
        raise Refused("still at a table: leave it first")
    bound = db.execute(
        "SELECT 1 FROM accounts JOIN balances ON balances.account = accounts.id"
        " WHERE accounts.owner = ? AND balances.amount <> 0",
        (account,),
    ).fetchone()
    if bound:
        raise Refused("a wager is still open: settle it first")
    db.execute("UPDATE seats SET name = '' WHERE member = ?", (account,))
    db.execute("DELETE FROM about WHERE member = ?", (account,))
    db.execute("DELETE FROM members WHERE account = ?", (account,))
    forget_old_days(db, now)
    db.execute(
        "INSERT INTO forgotten (who, day) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (mark(db, guild_id, user_id), int(now // DAY)),
    )


def forgotten_today(db: sqlite3.Connection, guild_id: int, user_id: int, now: float) -> bool:
    """Whether this person had their data deleted earlier the same day (UTC)."""
    row = db.execute(
        "SELECT 1 FROM forgotten WHERE who = ? AND day = ?",
        (mark(db, guild_id, user_id), int(now // DAY)),
    ).fetchone()
    return row is not None


def forget_old_days(db: sqlite3.Connection, now: float) -> None:
    """Throw away the marks of earlier days, which have served their purpose."""
    db.execute("DELETE FROM forgotten WHERE day < ?", (int(now // DAY),))


def mark(db: sqlite3.Connection, guild_id: int, user_id: int) -> bytes:
    """A salted hash of server and user: known again, but leading to nobody."""
    salt: bytes = db.execute("SELECT value FROM secrets WHERE name = 'salt'").fetchone()[0]
    return hashlib.blake2b(f"{guild_id}:{user_id}".encode(), key=salt, digest_size=32).digest()
