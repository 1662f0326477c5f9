"""The payout of a match: its result, debts up to the contents of purses, and stakes that go home.

The rules state debts in full, since they know no purse. `MatchPayout.result` is the settled result, which is shown and
counts on the leaderboards. The journal keeps the result of the rules, which a replay must agree with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import structs

from bot.tables.match_session import MatchSession
from bot.tables.money.accounts import Holding, TableAccounts, after
from bot.tables.money.among_payers import among_payers
from bot.tables.money.outcomes import outcomes
from db.ledger import KEPT, Move, Transfer
from db.outcomes import SeatOutcome
from db.places import GUESTS
from games.engine import money as gems
from games.engine import money_changer
from games.engine.game import Game
from games.engine.result import HOUSE, POT, SCORES, Pay, Result
from games.engine.scene import Line

TIP = {"g4": 1}
"""The house's tip (TM-R12)."""
WRITTEN_OFF = "{seat:seat} owed {owed} and paid {paid}. The rest is written off."


@dataclass(slots=True)
class MatchPayout:
    """The money side of a finished match: transfers, outcomes for the leaderboards, and play chips by seat.

    `result`: the result of the rules as it is paid, with the part of each debt that was paid. `for_points`: the seats
    that others who paid played with.
    """

    result: Result
    transfers: list[Transfer] = field(default_factory=list)
    outcomes: list[SeatOutcome] = field(default_factory=list)
    chips: dict[int, int] = field(default_factory=dict)
    written_off: list[SettledDebt] = field(default_factory=list)
    for_points: list[int] = field(default_factory=list)


class SettledDebt(NamedTuple):
    """A debt of a result, and the gembones paid towards it."""

    owed: Pay
    paid: Holding

    @property
    def written_off(self) -> bool:
        """True if less was paid than was owed."""
        return gems.worth(self.paid) < gems.worth({self.owed.unit: self.owed.amount})


def with_debts_settled(result: Result, debts: Sequence[SettledDebt]) -> Result:
    """Return the result with the paid part of each debt, and a note about every debt that was written off (GEM-R5)."""
    lost = [debt for debt in debts if debt.written_off]
    if not lost:
        return result
    pays, change = [*result.pays], {row.seat: Counter(row.change) for row in result.rows}
    notes = []
    for owed, paid in lost:
        pays.remove(owed)
        pays += [owed._replace(unit=unit, amount=n) for unit, n in paid.items()]
        for party, sign in ((owed.giver, 1), (owed.taker, -1)):
            if party in change:
                change[party][owed.unit] += sign * owed.amount
                for unit, n in paid.items():
                    change[party][unit] -= sign * n
        debt = {"seat": owed.giver, "owed": gems.amount_text({owed.unit: owed.amount})}
        notes.append(Line(WRITTEN_OFF, {**debt, "paid": gems.amount_text(paid)}))
    rows = [
        structs.replace(row, change={unit: n for unit, n in change[row.seat].items() if n})
        for row in result.rows
    ]
    return result._replace(rows=tuple(rows), pays=tuple(pays), notes=(*result.notes, *notes))


def pot_change(carried: Mapping[str, Any], result: Result) -> tuple[Holding, Holding]:
    """Return the units that the pot swaps at the mint if its gembones could not be divided: given, and received."""
    pot = Counter(carried.get("pot") or {})
    for pay in result.pays:
        if POT in (pay.giver, pay.taker) and not pay.if_able:
            pot[pay.unit] += pay.amount if pay.taker == POT else -pay.amount
    pot.subtract(result.carry.get("pot") or {})
    return {unit: n for unit, n in pot.items() if n > 0}, {unit: -n for unit, n in pot.items() if n < 0}


