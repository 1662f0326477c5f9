"""Whom a step meets, and what a card would do to whom by its text (AFF, RED)."""

from __future__ import annotations

from collections.abc import Sequence

from games.tavern.cards import Who
from games.tavern.items import Loss, Played
from games.tavern.state import Tavern


def whom(game: Tavern, played: Played, who: Who | None, targets: Sequence[int]) -> list[int]:
    """The players that `who` means for this card, in turn order from its player; only those who take part."""
    order = game.living(played.seat)
    match who:
        case "me":
            return [seat for seat in order if seat == played.seat]
        case "T" | "TT":
            return [seat for seat in order if seat in targets]
        case "others":
            return [seat for seat in order if seat != played.seat]
        case "all":
            return order
        case "hitter":
            return [seat for seat in order if seat == played.hitter]
        case _:
            return []


def weigh(game: Tavern, played: Played) -> None:
    """Work out whom the card hits by its text, conditions taken as met (AFF-R2): before anybody answers it."""
    fort: list[int] = []
    alc: set[int] = set()
    gold: set[int] = set()
    for step, targets, _ in played.parts():
        amount = step.amount or 0
        if step.verb == "fort" and amount < 0:
            fort += whom(game, played, step.who, targets)
        elif step.verb == "alc" and amount > 0:
            alc.update(whom(game, played, step.who, targets))
        elif step.verb == "pay":
            gold.update(whom(game, played, step.who, targets))
    victims = dict.fromkeys(seat for seat in fort if seat != played.seat)
    played.losses = [Loss(seat, seat) for seat in victims]
    played.alc_hits = frozenset(alc - {played.seat})
    played.gold_hits = frozenset(gold - {played.seat})
