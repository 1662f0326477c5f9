"""Situations of the village that read like the rule examples.

v = village("A A W W", "S", market="- C - F", deck="A F S", bribes={"A": "C C"}, track="A C F G M S")
v.bribes("A", "A A W")          # seat A bribes with an Axe and two Wilds ... cards by letter, Wilds last
v.visits("A", 2, "C W")         # pays a Crown and a Wild for stall 2, and curses the Crown
v.draws("B")
assert v.track == "C F A G M S"

Cards: A Axe, C Crown, F Feather, G Gem, M Magic Scroll, S Sword, W Wild.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine import Choose, Result, Table, Track
from games.primers.rigged import Rigged
from games.village import GAME, Village
from games.village.board import Board
from games.village.cards import KINDS, STALLS, WILD, card, kind_of
from games.village.options import Options
from tests.helpers.script import Script
from tests.helpers.small_games import changed

LETTERS = {**{kind[0].upper(): card(kind) for kind in KINDS if kind != "scroll"}, "M": "v:scroll", "W": WILD}
LETTER_OF = {key: letter for letter, key in LETTERS.items()}
NAMED = {letter: kind_of(key) for letter, key in LETTERS.items()}


def keys(letters: str) -> list[str]:
    """Cards by letter: `A A W`; `-` is none."""
    return [LETTERS[letter] for letter in letters.split() if letter != "-"]


def letters(cards: Any) -> str:
    """The letters of cards, in the order of the alphabet, Wilds last."""
    return " ".join(sorted(LETTER_OF[key] for key in cards))


class Situation(Script):
    """A match that begins in the middle: the first seat, A, is to act."""

    board: Board

    def __init__(
        self,
        hands: tuple[str, ...],
        market: tuple[str, ...],
        deck: str,
        bribes: Mapping[str, str],
        track: str,
        **options: Any,
    ) -> None:
        names = "ABCDE"[: len(hands)]
        lying: dict[int, list[list[str]]] = {}
        for name, written in bribes.items():
            lying[names.index(name)] = [keys(each) for each in written.split(",")]

        async def play(table: Table, chosen: Options) -> Result:
            table.clear()
            village = Village(table, chosen)
            board = self.board = village.board
            board.first = 0
            board.favor.tokens = [NAMED[letter] for letter in track.split()]
            for seat, hand in enumerate(hands):
                board.hands[seat].cards = sorted(keys(hand))
            for cost, cards in zip(STALLS, market, strict=True):
                board.stalls[cost].items = keys(cards)
            for seat, every in lying.items():
                for laid in every:
                    board.bribes[seat][kind_of(laid[0])].items = list(laid)
            board.deck = keys(deck)
            assert isinstance(table.chance, Rigged)
            table.chance.cards = list(board.deck)
            return await village.play()

        super().__init__(changed(GAME, play_for_points=play), names, **options)

    # ---- acting

    def leaves(self, name: str) -> Situation:
        """A seat leaves the match for good."""
        super().leaves(name)
        return self

    def bribes(self, name: str, cards: str) -> Situation:
        """A whole bribe: Treasures of one type, or Wilds to a bribe that lies (`C+W`: one Wild to the Crowns)."""
        kind, _, added = cards.partition("+")
        used = keys(added or cards)
        wilds = used.count(WILD)
        self.does(**{name: f"bribe_{NAMED[kind.split()[0]]}"})
        counts = f"x{len(used) - wilds}w{wilds}"
        while counts not in self.offers(name):
            self.does(**{name: "more"})
        self.does(**{name: counts})
        return self

    def visits(self, name: str, cost: int, paid: str = "-") -> Situation:
        """A whole visit; the first card paid is cursed."""
        for answer in (f"stall_{cost}", *map(kind_of, keys(paid))):
            self.does(**{name: answer})
        return self

    def draws(self, name: str) -> Situation:
        """A drawn card."""
        self.does(**{name: "draw"})
        return self

    # ---- looking

    def offers(self, name: str) -> list[str]:
        """Return the options of a seat's open question."""
        prompt = self.ask(name).prompt
        assert isinstance(prompt, Choose)
        return list(prompt.options)

    @property
    def track(self) -> str:
        """Return the letters of the tokens, lowest first, as all viewers see them."""
        block: Track = self.scene_block(Track)
        return " ".join(LETTER_OF[token] for token, _ in block.counts)

    def hand(self, name: str) -> str:
        """The letters of a hand, as its owner sees it."""
        return letters(self.sees(name, name) or [])

    def bribe(self, name: str, letter: str) -> str:
        """The letters of a bribe, as a spectator sees it."""
        return letters(self.sees(None, name, f"{NAMED[letter]} bribe") or [])

    @property
    def market(self) -> tuple[str, ...]:
        """The cards of stalls 3, 2, 1 and 0 in the order in which they came, as a spectator sees them."""
        stalls = (self.on_table(f"stall {cost}") for cost in STALLS)
        return tuple(" ".join(LETTER_OF[key] for key in stall) or "-" for stall in stalls)

    @property
    def deck(self) -> int:
        """Return the number of cards left in the deck."""
        return len(self.board.deck)

    @property
    def points(self) -> dict[str, int]:
        """The final scores."""
        return {self.name(row.seat): row.points for row in self.result.rows}

    @property
    def places(self) -> dict[str, int | None]:
        """The final places."""
        return {self.name(row.seat): row.place for row in self.result.rows}


def village(
    *hands: str,
    market: tuple[str, ...] = ("-", "-", "-", "-"),
    deck: str = "W W W W W W W W",
    bribes: Mapping[str, str] | None = None,
    track: str = "A C F G M S",
    **options: Any,
) -> Situation:
    """A situation; unless `deck` says otherwise, a bribe is followed by one Wild.

    `market` are the stalls 3, 2, 1, 0; `bribes` are by seat, several parted by commas, Treasures first.
    """
    return Situation(hands, market, deck, bribes or {}, track, **options)
