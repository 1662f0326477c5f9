"""Hearing: how likely each hidden hand is after what its seat has bet, called and checked.

Every game with a pot only supplies a `Dealer` of hidden cards. Here the samples are weighed: a rival who raises
much probably holds one of the better hands, one who checks probably does not. Nobody is believed altogether, since
people bluff.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from games.engine import Chance, Line, Log, Scene, Seats
from games.parlour.shared.computer import rivals
from games.parlour.shared.texts import DRAW_TEXTS, POT_TEXTS

HONEST = 0.85
"""The share of bets that depend on the hand's strength; the others carry no information."""
BET, CALL, CHECK = 9.0, 2.0, -1.0
"""What a bet of half the pot says of a hand, a call of as much, and a check: bets are sized by the hand, calls hardly.

These are as the house's regulars play; 1 says that a hand which is twice as strong is twice as likely.
"""
LEAST, RAISE, MOST = 2.0, 6.0, 16.0
"""The least strength of the signal of a bet, of a raise, and the most of either."""
FADES = 0.4
"""The factor for a signal once the hand has changed in an unknown way."""


class Deal(NamedTuple):
    """One sample of the hidden cards: the strength of each hand now and at the end; greater is stronger.

    `fits`: how well it agrees with what was seen, beside the bets. `then`: how strong each hand was before its first
    exchange, before the second, and so on. `any`: a hand as it comes, to compare with, where those of rivals do not.
    """

    now: Mapping[int, Any]
    end: Mapping[int, Any]
    fits: float = 1.0
    then: Sequence[Mapping[int, Any]] = ()
    any: Any = None


Dealer = Callable[[Chance], Deal]
"""Deals what is hidden anew, for the viewer and the rivals that are in."""


class Belief:
    """Samples of the hidden cards, weighed by the rivals' actions."""

    __slots__ = ("_firm", "_ladders", "deals", "others", "viewer", "weights")

    def __init__(self, scene: Scene, dealer: Dealer, luck: Chance, samples: int, *, ear: float = 1.0) -> None:
        self.viewer, self.others = scene.viewer, rivals(scene)
        self.deals = [dealer(luck) for _ in range(samples)]
        self._ladders: dict[int, list[Any]] = {}
        self._firm: dict[int, float] = {}
        signals = {seat: each for seat, each in actions(scene).items() if ear and seat in self.others}
        self.weights = [self._weight(deal, signals, ear) for deal in self.deals]

    def place(self, deal: Deal, seat: int, since: int = 0) -> float:
        """Return the rank of a hand among all that rivals may hold, from 0, the worst, to 1, the best.

        `since`: the changes since then, for a hand as it was before them.
        """
        if since not in self._ladders:
            self._ladders[since] = sorted(
                [each.any for each in self.deals]
                if deal.any is not None
                else [hands(each, since)[rival] for each in self.deals for rival in self.others]
            )
        ladder, hand = self._ladders[since], hands(deal, since)[seat]
        below, above = bisect_left(ladder, hand), len(ladder) - bisect_right(ladder, hand)
        return below / (below + above) if below + above else 0.5

    def firm(self, since: int) -> float:
        """Return how well hands as they were foretell the winner: 1 for those that stay, 0 for mere luck."""
        if since not in self._firm:
            right = compared = 0.0
            for deal, other in pairwise(self.deals):
                one, two = hands(deal, since), hands(other, since)
                for seat in self.others:
                    for rival in self.others:
                        if one[seat] != two[rival]:
                            own, their = deal.end[seat], other.end[rival]
                            compared += 1
                            right += ((own > their) == (one[seat] > two[rival])) if own != their else 0.5
            self._firm[since] = max(0.0, 2 * right / compared - 1) if compared else 1.0
        return self._firm[since]

    def _weight(self, deal: Deal, signals: Mapping[int, Sequence[Signal]], ear: float) -> float:
        weight = deal.fits
        for seat, each in signals.items():
            for signal in each:
                known = signal.since <= len(deal.then)
                since = signal.since if known else 0
                says = signal.says * ear * (1.0 if known else FADES**signal.since)
                if signal.kind == "call":
                    # while hands are still to change, everyone calls
                    says *= self.firm(since)
                weight *= likelihood(self.place(deal, seat, since), says)
        return weight

    def win(self) -> float:
        """Return the chance to win against all who are in; a tie counts by the number of the tied."""
        won = total = 0.0
        for deal, weight in zip(self.deals, self.weights, strict=True):
            total += weight
            won += weight * share(deal.end, self.viewer)
        return won / total


