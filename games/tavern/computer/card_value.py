"""The value to a computer player of a card that resolves, its own or another player's.

Only a card's steps are looked at, so a server's own cards are valued as well as the built-in ones. A value of 1 is one
point of Fort to a player with plenty of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.tavern.cards import Alternative, Step, Verb
from games.tavern.computer.observation import Observation, ObservedDrink, ObservedItem, ObservedLoss

OTHERS = 0.5
"""The value of a point that another player loses; a point that the viewer gains is worth 1."""
LOST = -40.0
"""The value of passing out, or of having no Gold."""
DRINK = 1.65
"""The mean AC of an unknown Drink."""


def safety_value(margin: int) -> float:
    """Return the value of a margin between Fort and AC: the smaller it is, the more each point counts."""
    return margin - 24 / (margin + 1) if margin > 0 else LOST + margin


def gold_value(gold: int) -> float:
    """Return the value of an amount of Gold."""
    return 0.4 * gold - 3 / gold if gold > 0 else LOST


class CardPlay(NamedTuple):
    """A card as it would resolve: its player, steps, targets, and the item that it answers."""

    seat: int
    steps: Alternative
    targets: frozenset[int] = frozenset()
    depth: int = 0
    """The number of stack items beneath it; it answers the topmost of them."""
    drink: int | None = None
    loss: int | None = None
    """The seat that the answered loss was aimed at; None for the first loss that hits the card's player."""
    bonus: int = 0
    """The amount that a mood adds to every loss from this card."""
    spared: frozenset[int] = frozenset()
    """The seats that it no longer affects."""


class ValueChange(NamedTuple):
    """A change to a seat: to its margin between Fort and AC, and to its Gold."""

    margin: int = 0
    gold: int = 0


def play_value(view: Observation, play: CardPlay) -> float:
    """Return the viewer's value of a card that resolves."""
    return sum(_step_value(view, play, step) for step in play.steps if condition_holds(view, step))


def item_value(view: Observation, place: int) -> float:
    """Return the viewer's value of this item of the stack when it resolves."""
    item = view.stack[place]
    card = view.decks.cards.get(item.key)
    if card is None or item.seat is None:
        return sum(drink_value(view, drink) for drink in view.drinks)
    if item.dead:
        return 0.0
    value = sum(change_value(view, seat, expected_change(item, seat)) for seat in view.fort)
    play = CardPlay(item.seat, card.alternatives[item.alternative], item.targets, place, spared=item.spared)
    others = (step for step in play.steps if step.verb not in FORECAST and condition_holds(view, step))
    return value + sum(_step_value(view, play, step) for step in others)


FORECAST = ("fort", "alc", "pay")
"""The kinds of steps that the board's forecast already adds up."""


def expected_change(item: ObservedItem, seat: int) -> ValueChange:
    """Return how an item of the stack will change a seat's values, by the board's forecast."""
    fort, ac, gold = item.changes.get(seat, (0, 0, 0))
    lost = sum(loss.n for loss in item.losses if loss.victim == seat)
    return ValueChange(fort - ac - lost, gold)


def drink_value(view: Observation, drink: ObservedDrink, share: float = 1.0) -> float:
    """Return the viewer's value of a Drink when it is drunk, or of a share of it."""
    return change_value(view, drink.drinker, ValueChange(round(share * (drink.fort - drink.ac))))


def change_value(view: Observation, seat: int, change: ValueChange) -> float:
    """Return the viewer's value of a change to a seat's margin and Gold."""
    if seat not in view.fort:
        return 0.0
    margin = view.fort[seat] - view.ac[seat]
    value = safety_value(margin + change.margin) - safety_value(margin)
    if change.gold:
        gold = view.gold[seat]
        value += gold_value(max(0, gold + change.gold)) - gold_value(gold)
    return value if seat == view.me else -OTHERS * value


# ---- steps


def condition_holds(view: Observation, step: Step) -> bool:
    """Return whether the viewer's piety meets the step's condition; a viewer without faith takes it as met."""
    return step.condition is None or view.piety is None or step.condition.holds(view.piety)


def _step_value(view: Observation, play: CardPlay, step: Step) -> float:
    of = _STEP_VALUES.get(step.verb)
    return of(view, play, step) if of is not None else 0.0


def affected_seats(view: Observation, play: CardPlay, who: str | None) -> set[int]:
    """Return the seats that a step affects."""
    answered = view.stack[play.depth - 1] if 0 < play.depth <= len(view.stack) else None
    everyone = set(view.fort)
    seats = {
        "me": {play.seat},
        "T": set(play.targets),
        "TT": set(play.targets),
        "others": everyone - {play.seat},
        "all": everyone,
        # the player of the card beneath, which this card answers
        "hitter": set() if answered is None or answered.seat is None else {answered.seat},
    }.get(who or "", set())
    return seats - play.spared


def _fort(view: Observation, play: CardPlay, step: Step) -> float:
    n, value = step.amount or 0, 0.0
    for seat in affected_seats(view, play, step.who):
        if n < 0 and seat != play.seat:
            lost = max(0, play.bonus - n - view.guards.get(seat, 0))
            value += change_value(view, seat, ValueChange(-lost))
        elif seat in view.fort:
            value += change_value(view, seat, ValueChange(min(n, 20 - view.fort[seat])))
    return value


def _alc(view: Observation, play: CardPlay, step: Step) -> float:
    n = step.amount or 0
    return sum(
        change_value(view, seat, ValueChange(-max(n, -view.ac[seat])))
        for seat in affected_seats(view, play, step.who)
        if seat in view.ac
    )


