"""The store: ledger, journal and leaderboards in one database, a SQLite file or PostgreSQL.

Theory of operation
-------------------
A program opens a `Store`, saves writes (`Transfer`, `AppendRow` ...) with `commit`, and gives it queries to `read`.
Nothing in this package knows the games, Discord or a feature.

    Store.commit(*writes)
      → Writer.do            the unit waits in a queue              (event loop; `backend/group_commit.py`)
      → save_group           all units that wait, one COMMIT        (thread of the writing connection; `sqlite/`,
                                                                    `postgres/`)
      → write.save(unit)     each write of one unit, in order       (its SQL, where its class is)

    Store.read(query, ...)   → query(db, ...)     a function that reads, in a thread of a reading connection
    Store.run(command, ...)  → command(unit, ...) a function that writes and returns something: a unit of its own

A function with SQL that only reads takes a `Connection`, one that writes takes a `Unit`. A new kind of write is a class
and, if it needs a table, a migration. The core's are in `ledger`, `journal`, `outcomes`, `tables`, `members` and
`places`, each record next to the SQL that fills and reads it. A feature's are in its own `rows.py`; `feature_rows` says
how the core exports, deletes and audits them.

A *unit of work* is the writes of one `commit`; they are saved together or not at all. When `commit` returns they are on
the disk, and survive a `kill -9` a microsecond later. So the order of every answer is: the rules, then `commit`, then
tell the players.

The ledger. Every transfer consists of moves, each of which takes from one account what it gives to another: all
accounts of a unit of money add up to zero, always. Only the mint may owe. Money stays in its place. A place is known by
its `place_key`: a server's own id, or a negative number where the bot is no member. (The columns are older than that
and say `guild_id`; in Python this means a server, such as that of a night.) A transfer has a key that is used once, so
a press that arrives twice pays once. Nothing is edited or deleted; a mistake is corrected by a counter-entry. Triggers
in the schema enforce all this, whatever Python or a statement typed at midnight may attempt; `audit.py` adds it all up
again.

The journal. A match has a header and rows, one for each answer, numbered without gaps and never edited. A match is
replayed from these, so only rows need to be saved. Deadlines are saved with the row that opened them. One press makes
at most one row. At any moment a table has at most one match in play, and a channel at most one open table.

Accounts are known by number everywhere. One table, `members`, links numbers to people on Discord, and deleting a
member's data cuts that link; the books stay whole.

Group commit and savepoints. A durable COMMIT costs one trip to the disk, however much is in it. While a group is on
that trip, the next one gathers. Each unit of a group is a savepoint: if it breaks a rule of the books it is rolled
back alone and its caller gets `Refused` or a subclass, while the rest of the group is saved.

When a COMMIT fails (disk full, file locked by a foreign program) the whole group is rolled back and each caller gets
`NotSaved`. Nothing of it is kept, the store continues, and the same unit may be tried again. Only a caller that is
cancelled while it waits cannot know the outcome. If the database is a server, the answer to a COMMIT may be lost with
the connection: then the group's callers wait until the server has been asked for the outcome (`postgres/` tells how).

Reads use a second, read-only connection, and each query is a snapshot. So nobody reads unsaved changes, and after
`commit` has returned every query sees them. Long reads (an export, an audit, a backup) open a third connection.

Old matches may leave for archives (`archives/`): files with their headers, rows and results, to which all who read a
journal are led. Ledger and outcomes stay.

The lock. One process may have a file open (`sqlite/lock.py`), and it has one writer. That is why the store may cache
values that only it can change: the accounts of mints and funds, and the day of each fund's last top-up.

Every query is written once, in SQL that both databases speak; `backend/` describes their common interface and habits.
Code for running one of the two is in `sqlite/` and `postgres/`: lock, connections, saving a group, migrations. A store
moves from the file to PostgreSQL by `postgres/copy_in.py`, and every backup is a SQLite file.
"""

from db.backend.database import Stats
from db.backend.json_text import Json
from db.backend.unit_of_work import Write
from db.errors import (
    AccountClosed,
    AlreadyDone,
    ArchiveAway,
    BadMove,
    NotEnough,
    NotOurs,
    NotSaved,
    OverLimit,
    Refused,
    StoreAway,
    StoreError,
    StoreLocked,
    StoreTooNew,
    Unknown,
)
from db.journal import (
    AppendRow,
    By,
    CloseMatch,
    DropHeldPress,
    HoldPress,
    MatchRecord,
    MatchSummary,
    OpenMatch,
    ResumeMatch,
    RowRecord,
    SeatSpan,
    SetDeadlines,
)
from db.ledger import AMOUNT_CAP, KEPT, HistoryLine, Move, Transfer
from db.loss_limits import Limits, LimitStatus
from db.members import WELCOME, AboutRecord, SaveAbout, SaveBlock, Tally
from db.outcomes import Outcome, SeatOutcome
from db.places import GUESTS, AuditEntry, AuditLine, SaveSetting
from db.store import Store
from db.tables import DropSeat, SaveSeat, SaveTable, SeatRecord, TableRecord

__all__ = [
    "AMOUNT_CAP",
    "GUESTS",
    "KEPT",
    "WELCOME",
    "AboutRecord",
    "AccountClosed",
    "AlreadyDone",
    "AppendRow",
    "ArchiveAway",
    "AuditEntry",
    "AuditLine",
    "BadMove",
    "By",
    "CloseMatch",
    "DropHeldPress",
    "DropSeat",
    "HistoryLine",
    "HoldPress",
    "Json",
    "LimitStatus",
    "Limits",
    "MatchRecord",
    "MatchSummary",
    "Move",
    "NotEnough",
    "NotOurs",
    "NotSaved",
    "OpenMatch",
    "Outcome",
    "OverLimit",
    "Refused",
    "ResumeMatch",
    "RowRecord",
    "SaveAbout",
    "SaveBlock",
    "SaveSeat",
    "SaveSetting",
    "SaveTable",
    "SeatOutcome",
    "SeatRecord",
    "SeatSpan",
    "SetDeadlines",
    "Stats",
    "Store",
    "StoreAway",
    "StoreError",
    "StoreLocked",
    "StoreTooNew",
    "TableRecord",
    "Tally",
    "Transfer",
    "Unknown",
    "Write",
]
