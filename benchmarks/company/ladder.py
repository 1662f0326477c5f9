"""The ladder of a game: players who err more or less sit down with each other, and get ratings on the members' scale.

The model is that of the members' ratings (Plackett-Luce): a player who is stronger by some points comes out ahead so
often. How strong a player is who errs with some `ease` is taken to be a curve of three numbers, so that all matches
together say where it runs; the players that the game has by name are put beside those who win as much. Ten levels in
equal steps follow from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from math import exp, log, sqrt
from statistics import fmean
from typing import NamedTuple

from benchmarks.company.duels import SEED, play, seats_of
from cogs.leaderboard.rating import SIGMA
from games.computer.erring import erring
from games.computer.levels import LEVELS, Scale
from games.engine import REGULAR, STRENGTHS, Chance, Game, Match, Policy, Seed
from games.engine.money import worth
from games.engine.result import SCORES

EASES = (0.0, 0.01, 0.02, 0.04, 0.07, 0.12, 0.2, 0.35, 0.6, 1.0)
"""The eases with which players sit down; 1 is the weakest level's."""
BENDS = (0.015, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0)
"""The eases at which most of the strength may be lost."""
FORMS = (0.7, 1.0, 1.5)
"""How sharply the curve may bend."""
LEAST = 0.02
"""The least fall of the curve, since nobody is any better for erring."""
PRIOR = 0.02
"""The weight that draws strengths together, so that none is endless that never lost."""
STEPS = 25
"""The steps of Newton's method, more than it needs."""
POINTS = 40
"""Points of a rating for each unit of the model (`cogs.leaderboard.rating`)."""
NEEDED = 10
"""Matches after which skill shows in a game that isn't rated."""


class Curve(NamedTuple):
    """The part of its strength that a player loses, by its ease: none at 0, all at 1."""

    bend: float
    form: float

    def lost(self, ease: float) -> float:
        """Return the part that is lost."""
        return (1 - exp(-((ease / self.bend) ** self.form))) / (1 - exp(-((1 / self.bend) ** self.form)))

    def ease(self, lost: float) -> float:
        """Return the ease at which this part is lost."""
        if lost in (0, 1):
            return float(lost)
        whole = 1 - exp(-((1 / self.bend) ** self.form))
        return float(self.bend * (-log(1 - lost * whole)) ** (1 / self.form))


class Fit(NamedTuple):
    """The strengths that explain rankings best: the weights of the features, and how likely they make the rankings."""

    weights: list[float]
    likelihood: float


def scale_of(game: Game, matches: int) -> Scale:
    """Measure the levels of a game in so many matches."""
    *weaker, strongest = game.strengths()
    # the strongest is the level that doesn't err
    named = {name: game.policies[name] for name in weaker}
    players = {f"ease {ease}": erring(game.policies, ease) for ease in EASES} | named
    rankings, pay = _play(game, players, matches)
    # the features of a player: the part of the strength that it has lost, and one for each name
    best: tuple[Curve, Fit] | None = None
    for bend, form in product(BENDS, FORMS):
        curve = Curve(bend, form)
        features = {f"ease {ease}": [-curve.lost(ease), *(0.0 for _ in named)] for ease in EASES}
        features |= {name: [0.0, *(float(name == other) for other in named)] for name in named}
        fit = fitted(rankings, features)
        if best is None or fit.likelihood > best[1].likelihood:
            best = curve, fit
    assert best is not None
    curve, fit = best
    fall, strengths = max(LEAST, fit.weights[0]), dict(zip(named, fit.weights[1:], strict=True))
    # who folds more comes second more often, so a place among the levels goes by what is won
    points = in_order({f"ease {ease}": pay[f"ease {ease}"] for ease in reversed(EASES)})
    losses = [(curve.lost(ease), points[f"ease {ease}"]) for ease in reversed(EASES)]
    for name in named:
        lost = part_lost(pay[name], losses)
        strengths[name] = -fall * lost if lost < 1 else min(strengths[name], -fall)
    strengths[strongest] = 0.0
    strengths = in_order(strengths)
    unit = POINTS * SIGMA / 2 * sqrt((game.rated_after or NEEDED) * seats_of(game))
    parts = [1 - at / (LEVELS - 1) for at in range(LEVELS)]
    return Scale(
        tuple(round(curve.ease(part), 4) for part in parts),
        tuple(
            round(1000 + unit * (strengths[strongest] - fall * part - strengths[REGULAR])) for part in parts
        ),
        {name: round(1000 + unit * (strengths[name] - strengths[REGULAR])) for name in game.strengths()},
        matches,
    )


