"""The store: its methods are async functions in the terms of the game, without SQL."""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from db import (
    audit,
    export,
    journal,
    leaderboards,
    ledger,
    loss_limits,
    members,
    places,
    tables,
    unit_of_work,
)
from db.backend.connection import Connection
from db.backend.database import Database, ShardLeases
from db.backend.opening import Location, migrate, open_database
from db.backend.part import PartOfDatabase
from db.history import daily
from db.history import outcomes as outcome_records
from db.history import seasons as season_records
from db.history import tournaments as tournament_records
from db.meetings import calls, nights
from db.members import DAY, WELCOME
from db.records import Json, Stats, TableRecord
from db.writes import NewTable, NewTournament, Write

T = TypeVar("T")
P = ParamSpec("P")

Clock = Callable[[], float]

Method = Callable[Concatenate["Store", P], Coroutine[Any, Any, T]]
"""A method of `Store` with the parameters P and the result T."""

# ---- methods
#
# Most methods only carry a call to a function with SQL in another thread and bring back its result. The function has
# the signature and the docstring; these five make a method of it.


def _query(function: Callable[Concatenate[Connection, P], T]) -> Method[P, T]:
    """Make a method of a function that reads."""

    def method(self: Store, /, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        return self._database.read(function, *args, **kwargs)

    return _document(method, function)


def _query_now(function: Callable[Concatenate[Connection, float, P], T]) -> Method[P, T]:
    """Make a method of a function that reads and depends on the time."""

    def method(self: Store, /, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        return self._database.read(function, self._clock(), *args, **kwargs)

    return _document(method, function)


def _report(function: Callable[Concatenate[Connection, P], T]) -> Method[P, T]:
    """Make a method of a function that reads much: it never stands in the way of other reads."""

    async def method(self: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.report(function, *args, **kwargs)

    return _document(method, function)


def _long_query(function: Callable[Concatenate[Connection, P], T]) -> Method[P, T]:
    """Make a method of a function that reads for long: it gets a connection of its own."""

    async def method(self: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.read_aside(function, *args, **kwargs)

    return _document(method, function)


def _command(function: Callable[Concatenate[Connection, float, P], T]) -> Method[P, T]:
    """Make a method of a function that writes: a unit of work of its own, saved when the method returns."""

    async def method(self: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.writer.do(function, self._clock(), *args, **kwargs)

    return _document(method, function)


def _document(method: Method[P, T], function: Callable[..., T]) -> Method[P, T]:
    method.__name__, method.__doc__ = function.__name__, function.__doc__
    return method


class Store:
    """The journal, the ledger and all that belongs to them, in one database.

    Whatever `commit` has saved when it returns is on the disk, and survives a crash in the next microsecond; what it
    has not returned from, no one can read. Made by `open`:

        async with await Store.open("dicenight.db") as store:
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

    # ---- opening and closing

    @classmethod
    async def open(
        cls,
        location: Location,
        *,
        clock: Clock = time.time,
        welcome: Mapping[str, int] = WELCOME,
        patience: float | None = None,
        shards: int = 0,
    ) -> Self:
        """Open the file or the PostgreSQL database at `location`, creating or migrating it where needed.

        `clock` gives the time that is written with each row; `welcome` is the gift to a new member; `patience` is the
        number of seconds that a write waits for a foreign program that holds the file, or the opening for a killed
        process on PostgreSQL to be gone. With `shards` a PostgreSQL database is shared with other processes, by leases
        of so many shards. Raises `StoreLocked` if another process has it open for itself, `StoreTooNew` if a later
        version of this program wrote it, `StoreError` if it is not one of ours or cannot be reached.
        """
        database = await open_database(location, patience, shards)
        try:
            await database.writer.do(members.purge_forgotten, clock())
            await database.writer.do(loss_limits.purge_expired, clock())
        except BaseException:
            await database.close()
            raise
        return cls(database, clock, welcome)

    @staticmethod
    async def migrate(location: Location) -> tuple[int, int]:
        """Bring a database to the present version without opening it for play.

        Returns the versions before and after; raises what `open` raises.
        """
        return await migrate(location)

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

    def commit(self, *unit: Write) -> Awaitable[None]:
        """Save these writes together or not at all, to be awaited. That ends when they are on the disk.

        They are carried out in order, but a stake or pot that one of them closes need only be empty at the end of
        the unit. Raises `Refused` (the subclass that fits) or `NotSaved`.
        """
        return self._database.writer.do(unit_of_work.apply, self._clock(), unit)

    def stats(self) -> Stats:
        """Return the numbers of groups and units that were saved since the store was opened."""
        return self._database.writer.stats()

    # ---- money

    balances = _query(ledger.balances)
    balances_of = _query(ledger.balances_of)
    owned = _query(ledger.owned)
    history = _query(ledger.history)
    new_account = _command(ledger.open_account)

    async def mint(self, place_key: int) -> int:
        """Return the place's mint: the account that may owe, from which all money comes."""
        account = self._mints.get(place_key)
        if account is None:
            account = await self._database.writer.do(ledger.mint, self._clock(), place_key)
            self._mints[place_key] = account
        return account

    async def fund(self, place_key: int, base: str, purpose: str) -> int:
        """Return the house's fund for one base and purpose, opened empty on first use.

        The purpose `db.GUESTS` is the fund of the computer players. Raises `Unknown` if there is no such base.
        """
        account = self._funds.get((place_key, base, purpose))
        if account is None:
            account = await self._database.writer.do(places.fund, self._clock(), place_key, base, purpose)
            self._funds[place_key, base, purpose] = account
        return account

    funds = _query(places.funds)

    async def top_up(self, place_key: int, base: str, purpose: str, floor: int) -> None:
        """Raise a fund below `floor` pieces to it from the mint; checked once a day (UTC).

        The first call of the day decides; a fund drained later stays so until the next. Later calls cost nothing.
        Raises `BadMove` if `floor` is negative or over the cap.
        """
        now = self._clock()
        today = int(now // DAY)
        if self._topped.get((place_key, base, purpose)) == today:
            return
        await self._database.writer.do(places.top_up, now, place_key, base, purpose, floor)
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
        new = NewTable(place_key, channel_id, host, game, options, settings, seed)
        return await self._database.writer.do(tables.create_table, self._clock(), new)

    table = _query(tables.table)
    table_in = _query(tables.table_in)
    last_closed_in = _query(tables.last_closed_in)
    live_tables = _query(tables.live_tables)

    async def next_match_id(self) -> int:
        """Return a number for `OpenMatch` that no match has, and that is not given again."""
        return await self._database.next_match_id()

    match = _query(journal.match)
    matches_of = _query(journal.matches_of)
    last_match_at = _query(journal.last_match_at)
    players = _query(journal.players)
    ended_matches_of = _query(journal.ended_matches_of)
    has_answered_since = _query(journal.has_answered_since)
    seat_in = _query(journal.seat_in)
    seat_spans = _query(journal.seat_spans)
    matches_of_member = _query(journal.matches_of_member)
    ended_matches = _query(journal.ended_matches)
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
        return await self._database.writer.do(
            members.get_or_create, self._clock(), place_key, user_id, name, gift
        )

    async def find_member(self, place_key: int, user_id: int) -> int | None:
        """Return the purse account of a member, if they are known."""
        member = await self._database.read(members.find, place_key, user_id)
        return None if member is None else member[0]

    names = _query(members.names)
    about = _query(members.about)
    about_in_place = _query(members.about_in_place)
    blocked = _query(members.blocked)
    blocks_among = _query(members.blocks_among)
    daily_seed = _query(daily.seed)
    daily_tries = _query(daily.tries_of)
    daily_results = _query(daily.results)
    seasons = _query(season_records.seasons)
    ratings = _query(season_records.ratings)
    rated_games = _query(season_records.rated_games)
    medals = _query(season_records.medals)
    deeds = _query(outcome_records.deeds)
    answerers = _query(outcome_records.answerers)
    members_with_outcome = _query(outcome_records.members_with_outcome)
    outcomes_at = _query(outcome_records.outcomes_at)
    played = _report(outcome_records.played)
    shared = _report(outcome_records.shared)
    forgotten_today = _query_now(members.forgotten_today)
    export_member = _long_query(export.export_member)
    delete_member = _command(unit_of_work.delete_member)

    # ---- tournaments

    async def create_tournament(
        self,
        guild_id: int,
        channel_id: int,
        host: int,
        game: str,
        settings: Mapping[str, Json],
        due: float,
    ) -> int:
        """Open a tournament to entries until `due`, and return its number.

        Raises `Refused` if one is under way in the channel, `Unknown` if `host` is not an account of that server.
        """
        new = NewTournament(guild_id, channel_id, host, game, settings, due)
        return await self._database.writer.do(tournament_records.create_tournament, self._clock(), new)

    tournament = _query(tournament_records.tournament)
    tournament_in = _query(tournament_records.tournament_in)
    live_tournaments = _query(tournament_records.live_tournaments)
    tournaments_won = _query(tournament_records.tournaments_won)
    match_outcomes = _query(tournament_records.match_outcomes)

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

    limit_status = _query_now(loss_limits.limit_status)

    async def cap_losses(self, member: int, cap: int | None) -> None:
        """Cap the losses of a member in a day, in pieces of copper worth; a looser cap binds in a day."""
        self._without_limits[member] = False
        await self._database.writer.do(loss_limits.cap_losses, self._clock(), member, cap)

    async def pause(self, member: int, until: float) -> None:
        """Let this member stake nothing until then; a longer pause stays."""
        self._without_limits[member] = False
        await self._database.writer.do(loss_limits.pause, self._clock(), member, until)

    end_pause = _command(loss_limits.end_pause)

    # ---- how people find each other

    last_call = _query(calls.last_call)
    last_role_call = _query(calls.last_role_call)
    open_calls = _query(calls.open_calls)
    night = _query(nights.night)
    planned_nights = _query(nights.planned_nights)
    night_answers = _query(nights.night_answers)
    plan_night = _command(nights.plan_night)

    # ---- places

    leaderboard = _report(leaderboards.leaderboard)
    owned_history = _report(ledger.owned_history)
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
            await self._database.writer.do(places.reset, self._clock(), place_key, actor, gift)
        finally:
            # The funds are empty and may be topped up a second time today. Also when this task was cancelled: the
            # unit may have been saved all the same, and to look at the database once more does no harm.
            self._topped = {fund: day for fund, day in self._topped.items() if fund[0] != place_key}

    # ---- care of the file

    audit = _long_query(audit.audit)

    async def backup(self, path: str | os.PathLike[str]) -> None:
        """Copy the store into a SQLite file at `path`, complete as of one moment, while it goes on.

        The copy appears under its name when it is whole; an existing file is replaced. Raises `NotSaved` if it
        cannot be written, `ValueError` if it is the store's own file.
        """
        await self._database.backup(Path(path))
