"""Accounts, and the transfers between them.

The rules of the ledger stand in the schema, as triggers and checks. This file writes first and
asks afterwards: a transfer that the database takes was allowed, and only one that it refuses is
looked at again to find words for the reason.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Literal

from db.errors import AccountClosed, AlreadyDone, BadMove, NotEnough, Refused, Unknown
from db.json_text import dump
from db.records import AMOUNT_CAP
from db.writes import Move, Transfer

Kind = Literal["member", "stake", "pot", "house", "guest", "mint", "escrow"]

# ---- accounts


def open_account(
    db: sqlite3.Connection, kind: Kind, guild_id: int, now: float, owner: int | None = None
) -> int:
    """A new, empty account. Raises `Unknown` if `owner` is not an account."""
    if owner is not None and kind_of(db, owner) != "member":
        raise Unknown(f"account {owner} is no member's purse")
    cursor = db.execute(
        "INSERT INTO accounts (kind, guild_id, owner, may_owe, opened) VALUES (?, ?, ?, ?, ?)",
        (kind, guild_id, owner, kind == "mint", now),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def close_account(db: sqlite3.Connection, account: int, now: float) -> None:
    """No transfer touches it from now on. Raises `Refused` if it holds anything."""
    for unit, amount in balances(db, account).items():
        raise Refused(f"account {account} still holds {amount} {unit}")
    db.execute("UPDATE accounts SET closed = ? WHERE id = ? AND closed IS NULL", (now, account))


def mint(db: sqlite3.Connection, guild_id: int, now: float) -> int:
    """The server's mint, from which all money comes; opened on first use."""
    row = find_mint(db, guild_id)
    return row if row is not None else open_account(db, "mint", guild_id, now)


def find_mint(db: sqlite3.Connection, guild_id: int) -> int | None:
    """The server's mint, if it has one yet."""
    row = db.execute("SELECT id FROM accounts WHERE kind = 'mint' AND guild_id = ?", (guild_id,)).fetchone()
    return None if row is None else row[0]


def kind_of(db: sqlite3.Connection, account: int) -> Kind | None:
    """The account's kind, or None if there is no such account."""
    row = db.execute("SELECT kind FROM accounts WHERE id = ?", (account,)).fetchone()
    return None if row is None else row[0]


def guild_of(db: sqlite3.Connection, account: int) -> int:
    """The account's server. Raises `Unknown`."""
    row = db.execute("SELECT guild_id FROM accounts WHERE id = ?", (account,)).fetchone()
    if row is None:
        raise Unknown(f"there is no account {account}")
    guild_id: int = row[0]
    return guild_id


def balances(db: sqlite3.Connection, account: int) -> dict[str, int]:
    """What the account holds, unit to amount; what it has none of is left out."""
    return dict(
        db.execute(
            "SELECT unit, amount FROM balances WHERE account = ? AND amount <> 0 ORDER BY unit",
            (account,),
        )
    )


# ---- transfers


def write_transfer(db: sqlite3.Connection, transfer: Transfer, now: float) -> None:
    """Put a transfer into the books. Raises the `Refused` that fits."""
    try:
        cursor = db.execute(
            "INSERT INTO transfers (key, kind, at, memo) VALUES (?, ?, ?, ?)",
            (transfer.key, transfer.kind, now, dump(transfer.memo)),
        )
    except sqlite3.IntegrityError:
        if not _key_used(db, transfer.key):
            raise
        if transfer.once:
            return
        raise AlreadyDone("transfer", transfer.key) from None
    for n, move in enumerate(transfer.moves):
        _check(move)
        try:
            db.execute(
                "INSERT INTO legs (transfer, n, giver, taker, unit, amount) VALUES (?, ?, ?, ?, ?, ?)",
                (cursor.lastrowid, n, move.giver, move.taker, move.unit, move.amount),
            )
        except sqlite3.IntegrityError as fault:
            raise _reason(db, move, str(fault)) from fault


def moves_of(giver: int, taker: int, what: Mapping[str, int]) -> list[Move]:
    """A move for each unit of `what`."""
    return [Move(giver, taker, unit, amount) for unit, amount in what.items()]


def _key_used(db: sqlite3.Connection, key: str) -> bool:
    return db.execute("SELECT 1 FROM transfers WHERE key = ?", (key,)).fetchone() is not None


def _check(move: Move) -> None:
    # SQLite would take True for 1, hence type() and not isinstance().
    if type(move.amount) is not int or not 0 < move.amount <= AMOUNT_CAP:
        raise BadMove(f"an amount is a whole number from 1 to {AMOUNT_CAP}, got {move.amount!r}")
    if move.giver == move.taker:
        raise BadMove(f"account {move.giver} cannot pay itself")


def _reason(db: sqlite3.Connection, move: Move, fault: str) -> Refused:
    """Why the database refused this leg."""
    for account in (move.giver, move.taker):
        if kind_of(db, account) is None:
            return Unknown(f"there is no account {account}")
    if db.execute("SELECT 1 FROM units WHERE name = ?", (move.unit,)).fetchone() is None:
        return Unknown(f"there is no unit {move.unit!r}")
    if "not enough" in fault:
        held = balances(db, move.giver).get(move.unit, 0)
        return NotEnough(move.giver, move.unit, held, move.amount)
    if "closed account" in fault:
        return AccountClosed(f"account {move.giver} or {move.taker} is closed")
    if "over the cap" in fault:
        return BadMove(f"account {move.taker} would hold more than {AMOUNT_CAP} {move.unit}")
    return BadMove(f"{fault}: account {move.giver} to {move.taker}")
