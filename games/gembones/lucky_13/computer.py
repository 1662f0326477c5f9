"""Computer players for Lucky No. 13 (L13)."""

from __future__ import annotations

from games.engine import Chance, Choose, OpenAsk, Scene
from games.engine.money import SIZES
from games.engine.prompts import Answer
from games.gembones.lucky_13.odds import choices, outlook, survives
from games.gembones.lucky_13.turn import DICE, LUCKY

GUEST_STOPS = 10
"""A guest is content with that (PTY-R2)."""


def optimal(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Plays for the best chance to win, from `lucky_odds`; gives only to bust somebody, if its own turn is past."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    says = prompt.says
    if ask.kind == "roll":
        unrolled = tuple(option for option in prompt.options if option in DICE)
        every = choices(unrolled, says["total"], says["best"], says["later"], says["flips"])
        return max(every, key=lambda choice: choice[1])[0] if every else "stop"
    if ask.kind == "say":
        change = {"true": 0, "up": 1, "down": -1}
        at = {option: says["total"] + change[option] for option in prompt.options}
        return max(prompt.options, key=lambda option: outlook((), at[option], says["best"], says["later"]))
    if ask.kind == "swap":

        def wins(size: str) -> float:
            totals = [says["without"] + face for face in range(1, SIZES[size] + 1)]
            chances = [survives(total, says["later"]) for total in totals if total > says["best"]]
            return float(sum(chances)) / SIZES[size]

        return max([option for option in prompt.options if option != "bust"], key=wins)
    if ask.kind == "gift" and says["past"]:

        def harms(size: str) -> float:
            lacks: int = LUCKY - says["total"]
            return (max(SIZES[size] - lacks, 0) - (1 <= lacks <= SIZES[size])) / SIZES[size]

        size = max([option for option in prompt.options if option != "keep"], key=harms)
        return size if harms(size) > 0.5 else "keep"
    return prompt.default if ask.kind == "gift" else prompt.options[0]


def guest(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """A guest of the house: the largest gembone next, until it has 10 or more or beats the best so far (PTY-R2)."""
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
