"""The accounts of a table: their numbers, their holdings, and moves between them.

A seat's stake account holds its buy-in, or the dice that it set aside in this match. The table's pot account holds the
pot that is carried from match to match, and its bank account holds the dice that the house set aside in this match. The
house's own money is in funds, one for each game; the stakes of computer players come from the guest fund.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.clock import DAY, Clock
from bot.tables.state import Seat, TableState
from bot.user_errors import UserError
from db.ledger import Move
from db.places import GUESTS
from db.store import Store
from games.engine import money as gems
from games.engine import money_changer
from games.engine.result import SCORES

FUND = 10_000
"""The pieces to which a fund is topped up every day (GEM-R9)."""

Holding = Mapping[str, int]
"""Gembones and loose pieces of one base: unit of the rules to amount."""


class TableAccounts:
    """The accounts of one table."""

    def __init__(self, store: Store, state: TableState, clock: Clock) -> None:
        self.store, self.state, self.clock = store, state, clock
        # the numbers of these accounts never change, so the store is asked once for each
        self._mint: int | None = None
        self._funds: dict[tuple[str, str], int] = {}
        self._topped_up: dict[tuple[str, str], float] = {}

    @property
    def base(self) -> str:
        """The base that this table plays for."""
        return self.state.settings.base

    # ---- their numbers

    async def mint(self) -> int:
        """Return the account from which all money of the server comes."""
        if self._mint is None:
            self._mint = await self.store.mint(self.state.place_key)
        return self._mint

    async def fund(self, purpose: str) -> int:
        """Return the house's fund of the table's base for a game, given by its key, or for another purpose."""
        key = self.state.settings.base, purpose
        if key not in self._funds:
            self._funds[key] = await self.store.fund(self.state.place_key, *key)
        return self._funds[key]

    async def topped_up_fund(self, purpose: str) -> int:
        """Return a fund, topped up to its daily level. The store is asked at most once a day (UTC)."""
        key, today = (self.state.settings.base, purpose), self.clock.now() // DAY
        if self._topped_up.get(key) != today:
            await self.store.top_up(self.state.place_key, *key, FUND)
            await self.fund(purpose)
            self._topped_up[key] = today
        return self._funds[key]

    async def home(self, seat: Seat) -> int:
        """Return the account that a seat's money comes from and goes back to: a purse, or the guest fund."""
        return seat.member if seat.member is not None else await self.fund(GUESTS)

    async def bank(self) -> int:
        """Return the account in which the house sets its part of a match aside. It is opened on first use."""
        bank = self.state.progress.bank
        if bank is None:
            bank = await self.store.new_account("escrow", self.state.place_key)
            self.state.progress = self.state.progress.model_copy(update={"bank": bank})
        return bank

    # ---- what they hold, and moves

    async def holding(self, account: int) -> dict[str, int]:
        """Return an account's holding in the table's base."""
        return gems.of_base(self.base, await self.store.balances(account))

    def moves(self, giver: int, taker: int, units: Holding) -> list[Move]:
        """Return the moves of these units from one account to another."""
        base, moves = self.state.settings.base, []
        for unit, n in units.items():
            if n:
                # points and shares of wins have no base
                moves.append(Move(giver, taker, unit if unit in SCORES else f"{base}.{unit}", n))
        return moves

    def swap(self, account: int, mint: int, swap: money_changer.Swap) -> list[Move]:
        """Return the moves by which an account changes money at the mint (GEM-R3)."""
        return self.moves(account, mint, swap.give) + self.moves(mint, account, swap.get)

    async def set_aside(
        self, home: int, held: Holding, aside: int, units: Holding, refusal: str | None
    ) -> list[Move]:
        """Return the moves that take `units` from an account that holds `held`, changing money if needed.

        Raises `UserError` if it holds too little: with the key `refusal`, or the sentence about a purse.
        """
        swap = money_changer.cover(held, units)
        if swap is None:
            if refusal:
                raise UserError(refusal)
            need = gems.amount_text({unit: n for unit, n in units.items() if n})
            raise UserError("cannot_wager", need=need, base=self.base, held=gems.worth(held))
        moves = self.moves(home, aside, units)
        if swap.give or swap.get:
            mint = await self.mint()
            return self.moves(home, mint, swap.give) + self.moves(mint, home, swap.get) + moves
        return moves


def after(holding: Holding, swap: money_changer.Swap, taken: Holding) -> dict[str, int]:
    """Return the rest of a holding after a swap with the bank and the withdrawal of `taken`."""
    left = Counter(dict(holding))
    left.update(swap.get)
    left.subtract(swap.give)
    left.subtract(taken)
    return {unit: n for unit, n in left.items() if n}
