"""Computer players for Hag's Haggle.

The best play follows from the exact odds: she always wins in the long run, so a wager is as small as possible and no
bargain is taken (OD-HH4). There is nothing that a shark could add.
"""

from __future__ import annotations

from games.computer import newcomer as with_slips
from games.engine.chance import Chance
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Wager one, obey every code, and decline every bargain, since each costs more than it brings (OD-HH4)."""
    prompt = ask.prompt
    assert prompt is not None
    if ask.kind == "wager":
        return 1
    return "give" if ask.kind == "green" else prompt.default


newcomer = with_slips(sensible, slips=2)
"""A player that falls for her bargains half of the time, and forgets her code."""
