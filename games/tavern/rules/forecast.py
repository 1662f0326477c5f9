"""The forecast: the changes to Fort, AC and Gold if a card on the stack resolved now.

`fort_losses` and `number` are the arithmetic that the rules themselves use when a card resolves; `forecast` runs
through the steps on a copy of the values. The board shows it, and computer players read it there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.tavern.cards import Step
from games.tavern.items import Loss, Part, PlayedCard
from games.tavern.player import MAX_VALUE, PIETY_MAX
from games.tavern.rules.targets import affected_seats, aims_at
from games.tavern.state import Tavern


class FortLoss(NamedTuple):
    """The Fort that one card would take from one player if it resolved now.

    `origin` is the seat that the card aims at. `victim` is the seat that loses `n`: another one after a redirect, -1 if
    nobody loses any. `guard` is the reduction by the victim's mood, `cut` the reduction by cards that answer.
    """

    origin: int
    victim: int
    n: int
    guard: int = 0
    cut: int = 0


class Change(NamedTuple):
    """The other changes to a seat: Fort gained or lost by its own card, AC, Gold."""

    fort: int = 0
    ac: int = 0
    gold: int = 0


class Forecast(NamedTuple):
    """The losses that a card causes others, and all other changes by seat, where there are any."""

    losses: tuple[FortLoss, ...] = ()
    changes: Mapping[int, Change] = {}


NOTHING = Forecast()


@dataclass(slots=True)
class _Values:
    """A copy of one seat's values, for trying out the steps."""

    fort: int
    ac: int
    gold: int


def gear_modifier(card: PlayedCard) -> int:
    """Return the change that the Gear card makes to every number of its main card."""
    if card.gear is None or card.gear.dead:
        return 0
    return sum(step.amount or 0 for step in card.gear.card.alternatives[0] if step.verb == "tune")


def mood_guard(game: Tavern, victim: int, source: int) -> int:
    """Return the reduction that the victim's mood gives against another player's card."""
    mood = game.players[victim].mood
    if mood is None or victim == source:
        return 0
    return sum(step.amount or 0 for step in game.decks.cards[mood].steps if step.verb == "guard")


def number(part: Part, tune: int) -> int:
    """Return the step's number after the Gear card's change: it keeps its sign and never passes 0 (GEAR-12)."""
    n = part.step.amount
    if n is None or part.gear or not tune:
        return n or 0
    return max(0, abs(n) + tune) * (1 if n >= 0 else -1)


def fort_losses(game: Tavern, card: PlayedCard, sums: Mapping[int, int]) -> Iterator[FortLoss]:
    """Yield each loss after mood, `guard` and reductions (RED-R2, RED-R5).

    `sums`: the Fort that the steps would take from each seat that the card aims at.
    """
    mood_change = sum(step.amount or 0 for step in card.wolf if step.verb == "wolf.fort")
    # while its Gear card is being answered a card has no losses recorded yet, so take the seats it aims at
    for loss in card.losses or [Loss(seat, seat) for seat in aims_at(game, card)]:
        if loss.ignored or not game.participates(loss.victim):
            yield FortLoss(loss.origin, -1, 0)
            continue
        # no entry: the step doesn't happen, because its condition fails or a Gear card has made it 0
        aimed = max(0, sums[loss.origin] + mood_change) if loss.origin in sums else 0
        guarded = max(0, aimed - mood_guard(game, loss.victim, card.seat))
        n = max(0, guarded - loss.cut)
        yield FortLoss(loss.origin, loss.victim, n, aimed - guarded, guarded - n)


def forecast(game: Tavern, card: PlayedCard) -> Forecast:
    """Return the changes if the card resolved now, with every answer so far taken into account."""
    if card.dead:
        return NOTHING
    tune, sums = gear_modifier(card), Counter[int]()
    piety = game.players[card.seat].piety
    values = {seat: _Values(p.fort, p.ac, p.gold) for seat, p in game.players.items()}
    aimed = set(aims_at(game, card))
    for part in card.parts():
        step, n = part.step, number(part, tune)
        if step.condition is not None and (piety is None or not step.condition.holds(piety)):
            continue
        if step.verb == "piety" and piety is not None:
            piety = min(PIETY_MAX, max(0, piety + n))
        seats = affected_seats(game, card, step.who, part.targets)
        if step.verb == "fort" and n < 0:
            sums.update({seat: -n for seat in seats if seat in aimed})
            seats = [seat for seat in seats if seat not in aimed]
        touched = [seat for seat in seats if seat not in card.ignored_by]
        if step.verb == "fort":
            for seat in touched:
                values[seat].fort = min(MAX_VALUE, max(0, values[seat].fort + n))
        elif step.verb == "alc":
            for seat in touched:
                values[seat].ac = min(MAX_VALUE, max(0, values[seat].ac + n))
        elif step.verb == "pay":
            takers = affected_seats(game, card, step.to, part.targets)
            takers = [seat for seat in takers if seat not in card.ignored_by]
            _pay(values, step, n, touched, takers)
    changes = {
        seat: Change(each.fort - p.fort, each.ac - p.ac, each.gold - p.gold)
        for (seat, each), p in zip(values.items(), game.players.values(), strict=True)
    }
    return Forecast(
        tuple(fort_losses(game, card, sums)),
        {seat: change for seat, change in changes.items() if any(change)},
    )


def _pay(values: dict[int, _Values], step: Step, n: int, payers: list[int], takers: list[int]) -> None:
    """Move this Gold, or all that the payer has; players who Ignore the card get none (NEG-R3)."""
    if step.who == "inn":
        for taker in takers:
            values[taker].gold += n
        return
    for payer in payers:
        if step.to == "inn":
            values[payer].gold -= min(n, values[payer].gold)
        for taker in takers:
            paid = min(n, values[payer].gold)
            values[payer].gold -= paid
            values[taker].gold += paid
