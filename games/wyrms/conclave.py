"""A Conclave of Wyrms: predict how many gatherings you will take, take just as many, collect combinations (CW)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from pydantic import Field, model_validator

from games.engine import (
    BACK,
    Block,
    Choose,
    Game,
    Hand,
    Line,
    Open,
    Result,
    ResultRow,
    Sheet,
    SheetRow,
    Table,
    Zone,
)
from games.engine import Options as GameOptions
from games.wyrms.cards import (
    COLORS,
    DECK,
    FACES,
    LOW,
    NO_COLOR,
    SORTED,
    Ruling,
    all_dominant,
    decide,
    led_color,
    own_dominant,
    playable,
)
from games.wyrms.counting import counting
from games.wyrms.scores import Entry, Scoring, score

CYCLES = 6
"""The last cycle of a whole game, which has no dominant colour (CW-16, CW-20)."""
PREDICTIONS = tuple(map(str, range(10)))
"""CW-10, CW-21."""
FEWEST, MOST, MOST_COLORS, FEWEST_POWERFUL = 3, 6, 5, 5
AS_VALUE = {card.replace(".", "_"): card for card in FACES}
"""Every card as a value for words, so that a button names its card as painters name cards."""
OPEN = "still open"


class Options(GameOptions):
    """Options of A Conclave of Wyrms."""

    cycles: int = Field(
        CYCLES, ge=1, le=CYCLES, title="Cycles", description="How many cycles; six are the game."
    )
    first_dealer: int = Field(
        0,
        ge=0,
        le=MOST,
        title="First dealer",
        description="Who deals the first cycle, counted round the table; 0 leaves it to chance.",
    )
    powerful_lair: bool = Field(
        False,
        title="Powerful Lair",
        description="A Lair needs only most of the coloured cards to be of its colour. Five or six players.",
    )
    personalised_colors: bool = Field(
        False,
        title="Personalised Dominant Colours",
        description="Everybody has a dominant colour of their own, for when they can't follow. Up to five players.",
    )
    higher_scoring: bool = Field(
        False,
        title="Higher Prediction Scoring",
        description="An exact prediction also earns 25 for each gathering taken.",
    )
    alternate_scoring: bool = Field(
        False,
        title="Alternate Prediction Scoring",
        description="25 for each gathering up to the prediction, exact or not; an exact one earns 100 instead of 50.",
    )

    @model_validator(mode="after")
    def _together(self) -> Self:
        if self.higher_scoring and self.alternate_scoring:
            raise ValueError(
                "Higher and Alternate Prediction Scoring exclude each other: choose one of them."
            )
        if self.first_dealer > seats_for(self)[1]:
            raise ValueError(
                "Personalised Dominant Colours are for five players: there is no sixth to deal first."
            )
        return self

    @property
    def scoring(self) -> Scoring:
        """How predictions are scored."""
        return "higher" if self.higher_scoring else "alternate" if self.alternate_scoring else "standard"


def seats_for(options: Options) -> tuple[int, int]:
    """The fewest and the most players (CW-11, CW-PL-01, CW-R1, CW-R20, CW-R25)."""
    fewest = FEWEST_POWERFUL if options.powerful_lair else FEWEST
    most = MOST_COLORS if options.personalised_colors else MOST
    return max(fewest, options.first_dealer), most


# ---- what lies on the table


class Extra:
    """The last card of the deal: face down, or out of play and known to those who may look (CW-13, CW-29)."""

    __slots__ = ("card", "seen_by")

    def __init__(self, card: str) -> None:
        self.card: str | None = card
        self.seen_by: frozenset[int] = frozenset()

    def block(self, viewer: int) -> Block | None:
        """Its face to those who have looked, else its back; None when it is in a hand."""
        if self.card is None:
            return None
        return Zone("extra card", None, (self.card if viewer in self.seen_by else BACK,))


class Record:
    """The score sheet: who predicted, took and scored what, and where each stands (CW-17)."""

    __slots__ = ("cycle", "entries", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.entries: dict[int, list[Entry]] = {seat: [] for seat in table.ring}
        self.cycle: Cycle | None = None

    def total(self, seat: int) -> int:
        """The running total of a seat."""
        return self.entries[seat][-1].total if self.entries[seat] else 0

    def block(self, viewer: int) -> Block | None:
        """The same to all: two rows a cycle, and the predictions of the one being played once they are revealed."""
        ring, words = self.table.ring, self.table.words
        rows = []
        for at, entries in enumerate(zip(*self.entries.values(), strict=True)):
            says = [{**entry._asdict(), "cards": entry.cards, "total": entry.total} for entry in entries]
            head = Line(words["sheet:cycle"], {"n": at + 1})
            rows.append(SheetRow(head, tuple(Line(words["sheet:scored"], each) for each in says)))
            rows.append(
                SheetRow(
                    Line(words["sheet:totals"]), tuple(Line(words["sheet:total"], each) for each in says)
                )
            )
        if self.cycle is not None and self.cycle.predicted:
            head = Line(words["sheet:cycle"], {"n": self.cycle.number})
            now = [self.cycle.standing(seat) for seat in ring]
            rows.append(SheetRow(head, tuple(Line(words["sheet:now"], each) for each in now)))
        return Sheet("scores", tuple(ring), tuple(rows)) if rows else None


# ---- a cycle


class Cycle:
    """One cycle, from the deal to the scores."""

    def __init__(self, table: Table, options: Options, number: int, dealer: int, color: str | None) -> None:
        self.table, self.options, self.number, self.dealer, self.color = table, options, number, dealer, color
        self.own: dict[int, str] = {}
        """Each seat's own dominant colour, with Personalised Dominant Colours."""
        self.hands: dict[int, Hand] = {}
        self.predicted: dict[int, int] = {}
        self.taken: dict[int, list[str]] = {seat: [] for seat in table.ring}
        """The cards of the gatherings taken."""
        self.count = dict.fromkeys(table.ring, 0)
        """The number of gatherings taken."""
        self.aside: dict[int, Open] = {}
        self.seen: list[str] = []
        """What has been played or laid open, for players who count; nobody is shown it (CW-R17)."""
        self.gathering, self.last = Open("gathering", []), Open("last gathering", [])

    def standing(self, seat: int) -> dict[str, Any]:
        """What a seat has predicted and taken so far."""
        return {"predicted": self.predicted[seat], "taken": self.count[seat]}

    def deal(self) -> Extra:
        """The whole deck but for its last card, in equal hands (CW-12, CW-13)."""
        table, deck = self.table, list(DECK)
        size = (len(DECK) - 1) // len(table.ring)
        for seat in table.ring:
            cards = [table.chance.draw(deck) for _ in range(size)]
            self.hands[seat] = Hand(seat, sorted(cards, key=SORTED.__getitem__))
            table.tell("dealt", [seat], cards=tuple(cards))
        extra = Extra(table.chance.draw(deck))
        table.show(*self.hands.values(), extra)
        table.phase("predict", n=self.number)
        table.tell("deals", seat=self.dealer, n=self.number)
        return extra

    def turn_up(self) -> None:
        """The dominant colour holds for the whole cycle (CW-18 to CW-20, CW-PD-01, CW-PD-03, CW-R26)."""
        for seat, color in self.own.items():
            self.table.show(Open("dominant", [f"dominant.{color}"], seat))
        if not self.own:
            card = f"dominant.{self.color or NO_COLOR}"
            self.table.show(Open("dominant", [card]))
            self.table.tell("dominant", card=card)

    async def predict(self) -> None:
        """All at once, secret until the last is in (CW-21 to CW-23)."""
        prompt = Choose("predict", PREDICTIONS, PREDICTIONS[0], clock="window", public=True)
        answers = await self.table.ask_each(dict.fromkeys(self.table.ring, prompt), change=True)
        self.predicted = {seat: int(answer) for seat, answer in answers.items()}
        for seat, n in self.predicted.items():
            self.table.tell("predicts", seat=seat, n=n)
        self._note()

    async def give_extra(self, extra: Extra) -> None:
        """To whoever alone predicted most, who sets a card aside; else the tied look at it (CW-24 to CW-30)."""
        table, card = self.table, extra.card
        most = max(self.predicted.values())
        highest = [seat for seat, n in self.predicted.items() if n == most]
        if len(highest) > 1:
            extra.seen_by = frozenset(highest)
            table.tell("tied", seats=tuple(highest))
            table.tell("looks", highest, card=card)
            return
        assert card is not None
        [seat] = highest
        extra.card, hand = None, self.hands[seat].cards
        hand.append(card)
        hand.sort(key=SORTED.__getitem__)
        table.tell("takes_extra", seat=seat)
        table.tell("looks", [seat], card=card)
        table.phase("aside", n=self.number)
        options = tuple(dict.fromkeys(hand))
        aside = await table.ask(seat, Choose("aside", options, card, says={**AS_VALUE, "card": card}))
        aside = hand.pop(hand.index(aside))
        self.aside[seat] = Open("set aside", [aside], seat)
        table.show(self.aside[seat])
        self.seen.append(aside)
        table.tell("sets_aside", seat=seat, card=aside)

    async def gather(self) -> None:
        """Gathering after gathering until all hands are empty (CW-31, CW-32, CW-39 to CW-45)."""
        leader = _next(self.table, self.dealer)
        self.table.show(self.gathering, self.last)
        for n in range(1, len(self.hands[leader].cards) + 1):
            self.table.phase("gathering", cycle=self.number, n=n, seat=leader)
            order = self.table.from_seat(leader)
            leader = self._settle(order, await self._play_cards(order))

    async def _play_cards(self, order: Sequence[int]) -> list[str]:
        """One card from everybody; gives them in order (CW-31 to CW-39)."""
        table, cards = self.table, self.gathering.items
        cards.clear()
        for seat in order:
            legal = playable(self.hands[seat].cards, cards)
            says = {
                **AS_VALUE,
                **self.standing(seat),
                "led": led_color(cards) or OPEN,
                "leader": order[0],
                "seen": tuple(self.seen),
            }
            lowest = min(legal, key=LOW.__getitem__)
            card = await table.ask(seat, Choose("follow" if cards else "lead", legal, lowest, says=says))
            hand = self.hands[seat].cards
            card = hand.pop(hand.index(card))
            cards.append(card)
            self.seen.append(card)
            table.tell("plays", seat=seat, card=card)
            table.note(seat, "plays", **self.standing(seat), card=card)
        return cards

    def _settle(self, order: Sequence[int], cards: list[str]) -> int:
        """A Lair discards the gathering, or somebody takes it; gives the seat (CW-28, CW-41, CW-42, CW-57)."""
        ruling = self.decide(order, cards)
        seat = order[ruling.place]
        self.last.items = list(cards)
        self.gathering.items = []
        if ruling.step == "lair":
            self.table.tell("discards", seat=seat, cards=tuple(cards))
            return seat
        self.count[seat] += 1
        self.taken[seat] += cards
        if seat in self.aside and self.count[seat] == 1:
            self.taken[seat] += self.aside[seat].items
            self.aside[seat].fold()
        self.table.tell(f"takes_{ruling.step}", seat=seat, card=cards[ruling.place])
        self._note()
        return seat

    def decide(self, order: Sequence[int], cards: Sequence[str]) -> Ruling:
        """Whose card decides under this table's rules."""
        if self.own:
            dominant = own_dominant(cards, [self.own[seat] for seat in order])
        else:
            dominant = all_dominant(cards, self.color)
        return decide(cards, dominant, powerful_lair=self.options.powerful_lair)

    def score(self, record: Record) -> list[Open]:
        """All turn up what they took, and it is scored (CW-58 to CW-63, CW-78, CW-81); gives those piles."""
        table, piles = self.table, []
        table.tell("showdown", n=self.number)
        for seat in table.ring:
            cards = sorted(self.taken[seat], key=SORTED.__getitem__)
            piles.append(Open(f"cycle {self.number}", cards, seat))
            entry = score(
                self.options.scoring, self.predicted[seat], self.count[seat], cards, record.total(seat)
            )
            record.entries[seat].append(entry)
            why = ", ".join(f"{item.name} {item.points:+}" for item in entry.items) or "nothing for cards"
            table.tell(
                "scores", seat=seat, points=entry.points, bonus=entry.bonus, why=why, total=entry.total
            )
        return piles

    def _note(self) -> None:
        for seat in self.table.ring:
            self.table.note(seat, "stands", **self.standing(seat))


