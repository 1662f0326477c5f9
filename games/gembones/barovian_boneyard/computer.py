"""Computer players for Barovian Boneyard.

The best play follows from the exact odds (OD-BB3): a wager gains on average under every variant but Wolves in the
Woods, so more wagers gain more. The strengths differ only in how many they dare.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from games.engine.chance import Chance
from games.engine.prompts import Answer, Choose
from games.engine.scene import OpenAsk, Scene

CAUTIOUS = 3
"""The most wagers of a newcomer."""
USUAL = 5
"""The wagers of a regular."""
CAREFUL = 2
"""The most wagers of a careful player."""


@dataclass(frozen=True, slots=True)
class Favourable:
    """A player that wagers when a roll wins more than it loses: `most`, or with None all it may.

    Its temper shows in how many these are.
    """

    most: int | None

    @property
    def tempers(self) -> Collection[str]:
        """The tempers that change how it plays."""
        return ("bold", "careful")

    def tempered(self, temper: str) -> Favourable:
        """Return the same player with a temper: the bold wagers all it may, the careful less than others."""
        return Favourable(None if temper == "bold" else CAREFUL if temper == "careful" else self.most)

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Wager, or pass."""
        prompt = ask.prompt
        if not isinstance(prompt, Choose) or prompt.amount is None or not prompt.says["favourable"]:
            return "pass"
        return prompt.amount.high if self.most is None else min(self.most, prompt.amount.high)


regular, shark = Favourable(USUAL), Favourable(None)


def newcomer(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Wager one to three, even in Wolves in the Woods, where wagers lose on average."""
    prompt = ask.prompt
    if not isinstance(prompt, Choose) or prompt.amount is None:
        return "pass"
    return min(prompt.amount.high, luck.die(CAUTIOUS))
