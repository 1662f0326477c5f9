"""Orders of the one who runs the bot, and what they have blocked or switched off.

The command line writes an order into the database, also while the bot runs; each running process carries out what
concerns the places that it serves, and answers. A rule stands until it is taken back.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from db.backend.connection import Connection
from db.backend.unit_of_work import Unit

RuleKind = Literal["user", "server", "game"]

FAILED = "That failed: "
"""How the answer of a process begins that could not carry out an order, or a part of it."""


class HostOrder(NamedTuple):
    """An order: the action, whom or what it is about, and words."""

    id: int
    at: float
    action: str
    subject: str
    note: str


class HostRule(NamedTuple):
    """A person or a server that is blocked, or a game that is switched off everywhere."""

    kind: str
    subject: str
    note: str
    at: float


def orders_after(db: Connection, last: int) -> list[HostOrder]:
    """Return the orders with higher numbers than `last`, the oldest first."""
    rows = db.execute(
        "SELECT id, at, action, subject, note FROM host_orders WHERE id > ? ORDER BY id", (last,)
    )
    return [HostOrder(*row) for row in rows]


def last_answered(db: Connection) -> int:
    """Return the number of the latest order that a process has answered; 0 if none."""
    (last,) = db.execute("SELECT coalesce(max(host_order), 0) FROM host_answers").fetchall()[0]
    return int(last)


def answers_to(db: Connection, order: int) -> list[str]:
    """Return what processes have answered to an order, the earliest first."""
    rows = db.execute("SELECT told FROM host_answers WHERE host_order = ? ORDER BY id", (order,))
    return [sentence for (sentence,) in rows]


def rules(db: Connection) -> list[HostRule]:
    """Return all that is blocked or switched off."""
    rows = db.execute("SELECT kind, subject, note, at FROM host_rules ORDER BY kind, at, subject")
    return [HostRule(*row) for row in rows]


def games_off(db: Connection) -> frozenset[str]:
    """Return the keys of the games that are switched off everywhere."""
    return frozenset(rule.subject for rule in rules(db) if rule.kind == "game")


def give_order(db: Connection, at: float, action: str, subject: str, note: str) -> int:
    """Write an order, and return its number."""
    ((number,),) = db.execute(
        "INSERT INTO host_orders (at, action, subject, note) VALUES (?, ?, ?, ?) RETURNING id",
        (at, action, subject, note),
    ).fetchall()
    return int(number)


def note_done(db: Connection, at: float, action: str, subject: str, done: str) -> None:
    """Write down what the command line has done by itself: an order that is answered already."""
    number = give_order(db, at, action, subject, "")
    db.execute("INSERT INTO host_answers (host_order, at, told) VALUES (?, ?, ?)", (number, at, done))


def set_rule(db: Connection, at: float, kind: RuleKind, subject: str, note: str) -> None:
    """Block a person or a server, or switch off a game; once more with other words changes the words."""
    db.execute(
        "INSERT INTO host_rules (kind, subject, note, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (kind, subject) DO UPDATE SET note = excluded.note",
        (kind, subject, note, at),
    )


def drop_rule(db: Connection, kind: RuleKind, subject: str) -> bool:
    """Take a rule back; return False if there is none."""
    cursor = db.execute(
        "DELETE FROM host_rules WHERE kind = ? AND subject = ? RETURNING subject", (kind, subject)
    )
    return bool(cursor.fetchall())


class SaveAnswer(Struct, frozen=True):
    """The answer of a process to an order."""

    order: int
    sentence: str

    def save(self, unit: Unit) -> None:
        """Add the answer."""
        unit.db.execute(
            "INSERT INTO host_answers (host_order, at, told) VALUES (?, ?, ?)",
            (self.order, unit.now, self.sentence),
        )
