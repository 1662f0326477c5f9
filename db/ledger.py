"""The ledger: accounts, their balances, and the transfers between them.

Units of money are strings: `"copper.piece"` is a loose piece of copper, `"gold.g20"` a twenty-sided gembone of gold;
`"points"`, `"shares"` and `"tickets"` are scores. Amounts are whole and greater than zero.

Triggers and checks in the schema enforce the rules of the ledger. This file writes first and asks afterwards: a
transfer that the database accepts was allowed, and only a refused one is examined, to find the reason.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import force_setattr

from db.backend.connection import Connection, ConstraintViolation
from db.backend.json_text import Json, JsonObject, encode
from db.backend.unit_of_work import Unit
from db.errors import AccountClosed, AlreadyDone, BadMove, NotEnough, Refused, Unknown

Kind = Literal["member", "stake", "pot", "house", "guest", "mint", "escrow"]

AMOUNT_CAP = 1_000_000_000_000
"""The largest amount of one move, and the largest holding of one unit in one account."""

END = 2**62
"""Higher than any row id: the `before` of a first page."""


# ---- accounts


def open_account(unit: Unit, kind: Kind, place_key: int, owner: int | None = None) -> int:
    """Open an empty account; stakes and escrows belong to `owner`, a purse account.

    A table's pot is opened with the table; purses, funds and the mint have functions of their own. Raises `Unknown` if
    `owner` is not a purse.
    """
    if owner is not None and kind_of(unit.db, owner) != "member":
        raise Unknown(f"account {owner} is no member's purse")
    account: int = unit.db.execute(
        "INSERT INTO accounts (kind, guild_id, owner, may_owe, opened) VALUES (?, ?, ?, ?, ?) RETURNING id",
        (kind, place_key, owner, kind == "mint", unit.now),
    ).fetchone()[0]
    return account


def close_account(unit: Unit, account: int) -> None:
    """Close an account to all transfers. Raises `Refused` if it is not empty."""
    for name, amount in balances(unit.db, account).items():
        raise Refused(f"account {account} still holds {amount} {name}")
    unit.db.execute("UPDATE accounts SET closed = ? WHERE id = ? AND closed IS NULL", (unit.now, account))


def mint(unit: Unit, place_key: int) -> int:
    """Return the place's mint, which may owe and issues all money; open it on first use."""
    row = unit.db.execute(
        "SELECT id FROM accounts WHERE kind = 'mint' AND guild_id = ?", (place_key,)
    ).fetchone()
    return open_account(unit, "mint", place_key) if row is None else row[0]


def kind_of(db: Connection, account: int) -> Kind | None:
    """Return the account's kind, or None if there is no such account."""
    row = db.execute("SELECT kind FROM accounts WHERE id = ?", (account,)).fetchone()
    return None if row is None else row[0]


def place_key_of(db: Connection, account: int) -> int:
    """Return the key of the account's place. Raises `Unknown`."""
    row = db.execute("SELECT guild_id FROM accounts WHERE id = ?", (account,)).fetchone()
    if row is None:
        raise Unknown(f"there is no account {account}")
    key: int = row[0]
    return key


# ---- balances and history


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One transfer, from the side of one account."""

    at: float
    kind: str
    memo: Mapping[str, Json]
    change: Mapping[str, int]
    """Amounts by unit: + for income, - for expense."""
    id: int = 0
    """For paging: `history(..., before=id)` continues from here."""


def balances(db: Connection, account: int) -> dict[str, int]:
    """Return the account's holdings, by unit; units that it does not hold are left out."""
    return dict(
        db.execute(
            "SELECT unit, amount FROM balances WHERE account = ? AND amount <> 0 ORDER BY unit",
            (account,),
        )
    )


def balances_of(db: Connection, accounts: Sequence[int]) -> dict[int, dict[str, int]]:
    """Return the holdings of several accounts; an empty account has an empty dict."""
    held: dict[int, dict[str, int]] = {}
    for account in accounts:  # not one IN query: every wager waits for this
        held[account] = balances(db, account)
    return held


def owned(db: Connection, member: int) -> dict[str, int]:
    """Return everything that a member owns: purse, stakes and escrows together."""
    return dict(
        db.execute(
            "SELECT unit, sum(amount) FROM balances WHERE amount <> 0 AND account IN"
            " (SELECT ?1 UNION ALL SELECT id FROM accounts WHERE owner = ?1)"
            " GROUP BY unit HAVING sum(amount) <> 0 ORDER BY unit",
            (member,),
        )
    )


