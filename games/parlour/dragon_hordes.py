"""Dragon Hordes: predict the next card and take the money of its Horde Cards, or add to it (DH)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from pydantic import Field

from games.engine import (
    POT,
    Choose,
    Game,
    Line,
    Open,
    Options,
    Pay,
    Prompt,
    Result,
    ResultRow,
    Table,
    Track,
)
from games.engine.prompts import Answer
from games.parlour.deck import COLORS, RANKS, rogues_and_warriors_deck
from games.parlour.frame import clockwise, due, starting_player
from games.parlour.hordes_odds import (
    DRAGON_OF,
    HORDE_CARDS,
    HORDE_OF,
    KIND_OF,
    PREDICTIONS,
    fitting,
    payable,
    sensible,
    settle,
    unrevealed,
)

LEAST = 2
"""Who takes part, or rolls, holds at least this much (DH-R2, DH-R4)."""
LOAN = 25


class HordeOptions(Options):
    """Options of Dragon Hordes."""

    double_double: bool = Field(
        False,
        title="Double Double",
        description="Who takes the money of the three Dragons by doubles has another turn.",
    )


class HordesOnTable:
    """The Horde Cards and what lies on them, the same to all."""

    __slots__ = ("money",)

    def __init__(self) -> None:
        self.money = dict.fromkeys(HORDE_CARDS, 0)

    def block(self, viewer: int) -> Track:
        """All eight, the Dragons first."""
        return Track("hordes", tuple(self.money.items()))


class _Last(Exception):
    """Just one seat is left: it takes everything (DH-R7)."""


class _Game:
    """One game. `live`: the seats still in it. `loans`: borrower and lender of each loan, in an Adventurer's Choice."""

    def __init__(self, table: Table, options: HordeOptions, with_loans: bool) -> None:
        self.table, self.options, self.with_loans = table, options, with_loans
        self.start = {seat: table.stakes.get(seat, 0) for seat in table.ring}
        self.money = dict(self.start)
        self.live = [seat for seat in table.ring if self.money[seat] >= LEAST]
        self.players = tuple(self.live)
        self.starter = starting_player(table)
        self.hordes = HordesOnTable()
        self.deck = rogues_and_warriors_deck()
        self.revealed = Open("revealed", [], layout="pile")
        self.loans: list[tuple[int, int]] = []
        table.seats.money = self.money

    async def run(self) -> Result:
        """The whole game, in the rulebook's order (DH-02 to DH-10, DH-21)."""
        table, words = self.table, self.table.words
        if len(self.live) < 2:
            why = Line(words["why:not_played"])
            rows = tuple(ResultRow(seat, None, {"piece": 0}, why) for seat in table.ring)
            return Result(Line(words["result:not_played"]), rows, carry=table.carry)
        table.clear()
        for seat in table.ring:
            if seat not in self.live:
                table.tell("sits_out", seat=seat)
                table.note(seat, "sits_out")
                table.seats.out.add(seat)
        table.tell("starts", seat=self.starter)
        if pot := (table.carry.get("pot") or {}).get("piece"):
            table.tell("remains", n=pot)
        table.show(self.hordes, self.revealed)
        for seat in clockwise(self.live, self.starter):
            color, rank = self._reveal(seat)
            self._place(seat, DRAGON_OF[color], HORDE_OF[rank])
        try:
            await self._turns()
        except _Last:
            [seat] = self.live
            table.tell("last", seat=seat, n=self._take(seat, HORDE_CARDS))
        table.tell("showdown")
        table.phase("over")
        return self._result()

    async def _turns(self) -> None:
        """Turns, as long as any Horde Card has money (DH-04)."""
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
        """One turn; gives whether it is followed by another of the same seat (DH-05 to DH-10, DH-27)."""
        table, money = self.table, self.hordes.money
        table.phase("turn", seat=seat)
        await self._asks(seat, lambda: Choose("roll", ("roll",), "roll", clock="quick", public=True))
        if seat not in self.live:
            return False
        dice = table.chance.roll(2, 6)
        table.tell("rolls", seat=seat, dice=tuple(f"d6:{face}" for face in dice))
        if dice[0] == dice[1]:
            dragons = any(money[card] for card in DRAGON_OF.values())
            n = self._take(seat, DRAGON_OF.values() if dragons else HORDE_CARDS)
            table.tell("takes_dragons" if dragons else "takes_all", seat=seat, n=n)
            return self.options.double_double and any(money.values())
        self._place(seat, *(HORDE_OF[RANKS[face - 1]] for face in dice if face < 6))
        if 6 in dice:
            color = await self._asks(seat, lambda: Choose("dragon", COLORS, self._poorest(), public=True))
            if seat not in self.live:
                return False
            self._place(seat, DRAGON_OF[color])
        if not self.money[seat]:
            await self._borrows(seat)
        if seat in self.live and payable(money, self.money[seat]):
            await self._predicts(seat)
        return False

    async def _predicts(self, seat: int) -> None:
        """Predict or pass (DH-10 to DH-20)."""
        table = self.table
        answer = await self._asks(seat, lambda: self._prediction(seat))
        if answer == "pass":
            table.tell("passes", seat=seat)
            table.note(seat, "passes")
            return
        prediction = PREDICTIONS[answer]
        table.tell("predicts", seat=seat, what=prediction.name)
        kind = self._reveal(seat)
        gain, self.hordes.money = settle(self.hordes.money, prediction, kind)
        self.money[seat] += gain
        right = prediction.right(kind)
        how = "right" if all(right) else "half_right" if any(right) else "wrong"
        table.tell(how, seat=seat, n=abs(gain))
        table.note(seat, "predicted", what=prediction.name, n=f"{gain:+d}")

    def _prediction(self, seat: int) -> Choose:
        left = unrevealed(self.revealed.items)
        says: dict[str, Any] = {"left": sum(left.values()), "money": self.money[seat]}
        options = ["pass"]
        for each in payable(self.hordes.money, self.money[seat]):
            options.append(each.key)
            says[each.key] = fitting(each, left)
            says[f"{each.key}_n"] = sum(self.hordes.money[card] for card in each.cards)
        return Choose("predict", tuple(options), "pass", public=True, says=says)

    def _poorest(self) -> str:
        return min(COLORS, key=lambda color: self.hordes.money[DRAGON_OF[color]])

    # ---- cards and money

    def _reveal(self, seat: int) -> tuple[str, str]:
        """Turn up the top card; an empty deck is made anew from all revealed ones (DH-R9)."""
        if not self.deck:
            self.deck, self.revealed.items = list(self.revealed.items), []
            self.table.tell("reshuffled")
        card = self.table.chance.draw(self.deck)
        self.revealed.items.append(card)
        self.table.tell("reveals", seat=seat, card=card)
        return KIND_OF[card]

    def _place(self, seat: int, *cards: str) -> None:
        """1 on each of some Horde Cards."""
        for card in cards:
            self.money[seat] -= 1
            self.hordes.money[card] += 1
        if cards:
            self.table.tell("places", seat=seat, cards=cards)

    def _take(self, seat: int, cards: Any) -> int:
        """All the money of some Horde Cards; gives how much that was."""
        n = sum(self.hordes.money[card] for card in cards)
        self.hordes.money |= dict.fromkeys(cards, 0)
        self.money[seat] += n
        return n

    # ---- coming and going

    async def _asks(self, seat: int, prompt: Callable[[], Prompt]) -> Answer:
        """Ask, and look anew who is still there whenever somebody has left meanwhile (DH-R7)."""

        def made() -> Prompt:
            self._attend()
            return prompt()

        return await self.table.ask(seat, made)

    def _attend(self) -> None:
        """Take out those who have left, in the order in which they did."""
        if self.table.gone.isdisjoint(self.live):
            return
        for event in self.table.events:
            if event.kind == "left" and event.values["seat"] in self.live:
                self._out(event.values["seat"])

    def _out(self, seat: int) -> None:
        """A seat is out of the game; its money on the Horde Cards stays (DH-23 to DH-25)."""
        self.live.remove(seat)
        self.table.seats.out.add(seat)
        self.table.note(seat, "out")
        if len(self.live) == 1:
            raise _Last

    async def _borrows(self, seat: int) -> bool:
        """Offer a loan, in an Adventurer's Choice; gives whether it was taken (DH-26, DH-R5, ADV-09, ADV-R2)."""
        if not self.with_loans or self._lender(seat) is None:
            return False

        def prompt() -> Choose:
            says = {"n": LOAN, "money": self.money[seat]}
            return Choose("loan", ("no", "yes"), "no", public=True, says=says)

        answer = await self._asks(seat, prompt)
        lender = self._lender(seat)
        if answer == "no" or lender is None:
            return False
        self.money[lender] -= LOAN
        self.money[seat] += LOAN
        self.loans.append((seat, lender))
        self.table.tell("lends", seat=lender, borrower=seat, n=LOAN)
        return True

    def _lender(self, borrower: int) -> int | None:
        """The richest other seat of the night, of equal ones the first clockwise; None if it can't (ADV-R3)."""
        others = [s for s in clockwise(self.table.ring, borrower) if s not in self.table.gone | {borrower}]
        richest = max(others, key=lambda seat: self.money[seat], default=None)
        return richest if richest is not None and self.money[richest] >= LOAN else None

    # ---- the end

    def _result(self) -> Result:
        """Each seat's gain; the highest counts as the win, and a loan is no part of it (DH-R1)."""
        words = self.table.words
        moved = {seat: self.money[seat] - self.start[seat] for seat in self.table.ring}
        gain = Counter(moved)
        for borrower, lender in self.loans:
            gain[borrower] -= LOAN
            gain[lender] += LOAN
        ranks = sorted({gain[seat] for seat in self.players}, reverse=True)
        sat_out = Line(words["why:sat_out"])
        rows = [
            ResultRow(seat, ranks.index(gain[seat]) + 1, {"piece": gain[seat]}, None)
            if seat in self.players
            else ResultRow(seat, None, {"piece": gain[seat]}, sat_out)
            for seat in self.table.ring
        ]
        rows.sort(key=lambda row: (row.place is None, row.place))
        pays = [
            Pay(seat, POT, "piece", -n) if n < 0 else Pay(POT, seat, "piece", n)
            for seat, n in moved.items()
            if n
        ]
        best = tuple(seat for seat in self.players if gain[seat] == ranks[0])
        kept = {name: self.table.carry[name] for name in ("pot", "tied") if name in self.table.carry}
        carry = {**kept, "last_starter": self.starter}
        if self.loans:
            carry["loans"] = [list(loan) for loan in self.loans]
        headline = Line(words["result:gains"], {"who": best, "n": f"{ranks[0]:+d}"})
        following = clockwise(self.table.ring, self.starter + 1)[0]
        return Result(
            headline,
            tuple(rows),
            tuple(pays),
            carry,
            notes=(Line(words["result:next"], {"seat": following}),),
        )


