"""What every part of a table's till needs: its accounts, what they hold, and moves between them.

Where money lies: a seat's stake account (the buy-in, or dice set aside in this match), the table's pot account (what
is carried from match to match), the table's bank account (what the house has set aside in this match). The house's own
money is in funds, one a game; computer players' stakes come from the guest fund.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.tables.state import Seat, TableState
from bot.user_errors import UserError
from db import GUESTS, Move, Store
from games.engine import money as gems
from games.engine import money_changer
from games.engine.result import SCORES

FUND = 10_000
"""Pieces to which a fund is raised every day (GEM-R9)."""

Holding = Mapping[str, int]
"""Gembones and loose pieces of one base: unit of the rules to amount."""


class TableAccounts:
    """The accounts of one table."""

    def __init__(self, store: Store, state: TableState) -> None:
        self.store, self.state = store, state

    @property
    def base(self) -> str:
        """The base that is played for here."""
        return self.state.settings.base

    async def holding(self, account: int) -> dict[str, int]:
        """What an account holds of the table's base."""
        return gems.of_base(self.base, await self.store.balances(account))

    def _unit(self, unit: str) -> str:
        return unit if unit in SCORES else f"{self.base}.{unit}"

    def _moves(self, giver: int, taker: int, units: Holding) -> list[Move]:
        return [Move(giver, taker, self._unit(unit), n) for unit, n in units.items() if n]

    def _swap(self, account: int, mint: int, swap: money_changer.Swap) -> list[Move]:
        """What an account hands to the bank, and what it gets for it (GEM-R3)."""
        return self._moves(account, mint, swap.give) + self._moves(mint, account, swap.get)

    async def _home(self, seat: Seat) -> int:
        """Where a seat's money comes from and goes to."""
        if seat.member is not None:
            return seat.member
        return await self._guest_fund()

    async def _guest_fund(self) -> int:
        """The house's money for its guests."""
        return await self.store.fund(self.state.guild_id, self.base, GUESTS)

    async def _bank(self) -> int:
        """The account where the house sets its part aside."""
        if self.state.settings.bank is None:
            account = await self.store.new_account("escrow", self.state.guild_id)
            self.state.settings = self.state.settings.model_copy(update={"bank": account})
        escrow = self.state.settings.bank
        assert escrow is not None
        return escrow

    async def _set_aside(self, home: int, aside: int, units: Holding, refusal: str | None) -> list[Move]:
        mint = await self.store.mint(self.state.guild_id)
        wanted = {unit: n for unit, n in units.items() if n}
        holding = await self.holding(home)
        swap = money_changer.cover(holding, wanted)
        if swap is None:
            if refusal:
                raise UserError(refusal)
            raise UserError(
                "cannot_wager", need=gems.amount_text(wanted), base=self.base, held=gems.worth(holding)
            )
        moves = self._swap(home, mint, swap)
        return moves + self._moves(home, aside, wanted)


def after(holding: Holding, swap: money_changer.Swap, taken: Holding) -> dict[str, int]:
    """What is left of a holding after a swap with the bank and after `taken` has gone."""
    left = Counter(dict(holding))
    left.update(swap.get)
    left.subtract(swap.give)
    left.subtract(taken)
    return {unit: n for unit, n in left.items() if n}
