"""The money that seats bring to a match and take home when they leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.tables.money.accounts import Holding, TableAccounts, after
from bot.tables.money.payers import ForPoints, Payers
from bot.tables.state import Seat
from bot.user_errors import UserError
from db.ledger import Move, Transfer
from db.places import GUESTS
from games.engine import money as gems
from games.engine import money_changer
from games.engine.game import Game


@dataclass(slots=True)
class Stakes:
    """The stakes of a match: pieces and facts by seat, and the transfers that bring them."""

    free: bool
    stakes: dict[int, int] = field(default_factory=dict)
    facts: dict[int, dict[str, Any]] = field(default_factory=dict)
    transfers: list[Transfer] = field(default_factory=list)
    for_points: dict[int, ForPoints] = field(default_factory=dict)
    """The seats that stake no money, and why."""


@dataclass(slots=True)
class Entry:
    """The entry of one seat: its pieces on the table, the rest of its purse, and the transfers for both."""

    pieces: int
    purse: Holding
    transfers: list[Transfer]


class BuyIn:
    """Brings the money of a table's seats to a match and home again."""

    def __init__(self, accounts: TableAccounts, payers: Payers) -> None:
        self.accounts, self.payers, self.state = accounts, payers, accounts.state

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

        `Payers` decides which seats pay. A match for a pot is also free if the guest fund cannot pay for the computer
        players.
        """
        money = game.money_kind(game.parse_options(self.state.options))
        if money == "points":
            return Stakes(True)
        for_points = await self.payers.for_points(game, players)
        free = len(for_points) == len(players)
        if money == "gembones":
            # nothing is paid yet: the cost of an answer is set aside with the answer (`Cashier.reserve`)
            await self.accounts.bank()
            if any(seat.computer and seat.number not in for_points for seat in players):
                # the dice of computer players come from the guest fund
                await self.accounts.topped_up_fund(GUESTS)
            return Stakes(free, for_points=for_points)
        if free:
            return self._free(game, players)
        guests: Holding = await self.accounts.holding(await self.accounts.topped_up_fund(GUESTS))
        stakes = Stakes(False, for_points=for_points)
        for seat in players:
            if seat.number in for_points:
                stakes.stakes[seat.number] = self._chips(game, seat)
                if not self.state.options.get("table_stakes", True):
                    stakes.facts[seat.number] = {"purse": 0}
                continue
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
        """Return the chips of every seat for a free match."""
        chips = {seat.number: self._chips(game, seat) for seat in players}
        return Stakes(True, chips, for_points={seat.number: ForPoints("fun") for seat in players})

    def _chips(self, game: Game, seat: Seat) -> int:
        """Return the chips of a seat that plays for points: the rest from its last match, or a new buy-in."""
        return game.stake or seat.chips or self.state.settings.buy_in
