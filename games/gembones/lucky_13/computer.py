"""Computer players for Lucky No. 13 (L13).

The shark plays for what is paid, as solved in `money`, and where that doesn't hold, as under blessings and for points,
for the best chance to win, as computed in `odds`. The regular rolls for a total in the lead, and ignores the players
still to come; the newcomer knows only that 10 is a good total.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from games.computer.weighed import Weighed
from games.engine.chance import Chance
from games.engine.money import SIZES
from games.engine.prompts import Answer, Choose
from games.engine.scene import OpenAsk, Scene
from games.gembones.lucky_13.money import ways_for_money
from games.gembones.lucky_13.odds import choices, survival_chance, win_chance
from games.gembones.lucky_13.options import DICE, LUCKY

STAKE = 15.0
"""About what a game is for: the gembones of three losers and an own one."""
GUEST_STOPS = 10
"""A guest (PTY-R2) and a newcomer stop at this total or above; a regular does so if it leads."""


def optimal(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Play for the best chance to win, as computed in `odds`.

    It gives a gembone only after its own turn, and only if the gift probably busts the other player.
    """
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    says = prompt.says
    if ask.kind == "stake":
        return agrees(prompt)
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


@dataclass(frozen=True, slots=True)
class Optimal:
    """The shark: it plays for money, or `optimal`, and can tell what each choice is worth.

    A temper shows in `nerve`: so much more, or less, a roll is worth to it than the stop, in copper.
    """

    nerve: float = 0.0

    @property
    def tempers(self) -> Collection[str]:
        """The tempers that change how it plays."""
        return NERVES

    def tempered(self, temper: str) -> Optimal:
        """Return the same player with a temper."""
        return replace(self, nerve=NERVES[temper])

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Return the best answer."""
        weighed = self.weigh(scene, ask, luck)
        return optimal(scene, ask, luck) if weighed is None else weighed.ways[0][0]

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return what may be rolled, and the stop, with the exact worth or chance to win; None at other questions."""
        prompt = ask.prompt
        if ask.kind != "roll" or not isinstance(prompt, Choose):
            return None
        ways = ways_for_money(scene, ask)
        if ways:
            return Weighed.by_worth(self._tempered(ways, 1.0), STAKE, "copper")
        says = prompt.says
        unrolled = tuple(option for option in prompt.options if option in DICE)
        every = choices(unrolled, says["total"], says["best"], says["later"], says["flips"])
        legal = [(choice, float(chance)) for choice, chance in every if choice in prompt.options]
        return Weighed.by_worth(self._tempered(legal, STAKE)) if legal else None

    def _tempered(self, ways: Sequence[tuple[str, float]], unit: float) -> list[tuple[Answer, float]]:
        """Return choices with what they are worth to this temper; `unit`: the copper of one whole worth."""
        return [(choice, worth + (self.nerve / unit if choice in DICE else 0.0)) for choice, worth in ways]


NERVES = {"bold": 0.8, "careful": -0.8}
"""The copper for which a temper rolls on where others stop, or stops where others roll."""
shark = Optimal()


def agrees(prompt: Choose) -> str:
    """Put up the stake and agree to a new draft, which is up to the members (L13-R5)."""
    return "stake_anew" if "stake_anew" in prompt.options else prompt.options[0]


@dataclass(frozen=True, slots=True)
class Regular:
    """Rolls the gembone most likely to take the lead with `enough` or more, then stops."""

    enough: int = GUEST_STOPS

    @property
    def tempers(self) -> Collection[str]:
        """The tempers that change how it plays."""
        return NERVES

    def tempered(self, temper: str) -> Regular:
        """Return the same player with a temper: the careful stops a pip earlier, the bold a pip later."""
        return Regular(GUEST_STOPS + (1 if temper == "bold" else -1))

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Roll or stop; answer other questions for the best chance to win."""
        prompt = ask.prompt
        assert isinstance(prompt, Choose)
        if ask.kind != "roll":
            return optimal(scene, ask, luck)
        total, best = prompt.says["total"], prompt.says["best"]
        unrolled = [option for option in prompt.options if option in DICE]
        if not unrolled or ("stop" in prompt.options and total >= self.enough and total > best):
            return "stop"
        wanted = range(max(best + 1, self.enough) - total, LUCKY - total + 1)

        def leads(size: str) -> float:
            return len([face for face in wanted if 1 <= face <= SIZES[size]]) / SIZES[size]

        return max(unrolled, key=lambda size: (leads(size), SIZES[size]))


regular = Regular()


def newcomer(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Roll the largest gembone until the total is 10 or more, ignoring the other totals; give nothing away."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if ask.kind == "stake":
        return agrees(prompt)
    if ask.kind != "roll":
        if ask.kind in ("say", "swap"):
            return luck.choice(prompt.options)
        return prompt.default if ask.kind == "gift" else prompt.options[0]
    unrolled = [option for option in prompt.options if option in DICE]
    if not unrolled or ("stop" in prompt.options and prompt.says["total"] >= GUEST_STOPS):
        return "stop"
    return max(unrolled, key=SIZES.__getitem__)


def guest(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Play as a guest of the house: roll the largest gembone until 10 or more, or above the best total (PTY-R2)."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if ask.kind == "stake":
        return agrees(prompt)
    if ask.kind != "roll":
        return prompt.default if ask.kind == "gift" else prompt.options[0]
    total, best = prompt.says["total"], prompt.says["best"]
    enough = total >= GUEST_STOPS or (best and total > best)
    unrolled = [option for option in prompt.options if option in DICE]
    if not unrolled or (enough and "stop" in prompt.options):
        return "stop"
    return max(unrolled, key=SIZES.__getitem__)
