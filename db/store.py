"""The store's public face: async functions in the terms of the game, no SQL."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from db import house_funds, leaderboards, queries, unit_of_work
from db.capture import captured
from db.leaderboards import Board
from db.members import Members
from db.records import AuditLine, BoardLine, Json, Stats
from db.tables import Tables
from db.writes import Fact


class Store(Members, Tables):
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

    # ---- units of work

    async def commit(self, *facts: Fact) -> None:
        """Save `facts` together or not at all; returns when they are on the disk.

        Facts are written in order, but a stake or pot that a fact closes need only be empty when
        all are written. Raises `Refused` (the subclass that fits) or `NotSaved`; `TypeError` or
        `ValueError` for what JSON cannot say. What is saved is what the facts are now, even if
        something in them is changed while this waits.
        """
        unit = [captured(fact) for fact in facts]
        await self._writer.do(partial(unit_of_work.apply, facts=unit, now=self._clock()))

    def stats(self) -> Stats:
        """How much has been saved, in how many groups, since the store was opened."""
        return self._writer.stats()

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
                leaderboards.leaderboard,
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
        return await self._read(partial(queries.settings, guild_id=guild_id))

    async def audit_log(
        self, guild_id: int, *, limit: int = 20, before: int | None = None
    ) -> list[AuditLine]:
        """The server's audit log, newest first; go on with `before` = the last line's id."""
        return await self._read(partial(queries.audit_log, guild_id=guild_id, limit=limit, before=before))

    async def reset_guild(
        self, guild_id: int, actor: int | None, *, welcome: Mapping[str, int] | None = None
    ) -> None:
        """Start a server's money and leaderboards anew, by counter-entries; an audit line tells.

        Purses and funds go back to the mint and each member gets the welcome set. What lies in
        stakes, pots and escrows stays, since somebody is playing for it.
        """
        await self._writer.do(
            partial(
                house_funds.reset,
                guild_id=guild_id,
                actor=actor,
                welcome=self._welcome if welcome is None else welcome,
                now=self._clock(),
            )
        )
