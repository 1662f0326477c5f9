"""The prank items of the Gilded Nugget: what each does, and never to a game (CODE-13 to CODE-18, CODE-R3).

They are cosmetic: a profile, two commands, and how a spotlight check is told.
"""

from __future__ import annotations

from typing import Literal

from games.engine import Chance

Item = Literal["belt", "duck_blade", "greatsword", "stone"]
ITEMS: tuple[Item, ...] = ("belt", "duck_blade", "greatsword", "stone")
"""Offered by a d4 (CODE-R2)."""

GIANT_STRENGTH = 10
DUCKS = (10, 100)
SNAKE_EYES, PLUS = 2, 1
PENANCE = 10
"""A gift ends the curse that is worth so many times what its bearer was accused of (CODE-14)."""


def offered(luck: Chance) -> Item:
    """Which item a cheater is offered."""
    return ITEMS[luck.die(len(ITEMS)) - 1]


def strength(own: int) -> int:
    """What the Belt of Gnome Giant Strength makes of its wearer's own (CODE-15)."""
    return min(own, GIANT_STRENGTH)


def ducks(luck: Chance) -> int:
    """How many ducks a wish on the Duck Blade brings (CODE-16)."""
    return sum(luck.roll(*DUCKS))


def damage(modifier: int = 0) -> int:
    """Every blow of the Snake Eyes Greatsword: its dice total 2, and it is a +1 sword (CODE-17)."""
    return SNAKE_EYES + PLUS + modifier


def price(accused: int) -> int:
    """Pieces to be given to the Church of Glittergold for the curse to end (CODE-14)."""
    return PENANCE * accused
