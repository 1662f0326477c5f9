"""Computer players for every game."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.errors import RulesBug
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene


def random_legal(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Any legal answer, each as likely as the others."""
    if ask.prompt is None:
        raise RulesBug("a policy was asked a question that it may not see")
    return luck.choice(ask.prompt.legal(luck))
