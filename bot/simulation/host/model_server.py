"""A model of a PostgreSQL server: sessions, transactions, row locks, time-outs; it may be away or stand still.

The bot's own code for PostgreSQL runs on it: only `psycopg.connect` is replaced. The rows of the house are in a SQLite
file, since the shared queries speak to both. Of those, one transaction writes at a time, and the others wait for it as
they would for a lock; readers see what is committed. The rows by which processes divide the shards are locked one by
one, as `db/postgres/leases.py` asks.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg

from bot.simulation.host.loop import Process, current_process
from bot.simulation.host.machine import BEGUN, MACHINE
from bot.simulation.host.threads import LOOK_AGAIN, Jobs
from db.postgres.migrate import known_steps
from db.sqlite.connection import DAY

VERSION = 160_000
"""The version that the server claims."""
LOCK_TIMEOUT = 1.0
"""Seconds that a statement waits for a lock, as `connect_writer` sets it."""
STILL = 0.25
"""Seconds between two looks of a statement whether the server has gone on, or its session is cut."""
CONNECT_TIMEOUT = 5.0
"""Seconds until a connection is given up that nobody answers, as `db/postgres/connection.py` sets it."""
TRIP = 0.0003
"""Seconds of a statement on its way to the server and back."""

OURS = """
    CREATE TABLE shard_leases (shard INTEGER PRIMARY KEY, holder TEXT, epoch INTEGER NOT NULL DEFAULT 0, until REAL);
    CREATE TABLE processes (holder TEXT PRIMARY KEY, until REAL NOT NULL, machine TEXT NOT NULL DEFAULT '',
        begun REAL NOT NULL DEFAULT (now()), named INTEGER NOT NULL DEFAULT 0, leaving INTEGER NOT NULL DEFAULT 0,
        replaced_by TEXT);
    CREATE TABLE identify_buckets (bucket INTEGER PRIMARY KEY, until REAL NOT NULL);
    CREATE TABLE shard_claims (shard INTEGER PRIMARY KEY, successor TEXT NOT NULL, until REAL NOT NULL,
        connected INTEGER NOT NULL DEFAULT 0, given INTEGER NOT NULL DEFAULT 0, taken TEXT NOT NULL DEFAULT '[]');
"""
"""The rows of the processes, in a database of their own: their locks are others than those of the house."""
LAST_OF_OURS = 13
"""The last migration that is in there; later ones may add columns."""
_OURS = re.compile(r"\b(shard_leases|processes|identify_buckets|shard_claims)\b")
_WRITERS = "CREATE TABLE writers (id TEXT PRIMARY KEY, last_group TEXT NOT NULL, at REAL NOT NULL)"
_REMEMBERED = """
    CREATE TABLE everyone (account INTEGER PRIMARY KEY, user_id INTEGER NOT NULL);
    CREATE TRIGGER remember_everyone AFTER INSERT ON members BEGIN
        INSERT OR IGNORE INTO everyone VALUES (new.account, new.user_id);
    END;
    CREATE TABLE tries_begun (account INTEGER NOT NULL, day INTEGER NOT NULL);
    CREATE TRIGGER remember_tries AFTER INSERT ON daily_tries BEGIN
        INSERT INTO tries_begun VALUES (new.member, new.day);
    END;
