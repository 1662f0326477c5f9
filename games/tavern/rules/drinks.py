"""Drinks: revealing with chasers, changing, passing, splitting, drinking; and the Round on the House."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Literal

from games.tavern.cards import Verb
from games.tavern.items import DrinkServing, Item, Portion, RevealedEvent
from games.tavern.rules.effects import StepContext, lose_cards
from games.tavern.rules.interrupts import ask_seat, seat_prompt
from games.tavern.state import Tavern

WHOLE = "drink_it"


# ---- revealing


def reveal_drink(game: Tavern, seat: int, source: int | None, keys: list[str]) -> Portion | str | None:
    """Reveal a card for a seat from a pile, or from the Drink Deck if `source` is None.

    Return a Drink with its chasers as a portion, the key of an Event, or None. The cards of the Drink are added to
    `keys`.
    """
    key = game.reveal(source)
    if key is None:
        return None
    game.table.tell("reveals", seat=seat, card=key)
    if key in game.decks.events:
        return key
    drink = game.decks.drinks[key]
    portion = Portion(seat, source, mead=drink.split)
    portion.add(drink)
    keys.append(key)
    if drink.chaser:
        add_chaser(game, portion, keys)
    return portion


def add_chaser(game: Tavern, portion: Portion, keys: list[str]) -> None:
    """Add the next card of the Drink's source, and more while they have chasers themselves."""
    more = True
    while more:
        key = game.reveal(portion.source)
        if key is None:
            return
        game.table.tell("chaser", card=key)
        if key in game.decks.events:
            # an Event turned up as a chaser has no effect
            game.discard_drinks([key])
            return
        drink = game.decks.drinks[key]
        portion.add(drink)
        # Mead as a chaser rules out every split
        portion.sealed = portion.sealed or drink.split
        keys.append(key)
        more = drink.chaser


async def reveal_and_drink(game: Tavern, seat: int, occasion: Literal["drink", "drinkup"]) -> bool:
    """Reveal the top card of the seat's pile and resolve it; False if the pile is empty."""
    keys: list[str] = []
    revealed = reveal_drink(game, seat, seat, keys)
    if revealed is None:
        return False
    item: Item
    if isinstance(revealed, Portion):
        item = DrinkServing(occasion, seat, [revealed], keys)
    else:
        item = RevealedEvent(seat, revealed, game.decks.events[revealed])
    await game.resolve(item)
    return True


# ---- drinking


async def offer_split(game: Tavern, serving: DrinkServing) -> bool:
    """Offer to split Mead once every player has passed; return whether it was split."""
    # several portions come from an Event, or from a Drink that a card has split
    [portion, *more] = serving.portions
    if (
        more
        or not portion.mead
        or not portion.whole
        or portion.sealed
        or portion.ignored
        or serving.occasion in ("house", "contest")
    ):
        return False
    others = tuple(game.others(portion.drinker))
    if not others or not game.participates(portion.drinker):
        return False
    answer = await ask_seat(game, portion.drinker, lambda: seat_prompt("split_mead", others, (WHOLE,)))
    if answer is None or answer == WHOLE:
        return False
    split_drink(game, serving, portion, answer[2][0][0])
    return True


def split_drink(game: Tavern, serving: DrinkServing, portion: Portion, other: int) -> None:
    """Replace a portion by two halves, for its drinker and for another player (SPL-R2)."""
    place = serving.portions.index(portion)
    serving.portions[place : place + 1] = [portion.half(portion.drinker), portion.half(other)]
    game.table.tell("splits", seat=portion.drinker, target=other)


async def drink_all(game: Tavern, serving: DrinkServing) -> None:
    """Let all drink at once; then draw, then discard (DRK-R4).

    The cards are discarded once, when the item leaves the stack (DRK-R12).
    """
    drunk = [portion for portion in serving.open if game.participates(portion.drinker)]
    for portion in drunk:
        game.move_ac(portion.drinker, portion.ac)
        game.move_fort(portion.drinker, portion.fort)
        what = portion.in_words(game.table.words)
        game.table.tell("drinks", seat=portion.drinker, what=what, **what.values)
    for portion in drunk:
        game.draw(portion.drinker, max(0, portion.draw))
    for portion in drunk:
        await lose_cards(game, portion.drinker, max(0, portion.drop))


