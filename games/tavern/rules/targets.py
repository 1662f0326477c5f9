"""The seats that a step of a card affects, and those at which the whole card aims a loss of Fort."""

from __future__ import annotations

from collections.abc import Sequence

from games.tavern.cards import Who
from games.tavern.items import PlayedCard
from games.tavern.state import Tavern


def affected_seats(game: Tavern, card: PlayedCard, who: Who | None, targets: Sequence[int]) -> list[int]:
    """Return the participants that `who` names for this card, in turn order from its player."""
    order = game.participants(card.seat)
    match who:
        case "me":
            return [seat for seat in order if seat == card.seat]
        case "T" | "TT":
            return [seat for seat in order if seat in targets]
        case "others":
            return [seat for seat in order if seat != card.seat]
        case "all":
            return order
        case "hitter":
            return [seat for seat in order if seat == card.hitter]
        case _:
            return []


def aims_at(game: Tavern, card: PlayedCard) -> list[int]:
    """Return the other seats that would lose Fort by the card's text, conditions taken as met (AFF-R2)."""
    seats = dict.fromkeys(
        seat
        for step, targets, _ in card.parts()
        if step.verb == "fort" and (step.amount or 0) < 0
        for seat in affected_seats(game, card, step.who, targets)
    )
    return [seat for seat in seats if seat != card.seat]
