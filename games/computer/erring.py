"""Players that err, of which the levels are made.

They consider what the best player considers, and err as people do: the less an error costs, the more often they make
it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from math import exp
from typing import Protocol, runtime_checkable

from games.computer.habits import Habit, remembering
from games.computer.levels import LEVEL_NAMES, scales
from games.computer.weighed import Weighed, weigh
from games.engine.chance import Chance
from games.engine.game import STRENGTHS, Policy, Tempered
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene

FINE = 1 << 16
"""The fineness of the chances by which a level errs."""
HASTE = 20
"""Who errs looks less closely too: at an ease of one in so many, a search has half of its playouts."""
FEWEST = 48
"""The playouts that every level has at least, if its game searches."""


@runtime_checkable
class Searches(Protocol):
    """A computer player that searches, with so many playouts a question."""

    @property
    def playouts(self) -> int:
        """The budget of a question."""


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

    def remembering(self, habits: Mapping[int, Habit]) -> Erring:
        """Return the same player with what it knows of its rivals."""
        return replace(self, best=remembering(self.best, habits))

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Return the best answer, or one that costs little, and now and then one that costs much."""
        if not self.ease:
            return self.best(scene, ask, luck)
        weighed = weigh(self.best, scene, ask, luck)
        if weighed is not None:
            return chosen(weighed, self.ease, luck)
        erring = luck.below(FINE) < self.ease * FINE
        return (self.weaker if erring else self.best)(scene, ask, luck)


def _tempered(policy: Policy, temper: str) -> Policy:
    return policy.tempered(temper) if isinstance(policy, Tempered) and temper in policy.tempers else policy


def odds(weighed: Weighed, ease: float) -> list[float]:
    """Return how often each answer is given, compared with the best: the less often the more it costs.

    All amounts together are given as often as the best of them would be alone: else errors would be raises most of the
    time, since more sizes are weighed of a raise than of anything else.
    """
    best, heat = weighed.ways[0][1], ease * max(weighed.stake, 1e-9)
    parts = [exp(min(0.0, worth - best) / heat) for _, worth in weighed.ways]
    amounts = [part for (answer, _), part in zip(weighed.ways, parts, strict=True) if type(answer) is int]
    scale = max(amounts) / sum(amounts) if any(amounts) else 1.0
    return [
        part * (scale if type(answer) is int else 1.0)
        for (answer, _), part in zip(weighed.ways, parts, strict=True)
    ]


def chosen(weighed: Weighed, ease: float, luck: Chance) -> Answer:
    """Choose among answers by these odds."""
    parts = odds(weighed, ease)
    at = luck.below(FINE) / FINE * sum(parts)
    for (answer, _), part in zip(weighed.ways, parts, strict=True):
        at -= part
        if at < 0:
            return answer
    return weighed.ways[0][0]


def erring(policies: Mapping[str, Policy], ease: float) -> Erring:
    """Return the best of a game's players with errors; where it doesn't weigh its answers, the weakest errs for it."""
    strengths = [policies[name] for name in STRENGTHS if name in policies]
    return Erring(hasty(strengths[-1], ease), strengths[0], ease)


def hasty(policy: Policy, ease: float) -> Policy:
    """Return a player that searches with a smaller budget, the more readily it errs; others as they are."""
    if not isinstance(policy, Searches):
        return policy
    found: Policy = replace(policy, playouts=max(FEWEST, int(policy.playouts / (1 + HASTE * ease))))
    return found


def with_levels(key: str, policies: Mapping[str, Policy]) -> Mapping[str, Policy]:
    """Return the players of a game with those of its levels, if it has a scale."""
    scale = scales().get(key)
    if scale is None:
        return policies
    levels = {name: erring(policies, ease) for name, ease in zip(LEVEL_NAMES, scale.ease, strict=True)}
    return {**policies, **levels}