# ---- Round on the House


async def round_on_the_house(game: Tavern, event: RevealedEvent) -> None:
    """Copy one Drink of the deck for every player at once. Another Event has no effect (ROTH-R1)."""
    keys: list[str] = []
    revealed = reveal_drink(game, event.by, None, keys)
    if isinstance(revealed, str):
        game.discard_drinks([revealed])
    elif revealed is not None:
        drinkers = [seat for seat in game.participants() if seat not in event.ignored_by]
        # Mead that an Event brings is never split (MEAD-R5)
        sealed = revealed.mead or revealed.sealed
        portions = [replace(revealed, drinker=seat, mead=False, sealed=sealed) for seat in drinkers]
        await game.resolve(DrinkServing("house", game.active, portions, keys))


# ---- steps of cards


async def drinkup(game: Tavern, context: StepContext) -> None:
    """Let the targets drink from their own piles now (DRK-R8). An empty pile has no effect."""
    for seat in context.targets(game):
        for _ in range(context.amount):
            if game.participates(seat):
                await reveal_and_drink(game, seat, "drinkup")


def _aimed_portion(context: StepContext) -> Portion | None:
    """Return the portion that the card aims at, if it hasn't been drunk or ignored yet."""
    portion, serving = context.card.portion, context.card.answers
    pending = isinstance(serving, DrinkServing) and portion in serving.open
    return portion if pending else None


async def ignoredrink(game: Tavern, context: StepContext) -> None:
    """Cancel the Drink and its chasers for its drinker."""
    if (portion := _aimed_portion(context)) is not None and portion.drinker == context.card.seat:
        portion.ignored = True
        game.table.tell("ignores_drink", seat=portion.drinker)


async def passdrink(game: Tavern, context: StepContext) -> None:
    """Make another player the drinker (DRK-R5)."""
    if (portion := _aimed_portion(context)) is not None and portion.drinker == context.card.seat:
        for seat in context.all_targets(game) or _targets(game, context):
            portion.drinker = seat
            game.table.tell("passes", seat=context.card.seat, target=seat)


async def splitdrink(game: Tavern, context: StepContext) -> None:
    """Split the Drink with the targets."""
    serving = context.card.answers
    if (
        (portion := _aimed_portion(context)) is not None
        and isinstance(serving, DrinkServing)
        and portion.drinker == context.card.seat
    ):
        for seat in _targets(game, context):
            split_drink(game, serving, portion, seat)


def _targets(game: Tavern, context: StepContext) -> list[int]:
    return [seat for seat in context.part.targets if game.participates(seat)]


async def moddrink(game: Tavern, context: StepContext) -> None:
    """Change the Drink's AC."""
    if (portion := _aimed_portion(context)) is not None:
        portion.ac += context.amount
        game.table.tell("changes_drink", seat=portion.drinker, n=context.amount, ac=portion.ac)


async def fortdrink(game: Tavern, context: StepContext) -> None:
    """Change the Drink's Fort number."""
    if (portion := _aimed_portion(context)) is not None:
        portion.fort += context.amount
        game.table.tell("changes_drink_fort", seat=portion.drinker, n=context.amount, fort=portion.fort)


async def chaser(game: Tavern, context: StepContext) -> None:
    """Add the next card of the Drink's source to it (DRK-R6)."""
    serving = context.card.answers
    if (portion := _aimed_portion(context)) is not None and isinstance(serving, DrinkServing):
        add_chaser(game, portion, serving.keys)


VERBS: Mapping[Verb, Callable[[Tavern, StepContext], Awaitable[None]]] = {
    "drinkup": drinkup,
    "ignoredrink": ignoredrink,
    "passdrink": passdrink,
    "splitdrink": splitdrink,
    "moddrink": moddrink,
    "fortdrink": fortdrink,
    "chaser": chaser,
}
