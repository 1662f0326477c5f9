"""One cycle of the wyrms, from the deal to the scores, and the sheet that keeps them (CW-12 to CW-78)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine import BACK, Block, Choose, Hand, Line, Open, Sheet, SheetRow, Table, Zone
from games.wyrms.cards import (
    DECK,
    FACES,
    NO_COLOR,
    SORTED,
    Ruling,
    all_dominant,
    decide,
    led_color,
    lowest,
    own_dominant,
    playable,
)
from games.wyrms.options import Options
from games.wyrms.scores import Entry, score

PREDICTIONS = tuple(map(str, range(10)))
"""CW-10, CW-21."""
AS_VALUE = {card.replace(".", "_"): card for card in FACES}
"""Every card as a value for words, so that a button names its card as painters name cards."""
OPEN = "still open"


def next_seat(table: Table, seat: int) -> int:
    """The seat to the left of another."""
    return table.from_seat(seat)[1]


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
        words = self.table.words

        def row(head: str, cell: str, values: Iterable[Mapping[str, Any]], n: int = 0) -> SheetRow:
            return SheetRow(Line(words[head], {"n": n}), tuple(Line(words[cell], each) for each in values))

        rows = []
        for at, entries in enumerate(zip(*self.entries.values(), strict=True), 1):
            says = [{**each._asdict(), "cards": each.cards, "total": each.total} for each in entries]
            rows.append(row("sheet:cycle", "sheet:scored", says, at))
            rows.append(row("sheet:totals", "sheet:total", says))
        if self.cycle is not None and self.cycle.predicted:
            standings = map(self.cycle.standing, self.table.ring)
            rows.append(row("sheet:cycle", "sheet:now", standings, self.cycle.number))
        return Sheet("scores", tuple(self.table.ring), tuple(rows)) if rows else None


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
        for seat in self.own:
            self.table.show(Open("dominant", [self._dominant(seat)], seat))
        if not self.own:
            card = self._dominant(self.dealer)
            self.table.show(Open("dominant", [card]))
            self.table.tell("dominant", card=card)

    async def predict(self) -> None:
        """All at once, secret until the last is in (CW-21 to CW-23)."""
        prompts = {
            seat: Choose(
                "predict",
                PREDICTIONS,
                PREDICTIONS[0],
                clock="window",
                public=True,
            )
            for seat in self.table.ring
        }
        answers = await self.table.ask_each(prompts, change=True)
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
        leader = next_seat(self.table, self.dealer)
        self.table.show(self.gathering, self.last)
        for n in range(1, len(self.hands[leader].cards) + 1):
            self.table.phase("gathering", cycle=self.number, n=n, seat=leader)
            order = self.table.from_seat(leader)
            leader = self._settle(order, await self._play_cards(order))
            self._note()

    async def _play_cards(self, order: Sequence[int]) -> list[str]:
        """One card from everybody; gives them in order (CW-31 to CW-39)."""
        table, cards = self.table, self.gathering.items
        for seat in order:
            hand, stands = self.hands[seat].cards, self.standing(seat)
            legal = playable(hand, cards)
            says = {
                **AS_VALUE,
                **stands,
                "led": led_color(cards) or OPEN,
                "leader": order[0],
                "seen": tuple(self.seen),
            }
            kind = "follow" if cards else "lead"
            card = await table.ask(seat, Choose(kind, legal, lowest(legal), says=says))
            hand.remove(card)
            cards.append(card)
            self.seen.append(card)
            table.tell("plays", seat=seat, card=card)
            table.note(seat, "plays", **stands, card=card)
        return cards

    def _settle(self, order: Sequence[int], cards: list[str]) -> int:
        """A Lair discards the gathering, or somebody takes it; gives the seat (CW-28, CW-41, CW-42, CW-57)."""
        ruling = self.decide(order, cards)
        seat = order[ruling.place]
        self.last.items, self.gathering.items = cards, []
        if ruling.step == "lair":
            self.table.tell("discards", seat=seat, cards=tuple(cards))
            return seat
        self.count[seat] += 1
        self.taken[seat] += cards
        if seat in self.aside and self.count[seat] == 1:
            self.taken[seat] += self.aside[seat].items
            self.aside[seat].fold()
        # without its cards: the log is longer than the last gathering may be looked at (CW-R17)
        self.table.tell(f"takes_{ruling.step}", seat=seat)
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

    def _dominant(self, seat: int) -> str:
        """The card of the colour that is dominant for a seat."""
        return f"dominant.{self.own.get(seat) or self.color or NO_COLOR}"

    def _note(self) -> None:
        for seat in self.table.ring:
            self.table.note(seat, "stands", **self.standing(seat))
