"""Dragon Hordes: predict the next card and take the money of its Horde Cards, or add to it (DH)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.computer import newcomer
from games.engine.endings.finish import Feat, Finish
from games.engine.game import Game, GameCoroutine, Options, variant
from games.engine.prompts import Answer, Choose, Prompt
from games.engine.result import POT, Pay, Result, placement
from games.engine.scene import Line, Prospect, Prospects, ResultRow
from games.engine.table import Table
from games.engine.table_objects import ProspectsOnTable
from games.parlour.dragon_hordes.board import HordesOnTable
from games.parlour.dragon_hordes.computer import hasty, sensible, shark
from games.parlour.dragon_hordes.predictions import (
    DRAGON_OF,
    HORDE_CARDS,
    HORDE_OF,
    PREDICTIONS,
    fitting,
    payable,
    settle,
    unrevealed,
)
from games.parlour.shared.card_faces import CARD_FACES
from games.parlour.shared.deck import COLORS, RANKS
from games.parlour.shared.game_frame import PUBLIC_CARRY, clockwise, due, starting_player
from games.parlour.shared.loans import LOAN, find_lender
from games.texts import read_texts

LEAST = 2
"""The money that a seat needs to take part, and to roll (DH-R2, DH-R4)."""


class HordeOptions(Options):
    """Options of Dragon Hordes."""

    double_double: bool = variant(
        "Double Double", "Take the three Dragons' money by doubles and you go again."
    )


class _Last(Exception):
    """Only one seat is left: it takes everything (DH-R7)."""


class _Game:
    """One game. `live`: the seats still in it. `loans`: borrower and lender of each loan, in an Adventurer's Choice."""

    def __init__(self, table: Table, options: HordeOptions, with_loans: bool) -> None:
        self.table, self.options, self.with_loans = table, options, with_loans
        self.start = {seat: table.stakes.get(seat, 0) for seat in table.ring}
        self.money = dict(self.start)
        self.live = [seat for seat in table.ring if self.money[seat] >= LEAST]
        self.players = tuple(self.live)
        self.starter = starting_player(table)
        self.hordes = HordesOnTable(self.money)
        self.loans: list[tuple[int, int]] = []
        table.seats.money = self.money

    async def run(self) -> Result:
        """Play the whole game, in the rulebook's order (DH-02 to DH-10, DH-21)."""
        table, words = self.table, self.table.words
        if len(self.live) < 2:
            reason = Line(words["why:not_played"])
            rows = tuple(ResultRow(seat, None, {"piece": 0}, reason) for seat in table.ring)
            return Result(Line(words["result:not_played"]), rows, carry=table.carry)
        table.clear()
        for seat in table.ring:
            if seat not in self.live:
                table.report(seat, "sits_out")
                table.seats.out.add(seat)
        table.tell("starts", seat=self.starter)
        if pot := (table.carry.get("pot") or {}).get("piece"):
            table.tell("remains", n=pot)
        table.show(self.hordes, self.hordes.revealed)
        for seat in clockwise(self.live, self.starter):
            color, rank = self.hordes.reveal(table, seat)
            self.hordes.place(table, seat, DRAGON_OF[color], HORDE_OF[rank])
        try:
            await self._turns()
        except _Last:
            [seat] = self.live
            table.tell("last", seat=seat, n=self.hordes.take(seat, HORDE_CARDS))
        table.tell("showdown")
        table.phase("over")
        return _result(table, self.players, self.start, self.money, self.loans, self.starter)

    async def _turns(self) -> None:
        """Play turns as long as any Horde Card has money (DH-04)."""
        seat = clockwise(self.live, self.starter)[0]
        while any(self.hordes.money.values()):
            self._attend()
            if seat in self.live and (self.money[seat] >= LEAST or await self._borrows(seat)):
                while await self._turn(seat):
                    pass
            elif seat in self.live:
                self.table.tell("runs_out", seat=seat)
                self._out(seat)
            seat = clockwise(self.live, seat + 1)[0]

    async def _turn(self, seat: int) -> bool:
        """Play one turn, and return whether the same seat has another (DH-05 to DH-10, DH-27)."""
        table, money = self.table, self.hordes.money
        table.phase("turn", seat=seat)

        def ask() -> Choose:
            says = {"money": self.money[seat]}
            return Choose(
                "roll",
                ("roll", "leave"),
                "roll",
                clock="choice",
                public=True,
                says=says,
                confirm=("leave",),
                harmless=True,
            )

        answer = await self._asks(seat, ask)
        if seat not in self.live:
            return False
        if answer == "leave":
            table.tell("leaves_game", seat=seat, n=self.money[seat])
            self._out(seat)
            return False
        dice = table.chance.roll(2, 6)
        table.tell("rolls", seat=seat, dice=tuple(f"d6:{face}" for face in dice))
        if dice[0] == dice[1]:
            dragons = any(money[card] for card in DRAGON_OF.values())
            n = self.hordes.take(seat, DRAGON_OF.values() if dragons else HORDE_CARDS)
            table.tell("takes_dragons" if dragons else "takes_all", seat=seat, n=n)
            return self.options.double_double and any(money.values())
        self.hordes.place(table, seat, *(HORDE_OF[RANKS[face - 1]] for face in dice if face < 6))
        if 6 in dice:
            color = await self._asks(seat, lambda: Choose("dragon", COLORS, self._poorest(), public=True))
            if seat not in self.live:
                return False
            self.hordes.place(table, seat, DRAGON_OF[color])
        if not self.money[seat]:
            await self._borrows(seat)
        if seat in self.live and payable(money, self.money[seat]):
            await self._predicts(seat)
        return False

    async def _predicts(self, seat: int) -> None:
        """Let a seat predict or pass (DH-10 to DH-20)."""
        table = self.table
        table.show(ProspectsOnTable(seat, self._prospects(seat)))
        answer = await self._asks(seat, lambda: self._prediction(seat))
        table.take_off(ProspectsOnTable)
        if answer == "pass":
            table.report(seat, "passes")
            return
        prediction = PREDICTIONS[answer]
        table.tell("predicts", seat=seat, what=prediction.name)
        kind = self.hordes.reveal(table, seat)
        gain, self.hordes.money = settle(self.hordes.money, prediction, kind)
        self.money[seat] += gain
        right = prediction.right(kind)
        outcome = "right" if all(right) else "half_right" if any(right) else "wrong"
        table.tell(outcome, seat=seat, n=abs(gain))
        table.note(seat, "predicted", what=prediction.name, n=f"{gain:+d}")

    def _prediction(self, seat: int) -> Choose:
        left = unrevealed(self.hordes.revealed.items)
        says: dict[str, Any] = {"left": sum(left.values()), "money": self.money[seat]}
        options = ["pass"]
        for each in payable(self.hordes.money, self.money[seat]):
            options.append(each.key)
            says[each.key] = fitting(each, left)
            says[f"{each.key}_n"] = sum(self.hordes.money[card] for card in each.cards)
        return Choose("predict", tuple(options), "pass", public=True, says=says)

    def _prospects(self, seat: int) -> Prospects:
        """Return the three predictions that bring the most on average."""
        left = unrevealed(self.hordes.revealed.items)
        most = sum(left.values())
        rows = [
            Prospect(
                each.key,
                each.name,
                sum(self.hordes.money[card] for card in each.cards),
                fitting(each, left),
                most,
                len(each.cards),
            )
            for each in payable(self.hordes.money, self.money[seat])
        ]
        rows.sort(key=lambda row: (-(row.gain * row.hits - row.cost * (row.of - row.hits)), row.answer))
        return Prospects("predict", tuple(rows[:3]))

    def _poorest(self) -> str:
        return min(COLORS, key=lambda color: self.hordes.money[DRAGON_OF[color]])

    # ---- coming and going

    async def _asks(self, seat: int, prompt: Callable[[], Prompt]) -> Answer:
        """Ask, and take out seats that have left before each time the question is made (DH-R7)."""

        def made() -> Prompt:
            self._attend()
            return prompt()

        return await self.table.ask(seat, made(), made)

    def _attend(self) -> None:
        """Take out the seats that have left, in the order in which they did."""
        if self.table.gone.isdisjoint(self.live):
            return
        for event in self.table.events:
            if event.kind == "left" and event.values["seat"] in self.live:
                self._out(event.values["seat"])

    def _out(self, seat: int) -> None:
        """Take a seat out of the game; its money on the Horde Cards stays (DH-23 to DH-25)."""
        self.live.remove(seat)
        self.table.seats.out.add(seat)
        self.table.note(seat, "out")
        if len(self.live) == 1:
            raise _Last

    def _present(self) -> list[int]:
        """Return all seats of the night that have not left, in the game or out of it: they may lend."""
        return [seat for seat in self.table.ring if seat not in self.table.gone]

    async def _borrows(self, seat: int) -> bool:
        """Offer a loan, in an Adventurer's Choice, and return whether it was taken (DH-26, DH-R5)."""
        if not self.with_loans or find_lender(self.money, seat, self._present()) is None:
            return False

        def prompt() -> Choose:
            says = {"n": LOAN, "money": self.money[seat]}
            return Choose("loan", ("no", "yes"), "no", public=True, says=says)

        answer = await self._asks(seat, prompt)
        lender = find_lender(self.money, seat, self._present())
        if answer == "no" or lender is None:
            return False
        self.money[lender] -= LOAN
        self.money[seat] += LOAN
        self.loans.append((seat, lender))
        self.table.tell("lends", seat=lender, borrower=seat, n=LOAN)
        return True


