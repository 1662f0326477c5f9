"""Rolled Gold in numbers: the payout table, when a wager is paid, and what it is worth (RG-10, RG-17 to RG-19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from games.engine.money import SIZES, make_up, profit, worth
from games.gembones.shared.points import VALUES

HOUSE_SIDES = 20
PAYOUTS: Mapping[int, str] = {
    **dict.fromkeys((2, 3), "g4"),
    **dict.fromkeys((4, 5, 6), "g6"),
    **dict.fromkeys((7, 8), "g8"),
    **dict.fromkeys((9, 10), "g10"),
    **dict.fromkeys((11, 12), "g12"),
    **dict.fromkeys((13, 14, 15, 16, 17, 18), "g20"),
    **dict.fromkeys((19, 20), "g100"),
}
"""The house's roll to the payout die (RG-10)."""
BONUSES: Mapping[str, str] = {"g4": "Guidance", "g6": "Bardic Inspiration", "g8": "Superiority"}
BONUS_PAYOUT, BONUS_WAGER = "g20", "g20"
"""Bonuses go with a g20 wager while a g20 is paid (RG-21, RG-R8)."""


class Rules(NamedTuple):
    """The variants that change what a roll is worth."""

    bane: bool = False
    snake: bool = False
    duel: bool = False


STANDARD = Rules()


class Roll(NamedTuple):
    """A wager as it fell: its size and face, and those of its bonus."""

    size: str
    face: int
    bonus: str = ""
    bonus_face: int = 0

    @property
    def golden(self) -> bool:
        """Rolled Gold: the wager gembone itself shows 20 (RG-19, RG-R5)."""
        return self.face == HOUSE_SIDES


class Outcome(NamedTuple):
    """What a wager wins from the house and loses to it, in units."""

    won: Mapping[str, int]
    lost: Mapping[str, int]
    points: int = 0
    """What it scores, if it is played for points."""
    golden: bool = False
    """Whether it is called Rolled Gold (RG-19)."""

    @property
    def net(self) -> int:
        """In pieces."""
        return worth(self.won) - worth(self.lost)


def gold(payout: str, rules: Rules) -> Outcome:
    """What a 20 is paid: 3 to 2 of the payout, with Acererak 6 to 5; in gembones (RG-19, RG-26, RG-R4).

    In points the value of the payout die is multiplied and rounded down (PTS-R3).
    """
    to, per = (6, 5) if rules.bane else (3, 2)
    return Outcome(make_up(profit(SIZES[payout], to, per)), {}, profit(VALUES[payout], to, per), golden=True)


def is_paid(roll: Roll, house: int, rules: Rules = STANDARD, bane: int = 0, duel: int = 0) -> bool:
    """Whether a roll earns the payout (RG-17, RG-18, RG-26, RG-28, RG-30, RG-R5, RG-R8)."""
    if roll.golden:
        # only a tie under Flying Snake Tax beats a 20
        return not (rules.snake and house == HOUSE_SIDES)
    total, target = roll.face + roll.bonus_face - bane, house + duel
    return total > target if rules.snake else total >= target


def outcome(roll: Roll, house: int, rules: Rules = STANDARD, bane: int = 0, duel: int = 0) -> Outcome:
    """What one wager comes to against a house roll of 2 or more (RG-17 to RG-19, RG-25, RG-30, RG-R11)."""
    paid, payout = is_paid(roll, house, rules, bane, duel), PAYOUTS[house]
    lost = {} if paid else {roll.size: 1}
    if roll.bonus and not (paid and rules.duel):
        lost[roll.bonus] = lost.get(roll.bonus, 0) + 1
    if not paid:
        return Outcome({}, lost)
    best = gold(payout, rules) if roll.golden else Outcome({payout: 1}, {}, VALUES[payout])
    return best._replace(lost=lost)


def house_one(size: str) -> Outcome:
    """The house shows 1: every wager die earns its own size, or its points (RG-08, RG-R3, RG-R15)."""
    return Outcome({size: 1}, {}, VALUES[size])


# ---- what a wager is worth


def faces(size: str) -> range:
    """What a die may show; nothing if there is none."""
    return range(1, SIZES[size] + 1) if size else range(1)


def rolls(size: str, bonus: str) -> Iterator[Roll]:
    """Everything that a wager may show, each as likely as the others."""
    for face in faces(size):
        for bonus_face in faces(bonus):
            yield Roll(size, face, bonus, bonus_face)


def outcomes(size: str, house: int, bonus: str = "", rules: Rules = STANDARD) -> Iterator[Outcome]:
    """Everything that one wager may come to, each as likely as the others; the house duels with a bonus of its size."""
    if house == 1:
        yield house_one(size)
        return
    for roll in rolls(size, bonus):
        for bane in faces("g4" if rules.bane else ""):
            for duel in faces(bonus if rules.duel else ""):
                yield outcome(roll, house, rules, bane, duel)


@cache
def mean(size: str, house: int, bonus: str = "", rules: Rules = STANDARD) -> Fraction:
    """What one wager brings on average, in pieces."""
    nets = [each.net for each in outcomes(size, house, bonus, rules)]
    return Fraction(sum(nets), len(nets))


@cache
def win_chance(size: str, house: int, bonus: str = "", rules: Rules = STANDARD) -> Fraction:
    """How often one wager is paid anything."""
    won = [bool(each.won) for each in outcomes(size, house, bonus, rules)]
    return Fraction(sum(won), len(won))


@cache
def most_paid(size: str, houses: tuple[int, ...], rules: Rules) -> Mapping[str, int]:
    """What the house must set aside for one wager, unit by unit, if it may roll any of `houses` (GEM-R9)."""
    most: dict[str, int] = {}
    for house in houses:
        bonus = max(BONUSES, key=SIZES.__getitem__) if takes_bonus(size, house) else ""
        for each in outcomes(size, house, bonus, rules):
            for unit, n in each.won.items():
                most[unit] = max(n, most.get(unit, 0))
    return most


def takes_bonus(size: str, house: int) -> bool:
    """Whether a wager die may have a bonus at this house roll (RG-21, RG-R8)."""
    return size == BONUS_WAGER and PAYOUTS.get(house) == BONUS_PAYOUT
