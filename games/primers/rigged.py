"""Luck that a lesson or a test sets."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from typing import TypeVar

from games.engine.chance import Chance, Seed
from games.engine.errors import RulesBug

T = TypeVar("T")


class Rigged(Chance):
    """Luck that is set: cards in the order drawn, rolls in the order rolled, then a stream of `seed`.

    `Rigged(cards=["W.hawk", "R.owl"], rolls=[3, 3, 6])`. A named card that is not in the pile, or a roll that the
    die does not have, is a mistake and raises `RulesBug`. `numbers` are given by `below`, before both.
    """

    __slots__ = ("cards", "numbers", "rolls")

    def __init__(
        self,
        cards: Iterable[object] = (),
        rolls: Iterable[int] = (),
        numbers: Iterable[int] = (),
        *,
        seed: str = "rigged",
    ) -> None:
        super().__init__(Seed(seed))
        self.cards, self.rolls, self.numbers = list(cards), list(rolls), list(numbers)

    def below(self, n: int) -> int:
        """Return the next number that was named, else one of the stream."""
        return self.numbers.pop(0) if self.numbers else super().below(n)

    def die(self, sides: int) -> int:
        """Return the next roll that was named, else one of the stream."""
        if not self.rolls:
            return super().die(sides)
        face = self.rolls.pop(0)
        if not 1 <= face <= sides:
            raise RulesBug(f"rigged a {face} on a die of {sides}", face, f"1 to {sides}")
        return face

    def draw(self, pile: MutableSequence[T]) -> T:
        """Return the next card that was named, else one of the stream."""
        if not self.cards:
            return super().draw(pile)
        card = self.cards.pop(0)
        for place, other in enumerate(pile):
            if other == card:
                return pile.pop(place)
        raise RulesBug(f"rigged {card!r}, which is not in the pile", card, list(pile))
