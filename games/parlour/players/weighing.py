"""Compare the possible bets by playing each one out in sampled deals, against rivals who respond like regulars.

In each deal a rival judges its hand by the bets so far: it folds if a call costs more than the hand seems worth,
reraises with a very good hand, and calls otherwise. Later Betting Rounds are played on as regulars would where hands no
longer change, and else assumed to be checked through.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from math import exp
from statistics import fmean
from typing import NamedTuple

from games.computer.weighed import Weighed
from games.engine.chance import Chance
from games.engine.prompts import Answer, Choose
from games.engine.scene import Pots, Scene, SceneHeader, Seats
from games.parlour.players.hearing import Belief, actions, likelihood, share
from games.parlour.players.hearing import bet as says_bet
from games.parlour.players.hearing import call as says_call

STEPS = 8
"""Hands are grouped by rank into this many steps, from the weakest to the strongest."""
EAR, PRICE = 0.09, 0.85
"""The `ear` and `price` of an imagined rival: those of a regular (see `Style`)."""
OPENS, PART, MORE = 1.5, 0.2, 0.35
"""The `ahead` and `part` of a regular, and by how much more of the pot it bets with its chance to win."""
SURE_OF = 12.0
"""The steepness of a rival's switch from folding to calling as a call becomes profitable (a logistic curve)."""
SIZES = (0.35, 0.7, 1.1, 1.8)
"""The sizes of raise to try, as fractions of the pot."""
CHEAP = SIZES[:2]
"""The sizes to try with a hand that isn't ahead: a bluff should be cheap."""
AHEAD = 1.3
"""A hand is ahead if its chance to win is this many times a fair share."""
SURE = 0.8
"""Below this chance to win, a raise is limited to a third of the player's money."""
CAUTION = 0.1
"""The extra cost of each piece paid, since more may have to be paid than is reckoned, but where it's played on."""
EARLY = 0.3
"""The extra cost of each piece paid while hands can still change."""
WARY = 0.25
"""The extra cost of going all in, as a fraction of the money; for smaller bets it falls with the square.

A player that values its last pieces more stays in the game longer.
"""
STAYING = 0.6
"""From this part of the cases in which the rivals stay whatever they hold, any raise is worth a try."""
PRIOR = 6.0
"""The weight of the prior guess in `_compared`, in comparisons; it matters where the samples have few of them."""


class Seen(NamedTuple):
    """The money at the table: each seat's bet this round, each seat's remaining money, and the pot."""

    bets: Mapping[int, int]
    money: Mapping[int, int]
    pot: int

    @classmethod
    def of(cls, scene: Scene, pot: int) -> Seen:
        """Read the amounts from a scene."""
        bets = next((dict(block.bets) for block in scene.every(Pots)), {})
        rows = scene.every(Seats)[0].rows
        money = {row.seat: int(row.money or 0) for row in rows if not row.out}
        return cls(bets, money, pot)