def _result(
    table: Table,
    players: Sequence[int],
    start: Mapping[int, int],
    held: Mapping[int, int],
    loans: Sequence[tuple[int, int]],
    starter: int,
) -> Result:
    """Return the result: the highest gain wins, and loans are no part of it (DH-R1).

    `start`, `held`: pieces before and after. `loans`: borrower and lender of each. `starter`: the Starting Player.
    """
    words = table.words
    moved = {seat: held[seat] - start[seat] for seat in table.ring}
    gain = Counter(moved)
    for borrower, lender in loans:
        gain[borrower] -= LOAN
        gain[lender] += LOAN
    places = placement({seat: gain[seat] for seat in players})
    sat_out = Line(words["why:sat_out"])
    rows = [
        ResultRow(seat, places[seat], {"piece": gain[seat]}, None)
        if seat in players
        else ResultRow(seat, None, {"piece": gain[seat]}, sat_out)
        for seat in table.ring
    ]
    rows.sort(key=lambda row: (row.place is None, row.place))
    pays = [
        Pay(seat, POT, "piece", -n) if n < 0 else Pay(POT, seat, "piece", n) for seat, n in moved.items() if n
    ]
    best = tuple(seat for seat in players if places[seat] == 1)
    carried = {name: table.carry[name] for name in ("pot", "tied") if name in table.carry}
    carry = {**carried, "last_starter": starter}
    if loans:
        carry["loans"] = [list(loan) for loan in loans]
    headline = Line(words["result:gains"], {"who": best, "n": f"{gain[best[0]]:+d}"})
    following = clockwise(table.ring, starter + 1)[0]
    return Result(
        headline,
        tuple(rows),
        tuple(pays),
        carry,
        notes=(Line(words["result:next"], {"seat": following}),),
    )


