"""The gembones of one player of FIREBALL: targets, what is locked on them, what is still rolled (FB)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.engine import Chance

TEST_DIE, FALL_DIE = 20, 4
"""Wall of Fire: the g20 that tests a stack, and the g4 that says how many fall from it (FB-R8)."""
LEAST_WALL = 2
"""A single gembone cannot topple."""


def frequent(faces: Sequence[int], sides: int, *, lowest: bool = False) -> list[int]:
    """All numbers of the die, the most frequent of `faces` first.

    Equally frequent ones stand from the highest down, or from the `lowest` up (FB-R4). Numbers that nobody rolled
    come last in the same order, so that a second target is there even if only one number was rolled (FB-R11).
    """
    seen = Counter(faces)
    return sorted(range(1, sides + 1), key=lambda number: (-seen[number], number if lowest else -number))


class Dice:
    """`count` gembones of one size, and the targets on which they lock: one, or two with Flame Strike.

    `highest`: the target is the gembone's highest number, whatever the first roll shows (FB-16).
    """

    __slots__ = ("count", "highest", "lowest", "sides", "stacks", "targets", "wanted")

    def __init__(
        self, count: int, sides: int, *, targets: int = 1, highest: bool = False, lowest: bool = False
    ) -> None:
        self.count, self.sides, self.wanted = count, sides, targets
        self.highest, self.lowest = highest, lowest
        self.targets: list[int] = []
        """The numbers to collect; none before the first roll."""
        self.stacks: list[int] = []
        """How many are locked on each target."""

    @property
    def locked(self) -> int:
        """How many cannot be lost any more (FB-07)."""
        return sum(self.stacks)

    @property
    def loose(self) -> int:
        """How many are rolled next, and lost if somebody else is first (FB-10)."""
        return self.count - self.locked

    @property
    def complete(self) -> bool:
        """Whether it is a fireball (FB-09, FB-18, FB-20)."""
        return not self.loose

    def lock(self, faces: Sequence[int]) -> list[int]:
        """Take a roll of the loose ones, the first of which sets the targets; gives how many lock on each.

        With two targets each takes half, and an odd gembone goes to the one that fills first (FB-19, FB-R5).
        """
        if not self.targets:
            self.targets = [self.sides] if self.highest else self._choose(faces)
            self.stacks = [0] * len(self.targets)
        grown = []
        for at, target in enumerate(self.targets):
            more = min(faces.count(target), self._room(at))
            self.stacks[at] += more
            grown.append(more)
        return grown

    def topple(self, grown: Sequence[int], chance: Chance) -> int:
        """Wall of Fire: test each stack that has grown; gives how many fell and are loose again (FB-22, FB-R8)."""
        fallen = 0
        for at, more in enumerate(grown):
            height = self.stacks[at]
            if not more or height < LEAST_WALL or chance.die(TEST_DIE) > height // 2:
                continue
            falls = min(chance.die(FALL_DIE), height)
            self.stacks[at] -= falls
            fallen += falls
        return fallen

    def shown(self) -> list[int]:
        """The numbers of the locked ones, target by target."""
        return [face for face, height in zip(self.targets, self.stacks, strict=True) for _ in range(height)]

    def _choose(self, faces: Sequence[int]) -> list[int]:
        return frequent(faces, self.sides, lowest=self.lowest)[: self.wanted]

    def _room(self, at: int) -> int:
        """How many more the stack at this place may take."""
        if self.wanted == 1:
            return self.loose
        # once one stack has taken the odd gembone, no more than half are left for the other
        return (self.count + 1) // 2 - self.stacks[at]
