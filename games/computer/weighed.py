"""The worth of answers to a computer player that can say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from games.engine.chance import Chance
from games.engine.game import Policy
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene

Unit = Literal["chance", "pieces", "copper", "points"]
"""The unit in which a computer player weighs answers: money, points, or a chance from 0 to 1."""


class Weighed(NamedTuple):
    """The answers that a computer player considers at a question, and what each of them is worth to it.

    `ways`: the best first. `stake`: how much is at stake, in the unit of the worths, so that mistakes at different
    questions compare.
    """

    ways: Sequence[tuple[Answer, float]]
    stake: float = 1.0
    unit: Unit = "chance"

    @classmethod
    def by_worth(
        cls,
        worths: Iterable[tuple[Answer, float]],
        stake: float = 1.0,
        unit: Unit = "chance",
    ) -> Weighed:
        """Return answers in the order of their worths; of equal ones the first stays first."""
        return cls(sorted(worths, key=lambda one: -one[1]), stake, unit)


@runtime_checkable
class Weighs(Protocol):
    """A computer player that can say what each answer is worth, and gives the best one."""

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the answers with their worths; None at a question about which it cannot say."""


def weigh(policy: Policy, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
    """Return the answers to a question as a computer player weighs them; None if it cannot."""
    return policy.weigh(scene, ask, luck) if isinstance(policy, Weighs) else None
