"""The money that seats bring to a match and take home when they leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.tables.money.accounts import Holding, TableAccounts, after
from bot.tables.state import Seat
from bot.user_errors import UserError
from db import GUESTS, Move, Transfer
from games.engine import Game, money_changer
from games.engine import money as gems


@dataclass(slots=True)
class Stakes:
    """The stakes of a match: pieces and facts by seat, and the transfers that bring them."""

    free: bool
    stakes: dict[int, int] = field(default_factory=dict)
    facts: dict[int, dict[str, Any]] = field(default_factory=dict)
    transfers: list[Transfer] = field(default_factory=list)


@dataclass(slots=True)
class Entry:
    """The entry of one seat: its pieces on the table, the rest of its purse, and the transfers for both."""

    pieces: int
    purse: Holding
    transfers: list[Transfer]


class BuyIn:
    """Brings the money of a table's seats to a match and home again."""

    def __init__(self, accounts: TableAccounts) -> None:
        self.accounts, self.state = accounts, accounts.state

    async def check_can_sit(self, game: Game, member: int) -> None:
        """Refuse a seat to a member who could not pay the buy-in."""
        money = game.money_kind(game.parse_options(self.state.options))
        if money != "pieces" or self.state.settings.free:
            return
        need, held = game.stake or self.state.settings.buy_in, gems.worth(await self.accounts.holding(member))
        if held < need:
            raise UserError("cannot_afford", need=need, base=self.accounts.base, held=held)

    async def cash_out(self, seat: Seat, reason: str = "out") -> tuple[list[Transfer], str]:
        """Return the transfers that take a stake home as gembones, or to the guest fund, and the stake in words.

        `reason` is part of the transfer's key, which can be used only once.
        """
        holding = await self.accounts.holding(seat.stake)
        if not holding:
            return [], ""
        mint = await self.accounts.mint()
        home = await self.accounts.home(seat)
        moves: list[Move] = []
        swap = money_changer.bring_home(holding.get("piece", 0))
        back = after(holding, swap, {})
        moves += self.accounts.swap(seat.stake, mint, swap)
        moves += self.accounts.moves(seat.stake, home, back)
        key = f"{reason}:{self.state.id}:{seat.stake}"
        return [Transfer(key, "cash out", moves, {"table": self.state.id})], gems.amount_text(back)

    async def change_back(self, seat: Seat) -> list[Transfer]:
        """Return the transfer that turns the small change of a purse into larger gembones again (GEM-R16)."""
        if seat.member is None:
            return []
        swap = money_changer.combine(await self.accounts.holding(seat.member))
        moves = self.accounts.swap(seat.member, await self.accounts.mint(), swap)
        return [Transfer(f"change:{seat.stake}", "change", moves, {"table": self.state.id})] if moves else []

    async def bring_stakes(self, game: Game, players: Sequence[Seat], match_id: int) -> Stakes:
        """Return the stakes that the seats bring to a match, and the transfers that move them.

        A match is free if the host chose that, or plays a guest with the house's money (PTY-R1). A match for a pot is
        also free if only one member plays, or if the guest fund cannot pay for the computer players. A member who
        cannot pay a new buy-in sits this one out.
        """
        settings = self.state.settings
        money = game.money_kind(game.parse_options(self.state.options))
        if money == "points":
            return Stakes(True)
        if money == "gembones":
            # nothing is paid yet: the cost of an answer is set aside with the answer (`Cashier.reserve`)
            await self.accounts.bank()
            free = settings.free or self.state.host_plays_guest
            if not free and any(seat.computer for seat in players):
                # the dice of computer players come from the guest fund
                await self.accounts.topped_up_fund(GUESTS)
            return Stakes(free)
        # a member alone with computer players would win or lose the house's own money
        if settings.free or sum(not seat.computer for seat in players) < 2:
            return self._free(game, players)
        guests: Holding = await self.accounts.holding(await self.accounts.topped_up_fund(GUESTS))
        stakes = Stakes(False)
        for seat in players:
            entry = await self._enter(seat, game, match_id, guests)
            if seat.computer:
                if not entry.pieces:
                    return self._free(game, players)
                # all computer players draw on one fund, each on the rest that the previous ones left
                guests = entry.purse
            stakes.transfers += entry.transfers
            stakes.stakes[seat.number] = entry.pieces
            # without table stakes the rules let a seat bet from its purse, so they must know how much it holds
            if not self.state.options.get("table_stakes", True):
                stakes.facts[seat.number] = {"purse": 0 if seat.computer else gems.worth(entry.purse)}
        return stakes

    async def join_match(self, seat: Seat, game: Game, match_id: int) -> list[Transfer]:
        """Return the transfers that a newcomer pays to join a running match. Refuses one who cannot pay (ADV-R7)."""
        entry = await self._enter(seat, game, match_id, {})
        if not entry.pieces:
            held = gems.worth(entry.purse)
            raise UserError("cannot_afford", need=game.stake, base=self.accounts.base, held=held)
        return entry.transfers

    async def _enter(self, seat: Seat, game: Game, match_id: int, guests: Holding) -> Entry:
        """Return the entry of a seat: its pieces on the table, or a new buy-in; 0 pieces if its purse cannot pay one.

        `guests` is the rest of the guest fund, from which computer players buy in.
        """
        pieces = (await self.accounts.holding(seat.stake)).get("piece", 0)
        purse = guests if seat.member is None else await self.accounts.holding(seat.member)
        transfers: list[Transfer] = []
        if game.stake and pieces and pieces != game.stake:
            # all players start with the same stake (ADV-01), so the rest of an earlier game goes home first
            transfers += (await self.cash_out(seat, f"before:{match_id}"))[0]
            if seat.member is not None:
                # not saved yet, but in the purse by the time the new buy-in is taken from it
                purse = after(purse, money_changer.Swap({}, money_changer.bring_home(pieces).get), {})
            pieces = 0
        if pieces:
            return Entry(pieces, purse, transfers)
        buy_in = {"piece": game.stake or self.state.settings.buy_in}
        swap = money_changer.cover(purse, buy_in)
        if swap is None:
            return Entry(0, purse, transfers)
        home, mint = await self.accounts.home(seat), await self.accounts.mint()
        moves = self.accounts.swap(home, mint, swap) + self.accounts.moves(home, seat.stake, buy_in)
        key = f"in:{match_id}:{seat.number}"
        transfers.append(Transfer(key, "buy-in", moves, {"table": self.state.id}))
        return Entry(buy_in["piece"], after(purse, swap, buy_in), transfers)

    def _free(self, game: Game, players: Sequence[Seat]) -> Stakes:
        """Return chips for a free match: the rest of each seat's chips from the last one, or a new buy-in."""
        if game.stake:
            return Stakes(True, {seat.number: game.stake for seat in players})
        return Stakes(True, {seat.number: seat.chips or self.state.settings.buy_in for seat in players})
