"""A computer player for a night: in each game it is that game's own (ADV)."""

from __future__ import annotations

from games.engine import Chance, Choose, OpenAsk, Scene, SceneHeader, random_legal
from games.engine.prompts import Answer
from games.parlour.adventurers_choice.games import BY_KEY
from games.parlour.shared.loans import LOAN

KEY = "adventurers_choice"


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Plays each game as that game's own computer player; chooses any game, and borrows when it is nearly out."""
    header = next(block for block in scene.blocks if isinstance(block, SceneHeader))
    if header.game != KEY:
        policies = BY_KEY[header.game].policies
        return next(iter(policies.values()), random_legal)(scene, ask, luck)
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if ask.kind == "loan":
        return "yes" if prompt.says["money"] < LOAN // 2 else "no"
    if ask.kind == "terms" and luck.below(2):
        return "play"
    return luck.choice(prompt.options)
