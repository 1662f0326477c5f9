"""The store: its methods are async functions in the terms of the game, without SQL."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from db import (
    audit,
    export,
    journal,
    ledger,
    loss_limits,
    members,
    personal_data,
    places,
    tables,
)
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
    """Make a method of a query that is asked in many places; all others are given to `Store.read`."""

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
    """Carry out a command as a unit of its own."""
    unit = Unit(db, now)
    result = command(unit, *args, **kwargs)
    _end(unit)
    return result


def _end(unit: Unit) -> None:
    """Check what must be true when a unit ends. Raises the `Refused` that fits."""
    for table in unit.closed_tables:
        unit.must_be_empty.update(tables.accounts_of_closed(unit.db, table))
    for account in unit.must_be_empty:
        ledger.close_account(unit, account)
    loss_limits.check(unit)


class Store:
    """The journal, the ledger and all that belongs to them, in one database.

    Whatever `commit` has saved when it returns is on the disk, and survives a crash in the next microsecond; what it
    has not returned from, no one can read. Made by `db.opening.open_store`:

        async with await open_store("dicenight.db") as store:
            purse = await store.member(guild_id, user_id, "Ann")
            await store.commit(Transfer("tip:1", "tip", [Move(purse, other, "copper.g4", 1)]))

    Every method that writes may raise `NotSaved`, if the disk refuses; nothing of the unit is kept then, and it may
    be tried again. A unit that breaks a rule of the books raises `Refused` or one of its kin.
    """

    def __init__(self, database: Database, clock: Clock, welcome: Mapping[str, int]) -> None:
        self._database = database
        self._clock = clock
        self._welcome = welcome
        # These never change once they are committed, and no other process writes to the file: read them once.
        self._mints: dict[int, int] = {}
        self._funds: dict[tuple[int, str, str], int] = {}
        # The day on which each fund was last topped up, so that a wager need not ask for it as a write.
        self._topped: dict[tuple[int, str, str], int] = {}
        # True for members that are known to have no limits, False for those that may have some.
        self._without_limits: dict[int, bool] = {}

    # ---- closing

    @property
    def leases(self) -> ShardLeases | None:
        """The shards of this process, if it shares the database with others; None if it has it for itself."""
        return self._database.leases

    def part(self) -> Self:
        """Return a store on the same database that can be closed by itself; the database stays open."""
        return type(self)(PartOfDatabase(self._database), self._clock, self._welcome)

    @property
    def engine(self) -> str:
        """The name and version of the database engine, for reports."""
        return self._database.engine

    async def close(self) -> None:
        """Save the units that wait, then let go of the database. Calling it twice does no harm."""
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
        """Save these writes together or not at all; when this has been awaited they are on the disk.

        They are saved in order, but a stake or pot that one of them closes need only be empty at the end of the unit.
        Raises `Refused` (the subclass that fits) or `NotSaved`.
        """
        return self._database.writer.do(_save_all, self._clock(), writes)

    def run(self, command: Command[P, T], *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        """Carry out a command as a unit of its own, and give its result once it is on the disk.

        Raises what `commit` raises.
        """
        return self._database.writer.do(_carry_out, self._clock(), command, args, kwargs)

    def stats(self) -> Stats:
        """Return the numbers of groups and units that were saved since the store was opened."""
        return self._database.writer.stats()

    # ---- queries

    def read(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        """Run a query, once this is awaited; all its statements read the same, committed moment."""
        return self._database.read(query, *args, **kwargs)

    async def report(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that reads much; the short ones need not wait for it."""
        return await self._database.report(query, *args, **kwargs)

    async def read_aside(self, query: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query that takes long, such as an export, on a connection of its own."""
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
        """Return the place's mint: the account that may owe, from which all money comes."""
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
        """Raise a fund below `floor` pieces to it from the mint; checked once a day (UTC).

        The first call of the day decides; a fund drained later stays so until the next. Later calls cost nothing.
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
        """Return a number for `OpenMatch` that no match has, and that is not given again."""
        return await self._database.next_match_id()

    match = _query(journal.match)
    export_match = _query(export.export_match)

    # ---- members

    async def member(
        self, place_key: int, user_id: int, name: str, *, welcome: Mapping[str, int] | None = None
    ) -> int:
        """Return a member's purse account; create it on first use, and rename the member if need be.

        A new purse gets `welcome` (or the gift that the store was opened with) from the mint, once; a member whose data
        was deleted earlier the same day gets nothing.
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
        """Return all that is stored about one member of one place, JSON-able. Raises `Unknown`."""
        return await self.read_aside(personal_data.export_member, place_key, user_id)

    async def delete_member(self, place_key: int, user_id: int) -> None:
        """Forget a person; see `personal_data.delete_member`."""
        await self.run(personal_data.delete_member, place_key, user_id)

    # ---- limits that members set for themselves

    async def limits(self, member: int) -> loss_limits.Limits:
        """Return the limits that bind a member now; an unknown member has none.

        Members without any are remembered until they set some, since every wager asks.
        """
        if self._without_limits.get(member):
            return loss_limits.Limits()
        limits = await self._database.read(loss_limits.limits, self._clock(), member)
        if limits == loss_limits.Limits():
            # not if they have set some while this was read
            self._without_limits.setdefault(member, True)
        return limits

    async def limit_status(self, member: int) -> loss_limits.LimitStatus:
        """Return a member's limits, with today's losses and the amount at risk."""
        return await self.read(loss_limits.limit_status, self._clock(), member)

    async def cap_losses(self, member: int, cap: int | None) -> None:
        """Cap the losses of a member in a day, in pieces of copper worth; a looser cap binds in a day."""
        self._without_limits[member] = False
        await self.run(loss_limits.cap_losses, member, cap)

    async def pause(self, member: int, until: float) -> None:
        """Let this member stake nothing until then; a longer pause stays."""
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
        """Reset a place's money and leaderboards by counter-entries, and tell it in the audit log.

        Purses and funds go back to the mint and each member gets the welcome set. Money in stakes, pots and escrows
        stays, since it is being played for.
        """
        gift = self._welcome if welcome is None else welcome
        try:
            await self.run(places.reset, place_key, actor, gift)
        finally:
            # The funds are empty and may be topped up a second time today. Also when this task was cancelled: the
            # unit may have been saved all the same, and to look at the database once more does no harm.
            self._topped = {fund: day for fund, day in self._topped.items() if fund[0] != place_key}

    # ---- care of the file

    async def audit(self) -> list[str]:
        """Add up the whole store again. Returns a sentence for each fault found."""
        return await self.read_aside(audit.audit)

    async def backup(self, path: str | os.PathLike[str]) -> None:
        """Copy the store into a SQLite file at `path`, complete as of one moment, while it goes on.

        The copy appears under its name when it is whole; an existing file is replaced. Raises `NotSaved` if it
        cannot be written, `ValueError` if it is the store's own file.
        """
        await self._database.backup(Path(path))
