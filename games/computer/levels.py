"""Levels: computer players on one scale, the tenth as good as the game's best, each a step below the next.

A level considers what the best player considers, and errs as people do: the less an error costs, the more often it
makes it. How readily each level of a game errs, and the rating that this gives it, is measured by
`python -m benchmarks.company`, which writes `levels.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import exp

import msgspec
from msgspec import Struct

from games.engine.chance import Chance
from games.engine.game import STRENGTHS, Game, Policy, Tempered, Weighed, weigh
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene

LEVELS = 10
LEVEL_NAMES = tuple(str(1 + at) for at in range(LEVELS))
"""The names of the levels in the store, the weakest first."""
FINE = 1 << 16
"""The fineness of the chances by which a level errs."""


class Scale(Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of one game, as they were measured."""

    ease: tuple[float, ...]
    """How readily each level errs, the weakest first; see `Erring`."""
    ratings: tuple[int, ...]
    """The rating of each level, on the scale of the members; the regular has 1000, like everyone at first."""
    strengths: Mapping[str, int]
    """The ratings of the players that the game has by name, such as the regular."""
    matches: int
    """The number of matches from which the ratings come."""

    def level_near(self, rating: float) -> str:
        """Return the level with the rating that is nearest to this one."""
        return str(1 + min(range(len(self.ratings)), key=lambda at: abs(self.ratings[at] - rating)))

    def level_of(self, strength: str) -> str:
        """Return a level by its own name, or the level that plays about as well as a strength."""
        return strength if strength in LEVEL_NAMES else self.level_near(self.strengths.get(strength, 1000))


@cache
def scales() -> Mapping[str, Scale]:
    """Return the scales of all games that have one, by key."""
    text = files("games.computer").joinpath("levels.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Scale])


@dataclass(frozen=True, slots=True)
class Erring:
    """A player that errs: as good as `best` with `ease` 0, and the worse the larger that is.

    Of the answers that the best player weighs, one that costs the part `ease` of what is at stake is given e times less
    often than the best. Where it doesn't weigh them, `weaker` answers in its place, in the part `ease` of the cases.
    """

    best: Policy
    weaker: Policy
    ease: float

    @property
    def tempers(self) -> Collection[str]:
        """The tempers that change how it plays."""
        return self.best.tempers if isinstance(self.best, Tempered) else ()

    def tempered(self, temper: str) -> Erring:
        """Return the same player with a temper."""
        return replace(self, best=_tempered(self.best, temper), weaker=_tempered(self.weaker, temper))

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Return the best answer, or one that costs little, and now and then one that costs much."""
        if not self.ease:
            return self.best(scene, ask, luck)
        weighed = weigh(self.best, scene, ask, luck)
        if weighed is not None:
            return _chosen(weighed, self.ease, luck)
        erring = luck.below(FINE) < self.ease * FINE
        return (self.weaker if erring else self.best)(scene, ask, luck)


def _tempered(policy: Policy, temper: str) -> Policy:
    return policy.tempered(temper) if isinstance(policy, Tempered) and temper in policy.tempers else policy


def _chosen(weighed: Weighed, ease: float, luck: Chance) -> Answer:
    """Choose among answers, the less often the more they cost."""
    best, heat = weighed.ways[0][1], ease * max(weighed.stake, 1e-9)
    odds = [exp(min(0.0, worth - best) / heat) for _, worth in weighed.ways]
    at = luck.below(FINE) / FINE * sum(odds)
    for (answer, _), part in zip(weighed.ways, odds, strict=True):
        at -= part
        if at < 0:
            return answer
    return weighed.ways[0][0]


def erring(policies: Mapping[str, Policy], ease: float) -> Erring:
    """Return the best of a game's players with errors; where it doesn't weigh its answers, the weakest errs for it."""
    strengths = [policies[name] for name in STRENGTHS if name in policies]
    return Erring(strengths[-1], strengths[0], ease)


def offered(game: Game) -> tuple[str, ...]:
    """Return the computer players of a game from which people choose: its levels, or its strengths if it has none."""
    return tuple(name for name in LEVEL_NAMES if name in game.policies) or game.strengths()


def words_of(name: str) -> str:
    """Return a level or strength in words, such as `level 4` or `newcomer`."""
    return f"level {name}" if name in LEVEL_NAMES else name


def about(game: Game, name: str) -> str:
    """Return a sentence about where on its game's scale a computer player stands; empty if the game has no scale."""
    scale = scales().get(game.key)
    if scale is None:
        return ""
    if name in LEVEL_NAMES:
        near = min(
            scale.strengths, key=lambda other: abs(scale.strengths[other] - scale.ratings[int(name) - 1])
        )
        return f"Level {LEVELS} is the best there is here; a {near} plays about as well as this one."
    return f"That is about level {scale.level_of(name)} of {LEVELS}."


def with_levels(key: str, policies: Mapping[str, Policy]) -> Mapping[str, Policy]:
    """Return the players of a game with those of its levels, if it has a scale."""
    scale = scales().get(key)
    if scale is None:
        return policies
    levels = {name: erring(policies, ease) for name, ease in zip(LEVEL_NAMES, scale.ease, strict=True)}
    return {**policies, **levels}
