"""Counts of each face and card of a match, with the expected numbers.

For each draw every face has a known chance. Added up, the chances are the number of times that a face should come, and
`chance * (1 - chance)` added up is the square of the usual distance from it. That also holds for cards, whose chances
change with each card that leaves the pile. No game deals cards off a shuffled deck: every card is drawn when it is
needed. The order of seats, tokens and colours, which is shuffled at the start, is not counted.

A draw belongs to a seat if the next thing that the rules tell is about that seat alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from math import ceil, floor, sqrt
from typing import NamedTuple, TypeVar

from bot.luck.draws import seat_of
from games.engine.chance import Chance, Seed
from games.engine.game import Game
from games.engine.match import Header, Match, Row

T = TypeVar("T")

WIDTH = 1.96
"""Standard deviations from the expected number that contain 95 % of honest counts."""


class Face(NamedTuple):
    """A face: the number of times it came, the expected number, and the variance."""

    came: int = 0
    expected: float = 0.0
    variance: float = 0.0

    @property
    def band(self) -> tuple[int, int]:
        """The interval that contains 95 % of honest counts."""
        distance = WIDTH * sqrt(self.variance)
        return max(0, floor(self.expected - distance)), ceil(self.expected + distance)

    @property
    def is_inside(self) -> bool:
        """True if the count is within its band."""
        low, high = self.band
        return low <= self.came <= high

    @property
    def distance(self) -> float:
        """The distance from the expected number, in standard deviations."""
        return abs(self.came - self.expected) / sqrt(self.variance) if self.variance else 0.0


Tally = dict[str, dict[str, Face]]
"""Faces by pool: `d6`, `cards:<game>` or `ranks:<game>`."""


def cards_of(game: str) -> str:
    """Return the pool of a game's cards."""
    return f"cards:{game}"


def ranks_of(game: str) -> str:
    """Return the pool of the ranks of a game's cards: Bards, of whatever animal."""
    return f"ranks:{game}"


def rank_of(name: str) -> str:
    """Return the rank of a card by its name: `Bard` for `Bard of Owls`."""
    return name.partition(" of ")[0]


def add_up(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of tallies."""
    total: Tally = {}
    for tally in tallies:
        for pool, faces in tally.items():
            sums = total.setdefault(pool, {})
            for name, face in faces.items():
                before = sums.get(name, Face())
                sums[name] = Face(*(a + b for a, b in zip(before, face, strict=True)))  # type: ignore[arg-type]
    return total


class _Drawn(NamedTuple):
    pool: str
    face: str
    chances: Sequence[tuple[str, float]]
    events: int
    """The number of events recorded before the draw."""


class _CountingChance(Chance):
    """A `Chance` that records every roll and card in the order drawn. `ranks` has the rank of each card."""

    __slots__ = ("_events", "_game", "_ranks", "drawn")

    def __init__(self, seed: Seed, game: str, ranks: Mapping[str, str]) -> None:
        super().__init__(seed)
        self.drawn: list[_Drawn] = []
        self._events: Sequence[object] = ()
        self._game, self._ranks = game, ranks

    def watch(self, events: Sequence[object], rows: Sequence[object]) -> None:
        self._events = events

    def die(self, sides: int) -> int:
        face = super().die(sides)
        chances = [(str(side), 1 / sides) for side in range(1, sides + 1)]
        self.drawn.append(_Drawn(f"d{sides}", str(face), chances, len(self._events)))
        return face

    def draw(self, pile: MutableSequence[T]) -> T:
        names, events = [str(card) for card in pile], len(self._events)
        card = super().draw(pile)
        if len(names) > 1:
            self.drawn.append(_Drawn(cards_of(self._game), str(card), _chances(names), events))
            if str(card) in self._ranks:
                ranks = [self._ranks.get(name, name) for name in names]
                rank = self._ranks[str(card)]
                self.drawn.append(_Drawn(ranks_of(self._game), rank, _chances(ranks), events))
        return card


def _chances(names: Sequence[str]) -> list[tuple[str, float]]:
    return [(name, n / len(names)) for name, n in Counter(names).items()]


class MatchTally(NamedTuple):
    """The tally of one match: of everything, and of each seat's own draws."""

    everything: Tally
    by_seat: dict[int, Tally]


def tally_of(game: Game, header: Header, rows: Sequence[Row]) -> MatchTally:
    """Replay a match and count. Raises a `GameError` if these rules can't replay it."""
    cards = game.card_faces(game.parse_options(header.options))
    ranked = any(rank_of(card.name) != card.name for card in cards.values())
    ranks = {key: rank_of(card.name) for key, card in cards.items()} if ranked else {}
    luck = _CountingChance(header.seed, game.key, ranks)
    match = Match.replay(game, header, rows, chance=luck, digests=False)
    everything: Tally = {}
    by_seat: dict[int, Tally] = {}
    for drawn in luck.drawn:
        seat = seat_of(match, drawn.events)
        for tally in (everything,) if seat is None else (everything, by_seat.setdefault(seat, {})):
            faces = tally.setdefault(drawn.pool, {})
            for name, chance in drawn.chances:
                face = faces.get(name, Face())
                faces[name] = Face(
                    face.came + (name == drawn.face),
                    face.expected + chance,
                    face.variance + chance * (1 - chance),
                )
    return MatchTally(everything, by_seat)
