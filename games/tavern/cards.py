"""The cards of the tavern: steps, conditions, cards, drinks, characters. Data only; `rules` give it meaning.

The files of `decks/` are read into these by `loader.load`; `docs/own-decks.md` explains them to people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

CardType = Literal["action", "sometimes", "anytime", "gambling", "cheating", "gear", "mood"]
"""The types of cards of a character or of an extra deck. Drinks and Events have their own classes."""

Trigger = Literal[
    "act", "any", "hit.fort", "hit.alc", "hit.gold", "lost.gold", "drink.mine", "drink.any", "card.action",
    "card.sometimes", "card.cheat", "card.drinkmod", "gear.mine", "round.start", "round.in", "round.turn", "round.tip",
    "event",
]  # fmt: skip
"""The events on which a card may be played."""

Verb = Literal[
    "fort", "alc", "pay", "draw", "drop", "order", "serve", "drinkup", "peek",
    "ignoredrink", "passdrink", "splitdrink", "moddrink", "fortdrink", "chaser",
    "negate", "ignore", "cut", "redirect", "tune",
    "start", "ante", "control", "lock", "leave", "oust", "winround", "spill", "skim",
    "piety", "brew", "mood", "contest", "house", "none", "wolf.fort", "onwolf", "guard",
]  # fmt: skip
"""The kinds of steps."""

Who = Literal["me", "T", "TT", "others", "all", "hitter", "inn"]
"""The players that a step affects. `T` is one chosen player, `TT` two different ones; the inn only pays and is paid."""

Mark = Literal["gear", "wolf"]
System = Literal["faith", "gear", "potion", "mood"]
"""The extra systems of characters; all but faith have an extra deck."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on the faith track, checked when the step resolves: `piety>=10`, `piety<=7`."""

    sign: Literal[">=", "<="]
    piety: int

    def holds(self, piety: int) -> bool:
        """Return whether the condition holds with this piety."""
        return piety >= self.piety if self.sign == ">=" else piety <= self.piety


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a card does. Parts that a verb does not take are None; `amount` has its sign.

    `who` are the players affected, or the payers; `to` is the payee; `inner` is the step of `onwolf`.
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
    """A card of a character's deck or of an extra deck. The player picks one of `alternatives` when playing it.

    `alternative_when` runs parallel to `alternatives`: the triggers of the card on which each may be picked.
    """

    id: str
    deck: str
    title: str
    short: str
    """The title where there is little room; empty where that has room for all of it."""
    types: tuple[CardType, ...]
    when: tuple[Trigger, ...]
    marks: tuple[Mark, ...]
    alternatives: tuple[Alternative, ...]
    alternative_when: tuple[tuple[Trigger, ...], ...]
    text: str
    """The effect in plain words."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of all alternatives, one after the other."""
        return tuple(step for alternative in self.alternatives for step in alternative)


@dataclass(frozen=True, slots=True)
class Drink:
    """A Drink: its numbers, whether it has a chaser, and whether it may be split without a card (Mead)."""

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
"""Ids of cards, each with its number of copies, in the order of the file."""


def copies(deck: DeckList) -> list[str]:
    """Return the ids of all cards of a deck, in the order of its file: shuffle before use."""
    return [key for key, count in deck for _ in range(count)]


@dataclass(frozen=True, slots=True)
class Character:
    """A character to play: 40 cards, perhaps with an extra system and its deck."""

    key: str
    name: str
    about: str
    """One line about the character."""
    system: System | None
    deck: DeckList
    extra: DeckList = ()
    """The extra deck of `system`: Gear, Potions or moods."""


@dataclass(frozen=True, slots=True, repr=False)
class Decks:
    """All cards of a match by id, and the decks that use them."""

    cards: Mapping[str, Card]
    drinks: Mapping[str, Drink]
    events: Mapping[str, Event]
    characters: Mapping[str, Character]
    drink_deck: DeckList
    """Ids of drinks and events."""
    own: tuple[str, ...] = field(default=())
    """Keys of the characters that a server has added."""

    def __repr__(self) -> str:
        return f"Decks({', '.join(self.characters)})"
