"""A computer player for Barovian Boneyard."""

from __future__ import annotations

from games.engine import Chance, Choose, OpenAsk, Scene
from games.engine.prompts import Answer


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Wager one to three if a roll wins more than it loses on average, else stay out."""
    prompt = ask.prompt
    if not isinstance(prompt, Choose) or prompt.amount is None or not prompt.says["favourable"]:
        return "pass"
    return min(prompt.amount.high, luck.die(3))