def _pay(view: Observation, play: CardPlay, step: Step) -> float:
    n, value, got = step.amount or 0, 0.0, 0
    for payer in affected_seats(view, play, step.who):
        paid = min(n, view.gold.get(payer, 0))
        got += paid
        value += change_value(view, payer, ValueChange(gold=-paid))
    got = n if step.who == "inn" else got
    return value + sum(
        change_value(view, seat, ValueChange(gold=got)) for seat in affected_seats(view, play, step.to)
    )


def _drinks(view: Observation, play: CardPlay, step: Step) -> float:
    """Return the value of Drinks that other players will drink later; ordered ones go to the weakest."""
    n = round(DRINK * (step.amount or 0))
    if step.verb != "order":
        return sum(change_value(view, seat, ValueChange(-n)) for seat in affected_seats(view, play, step.who))
    return 0.6 * max(
        (change_value(view, seat, ValueChange(-n)) for seat in view.fort if seat != play.seat),
        default=0.0,
    )


def _cards(each: float) -> Callable[[Observation, CardPlay, Step], float]:
    def value(view: Observation, play: CardPlay, step: Step) -> float:
        n = each * (step.amount or 0)
        return sum(n if seat == view.me else -OTHERS * n for seat in affected_seats(view, play, step.who))

    return value


def _flat(each: float) -> Callable[[Observation, CardPlay, Step], float]:
    """Return the valuation of a step that only helps the card's own player."""
    return lambda view, play, step: each * (step.amount or 1) * (1 if play.seat == view.me else -OTHERS)


# ---- answers


def _negate(view: Observation, play: CardPlay, step: Step) -> float:
    return -item_value(view, play.depth - 1) if play.depth else 0.0


def answered(view: Observation, play: CardPlay) -> tuple[ObservedItem, ObservedLoss | None] | None:
    """Return the card that this play answers, and the loss it would reduce; None if it answers no card."""
    if not play.depth or view.stack[play.depth - 1].seat is None:
        return None
    item = view.stack[play.depth - 1]
    mine = [loss for loss in item.losses if loss.victim == play.seat]
    return item, next((loss for loss in mine if play.loss in (None, loss.origin)), None)


def _relief(view: Observation, play: CardPlay, n: int) -> float:
    """Return the value to the card's player of losing `n` Fort less to the item answered."""
    found = answered(view, play)
    if found is None or not n:
        return 0.0
    change = expected_change(found[0], play.seat)
    less = change._replace(margin=change.margin + n)
    return change_value(view, play.seat, less) - change_value(view, play.seat, change)


def _ignore(view: Observation, play: CardPlay, step: Step) -> float:
    found = answered(view, play)
    if found is None:
        return 0.0
    item, loss = found
    if loss is not None and loss.origin != play.seat:
        # against a redirected loss it protects from that loss alone (RED-R1)
        return _relief(view, play, loss.n)
    return -change_value(view, play.seat, expected_change(item, play.seat))


def _cut(view: Observation, play: CardPlay, step: Step) -> float:
    found = answered(view, play)
    loss = found[1] if found is not None else None
    return _relief(view, play, min(loss.n, step.amount or 0)) if loss is not None else 0.0


def _redirect(view: Observation, play: CardPlay, step: Step) -> float:
    found = answered(view, play)
    loss = found[1] if found is not None else None
    if loss is None:
        return 0.0
    value = _relief(view, play, loss.n)
    for seat in play.targets:
        turned = max(0, loss.n + loss.guard - view.guards.get(seat, 0))
        value += change_value(view, seat, ValueChange(-turned))
    return value


# ---- Drinks


def aimed_drink(view: Observation, play: CardPlay) -> ObservedDrink | None:
    """Return the Drink at which the card aims: the one named, the player's own, else the first."""
    if play.drink is not None and play.drink < len(view.drinks):
        return view.drinks[play.drink]
    own = (drink for drink in view.drinks if drink.drinker == play.seat)
    return next(own, view.drinks[0] if view.drinks else None)


def _refuse_drink(view: Observation, play: CardPlay, step: Step) -> float:
    """Return the value of ignoring, passing on or splitting a Drink."""
    drink = aimed_drink(view, play)
    if drink is None:
        return 0.0
    if step.verb == "ignoredrink":
        return -drink_value(view, drink)
    share = 0.5 if step.verb == "splitdrink" else 1.0
    others = (drink_value(view, drink._replace(drinker=seat), share) for seat in play.targets)
    return -share * drink_value(view, drink) + sum(others)


def _change_drink(view: Observation, play: CardPlay, step: Step) -> float:
    drink = aimed_drink(view, play)
    if drink is None:
        return 0.0
    n = {"moddrink": -(step.amount or 0), "fortdrink": step.amount or 0, "chaser": -2}[step.verb]
    return drink_value(view, drink._replace(fort=drink.fort + n)) - drink_value(view, drink)


_STEP_VALUES: Mapping[Verb, Callable[[Observation, CardPlay, Step], float]] = {
    "fort": _fort,
    "alc": _alc,
    "pay": _pay,
    "order": _drinks,
    "serve": _drinks,
    "drinkup": _drinks,
    "draw": _cards(0.3),
    "drop": _cards(-0.3),
    "peek": _flat(0.05),
    "piety": _flat(0.1),
    "brew": _flat(0.3),
    "skim": _flat(0.5),
    "negate": _negate,
    "ignore": _ignore,
    "cut": _cut,
    "redirect": _redirect,
    "ignoredrink": _refuse_drink,
    "passdrink": _refuse_drink,
    "splitdrink": _refuse_drink,
    "moddrink": _change_drink,
    "fortdrink": _change_drink,
    "chaser": _change_drink,
}
"""The function that values each kind of step; `policy` values those of a Round, which depend on the hand."""
