"""The worth of every answer in Rolled Gold, exactly, if the rest is played for the most money (OD-RG4 to OD-RG7).

What one die wins or loses against the house doesn't depend on the others, so only their number, the buy-in that may
come out, and the bonuses have to be kept in mind.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from games.engine.money import SIZES
from games.engine.prompts import Answer, Choose
from games.engine.scene import Scene, SceneHeader
from games.gembones.rolled_gold.odds import BONUS, BONUSES, INSTEAD, house_chances, mean, takes_bonus
from games.gembones.rolled_gold.options import Options, Rules


class Terms(NamedTuple):
    """The options of a game as far as they change what an answer is worth."""

    houses: tuple[int, ...]
    rules: Rules
    sizes: tuple[str, ...]
    most: int
    bonuses: tuple[str, ...]
    dark: bool


class Offer(NamedTuple):
    """The moves that are left to a player once the house has rolled.

    `left`: the dice for which the tray has room. `buy_in`: empty once it's out. `back`: it may come out. `bare`: how
    many g20 in the tray may have a bonus, as far as is known. `free`: the bonuses that aren't there yet.
    """

    house: int
    rules: Rules
    sizes: tuple[str, ...]
    left: int
    buy_in: str
    back: bool
    bare: int
    free: tuple[str, ...]

    def after(self, answer: str) -> Offer:
        """Return what may be done after an answer."""
        if answer == "take_back":
            return self._replace(left=self.left + 1, buy_in="", back=False)
        if answer.startswith(BONUS):
            free = tuple(each for each in self.free if BONUS + each != answer)
            return self._replace(bare=self.bare - 1, free=free)
        size = answer.removeprefix(INSTEAD)
        bare = self.bare + takes_bonus(size, self.house)
        if size != answer:
            return self._replace(buy_in="", bare=bare)
        larger = bool(self.buy_in) and SIZES[size] > SIZES[self.buy_in]
        return self._replace(left=self.left - 1, back=self.back or larger, bare=bare)

    def gain(self, answer: str) -> Fraction:
        """Return what an answer by itself gains on average."""
        house, rules = self.house, self.rules
        if answer == "done":
            return Fraction(0)
        if answer == "take_back":
            return -mean(self.buy_in, house, "", rules)
        if answer.startswith(BONUS):
            return mean("g20", house, answer.removeprefix(BONUS), rules) - mean("g20", house, "", rules)
        size = answer.removeprefix(INSTEAD)
        out = mean(self.buy_in, house, "", rules) if size != answer else 0
        return mean(size, house, "", rules) - out

    def answers(self) -> list[str]:
        """Return the answers that change anything."""
        found = list(self.sizes) if self.left else []
        found += ["take_back"] if self.back else []
        if not self.left and self.buy_in and not self.back:
            found += [INSTEAD + size for size in self.sizes if SIZES[size] > SIZES[self.buy_in]]
        return found + ([BONUS + each for each in self.free] if self.bare else [])


@cache
def best_gain(offer: Offer) -> Fraction:
    """Return what the best answers from here on gain on average, beside the tray as it is."""
    return max([Fraction(0), *(worth_of(offer, answer) for answer in offer.answers())])


def worth_of(offer: Offer, answer: str) -> Fraction:
    """Return what an answer gains on average, if the best ones follow it."""
    return offer.gain(answer) + (best_gain(offer.after(answer)) if answer != "done" else 0)


@cache
def worth_of_tray(dice: tuple[str, ...], moon: str, options: Terms) -> Fraction:
    """Return the mean gain of a tray before the house rolls, if the best answers follow."""
    total = Fraction(0)
    buy_in = min(dice, key=SIZES.__getitem__)
    for house, chance in house_chances(options.houses, moon).items():
        worth = sum(mean(size, house, "", options.rules) for size in dice)
        if house > 1:
            bare = sum(takes_bonus(size, house) for size in dice)
            left = options.most - len(dice)
            offer = Offer(house, options.rules, options.sizes, left, buy_in, False, bare, options.bonuses)
            worth += best_gain(offer)
        total += chance * worth
    return total


def terms_of(scene: Scene) -> Terms:
    """Return the options of the game that is shown."""
    headers = (block.options for block in scene.every(SceneHeader))
    options = next((each for each in headers if isinstance(each, Options)), Options())
    bonuses = () if options.vault_of_dragons else tuple(BONUSES)
    return Terms(
        options.houses, options.rules, options.sizes, options.most, bonuses, options.dark_moon_heresy
    )


def in_order(prompt: Choose) -> list[str]:
    """Return the answers in the order in which one of equal worth is given: to stop first, then the smaller die."""
    return sorted(prompt.options, key=lambda answer: answer != prompt.default)


def ways_before(prompt: Choose, dice: Sequence[str], options: Terms) -> list[tuple[Answer, float]]:
    """Return the answers before the house rolls with what they gain; not to play at all isn't one of them."""
    # the second game of a pair is the one that the house rolls with disadvantage (RG-27)
    moon = ("advantage" if prompt.says["games"] == 2 else "disadvantage") if options.dark else ""
    ways: list[tuple[Answer, float]] = []
    for answer in in_order(prompt):
        tray = (*dice, answer) if answer in SIZES else tuple(dice)
        if tray:
            ways.append((answer, float(worth_of_tray(tuple(sorted(tray)), moon, options))))
    return ways


def ways_after(prompt: Choose, tray: Sequence[str], options: Terms) -> list[tuple[Answer, float]]:
    """Return the answers once the house has rolled with what they gain; `tray`: the dice in it, bonuses among them."""
    says, offered = prompt.says, tuple(prompt.options)
    free = tuple(each for each in options.bonuses if BONUS + each in offered)
    used = len(options.bonuses) - len(free) if free else 0
    left = max(1, options.most - len(tray) + used) if any(each in SIZES for each in offered) else 0
    back = "take_back" in offered
    bonuses = free or options.bonuses
    offer = Offer(
        says["house"], options.rules, options.sizes, left, says["buy_in"], back, int(bool(free)), bonuses
    )
    return [(answer, float(worth_of(offer, answer))) for answer in in_order(prompt)]
