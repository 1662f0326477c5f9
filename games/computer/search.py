"""Information-set Monte Carlo: try every answer in the same samples of the hidden things, and take the best on average.

A game provides two things. `determinise` reads the scene once and returns a sampler, which deals the hidden things
again each time, in a way that fits everything the seat has seen. Each sample is a `World`, which gives the value of an
answer there by playing on with the game's own rules and a fast player. The search never sees the match: the same scene,
question and luck always give the same answer.

The budget is counted in playouts, not seconds. After each third of it the worse half of the answers is dropped
(sequential halving), so that close decisions get most of the playouts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.computer.thoughts import Thoughts
from games.computer.weighed import Unit, Weighed
from games.engine.chance import Chance
from games.engine.game import Policy, random_legal
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene

LEGS = 3
"""Parts of the budget; after each the worse half of the answers is dropped."""


class World(Protocol):
    """One possible arrangement of the hidden things."""

    @property
    def weight(self) -> float:
        """The likelihood of this world relative to other samples, from the rivals' actions."""

    def outcome(self, answer: Answer, luck: Chance) -> float:
        """Return the value of the answer here, played on to the end; may be called for several answers."""


Sampler = Callable[[Chance], World]
"""Deals the hidden things again, as a new sample."""

Determinise = Callable[[Scene, OpenAsk, Chance], Sampler | None]
"""Reads what the viewer has seen, for samples that fit it; None for a question that it cannot judge."""

Candidates = Callable[[Scene, OpenAsk, Chance], Sequence[Answer]]
"""The answers that are worth trying."""


def every_answer(scene: Scene, ask: OpenAsk, luck: Chance) -> Sequence[Answer]:
    """Return the legal answers, or a fair sample where there are too many."""
    return ask.prompt.legal(luck) if ask.prompt is not None else ()


@dataclass(frozen=True, slots=True)
class Search:
    """A policy that searches.

    `fast` answers the questions that the search cannot judge, and its answer is always a candidate. `stake`, `unit`:
    those of the outcomes, as in `Weighed`. `lasts` tells how many times as long as usual a playout takes at a question,
    which then gets fewer of them. `dealing`: what a sample costs beside its playouts, in playouts.
    """

    determinise: Determinise
    fast: Policy = random_legal
    candidates: Candidates = every_answer
    playouts: int = 600
    stake: float = 1.0
    unit: Unit = "chance"
    lasts: Callable[[Scene], float] = lambda scene: 1.0
    dealing: int = 0

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Return the answer with the best mean over the sampled worlds."""
        first = self.fast(scene, ask, luck)
        weighed = self._weigh(first, scene, ask, luck)
        return first if weighed is None else weighed.ways[0][0]

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return every candidate with its mean outcome; None at a question that the search cannot judge."""
        return self._weigh(self.fast(scene, ask, luck), scene, ask, luck)

    def _weigh(self, first: Answer, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        sampler = self.determinise(scene, ask, luck)
        if sampler is None:
            return None
        answers = [first, *(each for each in self.candidates(scene, ask, luck) if each != first)]
        if len(answers) < 2:
            return None
        luck = Thoughts(luck)
        totals, behind = [0.0] * len(answers), [0.0] * len(answers)
        left, weights = list(range(len(answers))), 0.0
        playouts = int(self.playouts / self.lasts(scene))
        for leg in range(LEGS):
            for _ in range(max(1, playouts // (LEGS * (len(left) + self.dealing)))):
                world = sampler(luck)
                weights += world.weight
                for at in left:
                    totals[at] += world.weight * world.outcome(answers[at], luck)
            # all that are left have been tried in the same worlds, so their sums compare
            left.sort(key=lambda at: -totals[at])
            for at in left:
                behind[at] = (totals[left[0]] - totals[at]) / weights
            if leg < LEGS - 1:
                left = left[: max(2, (len(left) + 1) // 2)]
        # an answer that was dropped lies as far behind the best as it lay behind the leader when it was dropped
        best, mean = left[0], totals[left[0]] / weights
        dropped = sorted((at for at in range(len(answers)) if at not in left), key=behind.__getitem__)
        ways = [(answers[at], mean - (behind[at] if at != best else 0.0)) for at in (*left, *dropped)]
        return Weighed(ways, self.stake, self.unit)