def hands(deal: Deal, since: int) -> Mapping[int, Any]:
    """Return the strength of each hand before the last `since` changes."""
    return deal.then[len(deal.then) - since] if since else deal.now


def share(end: Mapping[int, Any], seat: int) -> float:
    """Return the part of the pot that a seat wins."""
    best = max(end.values())
    return 1 / sum(each == best for each in end.values()) if end[seat] == best else 0.0


def likelihood(place: float, action: float) -> float:
    """Return how likely an action is for a hand that stands at `place`, on a scale where its mean is 1."""
    if action < 0:
        return 1 - action * (1 - 2 * place) / 2
    return 1 - HONEST + HONEST * (1 + action) * float(place**action)


class Signal(NamedTuple):
    """An action, and its evidence about a hand: with `says` at 1 a hand twice as strong is twice as likely.

    `since`: how often the hand has changed since then.
    """

    kind: Literal["bet", "raise", "call", "check"]
    says: float
    since: int = 0

    @property
    def faded(self) -> float:
        """Return the part of it that still says something of the hand as it is now."""
        return self.says * FADES**self.since


def actions(scene: Scene) -> dict[int, list[Signal]]:
    """Return the signals of each seat's bets in the current game, from the log."""
    lines = next((block.lines for block in scene.blocks if isinstance(block, Log)), ())
    seated = sum(
        row.money is not None for block in scene.blocks if isinstance(block, Seats) for row in block.rows
    )
    signals: dict[int, list[Signal]] = {}
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
            signals.setdefault(values["seat"], []).append(Signal("check", CHECK))
            bets, current = {}, 0
        elif kind in ("calls", "calls_all_in"):
            signals.setdefault(values["seat"], []).append(call(values["n"], pot))
            bets[values["seat"]] = bets.get(values["seat"], 0) + values["n"]
            pot += values["n"]
        elif kind in ("bets", "bets_all_in", "raises", "raises_all_in"):
            first = kind in ("bets", "bets_all_in")
            if first:
                bets, current = {}, 0
            seat, by = values["seat"], values["n"]
            paid = current + by - bets.get(seat, 0)
            signals.setdefault(seat, []).append(bet(by, pot, first=first))
            current += by
            bets[seat] = current
            pot += max(paid, by)
        elif kind in DRAW_TEXTS.words:
            # what was told was told of another hand
            seat = values["seat"]
            signals[seat] = [each._replace(since=each.since + 1) for each in signals.get(seat, ())]
    return signals


def bet(by: int, pot: int, *, first: bool) -> Signal:
    """Return how strong a bet or a raise of this size makes a hand look."""
    says = min(MOST, max(LEAST if first else RAISE, BET * (2 * by / pot) ** 2))
    return Signal("bet" if first else "raise", says)


def call(need: int, pot: int) -> Signal:
    """Return how strong a call of this size makes a hand look."""
    return Signal("call", min(MOST, CALL * (0.4 + 1.2 * need / pot)))


_KINDS: Mapping[str, str] = {
    POT_TEXTS.words[kind]: kind
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
} | {DRAW_TEXTS.words[kind]: kind for kind in ("discards", "keeps_all")}
"""The lines of the log that tell of money and of exchanges, by their template."""


_BEGINS = frozenset(
    (POT_TEXTS.words["ante"], POT_TEXTS.words["replay_king"], POT_TEXTS.words["replay_commoner"])
)
"""The lines of the log with which cards are dealt anew."""


def told(scene: Scene, *templates: str) -> list[Line]:
    """Return the lines of the log with one of these templates, in the game being played."""
    lines = next((block.lines for block in scene.blocks if isinstance(block, Log)), ())
    start = max((at + 1 for at, line in enumerate(lines) if line.text in _BEGINS), default=0)
    return [line for line in lines[start:] if line.text in templates]
