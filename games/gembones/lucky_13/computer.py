"""Computer players for Lucky No. 13 (L13)."""

from __future__ import annotations

from games.engine import Chance, Choose, OpenAsk, Scene
from games.engine.money import SIZES
from games.engine.prompts import Answer
from games.gembones.lucky_13.odds import choices, survival_chance, win_chance
from games.gembones.lucky_13.options import DICE, LUCKY

GUEST_STOPS = 10
"""A guest stops at this total or above (PTY-R2)."""


def optimal(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Play for the best chance to win, as computed in `odds`.

    It gives a gembone only if its own turn is past and the gift is more likely to bust the other player than not.
    """
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    says = prompt.says
    if ask.kind == "roll":
        unrolled = tuple(option for option in prompt.options if option in DICE)
        every = choices(unrolled, says["total"], says["best"], says["later"], says["flips"])
        return max(every, key=lambda choice: choice[1])[0] if every else "stop"
    if ask.kind == "say":
        change = {"true": 0, "up": 1, "down": -1}
        totals = {option: says["total"] + change[option] for option in prompt.options}
        return max(
            prompt.options, key=lambda option: win_chance((), totals[option], says["best"], says["later"])
        )
    if ask.kind == "swap":

        def chance(size: str) -> float:
            totals = [says["without"] + face for face in range(1, SIZES[size] + 1)]
            chances = [survival_chance(total, says["later"]) for total in totals if total > says["best"]]
            return float(sum(chances)) / SIZES[size]

        return max([option for option in prompt.options if option != "bust"], key=chance)
    if ask.kind == "gift" and says["past"]:

        def harm(size: str) -> float:
            lacks: int = LUCKY - says["total"]
            return (max(SIZES[size] - lacks, 0) - (1 <= lacks <= SIZES[size])) / SIZES[size]

        size = max([option for option in prompt.options if option != "keep"], key=harm)
        return size if harm(size) > 0.5 else "keep"
    return prompt.default if ask.kind == "gift" else prompt.options[0]


def guest(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Play as a guest of the house: the largest gembone next, up to 10 or more or the best total so far (PTY-R2)."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if ask.kind != "roll":
        return prompt.default if ask.kind == "gift" else prompt.options[0]
    total, best = prompt.says["total"], prompt.says["best"]
    enough = total >= GUEST_STOPS or (best and total > best)
    unrolled = [option for option in prompt.options if option in DICE]
    if not unrolled or (enough and "stop" in prompt.options):
        return "stop"
    return max(unrolled, key=SIZES.__getitem__)