# ---- the game


def _next(table: Table, seat: int) -> int:
    """The seat to the left."""
    return table.from_seat(seat)[1]


async def play(table: Table, options: Options) -> Result:
    """All cycles and the result, in the rulebook's order (CW-08 to CW-20, CW-79)."""
    stack = list(COLORS)
    table.chance.shuffle(stack)
    own = dict(zip(table.ring, stack, strict=False)) if options.personalised_colors else {}
    first = options.first_dealer
    dealer = table.ring[first - 1] if first else table.chance.choice(table.ring)
    record = Record(table)
    piles: list[Open] = []
    for number, color in zip(range(1, options.cycles + 1), [*stack, None], strict=False):
        cycle = Cycle(table, options, number, dealer, None if own else color)
        cycle.own = own if number < CYCLES else {}
        record.cycle = cycle
        table.clear()
        table.show(record, *piles)
        extra = cycle.deal()
        cycle.turn_up()
        await cycle.predict()
        for pile in piles:
            pile.fold()
        await cycle.give_extra(extra)
        await cycle.gather()
        piles = cycle.score(record)
        dealer = _next(table, dealer)
    record.cycle = None
    table.clear()
    table.show(record, *piles)
    return outcome(table, record)


def outcome(table: Table, record: Record) -> Result:
    """The highest total wins; equal ones share (CW-80, CW-R16). A total below zero earns no points outside."""
    totals = {seat: record.total(seat) for seat in table.ring}
    rows = []
    for seat in sorted(table.ring, key=lambda seat: -totals[seat]):
        entries = record.entries[seat]
        exact = sum(entry.predicted == entry.taken for entry in entries)
        says = {"total": totals[seat], "exact": exact, "cycles": len(entries)}
        place = 1 + sum(other > totals[seat] for other in totals.values())
        rows.append(ResultRow(seat, place, {}, Line(table.words["result:row"], says), max(0, totals[seat])))
    winners = tuple(row.seat for row in rows if row.place == 1)
    kind = "result:won" if len(winners) == 1 else "result:shared"
    headline = Line(table.words[kind], {"winners": winners, "total": totals[winners[0]]})
    return Result(headline, tuple(rows))


