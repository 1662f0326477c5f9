"""The money of a table: buy-ins, dice set aside during a match, payouts, refunds.

The cashier reads balances and writes nothing: it returns `Transfer`s, which the table saves in the same unit as the row
or seat that they belong to. If a purse has changed in the meantime, the unit is refused and nothing has happened.

accounts    accounts, and moves between them
buy_in      the money that seats bring to a match, and take home when they leave
payers      who pays in a match, and who plays for points
payout      the end of a match: results, debts, tips
among_payers  the result of a match in which some play for points
carryover   what a game leaves for the next one
outcomes    what a match counts on the leaderboards
cashier     all of it at one table; what is carried, set aside and given back (this file)
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection
from typing import Any

from bot.clock import Clock
from bot.tables.match_session import MatchSession
from bot.tables.money import carryover
from bot.tables.money.accounts import Holding, TableAccounts
from bot.tables.money.buy_in import BuyIn
from bot.tables.money.payers import Payers
from bot.tables.money.payout import Payout
from bot.tables.state import Seat, TableSettings, TableState
from bot.user_errors import UserError
from db.ledger import Move, Transfer
from db.places import GUESTS
from db.store import Store
from games.engine import money as gems
from games.engine.game import Game
from games.engine.prompts import Cost
from games.engine.result import Departure, Result


class Cashier:
    """The money of one table."""

    def __init__(self, store: Store, state: TableState, clock: Clock) -> None:
        self.store, self.state = store, state
        self.accounts = TableAccounts(store, state, clock)
        self.payers = Payers(self.accounts)
        self.buy_in = BuyIn(self.accounts, self.payers)
        self.payout = Payout(self.accounts)

    async def holding(self, account: int) -> dict[str, int]:
        """Return an account's holding in the table's base."""
        return await self.accounts.holding(account)

    async def purses(self, session: MatchSession, game: Game, for_points: Collection[int]) -> dict[int, int]:
        """Return the pieces of each member who pays, in purse or put up in this match, if it is for gembones."""
        if session.free or game.money_kind(session.match.options) != "gembones":
            return {}
        risked = session.match.risked
        return {
            number: gems.worth(await self.holding(seat.member)) + gems.worth(risked.get(number, {}))
            for number, seat in self.state.everyone.items()
            if seat.member is not None and number not in for_points
        }

    # ---- between matches

    async def check_change(self, settings: TableSettings) -> None:
        """Refuse another base while the table holds money of this one."""
        if settings.base == self.accounts.base:
            return
        accounts = [self.state.pot, *(seat.stake for seat in self.state.in_order())]
        held = await self.store.balances_of(accounts)
        if any(held.values()):
            raise UserError("base_in_use")

    def carry_in(self, game: Game, *, free: bool = False) -> dict[str, Any]:
        """Return the carry that the last match of this kind left for the next one.

        A `free` match does not play for a pot of real money.
        """
        left = carryover.carry_in(self.state.carry, game)
        if free and "pot" in left:
            return {key: left[key] for key in ("last_starter",) if key in left}
        return left

    def carry_out(self, game: Game, result: Result, session: MatchSession) -> dict[str, Any]:
        """Return the carry after this match, including the pots of other kinds of games.

        The pot of a free match, or one in which some play for points, is not carried, and a pot of real money stays
        untouched. A match for points leaves everything as it was.
        """
        if game.money != "points" and game.money_kind(session.match.options) == "points":
            return dict(self.state.carry)
        whole = not session.free and not self.state.for_points() & {row.seat for row in result.rows}
        if not whole and "pot" in self.carry_in(game):
            return dict(self.state.carry)
        left = {key: value for key, value in result.carry.items() if key != "pot" or whole}
        return carryover.carry_out(self.state.carry, game, left)

    # ---- while it is played

    async def reserve(self, match_id: int, seq: int, seat: Seat, game: Game, cost: Cost) -> list[Transfer]:
        """Return the transfer that sets aside the cost of an answer, from the seat's purse and the house's fund.

        A seat that plays for points sets nothing aside; what the house sets aside for it goes back to its fund.
        Raises `UserError` if either holds too little (GEM-R4, GEM-R9).
        """
        accounts, base = self.accounts, self.state.settings.base
        wanted: dict[int, tuple[int, Holding, str | None]] = {}
        if cost.seat and seat.pays:
            home = seat.member if seat.member is not None else await accounts.home(seat)
            wanted[home] = (seat.stake, cost.seat, None)
        if cost.house:
            fund = await accounts.topped_up_fund(game.key)
            bank = self.state.progress.bank
            wanted[fund] = (await accounts.bank() if bank is None else bank, cost.house, "house_broke")
        if not wanted:
            return []
        # both in one query, since every wager waits for it
        balances = await self.store.balances_of(tuple(wanted))
        moves: list[Move] = []
        for home, (aside, units, refusal) in wanted.items():
            held = gems.of_base(base, balances[home])
            moves += await accounts.set_aside(home, held, aside, units, refusal)
        if not moves:
            return []
        return [Transfer(f"risk:{match_id}:{seq}", "set aside", moves, {"match": match_id})]

    # ---- giving back

    async def pay_departure(self, departure: Departure, game: Game) -> list[Transfer]:
        """Return the transfers that pay for leaving between two matches, up to the contents of the purse (BB-R6)."""
        mint = await self.accounts.mint()
        moves: list[Move] = []
        for pay in departure.pays:
            seat = self.state.everyone[pay.giver]
            aside = await self.accounts.holding(seat.stake)
            moves += self.accounts.moves(seat.stake, await self.accounts.home(seat), aside)
            moves += (await self.payout.pay_debts(pay.giver, [pay], moves, mint, game))[0]
        # a departure has no number of its own, so its key needs a random part
        key = f"depart:{self.state.id}:{departure.pays[0].giver if departure.pays else 0}:{secrets.token_hex(6)}"
        return [Transfer(key, "leaving", moves, {"table": self.state.id})] if moves else []

    async def release_kept(self, game: Game, options: Any) -> list[Transfer]:
        """Return the transfer that sends home what was kept for a match that holds nobody any more.

        The host may have chosen another game since, or other variants.
        """
        keeps = game.keeps(options, self.carry_in(game))
        moves: list[Move] = []
        free = [seat for seat in self.state.in_order() if seat.number not in keeps]
        balances = await self.store.balances_of([seat.stake for seat in free])
        for seat in free:
            holding = gems.of_base(self.state.settings.base, balances[seat.stake])
            dice = {unit: n for unit, n in holding.items() if unit != gems.PIECE}
            if dice:
                moves += self.accounts.moves(seat.stake, await self.accounts.home(seat), dice)
        key = f"release:{self.state.id}:{secrets.token_hex(6)}"
        return [Transfer(key, "cash out", moves, {"table": self.state.id})] if moves else []

    async def give_back(self, match_id: int, game: Game) -> list[Transfer]:
        """Return the transfers of a match that is called off: dice set aside go home; buy-ins stay with their seats."""
        moves: list[Move] = []
        if game.money == "gembones":
            for seat in self.state.everyone.values():
                moves += self.accounts.moves(
                    seat.stake, await self.accounts.home(seat), await self.accounts.holding(seat.stake)
                )
            if self.state.progress.bank is not None:
                fund = await self.accounts.fund(game.key)
                bank = self.state.progress.bank
                moves += self.accounts.moves(bank, fund, await self.accounts.holding(bank))
        return [Transfer(f"void:{match_id}", "void", moves, {"match": match_id})] if moves else []

    async def close(self) -> list[Transfer]:
        """Return the transfers of a closing table: a carried pot is shared out, every stake goes home (BET-R20)."""
        state = self.state
        transfers: list[Transfer] = []
        mint = await self.accounts.mint()
        pot = await self.accounts.holding(state.pot)
        if pot:
            former = state.progress.former
            moves: list[Move] = []
            left = Counter(pot)
            for number, units in carryover.shares_due(state.carry, state.seats, former).items():
                seat = state.seats.get(number)
                home = await self.accounts.home(seat) if seat is not None else former[number]
                pieces = gems.worth(units)
                # through the mint, which turns loose pieces into gembones
                moves += self.accounts.moves(state.pot, mint, units)
                moves += self.accounts.moves(
                    mint, home or await self.accounts.fund(GUESTS), gems.make_up(pieces)
                )
                left.subtract(units)
            rest = {unit: n for unit, n in left.items() if n > 0}
            if rest:
                # the rest is due to nobody, such as the share of computer players
                moves += self.accounts.moves(state.pot, await self.accounts.fund(GUESTS), rest)
            transfers.append(Transfer(f"pot:{state.id}", "carried pot", moves, {"table": state.id}))
        for seat in state.in_order():
            transfers += (await self.buy_in.cash_out(seat))[0]
        return transfers
