"""Beginnings of tavern scenarios: a card announced or resolved, a Drink on the table, answers passed."""

from __future__ import annotations

from games.engine import RAIL, Log
from games.engine.card_prompts import PlayCard
from games.tavern.items import DrinkServing
from tests.helpers.games.tavern import Night, key

CONTEST, HOUSE = "Drinking Contest", "Round on the House"


def announced(n: Night, who: str, title: str, **aims: object) -> Night:
    """Return a match whose first player has announced an Action card; no answer has been given yet."""
    n.to_action()
    ask, answer = n.move(who, title, **aims)
    n.match.answer(ask.id, ask.seat, answer)
    return n


def resolved(n: Night, who: str, title: str, **aims: object) -> Night:
    """The first player's Action card, unanswered, resolves."""
    n.to_action()
    n.acts(who, title, **aims)
    n.quiet()
    return n


def revealed(n: Night, order: str | None = None) -> Night:
    """No action, an order (by default for the next player): the first player's own Drink or Event is on the table."""
    n.to_action()
    [name] = n.asked("action")
    n.answers(name, "no_action")
    n.answers(name, ["", 0, [[n.names[order]]]] if order else n.ask(name, "order").prompt.default)
    return n


def down_to(n: Night, depth: int = 1) -> None:
    """Pass for all players on the items above the first `depth` of the stack."""
    while len(n.game.stack) > depth and n.asked("respond"):
        n.passes(*sorted(n.asked("respond")))


def form(n: Night, name: str, kind: str) -> PlayCard:
    """The form that is open to a player."""
    prompt = n.ask(name, kind).prompt
    assert isinstance(prompt, PlayCard)
    return prompt


def seen_by_all(n: Night, title: str) -> bool:
    """Return whether all viewers, spectators too, see the card on the table."""
    return all(
        any(key(title) in str(block) for block in n.match.scene(viewer).blocks if not isinstance(block, Log))
        for viewer in (*n.names.values(), RAIL)
    )


def poured(n: Night) -> DrinkServing:
    """The Drinks on top of the stack."""
    assert isinstance(n.game.top, DrinkServing)
    return n.game.top


def pass_round(n: Night) -> None:
    """Pass once for each player asked in the window."""
    n.passes(*sorted(n.asked("respond")))
