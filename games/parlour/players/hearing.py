"""Estimate hidden hands from their owners' bets, calls and checks.

A game supplies a `Dealer` that samples the hidden cards; this module weights the samples. A rival who raises a lot
probably has one of the better hands, a rival who checks probably doesn't. No bet is fully trusted, since people bluff.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from games.computer.habits import REGULAR, Habit
from games.engine.chance import Chance
from games.engine.scene import Line, Log, Scene, Seats
from games.parlour.shared.computer import rivals
from games.parlour.shared.texts import DRAW_TEXTS, POT_TEXTS

HONEST = 0.85
"""The share of bets that depend on the strength of the hand; the rest are bluffs and carry no information."""
BET, CALL, CHECK = 9.0, 2.0, -1.0
"""The signal of a bet of half the pot, of a call of the same size, and of a check; see `Signal`.

A bet says much more than a call, since players size their bets by their hands. The numbers match the play of the
house's own regulars.
"""
LEAST, RAISE, MOST = 2.0, 6.0, 16.0
"""The lower limits for the signals of a bet and of a raise, and the upper limit for every signal."""
OPENING = 0.1
"""The part of its weight that the first bet of a round has in a match of two."""
FADES = 0.4
"""A signal is multiplied by this for each exchange since it was given, if the earlier hand is unknown."""


class Deal(NamedTuple):
    """One sample of the hidden cards: the strength of each hand now and at the end; greater is stronger.

    `fits`: the likelihood of everything seen except the bets. `then`: the strength of each hand before its first
    exchange, before its second, and so on. `any`: the strength of a random hand, for ranking in games where the
    rivals' own hands are no fair sample.
    """

    now: Mapping[int, Any]
    end: Mapping[int, Any]
    fits: float = 1.0
    then: Sequence[Mapping[int, Any]] = ()
    any: Any = None


Dealer = Callable[[Chance], Deal]
"""Samples the hidden cards once, for the viewer and the rivals who are still in."""


class Belief:
    """Samples of the hidden cards, weighted by the rivals' actions."""

    __slots__ = ("_firm", "_ladders", "deals", "habits", "others", "viewer", "weights")

    def __init__(
        self,
        scene: Scene,
        dealer: Dealer,
        luck: Chance,
        samples: int,
        *,
        ear: float = 1.0,
        habits: Mapping[int, Habit] | None = None,
    ) -> None:
        self.viewer, self.others = scene.viewer, rivals(scene)
        self.habits = {seat: (habits or {}).get(seat, REGULAR) for seat in self.others}
        self.deals = [dealer(luck) for _ in range(samples)]
        self._ladders: dict[int, list[Any]] = {}
        self._firm: dict[int, float] = {}
        signals = {seat: each for seat, each in actions(scene).items() if ear and seat in self.others}
        seats = next(len(block.rows) for block in scene.every(Seats))
        # between two, people bet with anything where nobody has: half of the time they win the pot by that alone
        opening = ear * OPENING if seats == 2 else ear
        self.weights = [self._weight(deal, signals, ear, opening) for deal in self.deals]

    def place(self, deal: Deal, seat: int, since: int = 0) -> float:
        """Rank a seat's hand among all sampled hands, from 0 (worst) to 1 (best).

        `since`: rank the hand as it was before this many exchanges.
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
        """Measure how well hands before `since` exchanges predict the winner, from 0 (not at all) to 1 (exactly)."""
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

    def _weight(
        self, deal: Deal, signals: Mapping[int, Sequence[Signal]], ear: float, opening: float
    ) -> float:
        weight = deal.fits
        for seat, each in signals.items():
            for signal in each:
                known = signal.since <= len(deal.then)
                since = signal.since if known else 0
                heard = (opening if signal.kind == "bet" else ear) * self.habits[seat].heard
                says = signal.says * heard * (1.0 if known else FADES**signal.since)
                if signal.kind == "call":
                    # before an exchange even poor hands call, so a call says less
                    says *= self.firm(since)
                weight *= likelihood(self.place(deal, seat, since), says)
        return weight

    def win(self) -> float:
        """Estimate the viewer's chance to win; a tie counts as an equal share."""
        won = total = 0.0
        for deal, weight in zip(self.deals, self.weights, strict=True):
            total += weight
            won += weight * share(deal.end, self.viewer)
        return won / total


def hands(deal: Deal, since: int) -> Mapping[int, Any]:
    """Return the strength of each hand before the last `since` exchanges."""
    return deal.then[len(deal.then) - since] if since else deal.now


def share(end: Mapping[int, Any], seat: int) -> float:
    """Return the share of the pot that a seat wins at the showdown."""
    best = max(end.values())
    return 1 / sum(each == best for each in end.values()) if end[seat] == best else 0.0


def likelihood(place: float, action: float) -> float:
    """Return the likelihood of an action with a hand of rank `place`, relative to its average over all hands."""
    if action < 0:
        return 1 - action * (1 - 2 * place) / 2
    return 1 - HONEST + HONEST * (1 + action) * float(place**action)


class Signal(NamedTuple):
    """An action as evidence about a hand.

    `says`: the exponent in `likelihood`; 1 makes a hand of twice the rank twice as likely, below 0 favours weak hands.
    `since`: the number of exchanges since the action.
    """

    kind: Literal["bet", "raise", "call", "check"]
    says: float
    since: int = 0

    @property
    def faded(self) -> float:
        """The strength of the signal for the present hand, reduced for each exchange since."""
        return self.says * FADES**self.since


def actions(scene: Scene) -> dict[int, list[Signal]]:
    """Read each seat's actions in the current game from the log, as signals."""
    lines = next((block.lines for block in scene.every(Log)), ())
    seated = sum(row.money is not None for block in scene.every(Seats) for row in block.rows)
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
            # earlier signals were about the hand before this exchange
            seat = values["seat"]
            signals[seat] = [each._replace(since=each.since + 1) for each in signals.get(seat, ())]
    return signals


def bet(by: int, pot: int, *, first: bool) -> Signal:
    """Return the signal of a bet or a raise; it grows with the square of its size relative to the pot."""
    says = min(MOST, max(LEAST if first else RAISE, BET * (2 * by / pot) ** 2))
    return Signal("bet" if first else "raise", says)


def call(need: int, pot: int) -> Signal:
    """Return the signal of a call; it grows with its cost relative to the pot."""
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
"""The kinds of log lines about money and exchanges, by template."""


_BEGINS = frozenset(
    (POT_TEXTS.words["ante"], POT_TEXTS.words["replay_king"], POT_TEXTS.words["replay_commoner"])
)
"""The templates of the log lines that begin a new deal."""


def told(scene: Scene, *templates: str) -> list[Line]:
    """Return the log lines of the current deal that have one of these templates."""
    lines = next((block.lines for block in scene.every(Log)), ())
    start = max((at + 1 for at, line in enumerate(lines) if line.text in _BEGINS), default=0)
    return [line for line in lines[start:] if line.text in templates]
