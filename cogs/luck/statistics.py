"""The luck of a member or a table, over all their recorded matches that are open.

A match is played again in a thread, one at a time, and its tally is kept in memory: it never changes. So a press waits
for nothing here, and the second question costs a sum. Sealed matches are left out: their counts would tell of cards
that are still hidden.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from bot.luck.deal import deal_of
from bot.matches.access import Reader, may_see
from bot.matches.exported_match import game_and_journal
from bot.matches.hidden import had_hidden_cards
from bot.matches.opening import all_agree
from cogs.luck.tally import MatchTally, Tally, add_up, tally_of
from db import journal
from db.errors import ArchiveAway
from db.journal import MatchRecord
from db.store import Store
from db.tables import TableRecord
from games.engine.errors import BadOptions, GameError

log = logging.getLogger(__name__)

MOST = 1_000
"""The most matches that are counted, newest first."""
KEPT = 2_000
"""The most tallies of matches kept in memory."""


@dataclass(frozen=True, slots=True)
class LuckReport:
    """The sum over some matches. `sealed`: the number left out because they aren't open yet."""

    tally: Tally
    matches: int
    sealed: int


@dataclass(slots=True)
class _Counted:
    tally: MatchTally
    hid: bool


class LuckStatistics:
    """Counts rolls and cards of matches in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._kept: OrderedDict[int, _Counted | None] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def of_member(self, place_key: int, user_id: int) -> LuckReport:
        """Return the rolls and cards that a member drew, in all their matches on a server."""
        member = await self.store.find_member(place_key, user_id)
        matches = [] if member is None else await self.store.read(journal.ended_matches_of, member, MOST)
        return await self._sum(matches, member)

    async def of_table(self, table_id: int, reader: Reader) -> LuckReport:
        """Return all rolls and cards of a table, in the matches that a person may see."""
        matches = [
            match.id
            for match in await self.store.read(journal.matches_of, table_id)
            if match.state == "ended"
        ]
        return await self._sum(matches[-MOST:], None, reader)

    async def _sum(
        self, matches: Sequence[int], member: int | None, reader: Reader | None = None
    ) -> LuckReport:
        tallies: list[Tally] = []
        tables: dict[int, TableRecord] = {}
        sealed = counted = 0
        async with self._one_at_a_time:
            for match in matches:
                try:
                    record = await self.store.match(match)
                except ArchiveAway:
                    continue  # what is told counts the matches that it is told from
                if record.table not in tables:
                    tables[record.table] = await self.store.table(record.table)
                table = tables[record.table]
                if reader is not None and not await may_see(self.store, reader, record, table):
                    continue
                found = await self._count(record)
                if found is None:
                    continue
                if table.phase != "closed" and found.hid and not all_agree(record, table):
                    sealed += 1
                    continue
                counted += 1
                seat = None if member is None else await self._seat_of(record, member)
                if member is None:
                    tallies.append(found.tally.everything)
                elif seat is not None:
                    tallies.append(found.tally.by_seat.get(seat, {}))
        return LuckReport(await asyncio.to_thread(add_up, tallies), counted, sealed)

    async def _count(self, record: MatchRecord) -> _Counted | None:
        if record.id not in self._kept:
            self._kept[record.id] = await asyncio.to_thread(_count, record)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(record.id)
        return self._kept[record.id]

    async def _seat_of(self, record: MatchRecord, member: int) -> int | None:
        deal = deal_of(record.header)
        for seat, account in deal.members.items() if deal is not None else ():
            if account == member:
                return seat
        return await self.store.read(journal.seat_in, record.id, member)


def _count(record: MatchRecord) -> _Counted | None:
    """Count a match; None if these rules cannot play it any more."""
    try:
        game, header, rows = game_and_journal(record)
        # a table of an older version has one seed for all its matches: none of them is open before it closes
        hid = deal_of(record.header) is None or had_hidden_cards(game, header, rows)
        return _Counted(tally_of(game, header, rows), hid)
    except (GameError, BadOptions) as fault:
        log.info("match %s is not counted: %s", record.id, fault)
        return None
