"""Hearing: how likely each hidden hand is after what its seat has bet, called and checked.

Every game with a pot says only how hidden cards may lie (a `Dealer`). Here the samples are weighed: a rival who raises
much probably holds one of the better hands, one who checks probably does not. Nobody is believed altogether, since
people bluff.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine import Chance, Line, Log, Scene, Seats
from games.parlour.shared.betting import WORDS
from games.parlour.shared.computer import rivals
from games.parlour.shared.draw_games import WORDS as DRAW_WORDS
from games.parlour.shared.pot_game import WORDS as POT_WORDS

HONEST = 0.85
"""The share of bets that are made for the strength of a hand; the others say nothing."""
RAISE, CALL, CHECK = 4.0, 2.0, -0.6
"""What a raise by half the pot says of a hand, a call of as much, and a check."""
FADES = 0.4
"""What is left of that once the hand has changed by an exchange."""
MOST = 10.0
"""What one action says at most."""


class Deal(NamedTuple):
    """One sample of what is hidden: how strong each hand is now, and at the end; greater is stronger.

    `fits`: how well it agrees with what was seen, beside the bets.
    """

    now: Mapping[int, Any]
    end: Mapping[int, Any]
    fits: float = 1.0


Dealer = Callable[[Chance], Deal]
"""Deals what is hidden anew, for the viewer and the rivals that are in."""


class Belief:
    """Samples of what is hidden, weighed by what rivals have done."""

    __slots__ = ("deals", "ladder", "others", "viewer", "weights")

    def __init__(self, scene: Scene, dealer: Dealer, luck: Chance, samples: int, *, ear: float = 1.0) -> None:
        self.viewer, self.others = scene.viewer, rivals(scene)
        self.deals = [dealer(luck) for _ in range(samples)]
        self.ladder = sorted(deal.now[seat] for deal in self.deals for seat in self.others)
        signals = {seat: [action * ear for action in each] for seat, each in actions(scene).items() if ear}
        self.weights = [self._weight(deal, signals) for deal in self.deals]

    def place(self, deal: Deal, seat: int) -> float:
        """Return how high a hand stands among all others that rivals may hold: 0 is the worst, 1 the best."""
        hand = deal.now[seat]
        below, above = bisect_left(self.ladder, hand), len(self.ladder) - bisect_right(self.ladder, hand)
        return below / (below + above) if below + above else 0.5

    def _weight(self, deal: Deal, signals: Mapping[int, Sequence[float]]) -> float:
        weight = deal.fits
        for seat in self.others:
            if seat in signals:
                place = self.place(deal, seat)
                for action in signals[seat]:
                    weight *= likelihood(place, action)
        return weight

    def win(self) -> float:
        """Return the chance to win against everyone who is in; a tie counts by the number of the tied."""
        won = total = 0.0
        for deal, weight in zip(self.deals, self.weights, strict=True):
            total += weight
            won += weight * share(deal.end, self.viewer)
        return won / total


def share(end: Mapping[int, Any], seat: int) -> float:
    """Return the part of the pot that a seat wins."""
    best = max(end.values())
    return 1 / sum(each == best for each in end.values()) if end[seat] == best else 0.0


def likelihood(place: float, action: float) -> float:
    """Return how likely an action is for a hand that stands at `place`, on a scale where its mean is 1."""
    if action < 0:
        return 1 - action * (1 - 2 * place) / 2
    return 1 - HONEST + HONEST * (1 + action) * float(place**action)


def actions(scene: Scene) -> dict[int, list[float]]:
    """Return what each seat has told by its bets in the game being played, from the log, in the measure of `RAISE`."""
    lines = next((block.lines for block in scene.blocks if isinstance(block, Log)), ())
    seated = sum(
        row.money is not None for block in scene.blocks if isinstance(block, Seats) for row in block.rows
    )
    signals: dict[int, list[float]] = {}
    bets: dict[int, int] = {}
    pot, current = max(2, seated), 0
    for line in lines:
        if line.text in _BEGINS:
            signals, bets, current = {}, {}, 0
        kind, values = _KINDS.get(line.text), line.values
        if kind == "ante":
            signals, bets, current = {}, {}, 0
            pot = max(2, seated * values["n"])
        elif kind == "carried":
            pot += values["n"]
        elif kind == "checks":
            signals.setdefault(values["seat"], []).append(CHECK)
            bets, current = {}, 0
        elif kind in ("calls", "calls_all_in"):
            signals.setdefault(values["seat"], []).append(measure(CALL, values["n"], pot))
            bets[values["seat"]] = bets.get(values["seat"], 0) + values["n"]
            pot += values["n"]
        elif kind in ("bets", "bets_all_in", "raises", "raises_all_in"):
            if kind in ("bets", "bets_all_in"):
                bets, current = {}, 0
            seat, by = values["seat"], values["n"]
            paid = current + by - bets.get(seat, 0)
            signals.setdefault(seat, []).append(measure(RAISE, by, pot))
            current += by
            bets[seat] = current
            pot += max(paid, by)
        elif kind in DRAW_WORDS:
            # what was told was told of another hand
            signals[values["seat"]] = [each * FADES for each in signals.get(values["seat"], ())]
    return signals


def measure(unit: float, pieces: int, pot: int) -> float:
    """Return what a bet of so many pieces into a pot says, in the measure of `RAISE`."""
    return min(MOST, unit * (0.4 + 1.2 * pieces / pot))


_KINDS: Mapping[str, str] = {
    WORDS[kind]: kind
    for kind in (
        "ante",
        "carried",
        "checks",
        "calls",
        "calls_all_in",
        "bets",
        "bets_all_in",
        "raises",
        "raises_all_in",
    )
} | {DRAW_WORDS[kind]: kind for kind in ("discards", "keeps_all")}
"""The lines of the log that tell of money and of exchanges, by their template."""


_BEGINS = frozenset((WORDS["ante"], POT_WORDS["replay_king"], POT_WORDS["replay_commoner"]))
"""The lines of the log with which cards are dealt anew."""


def told(scene: Scene, *templates: str) -> list[Line]:
    """Return the lines of the log with one of these templates, in the game being played."""
    lines = next((block.lines for block in scene.blocks if isinstance(block, Log)), ())
    start = max((at + 1 for at, line in enumerate(lines) if line.text in _BEGINS), default=0)
    return [line for line in lines[start:] if line.text in templates]
