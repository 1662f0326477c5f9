"""The value of a character's cards, a yardstick by which authors compare a new deck with the four.

It counts one pass through the 40 cards in a game of four, each card once and with as many targets as it can have.
No rule depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import NamedTuple

from games.tavern.cards import Alternative, Condition, Decks, Step, Verb, Who

_OTHERS_MET: Mapping[Who, int] = {"T": 1, "hitter": 1, "TT": 2, "others": 3, "all": 3}
"""The number of others that a step affects in a game of four."""
_TURNS = 11
"""Turns of the player in one pass through the deck."""
_POTIONS = 6
"""Potions played in one pass."""
_ANSWERED = 7.8
"""Losses of Fort in one pass that a `guard` reduces."""
_FAITH = ((0, 1.0), (8, 0.62), (10, 0.17), (16, 0.0))
"""The measured share of time with at least this piety; values between them are interpolated."""


class CardValue(NamedTuple):
    """The value of cards by kind: attack, drinks laid on others, Gold, defence, recovery, Rounds taken."""

    attack: float = 0
    alcohol: float = 0
    gold: float = 0
    defence: float = 0
    healing: float = 0
    gambling: float = 0

    def plus(self, other: CardValue, times: float = 1) -> CardValue:
        """Return the sum of both values, the other one multiplied by `times`."""
        return CardValue(*(mine + times * more for mine, more in zip(self, other, strict=True)))


COLUMNS = ("Fort taken", "AC laid on", "Gold won", "Defence", "Recovery", "Rounds")
"""Column titles for the fields of `CardValue`, in order."""


def balance(decks: Decks, key: str) -> tuple[CardValue, CardValue]:
    """Return the value of a character's 40 cards, and the value that the extra system adds."""
    character = decks.characters[key]
    drink = mean_drink(decks)
    cards = [(decks.cards[card], count) for card, count in character.deck]
    deck = CardValue()
    for card, count in cards:
        deck = deck.plus(_card_value(card.alternatives, drink), count)
    size = sum(count for _, count in character.extra)
    mean = CardValue()
    for one, count in character.extra:
        mean = mean.plus(_card_value(decks.cards[one].alternatives, drink), count / size)
    marked = {mark: sum(n for card, n in cards if mark in card.marks) for mark in ("gear", "wolf")}
    match character.system:
        case "faith":
            return deck, CardValue(healing=_share(Condition(">=", 10)) * _TURNS)
        case "gear":
            return deck, CardValue().plus(mean, marked["gear"])
        case "potion":
            return deck, CardValue().plus(mean, _POTIONS)
        case "mood":
            # `guard` works against every loss, and not only with the wolf cards
            guard = sum(
                n * (step.amount or 0) / size
                for one, n in character.extra
                for step in decks.cards[one].steps
                if step.verb == "guard"
            )
            return deck, CardValue(healing=guard * _ANSWERED).plus(mean, marked["wolf"])
    return deck, CardValue()


def mean_drink(decks: Decks) -> float:
    """Return the mean AC of a Drink in the Drink Deck, without Events."""
    drinks = [(decks.drinks[key], count) for key, count in decks.drink_deck if key in decks.drinks]
    return sum(drink.ac * count for drink, count in drinks) / sum(count for _, count in drinks)


def _card_value(alternatives: tuple[Alternative, ...], drink: float) -> CardValue:
    worth = CardValue()
    for steps in alternatives:
        took = CardValue(gambling=float(any(step.verb in _ROUND for step in steps)))
        for step in steps:
            took = took.plus(_step_value(step, drink), _share(step.condition) if step.condition else 1)
        worth = worth.plus(took, 1 / len(alternatives))
    return worth


def _share(condition: Condition) -> float:
    """Return the share of time that a condition holds."""
    wanted = condition.piety if condition.sign == ">=" else condition.piety + 1
    for (low, more), (high, less) in pairwise(_FAITH):
        if low <= wanted <= high:
            share = more + (less - more) * (wanted - low) / (high - low)
            return share if condition.sign == ">=" else 1 - share
    raise ValueError(f"the faith track has no {condition.piety}")


# ---- steps

_ROUND: frozenset[Verb] = frozenset({"start", "control", "winround", "spill"})


def _step_value(step: Step, drink: float) -> CardValue:
    inner = step.inner or step
    return (
        _STEP_VALUES[inner.verb](inner, inner.amount or 0, drink)
        if inner.verb in _STEP_VALUES
        else CardValue()
    )


def _fort(step: Step, n: int, drink: float) -> CardValue:
    return CardValue(
        attack=-n * _OTHERS_MET.get(step.who or "me", 0), healing=float(n if step.who in ("me", "all") else 0)
    )


def _alc(step: Step, n: int, drink: float) -> CardValue:
    return CardValue(
        alcohol=n * _OTHERS_MET.get(step.who or "me", 0),
        healing=float(-n if step.who in ("me", "all") else 0),
    )


def _pay(step: Step, n: int, drink: float) -> CardValue:
    payers = _OTHERS_MET.get(step.who or "me", 0)
    if step.to == "me":
        return CardValue(gold=n * (1 if step.who == "inn" else payers))
    loss = n if step.who in ("me", "all") else 0
    return CardValue(gold=(n * payers / 2 if step.to == "inn" else 0) - loss)


def _moddrink(step: Step, n: int, drink: float) -> CardValue:
    return CardValue(alcohol=n) if n > 0 else CardValue(defence=-n / 2)


_STEP_VALUES: Mapping[Verb, Callable[[Step, int, float], CardValue]] = {
    "fort": _fort,
    "alc": _alc,
    "pay": _pay,
    "moddrink": _moddrink,
    "fortdrink": lambda step, n, drink: CardValue(attack=max(-n, 0)),
    "order": lambda step, n, drink: CardValue(alcohol=n * drink),
    "serve": lambda step, n, drink: CardValue(alcohol=n * drink),
    "drinkup": lambda step, n, drink: CardValue(alcohol=n * drink),
    "chaser": lambda step, n, drink: CardValue(alcohol=drink),
    "passdrink": lambda step, n, drink: CardValue(alcohol=drink, defence=1),
    "splitdrink": lambda step, n, drink: CardValue(alcohol=drink / 2, defence=0.5),
    "ignoredrink": lambda step, n, drink: CardValue(defence=1),
    "ignore": lambda step, n, drink: CardValue(defence=1),
    "negate": lambda step, n, drink: CardValue(defence=1),
    "redirect": lambda step, n, drink: CardValue(defence=1),
    "leave": lambda step, n, drink: CardValue(defence=0.5),
    "cut": lambda step, n, drink: CardValue(defence=n / 4),
    "skim": lambda step, n, drink: CardValue(gold=n),
    "wolf.fort": lambda step, n, drink: CardValue(attack=n),
}
"""The valuation of each kind of step; other steps have no value that can be counted."""
