"""Computer players for Rolled Gold.

The shark gives the answer that is worth most, as `best_play` counts it. The regular knows at which rolls a die is worth
adding, but not how much; the newcomer adds a die when the house's payout is large.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from games.computer.weighed import Weighed, weigh
from games.engine.chance import Chance
from games.engine.game import Policy
from games.engine.money import SIZES
from games.engine.prompts import Answer, Choose
from games.engine.scene import OpenAsk, Scene, Zone
from games.gembones.rolled_gold.best_play import terms_of, ways_after, ways_before
from games.gembones.rolled_gold.odds import BONUS, INSTEAD, PAYOUTS

REGULAR_ADDS = ((3, 2), (10, 1))
"""The highest roll of the house at which a regular adds each number of g20."""


@dataclass(frozen=True, slots=True)
class Optimal:
    """The shark: it gives the answer with the best mean, and can tell what each of them gains."""

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Return the answer that is worth most, or that costs least on average (OD-RG4)."""
        weighed = self.weigh(scene, ask, luck)
        assert isinstance(ask.prompt, Choose)
        return greedy(ask.prompt) if weighed is None else weighed.ways[0][0]

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the answers with the exact mean of what they gain; None in a match for points."""
        prompt = ask.prompt
        if not isinstance(prompt, Choose) or prompt.says["for_points"]:
            return None
        zones = scene.every(Zone)
        tray = next((zone.items for zone in zones if (zone.name, zone.owner) == ("tray", scene.viewer)), ())
        ways = ways_after if ask.kind == "add" else ways_before
        return Weighed.by_worth(ways(prompt, tray, terms_of(scene)), STAKE, "copper")


STAKE = 20.0
"""About what a die is for: a g20."""
optimal = Optimal()


def regular(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Buy in with the smallest die; take a g20 for it when the house rolls low, and a second when very low."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if prompt.says["for_points"]:
        return greedy(prompt)
    if ask.kind != "add":
        return prompt.options[0] if ask.kind == "buy_in" else "done"
    says = prompt.says
    wanted = next((n for most, n in REGULAR_ADDS if says["house"] <= most), 0)
    if "g20" in prompt.options and says["buy_in"] != "g20" and says["added"] < wanted:
        return "g20"
    return "take_back" if "take_back" in prompt.options else "done"


def newcomer(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Buy in with any die, leave it in, and add a die like it when the house's payout is larger."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if prompt.says["for_points"]:
        return prompt.default if luck.below(3) == 0 else greedy(prompt)
    if ask.kind != "add":
        sizes = [option for option in prompt.options if option in SIZES]
        return luck.choice(sizes) if ask.kind == "buy_in" else "done"
    says = prompt.says
    payout = PAYOUTS.get(says["house"], "")
    tempted = payout and says["buy_in"] and SIZES[payout] > SIZES[says["buy_in"]]
    if tempted and not says["added"] and says["buy_in"] in prompt.options:
        return str(says["buy_in"])
    return "done"


@dataclass(frozen=True, slots=True)
class Gambler:
    """A player of one strength and temper.

    If it loves the g20, it buys in with one and then plays at its usual strength; if it is careful, it adds no second
    die.
    """

    plays: Policy
    temper: str = ""

    @property
    def tempers(self) -> Collection[str]:
        """The tempers that change how it plays."""
        return ("twenty", "careful")

    def tempered(self, temper: str) -> Gambler:
        """Return the same player with a temper."""
        return replace(self, temper=temper)

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Buy in and add dice as its temper wants; otherwise play as usual."""
        weighed = self.weigh(scene, ask, luck)
        if weighed is not None:
            return weighed.ways[0][0]
        answer = self.plays(scene, ask, luck)
        return answer if self._likes(ask, answer) else BELOVED if ask.kind == "buy_in" else "done"

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the answers that its temper likes as its strength weighs them."""
        weighed = weigh(self.plays, scene, ask, luck)
        if weighed is None:
            return None
        return weighed._replace(ways=[each for each in weighed.ways if self._likes(ask, each[0])])

    def _likes(self, ask: OpenAsk, answer: Answer) -> bool:
        prompt = ask.prompt
        assert isinstance(prompt, Choose)
        if self.temper == "twenty" and ask.kind == "buy_in" and BELOVED in prompt.options:
            return bool(answer == BELOVED)
        second = ask.kind == "add" and answer in SIZES and bool(prompt.says["added"])
        return not (self.temper == "careful" and second)


BELOVED = "g20"


def greedy(prompt: Choose) -> Answer:
    """Return the largest die or else the largest bonus, for a match for points, in which nothing is lost."""
    dice = [option for option in prompt.options if option in SIZES or option.startswith(INSTEAD)]
    bonuses = [option for option in prompt.options if option.startswith(BONUS)]
    return [prompt.default, *bonuses, *dice][-1]
