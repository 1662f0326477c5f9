"""What every change of a purse stands on: whose it is, amounts as they are written, a commit that explains itself."""

from __future__ import annotations

from collections.abc import Mapping

from bot.guilds.settings import house_settings, purse_of
from bot.tables.context import Person
from bot.tables.registry import Floor
from bot.tables.serial_queue import Mailbox
from bot.user_errors import Refusal
from db import AlreadyDone, BadMove, Fact, Move, NotEnough
from games.engine import BadAmount
from games.engine import money as gems

Holdings = dict[str, dict[str, int]]
"""Base to gembones and loose pieces; bases of which there is nothing are left out."""


class Changes:
    """The base of `Giving`, `Toyshop` and `Purses`."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._store, self._clock = floor.house.store, floor.house.clock
        self.mailbox = Mailbox()
        """One thing after the other; there is one `Purses` a process."""

    async def _account(self, guild_id: int, person: Person) -> int:
        return await purse_of(self._store, guild_id, person.user_id, person.name)

    async def _read(self, guild_id: int, text: str, base: str | None) -> gems.Amount:
        """An amount as it was written; of the server's starting base where neither text nor option names one."""
        start = base or (await house_settings(self._store, guild_id)).start_base
        try:
            return gems.parse_amount(text, start)
        except BadAmount as wrong:
            raise Refusal("amount", sentence=wrong) from wrong

    async def _commit(self, *facts: Fact) -> None:
        try:
            await self._store.commit(*facts)
        except AlreadyDone as done:
            raise Refusal("done_already") from done
        except BadMove as wrong:
            raise Refusal("too_large") from wrong
        except NotEnough as short:
            raise Refusal("spent_meanwhile") from short


def by_base(balances: Mapping[str, int]) -> Holdings:
    """The ledger's units by base, in the order of the bases' worth."""
    found = {base: gems.of_base(base, balances) for base in gems.BASES}
    return {base: holding for base, holding in found.items() if holding}


def moves(giver: int, taker: int, base: str, units: Mapping[str, int]) -> list[Move]:
    """Units of one base from an account to another."""
    return [Move(giver, taker, unit, n) for unit, n in gems.in_base(base, units).items()]
