"""The stack: the newest item is answered first and carried out first (TIM-R1).

An item is put on the stack and its window opens. A card played in it is resolved in the same way above it, and the
window opens again, until nobody answers. Then the item is carried out and leaves the stack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from games.tavern.card_text import describe_alternatives
from games.tavern.cards import Verb
from games.tavern.items import DrinkServing, GearCard, Item, PlayedCard, RevealedEvent
from games.tavern.rules import drinks, effects, gambling
from games.tavern.rules.character_systems import attach_gear, turn_up_mood
from games.tavern.rules.contest import play_contest
from games.tavern.rules.effects import Effect, StepContext, record_hits, take_losses
from games.tavern.rules.forecast import gear_modifier, number
from games.tavern.rules.interrupts import open_window
from games.tavern.rules.standing_orders import lift_passes
from games.tavern.state import Tavern

VERBS: Mapping[Verb, Effect] = {**effects.VERBS, **drinks.VERBS, **gambling.VERBS}
"""The function of every kind of step."""


async def resolve(game: Tavern, item: Item) -> None:
    """Put an item on the stack, let it be answered, and carry it out; check losses after the last one."""
    game.stack.append(item)
    if isinstance(item, PlayedCard):
        await _announce(game, item)
    # an answer may have cancelled the item, or the end of a Round all its gambling cards
    while not item.dead:
        response = await open_window(game, item)
        if response is not None:
            await resolve(game, response)
        elif not (isinstance(item, DrinkServing) and await drinks.offer_split(game, item)):
            await _carry_out(game, item)
            break
    game.stack.pop()
    _discard(game, item)
    if not game.stack:
        await game.check_losses()


async def _announce(game: Tavern, card: PlayedCard) -> None:
    """Announce a card: reveal its Gear card, let that be answered, and record whom the card hits."""
    chosen = way_chosen(card)
    kind = f"plays{'_at' * bool(card.targets)}{'_so' * bool(chosen)}"
    game.table.tell(kind, seat=card.seat, card=card.key, targets=card.targets, way=chosen)
    if card.wolf_targets:
        game.table.tell("wolf_at", seat=card.seat, targets=card.wolf_targets)
    if "gear" in card.card.marks:
        gear = attach_gear(game, card)
        if gear is not None:
            await resolve(game, gear)
    # only now: the steps and targets of the Gear card count too
    record_hits(game, card)
    lift_passes(game, card)


def way_chosen(card: PlayedCard) -> str:
    """Return the alternative that was chosen: `Lose 2 AC.`; empty without a choice."""
    if len(card.card.alternatives) < 2:
        return ""
    return describe_alternatives(card.card.alternatives, card.card.alternative_when)[card.alternative_index]


async def _carry_out(game: Tavern, item: Item) -> None:
    match item:
        case PlayedCard():
            await _resolve_card(game, item)
        case DrinkServing():
            await drinks.drink_all(game, item)
        case RevealedEvent(event=event):
            if event.verb == "contest":
                await play_contest(game, item)
            else:
                await drinks.round_on_the_house(game, item)
        case GearCard():
            # its steps happen with those of its main card
            pass


async def _resolve_card(game: Tavern, card: PlayedCard) -> None:
    """Carry out the steps in order, then the losses (RED-R5); a wolf Action card then turns up a mood."""
    tune, losses = gear_modifier(card), Counter[int]()
    for part in list(card.parts()):
        condition, piety = part.step.condition, game.players[card.seat].piety
        if condition is None or (piety is not None and condition.holds(piety)):
            await VERBS[part.step.verb](game, StepContext(card, part, number(part, tune), losses))
    take_losses(game, card, losses)
    if card.mode == "action" and "wolf" in card.card.marks:
        turn_up_mood(game, card.seat)


def _discard(game: Tavern, item: Item) -> None:
    """Discard the cards of an item that has resolved or was Negated (DRK-R7)."""
    match item:
        case PlayedCard():
            game.discard_played(item)
        case DrinkServing(keys=keys):
            game.discard_drinks(keys)
        case RevealedEvent(key=key):
            game.discard_drinks([key])
