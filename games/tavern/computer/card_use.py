"""The uses of a card in hand, found from its steps and triggers, so that a server's own cards have them too."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.tavern.cards import Alternative, Card, Trigger

HARD = 3
"""The Fort that a hard blow takes."""


@lru_cache(maxsize=1024)
def uses(card: Card) -> tuple[str, ...]:
    """Return the uses of holding a card, each once."""
    found = (
        use
        for steps, when in zip(card.alternatives, card.alternative_when, strict=True)
        for use in _uses(card, steps, when)
    )
    return tuple(sorted(set(found)))


def _uses(card: Card, steps: Alternative, when: tuple[Trigger, ...]) -> Iterator[str]:
    verbs = {step.verb for step in steps}
    blow = -sum(
        step.amount or 0 for step in steps if step.verb == "fort" and step.who in ("T", "TT", "others")
    )
    if "any" in when:
        helps = any(
            step.who == "me" and (step.amount or 0) * (1 if step.verb == "fort" else -1) > 0
            for step in steps
            if step.verb in ("fort", "alc")
        )
        yield "remedy" if helps else "trick"
    if not {"drink.mine", "drink.any"}.isdisjoint(when):
        for verb, use in (("ignoredrink", "refuse"), ("passdrink", "pass"), ("splitdrink", "split")):
            if verb in verbs:
                yield use
        if verbs & {"moddrink", "fortdrink", "chaser"}:
            yield "spoil"
    if "ignore" in verbs:
        yield "ignore" if "hit.fort" in when else "purse"
    if "cut" in verbs:
        yield "cut"
    if "redirect" in verbs:
        yield "turn"
    if any(step.verb == "fort" and step.who == "hitter" for step in steps):
        yield "strike back"
    if "negate" in verbs:
        yield "forbid" if "card.action" in when else "gainsay" if "card.sometimes" in when else "negate"
    if "leave" in verbs:
        yield "leave"
    if "round.turn" in when:
        yield "win" if verbs & {"lock", "winround"} else "cheat" if "cheating" in card.types else "bid"
    if "act" in when:
        if blow:
            yield "hard blow" if blow >= HARD else "blow"
        if verbs & {"alc", "drinkup", "order", "serve"}:
            yield "drinks"
        if any(step.verb == "pay" and step.to == "me" for step in steps):
            yield "collect"