FACES = {
    1: Line("ones"),
    2: Line("twos"),
    3: Line("threes"),
    4: Line("fours"),
    5: Line("fives"),
    6: Line("sixes"),
}


def found_sweep(finish: Finish) -> dict[str, Any] | None:
    """Find the seat that swept the table with doubles after the Dragons were empty, and the doubles."""
    swept = [place for place, event in enumerate(finish.events) if event.kind == "takes_all"]
    if not swept:
        return None
    event = finish.events[swept[-1]]
    if event.values["seat"] not in finish.winners:
        return None
    rolled = next(each for each in reversed(finish.events[: swept[-1]]) if each.kind == "rolls")
    face = int(rolled.values["dice"][0].removeprefix("d6:"))
    return {"face": FACES[face], "taker": event.values["seat"], "swept": event.values["n"]}


TAKES = ("takes_dragons", "takes_all", "right", "half_right", "last")
"""Kinds of the events in which a seat takes money from Horde Cards."""


FEATS = (Feat("perfect", "sweep", found_sweep),)


class DragonHordes(Game):
    """The data sheet of Dragon Hordes."""

    key = "dragon_hordes"
    texts = read_texts(
        __name__,
        color={color: color.capitalize() for color in COLORS},
        prediction={key: each.name for key, each in PREDICTIONS.items()},
    )
    rulebook = "Gambling? I'm In!"
    version = 2
    public_carry = PUBLIC_CARRY
    seats = (2, 10)
    complexity = "medium"
    minutes = 10
    emblem = ("D.red", "D.green", "D.blue")
    money = "pieces"
    cards = CARD_FACES
    options = HordeOptions
    night_variants = ("double_double",)
    policies = {"newcomer": newcomer(hasty, slips=3, careful=("roll",)), "regular": sensible, "shark": shark}
    feats = FEATS
    due = staticmethod(due)
    loans = False
    """True if a seat that runs out of money may borrow, as in an Adventurer's Choice.

    Then `carry["loans"]` of the result has the borrower and lender of each loan; the changes in its rows leave loans
    out, its payments include them."""

    def play(self, table: Table, options: HordeOptions) -> GameCoroutine:
        """Play one game, from the hordes to the last card."""
        return _Game(table, options, self.loans).run()

    def seat_reasons(self, finish: Finish) -> Mapping[int, Line]:
        """Return the pieces that each seat took from the Horde Cards and placed on them: its gains and losses."""
        took, placed = Counter[int](), Counter[int]()
        for event in finish.events:
            values = event.values
            if event.kind == "places":
                placed[values["seat"]] += len(values["cards"])
            elif event.kind == "wrong":
                placed[values["seat"]] += values["n"]
            elif event.kind in TAKES:
                took[values["seat"]] += values["n"]
        text = finish.words["why:moved"]
        return {seat: Line(text, {"took": took[seat], "placed": placed[seat]}) for seat in placed}


class DragonHordesWithLoans(DragonHordes):
    """Dragon Hordes with loans, as part of an Adventurer's Choice."""

    loans = True


GAME: Game = DragonHordes()
WITH_LOANS: Game = DragonHordesWithLoans()
