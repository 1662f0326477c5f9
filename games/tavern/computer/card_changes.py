"""The changes that cards and Drinks bring to everyone, in the shark's arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.tavern.cards import Step, Verb
from games.tavern.computer.card_value import (
    DRINK,
    FORECAST,
    CardPlay,
    affected_seats,
    aimed_drink,
    answered,
    condition_holds,
    expected_change,
)
from games.tavern.computer.observation import ObservedDrink
from games.tavern.computer.outlook import Changes, Outlook
from games.tavern.player import MAX_VALUE

DRAWN = 0.12
"""The strength that drawing a card adds, and discarding one takes away."""
BREWED = 0.05
"""The strength that turning up a Potion adds."""


def stack_changes(look: Outlook) -> Changes:
    """Return the changes that the whole stack will bring if nobody answers it again."""
    total = Changes()
    for place in range(len(look.view.stack)):
        total.add(item_changes(look, place))
    return total


def item_changes(look: Outlook, place: int) -> Changes:
    """Return the changes from an item of the stack when it resolves, by the board's forecast."""
    view, changes = look.view, Changes()
    item = view.stack[place]
    card = view.decks.cards.get(item.key)
    if item.dead:
        return changes
    if item.seat is None:
        for drink in view.drinks:
            changes.move(drink.drinker, drink.fort - drink.ac)
    if card is None or item.seat is None:
        return changes
    for seat in view.fort:
        expected = expected_change(item, seat)
        changes.move(seat, expected.margin, expected.gold)
    play = CardPlay(item.seat, card.alternatives[item.alternative], item.targets, place, spared=item.spared)
    others = tuple(step for step in play.steps if step.verb not in FORECAST)
    changes.add(play_changes(look, play._replace(steps=others)))
    return changes


def play_changes(look: Outlook, play: CardPlay) -> Changes:
    """Return the changes that a card brings when it resolves."""
    changes = Changes()
    for step in play.steps:
        change = _STEPS.get(step.verb)
        if change is not None and condition_holds(look.view, step):
            change(look, changes, play, step)
    return changes


def wolf_changes(look: Outlook, play: CardPlay, targets: frozenset[int]) -> Changes:
    """Return the changes that a card with the wolf mark brings under the viewer's mood (WULF-03)."""
    mood = look.view.mood
    bonus = sum(step.amount or 0 for step in mood if step.verb == "wolf.fort")
    added = tuple(step.inner for step in mood if step.verb == "onwolf" and step.inner is not None)
    wolf = play_changes(look, play._replace(steps=added, targets=targets))
    return play_changes(look, play._replace(bonus=bonus)).plus(wolf)


# ---- steps


def _fort(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    n, view = step.amount or 0, look.view
    for seat in affected_seats(view, play, step.who) & view.fort.keys():
        if n < 0 and seat != play.seat:
            changes.move(seat, -max(0, play.bonus - n - view.guards.get(seat, 0)))
        else:
            changes.move(seat, min(n, MAX_VALUE - view.fort[seat]))


def _alc(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    for seat in affected_seats(look.view, play, step.who) & look.view.ac.keys():
        changes.move(seat, -max(step.amount or 0, -look.view.ac[seat]))


def _pay(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    n, got = step.amount or 0, 0
    for payer in affected_seats(look.view, play, step.who):
        paid = min(n, look.view.gold.get(payer, 0))
        got += paid
        changes.move(payer, gold=-paid)
    for seat in affected_seats(look.view, play, step.to):
        changes.move(seat, gold=n if step.who == "inn" else got)


def _skim(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    changes.move(play.seat, gold=min(look.view.pot, step.amount or 0))


def _serve(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    for seat in affected_seats(look.view, play, step.who):
        changes.move(seat, more=look.pile(seat, step.amount or 0))


def _drinkup(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    for seat in affected_seats(look.view, play, step.who):
        n = min(step.amount or 0, look.view.piles.get(seat, 0))
        changes.move(seat, -DRINK * n, more=look.pile(seat, -n))


def _order(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    """Count another player's ordered Drinks for the seat with the smallest margin: the likely target."""
    n = step.amount or 0
    # the viewer's own Drinks are left out: the shark adds them when it has chosen who gets them
    others = [seat for seat in look.seats if seat != play.seat]
    if others and play.seat != look.view.me:
        seat = min(others, key=lambda seat: look.view.fort[seat] - look.view.ac[seat])
        changes.move(seat, more=look.pile(seat, n))


def _cards(each: float) -> Callable[[Outlook, Changes, CardPlay, Step], None]:
    def change(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
        for seat in affected_seats(look.view, play, step.who):
            changes.move(seat, more=each * (step.amount or 0))

    return change


def _piety(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    changes.move(play.seat, more=look.left.piety * (step.amount or 0))


def _brew(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    changes.move(play.seat, more=BREWED)


# ---- answers


def _negate(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    if play.depth:
        changes.add(item_changes(look, play.depth - 1), -1)


def _ignore(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    found = answered(look.view, play)
    if found is None:
        return
    item, loss = found
    if loss is not None and loss.origin != play.seat:
        # against a redirected loss it protects from that loss alone (RED-R1)
        changes.move(play.seat, loss.n)
    else:
        expected = expected_change(item, play.seat)
        changes.move(play.seat, -expected.margin, -expected.gold)


def _cut(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    found = answered(look.view, play)
    if found is not None and found[1] is not None:
        changes.move(play.seat, min(found[1].n, step.amount or 0))


def _redirect(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    found = answered(look.view, play)
    loss = found[1] if found is not None else None
    if loss is not None:
        changes.move(play.seat, loss.n)
        for seat in play.targets:
            changes.move(seat, -max(0, loss.n + loss.guard - look.view.guards.get(seat, 0)))


# ---- Drinks


def _refuse(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    drink = aimed_drink(look.view, play)
    if drink is None:
        return
    passed_on = () if step.verb == "ignoredrink" else play.targets
    share_drink(changes, drink, passed_on, 0.5 if step.verb == "splitdrink" else 1.0)


def share_drink(
    changes: Changes, drink: ObservedDrink, others: frozenset[int] | tuple[int, ...], part: float
) -> None:
    """Take a share of a Drink from its drinker, and give the same share to each of the others."""
    n = part * (drink.fort - drink.ac)
    changes.move(drink.drinker, -n)
    for seat in others:
        changes.move(seat, n)


def _change_drink(look: Outlook, changes: Changes, play: CardPlay, step: Step) -> None:
    drink = aimed_drink(look.view, play)
    if drink is not None:
        n = step.amount or 0
        change = {"moddrink": -n, "fortdrink": n, "chaser": -DRINK}[step.verb]
        changes.move(drink.drinker, change)


_STEPS: Mapping[Verb, Callable[[Outlook, Changes, CardPlay, Step], None]] = {
    "fort": _fort,
    "alc": _alc,
    "pay": _pay,
    "skim": _skim,
    "serve": _serve,
    "drinkup": _drinkup,
    "order": _order,
    "draw": _cards(DRAWN),
    "drop": _cards(-DRAWN),
    "piety": _piety,
    "brew": _brew,
    "negate": _negate,
    "ignore": _ignore,
    "cut": _cut,
    "redirect": _redirect,
    "ignoredrink": _refuse,
    "passdrink": _refuse,
    "splitdrink": _refuse,
    "moddrink": _change_drink,
    "fortdrink": _change_drink,
    "chaser": _change_drink,
}
"""The function that counts each kind of step; most of a Round's are missing, as the regular plays the Rounds."""
