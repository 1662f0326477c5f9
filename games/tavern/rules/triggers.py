"""When a card may be played: one line a trigger (CARD-R1), and who is asked in a window (TIM-R3).

Everything here but the cards themselves is public, so the same functions say what a player may play and who is asked:
for the one they look at the hand, for the other at the published deck list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.tavern.cards import Card, Character, Decks, Trigger
from games.tavern.items import Cup, DrinkServing, EventShown, Gear, Item, Played
from games.tavern.state import Tavern

OWN_DRINK = ("ignoredrink", "passdrink", "splitdrink")
"""Steps for a Drink that the player is about to drink themself (NEG-08)."""
DRINK_CHANGES = (*OWN_DRINK, "moddrink", "fortdrink", "chaser")
"""Steps that change a Drink: what the trigger `card.drinkmod` answers (WDRK, NEG-R5)."""
LATER: frozenset[Trigger] = frozenset({"act", "any", "lost.gold", "round.turn"})
"""Triggers for which no window opens."""


class PlayContext(NamedTuple):
    """Where a player stands who may play a card: what is on top of the stack, and what turn of theirs it is."""

    seat: int
    top: Item | None = None
    acting: bool = False
    """The own Action phase, with the action not used yet."""
    gambling: bool = False
    """The own gambling turn."""


Reason = tuple[Trigger, Card, int]
"""A trigger, and a way of a card that has it."""

Fits = Callable[[Tavern, PlayContext, Card, int], bool]


def cups(spot: PlayContext, card: Card, way: int) -> list[Cup]:
    """The Drinks that this way of the card may aim at."""
    if not isinstance(spot.top, DrinkServing):
        return []
    verbs = {step.verb for step in card.alternatives[way]}
    mine = "drink.any" not in card.alternative_when[way] or not verbs.isdisjoint(OWN_DRINK)
    return [
        cup
        for cup in spot.top.open
        if (cup.drinker == spot.seat or not mine) and not (cup.sealed and "splitdrink" in verbs)
    ]


def _by_other(spot: PlayContext) -> Played | None:
    """The card of another player on top of the stack (AFF-R1, NEG-R6)."""
    return spot.top if isinstance(spot.top, Played) and spot.top.seat != spot.seat else None


def _hit_fort(game: Tavern, spot: PlayContext, card: Card, way: int) -> bool:
    return isinstance(spot.top, Played) and any(loss.victim == spot.seat for loss in spot.top.losses)


def _hit_alc(game: Tavern, spot: PlayContext, card: Card, way: int) -> bool:
    return isinstance(spot.top, Played) and spot.seat in spot.top.alc_hits


def _hit_gold(game: Tavern, spot: PlayContext, card: Card, way: int) -> bool:
    return isinstance(spot.top, Played) and spot.seat in spot.top.gold_hits


def _mode(mode: str) -> Fits:
    def fits(game: Tavern, spot: PlayContext, card: Card, way: int) -> bool:
        top = _by_other(spot)
        return top is not None and top.mode == mode

    return fits


def _changes_drink(game: Tavern, spot: PlayContext, card: Card, way: int) -> bool:
    top = _by_other(spot)
    if top is None or top.card.title == card.title or isinstance(top.answers, EventShown):
        return False
    return top.has(*DRINK_CHANGES) or (top.has("negate") and isinstance(top.answers, DrinkServing))


def _gear(game: Tavern, spot: PlayContext, card: Card, way: int) -> bool:
    return isinstance(spot.top, Gear) and spot.top.seat == spot.seat


def _round_start(game: Tavern, spot: PlayContext, card: Card, way: int) -> bool:
    top = spot.top
    return (
        isinstance(top, Played) and game.round is None and top.has("start") and spot.seat not in top.leavers
    )


def _round_in(game: Tavern, spot: PlayContext, card: Card, way: int) -> bool:
    if game.round is None or spot.seat not in game.round.members:
        return False
    return spot.gambling if spot.top is None else isinstance(spot.top, Played) and spot.top.has("ante")


def _round_turn(game: Tavern, spot: PlayContext, card: Card, way: int) -> bool:
    if game.round is None or not spot.gambling or spot.top is not None:
        return False
    return "cheating" in card.types or not game.round.locked


def _round_tip(game: Tavern, spot: PlayContext, card: Card, way: int) -> bool:
    if game.round is None:
        return False
    return spot.gambling if spot.top is None else isinstance(spot.top, Played) and spot.top.has("oust")


FITS: Mapping[Trigger, Fits] = {
    "act": lambda game, spot, card, way: spot.acting and spot.top is None,
    "any": lambda game, spot, card, way: True,
    "hit.fort": _hit_fort,
    "hit.alc": _hit_alc,
    "hit.gold": _hit_gold,
    "lost.gold": lambda game, spot, card, way: spot.seat in game.lost,
    "drink.mine": lambda game, spot, card, way: bool(cups(spot, card, way)),
    "drink.any": lambda game, spot, card, way: bool(cups(spot, card, way)),
    "card.action": _mode("action"),
    "card.sometimes": _mode("sometimes"),
    "card.cheat": _mode("cheating"),
    "card.drinkmod": _changes_drink,
    "gear.mine": _gear,
    "round.start": _round_start,
    "round.in": _round_in,
    "round.turn": _round_turn,
    "round.tip": _round_tip,
    "event": lambda game, spot, card, way: isinstance(spot.top, EventShown),
}


def fits(game: Tavern, spot: PlayContext, card: Card, way: int) -> bool:
    """Whether a trigger of this way of the card is met."""
    return any(FITS[trigger](game, spot, card, way) for trigger in card.alternative_when[way])


def why_asked(game: Tavern, seat: int, item: Item) -> Trigger | None:
    """By which trigger some card of the seat's published list could answer the item (TIM-R3); None: it is not asked.

    The brew on show stands in place of the Potion Deck; the deck's other cards do not count.
    """
    spot, player = PlayContext(seat, item), game.players[seat]
    listed = player.windows
    if player.brew is not None:
        listed = (*listed, *_reasons(game.decks.cards[player.brew]))
    for trigger, card, way in listed:
        if FITS[trigger](game, spot, card, way):
            return trigger
    return None


def windows_of(decks: Decks, character: Character) -> tuple[Reason, ...]:
    """By which triggers the cards of a published deck list could answer anything in a window."""
    return tuple(reason for key, _ in character.deck for reason in _reasons(decks.cards[key]))


def _reasons(card: Card) -> tuple[Reason, ...]:
    return tuple(
        (trigger, card, way)
        for way, when in enumerate(card.alternative_when)
        for trigger in when
        if trigger not in LATER
    )
