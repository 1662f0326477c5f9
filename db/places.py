"""A place's own rows: its settings, its audit log and the funds of the house; and resetting its money."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import Struct, field
from msgspec.structs import force_setattr

from db import ledger, members
from db.backend.connection import Connection
from db.backend.json_text import Json, JsonObject, encode
from db.backend.unit_of_work import Unit
from db.errors import BadMove, Unknown
from db.ledger import Move, Transfer

GUESTS = "guests"
"""The purpose of the fund that pays for computer players."""


# ---- settings and the audit log


def settings(db: Connection, place_key: int) -> dict[str, Json]:
    """Return the settings of a place that have been set."""
    rows = db.execute("SELECT key, value FROM settings WHERE guild_id = ? ORDER BY key", (place_key,))
    return {key: json.loads(value) for key, value in rows}


def settings_everywhere(db: Connection, key: str) -> list[tuple[int, Json]]:
    """Return one setting of every place that has set it."""
    rows = db.execute("SELECT guild_id, value FROM settings WHERE key = ? ORDER BY guild_id", (key,))
    return [(place_key, json.loads(value)) for place_key, value in rows]


class SaveSetting(Struct, frozen=True):
    """A setting of a server; None removes it."""

    place_key: int
    key: str
    value: Json

    def __post_init__(self) -> None:
        force_setattr(self, "value", None if self.value is None else encode(self.value))

    def save(self, unit: Unit) -> None:
        """Save or remove the setting."""
        if self.value is None:
            unit.db.execute("DELETE FROM settings WHERE guild_id = ? AND key = ?", (self.place_key, self.key))
            return
        unit.db.execute(
            "INSERT INTO settings (guild_id, key, value) VALUES (?, ?, ?)"
            " ON CONFLICT (guild_id, key) DO UPDATE SET value = excluded.value",
            (self.place_key, self.key, self.value),
        )


class DeleteSettings(Struct, frozen=True):
    """All settings of a place, which are to be forgotten."""

    place_key: int

    def save(self, unit: Unit) -> None:
        """Delete them."""
        unit.db.execute("DELETE FROM settings WHERE guild_id = ?", (self.place_key,))


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A line of the audit log. `actor` is a purse account."""

    id: int
    at: float
    actor: int | None
    action: str
    detail: Mapping[str, Json]


def audit_log(
    db: Connection, place_key: int, *, limit: int = 20, before: int | None = None
) -> list[AuditLine]:
    """Return the place's audit log, newest first; for the next page, `before` is the last line's id."""
    rows = db.execute(
        "SELECT id, at, actor, what, detail FROM audit_log WHERE guild_id = ? AND id < ?"
        " ORDER BY id DESC LIMIT ?",
        (place_key, ledger.END if before is None else before, limit),
    )
    return [AuditLine(id, at, actor, action, json.loads(detail)) for id, at, actor, action, detail in rows]


class AuditEntry(Struct, frozen=True):
    """A line for the server's audit log. `actor` is a purse account, like every member in this package."""

    place_key: int
    actor: int | None
    action: str
    detail: JsonObject = field(default_factory=dict)

    def __post_init__(self) -> None:
        force_setattr(self, "detail", encode(self.detail))

    def save(self, unit: Unit) -> None:
        """Add the line. Raises `Unknown` if the actor is not an account."""
        if self.actor is not None:
            ledger.place_key_of(unit.db, self.actor)
        unit.db.execute(
            "INSERT INTO audit_log (guild_id, actor, what, detail, at) VALUES (?, ?, ?, ?, ?)",
            (self.place_key, self.actor, self.action, self.detail, unit.now),
        )


# ---- the funds of the house


def fund(unit: Unit, place_key: int, base: str, purpose: str) -> int:
    """Return the house's account for one base and purpose, opened empty on first use.

    The purpose `GUESTS` is the fund of the computer players. Raises `Unknown` if there is no such base.
    """
    row = unit.db.execute(
        "SELECT account FROM funds WHERE guild_id = ? AND base = ? AND purpose = ?",
        (place_key, base, purpose),
    ).fetchone()
    if row is not None:
        return int(row[0])
    if unit.db.execute("SELECT 1 FROM units WHERE base = ?", (base,)).fetchone() is None:
        raise Unknown(f"there is no base {base!r}")
    account = ledger.open_account(unit, "guest" if purpose == GUESTS else "house", place_key)
    unit.db.execute(
        "INSERT INTO funds (account, guild_id, base, purpose) VALUES (?, ?, ?, ?)",
        (account, place_key, base, purpose),
    )
    return account


