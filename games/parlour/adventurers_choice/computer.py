"""A computer player for a night: in each game it is that game's own (ADV)."""

from __future__ import annotations

from games.engine import Chance, Choose, OpenAsk, Policy, Scene, SceneHeader
from games.engine.prompts import Answer
from games.parlour.adventurers_choice.games import BY_KEY
from games.parlour.shared.loans import LOAN

KEY = "adventurers_choice"


def player(strength: str) -> Policy:
    """Return the computer player of a night that plays each game as that game's own one of this strength."""

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        header = next(block for block in scene.blocks if isinstance(block, SceneHeader))
        if header.game != KEY:
            game = BY_KEY[header.game]
            return game.policy(game.strength(strength))(scene, ask, luck)
        return between_games(ask, luck)

    return policy


def between_games(ask: OpenAsk, luck: Chance) -> Answer:
    """Choose any game and any terms, and borrow when nearly out."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if ask.kind == "loan":
        return "yes" if prompt.says["money"] < LOAN // 2 else "no"
    if ask.kind == "terms" and luck.below(2):
        return "play"
    return luck.choice([option for option in prompt.options if option != "back"])
