"""A computer player for Rolled Gold: it adds the dice that are worth most against the house's roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine import Chance, Choose, OpenAsk, Scene
from games.engine.money import SIZES
from games.engine.prompts import Answer
from games.gembones.rolled_gold.odds import mean, takes_bonus
from games.gembones.rolled_gold.options import Rules


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
    best = max((size for size in prompt.options if size in SIZES), key=value, default="")
    if best and (value(best) > 0 or (not says["added"] and value(best) > buy_in)):
        return best
    return "done"


def greedy(prompt: Choose) -> Answer:
    """Return the largest die or else the largest bonus, for a match for points, in which nothing is lost."""
    dice = [option for option in prompt.options if option in SIZES or option.startswith("instead_")]
    bonuses = [option for option in prompt.options if option.startswith("bonus_")]
    return [prompt.default, *bonuses, *dice][-1]
