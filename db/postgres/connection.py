"""Connections to PostgreSQL that behave like SQLite's: same placeholders, same values, same errors."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, LiteralString, NamedTuple, cast

import psycopg
from psycopg import RawCursor
from psycopg.adapt import Loader
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper

from db.backend.connection import ConstraintViolation, Parameters
from db.errors import StoreError

OLDEST_SERVER = 15
"""The oldest version that is tested."""

PATIENCE: Mapping[str, str] = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
"""Seconds (the last: milliseconds) until a lost server is noticed; an address may set others."""

ABANDONED = "5s"
"""Time for which a transaction beside other processes may stand still: less than a lease lasts."""

REFUSALS = (psycopg.IntegrityError, psycopg.DataError, psycopg.errors.DatatypeMismatch)
"""Errors for a value that breaks a rule of the schema, is out of range, or has the wrong type."""

RawConnection = psycopg.Connection[tuple[Any, ...]]


class SpoiltTransaction(Exception):
    """A statement was refused, and everything since the last savepoint of its transaction is lost."""


# ---- statements


class Statement(NamedTuple):
    """A statement with PostgreSQL's placeholders; `names` are the names of its values, if they have any."""

    text: bytes
    names: tuple[str, ...]


_TOKENS = re.compile(r"""'(?:[^']|'')*'|"[^"]*"|\?(\d*)|(?<!:):([a-z_]+)""")


@lru_cache(1024)
def translate(sql: str) -> Statement:
    """Return a statement with `$1` for `?`, `?1` and `:name`; quoted texts are unchanged."""
    names: list[str] = []
    plain = 0

    def placeholder(found: re.Match[str]) -> str:
        nonlocal plain
        number, name = found.groups()
        if name is not None:
            if name not in names:
                names.append(name)
            return f"${names.index(name) + 1}"
        if number is None:
            return found[0]
        plain += 1
        return f"${number or plain}"

    return Statement(_TOKENS.sub(placeholder, sql).encode(), tuple(names))


# ---- values


class _BoolAsNumber(Int8Dumper):
    """Writes a bool as 0 or 1, in every column."""

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class _WholeNumeric(Loader):
    """Reads a sum of whole numbers, which PostgreSQL returns as a numeric, as an int."""

    def load(self, data: Any) -> int:
        return int(bytes(data))


# ---- connections


