"""One cycle of the wyrms, from the deal to the scores, and the score sheet of all cycles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from games.engine.match_state import Event
from games.engine.prompts import Choose
from games.engine.scene import BACK, Block, Gauge, Gauges, Line, SeatGauges, Sheet, SheetRow, Trick, Zone
from games.engine.table import Table
from games.engine.table_objects import Hand, Open, Reading
from games.phrases import N_, joined, listing, spelled
from games.wyrms.cards import (
    CARD_VALUES,
    COLOR,
    DECK,
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
from games.wyrms.scoring import Score, score

PREDICTIONS = tuple(map(str, range(10)))
"""The options of a prediction."""


def next_seat(table: Table, seat: int) -> int:
    """Return the seat to the left of another."""
    return table.from_seat(seat)[1]


# ---- things on the table


def _standing(predictions: Mapping[int, int], taken: Mapping[int, int]) -> Gauges:
    """Return the gatherings that every seat has taken, of those that it predicted."""
    return Gauges(
        "gatherings",
        tuple(SeatGauges(seat, (Gauge("taken", taken[seat], n, "goal"),)) for seat, n in predictions.items()),
    )


def _led(words: Mapping[str, str], gathering: Sequence[str], legal: Sequence[str]) -> Line:
    """Tell whether the next card must have the led colour."""
    led = led_color(gathering)
    key = "open" if led is None else "color" if any(COLOR[card] == led for card in legal) else "none"
    return Line(words[f"led:{key}"], {"led": led})


class Extra:
    """The last card of the deal: face down, or out of play and shown to the seats that looked at it."""

    __slots__ = ("card", "seen_by")

    def __init__(self, card: str) -> None:
        self.card: str | None = card
        self.seen_by: frozenset[int] = frozenset()

    def block(self, viewer: int) -> Block | None:
        """Return the card's face for the seats that looked at it, its back for others; None once a hand has it."""
        if self.card is None:
            return None
        seen = viewer in self.seen_by
        return Zone("extra card", None, (self.card if seen else BACK,), (False,) if seen else ())


class ScoreSheet:
    """The score sheet: the predictions, gatherings and points of every seat in every cycle."""

    __slots__ = ("cycle", "ring", "scores", "words")

    def __init__(self, table: Table) -> None:
        # no reference to the table, which holds the sheet: without a cycle, an ended match is freed at once
        self.ring, self.words = table.ring, table.words
        self.scores: dict[int, list[Score]] = {seat: [] for seat in table.ring}
        self.cycle: Cycle | None = None

    def total(self, seat: int) -> int:
        """Return the running total of a seat."""
        return self.scores[seat][-1].total if self.scores[seat] else 0

    def block(self, viewer: int) -> Block | None:
        """Return the sheet, the same for every viewer.

        A finished cycle has two rows. The cycle being played has one, as soon as its predictions are revealed.
        """
        words = self.words

        def row(head: str, cell: str, values: Iterable[Mapping[str, Any]], n: int = 0) -> SheetRow:
            return SheetRow(Line(words[head], {"n": n}), tuple(Line(words[cell], each) for each in values))

        rows = []
        for number, scores in enumerate(zip(*self.scores.values(), strict=True), 1):
            values = [{**each._asdict(), "cards": each.cards, "total": each.total} for each in scores]
            rows.append(row("sheet:cycle", "sheet:scored", values, number))
            rows.append(row("sheet:totals", "sheet:total", values))
        if self.cycle is not None and self.cycle.predictions:
            progress = map(self.cycle.progress, self.ring)
            rows.append(row("sheet:cycle", "sheet:now", progress, self.cycle.number))
        seats, legend = tuple(self.ring), Line(words["sheet:legend"])
        return Sheet(N_("scores"), seats, tuple(rows), legend=legend) if rows else None


class TrickOnTable:
    """The gathering being played: the seat of each card, and the card that would take it as things stand."""

    __slots__ = ("dominant", "leading", "played")

    def __init__(self, dominant: str) -> None:
        self.dominant = dominant
        self.played: tuple[tuple[int, str], ...] = ()
        self.leading: int | None = None

    def block(self, viewer: int) -> Block | None:
        """Return the same block to every viewer; None before the first card."""
        if not self.played:
            return None
        led = led_color([card for _, card in self.played]) or ""
        return Trick("gathering", self.played, led, self.dominant, self.leading)


