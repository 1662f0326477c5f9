"""The computer players of Dragon Hordes: only the shark counts cards, the others use the odds of a full deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.computer.weighed import Weighed
from games.engine.chance import Chance
from games.engine.prompts import Answer, Choose
from games.engine.scene import OpenAsk, Scene, Track
from games.parlour.dragon_hordes.predictions import (
    DRAGON_OF,
    PREDICTIONS,
    Hordes,
    Kind,
    Prediction,
    settle,
    unrevealed,
)
from games.parlour.shared.computer import hand_of
from games.parlour.shared.deck import COLORS


def mean_gain(hordes: Hordes, prediction: Prediction, left: Mapping[Kind, int]) -> float:
    """Return the average gain from a prediction, given the number of cards left of each kind."""
    gains = sum(n * settle(hordes, prediction, kind)[0] for kind, n in left.items())
    return gains / sum(left.values())


HASTY, CLEAR = 0.5, 1.5
"""The average gain, in pieces, that a newcomer and a regular need for a prediction; otherwise they pass."""


def answer_by(
    scene: Scene, ask: OpenAsk, options: Callable[[str], bool], *, counts_cards: bool, least: float
) -> Answer:
    """Make the prediction with the best average gain among `options`, or pass; choose the richest Dragon.

    `least`: the gain that a prediction has to exceed. `counts_cards`: leave out the cards already revealed.
    """
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    hordes = next(dict(block.counts) for block in scene.blocks if isinstance(block, Track))
    if ask.kind == "dragon":
        return max(COLORS, key=lambda name: hordes[DRAGON_OF[name]])
    revealed = hand_of(scene, None, "revealed")
    if ask.kind != "predict" or revealed is None:
        return prompt.default
    left = unrevealed(revealed.items if counts_cards else ())
    gains = [
        (mean_gain(hordes, PREDICTIONS[key], left), key)
        for key in prompt.options
        if key in PREDICTIONS and options(key)
    ]
    return max([(least, "pass"), *gains])[1]


def hasty(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Predict only colours, by the odds of a full deck."""
    return answer_by(scene, ask, lambda key: key in COLORS, counts_cards=False, least=HASTY)


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Predict a colour or a rank for a clear gain, by the odds of a full deck: nobody counts cards over a drink."""
    return answer_by(scene, ask, lambda key: "-" not in key, counts_cards=False, least=CLEAR)


class Shark:
    """Makes the prediction with the best average gain, by the cards left in the deck."""

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Return the best answer."""
        return answer_by(scene, ask, lambda key: True, counts_cards=True, least=0.0)

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the predictions, and the pass, by their average gain."""
        prompt, revealed = ask.prompt, hand_of(scene, None, "revealed")
        if ask.kind != "predict" or revealed is None or not isinstance(prompt, Choose):
            return None
        hordes = next(dict(block.counts) for block in scene.blocks if isinstance(block, Track))
        left = unrevealed(revealed.items)
        gains: list[tuple[Answer, float]] = [
            (key, mean_gain(hordes, PREDICTIONS[key], left)) for key in prompt.options if key in PREDICTIONS
        ]
        return Weighed.by_worth([("pass", 0.0), *gains], stake=STAKE, unit="pieces")


STAKE = 10.0
"""About the pieces that a prediction may win or lose."""
shark = Shark()