class PostgresConnection:
    """A connection to the database."""

    def __init__(self, raw: RawConnection) -> None:
        self.raw = raw
        self._statements_alone = False

    @property
    def is_lost(self) -> bool:
        """True if the server or the network connection to it is gone."""
        return self.raw.closed

    @property
    def is_in_transaction(self) -> bool:
        """True between BEGIN and its end, whether or not a statement has failed in between."""
        return self.raw.info.transaction_status != psycopg.pq.TransactionStatus.IDLE

    def run(self, sql: LiteralString) -> str:
        """Run statements without values, such as BEGIN. Returns the server's status message."""
        return self.raw.execute(sql, prepare=False).statusmessage or ""

    def execute(self, sql: str, parameters: Parameters = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        """Run one statement. Raises `ConstraintViolation` if the schema refuses it.

        In a transaction a refusal raises `SpoiltTransaction` instead, except within `statements_alone`.
        """
        statement = translate(sql)
        if isinstance(parameters, Mapping):
            parameters = [parameters[name] for name in statement.names]
        if self._statements_alone:
            self.run("SAVEPOINT statement")
        try:
            cursor = self.raw.execute(statement.text, parameters or None)
        except REFUSALS as fault:
            raise self._refusal(fault) from fault
        if self._statements_alone:
            self.run("RELEASE statement")
        return cursor

    def executemany(
        self, sql: str, parameters: Iterable[Sequence[Any]], /
    ) -> psycopg.Cursor[tuple[Any, ...]]:
        """Run one statement for each row of values. Raises what `execute` raises."""
        cursor = self.raw.cursor()
        for values in parameters:
            cursor = self.execute(sql, values)
        return cursor

    def _refusal(self, fault: psycopg.Error) -> Exception:
        words = fault.diag.message_primary or str(fault)
        if self._statements_alone:
            self.run("ROLLBACK TO statement; RELEASE statement")
        elif self.is_in_transaction:
            return SpoiltTransaction(words)
        return ConstraintViolation(words)

    @contextmanager
    def statements_alone(self) -> Iterator[None]:
        """Undo only the refused statement in this block, as SQLite does, at the cost of a savepoint for each."""
        self._statements_alone = True
        try:
            yield
        finally:
            self._statements_alone = False

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let all statements in the block read the same snapshot."""
        self.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
        finally:
            # The rows have been read, even if the connection is lost now.
            with suppress(psycopg.OperationalError):
                self.run("ROLLBACK")

    def size(self) -> int:
        """Return the bytes that the database takes on its server."""
        (size,) = self.execute("SELECT pg_database_size(current_database())").fetchall()[0]
        return int(size)

    def damage(self) -> list[str]:
        """Return a sentence for each table with rows that refer to missing ones.

        The server verifies the checksums of its pages whenever it reads them, if they are enabled.
        """
        faults = []
        for table, name, columns, parent, keys in self.execute(_FOREIGN_KEYS).fetchall():
            meet = " AND ".join(
                f"parent.{key} = child.{column}" for column, key in zip(columns, keys, strict=True)
            )
            known = " AND ".join(f"child.{column} IS NOT NULL" for column in columns)
            (missing,) = self.execute(
                f"SELECT count(*) FROM {table} AS child WHERE {known}"
                f" AND NOT EXISTS (SELECT 1 FROM {parent} AS parent WHERE {meet})"
            ).fetchall()[0]
            if missing:
                faults.append(f"{missing} rows of {table} ({name}) name a row of {parent} that is not there")
        return faults

    def cut(self) -> None:
        """End both directions of the connection, from any thread: a statement that waits for the server fails."""
        # a copy of the descriptor, since closing it here would take it from under psycopg
        with (
            suppress(OSError, psycopg.OperationalError),
            socket.socket(fileno=os.dup(self.raw.fileno())) as line,
        ):
            line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        self.raw.close()


_FOREIGN_KEYS = """
    SELECT child.relname, conname,
           array(SELECT CAST(attname AS TEXT) FROM unnest(conkey) WITH ORDINALITY AS keys (number, place)
                   JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place),
           parent.relname,
           array(SELECT CAST(attname AS TEXT) FROM unnest(confkey) WITH ORDINALITY AS keys (number, place)
                   JOIN pg_attribute ON attrelid = confrelid AND attnum = number ORDER BY place)
      FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid
      JOIN pg_class AS parent ON parent.oid = confrelid
      JOIN pg_namespace ON pg_namespace.oid = connamespace
     WHERE contype = 'f' AND nspname = current_schema() ORDER BY child.relname, conname
"""


def connect(url: str) -> PostgresConnection:
    """Open a connection. Raises `psycopg.Error` without a server, `StoreError` for one that is unsuitable."""
    given = {name for name, value in conninfo_to_dict(url).items() if value is not None}
    patience = {name: value for name, value in PATIENCE.items() if name not in given}
    raw = psycopg.connect(
        make_conninfo(url, client_encoding="UTF8", application_name="dicenight", **patience),
        autocommit=True,
        cursor_factory=cast("type[psycopg.Cursor[tuple[Any, ...]]]", RawCursor),
    )
    try:
        version = raw.info.server_version // 10_000
        if version < OLDEST_SERVER:
            raise StoreError(f"PostgreSQL {version} is too old, {OLDEST_SERVER} or later is needed")
        encoding = raw.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise StoreError(f"the database is in {encoding}; make one in UTF8, which has every name")
        raw.prepared_max = 500
        raw.adapters.register_dumper(int, Int8Dumper)
        raw.adapters.register_dumper(bool, _BoolAsNumber)
        raw.adapters.register_dumper(str, StrDumper)
        raw.adapters.register_loader("numeric", _WholeNumeric)
    except BaseException:
        raw.close()
        raise
    return PostgresConnection(raw)


def connect_writer(
    url: str, *, shared: bool = False, opened: Callable[[PostgresConnection], object] | None = None
) -> PostgresConnection:
    """Open a connection that writes, durable at each COMMIT whatever the server's default.

    `shared`: beside other processes. Then the server ends a transaction that its process has left open. `opened` is
    given the connection before its first statement, which a pool of connections in between may keep waiting.
    """
    db = connect(url)
    if opened is not None:
        opened(db)
    db.run(
        "SET synchronous_commit = on; SET default_transaction_isolation = 'read committed';"
        " SET lock_timeout = '1s';"
        # After a power cut at the client, the server would otherwise hold the lock for hours.
        " SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
    )
    if shared:
        # A process that freezes in mid-transaction keeps the rows of its leases locked, and its kernel goes on
        # answering the server: without this nobody could ever take its shards.
        db.execute("SELECT set_config('idle_in_transaction_session_timeout', ?, false)", (ABANDONED,))
    return db


def connect_reader(
    url: str, *, opened: Callable[[PostgresConnection], object] | None = None
) -> PostgresConnection:
    """Open a connection whose transactions cannot write; `opened` as in `connect_writer`."""
    db = connect(url)
    if opened is not None:
        opened(db)
    db.run("SET default_transaction_read_only = on")
    return db


def passes(fault: BaseException | None) -> bool:
    """Return whether a fault passes: no server, one that starts or stops, too many connections, a lock of another.

    A wrong name or password stays wrong. Before a session has begun, libpq gives no code with what the server says.
    """
    if not isinstance(fault, psycopg.OperationalError):
        return False
    if fault.sqlstate is not None:
        return fault.sqlstate.startswith(("08", "53", "55P03", "57"))
    words = str(fault)
    return not any(wrong in words for wrong in ("authentication failed", "does not exist", "no pg_hba.conf"))