def history(db: Connection, account: int, *, limit: int = 20, before: int | None = None) -> list[HistoryLine]:
    """Return the transfers of an account, newest first; for the next page, `before` is the last line's id."""
    changes: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    # Each direction has an index of its own; the limit inside both halves keeps the database from reading all of them.
    for transfer, unit, change in db.execute(
        "WITH recent (transfer) AS ("
        " SELECT * FROM (SELECT DISTINCT transfer FROM legs WHERE giver = ?1 AND transfer < ?2"
        " ORDER BY transfer DESC LIMIT ?3) AS given"
        " UNION"
        " SELECT * FROM (SELECT DISTINCT transfer FROM legs WHERE taker = ?1 AND transfer < ?2"
        " ORDER BY transfer DESC LIMIT ?3) AS taken"
        " ORDER BY transfer DESC LIMIT ?3)"
        " SELECT legs.transfer, unit, CASE giver WHEN ?1 THEN -amount ELSE amount END"
        " FROM recent JOIN legs ON legs.transfer = recent.transfer"
        " WHERE giver = ?1 OR taker = ?1",
        (account, END if before is None else before, limit),
    ):
        changes[transfer][unit] += change
    lines = []
    for transfer in sorted(changes, reverse=True):
        at, kind, memo = db.execute(
            "SELECT at, kind, memo FROM transfers WHERE id = ?", (transfer,)
        ).fetchone()
        change = {unit: amount for unit, amount in sorted(changes[transfer].items()) if amount}
        lines.append(HistoryLine(at, kind, json.loads(memo), change, transfer))
    return lines


def owned_history(
    db: Connection,
    member: int,
    *,
    leave_out: Sequence[str] = (),
    limit: int = 20,
    before: int | None = None,
) -> list[HistoryLine]:
    """Return the changes in everything that a member owns, newest first: purse, stakes and escrows together.

    A move from one of these to another changes nothing. Transfers of the kinds in `leave_out` are skipped. For the next
    page, `before` is the last line's id.
    """
    lines = []
    own = "(SELECT ?1 AS account UNION ALL SELECT id FROM accounts WHERE owner = ?1)"
    kinds = ", ".join(["''", *(f"?{number}" for number, _ in enumerate(leave_out, 4))])
    for transfer, at, kind, memo in db.execute(
        f"SELECT id, at, kind, memo FROM transfers WHERE id IN ("
        f" SELECT transfer FROM {own} AS own JOIN legs ON legs.giver = account WHERE transfer < ?2"
        f" UNION SELECT transfer FROM {own} AS own JOIN legs ON legs.taker = account WHERE transfer < ?2)"
        f" AND kind NOT IN ({kinds}) ORDER BY id DESC LIMIT ?3",
        (member, END if before is None else before, limit, *leave_out),
    ):
        change = dict(
            db.execute(
                "SELECT unit, change FROM ("
                f" SELECT unit, sum(CASE WHEN taker IN {own} THEN amount ELSE 0 END"
                f" - CASE WHEN giver IN {own} THEN amount ELSE 0 END) AS change"
                " FROM legs WHERE transfer = ?2 GROUP BY unit) AS changes WHERE change <> 0 ORDER BY unit",
                (member, transfer),
            )
        )
        lines.append(HistoryLine(at, kind, json.loads(memo), change, transfer))
    return lines


def gained(db: Connection, member: int, kinds: Sequence[str], after: int = 0) -> dict[str, int]:
    """Return by unit what transfers of these kinds have brought to everything that a member owns, and taken from it.

    Only transfers with a number `after` this one.
    """
    own = "WITH own (account) AS (SELECT ?1 UNION ALL SELECT id FROM accounts WHERE owner = ?1)"
    of_kind = f"transfers.kind IN ({', '.join(f'?{number}' for number, _ in enumerate(kinds, 3))})"
    return dict(
        db.execute(
            f"{own} SELECT unit, sum(change) FROM ("
            " SELECT unit, amount AS change FROM own JOIN legs ON legs.taker = account AND legs.transfer > ?2"
            f" JOIN transfers ON transfers.id = legs.transfer WHERE {of_kind}"
            " UNION ALL"
            " SELECT unit, -amount FROM own JOIN legs ON legs.giver = account AND legs.transfer > ?2"
            f" JOIN transfers ON transfers.id = legs.transfer WHERE {of_kind}"
            ") AS changes GROUP BY unit HAVING sum(change) <> 0 ORDER BY unit",
            (member, after, *kinds),
        )
    )