class Weighing:
    """Evaluates the answers to a betting question over the sampled deals of a `Belief`."""

    __slots__ = (
        "_beats",
        "_known",
        "_later",
        "_open",
        "_places",
        "_settled",
        "_steps",
        "belief",
        "order",
        "own",
        "seen",
        "signals",
        "staying",
    )

    def __init__(self, scene: Scene, belief: Belief, pot: int) -> None:
        self.belief, self.seen, self.signals = belief, Seen.of(scene, pot), actions(scene)
        self.own = belief.win()
        self.staying = fmean(habit.stays for habit in belief.habits.values()) if belief.habits else 0.0
        viewer = belief.viewer
        self.order = sorted(belief.others, key=lambda seat: (seat < viewer, seat))
        self._steps = [
            [min(STEPS - 1, int(belief.place(deal, seat) * STEPS)) for seat in self.order]
            for deal in belief.deals
        ]
        # if every deal has the same hands, all cards are open and rivals know where they stand
        first = belief.deals[0].now
        self._open = all(deal.now == first for deal in belief.deals)
        self._known: dict[tuple[int, tuple[int, ...]], float] = {}
        self._settled = self._open or all(deal.now == deal.end for deal in belief.deals[:8])
        phase = scene.every(SceneHeader)[0].phase
        rounds = phase.values if phase is not None and self._settled and not self._open else {}
        self._later = rounds.get("of", 0) - rounds.get("n", 0)
        self._places = self._ranked() if self._later else [{}] * len(belief.deals)
        self._beats = [[0.5] * STEPS] * STEPS if self._open else self._compared()

    def _compared(self) -> list[list[float]]:
        """Estimate the chance that one hand beats another at the end, by the present steps of the two."""
        won = [[PRIOR * (0.5 + 0.4 * (i - j) / STEPS) for j in range(STEPS)] for i in range(STEPS)]
        times = [[PRIOR] * STEPS for _ in range(STEPS)]
        deals, steps = self.belief.deals, self._steps
        for at in range(len(deals)):
            after = at + 1 - len(deals)
            for mine, seat in zip(steps[at], self.order, strict=True):
                for theirs, other in zip(steps[after], self.order, strict=True):
                    own, their = deals[at].end[seat], deals[after].end[other]
                    won[mine][theirs] += (own > their) + (own == their) / 2
                    times[mine][theirs] += 1
        return [[n / m for n, m in zip(*rows, strict=True)] for rows in zip(won, times, strict=True)]

    def _ranked(self) -> list[dict[int, float]]:
        """Return for each deal the place of every hand among all sampled hands, from 0 (worst) to 1 (best)."""
        seats, deals = (self.belief.viewer, *self.order), self.belief.deals
        ladder = sorted(deal.end[seat] for deal in deals for seat in self.order)
        return [{seat: bisect_left(ladder, deal.end[seat]) / len(ladder) for seat in seats} for deal in deals]

    def ways(self, prompt: Choose, luck: Chance, *, daring: float = 0.02, timid: float = 0.0) -> Weighed:
        """Return the answers by their average result.

        A raise must be better than the rest by `daring` times the pot, and staying than a fold by `timid` times its
        cost.
        """
        need, pot = prompt.says["need"], prompt.says["pot"]
        # the same random numbers for every answer, so that luck doesn't decide between them
        draws = [[luck.below(1 << 16) / (1 << 16) for _ in self.order] for _ in self.belief.deals]
        plain: Answer = "check" if "check" in prompt.options else "call"
        ways: dict[Answer, float] = {}
        if plain == "check":
            ways[plain] = self.worth(0, 0, draws)
        else:
            ways["fold"] = 0.0
            if "call" in prompt.options:
                ways[plain] = self.worth(need, 0, draws) - timid * need
        if prompt.amount is not None:
            low, high = prompt.amount.low, prompt.amount.high
            if self.own < SURE and self.staying < STAYING:
                # don't risk everything on a hand that is merely good, unless the others call with anything
                high = max(low, min(high, (prompt.says["money"] - need) // 3))
            ahead = self.own * (1 + len(self.order)) > AHEAD
            parts = SIZES[:1] if not self._settled else SIZES if ahead else CHEAP
            sizes = {min(high, max(low, round(part * (pot + need)))) for part in parts}
            if self.staying >= STAYING:
                sizes |= {(low + high) // 2, high}
            for size in sorted({low, *sizes}):
                ways[size] = self.worth(need, size, draws) - daring * pot * (1 - self.staying) - timid * need
        return Weighed.by_worth(ways.items(), stake=pot + need, unit="pieces")

    def worth(self, need: int, raise_by: int, draws: Sequence[Sequence[float]]) -> float:
        """Return the average gain, in pieces, from paying `need` and raising by `raise_by`; a fold would be 0."""
        belief, seen, order = self.belief, self.seen, self.order
        viewer, paid = belief.viewer, need + raise_by
        bet = seen.bets.get(viewer, 0) + paid
        heard = {seat: [signal.faded for signal in each] for seat, each in self.signals.items()}
        mine = heard.setdefault(viewer, [])
        if raise_by:
            mine.append(says_bet(raise_by, max(2, seen.pot), first=need == 0).says)
        elif need:
            mine.append(says_call(need, max(2, seen.pot)).says)
        hopes = {} if self._open else {seat: self.hopes(seat, heard) for seat in order}
        fair = 1 / (1 + len(order))
        left = {seat: max(0, seen.money[seat] + seen.bets.get(seat, 0) - bet) for seat in order}
        total = weight_of_all = 0.0
        for deal, weight, places, steps, draw in zip(
            belief.deals, belief.weights, self._places, self._steps, draws, strict=True
        ):
            weight_of_all += weight
            pot, stay, back = seen.pot + paid, [viewer], 0
            for at, seat in enumerate(order):
                asked = min(bet - seen.bets.get(seat, 0), seen.money[seat])
                if asked <= 0:
                    stay.append(seat)
                    continue
                hope = self.known(seat, (*stay, *order[at:])) if self._open else hopes[seat][steps[at]]
                edge = hope * (pot + asked) / (asked * PRICE) - 1
                if seen.money[seat] < 2 * asked and hope < 0.5:
                    edge = min(edge, -0.3)
                habit = belief.habits[seat]
                judged = 1 / (1 + exp(-SURE_OF * max(-1.0, min(edge, 1.0))))
                if draw[at] < habit.stays + habit.follows * judged:
                    pot += asked
                    stay.append(seat)
                    if raise_by and not back and hope > max(0.55, 1.8 * fair):
                        back = min(round(0.5 * pot), seen.money[seat] - asked, seen.money[viewer] - paid)
            if len(stay) == 1:
                total += weight * (pot - paid)
                continue
            cost = paid
            if back > 0:
                if self.own * (pot + 2 * back) < back:
                    total -= weight * cost
                    continue
                pot, cost = pot + 2 * back, cost + back
            if places:
                pot, cost, stay = self._played_on(places, stay, left, pot, cost)
                if viewer not in stay:
                    total -= weight * cost
                    continue
            end = deal.end
            best = max([end[seat] for seat in stay])
            if end[viewer] == best:
                total += weight * pot / sum(end[seat] == best for seat in stay)
            total -= weight * cost
        # nor does a bet need caution that is called by anyone with anything
        risk = (1 - self.staying) * WARY * paid * paid / max(1, seen.money[viewer])
        # with all cards open, no later round can reveal that a player was behind
        caution = 0.0 if self._open or self._later else CAUTION if self._settled else EARLY
        return total / weight_of_all - (1 - self.staying) * caution * paid - risk

    def _played_on(
        self, places: Mapping[int, float], stay: list[int], left: Mapping[int, int], pot: int, cost: int
    ) -> tuple[int, int, list[int]]:
        """Play the later rounds on; return the pot, what the viewer has paid, and who stays to the end.

        The strongest of those who stay bets, and the others call, each as a regular would that knows the place of its
        hand. The viewer knows that a rival who bets has a hand to bet.
        """
        viewer = self.belief.viewer
        left = {**left, viewer: self.seen.money[viewer] - cost}
        for _ in range(self._later):
            rivals = len(stay) - 1
            bettor = max(stay, key=places.__getitem__)
            hope, least = places[bettor] ** rivals, OPENS / (1 + rivals)
            by = min(round((PART + MORE * hope) * pot), left[bettor])
            if not rivals or hope <= least or by <= 0:
                break
            opens, calling, pots = least ** (1 / rivals), [bettor], pot + by
            for seat in stay:
                if seat != bettor:
                    asked, place = min(by, left[seat]), places[seat]
                    chance = max(0.0, (place - opens) / (1 - opens)) if seat == viewer else place**rivals
                    if chance * (pot + by + asked) < asked * PRICE:
                        continue
                    calling.append(seat)
                    pots += asked
                left[seat] -= min(by, left[seat])
            stay, pot = calling, pots
        return pot, self.seen.money[viewer] - left[viewer], stay

    def known(self, seat: int, stay: tuple[int, ...]) -> float:
        """Return a rival's chance to win against the seats that stay, in a game with all cards open."""
        if (seat, stay) not in self._known:
            won = total = 0.0
            for deal, weight in zip(self.belief.deals, self.belief.weights, strict=True):
                total += weight
                won += weight * share({each: deal.end[each] for each in stay}, seat)
            self._known[seat, stay] = won / total
        return self._known[seat, stay]

    def hopes(self, seat: int, heard: Mapping[int, Sequence[float]]) -> list[float]:
        """Return a rival's own estimate of its chance to win, by the step of its hand.

        It judges the others by the actions `heard` from them.
        """
        belief = self.belief
        hopes = [1.0] * STEPS
        for other in (belief.viewer, *self.order):
            if other == seat:
                continue
            says = [1.0] * STEPS
            for action in heard.get(other, ()):
                for step in range(STEPS):
                    says[step] *= likelihood((step + 0.5) / STEPS, action * EAR)
            whole = sum(says)
            for step, row in enumerate(self._beats):
                hopes[step] *= sum(n * chance for n, chance in zip(says, row, strict=True)) / whole
        return hopes
