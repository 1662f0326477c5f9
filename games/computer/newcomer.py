"""The newcomer of any game: a sound player who slips now and then."""

from __future__ import annotations

from collections.abc import Collection

from games.engine.chance import Chance
from games.engine.game import Policy, random_legal
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene

SLIPS = 4
"""A newcomer makes a slip once in this many questions."""


def newcomer(sound: Policy, *, slips: int = SLIPS, careful: Collection[str] = ()) -> Policy:
    """Return a player like `sound` that gives any legal answer at one question of `slips`.

    `careful`: kinds of questions at which nobody slips, such as those about money.
    """

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        slip = luck.below(slips) == 0
        if slip and ask.kind not in careful:
            return random_legal(scene, ask, luck)
        return sound(scene, ask, luck)

    return policy