def last_transfer(db: Connection, member: int) -> int:
    """Return the number of the last transfer to or from anything that a member owns; 0 before the first."""
    last: int | None = db.execute(
        "WITH own (account) AS (SELECT ?1 UNION ALL SELECT id FROM accounts WHERE owner = ?1)"
        " SELECT max(last) FROM ("
        " SELECT (SELECT max(transfer) FROM legs WHERE taker = account) AS last FROM own"
        " UNION ALL SELECT (SELECT max(transfer) FROM legs WHERE giver = account) FROM own) AS ends",
        (member,),
    ).fetchone()[0]
    return last or 0


# ---- transfers


class Move(Struct, frozen=True):
    """`amount` of `unit` goes from account `giver` to account `taker`."""

    giver: int
    taker: int
    unit: str
    amount: int


KEPT = "kept"
"""The kind of transfer that keeps what a member owes already. Their limits don't refuse it: it stakes nothing new."""


class Transfer(Struct, frozen=True):
    """Moves that belong together, under a key that can be used only once.

    A used key refuses the whole unit with `AlreadyDone`, unless `once` is true: then the transfer is skipped and the
    rest of the unit is saved.
    """

    key: str
    kind: str
    moves: Sequence[Move]
    memo: JsonObject = field(default_factory=dict)
    once: bool = False

    def __post_init__(self) -> None:
        force_setattr(self, "moves", tuple(self.moves))
        force_setattr(self, "memo", encode(self.memo))

    def save(self, unit: Unit) -> None:
        """Save the transfer. Raises the matching `Refused`."""
        db = unit.db
        if self.kind != KEPT:
            unit.paid.update((move.taker, move.giver) for move in self.moves)
        try:
            (number,) = db.execute(
                "INSERT INTO transfers (key, kind, at, memo) VALUES (?, ?, ?, ?) RETURNING id",
                (self.key, self.kind, unit.now, self.memo),
            ).fetchone()
        except ConstraintViolation:
            if not _is_used(db, self.key):
                raise
            if self.once:
                return
            raise AlreadyDone("transfer", self.key) from None
        for n, move in enumerate(self.moves):
            # SQLite would take True for 1, hence type() and not isinstance().
            if type(move.amount) is not int or not 0 < move.amount <= AMOUNT_CAP:
                raise BadMove(f"an amount is a whole number from 1 to {AMOUNT_CAP}, got {move.amount!r}")
            if move.giver == move.taker:
                raise BadMove(f"account {move.giver} cannot pay itself")
            try:
                db.execute(
                    "INSERT INTO legs (transfer, n, giver, taker, unit, amount) VALUES (?, ?, ?, ?, ?, ?)",
                    (number, n, move.giver, move.taker, move.unit, move.amount),
                )
            except ConstraintViolation as fault:
                raise _explain(db, move, str(fault)) from fault


def moves_of(giver: int, taker: int, amounts: Mapping[str, int]) -> list[Move]:
    """Return one move for each unit of `amounts`."""
    return [Move(giver, taker, unit, amount) for unit, amount in amounts.items()]


def _is_used(db: Connection, key: str) -> bool:
    return db.execute("SELECT 1 FROM transfers WHERE key = ?", (key,)).fetchone() is not None


def _explain(db: Connection, move: Move, fault: str) -> Refused:
    """Find the reason why the database refused this move."""
    for account in (move.giver, move.taker):
        if kind_of(db, account) is None:
            return Unknown(f"there is no account {account}")
    if db.execute("SELECT 1 FROM units WHERE name = ?", (move.unit,)).fetchone() is None:
        return Unknown(f"there is no unit {move.unit!r}")
    # The words are those of the trigger `legs_allowed`.
    if "not enough" in fault:
        held = balances(db, move.giver).get(move.unit, 0)
        return NotEnough(move.giver, move.unit, held, move.amount)
    if "closed account" in fault:
        return AccountClosed(f"account {move.giver} or {move.taker} is closed")
    if "over the cap" in fault:
        return BadMove(f"account {move.taker} would hold more than {AMOUNT_CAP} {move.unit}")
    return BadMove(f"{fault}: account {move.giver} to {move.taker}")
