"""Members: their purses and names, stored values, blocks, and the people whose data was deleted today.

Members are known by the number of their purse account, everywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import force_setattr

from db import ledger
from db.backend.connection import Connection
from db.backend.json_text import Json, encode
from db.backend.names import Name
from db.backend.unit_of_work import Unit
from db.errors import AlreadyDone

DAY = 86_400
"""Seconds of a day. Days are counted from 1970-01-01, UTC."""

PERSON = 32
"""Digits of a person's short hash."""

WELCOME: Mapping[str, int] = MappingProxyType(
    {f"copper.{size}": 1 for size in ("g4", "g6", "g8", "g10", "g12", "g20", "g100")}
)
"""The gift to a new member: one full set of copper."""


# ---- purse accounts and names


def find(db: Connection, place_key: int, user_id: int) -> tuple[int, Name] | None:
    """Return a member's purse account and name, if they are known."""
    row = db.execute(
        "SELECT account, name FROM members WHERE guild_id = ? AND user_id = ?", (place_key, user_id)
    ).fetchone()
    return None if row is None else (row[0], Name(row[1]))


def names(db: Connection, accounts: Sequence[int]) -> dict[int, Name]:
    """Return names by purse account; deleted members have none and are left out."""
    rows = (
        (account, db.execute("SELECT name FROM members WHERE account = ?", (account,)).fetchone())
        for account in accounts
    )
    return {account: Name(row[0]) for account, row in rows if row is not None}


def places_of(db: Connection, user_id: int) -> list[int]:
    """Return the keys of the places in which something is stored about a person."""
    rows = db.execute("SELECT guild_id FROM members WHERE user_id = ? ORDER BY guild_id", (user_id,))
    return [key for (key,) in rows]


def members_of(db: Connection, place_key: int) -> list[int]:
    """Return the Discord ids of all members of a place."""
    rows = db.execute("SELECT user_id FROM members WHERE guild_id = ? ORDER BY user_id", (place_key,))
    return [user_id for (user_id,) in rows]


def user_ids(db: Connection, accounts: Sequence[int]) -> list[int]:
    """Return the Discord ids of the members with these accounts; deleted members are left out."""
    rows = (
        db.execute("SELECT user_id FROM members WHERE account = ?", (account,)).fetchone()
        for account in accounts
    )
    return [row[0] for row in rows if row is not None]


