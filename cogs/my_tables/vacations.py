"""Vacations: the clock of a member's turns stands still at the tables that play by letter."""

from __future__ import annotations

from typing import NamedTuple

from bot.clock import DAY
from bot.economy.accounts import MemberAccounts
from bot.members.profile_keys import VACATION
from bot.person import Person
from bot.serial_queue import serialized
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from db import journal
from db.members import SaveAbout

MOST_DAYS = 14
"""The longest vacation, in days."""


class Vacation(NamedTuple):
    """A vacation: its beginning and its end."""

    since: float
    until: float


class Vacations:
    """The vacations of members, separate on each server."""

    def __init__(self, accounts: MemberAccounts, registry: TableRegistry) -> None:
        self.accounts = accounts
        self.registry = registry
        self.queue = accounts.queue

    async def last(self, place_key: int, person: Person) -> Vacation | None:
        """Return a member's current or last vacation."""
        member = await self.accounts.get_or_create(place_key, person)
        saved = (await self.accounts.store.about(member)).get(VACATION)
        return None if saved is None else Vacation(float(saved["since"]), float(saved["until"]))

    async def present(self, place_key: int, person: Person) -> Vacation | None:
        """Return a member's current vacation, if any."""
        last = await self.last(place_key, person)
        return last if last is not None and last.until > self.accounts.clock.now() else None

    @serialized
    async def begin(self, place_key: int, person: Person, days: int) -> tuple[Vacation, int]:
        """Begin a vacation of some days, and return it with the number of tables whose clock stops.

        Raises `UserError` if the member is on one, has not played since the last, or plays nowhere by letter.
        """
        now, member = self.accounts.clock.now(), await self.accounts.get_or_create(place_key, person)
        last = await self.last(place_key, person)
        if last is not None and last.until > now:
            raise UserError("on_vacation", when=f"<t:{int(last.until)}:D>")
        if last is not None:
            # an answer at another table frees nobody who has been waited for since before
            waited: list[int | None] = [*self._waiting_for(place_key, person)]
            for match in waited or [None]:
                if not await self.accounts.store.read(journal.has_answered_since, member, last.until, match):
                    raise UserError("vacation_again")
        vacation = Vacation(now, now + min(days, MOST_DAYS) * DAY)
        waiting = await self._tell(place_key, person, vacation.until)
        if not waiting:
            raise UserError("no_letters")
        await self._save(member, vacation)
        return vacation, waiting

    @serialized
    async def end(self, place_key: int, person: Person) -> int:
        """End a member's vacation, and return the number of tables whose clock runs again."""
        now, last = self.accounts.clock.now(), await self.last(place_key, person)
        if last is None or last.until <= now:
            raise UserError("no_vacation")
        member = await self.accounts.get_or_create(place_key, person)
        await self._save(member, Vacation(last.since, now))
        return await self._tell(place_key, person, None)

    def _waiting_for(self, place_key: int, person: Person) -> list[int]:
        """Return the matches by letter in which a member is asked now."""
        found = []
        for table in self.registry.in_place(place_key):
            seat, session = table.state.seat_of(person.user_id), table.session
            if seat is not None and session is not None and table.live.pace.by_letter:
                found += [session.id] if session.match.asks_of(seat.number) else []
        return found

    async def _save(self, member: int, vacation: Vacation) -> None:
        await self.accounts.commit(SaveAbout(member, VACATION, vacation._asdict()))

    async def _tell(self, place_key: int, person: Person, until: float | None) -> int:
        """Tell every table of a member, and return the number of those that play by letter."""
        tables = self.registry.in_place(place_key)
        return sum([await table.seating.set_vacation(person, until) for table in tables])
