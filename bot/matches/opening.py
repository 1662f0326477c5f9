"""Opening a match: when its seed may be shown, the members who must agree, and its export.

A match is opened when its table has closed; before that, when it is over and hid nothing, or when every member who
played in it agrees. Its seed reveals nothing about the table's other matches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.luck.deal import BeaconRound, Deal, deal_of
from bot.matches.access import Reader, may_see, public_channel
from bot.matches.exported_match import game_and_journal
from bot.matches.hidden import had_hidden_cards
from bot.tables.state import TableProgress
from bot.user_errors import UserError
from db import journal
from db.backend.names import Name
from db.errors import ArchiveAway, Unknown
from db.journal import MatchRecord
from db.store import Store
from db.tables import TableRecord
from games.engine.errors import GameError


@dataclass(frozen=True, slots=True)
class OpenedMatch:
    """A match and its export. A sealed export still needs the consent of the members in `missing`."""

    record: MatchRecord
    deal: Deal | None
    exported: Mapping[str, Any]
    names: Mapping[int, str]
    """The known names of the seats."""
    agreed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    undealt: Mapping[int, BeaconRound] = field(default_factory=dict)
    """The rounds of its table's deals that were announced before this one and never dealt, by deal."""


async def get_match(
    store: Store, place_key: int, number: int, reader: Reader
) -> tuple[MatchRecord, TableRecord]:
    """Return a match that was played in a place, and its table.

    Raises `UserError` if there is none, or none that the reader may be told of: the two read the same.
    """
    try:
        record = await store.match(number)
    except Unknown as unknown:
        raise UserError("no_match", n=number) from unknown
    except ArchiveAway as away:
        table = await store.table(await store.read(journal.table_of, number))
        # the archive has its players, so here nobody is told of a private match
        channel = public_channel(table, number)
        is_told = (
            table.place_key == place_key and channel is not None and (reader.admin or reader.reads(channel))
        )
        raise UserError("in_archive" if is_told else "no_match", n=number) from away
    table = await store.table(record.table)
    if table.place_key != place_key or not await may_see(store, reader, record, table):
        raise UserError("no_match", n=number)
    return record, table


async def load_opened(store: Store, place_key: int, number: int, reader: Reader) -> OpenedMatch:
    """Return a match of a place with everything that may be exported of it now.

    Raises `UserError` if there is no such match for the reader, if it is being played, or if it is of an older version
    and its table is open.
    """
    record, table = await get_match(store, place_key, number, reader)
    deal = deal_of(record.header)
    people = await store.names(list(deal.members.values())) if deal is not None else {}
    names = _names(table, deal, people)
    undealt = undealt_before(table, None if deal is None else deal.index)
    if table.phase == "closed":
        return OpenedMatch(record, deal, await store.export_match(number), names, undealt=undealt)
    if record.state not in ("ended", "void"):
        raise UserError("still_playing", n=number)
    if deal is None:
        raise UserError("sealed", n=number)
    opened = await asyncio.to_thread(may_open, record, table)
    if not opened and _has_latecomers(record):
        raise UserError("sealed", n=number)
    exported = await store.export_match(number, opened=opened)
    if opened:
        return OpenedMatch(record, deal, exported, names, undealt=undealt)
    agreed = _agreed(table, number)
    missing = [account for account in deal.members.values() if account not in agreed]
    given, awaited = (
        tuple(people.get(account, "a member who has left") for account in accounts)
        for accounts in (agreed, missing)
    )
    return OpenedMatch(record, deal, exported, names, given, awaited)


def undealt_before(table: TableRecord, index: int | None = None) -> dict[int, BeaconRound]:
    """Return the rounds that were announced for deals of a table and never dealt, by deal; `index` is a later deal."""
    announced = TableProgress.model_validate(table.settings).announced
    return {deal: announced[deal] for deal in sorted(announced) if index is None or deal < index}


def may_open(record: MatchRecord, table: TableRecord) -> bool:
    """Return True if a match may be shown with its seed and all answers now. It may have to be replayed for that."""
    if table.phase == "closed":
        return True
    deal = deal_of(record.header)
    # a table of an older version has one seed for all matches, so none can be opened before it closes
    if record.state not in ("ended", "void") or deal is None:
        return False
    return all_agree(record, table) or not _had_hidden_cards(record)


def all_agree(record: MatchRecord, table: TableRecord) -> bool:
    """Return True if everyone who played in a match agrees to open it before its table closes.

    The deal doesn't name who came later, so nobody agrees for them.
    """
    deal = deal_of(record.header)
    if deal is None or _has_latecomers(record):
        return False
    return {*deal.members.values()} <= {*_agreed(table, record.id)}


def _has_latecomers(record: MatchRecord) -> bool:
    return any(row.ask == 0 and row.answer[0] == "join" for row in record.rows)


def _agreed(table: TableRecord, match: int) -> list[int]:
    return TableProgress.model_validate(table.settings).agreed.get(match, [])


def _names(table: TableRecord, deal: Deal | None, people: Mapping[int, Name]) -> dict[int, Name]:
    names = {seat.seat: seat.name for seat in table.seats if seat.member is None}
    if deal is not None:
        names |= {seat: people[account] for seat, account in deal.members.items() if account in people}
    return names


def _had_hidden_cards(record: MatchRecord) -> bool:
    try:
        return had_hidden_cards(*game_and_journal(record))
    except GameError:
        # these rules cannot replay it, so it stays sealed to be safe
        return True
