"""Computer players for Rolled Gold.

The shark adds the dice that are worth most against the house's roll. The regular knows at which rolls a die is worth
adding, but not how much; the newcomer adds a die when the house's payout is large.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.engine.chance import Chance
from games.engine.game import Policy
from games.engine.money import SIZES
from games.engine.prompts import Answer, Choose
from games.engine.scene import OpenAsk, Scene
from games.gembones.rolled_gold.odds import PAYOUTS, mean, takes_bonus
from games.gembones.rolled_gold.options import Rules

REGULAR_ADDS = ((3, 2), (10, 1))
"""The highest roll of the house at which a regular adds each number of g20."""


def optimal(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Buy in with the smallest die, then add the die that is worth most, or that costs least on average (OD-RG4)."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if prompt.says["for_points"]:
        return greedy(prompt)
    if ask.kind != "add":
        return prompt.options[0] if ask.kind == "buy_in" else "done"
    says: Mapping[str, Any] = prompt.says
    house, rules = says["house"], Rules(*says["rules"])
    buy_in = mean(says["buy_in"], house, "", rules) if says["buy_in"] else 0

    def value(size: str) -> Any:
        bonus = "g4" if takes_bonus(size, house) and not rules.duel else ""
        return mean(size, house, bonus, rules)

    if "bonus_g4" in prompt.options and mean("g20", house, "g4", rules) > mean("g20", house, "", rules):
        return "bonus_g4"
    if "take_back" in prompt.options and buy_in < max(0, *map(value, says["sizes"])):
        return "take_back"
    sizes = [size for size in prompt.options if size in SIZES]
    best = max(sizes, key=value, default="")
    if best and value(best) > 0:
        return best
    if says["buy_in"] and not says["added"]:
        # only a larger die lets the buy-in out (RG-R6); after any other the buy-in would be lost too
        larger = [size for size in sizes if SIZES[size] > SIZES[says["buy_in"]]]
        best = max(larger, key=value, default="")
        if best and value(best) > buy_in:
            return best
    return "done"


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
        prompt = ask.prompt
        assert isinstance(prompt, Choose)
        if self.temper == "twenty" and ask.kind == "buy_in" and BELOVED in prompt.options:
            return BELOVED
        answer = self.plays(scene, ask, luck)
        if self.temper == "careful" and answer in SIZES and ask.kind == "add" and prompt.says["added"]:
            return "done"
        return answer


BELOVED = "g20"


def greedy(prompt: Choose) -> Answer:
    """Return the largest die or else the largest bonus, for a match for points, in which nothing is lost."""
    dice = [option for option in prompt.options if option in SIZES or option.startswith("instead_")]
    bonuses = [option for option in prompt.options if option.startswith("bonus_")]
    return [prompt.default, *bonuses, *dice][-1]
