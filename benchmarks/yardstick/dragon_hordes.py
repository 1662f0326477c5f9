"""The computer player of Dragon Hordes."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import Answer, Chance, Choose, OpenAsk, Scene, Track
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
    """Return the mean gain of a prediction."""
    gains = sum(n * settle(hordes, prediction, kind)[0] for kind, n in left.items())
    return gains / sum(left.values())


def earlier(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Predict for the best mean gain, if there is any, and feed the richest Dragon."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    hordes = dict(scene.every(Track)[0].counts)
    if ask.kind == "dragon":
        return max(COLORS, key=lambda name: hordes[DRAGON_OF[name]])
    revealed = hand_of(scene, None, "revealed")
    if ask.kind != "predict" or revealed is None:
        return prompt.default
    left = unrevealed(revealed.items)
    gains = [(mean_gain(hordes, PREDICTIONS[key], left), key) for key in prompt.options if key != "pass"]
    return max([(0.0, "pass"), *gains])[1]
