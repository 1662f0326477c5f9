"""Playing a card or passing: the prompt of windows, of turns in which cards are played, and of forms.

An answer is one of the `passes`, a word, or a move: `[card, way, [what it aims at ...]]`, where each aim is a list of
whole numbers (seats, places), so that a card, its alternative and all its targets are one row of the journal.
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

    Different ones in any order; with `again` the same may be named more than once and the order counts. `items`: the
    cards that `among` stands for, for clients that show them; no part of the question's identity.
    """

    name: str
    among: tuple[int, ...]
    low: int = 1
    high: int = 1
    again: bool = False
    items: tuple[str, ...] = ()

    def check(self, chosen: object) -> bool:
        """Whether `chosen` is a list that fits."""
        return (
            isinstance(chosen, list)
            and self.low <= len(chosen) <= self.high
            and all(type(each) is int and each in self.among for each in chosen)
            and (self.again or len(set(chosen)) == len(chosen))
        )

    def size(self) -> int:
        """How many ways there are to aim, or more where that would be many."""
        return int((len(self.among) + 1) ** self.high)

    def all(self) -> Iterator[list[int]]:
        """Every way to aim."""
        for n in range(self.low, self.high + 1):
            ways = product(self.among, repeat=n) if self.again else combinations(self.among, n)
            yield from map(list, ways)

    def any(self, chance: Chance) -> list[int]:
        """One way to aim."""
        n = self.low + chance.below(self.high - self.low + 1)
        if self.again:
            return [chance.choice(self.among) for _ in range(n)]
        left = list(self.among)
        chance.shuffle(left)
        return sorted(left[:n])

    def first(self) -> list[int]:
        """The first way: what an absent player aims at."""
        return list(self.among[:1]) * self.low if self.again else list(self.among[: self.low])


class Move(NamedTuple):
    """A card that may be played (`""`: something that needs no card), in one of its ways, and what it aims at."""

    card: str
    way: int = 0
    aims: tuple[Aim, ...] = ()

    def first(self) -> Answer:
        """The move with the first of everything it may aim at."""
        return [self.card, self.way, [aim.first() for aim in self.aims]]

    def some(self, chance: Chance) -> Iterator[Answer]:
        """Every way to make the move, or samples where there are many."""
        size = 1
        for aim in self.aims:
            size *= aim.size()
        if size <= MANY:
            for aims in product(*(aim.all() for aim in self.aims)):
                yield [self.card, self.way, list(aims)]
            return
        yield self.first()
        for _ in range(SAMPLES):
            yield [self.card, self.way, [aim.any(chance) for aim in self.aims]]

    def named(self, answer: Answer) -> dict[str, list[int]]:
        """What a checked answer aims at, by the names of the aims."""
        return {aim.name: chosen for aim, chosen in zip(self.aims, answer[2], strict=True)}


class PlayCard(NamedTuple):
    """Make one of the moves, or say one of the `passes`. Names, targets and alternatives are in the moves."""

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
        """The move that an answer makes; None for a word, or for what is no move of these."""
        if not isinstance(answer, list) or len(answer) != 3:
            return None
        card, way, aims = answer
        for move in self.moves:
            if move.card == card and move.way == way and type(way) is int:
                fits = isinstance(aims, list) and len(aims) == len(move.aims)
                return move if fits and all(map(Aim.check, move.aims, aims)) else None
        return None

    def legal(self, chance: Chance) -> Sequence[Answer]:
        """The words, then the moves."""
        return [*self.passes, *(answer for move in self.moves for answer in move.some(chance))]

    def check(self, answer: Answer) -> None:
        """A word that is offered, or a move that is open, with fitting aims."""
        if isinstance(answer, str) and answer in self.passes:
            return
        if self.find(answer) is None:
            raise IllegalAnswer(self.kind, answer, [*self.passes, *(move.card for move in self.moves)])

    def cost(self, answer: Answer) -> Cost:
        """Cards cost nothing outside the game."""
        return FREE

    def space(self) -> Any:
        """Words and moves."""
        return [self.passes, [[move.card, move.way, [aim[:5] for aim in move.aims]] for move in self.moves]]

    def face(self) -> PlayCard:
        """What everybody may see of a question that is `public`: its words, and nothing that tells of the cards."""
        return self._replace(moves=(), default=None)
