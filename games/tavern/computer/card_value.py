"""What it is worth to a computer player that a card resolves: one account for its own cards and for those of others.

A card is known by its steps, so that cards of own decks are no stranger than the four characters'. Worth is counted
in points of Fort of a player who has plenty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.tavern.cards import Alternative, Step, Verb
from games.tavern.computer.observation import Glass, Seen

OTHERS = 0.5
"""What it is worth that somebody else loses a point."""
LOST = -40.0
"""How passing out, or having no Gold, is felt."""
DRINK = 1.65
"""AC of a Drink that nobody has seen yet."""


def shape(margin: int) -> float:
    """How good it is to be so far from passing out: the nearer, the more each point counts."""
    return margin - 24 / (margin + 1) if margin > 0 else LOST + margin


def purse(gold: int) -> float:
    """How good it is to have so much Gold."""
    return 0.4 * gold - 3 / gold if gold > 0 else LOST


class Doing(NamedTuple):
    """A card as it would resolve: whose it is, whom it names, what it answers, and which Drink it means."""

    seat: int
    steps: Alternative
    targets: frozenset[int] = frozenset()
    depth: int = 0
    """How many items of the stack lie beneath it; the topmost of those is what it answers."""
    glass: int | None = None


class Change(NamedTuple):
    """What becomes of a seat: points towards or away from passing out, and Gold."""

    margin: int = 0
    gold: int = 0


def worth(seen: Seen, doing: Doing) -> float:
    """What it is worth to the viewer that the card resolves."""
    return sum(_of_step(seen, doing, step) for step in doing.steps if _holds(seen, step))


def of_item(seen: Seen, at: int) -> float:
    """What it is worth to the viewer that this item of the stack resolves."""
    doing = lying(seen, at)
    if doing is not None:
        return worth(seen, doing)
    return sum(of_glass(seen, glass) for glass in seen.glasses)


def lying(seen: Seen, at: int) -> Doing | None:
    """The card that lies there, by its first alternative; None if it is a Drink or an Event."""
    item = seen.stack[at]
    card = seen.decks.cards.get(item.key)
    if card is None or item.seat is None:
        return None
    return Doing(item.seat, card.alternatives[0], item.targets, at)


def of_glass(seen: Seen, glass: Glass, share: float = 1.0) -> float:
    """What it is worth that the Drink is drunk."""
    return felt(seen, glass.drinker, Change(round(share * (glass.fort - glass.ac))))


def felt(seen: Seen, seat: int, change: Change) -> float:
    """What a change of somebody's values is worth to the viewer."""
    if seat not in seen.fort:
        return 0.0
    margin = seen.fort[seat] - seen.ac[seat]
    value = shape(margin + change.margin) - shape(margin)
    if change.gold:
        gold = seen.gold[seat]
        value += purse(max(0, gold + change.gold)) - purse(gold)
    return value if seat == seen.me else -OTHERS * value


# ---- steps


def _holds(seen: Seen, step: Step) -> bool:
    """Conditions of others' cards are taken as met."""
    return step.condition is None or seen.piety is None or step.condition.holds(seen.piety)


def _of_step(seen: Seen, doing: Doing, step: Step) -> float:
    of = _WORTH.get(step.verb)
    return of(seen, doing, step) if of is not None else 0.0


def met(seen: Seen, doing: Doing, who: str | None) -> set[int]:
    """Whom a step meets."""
    below = seen.stack[doing.depth - 1] if 0 < doing.depth <= len(seen.stack) else None
    everybody = set(seen.fort)
    return {
        "me": {doing.seat},
        "T": set(doing.targets),
        "TT": set(doing.targets),
        "others": everybody - {doing.seat},
        "all": everybody,
        "hitter": set() if below is None or below.seat is None else {below.seat},
    }.get(who or "", set())


def _fort(seen: Seen, doing: Doing, step: Step) -> float:
    n = step.amount or 0
    return sum(
        felt(seen, seat, Change(min(n, 20 - seen.fort[seat])))
        for seat in met(seen, doing, step.who)
        if seat in seen.fort
    )


def _alc(seen: Seen, doing: Doing, step: Step) -> float:
    n = step.amount or 0
    return sum(
        felt(seen, seat, Change(-max(n, -seen.ac[seat])))
        for seat in met(seen, doing, step.who)
        if seat in seen.ac
    )


