"""A computer player for FIREBALL."""

from __future__ import annotations

from games.engine import Chance, Choose, OpenAsk, Scene
from games.engine.prompts import Answer


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Play every game, roll quickly, and leave the decision of ties to others, since no seat is at an advantage."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    return prompt.default if ask.kind == "first" else prompt.options[0]