def in_order(strengths: Mapping[str, float]) -> dict[str, float]:
    """Return the strengths of players, the weakest first, as they are likeliest if none is weaker than the one before.

    Which of two has the better play is known from duels on paired deals; where luck has turned a step of the ladder
    round, both get the mean of the two.
    """
    pools: list[tuple[float, int]] = []
    for strength in strengths.values():
        pools.append((strength, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (high, many), (low, more) = pools[-2:]
            pools[-2:] = [((high * many + low * more) / (many + more), many + more)]
    return dict(zip(strengths, (mean for mean, count in pools for _ in range(count)), strict=True))


def part_lost(pay: float, losses: Sequence[tuple[float, float]]) -> float:
    """Return the part of its strength that a player has lost who wins so much.

    `losses`: the parts lost and what is won then, the weakest first, none of them winning less than the one before.
    """
    if pay <= losses[0][1]:
        return 1.0
    for (more, low), (less, high) in pairwise(losses):
        if pay < high:
            return more + (less - more) * (pay - low) / (high - low)
    return 0.0


def _play(
    game: Game, players: Mapping[str, Policy], matches: int
) -> tuple[list[list[str]], Mapping[str, float]]:
    """Let the players meet, everyone about as often.

    Return who came out ahead of whom in each match, and what everyone won on average.

    Those who meet play the same deal in each seat in turn, so that most of the luck cancels out.
    """
    luck = Chance(Seed(f"{SEED} ladder {game.key}"))
    waiting, rankings = list[str](), list[list[str]]()
    won: dict[str, list[float]] = {name: [] for name in players}
    for number in range(matches // seats_of(game)):
        seated = list[str]()
        while len(seated) < seats_of(game):
            if not waiting:
                # those with a name are rated by their own matches alone, so they sit down more often
                waiting = [*players, *(name for name in players if name in STRENGTHS)]
                luck.shuffle(waiting)
            if waiting[-1] in seated:
                waiting.insert(0, waiting.pop())
            seated.append(waiting.pop())
        for _ in seated:
            seated = [*seated[1:], seated[0]]
            policies = {seat: players[each] for seat, each in enumerate(seated)}
            scores = _scores(play(game, policies, Seed(f"{SEED} ladder {game.key}", number)))
            for seat, score in scores.items():
                won[seated[seat]].append(score)
            # equal scores in a random order, which favours nobody
            order = sorted(policies, key=lambda seat: (-scores[seat], luck.below(1 << 20)))
            rankings.append([seated[seat] for seat in order])
    return rankings, {name: fmean(scores or [0.0]) for name, scores in won.items()}


def _scores(match: Match) -> dict[int, float]:
    """Return what each seat has won, or its place in a game for points; more is better."""
    assert match.result is not None
    rows = match.result.rows
    paid = {
        row.seat: float(worth({unit: n for unit, n in row.change.items() if unit not in SCORES}))
        for row in rows
    }
    return paid if any(paid.values()) else {row.seat: -float(row.place or 0) for row in rows}


def fitted(rankings: Sequence[Sequence[str]], features: Mapping[str, Sequence[float]]) -> Fit:
    """Return the weights of the features under which these rankings are likeliest (Plackett-Luce, Newton's method)."""
    size = len(next(iter(features.values())))
    weights, likelihood = [0.0] * size, 0.0
    for _ in range(STEPS):
        strength = {
            each: exp(sum(w * x for w, x in zip(weights, values, strict=True)))
            for each, values in features.items()
        }
        slope = [-PRIOR * weight for weight in weights]
        bend = [[PRIOR * (row == column) for column in range(size)] for row in range(size)]
        likelihood = -PRIOR * sum(weight * weight for weight in weights) / 2
        for ranking in rankings:
            for at in range(len(ranking) - 1):
                left = ranking[at:]
                total = sum(strength[each] for each in left)
                likelihood += log(strength[ranking[at]] / total)
                mean = [sum(strength[each] * features[each][n] for each in left) / total for n in range(size)]
                for n in range(size):
                    slope[n] += features[ranking[at]][n] - mean[n]
                for each in left:
                    part = strength[each] / total
                    off = [features[each][n] - mean[n] for n in range(size)]
                    for row in range(size):
                        for column in range(size):
                            bend[row][column] += part * off[row] * off[column]
        step = _solved(bend, slope)
        weights = [weight + max(-1.0, min(by, 1.0)) for weight, by in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return Fit(weights, likelihood)


def _solved(rows: list[list[float]], right: Sequence[float]) -> list[float]:
    """Solve a positive definite system of linear equations."""
    size, rows = len(right), [[*row, each] for row, each in zip(rows, right, strict=True)]
    for at in range(size):
        for other in range(size):
            if other != at:
                part = rows[other][at] / rows[at][at]
                rows[other] = [one - part * two for one, two in zip(rows[other], rows[at], strict=True)]
    return [rows[at][-1] / rows[at][at] for at in range(size)]