RULES = """\
**Six cycles. Say how many gatherings you will take, take just as many, and collect dragons that belong together.**

61 cards: five colours, each with 1 to 9, a Lair and a Treasure; five Knights and the Queen, who have no colour. The 9
is the Great Wyrm.

1. All cards but one are dealt, the *extra card*. A dominant colour is turned up: another one in each of five cycles,
   none in the sixth.
2. All predict, secretly and at once, how many gatherings they will take: 0 to 9. Who alone predicts most takes the
   extra card and lays any card aside, face up; it joins the first gathering they take. Who tie for most look at the
   extra card, and it is out.
3. The player left of the dealer leads any card. Clockwise, all play one: a card of the led colour if you have one, or
   a Knight or the Queen at any time; without the colour, anything. After a Knight or the Queen the first coloured card
   sets the colour.
4. The gathering goes to the first of these: the **Queen**; a **Treasure** whose Great Wyrm lies in it too (of several
   the dominant one, else the last); the highest **dominant** card; the highest card of the **led** colour; the last
   Knight, if there is nothing else. Lowest in a colour is the Lair, then the Treasure, then 1.
5. But a **Lair** with no card of another colour round it discards the gathering, unless the Queen is there. Knights do
   not count.
6. Who took the gathering, or played that Lair, leads the next.

| Score of a cycle | |
|---|---|
| exactly as many gatherings as predicted | 50 |
| flight: 1 2 3, 4 5 6 or 7 8 9 of a colour | 25 |
| great flight: 1 to 9 of a colour, in place of its flights | 100 |
| conclave: three, four, five of one number | 25, 50, 75 |
| safe hoard: Lair and Treasure of a colour | 25 |
| each Great Wyrm | 10 |
| the Queen; each Knight | −10; −5 |
| all five Knights instead | 100 |

Who took fewer than predicted scores only what costs points. The highest total wins; equal totals share.

**Variants.** *Powerful Lair* (five or six players): a Lair needs only more than half of the coloured cards.
*Higher Prediction Scoring*: exact players add 25 for each gathering. *Alternate Prediction Scoring*: everybody scores
25 for each gathering up to the prediction, and 100 in place of 50 if exact. *Personalised Dominant Colours* (up to
five players): a colour of your own for cycles one to five; it is dominant when you play it because you can't follow.
The highest such card takes the gathering, of equal ones the last.

**Example.** Ben predicted 4 and took 4: 50. Among his cards are red 1, 2, 3 (a flight, 25), four 3s (a conclave, 50),
the Queen (−10) and a Knight (−5): 110 in all. Tom predicted 4 and took 3, with three Knights: −15.
"""