def _pay(seen: Seen, doing: Doing, step: Step) -> float:
    n, value, got = step.amount or 0, 0.0, 0
    for payer in met(seen, doing, step.who):
        paid = min(n, seen.gold.get(payer, 0))
        got += paid
        value += felt(seen, payer, Change(gold=-paid))
    got = n if step.who == "inn" else got
    return value + sum(felt(seen, seat, Change(gold=got)) for seat in met(seen, doing, step.to))


def _drinks(seen: Seen, doing: Doing, step: Step) -> float:
    """Drinks that somebody else will drink sooner or later; ordered ones go to the weakest."""
    n = round(DRINK * (step.amount or 0))
    if step.verb != "order":
        return sum(felt(seen, seat, Change(-n)) for seat in met(seen, doing, step.who))
    return 0.6 * max((felt(seen, seat, Change(-n)) for seat in seen.fort if seat != doing.seat), default=0.0)


def _cards(each: float) -> Callable[[Seen, Doing, Step], float]:
    def value(seen: Seen, doing: Doing, step: Step) -> float:
        n = each * (step.amount or 0)
        return sum(n if seat == seen.me else -OTHERS * n for seat in met(seen, doing, step.who))

    return value


def _flat(each: float) -> Callable[[Seen, Doing, Step], float]:
    """Something for the card's own player."""
    return lambda seen, doing, step: each * (step.amount or 1) * (1 if doing.seat == seen.me else -OTHERS)


# ---- answers


def _negate(seen: Seen, doing: Doing, step: Step) -> float:
    return -of_item(seen, doing.depth - 1) if doing.depth else 0.0


def _on(seen: Seen, doing: Doing) -> tuple[int, float, Doing | None]:
    """What the card answered costs the answering player: points of Fort, what they are worth in all, and the card."""
    answered = lying(seen, doing.depth - 1) if doing.depth else None
    if answered is None:
        return 0, 0.0, None
    loss, value = 0, 0.0
    for step in answered.steps:
        if doing.seat not in met(seen, answered, step.who) or not _holds(seen, step):
            continue
        n = step.amount or 0
        if step.verb == "fort":
            loss -= n
            value += felt(seen, doing.seat, Change(n))
        elif step.verb == "alc":
            value += felt(seen, doing.seat, Change(-n))
        elif step.verb == "pay":
            value += felt(seen, doing.seat, Change(gold=-min(n, seen.gold.get(doing.seat, 0))))
    return loss, value, answered


def _ignore(seen: Seen, doing: Doing, step: Step) -> float:
    return -_on(seen, doing)[1]


def _cut(seen: Seen, doing: Doing, step: Step) -> float:
    loss, value, _ = _on(seen, doing)
    return -value * min(1.0, (step.amount or 0) / loss) if loss > 0 else 0.0


def _redirect(seen: Seen, doing: Doing, step: Step) -> float:
    loss, value, _ = _on(seen, doing)
    return -value + sum(felt(seen, seat, Change(-loss)) for seat in doing.targets)


# ---- Drinks


def _glass(seen: Seen, doing: Doing) -> Glass | None:
    """The Drink that the card means: the one named, the one of its player, else the first."""
    if doing.glass is not None and doing.glass < len(seen.glasses):
        return seen.glasses[doing.glass]
    own = (glass for glass in seen.glasses if glass.drinker == doing.seat)
    return next(own, seen.glasses[0] if seen.glasses else None)


def _no_drink(seen: Seen, doing: Doing, step: Step) -> float:
    """Ignored, passed on, or shared."""
    glass = _glass(seen, doing)
    if glass is None:
        return 0.0
    if step.verb == "ignoredrink":
        return -of_glass(seen, glass)
    share = 0.5 if step.verb == "splitdrink" else 1.0
    others = (of_glass(seen, glass._replace(drinker=seat), share) for seat in doing.targets)
    return -share * of_glass(seen, glass) + sum(others)


def _more(seen: Seen, doing: Doing, step: Step) -> float:
    glass = _glass(seen, doing)
    if glass is None:
        return 0.0
    n = {"moddrink": -(step.amount or 0), "fortdrink": step.amount or 0, "chaser": -2}[step.verb]
    return of_glass(seen, glass._replace(fort=glass.fort + n)) - of_glass(seen, glass)


_WORTH: Mapping[Verb, Callable[[Seen, Doing, Step], float]] = {
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
    "ignoredrink": _no_drink,
    "passdrink": _no_drink,
    "splitdrink": _no_drink,
    "moddrink": _more,
    "fortdrink": _more,
    "chaser": _more,
}
"""What a step of each kind is worth; those of a Round are weighed by what is held (`policy`)."""
