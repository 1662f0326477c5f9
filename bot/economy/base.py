"""What every change of a purse stands on: whose it is, amounts as they are written, a commit that explains itself."""

from __future__ import annotations

from collections.abc import Mapping

from bot.guilds.settings import get_or_create_purse, house_settings
from bot.person import Person
from bot.tables.registry import TableRegistry
from bot.tables.serial_queue import SerialQueue
from bot.user_errors import UserError
from db import AlreadyDone, BadMove, Fact, Move, NotEnough
from games.engine import BadAmount
from games.engine import money as gems

Holdings = dict[str, dict[str, int]]
"""Base to gembones and loose pieces; bases of which there is nothing are left out."""


class Changes:
    """The base of `Giving`, `Toyshop` and `Purses`."""

    def __init__(self, registry: TableRegistry) -> None:
        self._floor = registry
        self._store, self._clock = registry.context.store, registry.context.clock
        self.mailbox = SerialQueue()
        """One thing after the other; there is one `Purses` a process."""

    async def _account(self, guild_id: int, person: Person) -> int:
        return await get_or_create_purse(self._store, guild_id, person.user_id, person.name)

    async def _read(self, guild_id: int, text: str, base: str | None) -> gems.Amount:
        """An amount as it was written; of the server's starting base where neither text nor option names one."""
        start = base or (await house_settings(self._store, guild_id)).start_base
        try:
            return gems.parse_amount(text, start)
        except BadAmount as wrong:
            raise UserError("amount", sentence=wrong) from wrong

    async def _commit(self, *facts: Fact) -> None:
        try:
            await self._store.commit(*facts)
        except AlreadyDone as done:
            raise UserError("done_already") from done
        except BadMove as wrong:
            raise UserError("too_large") from wrong
        except NotEnough as short:
            raise UserError("spent_meanwhile") from short


def by_base(balances: Mapping[str, int]) -> Holdings:
    """The ledger's units by base, in the order of the bases' worth."""
    found = {base: gems.of_base(base, balances) for base in gems.BASES}
    return {base: holding for base, holding in found.items() if holding}


def moves(giver: int, taker: int, base: str, units: Mapping[str, int]) -> list[Move]:
    """Units of one base from an account to another."""
    return [Move(giver, taker, unit, n) for unit, n in gems.in_base(base, units).items()]
