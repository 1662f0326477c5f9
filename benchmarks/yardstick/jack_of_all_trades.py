"""An earlier player of Jack of All Trades."""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.yardstick.shared import bet_by_strength
from games.engine import BACK, Chance, OpenAsk, Scene
from games.engine.prompts import Answer
from games.parlour.jack_of_all_trades import ALL_CARDS, JOBS, PLANS, best, die, total
from games.parlour.shared.computer import hand_of, rivals
from games.parlour.shared.deck import NUMBER, RANKS

SAMPLES = 60
"""Futures that it looks at."""


def _workers_of(scene: Scene, seat: int, luck: Chance) -> list[str]:
    """A seat's workers; hidden ones are drawn as they come in the deck."""
    zone = hand_of(scene, seat, "hand") or hand_of(scene, seat, "workers")
    items = zone.items if zone else ()
    return [_any_card(luck) if item == BACK else item for item in items]


def _any_card(luck: Chance) -> str:
    at = luck.below(15)
    return next(f"{rank}.owl" for rank in RANKS if at < NUMBER[rank] * (NUMBER[rank] + 1) // 2)


def win_chance(scene: Scene, luck: Chance) -> float:
    """The chance to end lowest, if all place what they can; a tie counts by the number of the tied."""
    jobs, plan = hand_of(scene, None, "jobs"), hand_of(scene, None, "plan")
    sources = (list(plan.items) if plan else ["card"] * JOBS)[len(jobs.items) if jobs else 0 :]
    won = 0.0
    for _ in range(SAMPLES):
        seats = {seat: _workers_of(scene, seat, luck) for seat in (scene.viewer, *rivals(scene))}
        for number, source in enumerate(sources, 1):
            job = _any_card(luck) if source == "card" else die(luck.die(6))
            for workers in seats.values():
                for at in reversed(best(workers, job, number == len(sources))):
                    del workers[at]
        totals = [total(workers) for workers in seats.values()]
        if totals[0] == min(totals):
            won += 1 / totals.count(totals[0])
    return won / SAMPLES


def best_plan(hand: Iterable[str]) -> str:
    """All from cards or all from dice, whichever is likelier to find a worker for the first job."""
    kinds = {card[0] for card in hand} - {"D"}
    by_card = sum(NUMBER[rank] for rank in kinds) / 15
    return ALL_CARDS if by_card >= (len(kinds) + 1) / 6 else PLANS[-1]


def earlier(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Bets by the chance to win, plans for its own hand and places all that it can."""
    if ask.kind == "bet":
        return bet_by_strength(scene, ask, luck, win_chance(scene, luck))
    hand = hand_of(scene, scene.viewer)
    if ask.kind == "plan" and hand is not None:
        return best_plan(hand.items)
    assert ask.prompt is not None
    return ask.prompt.default
