"""Drinks: revealed with their chasers, changed, passed, split, and drunk (DRK, SPL, MEAD, ROTH)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from games.tavern.cards import Verb
from games.tavern.items import Cup, DrinkServing, EventShown, Item
from games.tavern.rules.effects import Act, lose_cards
from games.tavern.rules.interrupts import choose_seat, decide
from games.tavern.state import Tavern

WHOLE = "drink_it"


# ---- revealing


def pour_one(game: Tavern, seat: int, source: int | None, keys: list[str]) -> Cup | str | None:
    """Reveal for a seat, from a pile or the Drink Deck: a Drink with its chasers, the key of an Event, or nothing.

    The Drink's cards are added to `keys`.
    """
    key = game.reveal(source)
    if key is None:
        return None
    game.table.tell("reveals", seat=seat, card=key)
    if key in game.decks.events:
        return key
    drink = game.decks.drinks[key]
    cup = Cup(seat, source, mead=drink.split)
    cup.add(drink)
    keys.append(key)
    if drink.chaser:
        add_chaser(game, cup, keys)
    return cup


def add_chaser(game: Tavern, cup: Cup, keys: list[str]) -> None:
    """The next card of the Drink's source is added, and so on while there are chasers (DRK-09 to DRK-15)."""
    more = True
    while more:
        key = game.reveal(cup.source)
        if key is None:
            return
        game.table.tell("chaser", card=key)
        if key in game.decks.events:
            game.discard_drinks([key])
            return
        drink = game.decks.drinks[key]
        cup.add(drink)
        cup.sealed = cup.sealed or drink.split
        keys.append(key)
        more = drink.chaser


async def reveal_and_drink(game: Tavern, seat: int, why: str) -> bool:
    """The top card of the seat's own pile is revealed, answered and drunk, or carried out (TURN-14, DRK-R8, DRK-R13).

    Gives whether there was one.
    """
    keys: list[str] = []
    found = pour_one(game, seat, seat, keys)
    if found is None:
        return False
    item: Item
    if isinstance(found, Cup):
        item = DrinkServing("drink" if why == "drink" else "drinkup", seat, [found], keys)
    else:
        item = EventShown(seat, found, game.decks.events[found])
    await game.settle(item)
    return True


# ---- drinking


async def offer_split(game: Tavern, pour: DrinkServing) -> bool:
    """Mead's own split, when nobody has anything to play any more; whether it was split (MEAD-01 to MEAD-04)."""
    [cup, *more] = pour.cups
    if more or not cup.mead or not cup.whole or cup.sealed or cup.ignored or pour.why in ("house", "contest"):
        return False
    others = tuple(game.others(cup.drinker))
    if not others or not game.present(cup.drinker):
        return False
    answer = await decide(game, cup.drinker, lambda: choose_seat("split_mead", others, (WHOLE,)))
    if answer is None or answer == WHOLE:
        return False
    split(game, pour, cup, answer[2][0][0])
    return True


def split(game: Tavern, pour: DrinkServing, cup: Cup, other: int) -> None:
    """The Drink becomes two, one for its drinker and one for another player (SPL-01 to SPL-06, SPL-R2)."""
    at = pour.cups.index(cup)
    pour.cups[at : at + 1] = [cup.half(cup.drinker), cup.half(other)]
    game.table.tell("splits", seat=cup.drinker, target=other)


async def drink_all(game: Tavern, pour: DrinkServing) -> None:
    """All drink at once; then they draw, then discard (DRK-R4, TIM-08). The cards are discarded once (DRK-R12)."""
    drunk = [cup for cup in pour.open if game.present(cup.drinker)]
    for cup in drunk:
        game.move_ac(cup.drinker, cup.ac)
        game.move_fort(cup.drinker, cup.fort)
        game.table.tell("drinks", seat=cup.drinker, ac=cup.ac, fort=cup.fort)
    for cup in drunk:
        game.draw(cup.drinker, max(0, cup.draw))
    for cup in drunk:
        await lose_cards(game, cup.drinker, max(0, cup.drop))


# ---- Round on the House


async def round_on_the_house(game: Tavern, event: EventShown) -> None:
    """One Drink from the deck, copied for everybody at once (ROTH). Another Event: nothing happens (ROTH-R1)."""
    keys: list[str] = []
    found = pour_one(game, event.by, None, keys)
    if isinstance(found, str):
        game.discard_drinks([found])
    elif found is not None:
        drinkers = [seat for seat in game.living() if seat not in event.ignored_by]
        cups = [Cup(seat, None, found.ac, found.fort, found.draw, found.drop, sealed=found.mead or found.sealed)
                for seat in drinkers]  # fmt: skip
        await game.settle(DrinkServing("house", game.active, cups, keys))


# ---- steps of cards


async def drinkup(game: Tavern, act: Act) -> None:
    """The target drinks from the own pile, now (DRK-R8); an empty pile does nothing."""
    for seat in act.on(game):
        for _ in range(act.n):
            if game.present(seat):
                await reveal_and_drink(game, seat, "drinkup")


def _cup(act: Act) -> Cup | None:
    """The Drink the card aims at, if it is still there (CARD-R2)."""
    cup, pour = act.card.cup, act.card.answers
    there = isinstance(pour, DrinkServing) and cup in pour.open
    return cup if there else None


async def ignoredrink(game: Tavern, act: Act) -> None:
    """The Drink has no effect on its drinker, chasers and all (DRK-17)."""
    if (cup := _cup(act)) is not None and cup.drinker == act.card.seat:
        cup.ignored = True
        game.table.tell("ignores_drink", seat=cup.drinker)


async def passdrink(game: Tavern, act: Act) -> None:
    """Somebody else is about to drink it (DRK-R5)."""
    if (cup := _cup(act)) is not None and cup.drinker == act.card.seat:
        for seat in act.on_all(game) or _targets(game, act):
            cup.drinker = seat
            game.table.tell("passes", seat=act.card.seat, target=seat)


async def splitdrink(game: Tavern, act: Act) -> None:
    """Two halves (SPL)."""
    pour = act.card.answers
    if (cup := _cup(act)) is not None and isinstance(pour, DrinkServing) and cup.drinker == act.card.seat:
        for seat in _targets(game, act):
            split(game, pour, cup, seat)


def _targets(game: Tavern, act: Act) -> list[int]:
    return [seat for seat in act.part.targets if game.present(seat)]


async def moddrink(game: Tavern, act: Act) -> None:
    """The Drink's AC changes."""
    if (cup := _cup(act)) is not None:
        cup.ac += act.n
        game.table.tell("changes_drink", seat=cup.drinker, n=act.n, ac=cup.ac)


async def fortdrink(game: Tavern, act: Act) -> None:
    """The Drink's Fort number changes."""
    if (cup := _cup(act)) is not None:
        cup.fort += act.n
        game.table.tell("changes_drink_fort", seat=cup.drinker, n=act.n, fort=cup.fort)


async def chaser(game: Tavern, act: Act) -> None:
    """The next card of the Drink's source is added to it (DRK-R6)."""
    pour = act.card.answers
    if (cup := _cup(act)) is not None and isinstance(pour, DrinkServing):
        add_chaser(game, cup, pour.keys)


VERBS: Mapping[Verb, Callable[[Tavern, Act], Awaitable[None]]] = {
    "drinkup": drinkup,
    "ignoredrink": ignoredrink,
    "passdrink": passdrink,
    "splitdrink": splitdrink,
    "moddrink": moddrink,
    "fortdrink": fortdrink,
    "chaser": chaser,
}
