"""Members: created on first use, erased on request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from db import leaderboards, ledger
from db.backend.connection import Connection
from db.errors import Refused, Unknown
from db.history import seasons, tournaments
from db.meetings import nights
from db.records import AboutRecord, Json
from db.writes import SaveAbout, SaveBlock, Tally, Transfer

DAY = 86_400
"""Seconds. Days are counted from 1970-01-01, UTC."""

WELCOME: Mapping[str, int] = MappingProxyType(
    {f"copper.{size}": 1 for size in ("g4", "g6", "g8", "g10", "g12", "g20", "g100")}
)
"""The gift to a new member: one full set of copper."""


# ---- purse accounts and names


def find(db: Connection, place_key: int, user_id: int) -> tuple[int, str] | None:
    """Return the member's purse account and name, if they are known."""
    row = db.execute(
        "SELECT account, name FROM members WHERE guild_id = ? AND user_id = ?", (place_key, user_id)
    ).fetchone()
    return None if row is None else (row[0], row[1])


def names(db: Connection, accounts: Sequence[int]) -> dict[int, str]:
    """Return names by purse account; deleted members have none and are left out."""
    rows = (
        (account, db.execute("SELECT name FROM members WHERE account = ?", (account,)).fetchone())
        for account in accounts
    )
    return {account: row[0] for account, row in rows if row is not None}


def get_or_create(
    db: Connection, now: float, place_key: int, user_id: int, name: str, welcome: Mapping[str, int]
) -> int:
    """Return a member's purse account; create it on first use, and rename the member if need be.

    A new purse gets the welcome set from the mint. A member whose data was deleted earlier the same day starts with an
    empty one, so that deleting and coming back is no way to a second set.
    """
    member = find(db, place_key, user_id)
    if member is not None:
        account, old_name = member
        if old_name != name:
            db.execute("UPDATE members SET name = ? WHERE account = ?", (name, account))
        return account
    account = ledger.open_account(db, now, "member", place_key)
    db.execute(
        "INSERT INTO members (account, guild_id, user_id, name, joined) VALUES (?, ?, ?, ?, ?)",
        (account, place_key, user_id, name, now),
    )
    if not forgotten_today(db, now, place_key, user_id):
        give_welcome(db, now, place_key, account, welcome, f"welcome:{account}")
    return account


def give_welcome(
    db: Connection, now: float, place_key: int, account: int, welcome: Mapping[str, int], key: str
) -> None:
    """Transfer the welcome set from the mint to a purse, under a key that may be used only once."""
    moves = ledger.moves_of(ledger.mint(db, now, place_key), account, welcome)
    ledger.write_transfer(db, now, Transfer(key, "welcome", moves))


# ---- values about a member, beside their money


def about(db: Connection, account: int) -> dict[str, Json]:
    """Return the values that `SaveAbout` and `Tally` have saved about a member."""
    rows = db.execute("SELECT key, value FROM about WHERE member = ? ORDER BY key", (account,))
    return {key: json.loads(value) for key, value in rows}


def about_in_place(db: Connection, place_key: int, key: str) -> list[AboutRecord]:
    """Return one value of every member of a place about whom it is kept, in the order of their accounts."""
    rows = db.execute(
        "SELECT about.member, members.user_id, members.name, about.value FROM members"
        " JOIN about ON about.member = members.account"
        " WHERE members.guild_id = ? AND about.key = ? ORDER BY about.member",
        (place_key, key),
    )
    return [AboutRecord(member, user, name, json.loads(value)) for member, user, name, value in rows]


def save_about(db: Connection, write: SaveAbout) -> None:
    """Save a value about a member, or remove it."""
    if write.value is None:
        db.execute("DELETE FROM about WHERE member = ? AND key = ?", (write.member, write.key))
        return
    db.execute(
        "INSERT INTO about (member, key, value) VALUES (?, ?, ?)"
        " ON CONFLICT (member, key) DO UPDATE SET value = excluded.value",
        (write.member, write.key, write.value),
    )


def tally(db: Connection, write: Tally) -> None:
    """Add to a number that is kept about a member."""
    db.execute(
        "INSERT INTO about (member, key, value) VALUES (?1, ?2, CAST(?3 AS TEXT)) ON CONFLICT (member, key)"
        " DO UPDATE SET value = CAST(CAST(about.value AS BIGINT) + ?3 AS TEXT)",
        (write.member, write.key, write.by),
    )


# ---- blocks