def funds(db: Connection, place_key: int) -> dict[tuple[str, str], int]:
    """Return the open funds of a place, by base and purpose."""
    rows = db.execute(
        "SELECT base, purpose, account FROM funds WHERE guild_id = ? ORDER BY account", (place_key,)
    )
    return {(base, purpose): account for base, purpose, account in rows}


def top_up(unit: Unit, place_key: int, base: str, purpose: str, floor: int) -> None:
    """Top up a fund below `floor` pieces from the mint, at most once a day (UTC).

    The first check of the day decides: a fund that was full this morning and is drained at noon stays drained until
    tomorrow. Gembones count by their size; the missing amount comes as loose pieces. Raises `BadMove` if `floor` is
    negative or over the cap.
    """
    if floor < 0:
        raise BadMove(f"a fund's level is not negative, got {floor}")
    account = fund(unit, place_key, base, purpose)
    today = int(unit.now // members.DAY)
    first_today = unit.db.execute(
        "UPDATE funds SET topped = ? WHERE account = ? AND (topped IS NULL OR topped < ?)",
        (today, account, today),
    ).rowcount
    missing = floor - _pieces_in(unit.db, account, base)
    if not first_today or missing <= 0:
        return
    move = Move(ledger.mint(unit, place_key), account, f"{base}.piece", missing)
    # A reset allows a second top-up on the same day, so the number of resets is part of the key.
    key = f"top-up:{account}:{today}:{_resets(unit.db, place_key)}"
    Transfer(key, "top-up", [move]).save(unit)


def _pieces_in(db: Connection, account: int, base: str) -> int:
    total: int = db.execute(
        "SELECT coalesce(sum(balances.amount * units.pieces), 0)"
        " FROM balances JOIN units ON units.name = balances.unit"
        " WHERE balances.account = ? AND units.base = ?",
        (account, base),
    ).fetchone()[0]
    return total


# ---- starting again


def reset(unit: Unit, place_key: int, actor: int | None, welcome: Mapping[str, int]) -> None:
    """Reset a server's money and leaderboards by correcting entries, and record it in the audit log.

    All purses and funds go back to the mint and each member gets the welcome set. Stakes, pots and escrows are left
    alone: they belong to running matches and come back by their rules. Earlier outcomes stay in the file but no longer
    count. Funds may be topped up again the same day.
    """
    db = unit.db
    count = _resets(db, place_key) + 1
    db.execute(
        "INSERT INTO guilds (guild_id, resets, reset_at, reset_outcome)"
        " VALUES (?1, ?2, ?3, (SELECT coalesce(max(id), 0) FROM outcomes))"
        " ON CONFLICT (guild_id) DO UPDATE SET resets = excluded.resets,"
        " reset_at = excluded.reset_at, reset_outcome = excluded.reset_outcome",
        (place_key, count, unit.now),
    )
    mint = ledger.mint(unit, place_key)
    held = db.execute(
        "SELECT accounts.id, unit, amount FROM accounts"
        " JOIN balances ON balances.account = accounts.id"
        " WHERE guild_id = ? AND kind IN ('member', 'house', 'guest') AND amount > 0"
        " ORDER BY accounts.id, unit",
        (place_key,),
    ).fetchall()
    moves = [Move(account, mint, unit, amount) for account, unit, amount in held]
    key = f"reset:{place_key}:{count}"
    Transfer(key, "reset", moves).save(unit)
    db.execute("UPDATE funds SET topped = NULL WHERE guild_id = ?", (place_key,))
    for (account,) in db.execute(
        "SELECT account FROM members WHERE guild_id = ? ORDER BY account", (place_key,)
    ).fetchall():
        members.give_welcome(unit, place_key, account, welcome, f"{key}:{account}")
    AuditEntry(place_key, actor, "reset", {"count": count}).save(unit)


def _resets(db: Connection, place_key: int) -> int:
    """Return the number of times that the place's money was reset."""
    row = db.execute("SELECT resets FROM guilds WHERE guild_id = ?", (place_key,)).fetchone()
    return 0 if row is None else row[0]
