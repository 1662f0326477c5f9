"""A computer player for the tavern: stub."""

from __future__ import annotations

from games.engine import Answer, Chance, OpenAsk, Scene
from games.engine.policies import random_legal


def sober(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Any legal answer, for now."""
    return random_legal(scene, ask, luck)
