"""Rolled Gold in numbers: the payout table, the outcome of a wager, and its odds (RG-10, RG-17 to RG-19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from games.engine.game import Odds
from games.engine.money import SIZES, make_up, profit, worth
from games.gembones.rolled_gold.options import HOUSE_SIDES, Options, Rules
from games.gembones.shared.point_race import POINT_VALUES
from games.gembones.shared.rolls import CRACKS_IN
from games.phrases import N_, spelled

PAYOUTS: Mapping[int, str] = {
    **dict.fromkeys((2, 3), "g4"),
    **dict.fromkeys((4, 5, 6), "g6"),
    **dict.fromkeys((7, 8), "g8"),
    **dict.fromkeys((9, 10), "g10"),
    **dict.fromkeys((11, 12), "g12"),
    **dict.fromkeys((13, 14, 15, 16, 17, 18), "g20"),
    **dict.fromkeys((19, 20), "g100"),
}
"""The house's roll to the payout die."""
BONUSES: Mapping[str, str] = {"g4": "Guidance", "g6": "Bardic Inspiration", "g8": "Superiority"}
INSTEAD, BONUS = "instead_", "bonus_"
"""The beginnings of the answers that put a larger die in place of the buy-in, and that add a bonus to a g20."""
BONUS_PAYOUT, BONUS_WAGER = "g20", "g20"
"""Bonuses go with a g20 wager while a g20 is the payout (RG-R8)."""


STANDARD = Rules()


class Roll(NamedTuple):
    """A wager die that was rolled: its size and face, and those of its bonus."""

    size: str
    face: int
    bonus: str = ""
    bonus_face: int = 0

    @property
    def golden(self) -> bool:
        """True for Rolled Gold: the wager gembone itself shows 20 (RG-R5)."""
        return self.face == HOUSE_SIDES


class Outcome(NamedTuple):
    """The units that a wager wins from the house and loses to it.

    `points`: its score in a match for points. `golden`: it is announced as Rolled Gold.
    """

    won: Mapping[str, int]
    lost: Mapping[str, int]
    points: int = 0
    golden: bool = False

    @property
    def net(self) -> int:
        """The gain or loss in pieces."""
        return worth(self.won) - worth(self.lost)


def golden_outcome(payout: str, rules: Rules) -> Outcome:
    """Return the outcome of a 20: it is paid 3 to 2 of the payout, with Acererak's Bane 6 to 5 (RG-R4).

    In points the value of the payout die is multiplied and rounded down (PTS-R3).
    """
    to, per = (6, 5) if rules.bane else (3, 2)
    return Outcome(
        make_up(profit(SIZES[payout], to, per)), {}, profit(POINT_VALUES[payout], to, per), golden=True
    )


def is_paid(roll: Roll, house: int, rules: Rules = STANDARD, bane: int = 0, duel: int = 0) -> bool:
    """Return True if a roll earns the payout.

    `bane`: the house's g4 of Acererak's Bane. `duel`: the bonus die of the house in a Red Wizards Duel.
    """
    if roll.golden:
        # only a house roll of 20 under Flying Snake Tax, which wins ties, beats a 20 (RG-R5)
        return not (rules.snake and house == HOUSE_SIDES)
    total, target = roll.face + roll.bonus_face - bane, house + duel
    return total > target if rules.snake else total >= target


def outcome(roll: Roll, house: int, rules: Rules = STANDARD, bane: int = 0, duel: int = 0) -> Outcome:
    """Return the outcome of one wager against a house roll of 2 or more (RG-R11)."""
    paid, payout = is_paid(roll, house, rules, bane, duel), PAYOUTS[house]
    lost = {} if paid else {roll.size: 1}
    if roll.bonus and not (paid and rules.duel):
        lost[roll.bonus] = lost.get(roll.bonus, 0) + 1
    if not paid:
        return Outcome({}, lost)
    best = golden_outcome(payout, rules) if roll.golden else Outcome({payout: 1}, {}, POINT_VALUES[payout])
    return best._replace(lost=lost)


def house_one_outcome(size: str) -> Outcome:
    """Return the outcome if the house rolls 1: every wager die earns its own size, or its points (RG-R3, RG-R15)."""
    return Outcome({size: 1}, {}, POINT_VALUES[size])


