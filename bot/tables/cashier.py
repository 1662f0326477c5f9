"""The money of a table: buy-ins, what is set aside while a match is played, paying out, giving back.

The cashier reads balances and writes nothing: it gives `Transfer`s, which the table saves in the same unit as the
row or seat that they belong to. If a purse has changed meanwhile the unit is refused, and nothing has happened.

Where money lies: a seat's stake account (the buy-in, or dice set aside in this match), the table's pot account (what
is carried from match to match), the table's bank account (what the house has set aside in this match). The house's own
money is in funds, one a game; computer players' stakes come from the guest fund.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot import care
from bot.tables.playing import Playing
from bot.tables.refusals import Refusal
from bot.tables.state import Seat, TableSettings, TableState
from db import GUESTS, Move, Outcome, Store, Transfer
from games.engine import HOUSE, POT, Cost, Departure, Game, Pay, Result
from games.engine import money as gems
from games.engine.result import SCORES

FUND = 10_000
"""Pieces to which a fund is raised every day (GEM-R9)."""


@dataclass(slots=True)
class Stakes:
    """What a match begins with."""

    free: bool
    stakes: dict[int, int] = field(default_factory=dict)
    facts: dict[int, dict[str, Any]] = field(default_factory=dict)
    transfers: list[Transfer] = field(default_factory=list)


@dataclass(slots=True)
class Settled:
    """What a match ends with."""

    transfers: list[Transfer] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    chips: dict[int, int] = field(default_factory=dict)


Holding = Mapping[str, int]
"""Gembones and loose pieces of one base: unit of the rules to amount."""


class Cashier:
    """The money of one table."""

    def __init__(self, store: Store, state: TableState) -> None:
        self.store, self.state = store, state

    # ---- reading

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

    def _swap(self, account: int, mint: int, swap: gems.Swap) -> list[Move]:
        """What an account hands to the bank, and what it gets for it (GEM-R3)."""
        return self._moves(account, mint, swap.give) + self._moves(mint, account, swap.get)

    # ---- sitting down and getting up

    async def check_can_sit(self, game: Game, member: int) -> None:
        """Refuse a seat to somebody who could not pay the buy-in."""
        if game.money != "pieces" or self.state.settings.free:
            return
        held = gems.worth(await self.holding(member))
        if held < self.state.settings.buy_in:
            raise Refusal("cannot_afford", need=self.state.settings.buy_in, base=self.base, held=held)

    async def cash_out(self, seat: Seat, why: str = "out") -> tuple[list[Transfer], str]:
        """The stake goes home as gembones, or to the guest fund; and what it was, in words.

        `why` is part of the transfer's key, which is used once.
        """
        holding = await self.holding(seat.stake)
        if not holding:
            return [], ""
        mint = await self.store.mint(self.state.guild_id)
        home = await self._home(seat)
        moves: list[Move] = []
        swap = gems.bring_home(holding.get("piece", 0))
        back = _after(holding, swap, {})
        moves += self._swap(seat.stake, mint, swap)
        moves += self._moves(seat.stake, home, back)
        key = f"{why}:{self.state.id}:{seat.stake}"
        return [Transfer(key, "cash out", moves, {"table": self.state.id})], gems.amount_text(back)

    async def _home(self, seat: Seat) -> int:
        """Where a seat's money comes from and goes to."""
        if seat.member is not None:
            return seat.member
        return await self.store.house(self.state.guild_id, self.base, GUESTS)

    async def check_change(self, settings: TableSettings) -> None:
        """Refuse another base while money of this one lies on the table."""
        if settings.base == self.base:
            return
        accounts = [self.state.pot, *(seat.stake for seat in self.state.in_order())]
        held = await self.store.balances_of(accounts)
        if any(held.values()):
            raise Refusal(
                "bad_stakes", sentence="Money of this base lies on the table: leave and sit down anew."
            )

    # ---- a match begins

    async def open_match(self, game: Game, players: Sequence[Seat], match_id: int) -> Stakes:
        """What each seat brings, and the transfers that bring it.

        A match for a pot is free where only one member plays, where the host says so, or where the guest fund
        cannot pay for the computer players. A member who cannot pay a new buy-in sits this one out.
        """
        settings = self.state.settings
        members = [seat for seat in players if not seat.computer]
        if game.money == "points":
            return Stakes(True)
        if game.money == "gembones":
            await self._bank()
            return Stakes(settings.free)
        if settings.free or len(members) < 2:
            return self._free(game, players)
        stakes = Stakes(False)
        mint = await self.store.mint(self.state.guild_id)
        await self.store.top_up(self.state.guild_id, self.base, GUESTS, FUND)
        fund: dict[str, int] | None = None
        buy_in = game.stake or settings.buy_in
        for seat in players:
            held = (await self.holding(seat.stake)).get("piece", 0)
            if game.stake and held and held != game.stake:
                # everybody starts alike (ADV-01): what is left of an earlier game goes home first
                stakes.transfers += (await self.cash_out(seat, f"before:{match_id}"))[0]
                back = gems.bring_home(held).get
                held = 0
            else:
                back = {}
            purse: Mapping[str, int] = {}
            if seat.member is not None:
                purse = _after(await self.holding(seat.member), gems.Swap({}, back), {})
            if not held:
                home = await self._home(seat)
                if seat.computer:
                    if fund is None:
                        fund = await self.holding(home)
                    purse = fund
                swap = gems.cover(purse, {"piece": buy_in})
                if swap is None:
                    if seat.computer:
                        return self._free(game, players)
                else:
                    moves = self._swap(home, mint, swap)
                    moves += self._moves(home, seat.stake, {"piece": buy_in})
                    key = f"in:{match_id}:{seat.number}"
                    stakes.transfers.append(Transfer(key, "buy-in", moves, {"table": self.state.id}))
                    held = buy_in
                    purse = _after(purse, swap, {"piece": buy_in})
                    if seat.computer:
                        fund = dict(purse)
            stakes.stakes[seat.number] = held
            if not self.state.options.get("table_stakes", True):
                stakes.facts[seat.number] = {"purse": 0 if seat.computer else gems.worth(purse)}
        return stakes

    def _free(self, game: Game, players: Sequence[Seat]) -> Stakes:
        """Chips: what each has left of the last match for fun, or a new buy-in."""
        if game.stake:
            return Stakes(True, {seat.number: game.stake for seat in players})
        return Stakes(True, {seat.number: seat.chips or self.state.settings.buy_in for seat in players})

    async def _bank(self) -> int:
        """The account where the house sets its part aside."""
        if self.state.settings.bank is None:
            account = await self.store.new_account("escrow", self.state.guild_id)
            self.state.settings = self.state.settings.model_copy(update={"bank": account})
        bank = self.state.settings.bank
        assert bank is not None
        return bank

    def carry_in(self, game: Game) -> dict[str, Any]:
        """What the last match left for this one; what belongs to another game stays aside (GEN of each game)."""
        carry = self.state.carry
        if carry.get("game") == game.key:
            return {key: value for key, value in carry.items() if key not in ("game", "aside")}
        if game.money == "pieces":
            return {key: carry[key] for key in ("pot", "tied", "last_starter") if key in carry} or dict(
                carry.get("aside", {})
            )
        return {}

    def carry_out(self, game: Game, result: Result, playing: Playing) -> dict[str, Any]:
        """What this match leaves, with the pot of another kind of game kept aside.

        A free match's pot is chips: it is not carried.
        """
        carry = {**result.carry, "game": game.key}
        if playing.free:
            carry.pop("pot", None)
        before = self.state.carry
        if game.money != "pieces":
            aside = before.get("aside") or {
                k: before[k] for k in ("pot", "tied", "last_starter") if k in before
            }
            if (aside and before.get("game") != game.key) or before.get("aside"):
                carry["aside"] = dict(aside)
        return carry

    # ---- while it is played

    async def reserve(self, match_id: int, seq: int, seat: Seat, game: Game, cost: Cost) -> list[Any]:
        """Set aside what an answer may cost, from the purse and from the house's fund; or refuse (GEM-R4, GEM-R9)."""
        moves: list[Move] = []
        if cost.seat:
            home = await self._home(seat)
            moves += await self._set_aside(home, seat.stake, cost.seat, None)
        if cost.house:
            await self.store.top_up(self.state.guild_id, self.base, game.key, FUND)
            fund = await self.store.house(self.state.guild_id, self.base, game.key)
            moves += await self._set_aside(fund, await self._bank(), cost.house, "house_broke")
        if not moves:
            return []
        return [Transfer(f"risk:{match_id}:{seq}", "set aside", moves, {"match": match_id})]

    async def _set_aside(self, home: int, aside: int, units: Holding, refusal: str | None) -> list[Move]:
        mint = await self.store.mint(self.state.guild_id)
        wanted = {unit: n for unit, n in units.items() if n}
        holding = await self.holding(home)
        swap = gems.cover(holding, wanted)
        if swap is None:
            if refusal:
                raise Refusal(refusal)
            raise Refusal(
                "cannot_wager", need=gems.amount_text(wanted), base=self.base, held=gems.worth(holding)
            )
        moves = self._swap(home, mint, swap)
        return moves + self._moves(home, aside, wanted)

    # ---- a match ends

    async def settle(self, playing: Playing, game: Game) -> Settled:
        """Pay what the result says, send home what was set aside, and say what it meant to each member."""
        result = playing.match.result
        assert result is not None
        settled = Settled()
        if playing.free:
            if game.money == "pieces":
                start = playing.match.stakes
                for row in result.rows:
                    settled.chips[row.seat] = start[row.seat] + row.change.get("piece", 0)
            settled.outcomes = self._outcomes(result, free=True)
            return settled
        mint = await self.store.mint(self.state.guild_id)
        accounts = {seat.number: seat.stake for seat in self.state.in_order()}
        accounts[POT] = self.state.pot
        accounts[HOUSE] = self.state.settings.bank or mint
        moves: list[Move] = []
        held = {party: Counter(units) for party, units in playing.match.risked.items()}
        debts: dict[int, list[Pay]] = {}
        for pay in sorted(
            result.pays, key=lambda pay: pay.giver == POT
        ):  # what goes in before what comes out
            if pay.unit in SCORES:
                member = self.state.seats[pay.taker].member
                if member is not None:
                    moves += self._moves(mint, member, {pay.unit: pay.amount})
            elif pay.if_able:
                debts.setdefault(pay.giver, []).append(pay)
            else:
                moves.append(Move(accounts[pay.giver], accounts[pay.taker], self._unit(pay.unit), pay.amount))
                held.setdefault(pay.giver, Counter())[pay.unit] -= pay.amount
                held.setdefault(pay.taker, Counter())[pay.unit] += pay.amount
        if game.money == "gembones":
            moves += await self._send_home(held, accounts, game)
        for giver, owed in debts.items():
            moves += await self._pay_debts(giver, owed, held.get(giver, {}), mint, game)
        for row in result.rows:
            for unit, amount in (("points", row.points), ("shares", row.shares)):
                seat = self.state.seats.get(row.seat)
                if amount and seat is not None and seat.member is not None:
                    moves.append(Move(mint, seat.member, unit, amount))
        if moves:
            memo = {"match": playing.id, "game": game.key}
            settled.transfers.append(Transfer(f"end:{playing.id}", "result", moves, memo))
        settled.outcomes = self._outcomes(result, free=False)
        return settled

    async def _pay_debts(
        self, giver: int, owed: Sequence[Pay], sent_home: Holding, mint: int, game: Game
    ) -> list[Move]:
        """Debts beyond what was set aside: paid from the purse in order, as far as it goes (GEM-R5)."""
        seat = self.state.seats[giver]
        home = await self._home(seat)
        worth = gems.worth(sum((Counter({pay.unit: pay.amount}) for pay in owed), Counter()))
        if not await care.may_owe(self.store, seat.member, worth * gems.BASES[self.base]):
            return []
        holding = Counter(await self.holding(home))
        holding.update({unit: n for unit, n in sent_home.items() if n > 0})
        moves: list[Move] = []
        paid = gems.settle_debts(holding, [{pay.unit: pay.amount} for pay in owed])
        for pay, settled in zip(owed, paid, strict=True):
            if pay.taker == HOUSE:
                taker = await self.store.house(self.state.guild_id, self.base, game.key)
            else:
                taker = await self._home(self.state.seats[pay.taker])
            moves += self._swap(home, mint, settled.swap)
            moves += self._moves(home, taker, settled.paid)
        return moves

    async def _send_home(
        self, held: Mapping[int, Counter[str]], accounts: Mapping[int, int], game: Game
    ) -> list[Move]:
        """Dice set aside for one match do not stay on the table."""
        moves: list[Move] = []
        for party, units in held.items():
            if party == POT:
                continue
            if party == HOUSE:
                home = await self.store.house(self.state.guild_id, self.base, game.key)
            else:
                home = await self._home(self.state.seats[party])
            kept = {unit: n for unit, n in units.items() if n > 0}
            moves += self._moves(accounts[party], home, kept)
        return moves

    def _outcomes(self, result: Result, *, free: bool) -> list[Outcome]:
        """What the match counts on the boards: results against computer players stay off the players' (GEM-R7)."""
        if not result.ranked:
            return []
        rate = gems.BASES[self.base]
        seats = self.state.seats
        house: Counter[int] = Counter()
        total: Counter[int] = Counter()
        for pay in result.pays:
            if free or pay.unit in SCORES:
                continue
            worth = gems.worth({pay.unit: pay.amount}) * rate
            for party, sign in ((pay.giver, -1), (pay.taker, 1)):
                total[party] += sign * worth
            if HOUSE in (pay.giver, pay.taker):
                party = pay.taker if pay.giver == HOUSE else pay.giver
                house[party] += worth if pay.giver == HOUSE else -worth
        rows = [row for row in result.rows if row.seat in seats]
        net = {row.seat: total[row.seat] - house[row.seat] for row in rows}
        guests = sum(net[row.seat] for row in rows if seats[row.seat].computer)
        among = _without(guests, {s: n for s, n in net.items() if not seats[s].computer})
        outcomes = []
        for row in rows:
            member = seats[row.seat].member
            if member is not None:
                outcomes.append(
                    Outcome(
                        member,
                        row.place,
                        among[row.seat],
                        house[row.seat],
                        row.points,
                        row.shares,
                        won=row.place == 1 and not free,
                    )
                )
        return outcomes

    async def pay_departure(self, departure: Departure, game: Game) -> list[Transfer]:
        """What it costs to leave between two matches (BB-R6), as far as the purse goes."""
        mint = await self.store.mint(self.state.guild_id)
        moves: list[Move] = []
        for pay in departure.pays:
            moves += await self._pay_debts(pay.giver, [pay], {}, mint, game)
        key = f"depart:{self.state.id}:{departure.pays[0].giver if departure.pays else 0}:{secrets.token_hex(6)}"
        return [Transfer(key, "leaving", moves, {"table": self.state.id})] if moves else []

    # ---- giving back

    async def give_back(self, match_id: int, game: Game) -> list[Transfer]:
        """The match is void: dice set aside go home; buy-ins stay with their seats."""
        moves: list[Move] = []
        if game.money == "gembones":
            for seat in self.state.in_order():
                moves += self._moves(seat.stake, await self._home(seat), await self.holding(seat.stake))
            if self.state.settings.bank is not None:
                fund = await self.store.house(self.state.guild_id, self.base, game.key)
                bank = self.state.settings.bank
                moves += self._moves(bank, fund, await self.holding(bank))
        return [Transfer(f"void:{match_id}", "void", moves, {"match": match_id})] if moves else []

    async def close(self, game: Game) -> list[Transfer]:
        """The table closes: a carried pot is given out (BET-R20), and every stake goes home."""
        state = self.state
        transfers: list[Transfer] = []
        mint = await self.store.mint(state.guild_id)
        pot = await self.holding(state.pot)
        if pot:
            carry = state.carry.get("aside") or state.carry
            due = game.due(carry, [seat.number for seat in state.in_order()]) if state.seats else {}
            moves: list[Move] = []
            left = Counter(pot)
            for number, units in due.items():
                home = await self._home(state.seats[number])
                pieces = gems.worth(units)
                moves += self._moves(state.pot, mint, units)
                moves += self._moves(mint, home, gems.make_up(pieces))
                left.subtract(units)
            rest = {unit: n for unit, n in left.items() if n > 0}
            if rest:
                fund = await self.store.house(state.guild_id, self.base, GUESTS)
                moves += self._moves(state.pot, fund, rest)
            transfers.append(Transfer(f"pot:{state.id}", "carried pot", moves, {"table": state.id}))
        for seat in state.in_order():
            transfers += (await self.cash_out(seat))[0]
        return transfers


def _after(holding: Holding, swap: gems.Swap, taken: Holding) -> dict[str, int]:
    """What is left of a holding after a swap with the bank and after `taken` has gone."""
    left = Counter(dict(holding))
    left.update(swap.get)
    left.subtract(swap.give)
    left.subtract(taken)
    return {unit: n for unit, n in left.items() if n}


def _without(guests: int, net: Mapping[int, int]) -> dict[int, int]:
    """Members' results less what came from computer players (`guests` is what those won), to the piece.

    What computers lost is taken off the winners in proportion, what they won off the losers.
    """
    side = {seat: n for seat, n in net.items() if (n > 0) == (guests < 0) and n}
    whole = sum(side.values())
    given = dict(net)
    rest = -guests
    for at, (seat, n) in enumerate(side.items()):
        part = rest if at == len(side) - 1 else -guests * n // whole
        given[seat] = n - part
        rest -= part
    return given
