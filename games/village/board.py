"""The board of Please Don't Burn My Village!: its setup, the deck, and the final scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from itertools import cycle

from games.engine.result import Result, placement
from games.engine.scene import Gauges, Hint, Line, ResultRow, SeatGauges, Zone
from games.engine.table import Table
from games.engine.table_objects import Hand, HandHint, Open, Reading
from games.phrases import N_, spelled
from games.village.cards import BRIBES, STALLS, WILD, card, describe_cards, full_deck, kind_of, take
from games.village.options import Options
from games.village.scoring import Favor, Score, rank, score

HAND_SIZE = 7
"""Cards dealt to each seat, whatever the number of players (PV-R5)."""


class HeapHand(Hand):
    """A hand of any size with few kinds of cards, shown as a heap."""

    __slots__ = ()

    def block(self, viewer: int) -> Zone | None:
        """Return the faces for the owner, the backs for everyone else."""
        zone = super().block(viewer)
        return zone._replace(layout="heap") if isinstance(zone, Zone) else None


class DeckRanOut(Exception):
    """Raised when a card is needed and the deck is empty: the game ends at once (PV-53, PV-R19)."""


class Board:
    """The track of favor, the market, the bribes and hands of all seats, and the deck."""

    def __init__(self, table: Table, options: Options) -> None:
        self.table, chance = table, table.chance
        tokens = list(options.kinds)
        chance.shuffle(tokens)
        self.favor = Favor(options.values, tokens)
        self.first = chance.choice(table.ring)
        self.deck = full_deck(options.kinds, len(table.ring))
        self.hands = {seat: HeapHand(seat, []) for seat in table.ring}
        for seat, hand in self.hands.items():
            hand.cards = sorted(chance.draw(self.deck) for _ in range(HAND_SIZE))
            table.tell("dealt", [seat], cards=tuple(hand.cards))
        self.stalls = {
            cost: Open(
                spelled("stall {cost}", cost=cost), [chance.draw(self.deck)], layout="heap", price=cost
            )
            for cost in STALLS
        }
        self.discards = Open("discards", [], layout="heap")
        self.bribes = {
            seat: {kind: Open(BRIBES[kind], [], seat, layout="heap") for kind in options.kinds}
            for seat in table.ring
        }
        table.show(self.favor, *self.stalls.values(), self.discards)
        table.show(Reading(partial(_bribed, self.bribes, self.favor)))
        for seat in table.ring:
            table.show(*self.bribes[seat].values(), self.hands[seat])
            table.show(HandHint(seat, partial(_hint, self.hands[seat], self.bribes[seat], self.favor)))
        market = [stall.items[0] for stall in self.stalls.values()]
        table.tell("opens", seat=self.first, cards=tuple(market), what=describe_cards(market))

    def refill(self, kind: str) -> None:
        """Deal to the stalls until a card of the type or a Wild comes up. Raises `DeckRanOut` if none does."""
        stops, dealt = (card(kind), WILD), list[str]()
        for stall in cycle(self.stalls.values()):
            if not self.deck or (dealt and dealt[-1] in stops):
                break
            dealt.append(self.table.chance.draw(self.deck))
            stall.items.append(dealt[-1])
        self.table.tell("refill", n=len(dealt), cards=tuple(dealt), what=describe_cards(dealt))
        if not dealt or dealt[-1] not in stops:
            raise DeckRanOut

    def draw(self, seat: int) -> None:
        """Draw the top card into the seat's hand. Raises `DeckRanOut` if there is none."""
        self.table.tell("draws", seat=seat)
        self.table.note(seat, "drew")
        if not self.deck:
            raise DeckRanOut
        drawn = self.table.chance.draw(self.deck)
        self.hands[seat].cards = sorted([*self.hands[seat].cards, drawn])
        self.table.tell("drew", [seat], card=drawn)

    def score(self, seat: int) -> Score:
        """Return the seat's score if the game ended now."""
        return _score(self.hands[seat], self.bribes[seat], self.favor)

    def score_after(self, seat: int, kind: str, treasures: int, wilds: int) -> int:
        """Return the seat's points if it added these cards to its bribe and the game ended then."""
        given = {each: len(bribe.items) for each, bribe in self.bribes[seat].items()}
        given[kind] += treasures + wilds
        held = Counter(map(kind_of, self.hands[seat].cards)) - Counter({kind: treasures, "wild": wilds})
        return score(given, held, self.favor.after(kind, treasures + wilds)).points

    def tell_standing(self) -> None:
        """Record the score of every seat if the game ended now."""
        self.table.standing({seat: self.score(seat).points for seat in self.table.ring})

    def finish(self) -> Result:
        """Turn up the hands, add matching Treasures to the bribes, and return the result.

        Seats that have left come after all that have stayed.
        """
        # scored before the hands are changed: `Score` counts matching Treasures as bribed by itself
        table, scores = self.table, {seat: self.score(seat) for seat in self.table.ring}
        table.tell("showdown")
        table.standing({seat: each.points for seat, each in scores.items()})
        for seat, hand in self.hands.items():
            for kind, bribe in self.bribes[seat].items():
                if bribe.items:
                    bribe.items = sorted([*bribe.items, *take(hand.cards, card(kind), len(hand.cards))])
            hand.show()
        keys = {seat: (seat not in table.gone, *rank(scores[seat], self.favor)) for seat in table.ring}
        places = placement(keys)
        rows = [
            ResultRow(seat, places[seat], {}, scores[seat].describe(self.favor), points=scores[seat].points)
            for seat in sorted(keys, key=places.__getitem__)
        ]
        winners = tuple(row.seat for row in rows if row.place == 1)
        headline = table.words["result:won" if len(winners) == 1 else "result:shared"]
        return Result(Line(headline, {"seats": winners, "points": rows[0].points}), tuple(rows))


def _score(hand: Hand, bribes: Mapping[str, Open], favor: Favor) -> Score:
    """Return the score of a seat with this hand and these bribes if the game ended now."""
    given = {kind: len(bribe.items) for kind, bribe in bribes.items()}
    return score(given, Counter(map(kind_of, hand.cards)), favor)


def _bribed(bribes: Mapping[int, Mapping[str, Open]], favor: Favor) -> Gauges:
    """Return what the bribes of each seat are worth now; hands, which cost points, are not counted."""
    points = {
        seat: sum(len(bribe.items) * favor.worth(kind) for kind, bribe in mine.items())
        for seat, mine in bribes.items()
    }
    return Gauges("bribes", tuple(SeatGauges(seat, (), ((N_("points"), n),)) for seat, n in points.items()))


def _hint(hand: Hand, bribes: Mapping[str, Open], favor: Favor) -> Hint:
    """Return the hint shown with a hand; it takes no board, since holding one would keep an ended match in memory."""
    why = _score(hand, bribes, favor).describe(favor)
    short = (Line("{points:points}", why.values), Line("if the game ended now"))
    return Hint(Line("If the game ended now: {why:line}.", {"why": why}), short)