# ---- the worth of a wager


def faces(size: str) -> range:
    """Return the faces of a die; 0 alone if `size` is empty, for no die."""
    return range(1, SIZES[size] + 1) if size else range(1)


def rolls(size: str, bonus: str) -> Iterator[Roll]:
    """Yield every roll of a wager, each as likely as the others."""
    for face in faces(size):
        for bonus_face in faces(bonus):
            yield Roll(size, face, bonus, bonus_face)


def outcomes(size: str, house: int, bonus: str = "", rules: Rules = STANDARD) -> Iterator[Outcome]:
    """Yield every outcome of a wager, each as likely as the others; the house duels with a bonus of the same size."""
    if house == 1:
        yield house_one_outcome(size)
        return
    for roll in rolls(size, bonus):
        for bane in faces("g4" if rules.bane else ""):
            for duel in faces(bonus if rules.duel else ""):
                yield outcome(roll, house, rules, bane, duel)


@cache
def mean(size: str, house: int, bonus: str = "", rules: Rules = STANDARD) -> Fraction:
    """Return the mean gain of one wager in pieces."""
    nets = [each.net for each in outcomes(size, house, bonus, rules)]
    return Fraction(sum(nets), len(nets))


@cache
def win_chance(size: str, house: int, bonus: str = "", rules: Rules = STANDARD) -> Fraction:
    """Return the chance that one wager is paid anything."""
    won = [bool(each.won) for each in outcomes(size, house, bonus, rules)]
    return Fraction(sum(won), len(won))


@cache
def most_paid(size: str, houses: tuple[int, ...], rules: Rules) -> Mapping[str, int]:
    """Return the units that the house must set aside for one wager if it may roll any of `houses` (GEM-R9)."""
    most: dict[str, int] = {}
    for house in houses:
        bonus = max(BONUSES, key=SIZES.__getitem__) if takes_bonus(size, house) else ""
        for each in outcomes(size, house, bonus, rules):
            for unit, n in each.won.items():
                most[unit] = max(n, most.get(unit, 0))
    return most


def takes_bonus(size: str, house: int) -> bool:
    """Return True if a wager die may have a bonus at this house roll (RG-R8)."""
    return size == BONUS_WAGER and PAYOUTS.get(house) == BONUS_PAYOUT


MOONS = (N_("advantage"), N_("disadvantage"))
"""The two games of Dark Moon Heresy, by the manner in which the house rolls (RG-27)."""


def house_chances(houses: Sequence[int], moon: str = "") -> Mapping[int, Fraction]:
    """Return the chance of each house roll that stands; the others are rerolled (RG-R12).

    `moon`: `advantage` or `disadvantage` if the house rolls two g20, else empty.
    """
    pairs = product(range(1, HOUSE_SIDES + 1), repeat=2 if moon else 1)
    stand = Counter(min(faces) if moon == "disadvantage" else max(faces) for faces in pairs)
    every = sum(stand[house] for house in houses)
    return {house: Fraction(stand[house], every) for house in houses}


def odds(options: Options) -> Iterator[Odds]:
    """Yield the odds of one die that is put in before the house rolls, and left alone (OD-RG1).

    In points nothing is lost, so the gain is left out.
    """
    for moon in MOONS if options.dark_moon_heresy else ("",):
        house_rolls = house_chances(options.houses, moon)
        for size in options.sizes:
            wins = gain = Fraction(0)
            for house, chance in house_rolls.items():
                # if the house rolls 1, all are paid, and no die is rolled that could leave the tray
                stays = Fraction(CRACKS_IN - (options.cracks if house > 1 else 0), CRACKS_IN)
                wins += chance * stays * win_chance(size, house, "", options.rules)
                gain += chance * stays * mean(size, house, "", options.rules)
            wins_words, brings_words = (
                spelled("a {size} wins", size=size),
                spelled("a {size} brings", size=size),
            )
            if moon:
                wins_words = spelled("with {moon}: a {size} wins", moon=moon, size=size)
                brings_words = spelled("with {moon}: a {size} brings", moon=moon, size=size)
            yield Odds(wins_words, wins)
            if not options.for_points:
                yield Odds(brings_words, gain, N_("pieces a game"))
