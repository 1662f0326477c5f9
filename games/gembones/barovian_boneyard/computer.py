"""Computer players for Barovian Boneyard.

The best play follows from the exact odds (OD-BB3): a wager gains on average under every variant but Wolves in the
Woods, so more wagers gain more. The strengths differ only in how many they dare.
"""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.game import Policy
from games.engine.prompts import Answer, Choose
from games.engine.scene import OpenAsk, Scene

CAUTIOUS = 3
"""The most wagers of a newcomer."""
USUAL = 5
"""The wagers of a regular."""


def favourable(most: int | None) -> Policy:
    """Return a player that wagers when a roll wins more than it loses: `most`, or with None all it may."""

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        prompt = ask.prompt
        if not isinstance(prompt, Choose) or prompt.amount is None or not prompt.says["favourable"]:
            return "pass"
        return prompt.amount.high if most is None else min(most, prompt.amount.high)

    return policy


regular, shark = favourable(USUAL), favourable(None)


def newcomer(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Wager one to three, even in Wolves in the Woods, where wagers lose on average."""
    prompt = ask.prompt
    if not isinstance(prompt, Choose) or prompt.amount is None:
        return "pass"
    return min(prompt.amount.high, luck.die(CAUTIOUS))
