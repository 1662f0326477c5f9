"""Every roll and card of a match, in the order in which they were drawn, found by playing it again."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from games.engine import Chance, Seed

T = TypeVar("T")

Kind = Literal["roll", "draw", "shuffle", "choose", "number"]


class Draw(NamedTuple):
    """One number of the stream: `value` below `limit`, and the face or card that it became.

    `pile` lists what it was drawn from. It is None where that follows from the draws before it: the pile that the last
    draw or shuffle left.
    """

    kind: Kind
    limit: int
    value: int
    result: str = ""
    pile: tuple[str, ...] | None = None

    @property
    def label(self) -> str:
        """The draw in words: `roll d6`, `draw from 40`."""
        match self.kind:
            case "roll":
                return f"roll d{self.limit}"
            case "draw":
                return f"draw from {self.limit}"
            case "shuffle":
                return f"shuffle, place {self.limit}"
            case "choose":
                return f"choose from {self.limit}"
        return f"number below {self.limit}"

    def to_json(self) -> dict[str, Any]:
        """Return the draw as an export lists it."""
        draw = {"label": self.label, "limit": self.limit, "value": self.value, "result": self.result}
        return draw if self.pile is None else draw | {"pile": list(self.pile)}

    def to_old_json(self) -> dict[str, Any]:
        """Return the draw as an export of an older version lists it: without piles."""
        return self._replace(pile=None, result="" if self.kind == "shuffle" else self.result).to_json()


class RecordingChance(Chance):
    """The same luck as `Chance`, with a list of all that was drawn."""

    __slots__ = ("_kind", "_left", "draws")

    def __init__(self, seed: Seed) -> None:
        super().__init__(seed)
        self.draws: list[Draw] = []
        self._kind: Kind = "number"
        self._left: list[str] = []
        """The pile as the last draw or shuffle left it."""

    def below(self, n: int) -> int:
        """Draw a number, and note it."""
        value = super().below(n)
        result = str(value + 1) if self._kind == "roll" else ""
        self.draws.append(Draw(self._kind, n, value, result))
        return value

    def die(self, sides: int) -> int:
        """Roll a die, and note its face."""
        self._kind = "roll"
        face = super().die(sides)
        self._kind = "number"
        return face

    def draw(self, pile: MutableSequence[T]) -> T:
        """Draw a card, and note it."""
        before = [str(card) for card in pile]
        self._kind = "draw"
        card = super().draw(pile)
        self._kind = "number"
        given = None if before == self._left else tuple(before)
        self.draws[-1] = self.draws[-1]._replace(result=str(card), pile=given)
        self._left = [str(card) for card in pile]
        return card

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle, and note each place that is settled."""
        before, first = tuple(str(item) for item in items), len(self.draws)
        self._kind = "shuffle"
        super().shuffle(items)
        self._kind = "number"
        self._left = [str(item) for item in items]
        for at in range(first, len(self.draws)):
            draw = self.draws[at]
            self.draws[at] = draw._replace(
                result=self._left[draw.limit - 1], pile=before if at == first else None
            )

    def choice(self, items: Sequence[T]) -> T:
        """Choose one of `items`, and note it if all of them have plain names."""
        self._kind = "choose"
        chosen = super().choice(items)
        self._kind = "number"
        if isinstance(chosen, str | int):
            plain = all(isinstance(item, str | int) for item in items)
            self.draws[-1] = self.draws[-1]._replace(
                result=str(chosen), pile=tuple(map(str, items)) if plain else None
            )
        return chosen
