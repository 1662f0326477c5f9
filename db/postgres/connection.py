"""Connections to PostgreSQL that speak as SQLite's do: same placeholders, same values, same errors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
"""The first version that is tested."""

PATIENCE: Mapping[str, str] = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
"""Seconds (the last: milliseconds) until a server that is gone is noticed; an address may say otherwise."""

REFUSALS = (psycopg.IntegrityError, psycopg.DataError, psycopg.errors.DatatypeMismatch)
"""Errors that say a value breaks a rule of the schema, is out of its range, or is of another kind."""

RawConnection = psycopg.Connection[tuple[Any, ...]]


class SpoiltTransaction(Exception):
    """A statement was refused, and with it all that its transaction has done since the last savepoint."""


# ---- statements


class Statement(NamedTuple):
    """A statement with PostgreSQL's placeholders; `names` are those of its values, if they have names."""

    text: bytes
    names: tuple[str, ...]


_TOKENS = re.compile(r"""'(?:[^']|'')*'|"[^"]*"|\?(\d*)|(?<!:):([a-z_]+)""")


@lru_cache(1024)
def translate(sql: str) -> Statement:
    """Return a statement with `$1` for `?`, `?1` and `:name`; texts in quotes stay as they are."""
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
    """A yes or no is 0 or 1, in every column."""

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class _WholeNumeric(Loader):
    """A sum of whole numbers, which PostgreSQL counts without bounds, is an int."""

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
        """True if the server or the way to it has gone."""
        return self.raw.closed

    @property
    def is_in_transaction(self) -> bool:
        """True between BEGIN and its end, whether or not a statement has failed in between."""
        return self.raw.info.transaction_status != psycopg.pq.TransactionStatus.IDLE

    def run(self, sql: LiteralString) -> str:
        """Run statements without values, as BEGIN. Returns what the server says it did."""
        return self.raw.execute(sql, prepare=False).statusmessage or ""

    def execute(self, sql: str, parameters: Parameters = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        """Run one statement. Raises `ConstraintViolation` if the schema refuses it.

        In a transaction a refusal raises `SpoiltTransaction` instead, outside `statements_alone`.
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
        """Let a statement that is refused in the block undo itself alone, as in SQLite, at the cost of a savepoint."""
        self._statements_alone = True
        try:
            yield
        finally:
            self._statements_alone = False

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let all statements in the block read the same moment."""
        self.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
        finally:
            # What was read stays read, even if the connection is lost now.
            with suppress(psycopg.OperationalError):
                self.run("ROLLBACK")

    def damage(self) -> list[str]:
        """Return a sentence for each row that names a missing one.

        The server looks at the checksums of its pages whenever it reads them, if it keeps any.
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

    def close(self) -> None:
        """Let go of the server."""
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
    """Open a connection. Raises `psycopg.Error` if the server cannot be reached, `StoreError` if it will not do."""
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


def connect_writer(url: str) -> PostgresConnection:
    """Open a connection that writes, durable at each COMMIT whatever the server's default."""
    db = connect(url)
    db.run(
        "SET synchronous_commit = on; SET default_transaction_isolation = 'read committed';"
        " SET lock_timeout = '1s';"
        # The lock of a machine that has lost its power must not outlast it by hours.
        " SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
    )
    return db


def connect_reader(url: str) -> PostgresConnection:
    """Open a connection whose transactions cannot write."""
    db = connect(url)
    db.run("SET default_transaction_read_only = on")
    return db
