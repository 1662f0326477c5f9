"""The auditor: adds up the whole store again and checks every promise of the schema."""

from __future__ import annotations

from db import feature_rows
from db.backend.connection import Connection

_CHECKS: tuple[tuple[str, str], ...] = (
    (
        "the accounts of {} do not add up to zero, but to {}",
        "SELECT unit, sum(amount) FROM balances GROUP BY unit HAVING sum(amount) <> 0",
    ),
    (
        "account {} holds {} {}, its legs say {}",
        """
        SELECT account, sum(held), unit, sum(moved) FROM (
            SELECT account, unit, amount AS held, 0 AS moved FROM balances
            UNION ALL SELECT giver, unit, 0, -amount FROM legs
            UNION ALL SELECT taker, unit, 0, amount FROM legs) AS entries
         GROUP BY account, unit HAVING sum(held) <> sum(moved)
        """,
    ),
    (
        "account {} is below zero: {} {}",
        """
        SELECT balances.account, balances.amount, balances.unit
          FROM balances JOIN accounts ON accounts.id = balances.account
         WHERE balances.amount < 0 AND accounts.kind <> 'mint'
        """,
    ),
    (
        "account {} moves {} to another server",
        """
        SELECT giver, unit FROM legs
          JOIN accounts AS g ON g.id = giver JOIN accounts AS t ON t.id = taker
         WHERE g.guild_id <> t.guild_id
        """,
    ),
    (
        "account {} is closed and holds {} {}",
        """
        SELECT account, amount, unit FROM balances JOIN accounts ON accounts.id = account
         WHERE closed IS NOT NULL AND amount <> 0
        """,
    ),
    (
        "account {} of closed table {} holds {} {}",
        """
        SELECT account, tables.id, amount, unit
          FROM tables LEFT JOIN seats ON seats.table_id = tables.id
          JOIN balances ON balances.account IN (tables.pot, seats.stake)
         WHERE tables.phase = 'closed' AND amount <> 0
        """,
    ),
    (
        "match {} has {} rows numbered from {} to {}",
        """
        SELECT match, count(*), min(seq), max(seq) FROM rows
         GROUP BY match HAVING max(seq) - min(seq) + 1 <> count(*) OR min(seq) > 1
        """,
    ),
    (
        "match {} has left for an archive, and {} of its rows are here",
        """
        SELECT matches.id, count(*) FROM matches JOIN rows ON rows.match = matches.id
         WHERE archive IS NOT NULL GROUP BY matches.id
        """,
    ),
    (
        "table {} is {} and names match {}, which is {}",
        """
        SELECT tables.id, phase, matches.id, state
          FROM tables JOIN matches ON matches.id = tables.match
         WHERE state IN ('ended', 'void') OR (phase = 'closed' AND state = 'playing')
        """,
    ),
)

_JSON_COLUMNS = {
    "transfers": ("memo",),
    "tables": ("options", "settings", "carry"),
    "seats": ("state",),
    "matches": ("header", "result"),
    "rows": ("answer",),
    "settings": ("value",),
    "about": ("value",),
    "audit_log": ("detail",),
}
"""The columns that hold JSON, by table."""


def audit(db: Connection) -> list[str]:
    """Return a sentence for each fault found; an empty list if there are none."""
    faults = db.damage()
    features = feature_rows.registered()
    for sentence, sql in (*_CHECKS, *(check for rows in features for check in rows.checks)):
        faults += [sentence.format(*row) for row in db.execute(sql)]
    json_columns = dict(_JSON_COLUMNS)
    for rows in features:
        json_columns |= rows.json_columns
    for table, columns in json_columns.items():
        for column in columns:
            sql = f"SELECT count(*) FROM {table} WHERE {column} IS NOT NULL AND NOT json_valid({column})"
            (broken,) = db.execute(sql).fetchone()
            if broken:
                faults.append(f"{broken} times {table}.{column} is not JSON")
    return faults
