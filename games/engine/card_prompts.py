"""The prompt to play a card or pass: for response windows, for turns in which cards are played, and for forms.

An answer is one of the `passes`, a word, or a move: `[card, alternative, [aim ...]]`. Each aim is a list of whole
numbers (seats, places), so that a card, its alternative and all its targets are one row of the journal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from games.engine.chance import Chance
from games.engine.errors import IllegalAnswer
from games.engine.prompts import FREE, NOTHING, Answer, Clock, Cost

MANY = 200
"""A move with more ways to aim than this is offered by samples."""
SAMPLES = 12


class Aim(NamedTuple):
    """One thing that a move aims at: from `low` to `high` of `among`.

    They differ and have no order; with `again` the same may be named more than once and the order counts. `items`: the
    cards that `among` stands for, for clients that show them; no part of the question's identity.
    """

    name: str
    among: tuple[int, ...]
    low: int = 1
    high: int = 1
    again: bool = False
    items: tuple[str, ...] = ()

    def check(self, chosen: object) -> bool:
        """Tell whether `chosen` is a list that fits."""
        return (
            isinstance(chosen, list)
            and self.low <= len(chosen) <= self.high
            and all(type(each) is int and each in self.among for each in chosen)
            and (self.again or len(set(chosen)) == len(chosen))
        )

    def size(self) -> int:
        """Return the number of ways to aim, or a larger one where there are many."""
        return int((len(self.among) + 1) ** self.high)

    def all(self) -> Iterator[list[int]]:
        """Yield every way to aim."""
        for n in range(self.low, self.high + 1):
            ways = product(self.among, repeat=n) if self.again else combinations(self.among, n)
            yield from map(list, ways)

    def any(self, chance: Chance) -> list[int]:
        """Return random targets that are legal."""
        n = self.low + chance.below(self.high - self.low + 1)
        if self.again:
            return [chance.choice(self.among) for _ in range(n)]
        left = list(self.among)
        chance.shuffle(left)
        return sorted(left[:n])

    def first(self) -> list[int]:
        """Return the first way, at which an absent player aims."""
        return list(self.among[:1]) * self.low if self.again else list(self.among[: self.low])


class Move(NamedTuple):
    """A card that may be played (`""`: something that needs no card), one of its alternatives, and the aims."""

    card: str
    alternative: int = 0
    aims: tuple[Aim, ...] = ()

    def first(self) -> Answer:
        """Return the answer that aims the move at the first of everything."""
        return [self.card, self.alternative, [aim.first() for aim in self.aims]]

    def some(self, chance: Chance) -> Iterator[Answer]:
        """Yield every way to make the move, or samples where there are many."""
        size = 1
        for aim in self.aims:
            size *= aim.size()
        if size <= MANY:
            for aims in product(*(aim.all() for aim in self.aims)):
                yield [self.card, self.alternative, list(aims)]
            return
        yield self.first()
        for _ in range(SAMPLES):
            yield [self.card, self.alternative, [aim.any(chance) for aim in self.aims]]

    def named(self, answer: Answer) -> dict[str, list[int]]:
        """Return the targets of a checked answer, by the names of the aims."""
        return {aim.name: chosen for aim, chosen in zip(self.aims, answer[2], strict=True)}


class PlayCard(NamedTuple):
    """A question to make one of the moves or say one of the `passes`. The moves hold targets and alternatives."""

    kind: str
    passes: tuple[str, ...]
    moves: tuple[Move, ...]
    default: Answer
    clock: Clock = "window"
    quiet: bool = False
    public: bool = False
    says: Mapping[str, Any] = NOTHING
    costs: Mapping[str, Cost] = NOTHING

    def find(self, answer: Answer) -> Move | None:
        """Return the move that an answer makes; None for a word, or for an answer that makes none of them."""
        if not isinstance(answer, list) or len(answer) != 3:
            return None
        card, number, aims = answer
        for move in self.moves:
            if move.card == card and move.alternative == number and type(number) is int:
                fits = isinstance(aims, list) and len(aims) == len(move.aims)
                return move if fits and all(map(Aim.check, move.aims, aims)) else None
        return None

    def legal(self, chance: Chance) -> Sequence[Answer]:
        """Return the answers that are words, then the moves."""
        return [*self.passes, *(answer for move in self.moves for answer in move.some(chance))]

    def check(self, answer: Answer) -> None:
        """Raise `IllegalAnswer` unless the answer is an offered word, or an open move with fitting aims."""
        if isinstance(answer, str) and answer in self.passes:
            return
        if self.find(answer) is None:
            raise IllegalAnswer(self.kind, answer, [*self.passes, *(move.card for move in self.moves)])

    def cost(self, answer: Answer) -> Cost:
        """Return no cost: cards cost nothing outside the game."""
        return FREE

    def space(self) -> Any:
        """Return words and moves, for the digest."""
        return [
            self.passes,
            [[move.card, move.alternative, [aim[:5] for aim in move.aims]] for move in self.moves],
        ]

    def face(self) -> PlayCard:
        """Return a `public` question as everyone may see it: its words, and nothing that tells of the cards."""
        return self._replace(moves=(), default=None)
