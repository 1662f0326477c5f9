"""The prank items of the Gilded Nugget, and the effect of each (CODE-13 to CODE-18).

They are cosmetic and touch no die of a game: they show in a profile, in two commands, and the stone in checks with the
spotlight on (CODE-R3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from games.engine.chance import Chance

Item = Literal["belt", "duck_blade", "greatsword", "stone"]
ITEMS: tuple[Item, ...] = ("belt", "duck_blade", "greatsword", "stone")
"""The items in the order of the d4 that picks one (CODE-R2)."""
NAMES: Mapping[str, str] = {
    "belt": "Belt of Gnome Giant Strength",
    "duck_blade": "Duck Blade",
    "greatsword": "Snake Eyes Greatsword",
    "stone": "Stone of Fool's Luck",
}

GIANT_STRENGTH = 10
DUCKS = (10, 100)
SNAKE_EYES, PLUS = 2, 1
PENANCE = 10
"""The curse ends with a gift that is worth this many times the sum that the bearer was accused of (CODE-14)."""


def draw_item(luck: Chance) -> Item:
    """Draw the item that a cheater is offered."""
    return ITEMS[luck.die(len(ITEMS)) - 1]


def strength_with_belt(own: int) -> int:
    """Return the Strength of a wearer of the Belt of Gnome Giant Strength, which only ever lowers it."""
    return min(own, GIANT_STRENGTH)


def roll_ducks(luck: Chance) -> int:
    """Roll the number of ducks that a wish on the Duck Blade brings."""
    return sum(luck.roll(*DUCKS))


def greatsword_damage(modifier: int = 0) -> int:
    """Return the damage of a blow of the Snake Eyes Greatsword: its dice always total 2, and it is a +1 sword."""
    return SNAKE_EYES + PLUS + modifier


def penance(accused: int) -> int:
    """Return the pieces that the Church of Glittergold must be given for the curse to end."""
    return PENANCE * accused
