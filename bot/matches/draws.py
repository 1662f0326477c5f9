"""Every roll and card of a match, in the order in which they were drawn, found by playing it again."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from games.engine import Chance, Seed

T = TypeVar("T")

Kind = Literal["roll", "draw", "shuffle", "choose", "number"]


class Draw(NamedTuple):
    """One number of the stream: `value` below `limit`, and the face or card that it selected."""

    kind: Kind
    limit: int
    value: int
    result: str = ""

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
        """Return the draw for an export."""
        return {"label": self.label, "limit": self.limit, "value": self.value, "result": self.result}


class RecordingChance(Chance):
    """A `Chance` that records all draws."""

    __slots__ = ("_kind", "draws")

    def __init__(self, seed: Seed) -> None:
        super().__init__(seed)
        self.draws: list[Draw] = []
        self._kind: Kind = "number"

    def below(self, n: int) -> int:
        """Draw a number and record it."""
        value = super().below(n)
        result = str(value + 1) if self._kind == "roll" else ""
        self.draws.append(Draw(self._kind, n, value, result))
        return value

    def die(self, sides: int) -> int:
        """Roll a die and record its face."""
        self._kind = "roll"
        face = super().die(sides)
        self._kind = "number"
        return face

    def draw(self, pile: MutableSequence[T]) -> T:
        """Draw a card and record it."""
        self._kind = "draw"
        card = super().draw(pile)
        self._kind = "number"
        self.draws[-1] = self.draws[-1]._replace(result=str(card))
        return card

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle, and record the draw for each place."""
        self._kind = "shuffle"
        super().shuffle(items)
        self._kind = "number"

    def choice(self, items: Sequence[T]) -> T:
        """Choose one of `items`, and record its name if it has one."""
        self._kind = "choose"
        chosen = super().choice(items)
        self._kind = "number"
        if isinstance(chosen, str | int):
            self.draws[-1] = self.draws[-1]._replace(result=str(chosen))
        return chosen