async def play(table: Table, options: HordeOptions, *, loans: bool = False) -> Result:
    """Dragon Hordes, from the setup to the last piece.

    `loans`: who runs out may borrow, as in an Adventurer's Choice; then `carry["loans"]` of the result names borrower
    and lender of each loan, the changes of its rows leave loans out, and its payments do not.
    """
    return await _Game(table, options, loans).run()


RULES = """\
**Eight Horde Cards gather money. Predict the next card of the deck, and theirs is yours.**

The five ranks (Warrior 1, Lady 2, Bard 3, Merchant 4, Rogue 5) and the three Dragons (red, green, blue) are Horde
Cards. Everybody turns up a card and places 1 on its colour's Dragon and 1 on its rank. Then turns go clockwise:

1. Roll two dice.
   - *Doubles*: take all the money of all three Dragons; the turn ends. If the Dragons have none, take the money of
     *all* Horde Cards, and the game is over.
   - *Otherwise* place 1 on the Horde Card of each number; for a 6, on a Dragon of your choice.
2. Predict or pass. A prediction names a colour, a rank, or both; the next card is turned up.
   - *One named*: right, and you take all of that Horde Card; wrong, and you place 1 there.
   - *Both named, both right*: you take both. *One right*: you take half of that one, rounded down, and its other half
     moves to the card that was wrong. *None right*: you place 1 on each.

A Horde Card without money can't be predicted. There is no ante, no betting and no pot. The game ends when no Horde Card
has money, or when one seat is left, which takes everything. To roll you need 2; who has less is out, with what is left.

**Variant.** *Double Double*: who takes the Dragons' money by doubles has another turn.

**Example.** Blue holds 7, Merchant 10. Sam predicts a blue Merchant; a blue Rogue comes. Sam takes 3, half of 7; the
other 4 move to the Merchant, which holds 14.
"""


