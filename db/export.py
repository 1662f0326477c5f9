"""The export of a match as JSON, for anyone to verify.

Secrets never leave through it: until a table is closed its seed is sealed, and so is every answer of its journal, since
an answer names the cards that a player held.
"""

from __future__ import annotations

from typing import Any

from db import journal, seed_chain, tables
from db.backend.connection import Connection
from db.backend.json_text import Json
from db.errors import Refused

SEALED_KEYS = frozenset({"seed", "server_seed", "portents"})
"""Keys that are left out of a header, at any depth, while the table is open."""


def export_match(db: Connection, match_id: int, *, opened: bool = False) -> dict[str, Json]:
    """Return a match as JSON for verification.

    With the table closed: header, revealed seed with its proof, and all answers. With the table open: the same without
    the sealed parts (`"sealed": true`), unless the caller says that this match is `opened`; if one seed is used for all
    matches of a table, it stays sealed. Raises `Unknown`, or `Refused` while the match is being played or suspended at
    an open table.
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
        # A digest is a hash over the cards that could be picked: with time, they can be guessed from it.
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
        "header": journal.without_accounts(
            _without_secrets(record.header, (table.seed, seed)) if sealed else record.header
        ),
        "rows": rows,
        "result": record.result,
    }
    hashed = journal.hash_of(db, match_id)
    if hashed:
        exported["record"] = {"before": journal.hash_before(db, record.table, match_id), "hash": hashed}
    if sealed:
        return exported
    if link is not None:
        exported["opening"] = seed_chain.open_match(table.seed, link["index"], length)._asdict()
    return exported | {"seed": seed}


def _without_secrets(value: Any, seeds: tuple[str, ...]) -> Json:
    """Return the value without seed keys, and with None in place of strings that contain one of `seeds`."""
    if isinstance(value, dict):
        return {key: _without_secrets(inner, seeds) for key, inner in value.items() if key not in SEALED_KEYS}
    if isinstance(value, list):
        return [_without_secrets(inner, seeds) for inner in value]
    if isinstance(value, str) and any(seed and seed in value for seed in seeds):
        return None
    return value