"""
"""What the server notes beside the bot, for `checkers/honour.py`: accounts and tries that the bot may delete."""

SAME = (
    ("now() + CAST(?N AS DOUBLE PRECISION) * interval '1 second'", "(now() + ?N)"),
    ("now() - interval '1 hour'", "(now() - 3600)"),
    ("extract(epoch FROM now())", "now()"),
    ("extract(epoch FROM until - now())", "until - now()"),
    (
        "unnest(CAST(?N AS BIGINT[]), CAST(?N AS BIGINT[])) AS held (shard, epoch)",
        "(SELECT one.value AS shard, two.value AS epoch FROM json_each(?N) AS one JOIN json_each(?N) AS two"
        " ON two.key = one.key) AS held",
    ),
    (
        "shard = ANY (coalesce(CAST(?N AS BIGINT[]), ARRAY[shard]))",
        "(?N IS NULL OR shard IN (SELECT value FROM json_each(?N)))",
    ),
    (
        "ranked.shard = ANY (coalesce(CAST(?N AS BIGINT[]), ARRAY[ranked.shard]))",
        "(?N IS NULL OR ranked.shard IN (SELECT value FROM json_each(?N)))",
    ),
    ("lease.shard = ANY (CAST(?N AS BIGINT[]))", "lease.shard IN (SELECT value FROM json_each(?N))"),
    ("shard = ANY (CAST(?N AS BIGINT[]))", "shard IN (SELECT value FROM json_each(?N))"),
    ("CAST(?N AS BIGINT) = 1", "?N = 1"),
    ("CAST(?N AS BIGINT[])", "?N"),
    ("CAST(?N AS BIGINT)", "?N"),
    (
        "SELECT generate_series(0, ?N - 1) ON CONFLICT",
        "SELECT value FROM json_each(upto(?N)) WHERE true ON CONFLICT",
    ),
    ("taken = '{}'", "taken = '[]'"),
    ("FOR SHARE OF lease", ""),
    (" FOR UPDATE SKIP LOCKED", ""),
    ("(until IS NULL OR until < now())", "(until IS NULL OR until < now()) AND NOT is_locked(shard)"),
    ("RETURNING lease.shard, lease.epoch", "RETURNING shard, epoch"),
    ("RETURNING lease.shard", "RETURNING shard"),
    ("RETURNING claim.shard", "RETURNING shard"),
)
"""What SQLite calls otherwise; `?N` is any placeholder."""
_GIVEN = re.compile(r"WITH given AS \((UPDATE .*?)\) (UPDATE .*)", re.DOTALL)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text).replace(re.escape("?N"), r"(\?\d+)"))


def _replacement(pattern: str, text: str) -> str:
    given, wanted = pattern.count("?N"), text.count("?N")
    parts = text.split("?N")
    # one placeholder that is used twice
    numbers = [1] * wanted if given == 1 else range(1, wanted + 1)
    return parts[0] + "".join(f"\\{number}{part}" for number, part in zip(numbers, parts[1:], strict=True))


_SAME = [(_pattern(pattern), _replacement(pattern, text)) for pattern, text in SAME]


@lru_cache(1024)
def to_sqlite(sql: str) -> str:
    """Return a statement about the rows of the processes as SQLite speaks."""
    text = re.sub(r"\$(\d+)", r"?\1", " ".join(sql.split()))
    for pattern, replacement in _SAME:
        text = pattern.sub(replacement, text)
    return text


def added_columns() -> list[tuple[str, str]]:
    """Return the tables of the processes to which a later migration adds a column, each with that column."""
    added = re.compile(r"ALTER TABLE (\w+) ADD COLUMN ([^;]+);")
    return [
        (table, re.sub(r' COLLATE "C"', "", column))
        for step in known_steps()
        if step.number > LAST_OF_OURS
        for table, column in added.findall(step.sql)
        if _OURS.fullmatch(table)
    ]


class Cursor:
    """The rows of a statement that has been carried out."""

    def __init__(
        self, rows: Sequence[Any] = (), rowcount: int = 0, description: Any = None, status: str = ""
    ) -> None:
        self._rows: Iterator[Any] = iter(rows)
        self.rowcount, self.description, self.statusmessage = rowcount, description, status

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        return next(self._rows, None)

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""
        return list(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return self._rows


def template(path: Path) -> None:
    """Make the file of a house in which nothing has happened yet."""
    from db.sqlite.migrate import known_steps as steps_of_file
    from db.sqlite.migrate import migrate

    migrate(path, steps_of_file())
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE IF EXISTS writers")
        db.execute(_WRITERS)
        db.executescript(_REMEMBERED)
        db.execute("CREATE TABLE schema_version (version INTEGER)")
        db.execute("INSERT INTO schema_version VALUES (?)", (known_steps()[-1].number,))
    db.close()


class ModelServer:
    """The server. `before_statement` is called with the session and the statement, and may do harm."""

    def __init__(self, path: Path, jobs: Jobs) -> None:
        self.jobs, self.path = jobs, path
        self._reader: sqlite3.Connection | None = None
        self.ours = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.ours.create_function("now", 0, MACHINE.now)
        self.ours.create_function("upto", 1, lambda n: json.dumps(list(range(n))))
        self.ours.create_function("is_locked", 1, self._is_locked)
        self.ours.executescript(OURS)
        for table, column in added_columns():
            self.ours.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
        self.sessions: dict[int, Session] = {}
        self.writing: Session | None = None
        """The session whose transaction writes to the house."""
        self.shared_by: dict[int, set[int]] = {}
        """The sessions that hold a lock on the row of a shard's lease."""
        self.advisory: dict[int, str] = {}
        self.ids: dict[str, Process] = {}
        """The process that writes under an id."""
        self.overtaken: dict[int, list[tuple[str, float]]] = {}
        """The former holders of each shard whose expired lease another process has taken, and when."""
        self.is_away = False
        self.stands_still_until = 0.0
        self._cut_until: dict[str, float] = {}
        """How long nothing arrives on the lines of a process, by the beginning of its name."""
        self.before_statement: Callable[[Session, str], None] = lambda session, text: None
        self.statements = 0
        self._pids = itertools.count(1)
        self._match_ids = itertools.count(1)
        self._asking: Session | None = None

    def connect(self, *_: Any, **__: Any) -> Session:
        """Begin a session. Raises `psycopg.OperationalError` while the server is away."""
        self.wait_while_still(None)
        if self.is_cut_off(current_process()):
            self.jobs.sleep(CONNECT_TIMEOUT)
            raise psycopg.OperationalError("connection timeout expired")
        if self.is_away:
            raise psycopg.OperationalError("connection refused: is the server running?")
        session = Session(self, next(self._pids))
        self.sessions[session.pid] = session
        return session

    def wait_while_still(self, session: Session | None) -> None:
        """Wait while the server stands still, or nothing arrives; a session that is cut meanwhile fails."""
        while (until := self._silent_until(session)) > MACHINE.at:
            self.jobs.sleep(min(STILL, until - MACHINE.at))
            if session is not None:
                session.check()

    def _silent_until(self, session: Session | None) -> float:
        cut = 0.0 if session is None else self.line_cut_until(session.process)
        return max(self.stands_still_until, cut)

    def cut_line_of(self, name: str, seconds: float) -> None:
        """Let nothing arrive for some seconds, either way, between the server and processes whose names begin so."""
        self._cut_until[name] = MACHINE.at + seconds

    def is_cut_off(self, process: Process) -> bool:
        """Return whether nothing arrives between the server and a process."""
        return self.line_cut_until(process) > MACHINE.at

    def line_cut_until(self, process: Process) -> float:
        """Return the moment until which nothing arrives between the server and a process."""
        return max((at for name, at in self._cut_until.items() if process.name.startswith(name)), default=0.0)

    def go_away(self) -> None:
        """Stop as a crash does: all sessions are lost."""
        self.is_away = True
        for session in list(self.sessions.values()):
            session.end("the server closed the connection unexpectedly")

    def come_back(self) -> None:
        """Answer again."""
        self.is_away = False

    def end_sessions_of(self, process: Process) -> None:
        """Notice that a process is dead: its connections are closed."""
        for session in list(self.sessions.values()):
            if session.process is process:
                session.end("its process is dead")

    def locked_by(self, process: Process) -> float:
        """Return the moment until which a transaction of a process that does nothing more keeps all others waiting.

        PostgreSQL locks rows, and others seldom want the same ones; the file of the house has one writer.
        """
        writing = self.writing
        if writing is None or writing.process is not process or writing.idle_limit is None:
            return 0.0
        return writing.last_statement + writing.idle_limit

    def was_overtaken(self, process: Process, shard: int, since: float) -> bool:
        """Return whether another process has taken a shard of this one before a moment, and it is not its own again."""
        holder = self.holder_of(shard)
        if holder is not None and self.ids.get(holder) is process:
            return False
        return any(
            self.ids.get(former) is process and at < since for former, at in self.overtaken.get(shard, ())
        )

    def holder_of(self, shard: int) -> str | None:
        """Return the id of the process that holds a shard's lease, expired or not."""
        row = self.ours.execute("SELECT holder FROM shard_leases WHERE shard = ?", (shard,)).fetchone()
        return row[0] if row else None

    @property
    def turn_until(self) -> float:
        """The moment until which the turn to identify is taken, in seconds since the world began."""
        row = self.ours.execute("SELECT coalesce(max(until), 0) FROM identify_buckets").fetchone()
        return float(row[0]) - BEGUN

    @property
    def is_busy(self) -> bool:
        """True while a session is in a transaction."""
        return any(session.is_in_transaction for session in self.sessions.values())

    def read(self, sql: str, *values: object) -> list[Any]:
        """Return the rows of a query, from what is committed."""
        if self._reader is None:
            self._reader = self.open_file()
        return self._reader.execute(sql, values).fetchall()

    def close_file(self) -> None:
        """Close the file of the house until it is needed again. No session may be in a transaction."""
        for session in self.sessions.values():
            session.close_file()

    def move(self, path: Path) -> None:
        """Go on with a copy of the file of the house, which is closed."""
        for suffix in ("-wal", "-shm"):
            Path(f"{path}{suffix}").unlink(missing_ok=True)
        shutil.copyfile(self.path, path)
        self.path = path

    def _is_locked(self, shard: int) -> bool:
        assert self._asking is not None
        return bool(self.shared_by.get(shard, set()) - {self._asking.pid})

    def open_file(self) -> sqlite3.Connection:
        """Open the file of the house."""
        db = sqlite3.connect(
            self.path, timeout=0, isolation_level=None, check_same_thread=False, cached_statements=512
        )
        db.create_function("now", 0, MACHINE.now)
        db.create_function("day_of", 1, lambda at: int(at // DAY), deterministic=True)
        for pragma in (
            "journal_mode = WAL",
            "synchronous = OFF",
            "foreign_keys = ON",
            "recursive_triggers = ON",
        ):
            db.execute(f"PRAGMA {pragma}")
        return db


class Session:
    """A connection to the server, as psycopg's looks to `db/postgres/connection.py`."""

    def __init__(self, server: ModelServer, pid: int) -> None:
        self.server, self.pid, self.begun = server, pid, f"{MACHINE.now():.6f}"
        self.process = current_process()
        self.adapters = SimpleNamespace(register_dumper=_nothing, register_loader=_nothing)
        self.prepared_max: int | None = None
        self._db: sqlite3.Connection | None = None
        self._in_transaction = False
        self._writes = False
        self._failed = False
        self._ended = ""
        self._told = False
        self._is_cut = False
        self.idle_limit: float | None = None
        self.last_statement = MACHINE.at
        self.read_only = False

    # ---- what the connection asks

    @property
    def closed(self) -> bool:
        """True once this end knows that the connection is over."""
        return self._told

    @property
    def info(self) -> Any:
        """The server's words about itself and the transaction."""
        states = psycopg.pq.TransactionStatus
        return SimpleNamespace(
            server_version=VERSION,
            transaction_status=states.INTRANS if self._in_transaction else states.IDLE,
            parameter_status=lambda name: {"server_encoding": "UTF8", "server_version": "16 (a model)"}[name],
        )

    @property
    def is_in_transaction(self) -> bool:
        """True between BEGIN and COMMIT or ROLLBACK."""
        return self._in_transaction

    def cursor(self) -> Cursor:
        """Return the cursor of nothing."""
        return Cursor()

    def close(self) -> None:
        """End the session. While the line is cut, the server does not hear of it, and keeps what it has locked."""
        self._told = True
        if not self.server.is_cut_off(self.process):
            self.end("closed")

    def cut(self) -> None:
        """End both directions of the connection: a statement that waits for the server fails."""
        self._is_cut = True

    def check(self) -> None:
        """Raise the error of a connection that is over."""
        if self._is_cut or self._ended:
            self._told = True
            if not self._ended and not self.server.is_cut_off(self.process):
                self.end("cut")
            raise psycopg.OperationalError(self._ended or "the connection is lost")

    # ---- on the server

    def end(self, reason: str) -> None:
        """End the session: what was not committed is gone, and its locks are free."""
        if self._ended:
            return
        self._ended = reason
        self._release()
        if self._db is not None and self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self.close_file()
        self.server.sessions.pop(self.pid, None)

    def close_file(self) -> None:
        """Close this session's connection to the file of the house; it is opened again when it is needed."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _release(self) -> None:
        server = self.server
        if server.writing is self:
            server.writing = None
        for holders in server.shared_by.values():
            holders.discard(self.pid)
        self._in_transaction = self._writes = self._failed = False

    def end_if_abandoned(self) -> None:
        """End a transaction that has stood still for longer than its session allows."""
        limit = self.idle_limit
        if limit is not None and self._in_transaction and MACHINE.at - self.last_statement > limit:
            self.end("terminating connection due to idle-in-transaction timeout")

    def execute(self, sql: str | bytes, parameters: Any = None, *, prepare: bool | None = None) -> Cursor:
        """Carry out statements, and return the rows of the last."""
        text = sql.decode() if isinstance(sql, bytes) else sql
        cursor = Cursor()
        for statement in [text] if parameters else _split(text):
            cursor = self._one(statement, parameters or ())
        return cursor

    def _one(self, text: str, parameters: Sequence[Any]) -> Cursor:
        server = self.server
        MACHINE.at += TRIP
        server.statements += 1
        self.check()
        server.before_statement(self, text)
        server.wait_while_still(self)
        for other in list(server.sessions.values()):
            if other is not self:
                other.end_if_abandoned()
        self.check()
        self.last_statement = MACHINE.at
        word = text.split(maxsplit=1)[0].upper()
        act = _CONTROL.get(word)
        cursor = self._query(text, parameters) if act is None else act(self, text, parameters)
        self.last_statement = MACHINE.at
        if word == "COMMIT":
            # it is on the disk, and its answer is on the way
            server.before_statement(self, "COMMITTED")
            server.wait_while_still(self)
            self.check()
        return cursor

    def _query(self, text: str, parameters: Sequence[Any]) -> Cursor:
        for beginning, answer in _ANSWERS:
            if text.startswith(beginning):
                return answer(self, text, parameters)
        if _OURS.search(text):
            return self._about_processes(text, parameters)
        return self._about_the_house(text, parameters)

    # ---- the house

    @property
    def db(self) -> sqlite3.Connection:
        """The file of the house, opened when it is first needed."""
        if self._db is None:
            self._db = self.server.open_file()
        return self._db

    def _about_the_house(self, text: str, parameters: Sequence[Any]) -> Cursor:
        if self._failed:
            raise psycopg.errors.InFailedSqlTransaction("current transaction is aborted")
        reads = text.lstrip().upper().startswith("SELECT") or self.read_only
        if not reads:
            self._begin_writing()
        try:
            found = self.db.execute(_house_sql(text), parameters)
            rows = found.fetchall()
        except sqlite3.IntegrityError as fault:
            raise psycopg.IntegrityError(str(fault)) from fault
        except OverflowError as fault:
            raise psycopg.DataError(str(fault)) from fault
        finally:
            if not self._in_transaction and self.server.writing is self:
                self.server.writing = None
        return Cursor(rows, found.rowcount if found.rowcount >= 0 else len(rows), found.description)

    def _begin_writing(self) -> None:
        """Take the lock of the house, as the rows that are written would be locked."""
        if self.read_only:
            raise psycopg.errors.ReadOnlySqlTransaction("cannot write in a read-only transaction")
        until = MACHINE.at + LOCK_TIMEOUT
        while self.server.writing not in (None, self):
            if MACHINE.at > until:
                raise psycopg.errors.LockNotAvailable("canceling statement due to lock timeout")
            self.server.jobs.sleep(LOOK_AGAIN)
            self.check()
            if self.server.writing is not None:
                self.server.writing.end_if_abandoned()
        self.server.writing = self
        if self._in_transaction and not self._writes:
            self._writes = True
            savepoints = self._savepoints
            self.db.execute("BEGIN IMMEDIATE")
            for savepoint in savepoints:
                self.db.execute(savepoint)

    _savepoints: tuple[str, ...] = ()

    def _begin(self, text: str, parameters: Sequence[Any]) -> Cursor:
        self._in_transaction, self._savepoints = True, ()
        if self.read_only:
            self.db.execute("BEGIN")
        return Cursor(status="BEGIN")

    def _commit(self, text: str, parameters: Sequence[Any]) -> Cursor:
        if self._db is not None and self._db.in_transaction:
            self._db.execute("COMMIT")
        self._release()
        return Cursor(status="COMMIT")

    def _rollback(self, text: str, parameters: Sequence[Any]) -> Cursor:
        if " TO " in text.upper():
            return self._savepoint(text, parameters)
        if self._db is not None and self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self._release()
        return Cursor(status="ROLLBACK")

    def _savepoint(self, text: str, parameters: Sequence[Any]) -> Cursor:
        # kept in mind until the transaction writes, which is when SQLite begins it
        if self._writes:
            self.db.execute(text)
        else:
            word, _, name = text.partition(" ")
            if word.upper() == "SAVEPOINT":
                self._savepoints = (*self._savepoints, text)
            elif word.upper() == "RELEASE":
                self._savepoints = self._savepoints[: self._savepoints.index(f"SAVEPOINT {name}")]
        return Cursor(status=text.split()[0])

    # ---- the rows of the processes

    def _about_processes(self, text: str, parameters: Sequence[Any]) -> Cursor:
        server = self.server
        values = [
            json.dumps(list(value)) if isinstance(value, (list, tuple)) else value for value in parameters
        ]
        given = _GIVEN.match(" ".join(text.split()))
        sql = to_sqlite(given[2] if given else text)
        if (
            sql.startswith("UPDATE shard_leases")
            and "shard_claims AS claim WHERE claim.shard = lease.shard" in sql
        ):
            self._wait_for_rows()
        server._asking = self
        if text.startswith("INSERT INTO processes"):
            server.ids[parameters[1]] = self.process
        taking = "epoch = epoch + 1" in text
        before = (
            dict(server.ours.execute("SELECT shard, holder FROM shard_leases").fetchall()) if taking else {}
        )
        if given:
            first = to_sqlite(given[1])
            server.ours.execute(first, values[: max(map(int, re.findall(r"\?(\d+)", first)))])
        found = server.ours.execute(sql, values)
        rows = [_row(row) for row in found.fetchall()]
        for shard in (row[0] for row in rows if taking and before[row[0]] is not None):
            server.overtaken.setdefault(shard, []).append((before[shard], MACHINE.at))
        if "FOR SHARE" in text and self._in_transaction:
            for (shard,) in rows:
                server.shared_by.setdefault(shard, set()).add(self.pid)
        return Cursor(rows, found.rowcount, found.description)

    def _wait_for_rows(self) -> None:
        """Wait for expired leases that are claimed and another session has locked, as an UPDATE of them would."""
        until = MACHINE.at + LOCK_TIMEOUT
        while any(
            holders - {self.pid}
            and self.server.ours.execute(
                "SELECT 1 FROM shard_leases WHERE shard = ? AND (until IS NULL OR until < now())", (shard,)
            ).fetchone()
            and self.server.ours.execute("SELECT 1 FROM shard_claims WHERE shard = ?", (shard,)).fetchone()
            for shard, holders in self.server.shared_by.items()
        ):
            if MACHINE.at > until:
                raise psycopg.errors.LockNotAvailable("canceling statement due to lock timeout")
            self.server.jobs.sleep(LOOK_AGAIN)
            self.check()

    # ---- answers to what only PostgreSQL knows

    def _session_of(self, text: str, parameters: Sequence[Any]) -> Cursor:
        return Cursor([(self.pid, self.begun)])

    def _terminate(self, text: str, parameters: Sequence[Any]) -> Cursor:
        pid, begun = parameters
        old = self.server.sessions.get(pid)
        if old is not None and old.begun == begun:
            old.end("terminating connection due to administrator command")
        return Cursor([(True,)])

    def _lives(self, text: str, parameters: Sequence[Any]) -> Cursor:
        old = self.server.sessions.get(parameters[0])
        return Cursor([(1,)] if old is not None and old.begun == parameters[1] else [])

    def _config(self, text: str, parameters: Sequence[Any]) -> Cursor:
        if "idle_in_transaction_session_timeout" in text:
            self.idle_limit = float(str(parameters[0]).removesuffix("s"))
        return Cursor([(parameters[0],)])

    def _set(self, text: str, parameters: Sequence[Any]) -> Cursor:
        if "default_transaction_read_only = on" in text:
            self.read_only = True
        return Cursor(status="SET")

    def _true(self, text: str, parameters: Sequence[Any]) -> Cursor:
        return Cursor([(1,)], status="LOCK")

    def _next_match(self, text: str, parameters: Sequence[Any]) -> Cursor:
        return Cursor([(next(self.server._match_ids),)])


def _row(row: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(
        json.loads(value) if isinstance(value, str) and value.startswith("[") else value for value in row
    )


@lru_cache(1024)
def _house_sql(text: str) -> str:
    return re.sub(r"\$(\d+)", r"?\1", text).replace("extract(epoch FROM now())", "now()")


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _nothing(*_: object) -> None:
    pass


Act = Callable[[Session, str, Sequence[Any]], Cursor]
_CONTROL: Mapping[str, Act] = {
    "BEGIN": Session._begin,
    "COMMIT": Session._commit,
    "ROLLBACK": Session._rollback,
    "SAVEPOINT": Session._savepoint,
    "RELEASE": Session._savepoint,
    "SET": Session._set,
    "LOCK": Session._true,
}
_ANSWERS: Sequence[tuple[str, Act]] = (
    ("SELECT pid, CAST(extract(epoch FROM backend_start)", Session._session_of),
    ("SELECT pg_terminate_backend", Session._terminate),
    ("SELECT 1 FROM pg_stat_activity", Session._lives),
    ("SELECT set_config", Session._config),
    ("SELECT CAST(pg_try_advisory_lock", Session._true),
    ("SELECT pg_advisory_", Session._true),
    ("SELECT 1 WHERE to_regclass('schema_version')", Session._true),
    ("SELECT pg_database_size", Session._true),
    ("SELECT nextval('match_ids')", Session._next_match),
)


def folder_of_worlds() -> str | None:
    """Return a folder in memory, if this machine has one."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
