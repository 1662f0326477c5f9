"""Everything stored about one member: exporting it, and deleting it."""

from __future__ import annotations

import json
from dataclasses import asdict

from db import feature_rows, ledger, loss_limits, members, outcomes
from db.archives.reading import in_archives
from db.backend.connection import Connection
from db.backend.json_text import Json
from db.backend.unit_of_work import Unit
from db.errors import Refused, Unknown
from db.feature_rows import selecting
from db.members import SaveAbout

_BLOCKS = selecting("SELECT user_id, at FROM blocks WHERE member = ? ORDER BY at, user_id")
_SEATS = selecting(
    'SELECT table_id AS "table", seat, seats.name, game, phase'
    " FROM seats JOIN tables ON tables.id = seats.table_id WHERE member = ? ORDER BY table_id, seat"
)
_HOSTED = selecting(
    'SELECT id AS "table", channel_id, game, opened, closed FROM tables WHERE host = ? ORDER BY id'
)
_ANSWERS = selecting(
    "SELECT match, seq, seat, answer, press, at FROM rows WHERE member = ? ORDER BY match, seq"
)
_OUTCOMES = selecting(outcomes.EXPORT)
_AUDIT = selecting("SELECT at, what FROM audit_log WHERE actor = ? ORDER BY id")
_OPEN_SEATS = (
    "SELECT state FROM seats JOIN tables ON tables.id = seats.table_id"
    " WHERE seats.member = ? AND tables.phase <> 'closed'"
)
DELETES = "deletes"
"""The key of what is stored about a member who has asked for their data to be deleted after the hand."""
_ACCOUNT = selecting("SELECT id, kind, opened, closed FROM accounts WHERE id = ?")


# ---- exporting


def export_member(db: Connection, place_key: int, user_id: int) -> dict[str, Json]:
    """Return everything stored about one member of one place, ready for JSON. Raises `Unknown`.

    It contains only their own side: their changes in each transfer and the answers that they gave in person, but no
    header, no seed, and no other person's name.
    """
    member = members.find(db, place_key, user_id)
    if member is None:
        raise Unknown("nothing is stored about this member")
    account, name = member
    own = [account] + [
        number for (number,) in db.execute("SELECT id FROM accounts WHERE owner = ?", (account,))
    ]
    exported = {
        "member": {
            "place_key": place_key,
            "user_id": user_id,
            "name": name,
            "account": account,
            "joined": db.execute("SELECT joined FROM members WHERE account = ?", (account,)).fetchone()[0],
        },
        "limits": asdict(loss_limits.saved_limits(db, account)),
        "about": members.about(db, account),
        "blocks": _BLOCKS(db, account),
        "owned": ledger.owned(db, account),
        "accounts": [_account(db, number) for number in own],
        "seats": _SEATS(db, account),
        "hosted": _HOSTED(db, account),
        "answers": [
            row | {"answer": json.loads(row["answer"])}
            for row in in_archives(db, lambda file: _ANSWERS(file, account)) + _ANSWERS(db, account)
        ],
        "outcomes": _OUTCOMES(db, account),
        "audit": _AUDIT(db, account),
    }
    for rows in feature_rows.registered():
        exported |= {key: export(db, account) for key, export in rows.exports.items()}
    return exported


def _account(db: Connection, account: int) -> dict[str, Json]:
    (about,) = _ACCOUNT(db, account)
    lines = ledger.history(db, account, limit=ledger.END)
    return {
        **about,
        "balances": ledger.balances(db, account),
        "history": [{"at": line.at, "kind": line.kind, "change": dict(line.change)} for line in lines],
    }


# ---- deleting


def delete_member(unit: Unit, place_key: int, user_id: int) -> None:
    """Forget a person: cut the link to their account and remove their name from old seats.

    The books are kept, under an account number that leads to nobody. The purse is lost, but limits stay in force.
    Raises `Unknown` if nothing is stored about them, `Refused` while they sit at an open table, have a wager open, or
    are bound by a feature.
    """
    db = unit.db
    member = members.find(db, place_key, user_id)
    if member is None:
        raise Unknown("nothing is stored about this member")
    account, _ = member
    _refuse_bound(db, account)
    _take_off_seats(db, place_key, account, user_id)
    for rows in feature_rows.registered():
        if rows.keeps is not None:
            rows.keeps(unit, account, user_id)
    tables = [table for rows in feature_rows.registered() for table in rows.forgets]
    for table in ("about", "blocks", *tables):
        db.execute(f"DELETE FROM {table} WHERE member = ?", (account,))
    db.execute("DELETE FROM members WHERE account = ?", (account,))
    members.remember_forgotten(unit, place_key, user_id)
    loss_limits.keep_after_deletion(unit, place_key, user_id, account)


def delete_later(unit: Unit, place_key: int, user_id: int) -> bool:
    """Let `purge` delete a person's data once the hands are over that their seats play to the end without them.

    Return False if anything else binds them.
    """
    member = members.find(unit.db, place_key, user_id)
    if member is None or not _has_only_left(unit.db, member[0]):
        return False
    SaveAbout(member[0], DELETES, True).save(unit)
    return True


def _has_only_left(db: Connection, account: int) -> bool:
    """Return whether all that binds a member is seats that they have left in a hand, with what is staked there."""
    if _bound_by(db, account) is not None:
        return False
    states = [json.loads(state) for (state,) in db.execute(_OPEN_SEATS, (account,)).fetchall()]
    return bool(states) and all(state.get("left") for state in states)


def purge(unit: Unit) -> None:
    """Delete the data of people whose last hand is over, and what was kept of others for a time."""
    waiting = unit.db.execute(
        "SELECT members.account, guild_id, user_id FROM about JOIN members ON members.account = about.member"
        " WHERE key = ?",
        (DELETES,),
    ).fetchall()
    for account, place_key, user_id in waiting:
        try:
            delete_member(unit, place_key, user_id)
        except Refused:
            if not _has_only_left(unit.db, account):
                SaveAbout(account, DELETES, None).save(unit)  # they have come back
    members.purge_forgotten(unit)
    loss_limits.purge_expired(unit)
    for rows in feature_rows.registered():
        if rows.purges is not None:
            rows.purges(unit)


def _refuse_bound(db: Connection, account: int) -> None:
    """Raise `Refused` while a member has a seat, something at stake, or a duty to a feature."""
    if db.execute(_OPEN_SEATS, (account,)).fetchone():
        raise Refused("still at a table: leave it first")
    staked = db.execute(
        "SELECT 1 FROM accounts JOIN balances ON balances.account = accounts.id"
        " WHERE accounts.owner = ? AND balances.amount <> 0",
        (account,),
    ).fetchone()
    if staked:
        raise Refused("a wager is still open: settle it first")
    reason = _bound_by(db, account)
    if reason is not None:
        raise Refused(reason)


def _bound_by(db: Connection, account: int) -> str | None:
    """Return why a feature needs a member now, if one does."""
    for rows in feature_rows.registered():
        if rows.bound is not None:
            query, reason = rows.bound
            if db.execute(query, (account,)).fetchone():
                return reason
    return None


def _take_off_seats(db: Connection, place_key: int, account: int, user_id: int) -> None:
    """Remove a person's name and Discord id from the seats of closed tables, including other people's seats."""
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
