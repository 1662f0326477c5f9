"""The ladder of a game: players who err more or less sit down with each other, and get ratings on the members' scale.

The model is that of the members' ratings (Plackett-Luce): a player who is stronger by some points comes out ahead so
often. The levels stand in equal steps, as duels have found them (`eases`), so that all matches together say how large a
step is; the players that the game has by name are put beside those who win as much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import exp, sqrt
from statistics import fmean

from benchmarks.company.duels import SEED, Z_95, play, seats_of
from cogs.leaderboard.rating import SIGMA
from games.computer.erring import erring
from games.computer.levels import LEVEL_NAMES, LEVELS, Scale
from games.engine import REGULAR, STRENGTHS, Chance, Game, Match, Policy, Seed
from games.engine.money import worth
from games.engine.result import SCORES

LEAST = 0.02
"""The least fall from the best level to the weakest, since nobody is any better for erring."""
PRIOR = 0.02
"""The weight that draws strengths together, so that none is endless that never lost."""
STEPS = 25
"""The steps of Newton's method, more than it needs."""
POINTS = 40
"""Points of a rating for each unit of the model (`cogs.leaderboard.rating`)."""
NEEDED = 10
"""Matches after which skill shows in a game that isn't rated."""


def scale_of(game: Game, eases: Sequence[float], matches: int) -> tuple[Scale, float]:
    """Measure the ratings of levels that err with these eases, the weakest first, in so many matches.

    Return with them the 95 % interval of how far the best level is above the weakest, in points.
    """
    *weaker, strongest = game.strengths()
    # the strongest is the level that doesn't err
    named = {name: game.policies[name] for name in weaker}
    levels = {name: erring(game.policies, ease) for name, ease in zip(LEVEL_NAMES, eases, strict=True)}
    rankings, pay = _play(game, levels | named, matches)
    # the features of a player: the part of the strength that it has lost, and one for each name
    parts = {name: 1 - at / (LEVELS - 1) for at, name in enumerate(LEVEL_NAMES)}
    features = {name: [-part, *(0.0 for _ in named)] for name, part in parts.items()}
    features |= {name: [0.0, *(float(name == other) for other in named)] for name in named}
    weights, error = fitted(rankings, features)
    fall, strengths = max(LEAST, weights[0]), dict(zip(named, weights[1:], strict=True))
    # who folds more comes second more often, so a place among the levels goes by what is won
    points = in_order({name: pay[name] for name in LEVEL_NAMES})
    losses = [(parts[name], points[name]) for name in LEVEL_NAMES]
    for name in named:
        lost = part_lost(pay[name], losses)
        strengths[name] = -fall * lost if lost < 1 else min(strengths[name], -fall)
    strengths[strongest] = 0.0
    strengths = in_order(strengths)
    unit = POINTS * SIGMA / 2 * sqrt((game.rated_after or NEEDED) * seats_of(game))
    scale = Scale(
        tuple(eases),
        tuple(round(1000 - unit * (fall * part + strengths[REGULAR])) for part in parts.values()),
        {name: round(1000 + unit * (strengths[name] - strengths[REGULAR])) for name in game.strengths()},
        matches,
    )
    return scale, Z_95 * unit * error


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


def fitted(
    rankings: Sequence[Sequence[str]], features: Mapping[str, Sequence[float]]
) -> tuple[list[float], float]:
    """Return the weights of the features under which these rankings are likeliest, and the first one's standard error.

    The model is Plackett and Luce's, the way to its weights Newton's method.
    """
    size = len(next(iter(features.values())))
    weights, variance = [0.0] * size, 0.0
    for _ in range(STEPS):
        strength = {
            each: exp(sum(w * x for w, x in zip(weights, values, strict=True)))
            for each, values in features.items()
        }
        slope = [-PRIOR * weight for weight in weights]
        bend = [[PRIOR * (row == column) for column in range(size)] for row in range(size)]
        for ranking in rankings:
            for at in range(len(ranking) - 1):
                left = ranking[at:]
                total = sum(strength[each] for each in left)
                mean = [sum(strength[each] * features[each][n] for each in left) / total for n in range(size)]
                for n in range(size):
                    slope[n] += features[ranking[at]][n] - mean[n]
                for each in left:
                    part = strength[each] / total
                    off = [features[each][n] - mean[n] for n in range(size)]
                    for row in range(size):
                        for column in range(size):
                            bend[row][column] += part * off[row] * off[column]
        step, variance = _solved(bend, slope), _solved(bend, [1.0] + [0.0] * (size - 1))[0]
        weights = [weight + max(-1.0, min(by, 1.0)) for weight, by in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return weights, sqrt(variance)


def _solved(rows: list[list[float]], right: Sequence[float]) -> list[float]:
    """Solve a positive definite system of linear equations."""
    size, rows = len(right), [[*row, each] for row, each in zip(rows, right, strict=True)]
    for at in range(size):
        for other in range(size):
            if other != at:
                part = rows[other][at] / rows[at][at]
                rows[other] = [one - part * two for one, two in zip(rows[other], rows[at], strict=True)]
    return [rows[at][-1] / rows[at][at] for at in range(size)]
