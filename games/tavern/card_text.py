"""The texts of cards, made from their steps, so that text and rules cannot contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.phrases import N_, written
from games.tavern.cards import Alternative, Condition, Drink, Mark, Step, Trigger, Verb, Who

_WHO: Mapping[Who, str] = {
    "me": "you",
    "T": "target",
    "TT": "two targets",
    "others": "everyone else",
    "all": "everyone",
    "hitter": "whoever hit you",
    "inn": "the inn",
}
_NEGATES: Mapping[Trigger, str] = {
    "card.action": "an Action card",
    "card.sometimes": "a Sometimes card",
    "card.cheat": "a Cheating card",
    "card.drinkmod": "a card that changes a Drink",
    "gear.mine": "a Gear card of yours",
    "event": "an Event",
}
_COSTS: Mapping[Trigger, str] = {"hit.fort": "Fort", "hit.gold": "Gold"}
_MARKS: Mapping[Mark, str] = {"gear": N_("Turn up a Gear card with it."), "wolf": N_("A wolf card.")}


def describe(
    alternatives: Sequence[Alternative], when: Sequence[Sequence[Trigger]], marks: Sequence[Mark] = ()
) -> str:
    """Return the text of a card.

    `when` are the triggers of each alternative: they say which cards it negates or ignores.
    """
    parts = list[str]()
    for steps, on in zip(alternatives, when, strict=True):
        parts += [" ", N_("Or: ")] if parts else []
        parts += _sentences(steps, on)
    for mark in marks:
        parts += [" ", _MARKS[mark]]
    return written(*parts)


def describe_alternatives(
    alternatives: Sequence[Alternative], when: Sequence[Sequence[Trigger]]
) -> tuple[str, ...]:
    """Return the text of each alternative."""
    return tuple(written(*_sentences(steps, on)) for steps, on in zip(alternatives, when, strict=True))


def describe_drink(drink: Drink) -> str:
    """Return the text of a Drink: `3 AC, with a chaser.`"""
    parts = [f"{_minus(drink.ac)} AC"]
    if drink.fort:
        parts.append(f"{_signed(drink.fort)} Fort")
    if drink.draw:
        parts.append(f"draw {_some(drink.draw, 'card')}")
    if drink.drop:
        parts.append(f"discard {_some(drink.drop, 'card')}")
    if drink.chaser:
        parts.append("with a chaser")
    if drink.split:
        parts.append("may be split with another player")
    return f"{', '.join(parts)}."


def _sentences(steps: Alternative, when: Sequence[Trigger]) -> list[str]:
    """Return the sentences of an alternative, with the spaces between them."""
    return [part for step in steps for part in (" ", _sentence(step, when))][1:]


def _sentence(step: Step, when: Sequence[Trigger]) -> str:
    text = _IN_WORDS[step.verb](step, when)
    if step.condition is not None:
        return f"{_condition(step.condition)}: {text[:1].lower()}{text[1:]}."
    return f"{text[:1].upper()}{text[1:]}."


def _condition(condition: Condition) -> str:
    return f"With Piety {condition.piety} or {'more' if condition.sign == '>=' else 'less'}"


# ---- small words


def _n(step: Step) -> int:
    assert step.amount is not None
    return step.amount


def _minus(n: int) -> str:
    return str(n).replace("-", "−")


def _signed(n: int) -> str:
    return _minus(n) if n < 0 else f"+{n}"


def _some(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def _does(who: Who | None, verb: str) -> str:
    """Return subject and verb: `you lose`, `target loses`, `two targets lose`."""
    assert who is not None
    return f"{_WHO[who]} {verb if who in ('me', 'TT') else verb + 's'}"


def _each(step: Step) -> str:
    return " each" if step.who == "TT" else ""


def _move(unit: str) -> Callable[[Step, Sequence[Trigger]], str]:
    def text(step: Step, when: Sequence[Trigger]) -> str:
        verb = "lose" if _n(step) < 0 else "gain"
        return f"{_does(step.who, verb)} {abs(_n(step))} {unit}{_each(step)}"

    return text


def _pay(step: Step, when: Sequence[Trigger]) -> str:
    assert step.to is not None
    return f"{_does(step.who, 'pay')} {_WHO[step.to]} {_n(step)} Gold{_each(step)}"


def _cards(verb: str) -> Callable[[Step, Sequence[Trigger]], str]:
    return lambda step, when: f"{_does(step.who, verb)} {_some(_n(step), 'card')}{_each(step)}"


def _plain(words: str) -> Callable[[Step, Sequence[Trigger]], str]:
    """Return a describer that fills `{n}` with the number and `{sign}` with the number and its sign."""
    return lambda step, when: words.format(n=step.amount, sign=_signed(step.amount or 0))


def _tune(step: Step, when: Sequence[Trigger]) -> str:
    return f"every number of the card it belongs to is {abs(_n(step))} {'more' if _n(step) > 0 else 'less'}"


def _wolf(step: Step, when: Sequence[Trigger]) -> str:
    return f"wolf cards cost others {abs(_n(step))} {'more' if _n(step) > 0 else 'less'} Fort"


def _onwolf(step: Step, when: Sequence[Trigger]) -> str:
    assert step.inner is not None
    return f"with every wolf card: {_IN_WORDS[step.inner.verb](step.inner, when)}"


def _negate(step: Step, when: Sequence[Trigger]) -> str:
    return f"negate {' or '.join(_NEGATES[trigger] for trigger in when)}"


def _ignore(step: Step, when: Sequence[Trigger]) -> str:
    costs = [_COSTS[trigger] for trigger in when if trigger in _COSTS]
    text = [f"costs you {' or '.join(costs)}"] if costs else []
    if "hit.alc" in when:
        text.append("raises your AC")
    parts = [f"a card that {' or '.join(text)}"] if text else []
    return f"ignore {' or '.join([*parts, 'an Event'] if 'event' in when else parts)}"


_IN_WORDS: Mapping[Verb, Callable[[Step, Sequence[Trigger]], str]] = {
    "fort": _move("Fort"),
    "alc": _move("AC"),
    "pay": _pay,
    "draw": _cards("draw"),
    "drop": _cards("discard"),
    "order": lambda step, when: f"order {_some(_n(step), 'more Drink')}",
    "serve": lambda step, when: f"target is served {_some(_n(step), 'Drink')}",
    "drinkup": lambda step, when: f"target drinks {_some(_n(step), 'Drink')} from their pile, now",
    "peek": lambda step, when: f"look at the top {_some(_n(step), 'card')} of the Drink Deck",
    "ignoredrink": _plain("ignore your Drink"),
    "passdrink": _plain("target drinks your Drink instead of you"),
    "splitdrink": _plain("split your Drink with target"),
    "moddrink": _plain("a Drink gets {sign} AC"),
    "fortdrink": _plain("a Drink gets {sign} Fort"),
    "chaser": _plain("a Drink gets a chaser"),
    "negate": _negate,
    "ignore": _ignore,
    "cut": _plain("you lose {n} Fort less"),
    "redirect": _plain("target loses that Fort instead of you"),
    "tune": _tune,
    "start": _plain("start a Round of Gambling: everyone antes 1 Gold, and you are in control"),
    "ante": _plain("everyone in the Round antes {n} Gold"),
    "control": _plain("take control of the Round"),
    "lock": _plain("only a Cheating card can follow"),
    "leave": _plain("leave the Round"),
    "oust": _plain("target is forced out of the Round"),
    "winround": _plain("win the Round and take the pot"),
    "spill": _plain("the pot goes to the inn, and the Round ends"),
    "skim": _plain("take {n} Gold from the pot"),
    "piety": _plain("Piety {sign}"),
    "brew": _plain("turn up the next Potion and keep one of the two on show"),
    "mood": _plain("the next mood is turned up"),
    "contest": _plain("everyone drinks; the strongest Drink wins 1 Gold from each of the others"),
    "house": _plain("one Drink is turned up, and everyone drinks a copy of it"),
    "none": _plain("nothing happens"),
    "wolf.fort": _wolf,
    "onwolf": _onwolf,
    "guard": _plain("you lose {n} Fort less to the cards of others"),
}
