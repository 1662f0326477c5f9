"""A computer player for Tripledip."""

from __future__ import annotations

from games.engine import Chance, Choose, OpenAsk, Scene
from games.engine.prompts import Answer


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Play every game, since no seat is at an advantage, and never sign a contract."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    return "pass" if ask.kind == "sign" else prompt.options[0]
