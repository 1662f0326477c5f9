"""Prompts: the few kinds of questions that rules can ask.

A prompt holds no words: its `kind` names the decision, and the words for it are on the game's data sheet. It knows
every legal answer (`legal`), refuses the others (`check`), and has a `default` for a seat that is out of time.
Answers are plain JSON: a key, a number, or a list of places.

Prompts are Structs or NamedTuples because a search makes hundreds of thousands a second; two equal ones are the same
question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

import msgspec
from msgspec import Struct

from games.engine.chance import Chance
from games.engine.errors import IllegalAnswer

Clock = Literal["turn", "same", "window", "late", "choice", "quick", "race", "call", "pause", "none"]
"""The time limit that runs; the table knows how many seconds each has.

`late`: half of a window, for a seat that has waited for the others. `choice`: a small decision of one seat.
`same`: the time of the seat's previous question runs on, as in a decision that is made in steps.
`race`: answers may be given as fast as the prompt `says` (`seconds`); one that comes too early counts a little later.
`call`: the house's, which makes everyone wait for a moment that nobody can foresee. `pause`: time to look at something,
which ends as soon as everyone has pressed on."""

Answer = Any
NOTHING: Mapping[str, Any] = {}


class Cost(NamedTuple):
    """The most that an answer may cost, set aside before it counts: unit to amount, for seat and house."""

    seat: Mapping[str, int] = NOTHING
    house: Mapping[str, int] = NOTHING

    def times(self, n: int) -> Cost:
        """Return the cost of `n` of these."""
        seat, house = dict(self.seat), dict(self.house)
        for units in (seat, house):  # a loop: this is on the way of every wager
            for unit in units:
                units[unit] *= n
        return Cost(seat, house)


FREE = Cost()


@runtime_checkable
class Prompt(Protocol):
    """The interface of every kind of prompt, for the engine and the painters."""

    @property
    def kind(self) -> str:
        """The decision, in the rulebook's word: `bet`, `reveal`, `keep`."""

    @property
    def default(self) -> Answer:
        """The answer of a seat that is out of time or gone."""

    @property
    def clock(self) -> Clock:
        """The time limit that runs."""

    @property
    def quiet(self) -> bool:
        """True if no viewer is shown which seats have answered."""

    @property
    def public(self) -> bool:
        """True if the question gives nothing away and may be shown to everyone."""

    @property
    def says(self) -> Mapping[str, Any]:
        """Values for the words of the data sheet; and three for the driver of the match.

        `seconds`: the least between answers to a race. `stays`: an answer for good. `consent`: its member's alone.
        """

    def legal(self, chance: Chance) -> Sequence[Answer]:
        """Return every legal answer in the order offered, or a fair sample where there are too many."""

    def check(self, answer: Answer) -> None:
        """Raise `IllegalAnswer` unless the answer is legal."""

    @property
    def costs(self) -> Mapping[str, Cost]:
        """The most that options may cost, by option; empty where every answer is free."""

    def cost(self, answer: Answer) -> Cost:
        """Return the most that the answer may cost."""

    def space(self) -> Any:
        """Return the legal answers as JSON, for the digest that the journal keeps."""


_json = msgspec.json.Encoder().encode


def digest(seat: int, prompt: Prompt) -> str:
    """Return twelve letters that identify the question by kind, seat and legal answers, never by its words."""
    return sha256(_json([prompt.kind, seat, prompt.space()])).hexdigest()[:12]


class Range(Struct, frozen=True, gc=False):
    """Amounts from `low` to `high`; `steps` are the sizes offered as buttons."""

    low: int
    high: int
    steps: tuple[int, ...] = ()


class Choose(Struct, frozen=True, gc=False):
    """A choice of one of a few options (answer: its key), or of an amount in a range (answer: the number)."""

    kind: str
    options: tuple[str, ...]
    default: Answer
    amount: Range | None = None
    clock: Clock = "turn"
    quiet: bool = False
    public: bool = False
    says: Mapping[str, Any] = NOTHING
    costs: Mapping[str, Cost] = NOTHING
    """By option; `amount` is the cost of one, and an amount of n costs n times as much."""
    confirm: tuple[str, ...] = ()
    """Options that a client asks to confirm once, in the words of `kind:option?`."""
    harmless: bool = False
    """The default costs the seat nothing, as in an offer on the side: nobody is late with such a question."""

    def legal(self, chance: Chance) -> Sequence[Answer]:
        """Return the options, then the suggested amounts, both ends and one amount between."""
        if self.amount is None:
            return self.options
        low, high, steps = self.amount.low, self.amount.high, self.amount.steps
        sizes = {low, high, *steps, low + chance.below(high - low + 1)}
        return [*self.options, *sorted(sizes)]

    def check(self, answer: Answer) -> None:
        """Raise `IllegalAnswer` unless the answer is an offered key, or a whole number in the range."""
        if answer in self.options:
            return
        amount = self.amount
        if amount is not None and type(answer) is int and amount.low <= answer <= amount.high:
            return
        allowed: list[object] = [*self.options]
        if amount is not None:
            allowed.append(f"{amount.low} to {amount.high}")
        raise IllegalAnswer(self.kind, answer, allowed)

    def cost(self, answer: Answer) -> Cost:
        """Return the most that the option, or this amount, may cost."""
        if not self.costs:
            return FREE
        if isinstance(answer, str):
            return self.costs.get(answer, FREE)
        each = self.costs.get("amount", FREE)
        return each.times(answer)

    def space(self) -> Any:
        """Return the options and the ends of the range."""
        return [self.options, self.amount and [self.amount.low, self.amount.high]]


