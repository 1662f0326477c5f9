"""Computer players against each other: every strength, and players of fixed ideas, by what their matches paid.

`DICENIGHT_COMPANY` names the games to play, all by default; `DICENIGHT_COMPANY_MATCHES` is the number of matches of
each pair. One of the first sits with three of the second, in each seat in turn; the seed is the names of the pair. The
result is what the first wins a match, with its 95 % interval.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Mapping
from importlib import import_module
from math import sqrt
from statistics import fmean, stdev
from time import perf_counter
from typing import NamedTuple

from benchmarks.figures import Figure
from games.catalogue import GAMES
from games.engine import (
    Answer,
    Chance,
    Choose,
    Game,
    Header,
    Match,
    OpenAsk,
    Policy,
    Scene,
    Seed,
    random_legal,
)
from games.engine.money import worth
from games.engine.result import SCORES

SEATS = 4
BUY_IN = 50
Z_95 = 1.96
PAIRS = (
    ("newcomer", "random"),
    ("regular", "newcomer"),
    ("shark", "regular"),
    ("regular", "earlier"),
    ("shark", "earlier"),
    ("shark", "bully"),
    ("shark", "tight"),
    ("shark", "random"),
)
"""Who is measured against whom; the first should win."""
GOALS = frozenset(PAIRS[:3])


class Outcome(NamedTuple):
    """The result of a pair's matches for one seat of the first."""

    mean: float
    margin: float
    ruined: float
    milliseconds: Mapping[str, float]

    @property
    def wins(self) -> bool:
        """True if the first wins by more than the interval."""
        return self.mean > self.margin


# ---- players of fixed ideas


def bully(sound: Policy) -> Policy:
    """Return a player who raises by the pot whatever the cards, and never folds."""

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        prompt = ask.prompt
        if ask.kind != "bet" or not isinstance(prompt, Choose):
            return sound(scene, ask, luck)
        if prompt.amount is not None and luck.below(3):
            return min(prompt.amount.high, max(prompt.amount.low, prompt.says["pot"]))
        return next(option for option in ("check", "call", "fold") if option in prompt.options)

    return policy


def tight(sound: Policy) -> Policy:
    """Return a player who stays only where a sound one raises."""

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        answer = sound(scene, ask, luck)
        if ask.kind == "bet" and not isinstance(answer, int) and isinstance(ask.prompt, Choose):
            return "check" if "check" in ask.prompt.options else "fold"
        return answer

    return policy


def players_of(game: Game) -> dict[str, Policy]:
    """Return all players of a game, by name."""
    found: dict[str, Policy] = {name: game.policy(name) for name in game.strengths()}
    found["random"] = random_legal
    if game.money == "pieces" and "regular" in found:
        found["bully"], found["tight"] = bully(found["regular"]), tight(found["regular"])
    try:
        earlier = import_module(f"benchmarks.yardstick.{game.key}")
    except ModuleNotFoundError:
        return found
    found["earlier"] = earlier.earlier
    return found


# ---- matches


def play(game: Game, seats: Mapping[int, Policy], seed: Seed, spent: Callable[[int, float], None]) -> Match:
    """Play one match; `spent` is told the seat and the seconds of each decision."""
    stakes = dict.fromkeys(seats, BUY_IN) if game.money == "pieces" else {}
    match = Match(game, Header(game.key, game.version, {}, tuple(seats), seed, stakes), digests=False)
    luck = {seat: Chance(Seed(f"{seed.server} player {seat}", seed.match)) for seat in seats}
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        if ask.seat not in seats:
            match.answer(ask.id, ask.seat, ask.prompt.default, "table")
            continue
        scene = match.scene(ask.seat)
        own = next(each for each in scene.asks if each.id == ask.id)
        started = perf_counter()
        answer = seats[ask.seat](scene, own, luck[ask.seat])
        spent(ask.seat, perf_counter() - started)
        match.answer(ask.id, ask.seat, answer, "computer")
    return match


def paid(game: Game, match: Match) -> dict[int, float]:
    """Return what each seat won or lost: pieces, the worth of gembones, or points."""
    assert match.result is not None
    if game.money_kind(match.options) == "points":
        points = {row.seat: float(row.points) for row in match.result.rows}
        mean = fmean(points.values())
        return {seat: n - mean for seat, n in points.items()}
    return {
        row.seat: float(worth({unit: n for unit, n in row.change.items() if unit not in SCORES}))
        for row in match.result.rows
    }


def duel(game: Game, first: str, second: str, matches: int) -> Outcome:
    """Play a pair's matches."""
    everyone = players_of(game)
    low, high = game.limits(game.parse_options({}))
    count = max(low, min(SEATS, high))
    won, ruined, times = [], 0, defaultdict[str, list[float]](list)
    for number in range(matches):
        # the same luck as often as there are seats, with the first in another one each time
        places = {number % count}
        names = {seat: first if seat in places else second for seat in range(count)}
        seed = Seed(f"company {game.key} {first} {second}", number // count)
        seats = {seat: everyone[name] for seat, name in names.items()}
        match = play(game, seats, seed, lambda seat, taken, names=names: times[names[seat]].append(taken))  # type: ignore[misc]
        changes = paid(game, match)
        won.append(fmean(changes[seat] for seat in places))
        ruined += game.money == "pieces" and any(n <= -BUY_IN for n in changes.values())
    margin = Z_95 * stdev(won) / sqrt(len(won))
    return Outcome(
        fmean(won), margin, ruined / matches, {name: 1000 * fmean(taken) for name, taken in times.items()}
    )


def run(quick: bool) -> list[Figure]:
    """Measure every pair in every game that has them, and how often four regulars ruin one another."""
    chosen = [key for key in os.environ.get("DICENIGHT_COMPANY", "").split() if key] or list(GAMES)
    matches = int(os.environ.get("DICENIGHT_COMPANY_MATCHES", "40" if quick else "400"))
    figures = []
    for key in chosen:
        game, names = GAMES[key], players_of(GAMES[key])
        for first, second in PAIRS:
            if first not in names or second not in names:
                continue
            got = duel(game, first, second, matches)
            what = f"{game.title}: {first} against {second}, {got.milliseconds[first]:.1f} ms a decision"
            goal = 1.0 if (first, second) in GOALS else None
            figures.append(Figure(what, "a match", got.mean, got.margin, "its 95 % interval", goal))
        if game.money == "pieces" and "regular" in names:
            got = duel(game, "regular", "regular", matches)
            what = f"{game.title}: one of four regulars is ruined"
            figures.append(Figure(what, "%", 100 * got.ruined, 8, "the most allowed", 1.0, "at most"))
    return figures
