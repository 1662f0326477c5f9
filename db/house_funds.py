"""The house: its funds, their daily level, and starting a server's money anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from db import ledger, member_rows
from db.errors import BadMove, Unknown
from db.json_text import dump
from db.writes import Move, Transfer

GUESTS = "guests"
"""The purpose of the fund from which computer players are paid."""


def fund(db: sqlite3.Connection, guild_id: int, base: str, purpose: str, now: float) -> int:
    """The house's account for one base and purpose; opened, empty, on first use.

    Raises `Unknown` if there is no such base.
    """
    known = find(db, guild_id, base, purpose)
    if known is not None:
        return known
    if db.execute("SELECT 1 FROM units WHERE base = ?", (base,)).fetchone() is None:
        raise Unknown(f"there is no base {base!r}")
    account = ledger.open_account(db, "guest" if purpose == GUESTS else "house", guild_id, now)
    db.execute(
        "INSERT INTO funds (account, guild_id, base, purpose) VALUES (?, ?, ?, ?)",
        (account, guild_id, base, purpose),
    )
    return account


def find(db: sqlite3.Connection, guild_id: int, base: str, purpose: str) -> int | None:
    """The fund's account, if it has been opened."""
    row = db.execute(
        "SELECT account FROM funds WHERE guild_id = ? AND base = ? AND purpose = ?",
        (guild_id, base, purpose),
    ).fetchone()
    return None if row is None else row[0]


def every(db: sqlite3.Connection, guild_id: int) -> dict[tuple[str, str], int]:
    """All funds of a server that have been opened: base and purpose to account."""
    rows = db.execute(
        "SELECT base, purpose, account FROM funds WHERE guild_id = ? ORDER BY account", (guild_id,)
    )
    return {(base, purpose): account for base, purpose, account in rows}


def top_up(db: sqlite3.Connection, guild_id: int, base: str, purpose: str, floor: int, now: float) -> None:
    """Raise a fund that holds less than `floor` pieces to it; looked at once a day (UTC).

    The look is what happens once, not the gift: a fund that was full this morning and is drained
    at noon stays drained until tomorrow. Gembones count by their size; what is missing comes from
    the mint as loose pieces. Raises `BadMove` if `floor` is negative or over the cap.
    """
    if floor < 0:
        raise BadMove(f"a fund's level is not negative, got {floor}")
    account = fund(db, guild_id, base, purpose, now)
    today = int(now // member_rows.DAY)
    looked = db.execute(
        "UPDATE funds SET topped = ? WHERE account = ? AND (topped IS NULL OR topped < ?)",
        (today, account, today),
    )
    missing = floor - pieces_in(db, account, base)
    if looked.rowcount == 0 or missing <= 0:
        return
    move = Move(ledger.mint(db, guild_id, now), account, f"{base}.piece", missing)
    key = f"top-up:{account}:{today}:{resets(db, guild_id)}"
    ledger.write_transfer(db, Transfer(key, "top-up", [move]), now)


def pieces_in(db: sqlite3.Connection, account: int, base: str) -> int:
    """What the account holds of a base, in pieces."""
    total: int = db.execute(
        "SELECT coalesce(sum(balances.amount * units.pieces), 0)"
        " FROM balances JOIN units ON units.name = balances.unit"
        " WHERE balances.account = ? AND units.base = ?",
        (account, base),
    ).fetchone()[0]
    return total


def resets(db: sqlite3.Connection, guild_id: int) -> int:
    """How often the server's money was started anew."""
    row = db.execute("SELECT resets FROM guilds WHERE guild_id = ?", (guild_id,)).fetchone()
    return 0 if row is None else row[0]


def reset(
    db: sqlite3.Connection,
    guild_id: int,
    actor: int | None,
    welcome: Mapping[str, int],
    now: float,
) -> None:
    """Start a server's money and leaderboards anew, by counter-entries.

    All purses and funds go back to the mint and each member gets the welcome set. Stakes, pots and
    escrows are left alone: they belong to play that is going on, and come back by its rules.
    Outcomes so far stay in the file and count no longer. Funds may be topped up again the same day.
    """
    count = resets(db, guild_id) + 1
    db.execute(
        "INSERT INTO guilds (guild_id, resets, reset_at, reset_outcome)"
        " VALUES (?1, ?2, ?3, (SELECT coalesce(max(id), 0) FROM outcomes))"
        " ON CONFLICT (guild_id) DO UPDATE SET resets = excluded.resets,"
        " reset_at = excluded.reset_at, reset_outcome = excluded.reset_outcome",
        (guild_id, count, now),
    )
    mint = ledger.mint(db, guild_id, now)
    held = db.execute(
        "SELECT accounts.id, unit, amount FROM accounts"
        " JOIN balances ON balances.account = accounts.id"
        " WHERE guild_id = ? AND kind IN ('member', 'house', 'guest') AND amount > 0"
        " ORDER BY accounts.id, unit",
        (guild_id,),
    ).fetchall()
    back = [Move(account, mint, unit, amount) for account, unit, amount in held]
    key = f"reset:{guild_id}:{count}"
    ledger.write_transfer(db, Transfer(key, "reset", back), now)
    db.execute("UPDATE funds SET topped = NULL WHERE guild_id = ?", (guild_id,))
    for (account,) in db.execute(
        "SELECT account FROM members WHERE guild_id = ? ORDER BY account", (guild_id,)
    ).fetchall():
        member_rows.give_welcome(db, guild_id, account, welcome, f"{key}:{account}", now)
    db.execute(
        "INSERT INTO audit_log (guild_id, actor, what, detail, at) VALUES (?, ?, 'reset', ?, ?)",
        (guild_id, actor, dump({"count": count}), now),
    )