class Payout:
    """Pays the results of a table's matches."""

    def __init__(self, accounts: TableAccounts) -> None:
        self.accounts, self.store, self.state = accounts, accounts.store, accounts.state

    async def settle(self, session: MatchSession, game: Game) -> MatchPayout:
        """Return the payout of a finished match: transfers, stakes sent home, and the outcome for each member.

        A match for fun pays nothing, except that a match for points pays its points, which need no purse (PTS-R2).
        """
        result = session.match.result
        assert result is not None
        for_points = game.money_kind(session.match.options) == "points"
        apart = self.state.for_points() & {row.seat for row in result.rows}
        payout = MatchPayout(result)
        moves: list[Move] = []
        keeping: list[Move] = []
        if game.money_kind(session.match.options) == "pieces":
            # chips that are no money stay at their seats for the next match
            start = session.match.stakes
            payout.chips = {
                row.seat: start[row.seat] + row.change.get("piece", 0)
                for row in result.rows
                if session.free or row.seat in apart
            }
        if not session.free:
            payout.for_points = sorted(apart)
            result = among_payers(result, apart, in_pieces=game.money_kind(session.match.options) == "pieces")
            moves, settled = await self._pay(session, game, result)
            keeping = await self._keep(session, game, result, moves)
            payout.written_off = [debt for debt in settled if debt.written_off]
            payout.result = with_debts_settled(result, payout.written_off)
        payout.outcomes = outcomes(
            payout.result,
            self.state.everyone,
            self.accounts.base,
            game,
            session.match.options,
            free=session.free,
        )
        if for_points or not session.free:
            moves += await self._scores(result)
        if moves:
            memo = {"match": session.id, "game": game.key}
            payout.transfers.append(Transfer(f"end:{session.id}", "result", moves, memo))
        if keeping:
            payout.transfers.append(Transfer(f"keep:{session.id}", KEPT, keeping, {"match": session.id}))
        return payout

    async def _pay(
        self, session: MatchSession, game: Game, result: Result
    ) -> tuple[list[Move], list[SettledDebt]]:
        """Return the moves that pay a result, send the rest home and collect debts, and the settled debts."""
        mint = await self.accounts.mint()
        accounts = {number: seat.stake for number, seat in self.state.everyone.items()}
        accounts[POT] = self.state.pot
        # without a bank nothing was set aside for the house, so its payments come from the mint
        accounts[HOUSE] = self.state.progress.bank or mint
        apart = self.state.for_points() & {row.seat for row in result.rows}
        # where some play for points the carried pot isn't played for, and stays as it is
        surplus, lacking = pot_change({} if apart else session.match.header.carry, result)
        moves = self.accounts.moves(mint, self.state.pot, lacking)
        # the holding of each party on the table, updated below, to know what goes home at the end
        held = {party: Counter(units) for party, units in session.match.risked.items() if party not in apart}
        for number in game.keeps(session.match.options, session.match.header.carry):
            if number not in apart and number in self.state.everyone:
                # what was kept for this match goes home with the rest, and its debts are paid from there
                held[number] = Counter(await self.accounts.holding(accounts[number]))
        debts: dict[int, list[Pay]] = {}
        # cheaters with a lesser gembone up their sleeve pay one loss with it
        sleeves = {seat for seat, known in result.facts.items() if known.get("swaps")}
        # payments into the pot come first, since those out of it may need them
        for pay in sorted(result.pays, key=lambda pay: pay.giver == POT):
            if pay.unit in SCORES:
                member = self.state.everyone[pay.taker].member
                if member is not None:
                    moves += self.accounts.moves(mint, member, {pay.unit: pay.amount})
            elif pay.if_able:
                debts.setdefault(pay.giver, []).append(pay)
            else:
                n = pay.amount
                if pay.giver in sleeves and (swapped := await self._swapped(pay, mint, game)):
                    sleeves.remove(pay.giver)
                    moves += swapped
                    n -= 1
                if n:
                    moves += self.accounts.moves(accounts[pay.giver], accounts[pay.taker], {pay.unit: n})
                held.setdefault(pay.giver, Counter())[pay.unit] -= n
                held.setdefault(pay.taker, Counter())[pay.unit] += n
        moves += self.accounts.moves(self.state.pot, mint, surplus)
        if game.money == "gembones":
            moves += await self._send_home(held, accounts, game)
        settled: list[SettledDebt] = []
        for giver, owed in debts.items():
            # last, so that money that has just come home can pay them
            collected, paid = await self.pay_debts(giver, owed, moves, mint, game)
            moves += collected
            settled += paid
        return moves, settled

    async def _swapped(self, pay: Pay, mint: int, game: Game) -> list[Move]:
        """Return the moves that pay with a swapped gembone from the giver's purse: same size, next lower base
        (SPOT-R5).

        Empty if the purse has none left: then the loss is paid as usual.
        """
        lesser = gems.lesser(self.accounts.base)
        if lesser is None or pay.taker == POT or pay.unit not in gems.SIZES:
            return []
        home = await self.accounts.home(self.state.everyone[pay.giver])
        swap = money_changer.cover(gems.of_base(lesser, await self.store.balances(home)), {pay.unit: 1})
        if swap is None:
            return []
        if pay.taker == HOUSE:
            taker = await self.store.fund(self.state.place_key, lesser, game.key)
        else:
            taker = await self.accounts.home(self.state.everyone[pay.taker])
        ways = ((home, mint, swap.give), (mint, home, swap.get), (home, taker, {pay.unit: 1}))
        return [
            Move(giver, to, unit, n)
            for giver, to, units in ways
            for unit, n in gems.in_base(lesser, units).items()
        ]

    async def _scores(self, result: Result) -> list[Move]:
        """Return the moves of the points and shares that members won; a negative score takes nothing away (PTS-05)."""
        mint = await self.accounts.mint()
        moves = []
        for row in result.rows:
            for unit, amount in (("points", row.points), ("shares", row.shares)):
                seat = self.state.everyone.get(row.seat)
                if amount > 0 and seat is not None and seat.member is not None and seat.pays:
                    moves.append(Move(mint, seat.member, unit, amount))
        return moves

    async def tips(self, session: MatchSession, today: int) -> list[Transfer]:
        """Return the house's tips to players named in the result (TM-R12).

        Each is a transfer of its own, keyed by member and day, since it is given once a day. `today` is the day in UTC.
        There is no tip at a table for fun, or if the guest fund cannot pay it. Who deleted their data today gets none:
        as another member they would get a second one.
        """
        result = session.match.result
        tips: list[Transfer] = []
        if result is None or session.free or not result.tips:
            return tips
        fund = await self.accounts.topped_up_fund(GUESTS)
        for number in result.tips:
            seat = self.state.everyone[number]
            member, person = seat.member, seat.user_id
            if member is None or person is None:
                continue
            if await self.store.forgotten_today(self.state.place_key, person):
                continue
            held = await self.accounts.holding(fund)
            if gems.worth(held) >= gems.worth(TIP) * len(result.tips):
                moves = await self.accounts.set_aside(fund, held, member, TIP, "house_broke")
                tips.append(Transfer(f"tip:{member}:{today}", "tip", moves, {"match": session.id}))
        return tips

    async def pay_debts(
        self, giver: int, owed: Sequence[Pay], before: Sequence[Move], mint: int, game: Game
    ) -> tuple[list[Move], list[SettledDebt]]:
        """Return the moves that collect debts beyond the stakes, in order, up to the contents of the purse (GEM-R5).

        `before`: the moves of the same unit, which may bring money home. Also return the paid part of each debt.
        """
        home = await self.accounts.home(self.state.everyone[giver])
        holding = await self._holding_after(home, before)
        moves: list[Move] = []
        paid = money_changer.settle_debts(holding, [{pay.unit: pay.amount} for pay in owed])
        for pay, settled in zip(owed, paid, strict=True):
            if pay.taker == HOUSE:
                taker = await self.accounts.fund(game.key)
            else:
                taker = await self.accounts.home(self.state.everyone[pay.taker])
            moves += self.accounts.swap(home, mint, settled.swap)
            moves += self.accounts.moves(home, taker, settled.paid)
        return moves, [SettledDebt(pay, settled.paid) for pay, settled in zip(owed, paid, strict=True)]

    async def _keep(
        self, session: MatchSession, game: Game, result: Result, before: Sequence[Move]
    ) -> list[Move]:
        """Return the moves that keep at its seat what the next match may cost a member that this one holds (GEM-R5).

        So it cannot be spent or staked elsewhere meanwhile. A purse that holds less is kept whole. `before`: the moves
        that pay the result.
        """
        mint, moves = await self.accounts.mint(), [*before]
        for number, units in game.keeps(session.match.options, result.carry).items():
            seat = self.state.seats.get(number)
            if seat is not None and seat.pays:
                home = await self.accounts.home(seat)
                [settlement] = money_changer.settle_debts(await self._holding_after(home, moves), [units])
                moves += self.accounts.swap(home, mint, settlement.swap)
                moves += self.accounts.moves(home, seat.stake, settlement.paid)
        return moves[len(before) :]

    async def _holding_after(self, account: int, moves: Sequence[Move]) -> Holding:
        """Return the holding of an account after moves that are not saved yet."""
        balances = Counter(await self.store.balances(account))
        for move in moves:
            if account in (move.giver, move.taker):
                balances[move.unit] += move.amount if account == move.taker else -move.amount
        return gems.of_base(self.accounts.base, {unit: n for unit, n in balances.items() if n})

    async def _send_home(
        self, held: Mapping[int, Counter[str]], accounts: Mapping[int, int], game: Game
    ) -> list[Move]:
        """Return the moves that send home the dice set aside for the match."""
        moves: list[Move] = []
        for party, units in held.items():
            if party == POT:
                continue
            if party == HOUSE:
                home = await self.accounts.fund(game.key)
            else:
                home = await self.accounts.home(self.state.everyone[party])
            rest = {unit: n for unit, n in units.items() if n > 0}
            if party in self.state.rail:
                # bets are counted in pieces, and go home as gembones where the sum allows it (GEM-R2)
                swap = money_changer.bring_home(rest.get("piece", 0))
                moves += self.accounts.swap(accounts[party], await self.accounts.mint(), swap)
                rest = after(rest, swap, {})
            moves += self.accounts.moves(accounts[party], home, rest)
        return moves
