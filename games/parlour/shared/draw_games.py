"""Discard and draw: the shared part of King's Council, Three Kingdoms and Den of Thieves (DECK-R4).

`Cards` is the deck of one play with its exchanges; the functions put hands into words card by card, and hold the
showdown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, repeat

from games.engine.prompts import Pick
from games.engine.scene import Line
from games.engine.table_objects import Hand, HandHints
from games.parlour.shared.play import Play, Ranking
from games.parlour.shared.tie_breaks import TieBreak
from games.phrases import joined

MOST = 2
"""The most cards that may be discarded in one exchange."""
POINTS = "{total:points}"
"""The words for a hand's total."""


class Cards:
    """The deck of one play, from which every seat has been dealt a hand, and the discards of each seat.

    `deck`: the cards left, in no order. `discards`: face down; their owner may look, others see the number (BET-R22).
    """

    __slots__ = ("deck", "discards", "play")

    def __init__(self, play: Play, count: int, *, dragons: bool) -> None:
        self.play = play
        self.deck = play.deal(count, dragons=dragons)
        self.discards = {seat: Hand(seat, [], "discarded") for seat in play.order()}
        for seat, pile in self.discards.items():
            play.lay(seat, pile)

    def turn_up(self) -> str:
        """Draw the top card of the deck and return it."""
        return self.play.table.chance.draw(self.deck)

    async def exchange(self) -> None:
        """Let each seat in turn discard up to two cards and draw new ones, in one decision (DECK-R4, KC-R6).

        All live seats take part, all-in ones too. New cards take the places of the old ones.
        """
        play, table = self.play, self.play.table
        table.phase("exchange")
        table.take_notes(("discards", "keeps_all"))
        for seat in play.order():
            hand = play.hands[seat].cards
            prompt = Pick("discard", tuple(hand), 0, MOST, [], says={"most": MOST})
            places = await table.ask(seat, prompt)
            kind = "discards" if places else "keeps_all"
            table.report(seat, kind, n=len(places))
            if not places:
                continue
            self.discards[seat].cards += [hand[place] for place in places]
            for place in places:
                hand[place] = self.turn_up()
            table.tell("drew", (seat,), cards=tuple(hand[place] for place in places))


def card_by_card(points: Iterable[tuple[str, int]], fates: Iterable[str] = (), head: str = POINTS) -> Line:
    """Return a hand in words: its total, then each card with its score and its fate, if any.

    `head`: the template of the part before the cards, in which `{total}` is the sum.
    """
    scored = list(points)
    values: dict[str, object] = {"total": sum(n for _, n in scored)}
    parts = list[str]()
    every_fate = chain(fates, repeat(""))
    for number, ((card, n), fate) in enumerate(zip(scored, every_fate, strict=False)):
        fated = joined(f"{n} (", fate, ")") if fate else str(n)
        parts += [", " if parts else ": ", f"{{card{number}:item}} ", fated]
        values[f"card{number}"] = card
    return Line(joined(head, *parts), values)


def show_worth(play: Play, worth: Callable[[list[str]], Line]) -> None:
    """Show each seat, in private, the present score of its hand."""

    def now(cards: list[str]) -> Line:
        return Line("Your hand: {why:line}.", {"why": worth(cards)})

    play.table.show(HandHints(play.hands, now))


def show_down(
    play: Play,
    strength: Callable[[list[str]], tuple[int, ...]],
    worth: Callable[[list[str]], Line],
    tie_break: TieBreak,
) -> Ranking:
    """Turn up the hands of all live seats at once, and return the ranking (BET-R13)."""
    play.table.tell("showdown")
    for seat in play.order():
        play.hands[seat].show()
    hands = {seat: play.hands[seat].cards for seat in play.live}
    reasons = {seat: worth(hand) for seat, hand in hands.items()}
    brief = {
        seat: Line(line.text.partition(": {")[0], {"total": line.values["total"]})
        for seat, line in reasons.items()
    }
    return Ranking({seat: strength(hand) for seat, hand in hands.items()}, reasons, brief, tie_break)
