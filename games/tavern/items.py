"""The items of the stack: cards played, Gear cards, Drinks, Drink Events; and the Round of Gambling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from games.engine.scene import Line
from games.tavern.cards import Card, CardType, Drink, Event, Step


class Part(NamedTuple):
    """A step of a card with its targets; `gear` if it comes from the attached Gear card."""

    step: Step
    targets: tuple[int, ...]
    gear: bool = False


@dataclass(slots=True, eq=False)
class Loss:
    """The Fort that one card would take from one player (RED-R5).

    `origin` is the seat that the card aims at, `victim` the seat that loses, which a redirect changes.
    """

    origin: int
    victim: int
    cut: int = 0
    ignored: bool = False


@dataclass(slots=True, eq=False)
class Item:
    """An item of the stack that waits to be resolved.

    `dead` items resolve without effect: they were Negated, or their Round is over.
    """

    dead: bool = field(default=False, init=False)


@dataclass(slots=True, eq=False)
class GearCard(Item):
    """A Gear card turned up for its `main` card; its targets are named in its own window (GEAR-11)."""

    seat: int
    key: str
    card: Card
    main: PlayedCard
    targets: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class PlayedCard(Item):
    """A card played. `answers` is the item that it answers, None for a card that answers nothing."""

    seat: int
    key: str
    card: Card
    mode: CardType
    alternative_index: int
    targets: tuple[int, ...] = ()
    wolf_targets: tuple[int, ...] = ()
    answers: Item | None = None
    portion: Portion | None = None
    """The Drink that it aims at."""
    loss: Loss | None = None
    """The redirected loss that it answers; None if it answers the card as such."""
    from_show: bool = False
    """True for the brew on show, which goes to the Potion discards."""
    wolf: tuple[Step, ...] = ()
    """The steps of the mood at the moment of playing, for a card with the wolf mark."""
    mood: str | None = None
    """The mood that these steps come from."""
    gear: GearCard | None = None
    ignored_by: set[int] = field(default_factory=set)
    leavers: set[int] = field(default_factory=set)
    """The players who leave the Round that this card starts before it has begun."""
    losses: list[Loss] = field(default_factory=list)
    alc_hits: frozenset[int] = frozenset()
    gold_hits: frozenset[int] = frozenset()

    def parts(self) -> Iterator[Part]:
        """Yield the steps of the card, of the mood, then of the Gear card."""
        for step in self.card.alternatives[self.alternative_index]:
            yield Part(step, self.targets)
        for step in self.wolf:
            if step.verb == "onwolf" and step.inner is not None:
                yield Part(step.inner, self.wolf_targets)
        if self.gear is not None and not self.gear.dead:
            for step in self.gear.card.alternatives[0]:
                yield Part(step, self.gear.targets, gear=True)

    def has_step(self, *verbs: str) -> bool:
        """Return whether the alternative played has a step of these kinds."""
        return any(step.verb in verbs for step in self.card.alternatives[self.alternative_index])

    @property
    def hitter(self) -> int | None:
        """The player who caused the loss that this card answers."""
        return self.answers.seat if isinstance(self.answers, PlayedCard) else None

    def hits(self, seat: int) -> bool:
        """Return whether, by its text, the card would cost the seat Fort or Gold, or raise its AC (AFF-R2)."""
        return self.hits_directly(seat) or any(loss.victim == seat for loss in self.losses)

    def hits_directly(self, seat: int) -> bool:
        """Return the same as `hits`, without losses that were redirected to the seat."""
        own = any(loss.victim == loss.origin == seat for loss in self.losses)
        return own or seat in self.alc_hits or seat in self.gold_hits


@dataclass(slots=True, eq=False)
class ContestEntry:
    """The Drink that a player revealed in a contest (CONT-R2, CONT-R3)."""

    seat: int
    portion: Portion
    """The portion as revealed; after a split its halves change, but not this one."""

    @property
    def total(self) -> int:
        """Its AC, or the AC just before it was split; below 0 counts as 0."""
        return max(0, self.portion.ac)


@dataclass(slots=True, eq=False)
class Portion:
    """A Drink with its chasers that one player is about to drink, as a set of numbers (DRK-R4).

    `source` is the seat from whose pile it came, None for the Drink Deck. `whole` is False after a split.
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
    """The Drink is Mead, which may be split without a card."""
    sealed: bool = False
    """Neither its own split nor a card's is possible (MEAD-R5)."""

    def add(self, drink: Drink) -> None:
        """Add a Drink's numbers."""
        self.ac += drink.ac
        self.fort += drink.fort
        self.draw += drink.draw
        self.drop += drink.drop

    def in_words(self, words: Mapping[str, str]) -> Line:
        """Return what it does to its drinker, without a Fort that stays as it is."""
        kind = "drunk:ac_fort" if self.fort else "drunk:ac"
        return Line(words[kind], {"ac": self.ac, "fort": self.fort})

    def half(self, drinker: int) -> Portion:
        """Return one half, each number rounded up in size (SPL-R1)."""
        ac, fort, draw, drop = (_half(n) for n in (self.ac, self.fort, self.draw, self.drop))
        return Portion(drinker, self.source, ac, fort, draw, drop, whole=False)


def _half(n: int) -> int:
    return (n + 1) // 2 if n >= 0 else -((1 - n) // 2)


@dataclass(slots=True, eq=False)
class DrinkServing(Item):
    """Portions that will be drunk together; `keys` are the cards that make them up."""

    occasion: Literal["drink", "drinkup", "house", "contest"]
    by: int
    """The seat that revealed it; with several portions, the seat whose turn it is."""
    portions: list[Portion]
    keys: list[str]

    @property
    def open(self) -> list[Portion]:
        """The portions that are not ignored."""
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
    """A Round of Gambling."""

    members: list[int]
    pot: int = 0
    control: int | None = None
    locked: bool = False
    """Only a Cheating card can take control: "Winning Hand!" was played."""
    passed: set[int] = field(default_factory=set)
    """The players who have passed since control last changed."""
    last: int = -1
    """The seat that had the last gambling turn."""
