"""The store: async methods in the terms of the game, without SQL."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from db import audit, export, journal, ledger, loss_limits, members, personal_data, places, tables
from db.backend.connection import Connection, Work
from db.backend.database import Database, ShardLeases, Stats
from db.backend.json_text import Json, encode
from db.backend.part import PartOfDatabase
from db.backend.unit_of_work import Command, Unit, Write
from db.members import DAY
from db.tables import TableRecord

T = TypeVar("T")
P = ParamSpec("P")

Clock = Callable[[], float]

Method = Callable[Concatenate["Store", P], Coroutine[Any, Any, T]]
"""A method of `Store` with the parameters P and the result T."""


def _query(query: Callable[Concatenate[Connection, P], T]) -> Method[P, T]:
    """Make a method of a query that has many callers; others are passed to `Store.read`."""

    def method(self: Store, /, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        return self.read(query, *args, **kwargs)

    method.__name__, method.__doc__ = query.__name__, query.__doc__
    return method


# ---- in the thread of the writing connection


def _save_all(db: Connection, now: float, writes: Sequence[Write]) -> None:
    """Save the writes of one unit, in order."""
    unit = Unit(db, now)
    for write in writes:
        write.save(unit)
    _end(unit)


def _carry_out(
    db: Connection, now: float, command: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> T:
    """Run a command as its own unit."""
    unit = Unit(db, now)
    result = command(unit, *args, **kwargs)
    _end(unit)
    return result


def _end(unit: Unit) -> None:
    """Check the conditions at the end of a unit. Raises the matching `Refused`."""
    for table in unit.closed_tables:
        unit.must_be_empty.update(tables.accounts_of_closed(unit.db, table))
    for account in unit.must_be_empty:
        ledger.close_account(unit, account)
    loss_limits.check(unit)


class Store:
    """The journal, the ledger and everything that belongs to them, in one database.

    When `commit` returns, its writes are on the disk and survive a crash a microsecond later; before that, nobody can
    read them. Made by `db.opening.open_store`:

        async with await open_store("dicenight.db") as store:
            purse = await store.member(guild_id, user_id, "Ann")
            await store.commit(Transfer("tip:1", "tip", [Move(purse, other, "copper.g4", 1)]))

    Every method that writes may raise `NotSaved` if the disk refuses; then nothing of the unit is kept, and it may be
    tried again. A unit that breaks a rule of the books raises `Refused` or a subclass.
    """

    def __init__(self, database: Database, clock: Clock, welcome: Mapping[str, int]) -> None:
        self._database = database
        self._clock = clock
        self._welcome = welcome
        # These never change once they are committed, and only this process writes to the file: read them once.
        self._mints: dict[int, int] = {}
        self._funds: dict[tuple[int, str, str], int] = {}
        # The day of each fund's last top-up, so that a wager needs no write to check it.
        self._topped: dict[tuple[int, str, str], int] = {}
        # True for members who are known to have no limits, False for those who may have some.
        self._without_limits: dict[int, bool] = {}

    # ---- closing

    @property
    def leases(self) -> ShardLeases | None:
        """The shards of this process, if it shares the database; None if it has it to itself."""
        return self._database.leases

    def part(self) -> Self:
        """Return a store on the same database that can be closed separately; the database stays open."""
        return type(self)(PartOfDatabase(self._database), self._clock, self._welcome)

    @property
    def engine(self) -> str:
        """The name and version of the database engine, for reports."""
        return self._database.engine

    async def size(self) -> int:
        """Return the bytes that the database takes."""
        return await self.read(lambda db: db.size())

    @property
    def is_cut(self) -> bool:
        """True once this part of a database has been cut off from the whole."""
        return isinstance(self._database, PartOfDatabase) and self._database.is_cut

    def cut(self) -> None:
        """Refuse at once whatever of a part is not saved yet: another process serves what it is for."""
        assert isinstance(self._database, PartOfDatabase), "only a part can be cut off from the whole"
        self._database.cut()

    async def close(self) -> None:
        """Save the waiting units, then close the database. May be called twice."""
        await self._database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # ---- units of work

    def commit(self, *writes: Write) -> Awaitable[None]:
        """Save these writes together or not at all; once awaited, they are on the disk.

        They are saved in order, but a stake or pot that one of them closes need only be empty at the end of the unit.
        Raises the matching subclass of `Refused`, or `NotSaved`.
        """
        return self._database.writer.do(_save_all, self._clock(), writes)

    def run(self, command: Command[P, T], *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        """Run a command as its own unit, and return its result once it is on the disk.

        Raises like `commit`.
        """
        return self._database.writer.do(_carry_out, self._clock(), command, args, kwargs)

    def stats(self) -> Stats:
        """Return the counts of groups and units since the store was opened."""
        return self._database.writer.stats()

    # ---- queries

    def read(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        """Run a query. All its statements read the same committed snapshot."""
        return self._database.read(query, *args, **kwargs)

    async def report(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that reads a lot, without delaying short ones."""
        return await self._database.report(query, *args, **kwargs)

    async def read_aside(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that takes long, such as an export, on its own connection."""
        return await self._database.read_aside(query, *args, **kwargs)

    # ---- money

    balances = _query(ledger.balances)
    balances_of = _query(ledger.balances_of)
    owned = _query(ledger.owned)
    history = _query(ledger.history)

    def new_account(self, kind: ledger.Kind, place_key: int, owner: int | None = None) -> Awaitable[int]:
        """Open an empty account; stakes and escrows belong to `owner`, a purse account. Raises `Unknown`."""
        return self.run(ledger.open_account, kind, place_key, owner)

    async def mint(self, place_key: int) -> int:
        """Return the place's mint, which may owe and issues all money."""
        account = self._mints.get(place_key)
        if account is None:
            account = await self.run(ledger.mint, place_key)
            self._mints[place_key] = account
        return account

    async def fund(self, place_key: int, base: str, purpose: str) -> int:
        """Return the house's fund for one base and purpose, opened empty on first use.

        The purpose `db.GUESTS` is the fund of the computer players. Raises `Unknown` if there is no such base.
        """
        account = self._funds.get((place_key, base, purpose))
        if account is None:
            account = await self.run(places.fund, place_key, base, purpose)
            self._funds[place_key, base, purpose] = account
        return account

    async def top_up(self, place_key: int, base: str, purpose: str, floor: int) -> None:
        """Top up a fund below `floor` pieces from the mint, at most once a day (UTC).

        The first call of the day decides; a fund drained later stays so until the next day. Later calls cost nothing.
        Raises `BadMove` if `floor` is negative or over the cap.
        """
        today = int(self._clock() // DAY)
        if self._topped.get((place_key, base, purpose)) == today:
            return
        await self.run(places.top_up, place_key, base, purpose, floor)
        self._topped[place_key, base, purpose] = today

    # ---- tables and matches

    async def create_table(
        self,
        place_key: int,
        channel_id: int,
        host: int,
        game: str,
        options: Mapping[str, Json],
        settings: Mapping[str, Json],
        seed: str,
    ) -> TableRecord:
        """Open a table in its lobby, with a pot of its own.

        Raises `Refused` if the channel has an open table, `Unknown` if `host` is not an account of that place.
        """
        return await self.run(
            tables.create_table, place_key, channel_id, host, game, encode(options), encode(settings), seed
        )

    table = _query(tables.table)
    live_tables = _query(tables.live_tables)

    async def next_match_id(self) -> int:
        """Return a match number for `OpenMatch` that has never been used."""
        return await self._database.next_match_id()

    match = _query(journal.match)
    export_match = _query(export.export_match)

    # ---- members

    async def member(
        self, place_key: int, user_id: int, name: str, *, welcome: Mapping[str, int] | None = None
    ) -> int:
        """Return a member's purse account. Opens it on first use, and updates a changed name.

        A new purse gets `welcome` (or the gift that the store was opened with) from the mint, once; a member whose data
        was deleted on the same day or the day before gets nothing.
        """
        member = await self._database.read(members.find, place_key, user_id)
        if member is not None and member[1] == name:
            return member[0]
        gift = self._welcome if welcome is None else welcome
        return await self.run(members.get_or_create, place_key, user_id, name, gift)

    async def find_member(self, place_key: int, user_id: int) -> int | None:
        """Return the purse account of a member, if they are known."""
        member = await self._database.read(members.find, place_key, user_id)
        return None if member is None else member[0]

    names = _query(members.names)
    about = _query(members.about)

    async def forgotten_today(self, place_key: int, user_id: int) -> bool:
        """Return true if this person had their data deleted earlier the same day (UTC)."""
        return await self.read(members.forgotten_today, self._clock(), place_key, user_id)

    async def export_member(self, place_key: int, user_id: int) -> dict[str, Json]:
        """Return everything stored about one member of one place, ready for JSON. Raises `Unknown`."""
        return await self.read_aside(personal_data.export_member, place_key, user_id)

    async def delete_member(self, place_key: int, user_id: int) -> None:
        """Delete a person's data, as `personal_data.delete_member` describes."""
        await self.run(personal_data.delete_member, place_key, user_id)

    # ---- limits that members set for themselves

    async def limits(self, member: int) -> loss_limits.Limits:
        """Return the limits that apply to a member now; an unknown member has none.

        Members without limits are cached until they set some, since every wager asks.
        """
        if self._without_limits.get(member):
            return loss_limits.Limits()
        limits = await self._database.read(loss_limits.limits, self._clock(), member)
        if limits == loss_limits.Limits():
            # setdefault: the member may have set limits while this was read, and that False must stay
            self._without_limits.setdefault(member, True)
        return limits

    async def limit_status(self, member: int) -> loss_limits.LimitStatus:
        """Return a member's limits, with today's losses and the amount at risk."""
        return await self.read(loss_limits.limit_status, self._clock(), member)

    async def cap_losses(self, member: int, cap: int | None) -> None:
        """Cap a member's losses in a day, in pieces of copper worth; a looser cap applies a day later."""
        self._without_limits[member] = False
        await self.run(loss_limits.cap_losses, member, cap)

    async def pause(self, member: int, until: float) -> None:
        """Stop a member from staking anything until a moment; a longer pause is kept."""
        self._without_limits[member] = False
        await self.run(loss_limits.pause, member, until)

    async def end_pause(self, member: int) -> None:
        """End a member's pause, in a day at the latest."""
        await self.run(loss_limits.end_pause, member)

    # ---- places

    settings = _query(places.settings)
    audit_log = _query(places.audit_log)

    async def reset_place(
        self, place_key: int, actor: int | None, *, welcome: Mapping[str, int] | None = None
    ) -> None:
        """Reset a place's money and leaderboards by correcting entries, and record it in the audit log.

        Purses and funds go back to the mint and each member gets the welcome set. Money in stakes, pots and escrows
        stays, since it is being played for.
        """
        gift = self._welcome if welcome is None else welcome
        try:
            await self.run(places.reset, place_key, actor, gift)
        finally:
            # The funds are empty and may be topped up a second time today. This also runs if the task was cancelled:
            # the unit may have been saved all the same, and asking the database once more does no harm.
            self._topped = {fund: day for fund, day in self._topped.items() if fund[0] != place_key}

    # ---- care of the file

    async def audit(self) -> list[str]:
        """Audit the whole store. Returns a sentence for each fault found."""
        return await self.read_aside(audit.audit)

    async def backup(self, path: str | os.PathLike[str]) -> None:
        """Copy the store into a SQLite file at `path`, as one snapshot, while play continues.

        The copy gets its name only when it is complete; an existing file is replaced. Raises `NotSaved` if it cannot be
        written, `ValueError` if it is the store's own file.
        """
        await self._database.backup(Path(path))
