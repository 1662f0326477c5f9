"""Deeds of members: earned when a match ends, and counted again from the journals.

Both ways ask the same question of the same facts, so they give the same deeds: a member earns those of the seat in
which they were the last to answer in person, if the match has an outcome for them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from bot.language import N_
from bot.matches.exported_match import game_and_journal
from bot.tables.hooks import MatchEnding
from cogs.deeds import rows as deed_rows
from cogs.deeds.rows import DeedRecord, EarnDeed, ForgetDeeds
from db import journal, outcomes
from db.errors import ArchiveAway, Unknown
from db.store import Store
from games.deeds import DEEDS, Deed, earned_in
from games.engine.errors import GameError
from games.engine.match import Match
from games.engine.questions import OUTSIDE
from games.engine.scene import Line

ANNOUNCED = N_("{seat:seat}, a deed: **{title}**. {how}.")
"""The line under a result that announces a new deed."""


def earned(
    match: Match, number: int, answerers: Mapping[int, int], members: Collection[int]
) -> list[tuple[int, EarnDeed]]:
    """Return the deeds that members have earned in a match that is over, each with its seat."""
    return [
        (seat, EarnDeed(member, key, number))
        for seat, member in sorted(answerers.items())
        if member in members
        for key in earned_in(match, seat)
    ]


async def new_deeds(
    store: Store,
    match: Match,
    number: int,
    last: tuple[int, int | None],
    members: Iterable[int],
) -> list[tuple[int, EarnDeed]]:
    """Return the deeds earned in a match that is ending which their members did not have before, with the seats.

    `last`: the seat of the answer that is saved with the end, and the member who gave it in person, if one did.
    """
    members = set(members)
    seat, member = last
    answerers = dict(await store.read(journal.answerers, number)) if members else {}
    if member is not None:
        answerers[seat] = member
    found = earned(match, number, answerers, members)
    had = {
        member: {deed.deed for deed in await store.read(deed_rows.deeds, member)}
        for member in {d.member for _, d in found}
    }
    return [(seat, deed) for seat, deed in found if deed.deed not in had[deed.member]]


async def earn_deeds(ending: MatchEnding) -> None:
    """Save the deeds that members have earned just now for the first time, and announce them."""
    rows = ending.match.rows
    last: tuple[int, int | None] = (rows[-1].seat if rows else OUTSIDE, None)
    if rows and rows[-1].by == "player":
        seat = ending.table.find_seat(rows[-1].seat)
        last = (rows[-1].seat, seat.member if seat is not None else None)
    members = [outcome.member for outcome in ending.outcomes]
    deeds = await new_deeds(ending.store, ending.match, ending.match_id, last, members)
    ending.remarks += announcements(deeds)
    ending.writes += [deed for _, deed in deeds]


def announcements(deeds: Iterable[tuple[int, EarnDeed]]) -> list[Line]:
    """Return the lines that tell new deeds."""
    by_seat = [(seat, DEEDS[deed.deed]) for seat, deed in deeds]
    return [Line(ANNOUNCED, {"seat": seat, "title": deed.title, "how": deed.how}) for seat, deed in by_seat]


async def recount(store: Store, done: Callable[[int], None]) -> tuple[int, int]:
    """Count the deeds of all ended matches again; return how many matches were played back, and how many were not.

    Deeds of matches whose rules have changed since stay as they are. `done` is called with each match.
    """
    replayed = skipped = 0
    for number in await store.read(journal.ended_matches):
        try:
            record = await store.match(number)
            match = Match.replay(*game_and_journal(record))
        except (GameError, Unknown, ArchiveAway):
            skipped += 1
        else:
            replayed += 1
            found = earned(
                match,
                number,
                await store.read(journal.answerers, number),
                await _members_of(store, number),
            )
            await store.commit(ForgetDeeds(number), *(deed for _, deed in found))
        done(number)
    return replayed, skipped


async def _members_of(store: Store, match: int) -> Collection[int]:
    """Return the accounts of the members who have an outcome of a match, without those whose data was deleted."""
    given = await store.read(outcomes.outcomes, outcomes.of_match(match))
    return await store.names([outcome.member for outcome in given])


def earned_and_open(records: Iterable[DeedRecord]) -> tuple[list[tuple[Deed, DeedRecord]], list[Deed]]:
    """Return a member's deeds, and the open ones that they may know about."""
    own = {record.deed: record for record in records}
    have = [(DEEDS[key], record) for key, record in own.items() if key in DEEDS]
    return have, [deed for key, deed in DEEDS.items() if key not in own and not deed.hidden]
