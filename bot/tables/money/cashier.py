"""The money of a table: buy-ins, what is set aside while a match is played, paying out, giving back.

The cashier reads balances and writes nothing: it gives `Transfer`s, which the table saves in the same unit as the
row or seat that they belong to. If a purse has changed meanwhile the unit is refused, and nothing has happened.

till        accounts, and moves between them
buying_in   a match begins
settling    a match ends
ranking     what a match counts on the boards
cashier     what is carried, set aside and given back (this file)
"""

from __future__ import annotations

import secrets
from collections import Counter
from typing import Any

from bot.tables.match_session import MatchSession
from bot.tables.money import carryover
from bot.tables.money.accounts import FUND
from bot.tables.money.buy_in import BuyingIn, Stakes
from bot.tables.money.payout import Settled, Settling
from bot.tables.state import Seat, TableSettings
from bot.user_errors import UserError
from db import Move, Transfer
from games.engine import Cost, Departure, Game, Result
from games.engine import money as gems


class Cashier(BuyingIn, Settling):
    """The money of one table."""

    # ---- between matches

    async def check_change(self, settings: TableSettings) -> None:
        """Refuse another base while money of this one lies on the table."""
        if settings.base == self.base:
            return
        accounts = [self.state.pot, *(seat.stake for seat in self.state.in_order())]
        held = await self.store.balances_of(accounts)
        if any(held.values()):
            raise UserError("base_in_use")

    def carry_in(self, game: Game, *, free: bool = False) -> dict[str, Any]:
        """What the last match of this kind left for this one; a pot of real money is not played for in a `free` one."""
        left = carryover.carry_in(self.state.carry, game)
        if free and "pot" in left:
            return {key: left[key] for key in ("last_starter",) if key in left}
        return left

    def carry_out(self, game: Game, result: Result, session: MatchSession) -> dict[str, Any]:
        """What this match leaves, with the pots of other kinds of game beside it.

        A free match's pot is chips: it is not carried, and a pot of real money stays as it lies. A match for points
        leaves everything as it was.
        """
        if game.money != "points" and game.money_kind(session.match.options) == "points":
            return dict(self.state.carry)
        if session.free and "pot" in self.carry_in(game):
            return dict(self.state.carry)
        left = {key: value for key, value in result.carry.items() if key != "pot" or not session.free}
        return carryover.carry_out(self.state.carry, game, left)

    # ---- while it is played

    async def reserve(self, match_id: int, seq: int, seat: Seat, game: Game, cost: Cost) -> list[Any]:
        """Set aside what an answer may cost, from the purse and from the house's fund; or refuse (GEM-R4, GEM-R9)."""
        moves: list[Move] = []
        if cost.seat:
            home = await self._home(seat)
            moves += await self._set_aside(home, seat.stake, cost.seat, None)
        if cost.house:
            await self.store.top_up(self.state.guild_id, self.base, game.key, FUND)
            fund = await self.store.fund(self.state.guild_id, self.base, game.key)
            moves += await self._set_aside(fund, await self._bank(), cost.house, "house_broke")
        if not moves:
            return []
        return [Transfer(f"risk:{match_id}:{seq}", "set aside", moves, {"match": match_id})]

    # ---- giving back

    async def pay_departure(self, departure: Departure, game: Game) -> list[Transfer]:
        """What it costs to leave between two matches (BB-R6), as far as the purse goes."""
        mint = await self.store.mint(self.state.guild_id)
        moves: list[Move] = []
        for pay in departure.pays:
            moves += await self._pay_debts(pay.giver, [pay], {}, mint, game)
        key = f"depart:{self.state.id}:{departure.pays[0].giver if departure.pays else 0}:{secrets.token_hex(6)}"
        return [Transfer(key, "leaving", moves, {"table": self.state.id})] if moves else []

    async def give_back(self, match_id: int, game: Game) -> list[Transfer]:
        """The match is void: dice set aside go home; buy-ins stay with their seats."""
        moves: list[Move] = []
        if game.money == "gembones":
            for seat in self.state.everyone.values():
                moves += self._moves(seat.stake, await self._home(seat), await self.holding(seat.stake))
            if self.state.settings.bank is not None:
                fund = await self.store.fund(self.state.guild_id, self.base, game.key)
                bank = self.state.settings.bank
                moves += self._moves(bank, fund, await self.holding(bank))
        return [Transfer(f"void:{match_id}", "void", moves, {"match": match_id})] if moves else []

    async def close(self) -> list[Transfer]:
        """The table closes: a carried pot is given out (BET-R20), and every stake goes home."""
        state = self.state
        transfers: list[Transfer] = []
        mint = await self.store.mint(state.guild_id)
        pot = await self.holding(state.pot)
        if pot:
            former = state.settings.former
            moves: list[Move] = []
            left = Counter(pot)
            for number, units in carryover.due(state.carry, state.seats, former).items():
                seat = state.seats.get(number)
                home = await self._home(seat) if seat is not None else former[number]
                pieces = gems.worth(units)
                moves += self._moves(state.pot, mint, units)
                moves += self._moves(mint, home or await self._guest_fund(), gems.make_up(pieces))
                left.subtract(units)
            rest = {unit: n for unit, n in left.items() if n > 0}
            if rest:
                moves += self._moves(state.pot, await self._guest_fund(), rest)
            transfers.append(Transfer(f"pot:{state.id}", "carried pot", moves, {"table": state.id}))
        for seat in state.in_order():
            transfers += (await self.cash_out(seat))[0]
        return transfers


__all__ = ["Cashier", "Settled", "Stakes"]