_BUTTONS = {name: f"{{{name}:item}}" for name in AS_VALUE}

GAME = Game(
    key="conclave_of_wyrms",
    title="A Conclave of Wyrms",
    rulebook="A Conclave of Wyrms",
    pitch="Predict your gatherings of dragons, take just as many, and collect flights and conclaves.",
    version=1,
    seats=(FEWEST, MOST),
    complexity="complex",
    minutes=60,
    money="points",
    options=Options,
    play=play,
    words={
        "deals": "{seat:seat} deals cycle {n}.",
        "dominant": "Dominant: {card:item}.",
        "predicts": "{seat:seat} predicts {n}.",
        "tied": "{seats:seats} predict most together: they look at the extra card, and it is out.",
        "looks": "The extra card is {card:item}.",
        "takes_extra": "{seat:seat} alone predicts most and takes the extra card.",
        "sets_aside": "{seat:seat} lays {card:item} aside.",
        "discards": "{seat:seat}'s Lair discards {cards:items}.",
        "takes_queen": "{seat:seat} takes the gathering with the Queen.",
        "takes_treasure": "{seat:seat} takes the gathering: {card:item} catches the Great Wyrm.",
        "takes_dominant": "{seat:seat} takes the gathering with {card:item}, the highest dominant card.",
        "takes_led": "{seat:seat} takes the gathering with {card:item}, the highest of the led colour.",
        "takes_knights": "Nothing but Knights: {seat:seat} takes the gathering with the last.",
        "showdown": "Cycle {n} is over: everybody turns up what they took.",
        "scores": "{seat:seat} scores {points}: {bonus} for the prediction, {why}; {total} in all.",
        "note:stands": "{taken} of {predicted}",
        "note:plays": "{taken} of {predicted} · plays {card:item}",
        "phase:predict": "Cycle {n}: predictions",
        "phase:aside": "Cycle {n}: a card is set aside",
        "phase:gathering": "Cycle {cycle}, gathering {n}: {seat:seat} leads",
        "predict": "How many gatherings will you take?",
        **{f"predict:{n}": n for n in PREDICTIONS},
        "aside": "The extra card is {card:item}. Which card do you lay aside for your first gathering?",
        "lead": "You lead. You have taken {taken} of {predicted}.",
        "follow": "The led colour is {led}. You have taken {taken} of {predicted}.",
        **{
            f"{kind}:{card}": _BUTTONS[name]
            for kind in ("aside", "lead", "follow")
            for name, card in AS_VALUE.items()
        },
        "sheet:cycle": "Cycle {n}",
        "sheet:scored": "{taken}/{predicted} {bonus:+}{cards:+}",
        "sheet:totals": "",
        "sheet:total": "{total}",
        "sheet:now": "{taken}/{predicted}",
        "result:won": "{winners:seats} wins with {total} points.",
        "result:shared": "{winners:seats} share the win with {total} points.",
        "result:row": "{total} points, {exact} of {cycles} predictions exact",
    },
    rules=RULES,
    policies={"counting": counting},
    seats_for=seats_for,
)