# ---- a cycle


class Cycle:
    """One cycle, from the deal to the scores."""

    def __init__(
        self,
        table: Table,
        options: Options,
        number: int,
        dealer: int,
        color: str | None,
        own_colors: Mapping[int, str],
    ) -> None:
        self.table, self.options, self.number, self.dealer, self.color = table, options, number, dealer, color
        self.own_colors = own_colors
        """Each seat's own dominant colour, with Personalised Dominant Colours."""
        self.hands: dict[int, Hand] = {}
        self.predictions: dict[int, int] = {}
        self.cards_taken: dict[int, list[str]] = {seat: [] for seat in table.ring}
        """The cards of the gatherings taken."""
        self.gathering_counts = dict.fromkeys(table.ring, 0)
        """The number of gatherings taken."""
        self.set_aside: dict[int, Open] = {}
        self.public_cards: list[str] = []
        """The cards played or set aside so far, for computer players that count; they are in no scene (CW-R17)."""
        self.reasons: dict[int, dict[str, Any]] = {}
        """Each seat's score with its reasons, once the cycle is over."""
        self.gathering, self.last_gathering = Open("gathering", []), Open("last gathering", [])
        self.trick = TrickOnTable("" if self.own_colors else color or "")
        self.told: int | None = None
        """The index of the event for the last gathering."""

    def progress(self, seat: int) -> dict[str, Any]:
        """Return the numbers of gatherings that a seat has predicted and taken so far."""
        return {"predicted": self.predictions[seat], "taken": self.gathering_counts[seat]}

    def deal(self) -> Extra:
        """Deal the whole deck but for its last card in equal hands; return that last card."""
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
        """Show the dominant colour, which holds for the whole cycle (CW-R26)."""
        for seat in self.own_colors:
            self.table.show(Open("dominant", [self._dominant(seat)], seat))
        if not self.own_colors:
            card = self._dominant(self.dealer)
            self.table.show(Open("dominant", [card]))
            self.table.tell("dominant", card=card)

    async def predict(self) -> None:
        """Ask all seats at once for their predictions, secret until the last one is in."""
        prompts = {
            seat: Choose(
                "predict",
                PREDICTIONS,
                PREDICTIONS[0],
                clock="turn",
                public=True,
                says={"leader": next_seat(self.table, self.dealer)},
            )
            for seat in self.table.ring
        }
        answers = await self.table.ask_each(prompts, change=True)
        self.predictions = {seat: int(answer) for seat, answer in answers.items()}
        for seat, n in self.predictions.items():
            self.table.tell("predicts", seat=seat, n=n)
        self._note()

    async def give_extra(self, extra: Extra) -> None:
        """Give the extra card to the seat with the highest prediction, which sets a card aside.

        Seats that tie for the highest prediction look at the extra card instead, and it is out of play.
        """
        table, card = self.table, extra.card
        most = max(self.predictions.values())
        highest = [seat for seat, n in self.predictions.items() if n == most]
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
        options, says = (
            tuple(dict.fromkeys(hand)),
            {**CARD_VALUES, "card": card, "leader": next_seat(table, self.dealer)},
        )
        aside = await table.ask(seat, Choose("aside", options, card, says=says))
        hand.remove(aside)
        self.set_aside[seat] = Open("set aside", [aside], seat)
        table.show(self.set_aside[seat])
        self.public_cards.append(aside)
        table.tell("sets_aside", seat=seat, card=aside)

    async def gather(self) -> None:
        """Play gatherings until all hands are empty."""
        leader = next_seat(self.table, self.dealer)
        self.table.show(
            Reading(partial(_standing, self.predictions, self.gathering_counts)),
            self.trick,
            self.gathering,
            self.last_gathering,
        )
        for n in range(1, len(self.hands[leader].cards) + 1):
            self.table.phase("gathering", cycle=self.number, n=n, seat=leader)
            order = self.table.from_seat(leader)
            leader = self._award(order, await self._play_cards(order))
            self._note()

    async def _play_cards(self, order: Sequence[int]) -> list[str]:
        """Ask every seat for one card; return the cards in the order played."""
        table, cards = self.table, self.gathering.items
        for seat in order:
            hand, progress = self.hands[seat].cards, self.progress(seat)
            legal = playable(hand, cards)
            says = {
                **CARD_VALUES,
                **progress,
                "led": _led(table.words, cards, legal),
                "leader": order[0],
                "seen": tuple(self.public_cards),
            }
            kind = "follow" if cards else "lead"
            card = await table.ask(seat, Choose(kind, legal, lowest(legal), says=says))
            hand.remove(card)
            cards.append(card)
            self.trick.played = tuple(zip(order, cards, strict=False))
            ruling = self.ruling(order[: len(cards)], cards)
            self.trick.leading = None if ruling.step == "lair" else ruling.place
            self.public_cards.append(card)
            table.tell("plays", seat=seat, card=card)
            table.note(seat, "plays", **progress, card=card)
        return cards

    def _award(self, order: Sequence[int], cards: list[str]) -> int:
        """Give the gathering to the seat that takes it, or discard it because of a Lair; return that seat."""
        ruling = self.ruling(order, cards)
        seat = order[ruling.place]
        self.last_gathering.items, self.gathering.items = cards, []
        self.trick.played = ()
        self._tell_gathering(order, cards, seat, ruling.step)
        if ruling.step == "lair":
            return seat
        self.gathering_counts[seat] += 1
        self.cards_taken[seat] += cards
        if seat in self.set_aside and self.gathering_counts[seat] == 1:
            self.cards_taken[seat] += self.set_aside[seat].items
            self.set_aside[seat].fold()
        return seat

    def _tell_gathering(self, order: Sequence[int], cards: Sequence[str], seat: int, step: str) -> None:
        """Announce a gathering in one line: its leader, each card with its owner, and the seat that takes it.

        Only the last gathering may be looked at (CW-R17): the line of the one before loses its cards.
        """
        table = self.table
        if self.told is not None:
            event = table.events[self.told]
            table.events[self.told] = Event(
                event.kind, {**event.values, "plays": Line(""), "cards": ()}, event.to, event.words
            )
        named: dict[str, Any] = {}
        for number, (player, card) in enumerate(zip(order, cards, strict=True)):
            named |= {f"card{number}": card, f"seat{number}": player}
        text = ", ".join(f"{{card{number}:item}} {{seat{number}:seat}}" for number in range(len(cards)))
        self.told = len(table.events)
        kind = "discards" if step == "lair" else f"takes_{step}"
        table.tell(kind, seat=seat, leader=order[0], plays=Line(f": {text}", named), cards=tuple(cards))

    def ruling(self, order: Sequence[int], cards: Sequence[str]) -> Ruling:
        """Return the ruling on a gathering under this table's rules."""
        if self.own_colors:
            dominant = own_dominant(cards, [self.own_colors[seat] for seat in order])
        else:
            dominant = all_dominant(cards, self.color)
        return decide(cards, dominant, powerful_lair=self.options.powerful_lair)

    def score(self, sheet: ScoreSheet) -> list[Open]:
        """Turn up and score the cards that all seats took; return those piles of cards."""
        table, piles = self.table, []
        table.tell("showdown", n=self.number)
        for seat in table.ring:
            cards = sorted(self.cards_taken[seat], key=SORTED.__getitem__)
            piles.append(Open(spelled("cycle {n}", n=self.number), cards, seat))
            entry = score(
                self.options.scoring,
                self.predictions[seat],
                self.gathering_counts[seat],
                cards,
                sheet.total(seat),
            )
            sheet.scores[seat].append(entry)
            items = [joined(item.name, f" {item.points:+}".replace("-", "−")) for item in entry.items]
            reason = listing(*items) or N_("nothing for cards")
            table.tell(
                "scores", seat=seat, points=entry.points, bonus=entry.bonus, why=reason, total=entry.total
            )
            self.reasons[seat] = {
                "n": self.number,
                "points": entry.points,
                "bonus": entry.bonus,
                "why": reason,
            }
        table.standing({seat: sheet.total(seat) for seat in table.ring})
        return piles

    def note_scores(self, reasons: Mapping[int, Mapping[str, Any]]) -> None:
        """Show the scores of the previous cycle with their reasons at the seats, until predictions are out."""
        for seat, values in reasons.items():
            self.table.note(seat, "scored", **values)

    def _dominant(self, seat: int) -> str:
        """Return the card that shows the dominant colour of a seat."""
        return f"dominant.{self.own_colors.get(seat) or self.color or NO_COLOR}"

    def _note(self) -> None:
        for seat in self.table.ring:
            self.table.note(seat, "stands", **self.progress(seat))