def save_block(db: Connection, now: float, write: SaveBlock) -> None:
    """Save that a member blocks a person, or no longer does."""
    if not write.blocked:
        db.execute("DELETE FROM blocks WHERE member = ? AND user_id = ?", (write.member, write.user_id))
        return
    db.execute(
        "INSERT INTO blocks (member, user_id, at) VALUES (?, ?, ?) ON CONFLICT (member, user_id) DO NOTHING",
        (write.member, write.user_id, now),
    )


def blocked(db: Connection, account: int) -> list[int]:
    """Return the Discord ids of those whom a member blocks, in the order in which they were blocked."""
    rows = db.execute("SELECT user_id FROM blocks WHERE member = ? ORDER BY at, user_id", (account,))
    return [user_id for (user_id,) in rows]


def blocks_among(db: Connection, place_key: int, user_ids: Sequence[int]) -> list[tuple[int, int]]:
    """Return the blocks between any two of these people in a place: the blocking person's id, then the other's."""
    people = user_ids or [0]  # SQL has no empty list, and nobody has this id
    marks = ", ".join("?" * len(people))
    rows = db.execute(
        "SELECT members.user_id, blocks.user_id FROM blocks JOIN members ON members.account = blocks.member"
        f" WHERE members.guild_id = ? AND members.user_id IN ({marks}) AND blocks.user_id IN ({marks})"
        " ORDER BY members.user_id, blocks.user_id",
        (place_key, *people, *people),
    )
    return [(blocker, blocked) for blocker, blocked in rows]


# ---- erasing


def forget(db: Connection, now: float, place_key: int, user_id: int) -> None:
    """Cut the link between a person and their account, and take their name off old seats.

    Ledger and journal keep the account number, which then leads to no one. Raises `Unknown` if there is no such
    member, `Refused` while they sit at an open table, are in a tournament, or own a stake or escrow that is not empty.
    """
    member = find(db, place_key, user_id)
    if member is None:
        raise Unknown("nothing is stored about this member")
    account, _ = member
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
    if tournaments.is_entered(db, account):
        raise Refused("still in a tournament: leave it first")
    _take_off_seats(db, place_key, account, user_id)
    db.execute("DELETE FROM about WHERE member = ?", (account,))
    db.execute("DELETE FROM blocks WHERE member = ?", (account,))
    seasons.forget_member(db, account)
    nights.forget_member(db, account)
    db.execute("DELETE FROM daily_tries WHERE member = ?", (account,))
    db.execute("DELETE FROM deeds WHERE member = ?", (account,))
    leaderboards.drop_member(db, account)
    db.execute("DELETE FROM members WHERE account = ?", (account,))
    purge_forgotten(db, now)
    db.execute(
        "INSERT INTO forgotten (who, day) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (member_hash(db, place_key, user_id), int(now // DAY)),
    )


def _take_off_seats(db: Connection, place_key: int, account: int, user_id: int) -> None:
    """Take a person's name and Discord id off the seats of closed tables, other people's seats included."""
    db.execute("UPDATE seats SET name = '', state = '{}' WHERE member = ?", (account,))
    others = db.execute(
        "SELECT table_id, seat, state FROM seats JOIN tables ON tables.id = seats.table_id"
        " WHERE tables.guild_id = ? AND tables.phase = 'closed' AND state LIKE ?",
        (place_key, f"%{user_id}%"),
    ).fetchall()
    for table, seat, state in others:
        cleared = {key: value for key, value in json.loads(state).items() if value != user_id}
        db.execute(
            "UPDATE seats SET state = ? WHERE table_id = ? AND seat = ?", (json.dumps(cleared), table, seat)
        )


def forgotten_today(db: Connection, now: float, place_key: int, user_id: int) -> bool:
    """Return true if this person had their data deleted earlier the same day (UTC).

    Sets that are given once a day depend on this too, since the account is a new one.
    """
    row = db.execute(
        "SELECT 1 FROM forgotten WHERE who = ? AND day = ?",
        (member_hash(db, place_key, user_id), int(now // DAY)),
    ).fetchone()
    return row is not None


def purge_forgotten(db: Connection, now: float) -> None:
    """Delete the hashes of earlier days, which have served their purpose."""
    db.execute("DELETE FROM forgotten WHERE day < ?", (int(now // DAY),))


def member_hash(db: Connection, place_key: int, user_id: int) -> bytes:
    """Return a salted hash of place and user: it recognises a person without naming them."""
    salt: bytes = db.execute("SELECT value FROM secrets WHERE name = 'salt'").fetchone()[0]
    return hashlib.blake2b(f"{place_key}:{user_id}".encode(), key=salt, digest_size=32).digest()
