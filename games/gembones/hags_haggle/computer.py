"""A computer player for Hag's Haggle."""

from __future__ import annotations

from games.engine import Chance, OpenAsk, Scene
from games.engine.prompts import Answer


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Wager one, obey every code, and decline every bargain, since each costs more than it brings (OD-HH4)."""
    prompt = ask.prompt
    assert prompt is not None
    if ask.kind == "wager":
        return 1
    return "give" if ask.kind == "green" else prompt.default
