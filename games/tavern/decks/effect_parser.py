"""The parser of card effects: `fort T -2; [piety>=10] draw me 1 or alc me -2`.

    effects     = alternative { " or " alternative }
    alternative = step { "; " step }
    step        = [ "[" condition "] " ] primitive { " " argument }

A mistake raises `BadEffects` with a sentence that says what is allowed instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from games.tavern.cards import Alternative, Condition, Step, Verb, Who
from games.tavern.decks.effect_spec import AFFECTED, MAX_NUMBER, PAYEES, PAYERS, PRIMITIVES

_CONDITION = re.compile(r"\[piety(>=|<=)(\d+)\]")
_NUMBER = re.compile(r"[1-9]\d?")
_SIGNED = re.compile(r"[+-][1-9]\d?")
_TRACK = 15
"""The end of the faith track."""


class BadEffects(ValueError):
    """Effects that cannot be read; the message says what is wrong and what is allowed."""


def parse(effects: str) -> tuple[Alternative, ...]:
    """Return the alternatives of a card, each a tuple of steps. Raises `BadEffects`."""
    return tuple(_alternative(part) for part in re.split(r"\s+or\s+", effects.strip()))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint for an unknown word: the nearest known word, or all known words."""
    known = list(known)
    near = get_close_matches(word, known, 1)
    return f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(known)}"


def _alternative(text: str) -> Alternative:
    steps = tuple(_step(part.strip()) for part in text.split(";"))
    inner = [step.inner or step for step in steps]
    named = {step.who for step in inner} | {step.to for step in inner}
    if {"T", "TT"} <= named:
        raise BadEffects(f"{text!r} names both T and TT; a card has one choice of targets")
    return steps


def _step(text: str) -> Step:
    condition = None
    if text.startswith("["):
        bracket, _, rest = text.partition("]")
        match = _CONDITION.fullmatch(bracket + "]")
        if match is None or int(match[2]) > _TRACK:
            raise BadEffects(
                f"unknown condition {bracket}]; it is [piety>=N] or [piety<=N], N from 0 to {_TRACK}"
            )
        condition = Condition(">=" if match[1] == ">=" else "<=", int(match[2]))
        text = rest.strip()
    words = text.split()
    if not words:
        raise BadEffects("an empty step; between two semicolons stands one effect")
    return _effect(words, condition)


def _effect(words: list[str], condition: Condition | None) -> Step:
    verb = _verb(words[0])
    form = PRIMITIVES[verb].form
    if verb == "onwolf":
        if not words[1:]:
            raise BadEffects(f"'onwolf' wants a step: {form}")
        return Step(verb, condition=condition, inner=_effect(words[1:], None))
    slots, given = form.split()[1:], words[1:]
    if len(slots) != len(given):
        raise BadEffects(f"{' '.join(words)!r} has {len(given)} of {len(slots)} arguments: write {form!r}")
    who: list[Who] = []
    amount = None
    for slot, word in zip(slots, given, strict=True):
        match slot:
            case "N" | "±N":
                amount = _amount(slot, word, form)
            case "W" | "T" | "P":
                who.append(_who(slot, word, form, paid=bool(who)))
            case _ if slot != word:
                raise BadEffects(f"{word!r} instead of {slot!r}: write {form!r}")
    if len(who) == 2 and (who[0] == who[1] or (who[0] == "all" and who[1] != "inn")):
        raise BadEffects(f"{' '.join(words)!r}: nobody pays themself; let others pay, or pay the inn")
    meets, paid = (*who, None, None)[:2]
    return Step(verb, meets, paid, amount, condition)


def _verb(word: str) -> Verb:
    for verb in PRIMITIVES:
        if verb == word:
            return verb
    raise BadEffects(f"unknown effect {word!r}{did_you_mean(word, PRIMITIVES)}")


def _amount(slot: str, word: str, form: str) -> int:
    kind = _SIGNED if slot == "±N" else _NUMBER
    if kind.fullmatch(word) is None or abs(int(word)) > MAX_NUMBER:
        wanted = (
            f"-{MAX_NUMBER} to -1 or +1 to +{MAX_NUMBER}, with its sign"
            if slot == "±N"
            else f"1 to {MAX_NUMBER}, without a sign"
        )
        raise BadEffects(f"{word!r} is no amount for {form!r}; it is a whole number, {wanted}")
    return int(word)


def _who(slot: str, word: str, form: str, *, paid: bool) -> Who:
    allowed: tuple[Who, ...] = {"W": AFFECTED, "T": ("T",), "P": PAYEES if paid else PAYERS}[slot]
    for who in allowed:
        if who == word:
            return who
    raise BadEffects(f"{word!r} cannot stand in {form!r} there; allowed: {', '.join(allowed)}")
