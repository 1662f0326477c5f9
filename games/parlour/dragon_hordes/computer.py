"""The computer players of Dragon Hordes: only the shark counts cards, the others use the odds of a full deck."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

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
    hordes = dict(scene.every(Track)[0].counts)
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


@dataclass(frozen=True, slots=True)
class Predictor:
    """Makes the prediction with the best average gain, if that exceeds `least`.

    Who doesn't count cards goes by the odds of a full deck, and predicts a colour or a rank but never both: nobody
    counts cards over a drink. A temper shows in how clear a gain has to be.
    """

    least: float
    counts_cards: bool = False

    @property
    def tempers(self) -> Collection[str]:
        """The tempers that change how it plays."""
        return NERVES

    def tempered(self, temper: str) -> Predictor:
        """Return the same player with a temper."""
        return replace(self, least=self.least - NERVES[temper])

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Return the best prediction, or pass."""
        return answer_by(
            scene,
            ask,
            lambda key: self.counts_cards or "-" not in key,
            counts_cards=self.counts_cards,
            least=self.least,
        )

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the predictions, and the pass, by their average gain; None for who doesn't count cards."""
        prompt, revealed = ask.prompt, hand_of(scene, None, "revealed")
        if (
            not self.counts_cards
            or ask.kind != "predict"
            or revealed is None
            or not isinstance(prompt, Choose)
        ):
            return None
        hordes = dict(scene.every(Track)[0].counts)
        left = unrevealed(revealed.items)
        gains: list[tuple[Answer, float]] = [
            (key, mean_gain(hordes, PREDICTIONS[key], left)) for key in prompt.options if key in PREDICTIONS
        ]
        return Weighed.by_worth([("pass", self.least), *gains], stake=STAKE, unit="pieces")


NERVES = {"bold": 0.5, "careful": -0.5}
"""The average loss, in pieces, for which a temper makes a prediction that others leave."""
STAKE = 10.0
"""About the pieces that a prediction may win or lose."""
sensible, shark = Predictor(CLEAR), Predictor(0.0, counts_cards=True)
