"""Triggers: the moments at which a card may be played, and the seats that a window asks (TIM-R3).

Everything here except a hand is public. The same functions therefore decide what a player may play, from the hand,
and which seats are asked, from the published deck list: being asked reveals nothing about a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.tavern.cards import Card, Character, Decks, Trigger
from games.tavern.items import DrinkServing, GearCard, Item, PlayedCard, Portion, RevealedEvent
from games.tavern.state import Tavern

OWN_DRINK = ("ignoredrink", "passdrink", "splitdrink")
"""Steps for a Drink that the player is about to drink."""
DRINK_CHANGES = (*OWN_DRINK, "moddrink", "fortdrink", "chaser")
"""Steps that change a Drink, which the trigger `card.drinkmod` answers (NEG-R5)."""
WITHOUT_WINDOW: frozenset[Trigger] = frozenset({"act", "any", "lost.gold", "round.turn"})
"""Triggers that open no window."""


class PlayContext(NamedTuple):
    """The situation in which a seat plays a card: the top of the stack, and the phase of its own turn."""

    seat: int
    top: Item | None = None
    acting: bool = False
    """It is the player's Action phase, with the action not used yet."""
    gambling: bool = False
    """It is the player's gambling turn."""


Reason = tuple[Trigger, Card, int]
"""A trigger, and the card and index of the alternative that have it."""

TriggerTest = Callable[[Tavern, PlayContext, Card, int], bool]


def open_portions(context: PlayContext, card: Card, index: int) -> list[Portion]:
    """Return the Drinks that this alternative of the card may aim at."""
    if not isinstance(context.top, DrinkServing):
        return []
    verbs = {step.verb for step in card.alternatives[index]}
    own_only = "drink.any" not in card.alternative_when[index] or not verbs.isdisjoint(OWN_DRINK)
    return [
        portion
        for portion in context.top.open
        if (portion.drinker == context.seat or not own_only)
        and not (portion.sealed and "splitdrink" in verbs)
    ]


def _card_of_other(context: PlayContext) -> PlayedCard | None:
    """Return the top card of the stack if another player played it (NEG-R6)."""
    return context.top if isinstance(context.top, PlayedCard) and context.top.seat != context.seat else None


def _hit_fort(game: Tavern, context: PlayContext, card: Card, index: int) -> bool:
    return isinstance(context.top, PlayedCard) and any(
        loss.victim == context.seat for loss in context.top.losses
    )


def _hit_alc(game: Tavern, context: PlayContext, card: Card, index: int) -> bool:
    return isinstance(context.top, PlayedCard) and context.seat in context.top.alc_hits


def _hit_gold(game: Tavern, context: PlayContext, card: Card, index: int) -> bool:
    return isinstance(context.top, PlayedCard) and context.seat in context.top.gold_hits


def _mode(mode: str) -> TriggerTest:
    def test(game: Tavern, context: PlayContext, card: Card, index: int) -> bool:
        top = _card_of_other(context)
        return top is not None and top.mode == mode

    return test


def _changes_drink(game: Tavern, context: PlayContext, card: Card, index: int) -> bool:
    top = _card_of_other(context)
    # a card does not answer another one of its own title
    if top is None or top.card.title == card.title or isinstance(top.answers, RevealedEvent):
        return False
    return top.has_step(*DRINK_CHANGES) or (top.has_step("negate") and isinstance(top.answers, DrinkServing))


def _gear(game: Tavern, context: PlayContext, card: Card, index: int) -> bool:
    return isinstance(context.top, GearCard) and context.top.seat == context.seat


def _round_start(game: Tavern, context: PlayContext, card: Card, index: int) -> bool:
    top = context.top
    return (
        isinstance(top, PlayedCard)
        and game.round is None
        and top.has_step("start")
        and context.seat not in top.leavers
    )


def _round_in(game: Tavern, context: PlayContext, card: Card, index: int) -> bool:
    if game.round is None or context.seat not in game.round.members:
        return False
    return (
        context.gambling
        if context.top is None
        else isinstance(context.top, PlayedCard) and context.top.has_step("ante")
    )


def _round_turn(game: Tavern, context: PlayContext, card: Card, index: int) -> bool:
    if game.round is None or not context.gambling or context.top is not None:
        return False
    return "cheating" in card.types or not game.round.locked


def _round_tip(game: Tavern, context: PlayContext, card: Card, index: int) -> bool:
    if game.round is None:
        return False
    return (
        context.gambling
        if context.top is None
        else isinstance(context.top, PlayedCard) and context.top.has_step("oust")
    )


TRIGGER_TESTS: Mapping[Trigger, TriggerTest] = {
    "act": lambda game, context, card, index: context.acting and context.top is None,
    "any": lambda game, context, card, index: True,
    "hit.fort": _hit_fort,
    "hit.alc": _hit_alc,
    "hit.gold": _hit_gold,
    "lost.gold": lambda game, context, card, index: context.seat in game.gold_payers,
    "drink.mine": lambda game, context, card, index: bool(open_portions(context, card, index)),
    "drink.any": lambda game, context, card, index: bool(open_portions(context, card, index)),
    "card.action": _mode("action"),
    "card.sometimes": _mode("sometimes"),
    "card.cheat": _mode("cheating"),
    "card.drinkmod": _changes_drink,
    "gear.mine": _gear,
    "round.start": _round_start,
    "round.in": _round_in,
    "round.turn": _round_turn,
    "round.tip": _round_tip,
    "event": lambda game, context, card, index: isinstance(context.top, RevealedEvent),
}


def can_play(game: Tavern, context: PlayContext, card: Card, index: int) -> bool:
    """Return whether a trigger of this alternative of the card is met."""
    return any(TRIGGER_TESTS[trigger](game, context, card, index) for trigger in card.alternative_when[index])


def trigger_to_ask(game: Tavern, seat: int, item: Item) -> Trigger | None:
    """Return a trigger that lets a card of the seat's published list answer the item; None if there is none.

    Of the Potion Deck only the brew on show counts, which all players see.
    """
    context, player = PlayContext(seat, item), game.players[seat]
    reasons = player.window_triggers
    if player.brew is not None:
        reasons = (*reasons, *_reasons(game.decks.cards[player.brew]))
    for trigger, card, index in reasons:
        if TRIGGER_TESTS[trigger](game, context, card, index):
            return trigger
    return None


def list_window_triggers(decks: Decks, character: Character) -> tuple[Reason, ...]:
    """Return the triggers that let cards of the published deck list answer an item in a window."""
    return tuple(reason for key, _ in character.deck for reason in _reasons(decks.cards[key]))


def _reasons(card: Card) -> tuple[Reason, ...]:
    return tuple(
        (trigger, card, index)
        for index, triggers in enumerate(card.alternative_when)
        for trigger in triggers
        if trigger not in WITHOUT_WINDOW
    )
