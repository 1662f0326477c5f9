"""What a card of the tavern is: steps, conditions, cards, drinks, characters. Data only; the rules give it meaning.

The files of `decks/` are read into these by `loader.load`; `docs/own-decks.md` explains them to people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

CardType = Literal["action", "sometimes", "anytime", "gambling", "cheating", "gear", "mood"]
"""What a card of a character or of an extra deck can be. Drinks and Events have classes of their own."""

Trigger = Literal[
    "act", "any", "hit.fort", "hit.alc", "hit.gold", "lost.gold", "drink.mine", "drink.any", "card.action",
    "card.sometimes", "card.cheat", "card.drinkmod", "gear.mine", "round.start", "round.in", "round.turn", "round.tip",
    "event",
]  # fmt: skip
"""When a card may be played."""

Verb = Literal[
    "fort", "alc", "pay", "draw", "drop", "order", "serve", "drinkup", "peek",
    "ignoredrink", "passdrink", "splitdrink", "moddrink", "fortdrink", "chaser",
    "negate", "ignore", "cut", "redirect", "tune",
    "start", "ante", "control", "lock", "leave", "oust", "winround", "spill", "skim",
    "piety", "brew", "mood", "contest", "house", "none", "wolf.fort", "onwolf", "guard",
]  # fmt: skip
"""What a step does."""

Who = Literal["me", "T", "TT", "others", "all", "hitter", "inn"]
"""Whom a step meets. `T` is one chosen player, `TT` two different ones; the inn only pays and is paid."""

Mark = Literal["gear", "wolf"]
System = Literal["faith", "gear", "potion", "mood"]
"""What a character plays with beside the own deck; all but faith have an extra deck."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Where the faith track must stand when the step resolves (PIE-05): `piety>=10`, `piety<=7`."""

    sign: Literal[">=", "<="]
    piety: int

    def holds(self, piety: int) -> bool:
        """Whether the track stands so."""
        return piety >= self.piety if self.sign == ">=" else piety <= self.piety


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a card does. Parts that a verb does not take are None; `amount` has its sign.

    `who` is whom the step meets, or who pays; `to` is who is paid; `inner` is the step of `onwolf`.
    """

    verb: Verb
    who: Who | None = None
    to: Who | None = None
    amount: int | None = None
    condition: Condition | None = None
    inner: Step | None = None


Alternative = tuple[Step, ...]
"""Steps in the order in which they happen."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a character's deck or of an extra deck. The player picks one of `alternatives` on playing.

    `alternative_when` stands beside `alternatives`: the triggers of the card on which each may be picked.
    """

    id: str
    deck: str
    title: str
    types: tuple[CardType, ...]
    when: tuple[Trigger, ...]
    marks: tuple[Mark, ...]
    alternatives: tuple[Alternative, ...]
    alternative_when: tuple[tuple[Trigger, ...], ...]
    text: str
    """What it does, in plain words for people."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of all alternatives, one after the other."""
        return tuple(step for alternative in self.alternatives for step in alternative)


@dataclass(frozen=True, slots=True)
class Drink:
    """A Drink: numbers that count when it is drunk, whether it has a chaser, whether it splits by itself (Mead)."""

    id: str
    title: str
    ac: int = 0
    fort: int = 0
    draw: int = 0
    drop: int = 0
    chaser: bool = False
    split: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """A Drink Event: the contest, or the round on the house."""

    id: str
    title: str
    verb: Literal["contest", "house"]
    text: str = ""


DeckList = tuple[tuple[str, int], ...]
"""Ids of cards, each with how many of them a deck has, in the order of the file."""


def copies(deck: DeckList) -> list[str]:
    """The ids of all cards of a deck, sorted as the deck's file is: shuffle before use."""
    return [key for key, count in deck for _ in range(count)]


@dataclass(frozen=True, slots=True)
class Character:
    """Somebody to play: 40 cards, and what they play with beside them."""

    key: str
    name: str
    about: str
    """One line."""
    system: System | None
    deck: DeckList
    extra: DeckList = ()
    """The extra deck of `system`: Gear, Potions or moods."""


@dataclass(frozen=True, slots=True, repr=False)
class Decks:
    """All cards that can come up: by id, and who plays with which."""

    cards: Mapping[str, Card]
    drinks: Mapping[str, Drink]
    events: Mapping[str, Event]
    characters: Mapping[str, Character]
    drink_deck: DeckList
    """Ids of drinks and events."""
    own: tuple[str, ...] = field(default=())
    """Keys of the characters that are a server's own."""

    def __repr__(self) -> str:
        return f"Decks({', '.join(self.characters)})"
