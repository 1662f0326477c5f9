"""The part of the store that is about tables and the matches played at them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from db import export, queries, unit_of_work
from db.database import Database
from db.json_text import dump
from db.records import Json, MatchRecord, MatchSummary, TableRecord


class Tables(Database):
    """Tables, open and closed, and the journals of their matches."""

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
                unit_of_work.create_table,
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
        return await self._read(partial(queries.table, table_id=table_id))

    async def table_in(self, channel_id: int) -> TableRecord | None:
        """The channel's open table, if there is one."""
        return await self._read(partial(queries.table_in, channel_id=channel_id))

    async def last_closed_in(self, channel_id: int) -> TableRecord | None:
        """The channel's table that was closed last, if there is one."""
        return await self._read(partial(queries.last_closed_in, channel_id=channel_id))

    async def live_tables(self) -> list[TableRecord]:
        """All tables that are not closed, oldest first."""
        return await self._read(queries.live_tables)

    async def match(self, match_id: int) -> MatchRecord:
        """A match with its journal. Raises `Unknown`."""
        return await self._read(partial(queries.match, match_id=match_id))

    async def matches_of(self, table_id: int) -> list[MatchSummary]:
        """The matches of a table, oldest first."""
        return await self._read(partial(queries.matches_of, table_id=table_id))

    async def export_match(self, match_id: int) -> dict[str, Json]:
        """A match as JSON for verification; sealed while its table is open.

        Raises `Unknown`, or `Refused` while it is being played at an open table.
        """
        return await self._read(partial(export.export_match, match_id=match_id))
