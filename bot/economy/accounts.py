"""Access to the purse accounts of members, shared by every service that changes a purse.

It finds a member's account, parses a typed amount, and turns the refusals of the store into sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bot.clock import Clock
from bot.members.purses import get_or_create_purse
from bot.person import Person
from bot.places.settings import load_place_settings
from bot.serial_queue import SerialQueue
from bot.user_errors import UserError, told
from db.backend.unit_of_work import Write
from db.errors import AlreadyDone, BadMove, NotEnough
from db.ledger import Move
from db.store import Store
from games.engine import money as gems
from games.engine.errors import BadAmount

Holdings = dict[str, dict[str, int]]
"""Gembones and loose pieces by base. A base that the account does not hold is left out."""


class MemberTables(Protocol):
    """The questions that the economy asks of the tables about a member."""

    def is_playing(self, place_key: int, user_id: int) -> bool:
        """Return True if a member is in a running or suspended match."""

    def won_last(self, place_key: int, user_id: int) -> bool:
        """Return True if a member won the last match of a table here, even if it has closed since."""

    def part_of_pots(self, place_key: int, member: int) -> Mapping[str, int]:
        """Return a member's share of the carried pots if all tables here closed now, in ledger units."""


class MemberAccounts:
    """The purse accounts of members, and the queue of their changes.

    There is one in each process. Every change of a purse or a profile runs on `queue`, one at a time, so that two gifts
    sent at the same moment cannot both count the same gembones as the giver's remainder.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.queue = SerialQueue()

    async def get_or_create(self, place_key: int, person: Person) -> int:
        """Return a member's purse account; a new member gets one with a welcome set."""
        return await get_or_create_purse(self.store, place_key, person.user_id, person.name)

    async def parse_amount(self, place_key: int, text: str, base: str | None) -> gems.Amount:
        """Parse an amount that a member typed.

        If neither the text nor `base` names a base, it is the server's starting base. Raises `UserError`.
        """
        start = base or (await load_place_settings(self.store, place_key)).start_base
        try:
            return gems.parse_amount(text, start)
        except BadAmount as wrong:
            raise UserError("amount", sentence=told(wrong)) from wrong

    async def commit(self, *facts: Write) -> None:
        """Save everything in one unit. Raises `UserError` if the store refuses."""
        try:
            await self.store.commit(*facts)
        except AlreadyDone as done:
            raise UserError("done_already") from done
        except BadMove as wrong:
            raise UserError("too_large") from wrong
        except NotEnough as short:
            # There was enough when the service looked, but a table took some of it before the commit.
            raise UserError("spent_meanwhile") from short


def by_base(balances: Mapping[str, int]) -> Holdings:
    """Return the ledger's units grouped by base, in order of worth."""
    holdings = {base: gems.of_base(base, balances) for base in gems.BASES}
    return {base: holding for base, holding in holdings.items() if holding}


def moves_of(giver: int, taker: int, base: str, units: Mapping[str, int]) -> list[Move]:
    """Return the ledger moves that carry units of one base from one account to another."""
    return [Move(giver, taker, unit, n) for unit, n in gems.in_base(base, units).items()]
