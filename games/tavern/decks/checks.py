"""Checks of a card: its type fits its triggers, its effects fit both, and its deck may have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.tavern.cards import Alternative, CardType, Mark, Step, System, Trigger
from games.tavern.decks.effect_spec import ANYWHERE, HIT, PRIMITIVES, TRIGGERS_OF, Place

_MARK_OF: dict[Mark, System] = {"gear": "gear", "wolf": "mood"}
_TAKES_A_ROUND = {"control", "winround", "spill"}


class DeckKind(NamedTuple):
    """A kind of deck: the place of its steps, the system of its character, its name for people."""

    place: Place
    system: System | None
    deck: str


class BadCard(ValueError):
    """A card that makes no sense; `key` is the faulty key of its table."""

    def __init__(self, key: str, sentence: str) -> None:
        super().__init__(sentence)
        self.key = key


def check_type(types: Sequence[CardType], when: Sequence[Trigger], deck_kind: DeckKind) -> None:
    """Raise `BadCard` unless that deck may have a card of these types, to be played on these triggers."""
    own_type = {"gear": "gear", "mood": "mood"}.get(deck_kind.place)
    if own_type is not None and list(types) != [own_type]:
        raise BadCard("type", f"cards of {deck_kind.deck} have the type {own_type!r}, and no other")
    if own_type is not None and when:
        raise BadCard("when", f"cards of {deck_kind.deck} are not played, so they have no 'when'")
    if own_type is None and (wrong := {"gear", "mood"} & set(types)):
        raise BadCard("type", f"type {wrong.pop()!r} is for Gear and mood decks, not for {deck_kind.deck}")
    possible = [trigger for kind in types for trigger in TRIGGERS_OF[kind]]
    for trigger in when:
        if trigger not in possible:
            kinds = " or ".join(types)
            raise BadCard("when", f"{trigger!r} does not fit {kinds}; that goes with: {', '.join(possible)}")
    if {"gambling", "cheating"} <= set(types):
        raise BadCard("type", "a card is gambling or cheating: both are played in the same moment")
    for kind in types:
        if own_type is None and not set(TRIGGERS_OF[kind]) & set(when):
            allowed = ", ".join(TRIGGERS_OF[kind])
            raise BadCard("when", f"{kind} cards need a 'when' out of: {allowed}")


def check_marks(marks: Sequence[Mark], deck_kind: DeckKind) -> None:
    """Raise `BadCard` unless the character's system knows these marks."""
    for mark in marks:
        if deck_kind.place != "played" or deck_kind.system != _MARK_OF[mark]:
            raise BadCard("marks", f"the mark {mark!r} is for characters with system = {_MARK_OF[mark]!r}")


def check_steps(alternatives: Sequence[Alternative], deck_kind: DeckKind) -> None:
    """Raise `BadCard` if a step does not belong in that deck."""
    if len(alternatives) > 1 and deck_kind.place != "played":
        raise BadCard(
            "effects", f"cards of {deck_kind.deck} are not played, so they give no choice with 'or'"
        )
    for step in (step for steps in alternatives for step in steps):
        known = PRIMITIVES[step.verb]
        if deck_kind.place not in known.places:
            places = " and ".join(_PLACES[place] for place in known.places)
            raise BadCard("effects", f"{step.verb!r} has no meaning in {deck_kind.deck}; it is for {places}")
        if known.needs is not None and known.needs != deck_kind.system:
            raise BadCard("effects", f"{step.verb!r} is for characters with system = {known.needs!r}")
        if step.condition is not None and deck_kind.system != "faith":
            raise BadCard("effects", "a condition on piety is for characters with system = 'faith'")
        if deck_kind.place != "played" and "hitter" in (step.who, step.to):
            raise BadCard("effects", f"cards of {deck_kind.deck} answer nothing, so there is no 'hitter'")
        if step.inner is not None:
            _check_inner(step.inner)


def _check_inner(step: Step) -> None:
    known = PRIMITIVES[step.verb]
    if not set(ANYWHERE) <= set(known.places) or "hitter" in (step.who, step.to):
        allowed = ", ".join(verb for verb, one in PRIMITIVES.items() if set(ANYWHERE) <= set(one.places))
        raise BadCard("effects", f"'onwolf' adds one of: {allowed}; and not to 'hitter'")


_PLACES: dict[Place, str] = {
    "played": "cards that are played",
    "gear": "Gear cards",
    "mood": "moods",
    "event": "Events",
}


def find_triggers(
    alternatives: Sequence[Alternative], types: Sequence[CardType], when: Sequence[Trigger]
) -> tuple[tuple[Trigger, ...], ...]:
    """Return the triggers of the card on which each alternative can be picked.

    Raises `BadCard` if an alternative fits none of them, if a trigger fits no alternative, or if a gambling or cheating
    card would not take the Round.
    """
    fitting = tuple(_fitting(steps, when) for steps in alternatives)
    for trigger in when:
        if not any(trigger in fits for fits in fitting):
            raise BadCard("when", f"nothing that this card does goes with {trigger!r}")
    for steps, fits in zip(alternatives, fitting, strict=True):
        if "round.turn" in fits and not _TAKES_A_ROUND & {step.verb for step in steps}:
            kinds = " and ".join(kind for kind in types if kind in ("gambling", "cheating"))
            raise BadCard("effects", f"{kinds} cards take control: add 'control', 'winround' or 'spill'")
    return fitting


def _fitting(steps: Alternative, when: Sequence[Trigger]) -> tuple[Trigger, ...]:
    fits = tuple(when)
    for step in steps:
        narrowed = tuple(trigger for trigger in fits if trigger in _allowed(step, when))
        if not narrowed and when:
            allowed = ", ".join(_allowed(step, ()))
            raise BadCard("effects", f"{_spelling(step)!r} goes with: {allowed}; not with: {', '.join(fits)}")
        fits = narrowed
    return fits


def _allowed(step: Step, otherwise: Sequence[Trigger]) -> Sequence[Trigger]:
    """Return the triggers that a step makes sense on, or `otherwise` if it makes sense on all of them."""
    return HIT if "hitter" in (step.who, step.to) else PRIMITIVES[step.verb].when or otherwise


def _spelling(step: Step) -> str:
    return f"{step.verb} {step.who}" if step.who == "hitter" else step.verb
