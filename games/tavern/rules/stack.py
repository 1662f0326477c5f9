"""The stack: the newest item is answered first and carried out first (TIM-R1, TIM-R2, TIM-R9).

An item is put on the stack, its window opens, and whatever is played in it is settled in the same way above it, until
nobody answers any more. Then it is carried out and leaves the stack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from games.tavern.cards import Verb
from games.tavern.items import DrinkServing, EventShown, Gear, Item, Part, Played
from games.tavern.rules import drinks, effects, gambling
from games.tavern.rules.character_systems import attach_gear, next_mood, tune_of
from games.tavern.rules.contest import contest
from games.tavern.rules.effects import Act, Effect, take_losses, weigh
from games.tavern.rules.interrupts import window
from games.tavern.rules.standing_orders import lapse
from games.tavern.state import Tavern

VERBS: Mapping[Verb, Effect] = {**effects.VERBS, **drinks.VERBS, **gambling.VERBS}
"""What every step of a card does."""


async def settle(game: Tavern, item: Item) -> None:
    """Put an item on the stack, let it be answered, carry it out; with the last one a loss check follows (OUT-R1)."""
    game.stack.append(item)
    if isinstance(item, Played):
        await _announce(game, item)
    while not item.dead:
        response = await window(game, item)
        if response is not None:
            await settle(game, response)
        elif not (isinstance(item, DrinkServing) and await drinks.offer_split(game, item)):
            await _carry_out(game, item)
            break
    game.stack.pop()
    _put_away(game, item)
    if not game.stack:
        await game.check()


async def _announce(game: Tavern, card: Played) -> None:
    """A card is played: told, its Gear card revealed and answered, then weighed (GEAR-02 to GEAR-04)."""
    kind = "plays_at" if card.targets else "plays"
    game.table.tell(kind, seat=card.seat, card=card.key, targets=card.targets)
    if "gear" in card.card.marks:
        gear = attach_gear(game, card)
        if gear is not None:
            await settle(game, gear)
    weigh(game, card)
    lapse(game, card)


async def _carry_out(game: Tavern, item: Item) -> None:
    match item:
        case Played():
            await _resolve(game, item)
        case DrinkServing():
            await drinks.drink_all(game, item)
        case EventShown(event=event):
            if event.verb == "contest":
                await contest(game, item)
            else:
                await drinks.round_on_the_house(game, item)
        case Gear():
            # attached: it happens with its card
            pass


async def _resolve(game: Tavern, card: Played) -> None:
    """Step by step in the order written; then its losses (RED-R5); then a wolf Action card turns the mood."""
    tune, losses = tune_of(card), Counter[int]()
    for part in list(card.parts()):
        condition, piety = part.step.condition, game.players[card.seat].piety
        if condition is None or (piety is not None and condition.holds(piety)):
            await VERBS[part.step.verb](game, Act(card, part, _number(part, tune), losses))
    take_losses(game, card, losses)
    if card.mode == "action" and "wolf" in card.card.marks:
        next_mood(game, card.seat)


def _number(part: Part, tune: int) -> int:
    """The step's number; the Gear card changes those of its main card in size, not below 0 (GEAR-05, GEAR-12)."""
    n = part.step.amount
    if n is None or part.gear or not tune:
        return n or 0
    return max(0, abs(n) + tune) * (1 if n >= 0 else -1)


def _put_away(game: Tavern, item: Item) -> None:
    """Cards go where they belong when they have resolved or were Negated (CARD-R4, DRK-R7)."""
    match item:
        case Played():
            game.put_away(item)
        case DrinkServing(keys=keys):
            game.discard_drinks(keys)
        case EventShown(key=key):
            game.discard_drinks([key])