class Pick(Struct, frozen=True, gc=False):
    """A choice of `low` to `high` items, which are cards or dice (answer: their places, ascending).

    Where not every item may be picked, `allowed` are the places that may; clients show all items and offer these.
    """

    kind: str
    items: tuple[str, ...]
    low: int
    high: int
    default: Answer
    clock: Clock = "turn"
    quiet: bool = False
    public: bool = False
    says: Mapping[str, Any] = NOTHING
    allowed: tuple[int, ...] | None = None
    costs: Mapping[str, Cost] = NOTHING

    def places(self) -> Sequence[int]:
        """Return the places that may be picked, ascending."""
        return range(len(self.items)) if self.allowed is None else self.allowed

    def legal(self, chance: Chance) -> Sequence[Answer]:
        """Return all sets if there are at most 64, else the default and a fair sample of twenty."""
        places: list[int]
        if 1 << len(self.places()) <= 64:
            sizes = range(self.low, self.high + 1)
            return [list(chosen) for size in sizes for chosen in combinations(self.places(), size)]
        sample = [self.default]
        for _ in range(20):
            size = self.low + chance.below(self.high - self.low + 1)
            places = list(self.places())
            chance.shuffle(places)
            sample.append(sorted(places[:size]))
        return sample

    def check(self, answer: Answer) -> None:
        """Raise `IllegalAnswer` unless the answer lists different places, ascending, as many as allowed."""
        last, allowed = -1, self.allowed
        fits = type(answer) is list and self.low <= len(answer) <= self.high
        for place in answer if fits else ():
            if type(place) is not int or place <= last:
                fits = False
            elif allowed is None:
                fits = fits and place < len(self.items)
            else:
                fits = fits and place in allowed
            if not fits:
                break
            last = place
        if not fits:
            places = ", ".join(map(str, self.places()))
            raise IllegalAnswer(self.kind, answer, f"{self.low} to {self.high} of the places {places}")

    def cost(self, answer: Answer) -> Cost:
        """Return no cost: picking is free."""
        return FREE

    def space(self) -> Any:
        """Return the items, how many may be picked, and the allowed places if not all."""
        space = [self.items, self.low, self.high]
        return space if self.allowed is None else [*space, self.allowed]


Pile = tuple[int, int, tuple[str, ...]]
"""The items on one place of a grid: column, row (growing to the right and down), items from the bottom up."""


class Place(NamedTuple):
    """A placement of every item on a grid (answer: a column and a row each, in the order of the items).

    The grid has no frame of its own: its items must fit into some square of `span` columns and rows. The very first
    item of an empty grid is at [0, 0], and all others are counted from it.
    """

    kind: str
    items: tuple[str, ...]
    piles: tuple[Pile, ...]
    """The items on the grid already."""
    default: Answer
    span: int = 3
    depth: int = 2
    """The most items on one place; at most one of them comes from this answer."""
    clock: Clock = "turn"
    quiet: bool = False
    public: bool = False
    says: Mapping[str, Any] = NOTHING
    worth: Callable[[Sequence[Pile]], int] | None = None
    """The worth of a grid, for clients that show it; a function of a module, so that equal prompts are equal."""
    costs: Mapping[str, Cost] = NOTHING

    def spots(self, placed: Sequence[Sequence[int]] = ()) -> list[tuple[int, int]]:
        """Return the places open to the next item after `placed`, the first ones of the same answer; row by row."""
        lying = {(column, row): len(items) for column, row, items in self.piles}
        mine = [(column, row) for column, row in placed]
        if not lying and not mine:
            return [(0, 0)]
        columns, rows = zip(*lying, *mine, strict=True)
        return [
            (column, row)
            for row in range(max(rows) - self.span + 1, min(rows) + self.span)
            for column in range(max(columns) - self.span + 1, min(columns) + self.span)
            if (column, row) not in mine and lying.get((column, row), 0) < self.depth
        ]

    def after(self, placed: Sequence[Sequence[int]]) -> tuple[Pile, ...]:
        """Return the grid after the first items have been placed like this."""
        piles = {(column, row): items for column, row, items in self.piles}
        for item, (column, row) in zip(self.items, placed, strict=False):
            piles[column, row] = (*piles.get((column, row), ()), item)
        return tuple((column, row, items) for (column, row), items in piles.items())

    def check_part(self, placed: Answer) -> None:
        """Raise `IllegalAnswer` unless an answer may begin like this."""
        if not isinstance(placed, list) or len(placed) > len(self.items):
            raise IllegalAnswer(self.kind, placed, f"a place for each of {len(self.items)}")
        for at, spot in enumerate(placed):
            spots = [list(each) for each in self.spots(placed[:at])]
            plain = isinstance(spot, list) and all(type(number) is int for number in spot)
            if not plain or spot not in spots:
                raise IllegalAnswer(self.kind, placed, spots)

    def legal(self, chance: Chance) -> Sequence[Answer]:
        """Return the default and a sample of twenty."""
        sample = [self.default]
        for _ in range(20):
            placed: list[list[int]] = []
            while len(placed) < len(self.items):
                placed.append(list(chance.choice(self.spots(placed))))
            sample.append(placed)
        return sample

    def check(self, answer: Answer) -> None:
        """Raise `IllegalAnswer` unless the answer gives every item a legal place."""
        self.check_part(answer)
        if len(answer) < len(self.items):
            raise IllegalAnswer(self.kind, answer, f"a place for each of {len(self.items)}")

    def cost(self, answer: Answer) -> Cost:
        """Return no cost: placing is free."""
        return FREE

    def space(self) -> Any:
        """Return the items to place, those on the grid, and the size of the grid."""
        return [self.items, self.piles, self.span, self.depth]