GAME = Game(
    key="dragon_hordes",
    title="Dragon Hordes",
    rulebook="Gambling? I'm In!",
    pitch="Predict the next card and take the hordes, or feed them.",
    version=1,
    seats=(2, 10),
    complexity="medium",
    minutes=10,
    money="pieces",
    options=HordeOptions,
    play=play,
    words={
        "starts": "{seat:seat} is the Starting Player.",
        "sits_out": "{seat:seat} has fewer than 2 and sits out.",
        "remains": "{n} in the pot wait for the next game that has one.",
        "reveals": "{seat:seat} turns up {card:item}.",
        "reshuffled": "All revealed cards are shuffled into a new deck.",
        "places": "{seat:seat} places 1 on {cards:items}.",
        "rolls": "{seat:seat} rolls {dice:items}.",
        "takes_dragons": "Doubles: {seat:seat} takes {n} from the Dragons.",
        "takes_all": "Doubles, and no Dragon has money: {seat:seat} takes all {n}.",
        "predicts": "{seat:seat} predicts: {what}.",
        "passes": "{seat:seat} passes.",
        "right": "Right: {seat:seat} takes {n}.",
        "half_right": "Half right: {seat:seat} takes {n}, the other half moves.",
        "wrong": "Wrong: {seat:seat} places {n}.",
        "runs_out": "{seat:seat} has run out and leaves the game.",
        "lends": "{seat:seat} lends {borrower:seat} {n}.",
        "last": "{seat:seat} is the last one and takes {n}.",
        "showdown": "The game is over.",
        "phase:turn": "{seat:seat}'s turn",
        "phase:over": "Over",
        "note:sits_out": "sits out",
        "note:passes": "passed",
        "note:predicted": "predicted {what}: {n}",
        "note:out": "out of the game",
        "roll": "Your turn: roll the dice.",
        "roll:roll": "Roll",
        "dragon": "You rolled a 6: which Dragon gets 1?",
        **{f"dragon:{color}": color.capitalize() for color in COLORS},
        "predict": "Predict the next card, or pass? Right takes what lies there, wrong adds 1. You have {money}.",
        "predict:pass": "Pass",
        **{f"predict:{key}": f"{each.name}: {{{key}_n}} there" for key, each in PREDICTIONS.items()},
        **{f"predict:{key}:hint": f"{{{key}}} of {{left}} cards fit" for key in PREDICTIONS},
        "loan": "You have {money}. Borrow {n} from the richest?",
        "loan:no": "No",
        "loan:yes": "Borrow {n}",
        "result:not_played": "Not played: fewer than two seats have 2 or more.",
        "result:gains": "{who:seats}: {n}, the most of all",
        "result:next": "{seat:seat} starts the next game.",
        "why:sat_out": "sat out",
        "why:not_played": "not played",
    },
    rules=RULES,
    policies={"sensible": sensible},
    due=due,
)
