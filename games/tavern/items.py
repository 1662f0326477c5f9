"""What can wait on the stack: a card played, a Gear card turned up, Drinks poured, a Drink Event (TIM-R2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from games.tavern.cards import Card, CardType, Drink, Event, Step


class Part(NamedTuple):
    """A step of a card as it will happen: whose `T` it means, and whether the Gear card brings it."""

    step: Step
    targets: tuple[int, ...]
    gear: bool = False


@dataclass(slots=True, eq=False)
class Loss:
    """What one card would take from one player in Fort (RED-R5): `origin` is whom it aims at, `victim` whom it hits."""

    origin: int
    victim: int
    cut: int = 0
    ignored: bool = False


@dataclass(slots=True, eq=False)
class Item:
    """Anything that waits to be settled. `dead`: Negated, or void since its Round is over."""

    dead: bool = field(default=False, init=False)


@dataclass(slots=True, eq=False)
class GearCard(Item):
    """A Gear card turned up for the card it is attached to; its targets are named in its window (GEAR-11)."""

    seat: int
    key: str
    card: Card
    main: PlayedCard
    targets: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class PlayedCard(Item):
    """A card played: by whom, as what, in which way, at whom, and in answer to what."""

    seat: int
    key: str
    card: Card
    mode: CardType
    alternative_index: int
    targets: tuple[int, ...] = ()
    wolf_targets: tuple[int, ...] = ()
    answers: Item | None = None
    portion: Portion | None = None
    """The Drink it aims at (TIM-R14)."""
    loss: Loss | None = None
    """The redirected loss that it answers; None: the card as it hits its player."""
    from_show: bool = False
    """Whether it was the brew on show (POT-04)."""
    wolf: tuple[Step, ...] = ()
    """What the mood of the moment adds to a wolf card, or changes about it (WULF-03)."""
    gear: GearCard | None = None
    ignored_by: set[int] = field(default_factory=set)
    leavers: set[int] = field(default_factory=set)
    """Who leaves the Round that this card starts before it has begun (GMB-26)."""
    losses: list[Loss] = field(default_factory=list)
    alc_hits: frozenset[int] = frozenset()
    gold_hits: frozenset[int] = frozenset()

    def parts(self) -> Iterator[Part]:
        """Its own steps, those of the mood, then those of its Gear card (GEAR-05)."""
        for step in self.card.alternatives[self.alternative_index]:
            yield Part(step, self.targets)
        for step in self.wolf:
            if step.verb == "onwolf" and step.inner is not None:
                yield Part(step.inner, self.wolf_targets)
        if self.gear is not None and not self.gear.dead:
            for step in self.gear.card.alternatives[0]:
                yield Part(step, self.gear.targets, gear=True)

    def has(self, *verbs: str) -> bool:
        """Whether its chosen alternative has one of these steps."""
        return any(step.verb in verbs for step in self.card.alternatives[self.alternative_index])

    @property
    def hitter(self) -> int | None:
        """The source of the loss that it answers (RED-01, RED-02)."""
        return self.answers.seat if isinstance(self.answers, PlayedCard) else None

    def hits(self, seat: int) -> bool:
        """Whether by its text it would cost the seat Fort or Gold, or raise its AC (AFF-R2)."""
        return self.hits_itself(seat) or any(loss.victim == seat for loss in self.losses)

    def hits_itself(self, seat: int) -> bool:
        """The same, without losses that were redirected to the seat."""
        own = any(loss.victim == loss.origin == seat for loss in self.losses)
        return own or seat in self.alc_hits or seat in self.gold_hits


@dataclass(slots=True, eq=False)
class ContestEntry:
    """What a Drink of a contest counts for the player who revealed it (CONT-R2, CONT-R3)."""

    seat: int
    portion: Portion
    """The Drink as it was revealed: nothing changes it any more when halves have taken its place."""

    @property
    def total(self) -> int:
        """Its AC, as it is or was just before it was split; below 0 counts as 0 (CONT-19)."""
        return max(0, self.portion.ac)


@dataclass(slots=True, eq=False)
class Portion:
    """A Drink that somebody is about to drink, chasers and all: a set of numbers (DRK-R4).

    `source`: the seat from whose pile it came, None for the Drink Deck. `whole`: nothing has split it yet.
    """

    drinker: int
    source: int | None
    ac: int = 0
    fort: int = 0
    draw: int = 0
    drop: int = 0
    ignored: bool = False
    whole: bool = True
    mead: bool = False
    """Mead, which carries its own split, alone or as a chaser."""
    sealed: bool = False
    """No split, neither its own nor a card's (MEAD-06, MEAD-07, MEAD-R5)."""

    def add(self, drink: Drink) -> None:
        """Add a Drink's numbers (DRK-10)."""
        self.ac += drink.ac
        self.fort += drink.fort
        self.draw += drink.draw
        self.drop += drink.drop

    def half(self, drinker: int) -> Portion:
        """One half, each number rounded up in size (SPL-04 to SPL-06, SPL-R1)."""
        ac, fort, draw, drop = (_half(n) for n in (self.ac, self.fort, self.draw, self.drop))
        return Portion(drinker, self.source, ac, fort, draw, drop, whole=False)


def _half(n: int) -> int:
    return (n + 1) // 2 if n >= 0 else -((1 - n) // 2)


@dataclass(slots=True, eq=False)
class DrinkServing(Item):
    """Drinks that will be drunk together; `keys` are the cards that lie on the table for them."""

    why: Literal["drink", "drinkup", "house", "contest"]
    by: int
    """Who revealed it; of several, whose turn it is."""
    portions: list[Portion]
    keys: list[str]

    @property
    def open(self) -> list[Portion]:
        """The cups that somebody will drink."""
        return [portion for portion in self.portions if not portion.ignored]


@dataclass(slots=True, eq=False)
class RevealedEvent(Item):
    """A Drink Event that has been revealed."""

    by: int
    key: str
    event: Event
    ignored_by: set[int] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class Round:
    """A Round of Gambling: who is in, the pot, who is in control (GMB)."""

    starter: int
    members: list[int]
    pot: int = 0
    control: int | None = None
    locked: bool = False
    """Only a Cheating card can take control (GMB-16)."""
    passed: set[int] = field(default_factory=set)
    """Who has passed since control changed last (GMB-R1)."""
    last: int = -1
    """Who had the last gambling turn."""
