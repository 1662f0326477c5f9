"""Computer players for Barovian Boneyard.

The best play follows from the exact odds (OD-BB3): a wager brings something under every variant but Wolves in the
Woods, so the most wagers bring the most. The strengths differ only in how many they dare.
"""

from __future__ import annotations

from games.engine import Chance, Choose, OpenAsk, Policy, Scene
from games.engine.prompts import Answer

CAUTIOUS = 3
"""The most wagers of a newcomer."""
USUAL = 5
"""The wagers of a regular."""


def favourable(most: int | None) -> Policy:
    """Return a player that wagers `most`, or as many as the table allows, where a roll wins more than it loses."""

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        prompt = ask.prompt
        if not isinstance(prompt, Choose) or prompt.amount is None or not prompt.says["favourable"]:
            return "pass"
        return prompt.amount.high if most is None else min(most, prompt.amount.high)

    return policy


regular, shark = favourable(USUAL), favourable(None)


def newcomer(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Wager one to three, in the woods too."""
    prompt = ask.prompt
    if not isinstance(prompt, Choose) or prompt.amount is None:
        return "pass"
    return min(prompt.amount.high, luck.die(CAUTIOUS))
