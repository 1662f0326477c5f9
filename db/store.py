"""The store's public face: async functions in the terms of the game, no SQL."""

from __future__ import annotations

import asyncio
import itertools
import os
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Literal, Self, TypeVar

from db import boards, books, care, check, export, funds, ledger, migrate, people, reads
from db.boards import Board
from db.capture import captured
from db.care import Limits, Standing
from db.connection import PATIENCE, Pipe, Work, make_private, snapshot, to_read
from db.json_text import dump
from db.lock import Lock
from db.people import WELCOME
from db.records import (
    AuditLine,
    BoardLine,
    Fact,
    HistoryLine,
    Json,
    MatchRecord,
    MatchSummary,
    NotSaved,
    Stats,
    StoreError,
    TableRecord,
)
from db.writer import Writer

T = TypeVar("T")

Clock = Callable[[], float]

OLDEST_SQLITE = (3, 38, 0)
"""STRICT tables, RETURNING, and JSON built in."""


class Store:
    """The journal, the ledger and what hangs on them, in one SQLite file.

    What `commit` has returned from is on the disk, and is kept whatever happens to the process in
    the next microsecond; what it has not returned from, nobody can read. Made by `open`:

        async with await Store.open("dicenight.db") as store:
            purse = await store.member(guild_id, user_id, "Ann")
            await store.commit(Transfer("tip:1", "tip", [Move(purse, other, "copper.g4", 1)]))

    Every function that writes may raise `NotSaved`, if the disk refuses; nothing of it is kept
    then, and it may be tried again. Whatever breaks a rule of the books raises `Refused` or one of
    its kin.
    """

    def __init__(
        self,
        path: Path,
        lock: Lock,
        writer: Writer,
        reader: Pipe,
        first_match: int,
        clock: Clock,
        welcome: Mapping[str, int],
    ) -> None:
        self._path = path
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._match_ids = itertools.count(first_match)
        self._clock = clock
        self._welcome = welcome
        self._closed = False

    # ---- opening and closing

    @classmethod
    async def open(
        cls,
        path: str | os.PathLike[str],
        *,
        clock: Clock = time.time,
        welcome: Mapping[str, int] = WELCOME,
        patience: float = PATIENCE,
    ) -> Self:
        """Open the file at `path`, making or migrating it where needed.

        `clock` gives the time that is written beside what is saved; `welcome` is what new members
        get; `patience` is for how many seconds a write waits for a foreign program that holds the
        file. Raises `StoreLocked` if another process has it open, `StoreTooNew` if a later version
        of this program wrote it, `StoreError` if it is no file of ours.
        """
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old, 3.38 or later is needed")
        path = Path(path)
        lock = Lock(path)
        try:
            await asyncio.to_thread(migrate.migrate, path, migrate.known_steps())
            writer = await Writer.open(path, patience)
            try:
                await writer.do(partial(people.forget_old_days, now=clock()))
                await writer.do(partial(care.throw_away, now=clock()))
                reader = await Pipe.open(lambda: to_read(path, patience))
                first_match = await reader.run(reads.last_match) + 1
            except BaseException:
                await writer.close()
                raise
        except BaseException:
            lock.release()
            raise
        return cls(path, lock, writer, reader, first_match, clock, welcome)

    @staticmethod
    async def migrate(path: str | os.PathLike[str]) -> tuple[int, int]:
        """Bring a file to the present version without opening it for play.

        Gives the versions before and after; raises what `open` raises.
        """
        lock = Lock(Path(path))
        try:
            return await asyncio.to_thread(migrate.migrate, Path(path), migrate.known_steps())
        finally:
            lock.release()

    async def close(self) -> None:
        """Save what waits, then let go of the file. Calling it twice does no harm."""
        if self._closed:
            return
        self._closed = True
        try:
            # The writer goes last: whoever is alone with the file folds the log into it, which a
            # connection that cannot write could not do.
            await self._reader.close()
            await self._writer.close()
        finally:
            self._lock.release()

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

    async def commit(self, *facts: Fact) -> None:
        """Save `facts` together or not at all; returns when they are on the disk.

        Facts are written in order, but a stake or pot that a fact closes need only be empty when
        all are written. Raises `Refused` (the subclass that fits) or `NotSaved`; `TypeError` or
        `ValueError` for what JSON cannot say. What is saved is what the facts are now, even if
        something in them is changed while this waits.
        """
        unit = [captured(fact) for fact in facts]
        await self._writer.do(partial(books.apply, facts=unit, now=self._clock()))

    def stats(self) -> Stats:
        """How much has been saved, in how many groups, since the store was opened."""
        return self._writer.stats()

    # ---- members and accounts

    async def member(
        self,
        guild_id: int,
        user_id: int,
        name: str,
        *,
        welcome: Mapping[str, int] | None = None,
    ) -> int:
        """The purse account of a member, who is made known on first sight and renamed if need be.

        A new purse is given `welcome` (or what the store was opened with) from the mint, once; not
        so a member who had their data deleted earlier the same day.
        """
        known = await self._reader.run(partial(people.find, guild_id=guild_id, user_id=user_id))
        if known is not None and known[1] == name:
            return known[0]
        return await self._writer.do(
            partial(
                people.greet,
                guild_id=guild_id,
                user_id=user_id,
                name=name,
                welcome=self._welcome if welcome is None else welcome,
                now=self._clock(),
            )
        )

    async def find_member(self, guild_id: int, user_id: int) -> int | None:
        """The purse account of a member, if they are known."""
        known = await self._reader.run(partial(people.find, guild_id=guild_id, user_id=user_id))
        return None if known is None else known[0]

    async def names(self, accounts: Sequence[int]) -> dict[int, str]:
        """Names by purse account; whoever had their data deleted has none and is left out."""
        return await self._read(partial(people.names, accounts=accounts))

    async def forgotten_today(self, guild_id: int, user_id: int) -> bool:
        """Whether this person had their data deleted earlier the same day (UTC).

        Who gives out sets once a day asks this too, since the account is a new one.
        """
        return await self._reader.run(
            partial(people.forgotten_today, guild_id=guild_id, user_id=user_id, now=self._clock())
        )

    async def mint(self, guild_id: int) -> int:
        """The server's mint: the account that may owe, from which all money comes."""
        known = await self._reader.run(partial(ledger.find_mint, guild_id=guild_id))
        if known is not None:
            return known
        return await self._writer.do(partial(ledger.mint, guild_id=guild_id, now=self._clock()))

    async def house(self, guild_id: int, base: str, purpose: str) -> int:
        """The house's fund for one base and purpose, opened empty on first use.

        The purpose `db.GUESTS` is the fund of the computer players. Raises `Unknown` for a base
        that does not exist.
        """
        known = await self._reader.run(partial(funds.find, guild_id=guild_id, base=base, purpose=purpose))
        if known is not None:
            return known
        return await self._writer.do(
            partial(funds.fund, guild_id=guild_id, base=base, purpose=purpose, now=self._clock())
        )

    async def funds(self, guild_id: int) -> dict[tuple[str, str], int]:
        """The server's funds that have been opened: base and purpose to account."""
        return await self._read(partial(funds.every, guild_id=guild_id))

    async def top_up(self, guild_id: int, base: str, purpose: str, floor: int) -> None:
        """Raise a fund below `floor` pieces to it from the mint; looked at once a day (UTC).

        The first call of the day decides; a fund drained later stays so until the next.
        """
        await self._writer.do(
            partial(
                funds.top_up,
                guild_id=guild_id,
                base=base,
                purpose=purpose,
                floor=floor,
                now=self._clock(),
            )
        )

    async def new_account(
        self, kind: Literal["stake", "pot", "escrow"], guild_id: int, owner: int | None = None
    ) -> int:
        """A new, empty account; stakes and escrows belong to `owner`, a purse account.

        A table brings its pot along, and purses, funds and the mint have functions of their own.
        """
        return await self._writer.do(
            partial(ledger.open_account, kind=kind, guild_id=guild_id, owner=owner, now=self._clock())
        )

    async def delete_member(self, guild_id: int, user_id: int) -> None:
        """Forget a person: cut the link to their account and take their name off old seats.

        The books are kept, under a number that belongs to nobody; the purse goes with it. Raises
        `Refused` while they sit at an open table or have a wager open, `Unknown` if nothing is
        stored about them.
        """
        now = self._clock()

        def forget(db: sqlite3.Connection) -> None:
            people.forget(db, guild_id, user_id, now)
            care.outlast(db, guild_id, user_id, now)

        await self._writer.do(forget)

    async def export_member(self, guild_id: int, user_id: int) -> dict[str, Json]:
        """All that is stored about a person, JSON-able, without anybody else's secrets."""
        return await self._aside(snapshot(partial(export.export_member, guild_id=guild_id, user_id=user_id)))

    async def about(self, member: int) -> dict[str, Json]:
        """What `SaveAbout` and `Tally` have kept about a member."""
        return await self._read(partial(people.about, account=member))

    # ---- care

    async def limits(self, member: int) -> Limits:
        """What binds a member now of the limits that they have set themselves."""
        return (await self._read(partial(care.limits_of, member=member))).at(self._clock())

    async def standing(self, member: int) -> Standing:
        """What limits a member has set themselves, and where they stand today."""
        return await self._read(partial(care.standing, member=member, now=self._clock()))

    async def cap_losses(self, member: int, cap: int | None) -> None:
        """Cap what a member can lose in a day, in pieces of copper worth; a looser cap binds in a day."""
        await self._limit(member, lambda limits, now: limits.capped(cap, now))

    async def pause(self, member: int, until: float) -> None:
        """Nothing may be staked by this member until then; a longer pause stays."""
        await self._limit(member, lambda limits, now: limits.paused(until, now))

    async def end_pause(self, member: int) -> None:
        """The member's pause is over in a day at the latest."""
        await self._limit(member, lambda limits, now: limits.resumed(now))

    async def _limit(self, member: int, change: Callable[[Limits, float], Limits]) -> None:
        now = self._clock()
        await self._writer.do(lambda db: care.save(db, member, change(care.limits_of(db, member), now)))

    # ---- money

    async def balances(self, account: int) -> dict[str, int]:
        """What the account holds, unit to amount; what it has none of is left out."""
        return await self._read(partial(ledger.balances, account=account))

    async def balances_of(self, accounts: Sequence[int]) -> dict[int, dict[str, int]]:
        """What each of the accounts holds, all at the same moment."""
        return await self._read(partial(reads.balances_of, accounts=accounts))

    async def owned(self, member: int) -> dict[str, int]:
        """What a member owns: their purse, their stakes and their escrows together."""
        return await self._read(partial(reads.owned, member=member))

    async def history(self, account: int, *, limit: int = 20, before: int | None = None) -> list[HistoryLine]:
        """The transfers of an account, newest first; go on with `before` = the last line's id."""
        return await self._read(partial(reads.history, account=account, limit=limit, before=before))

    # ---- tables and matches

    async def create_table(
        self,
        guild_id: int,
        channel_id: int,
        host: int,
        game: str,
        options: Mapping[str, Json],
        settings: Mapping[str, Json],
        seed: str,
    ) -> TableRecord:
        """Open a table in its lobby, with a pot of its own.

        Raises `Refused` if the channel has an open table, `Unknown` if `host` is no account there.
        """
        table_id = await self._writer.do(
            partial(
                books.create_table,
                guild_id=guild_id,
                channel_id=channel_id,
                host=host,
                game=game,
                options=dump(options),
                settings=dump(settings),
                seed=seed,
                now=self._clock(),
            )
        )
        return await self.table(table_id)

    def next_match_id(self) -> int:
        """A number for `OpenMatch` that no match has, nor will be given again while this runs."""
        return next(self._match_ids)

    async def table(self, table_id: int) -> TableRecord:
        """One table with its seats, open or closed. Raises `Unknown`."""
        return await self._read(partial(reads.table, table_id=table_id))

    async def table_in(self, channel_id: int) -> TableRecord | None:
        """The channel's open table, if there is one."""
        return await self._read(partial(reads.table_in, channel_id=channel_id))

    async def last_closed_in(self, channel_id: int) -> TableRecord | None:
        """The channel's table that was closed last, if there is one."""
        return await self._read(partial(reads.last_closed_in, channel_id=channel_id))

    async def live_tables(self) -> list[TableRecord]:
        """All tables that are not closed, oldest first."""
        return await self._read(reads.live_tables)

    async def match(self, match_id: int) -> MatchRecord:
        """A match with its journal. Raises `Unknown`."""
        return await self._read(partial(reads.match, match_id=match_id))

    async def matches_of(self, table_id: int) -> list[MatchSummary]:
        """The matches of a table, oldest first."""
        return await self._read(partial(reads.matches_of, table_id=table_id))

    async def export_match(self, match_id: int) -> dict[str, Json]:
        """A match as JSON for verification; sealed while its table is open.

        Raises `Unknown`, or `Refused` while it is being played at an open table.
        """
        return await self._read(partial(export.export_match, match_id=match_id))

    # ---- the server

    async def leaderboard(
        self,
        guild_id: int,
        board: Board,
        *,
        game: str | None = None,
        since: float | None = None,
        page: int = 0,
        size: int = 10,
    ) -> tuple[list[BoardLine], int]:
        """One page (from 0) of a board, best first, and how many lines it has in all.

        Boards of outcomes may be narrowed to a game and to what happened from `since` on; `worth`
        is of this moment. Who has the same value shares the rank. Whoever had their data deleted
        is not on it.
        """
        return await self._read(
            partial(
                boards.leaderboard,
                guild_id=guild_id,
                board=board,
                game=game,
                since=since,
                page=page,
                size=size,
            )
        )

    async def settings(self, guild_id: int) -> dict[str, Json]:
        """The server's settings that have been set."""
        return await self._read(partial(reads.settings, guild_id=guild_id))

    async def audit_log(
        self, guild_id: int, *, limit: int = 20, before: int | None = None
    ) -> list[AuditLine]:
        """The server's audit log, newest first; go on with `before` = the last line's id."""
        return await self._read(partial(reads.audit_log, guild_id=guild_id, limit=limit, before=before))

    async def reset_guild(
        self, guild_id: int, actor: int | None, *, welcome: Mapping[str, int] | None = None
    ) -> None:
        """Start a server's money and leaderboards anew, by counter-entries; an audit line tells.

        Purses and funds go back to the mint and each member gets the welcome set. What lies in
        stakes, pots and escrows stays, since somebody is playing for it.
        """
        await self._writer.do(
            partial(
                funds.reset,
                guild_id=guild_id,
                actor=actor,
                welcome=self._welcome if welcome is None else welcome,
                now=self._clock(),
            )
        )

    # ---- care of the file

    async def backup(self, path: str | os.PathLike[str]) -> None:
        """Copy the store to `path`, complete as of one moment, while it goes on.

        The copy appears under its name when it is whole; a file that is there is replaced. Raises
        `NotSaved` if it cannot be written, `ValueError` if it is the store's own file.
        """
        await self._aside(partial(_copy, source=self._path, target=Path(path)))

    async def audit(self) -> list[str]:
        """Add up all books again: a sentence for each fault found, `[]` when all is well."""
        return await self._aside(snapshot(check.audit))

    async def _read(self, work: Work[T]) -> T:
        return await self._reader.run(snapshot(work))

    async def _aside(self, work: Work[T]) -> T:
        """Do what takes long on a connection of its own, so that other reads need not wait."""

        def in_thread() -> T:
            with closing(to_read(self._path)) as db:
                return work(db)

        return await asyncio.to_thread(in_thread)


def _copy(db: sqlite3.Connection, source: Path, target: Path) -> None:
    if target.resolve() == source.resolve():
        raise ValueError("a store cannot be backed up onto itself")
    partial_copy = target.with_name(f"{target.name}.part")
    try:
        partial_copy.unlink(missing_ok=True)
        make_private(partial_copy)
        with closing(sqlite3.connect(partial_copy)) as copy:
            db.backup(copy)
        os.replace(partial_copy, target)
    except (sqlite3.Error, OSError) as fault:
        partial_copy.unlink(missing_ok=True)
        raise NotSaved(f"the backup could not be written: {fault}") from fault
