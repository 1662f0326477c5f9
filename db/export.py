"""Exports as JSON: a match to verify, and all that is stored about one member.

Secrets never leave by an export: until a table is closed its seed is sealed, and with it every answer of its journal,
since an answer names the cards that a player held.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from db import journal, ledger, loss_limits, members, seed_chain, tables
from db.backend.connection import Connection
from db.errors import Refused, Unknown
from db.history import daily, outcomes, seasons
from db.records import Json

SEALED_KEYS = frozenset({"seed", "server_seed", "portents"})
"""Left out of a header, at whatever depth, while the table is open."""


def export_match(db: Connection, match_id: int, *, opened: bool = False) -> dict[str, Json]:
    """Return a match as JSON for verification.

    With the table closed: header, revealed seed with its proof, and all answers. With the table open: the same without
    the sealed parts (`"sealed": true`), unless the caller says that this match is `opened`; the seeds of a table that
    has only one for all its matches stay sealed. Raises `Unknown`, or `Refused` while the match is being played or
    suspended at an open table.
    """
    record = journal.match(db, match_id)
    table = tables.table(db, record.table)
    link = record.header.get("luck")
    is_open = table.phase != "closed"
    sealed = is_open and not (opened and link is not None)
    if is_open and record.state not in ("ended", "void"):
        raise Refused(f"match {match_id} is still being played")
    rows: list[dict[str, Json]] = [
        {
            "seq": row.seq,
            "ask": row.ask,
            "seat": row.seat,
            "by": row.by,
            "at": row.at,
        }
        # A digest is made of the cards that could be picked: with time, they can be guessed from it.
        | ({} if sealed else {"digest": row.digest, "answer": row.answer})
        for row in record.rows
    ]
    length = 0 if link is None else link["length"]
    seed = table.seed if link is None else seed_chain.match_seed(table.seed, link["index"])
    exported = {
        "match": record.id,
        "table": record.table,
        "game": record.game,
        "version": record.version,
        "state": record.state,
        "sealed": sealed,
        "commitment": seed_chain.fingerprint(table.seed, length),
        "header": _without_people(
            _without_secrets(record.header, (table.seed, seed)) if sealed else record.header
        ),
        "rows": rows,
        "result": record.result,
    }
    if sealed:
        return exported
    if link is not None:
        exported["opening"] = seed_chain.open_match(table.seed, link["index"], length)._asdict()
    return exported | {"seed": seed}


def _without_people(header: Any) -> Json:
    """Return a header without the accounts of the members who played."""
    if "luck" not in header:
        return header
    return header | {"luck": {key: value for key, value in header["luck"].items() if key != "members"}}


def _without_secrets(value: Any, seeds: tuple[str, ...]) -> Json:
    """Return the value without keys that are named like a seed, and without strings that contain one of `seeds`."""
    if isinstance(value, dict):
        return {key: _without_secrets(inner, seeds) for key, inner in value.items() if key not in SEALED_KEYS}
    if isinstance(value, list):
        return [_without_secrets(inner, seeds) for inner in value]
    if isinstance(value, str) and any(seed and seed in value for seed in seeds):
        return None
    return value


def export_member(db: Connection, place_key: int, user_id: int) -> dict[str, Json]:
    """Return all that is stored about one member of one place, JSON-able. Raises `Unknown`.

    Only their own side of things: their changes of each transfer, the answers they gave in person, no header, no
    seed, and no other person's name.
    """
    member = members.find(db, place_key, user_id)
    if member is None:
        raise Unknown("nothing is stored about this member")
    account, name = member
    own = [account] + [
        number for (number,) in db.execute("SELECT id FROM accounts WHERE owner = ?", (account,))
    ]
    return {
        "member": {
            "place_key": place_key,
            "user_id": user_id,
            "name": name,
            "account": account,
            "joined": db.execute("SELECT joined FROM members WHERE account = ?", (account,)).fetchone()[0],
        },
        "limits": asdict(loss_limits.saved_limits(db, account)),
        "about": members.about(db, account),
        "blocks": _dicts(db, "SELECT user_id, at FROM blocks WHERE member = ? ORDER BY at, user_id", account),
        "ratings": _dicts(
            db,
            "SELECT season, game, mu, sigma, matches, at FROM ratings WHERE member = ? ORDER BY season, game",
            account,
        ),
        "medals": [record._asdict() for record in seasons.medals(db, account)],
        "daily": [one._asdict() for one in daily.tries_of(db, account)],
        "deeds": [record._asdict() for record in outcomes.deeds(db, account)],
        "tournaments": _dicts(
            db,
            "SELECT tournament, game, phase, opened, cut, gone, place, prize FROM entrants"
            " JOIN tournaments ON tournaments.id = entrants.tournament WHERE member = ? ORDER BY tournament",
            account,
        ),
        "owned": ledger.owned(db, account),
        "accounts": [_account(db, number) for number in own],
        "seats": _dicts(
            db,
            'SELECT table_id AS "table", seat, seats.name, game, phase'
            " FROM seats JOIN tables ON tables.id = seats.table_id WHERE member = ?"
            " ORDER BY table_id, seat",
            account,
        ),
        "hosted": _dicts(
            db,
            'SELECT id AS "table", channel_id, game, opened, closed FROM tables WHERE host = ? ORDER BY id',
            account,
        ),
        "answers": [
            row | {"answer": json.loads(row["answer"])}
            for row in _dicts(
                db,
                "SELECT match, seq, seat, answer, press, at FROM rows WHERE member = ? ORDER BY match, seq",
                account,
            )
        ],
        "outcomes": _dicts(
            db,
            "SELECT match, game, base, at, place, ranked, net_players, net_house, points, shares, crowns, won"
            " FROM outcomes WHERE member = ? ORDER BY id",
            account,
        ),
        "nights": _dicts(
            db,
            "SELECT id AS night, channel_id, game, starts, weekly, state FROM nights WHERE planner = ? ORDER BY id",
            account,
        ),
        "night_answers": _dicts(
            db, "SELECT night, answer, at FROM night_answers WHERE member = ? ORDER BY night", account
        ),
        "audit": _dicts(db, "SELECT at, what FROM audit_log WHERE actor = ? ORDER BY id", account),
    }


def _account(db: Connection, account: int) -> dict[str, Json]:
    (about,) = _dicts(db, "SELECT id, kind, opened, closed FROM accounts WHERE id = ?", account)
    return about | {
        "balances": ledger.balances(db, account),
        "history": [
            {"at": line.at, "kind": line.kind, "change": dict(line.change)}
            for line in ledger.history(db, account, limit=ledger.END)
        ],
    }


def _dicts(db: Connection, sql: str, account: int) -> list[dict[str, Json]]:
    cursor = db.execute(sql, (account,))
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]
