"""Betting for the three strengths of computer player, based on an estimated chance to win (BET)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from games.computer import Thoughts
from games.computer.habits import Habit
from games.computer.weighed import Weighed, weigh
from games.engine.chance import Chance
from games.engine.game import Policy
from games.engine.prompts import Answer, Choose
from games.engine.scene import OpenAsk, Scene
from games.parlour.players.hearing import Belief, Dealer, actions
from games.parlour.players.weighing import Weighing
from games.parlour.shared.computer import rivals

Reader = Callable[[Scene], Dealer | None]
"""Reads a scene and returns a dealer of the hidden cards; None if the viewer has no hand to judge."""


class Stakes(NamedTuple):
    """The amounts of a betting question.

    `need`: the cost of a call. `fair`: an equal share of the chances, 1 in the number of players who are in.
    `low`, `high`: the smallest and the largest raise.
    """

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
        """Size a raise as a fraction of the pot, within the limits of the question; 0 if nobody can raise."""
        return min(self.high, max(self.low, round(part * (self.pot + self.need))))


def betting(prompt: object) -> Choose:
    """Return the prompt if it is a betting prompt; raise `TypeError` if not."""
    if not isinstance(prompt, Choose) or "need" not in prompt.says:
        raise TypeError(f"not a betting prompt: {prompt!r}")
    return prompt


def passes(prompt: Choose) -> Answer:
    """Check if that is free, otherwise fold."""
    return "check" if "check" in prompt.options else "fold"


@dataclass(frozen=True, slots=True)
class Style:
    """A way of betting.

    `samples`: the number of deals it imagines. `ear`: the weight it gives to the others' bets, from 0 to 1.
    `ahead`: it bets if its chance to win is this many times a fair share; the bet starts at `part` of the pot and grows
    with the chance. `price`: it calls if its expected win is at least this many times the cost of the call.
    `cheeky`: it bluffs one time in `cheeky`. `raises`: after this many bets and calls on its present hand, it raises
    only with a near-certain win.
    `timid`: the part of its cost by which a call or a raise must be better than a fold, where it weighs.
    `brave`: above this chance to win, it calls for more than half of its money. `weighs`: it compares its options by
    `Weighing`; a raise must then beat the others by `daring` times the pot. `scale`: the factor for all its raises.
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
    timid: float = 0.0
    scale: float = 1.0

    def tempered(self, temper: str) -> Style:
        """Return the style changed by a temper."""
        if temper == "bold":
            return replace(
                self,
                ahead=0.8 * self.ahead,
                cheeky=max(3, self.cheeky // 4),
                raises=self.raises + 1,
                price=0.9 * self.price,
                daring=self.daring - BOLDER,
                timid=self.timid - TIMID / 4,
            )
        if temper == "careful":
            return replace(
                self,
                ahead=1.25 * self.ahead,
                cheeky=4 * self.cheeky,
                price=1.6 * self.price,
                daring=self.daring + BOLDER,
                timid=self.timid + TIMID,
            )
        return replace(self, scale=GRAND) if temper == "grand" else self


BETTING_TEMPERS = ("bold", "careful", "grand")
BOLDER = 0.14
"""The change of `daring` by temper: a bold shark raises on a worse outlook, a careful one needs a better outlook."""
TIMID = 0.4
"""The change of `timid` by temper: a careful shark folds more than others, and a bold one a little less."""
GRAND = 1.6
"""A `grand` player multiplies its raises by this factor."""


NEWCOMER = Style(samples=30, ear=0.0, ahead=1.7, part=0.25, price=0.62, cheeky=16, raises=1)
REGULAR = Style(samples=60, ear=0.09, ahead=1.5, part=0.2, price=0.85, cheeky=24, raises=1)
SHARK = Style(
    samples=120, ear=1.0, ahead=1.3, part=0.3, price=1.1, cheeky=14, raises=2, brave=0.3, weighs=True
)


def bet(scene: Scene, prompt: Choose, win: float, luck: Chance, style: Style) -> Answer:
    """Bet and raise when ahead, in proportion to the pot; call at the style's price; sometimes make a small bluff."""
    stakes = Stakes.of(scene, prompt)
    # actions from before an exchange were about another hand, and don't count against `raises`
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
"""Above this chance to win, `bet` raises any number of times."""


def _within_means(stakes: Stakes, raise_by: int, win: float) -> Answer:
    """Reduce a raise to a third of the player's money, unless the hand is very likely to win."""
    if win < 0.8:
        raise_by = max(stakes.low, min(raise_by, (stakes.money - stakes.need) // 3))
    return raise_by


def players(
    reader: Reader, plays: Policy, *, clumsy: Policy, sharp: Policy | None = None
) -> dict[str, Policy]:
    """Return the computer players of a game with a pot, by strength.

    `plays` answers every question except bets; `clumsy` replaces it for the newcomer, `sharp` for the shark.
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
    habits: Mapping[int, Habit] = field(default_factory=dict)

    def remembering(self, habits: Mapping[int, Habit]) -> Bettor:
        """Return the same player, going by the habits of its rivals if it weighs its bets."""
        return replace(self, habits=habits) if self.style.weighs else self

    @property
    def tempers(self) -> Collection[str]:
        """The tempers that affect its betting."""
        return BETTING_TEMPERS

    def tempered(self, temper: str) -> Bettor:
        """Return the same player with a temper, which affects its betting only."""
        return replace(self, style=self.style.tempered(temper))

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Bet, agree to open stakes, or leave the answer to `plays`."""
        if ask.kind != "bet":
            return agreeable(ask) or self.plays(scene, ask, luck)
        dealer, prompt, style = self.reader(scene), betting(ask.prompt), self.style
        if dealer is None:
            return passes(prompt)
        if style.weighs:
            return self._weighed(scene, prompt, dealer, luck).ways[0][0]
        luck = Thoughts(luck)
        belief = Belief(scene, dealer, luck, style.samples, ear=style.ear)
        return self._sized(prompt, bet(scene, prompt, belief.win(), luck, style))

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the possible bets by what they gain, if it weighs them, and other answers as `plays` weighs them."""
        if ask.kind != "bet":
            return weigh(self.plays, scene, ask, luck)
        dealer = self.reader(scene)
        if dealer is None or not self.style.weighs:
            return None
        return self._weighed(scene, betting(ask.prompt), dealer, luck)

    def _weighed(self, scene: Scene, prompt: Choose, dealer: Dealer, luck: Chance) -> Weighed:
        luck, style = Thoughts(luck), self.style
        belief = Belief(scene, dealer, luck, style.samples, ear=style.ear, habits=self.habits)
        weighed = Weighing(scene, belief, prompt.says["pot"]).ways(
            prompt, luck, daring=style.daring, timid=style.timid
        )
        return weighed._replace(ways=[(self._sized(prompt, answer), worth) for answer, worth in weighed.ways])

    def _sized(self, prompt: Choose, answer: Answer) -> Answer:
        """Return the answer with a raise as large as the style makes it."""
        if isinstance(answer, int) and prompt.amount is not None:
            return min(prompt.amount.high, max(prompt.amount.low, round(self.style.scale * answer)))
        return answer


def chance_to_win(scene: Scene, reader: Reader, luck: Chance) -> float | None:
    """Estimate the viewer's chance to win when it is asked to bet; None at any other question."""
    dealer = reader(scene)
    if dealer is None or all(ask.kind != "bet" for ask in scene.mine()):
        return None
    return Belief(scene, dealer, Thoughts(luck), TOLD, ear=SHARK.ear).win()


TOLD = 600
"""The number of sampled deals for a chance shown to people: five times what a shark samples for a bet."""


def agreeable(ask: OpenAsk) -> Answer:
    """Agree to play without Table Stakes, as every computer player does (BET-29); None at any other question."""
    return "yes" if ask.kind == "open_stakes" else None