def get_or_create(unit: Unit, place_key: int, user_id: int, name: str, welcome: Mapping[str, int]) -> int:
    """Return a member's purse account. Opens it on first use, and updates a changed name.

    A new purse gets the welcome set from the mint. A member whose data was deleted on the same day or the day before
    starts with an empty one: deleting and coming back gives no more in a day than the claim that everyone may make.
    """
    member = find(unit.db, place_key, user_id)
    if member is not None:
        account, old_name = member
        if old_name != name:
            unit.db.execute("UPDATE members SET name = ? WHERE account = ?", (name, account))
        return account
    account = ledger.open_account(unit, "member", place_key)
    unit.db.execute(
        "INSERT INTO members (account, guild_id, user_id, name, joined) VALUES (?, ?, ?, ?, ?)",
        (account, place_key, user_id, name, unit.now),
    )
    if not _forgotten_since(unit.db, place_key, user_id, int(unit.now // DAY) - 1):
        give_welcome(unit, place_key, account, welcome, f"welcome:{account}")
    return account


def give_welcome(unit: Unit, place_key: int, account: int, welcome: Mapping[str, int], key: str) -> None:
    """Transfer the welcome set from the mint to a purse, under a key that can be used only once."""
    moves = ledger.moves_of(ledger.mint(unit, place_key), account, welcome)
    ledger.Transfer(key, "welcome", moves).save(unit)


# ---- values about a member, beside their money


class AboutRecord(NamedTuple):
    """A stored value about a member of a server, with the member's current name."""

    member: int
    user_id: int
    name: Name
    value: Json


def about(db: Connection, account: int) -> dict[str, Json]:
    """Return the stored values about a member, from `SaveAbout` and `Tally`."""
    rows = db.execute("SELECT key, value FROM about WHERE member = ? ORDER BY key", (account,))
    return {key: json.loads(value) for key, value in rows}


def about_in_place(db: Connection, place_key: int, key: str) -> list[AboutRecord]:
    """Return one stored value of every member of a place that has it, ordered by account."""
    rows = db.execute(
        "SELECT about.member, members.user_id, members.name, about.value FROM members"
        " JOIN about ON about.member = members.account"
        " WHERE members.guild_id = ? AND about.key = ? ORDER BY about.member",
        (place_key, key),
    )
    return [AboutRecord(member, user, Name(name), json.loads(value)) for member, user, name, value in rows]


def about_everywhere(db: Connection, key: str) -> list[tuple[int, Json]]:
    """Return one stored value of every member of every place that has it, with their Discord ids."""
    rows = db.execute(
        "SELECT members.user_id, about.value FROM about"
        " JOIN members ON members.account = about.member WHERE about.key = ? ORDER BY about.member",
        (key,),
    )
    return [(user_id, json.loads(value)) for user_id, value in rows]


class SaveAbout(Struct, frozen=True):
    """A stored value about a member; None removes it."""

    member: int
    key: str
    value: Json

    def __post_init__(self) -> None:
        force_setattr(self, "value", None if self.value is None else encode(self.value))

    def save(self, unit: Unit) -> None:
        """Save or remove the value."""
        if self.value is None:
            unit.db.execute("DELETE FROM about WHERE member = ? AND key = ?", (self.member, self.key))
            return
        unit.db.execute(
            "INSERT INTO about (member, key, value) VALUES (?, ?, ?)"
            " ON CONFLICT (member, key) DO UPDATE SET value = excluded.value",
            (self.member, self.key, self.value),
        )


class StillIs(Struct, frozen=True):
    """A condition: a stored value about a member is what it was when the rest of the unit was made."""

    member: int
    key: str
    value: Json

    def save(self, unit: Unit) -> None:
        """Raise `AlreadyDone` if the value has changed since."""
        if about(unit.db, self.member).get(self.key) != self.value:
            raise AlreadyDone("change", self.key)


class Tally(Struct, frozen=True):
    """A counter about a member, changed by `by`. It starts at 0."""

    member: int
    key: str
    by: int

    def save(self, unit: Unit) -> None:
        """Add to the counter."""
        unit.db.execute(
            "INSERT INTO about (member, key, value) VALUES (?1, ?2, CAST(?3 AS TEXT)) ON CONFLICT (member, key)"
            " DO UPDATE SET value = CAST(CAST(about.value AS BIGINT) + ?3 AS TEXT)",
            (self.member, self.key, self.by),
        )


# ---- blocks


class SaveBlock(Struct, frozen=True):
    """A person whom a member blocks, or unblocks if `blocked` is False."""

    member: int
    user_id: int
    blocked: bool = True

    def save(self, unit: Unit) -> None:
        """Save or remove the block."""
        if not self.blocked:
            unit.db.execute(
                "DELETE FROM blocks WHERE member = ? AND user_id = ?", (self.member, self.user_id)
            )
            return
        unit.db.execute(
            "INSERT INTO blocks (member, user_id, at) VALUES (?, ?, ?)"
            " ON CONFLICT (member, user_id) DO NOTHING",
            (self.member, self.user_id, unit.now),
        )


def blocked(db: Connection, account: int) -> list[int]:
    """Return the Discord ids of the people that a member blocks, oldest block first."""
    rows = db.execute("SELECT user_id FROM blocks WHERE member = ? ORDER BY at, user_id", (account,))
    return [user_id for (user_id,) in rows]


def blocks_among(db: Connection, place_key: int, user_ids: Sequence[int]) -> list[tuple[int, int]]:
    """Return the blocks between any two of these people in a place, as pairs of blocker and blocked id."""
    people = user_ids or [0]  # SQL has no empty list, and nobody has this id
    marks = ", ".join("?" * len(people))
    rows = db.execute(
        "SELECT members.user_id, blocks.user_id FROM blocks JOIN members ON members.account = blocks.member"
        f" WHERE members.guild_id = ? AND members.user_id IN ({marks}) AND blocks.user_id IN ({marks})"
        " ORDER BY members.user_id, blocks.user_id",
        (place_key, *people, *people),
    )
    return [(blocker, blocked) for blocker, blocked in rows]


# ---- those who were forgotten


def forgotten_today(db: Connection, now: float, place_key: int, user_id: int) -> bool:
    """Return True if this person had their data deleted earlier the same day (UTC).

    Money that is given once a day depends on this too, since the account is a new one.
    """
    return _forgotten_since(db, place_key, user_id, int(now // DAY))


def _forgotten_since(db: Connection, place_key: int, user_id: int, day: int) -> bool:
    """Return True if this person had their data deleted on this day (UTC) or later."""
    row = db.execute(
        "SELECT 1 FROM forgotten WHERE who = ? AND day >= ?", (member_hash(db, place_key, user_id), day)
    ).fetchone()
    return row is not None


def remember_forgotten(unit: Unit, place_key: int, user_id: int) -> None:
    """Keep a hash of a person whose data is deleted until the end of the next day."""
    purge_forgotten(unit)
    unit.db.execute(
        "INSERT INTO forgotten (who, day) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (member_hash(unit.db, place_key, user_id), int(unit.now // DAY)),
    )


def purge_forgotten(unit: Unit) -> None:
    """Delete the hashes of days before yesterday, which are no longer needed."""
    unit.db.execute("DELETE FROM forgotten WHERE day < ?", (int(unit.now // DAY) - 1,))


def member_hash(db: Connection, place_key: int, user_id: int) -> bytes:
    """Return a salted hash of place and user, which recognises a person there without naming them."""
    return hashlib.blake2b(f"{place_key}:{user_id}".encode(), key=_salt(db), digest_size=32).digest()


def person_hash(db: Connection, user_id: int) -> bytes:
    """Return a salted hash of a user: the same in every place, and after their data was deleted."""
    return hashlib.blake2b(f"person:{user_id}".encode(), key=_salt(db), digest_size=32).digest()


def persons(db: Connection, accounts: Sequence[int]) -> dict[int, str]:
    """Return the people behind accounts, as short hashes in hex; deleted members are left out."""
    found = {}
    for account in accounts:
        row = db.execute("SELECT user_id FROM members WHERE account = ?", (account,)).fetchone()
        if row is not None:
            found[account] = short_hash(db, row[0])
    return found


def short_hash(db: Connection, user_id: int) -> str:
    """Return the short hash of a user in hex, which stands for the person in rows about several people."""
    return person_hash(db, user_id).hex()[:PERSON]


def _salt(db: Connection) -> bytes:
    salt: bytes = db.execute("SELECT value FROM secrets WHERE name = 'salt'").fetchone()[0]
    return salt
