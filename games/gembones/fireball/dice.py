"""The gembones of one player of FIREBALL: targets, locked stacks, and loose gembones (FB)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.engine.chance import Chance

TEST_DIE, FALL_DIE = 20, 4
"""Wall of Fire: the g20 that tests a stack, and the g4 for the number that falls from it (FB-R8)."""
LEAST_WALL = 2
"""The least height of a stack that can topple."""


def by_frequency(faces: Sequence[int], sides: int, *, lowest: bool = False) -> list[int]:
    """Return all numbers of the die, the most frequent of `faces` first.

    Equally frequent numbers are sorted from the highest down, or from the `lowest` up (FB-R4). Numbers that were not
    rolled come last in the same order, so that there is a second target even if only one number was rolled (FB-R11).
    """
    seen = Counter(faces)
    return sorted(range(1, sides + 1), key=lambda number: (-seen[number], number if lowest else -number))


class Dice:
    """The gembones of one player, all of one size, and the targets on which they lock: one, or two with Flame Strike.

    `highest`: the target is the gembone's highest number, whatever the first roll shows (FB-16). `targets`: the numbers
    to collect, none before the first roll. `stacks`: the gembones locked on each target.
    """

    __slots__ = ("count", "highest", "lowest", "sides", "stacks", "targets", "wanted")

    def __init__(
        self, count: int, sides: int, *, targets: int = 1, highest: bool = False, lowest: bool = False
    ) -> None:
        self.count, self.sides, self.wanted = count, sides, targets
        self.highest, self.lowest = highest, lowest
        self.targets: list[int] = []
        self.stacks: list[int] = []

    @property
    def locked(self) -> int:
        """The gembones that are locked for good."""
        return sum(self.stacks)

    @property
    def loose(self) -> int:
        """The gembones that are rolled next, and lost if another player is first."""
        return self.count - self.locked

    @property
    def complete(self) -> bool:
        """True if all gembones are locked, which makes a fireball."""
        return not self.loose

    def lock(self, faces: Sequence[int]) -> list[int]:
        """Take a roll of the loose gembones, and return the number that locks on each target.

        The first roll sets the targets. With two targets each takes half, and an odd gembone goes to the one that fills
        first (FB-R5).
        """
        if not self.targets:
            self.targets = [self.sides] if self.highest else self._choose(faces)
            self.stacks = [0] * len(self.targets)
        grown = []
        for place, target in enumerate(self.targets):
            more = min(faces.count(target), self._room(place))
            self.stacks[place] += more
            grown.append(more)
        return grown

    def topple(self, grown: Sequence[int], chance: Chance) -> int:
        """Test each stack that has grown (Wall of Fire), and return the number that fell and is loose again (FB-R8)."""
        fallen = 0
        for place, more in enumerate(grown):
            height = self.stacks[place]
            if not more or height < LEAST_WALL or chance.die(TEST_DIE) > height // 2:
                continue
            falls = min(chance.die(FALL_DIE), height)
            self.stacks[place] -= falls
            fallen += falls
        return fallen

    def locked_faces(self) -> list[int]:
        """Return the faces of the locked gembones, target by target."""
        return [face for face, height in zip(self.targets, self.stacks, strict=True) for _ in range(height)]

    def _choose(self, faces: Sequence[int]) -> list[int]:
        return by_frequency(faces, self.sides, lowest=self.lowest)[: self.wanted]

    def _room(self, place: int) -> int:
        """Return the number of gembones that the stack at this place can still take."""
        if self.wanted == 1:
            return self.loose
        # once one stack has taken the odd gembone, no more than half are left for the other
        return (self.count + 1) // 2 - self.stacks[place]
