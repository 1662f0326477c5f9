"""The betting of the three strengths, from one chance to win (BET)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.computer import Thoughts
from games.engine import Chance, Choose, OpenAsk, Policy, Scene
from games.engine.prompts import Answer
from games.parlour.players.hearing import Belief, Dealer, actions
from games.parlour.players.weighing import Weighing
from games.parlour.shared.computer import rivals

Reader = Callable[[Scene], Dealer | None]
"""Reads a scene, and returns a dealer of the hidden cards; None if there is nothing to judge."""


class Stakes(NamedTuple):
    """The amounts of a betting question."""

    need: int
    pot: int
    money: int
    fair: float
    low: int
    high: int

    @classmethod
    def of(cls, scene: Scene, prompt: Choose) -> Stakes:
        """Read a question; with `high` 0 nobody can raise."""
        says, amount = prompt.says, prompt.amount
        fair = 1 / (1 + len(rivals(scene)))
        low, high = (amount.low, amount.high) if amount is not None else (0, 0)
        return cls(says["need"], says["pot"], says["money"], fair, low, high)

    def size(self, part: float) -> int:
        """Return a raise by this part of the pot, within what is allowed; 0 if nobody can raise."""
        return min(self.high, max(self.low, round(part * (self.pot + self.need))))


def betting(prompt: object) -> Choose:
    """Return a betting prompt, or raise `TypeError`."""
    if not isinstance(prompt, Choose) or "need" not in prompt.says:
        raise TypeError(f"not a betting prompt: {prompt!r}")
    return prompt


def passes(prompt: Choose) -> Answer:
    """Check, or fold where that is not free."""
    return "check" if "check" in prompt.options else "fold"


@dataclass(frozen=True, slots=True)
class Style:
    """A way of betting.

    `samples`: deals it thinks of. `ear`: how much of the others' bets it hears. `ahead`: it bets with so many times a
    fair share of the chances, by `part` of the pot and more with a better hand. `price`: it calls where it expects to
    win so many times what the call costs. `cheeky`: it bluffs at one chance of so many. `raises`: how often it raises
    in one game before it is sure. `brave`: with such a chance to win it calls for more than half of its money.
    """

    samples: int
    ear: float
    ahead: float
    part: float
    price: float
    cheeky: int
    raises: int
    brave: float = 0.5
    weighs: bool = False
    daring: float = 0.02
    scale: float = 1.0

    def tempered(self, temper: str) -> Style:
        """Return the same way of betting with a temper."""
        if temper == "bold":
            return replace(
                self,
                ahead=0.8 * self.ahead,
                cheeky=max(3, self.cheeky // 4),
                raises=self.raises + 1,
                daring=self.daring - BOLDER,
            )
        if temper == "careful":
            return replace(
                self,
                ahead=1.25 * self.ahead,
                cheeky=4 * self.cheeky,
                price=1.15 * self.price,
                daring=self.daring + BOLDER,
            )
        return replace(self, scale=GRAND) if temper == "grand" else self


BETTING_TEMPERS = ("bold", "careful", "grand")
BOLDER = 0.14
"""The part of the pot that a raise is worth more to a bold shark, and less to a careful one."""
GRAND = 1.6
"""The factor for the raises of a player with the temper `grand`."""


NEWCOMER = Style(samples=30, ear=0.0, ahead=1.7, part=0.25, price=0.62, cheeky=16, raises=1)
REGULAR = Style(samples=60, ear=0.09, ahead=1.5, part=0.2, price=0.85, cheeky=24, raises=1)
SHARK = Style(
    samples=120, ear=1.0, ahead=1.3, part=0.3, price=1.1, cheeky=14, raises=2, brave=0.3, weighs=True
)


def bet(scene: Scene, prompt: Choose, win: float, luck: Chance, style: Style) -> Answer:
    """Bet and raise when ahead, by what the pot bears; call at the style's price; bluff now and then, and cheaply."""
    stakes = Stakes.of(scene, prompt)
    mine = len([each for each in actions(scene).get(scene.viewer, ()) if each.says > 0 and not each.since])
    if stakes.high:
        if stakes.need == 0:
            if win > style.ahead * stakes.fair:
                return _within_means(stakes, stakes.size(style.part + 0.35 * win), win)
            if win > 0.8 * stakes.fair and luck.below(style.cheeky) == 0:
                return stakes.size(0.3)
        elif (win > max(0.55, 1.8 * stakes.fair) and mine < style.raises) or win > SURE:
            return _within_means(stakes, stakes.size(0.5), win)
    if "check" in prompt.options:
        return "check"
    worth = win * (stakes.pot + stakes.need) >= stakes.need * style.price
    affordable = stakes.need <= stakes.money // 2 or win > style.brave
    return "call" if "call" in prompt.options and worth and affordable else passes(prompt)


SURE = 0.88
"""A chance to win with which everybody raises."""


def _within_means(stakes: Stakes, raise_by: int, win: float) -> Answer:
    """Return the raise, or a smaller one: nobody stakes everything on a hand that is merely good."""
    if win < 0.8:
        raise_by = max(stakes.low, min(raise_by, (stakes.money - stakes.need) // 3))
    return raise_by


def players(
    reader: Reader, plays: Policy, *, clumsy: Policy, sharp: Policy | None = None
) -> dict[str, Policy]:
    """Return the three strengths of a game with a pot.

    `plays` answers what is no bet, `clumsy` does so for a newcomer and `sharp` for a shark.
    """
    return {
        "newcomer": Bettor(reader, NEWCOMER, clumsy),
        "regular": Bettor(reader, REGULAR, plays),
        "shark": Bettor(reader, SHARK, sharp or plays),
    }


@dataclass(frozen=True, slots=True)
class Bettor:
    """A player that bets in a style, and delegates all other questions to `plays`."""

    reader: Reader
    style: Style
    plays: Policy

    @property
    def tempers(self) -> Collection[str]:
        """The tempers that change how it bets."""
        return BETTING_TEMPERS

    def tempered(self, temper: str) -> Bettor:
        """Return the same player with a temper, which shows in how it bets and in nothing else."""
        return replace(self, style=self.style.tempered(temper))

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Bet, agree, or play."""
        if ask.kind != "bet":
            return agreeable(ask) or self.plays(scene, ask, luck)
        dealer, prompt, style = self.reader(scene), betting(ask.prompt), self.style
        if dealer is None:
            return passes(prompt)
        luck = Thoughts(luck)
        belief = Belief(scene, dealer, luck, style.samples, ear=style.ear)
        if style.weighs:
            answer = Weighing(scene, belief, prompt.says["pot"]).best(prompt, luck, daring=style.daring)
        else:
            answer = bet(scene, prompt, belief.win(), luck, style)
        if isinstance(answer, int) and prompt.amount is not None:
            return min(prompt.amount.high, round(style.scale * answer))
        return answer


def chance_to_win(scene: Scene, reader: Reader, luck: Chance) -> float | None:
    """Return the chance to win at a bet, from many deals weighed by the rivals' bets; None elsewhere."""
    dealer = reader(scene)
    if dealer is None or all(ask.kind != "bet" for ask in scene.mine()):
        return None
    return Belief(scene, dealer, Thoughts(luck), TOLD, ear=SHARK.ear).win()


TOLD = 600
"""The number of sampled deals for a chance that is shown to people."""


def agreeable(ask: OpenAsk) -> Answer:
    """Agree to play without Table Stakes, which a computer player never refuses (BET-29)."""
    return "yes" if ask.kind == "open_stakes" else None
