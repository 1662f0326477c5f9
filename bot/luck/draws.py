"""Every roll and card of a match, in the order drawn, with what it became and whose it was.

A match is played with `RecordingChance`, and a hash over its list goes into its result, so that the list in an export
can't be changed or lengthened afterwards. Playing the match again makes the same list.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from db.match_records import canonical
from games.engine.chance import Chance, Seed
from games.engine.match import Match

T = TypeVar("T")

Kind = Literal["roll", "draw", "shuffle", "choose", "chance", "number"]


class Draw(NamedTuple):
    """One number of the stream: `value` below `limit`, and the face or card that it became.

    `pile` lists what it was drawn from. It is None where that follows from the draws before it: the pile that the last
    draw or shuffle left. `cases` of the numbers make a chance happen. `answers` and `events` are counts of those before
    the draw.
    """

    kind: Kind
    limit: int
    value: int
    result: str = ""
    pile: tuple[str, ...] | None = None
    cases: int = 0
    answers: int = 0
    events: int = 0

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
            case "chance":
                return f"chance {self.cases} in {self.limit}"
        return f"number below {self.limit}"

    def to_json(self, seat: int | None) -> dict[str, Any]:
        """Return the draw as an export lists it. `seat` is whose draw it was, None for the table's own."""
        draw = {
            "label": self.label,
            "limit": self.limit,
            "value": self.value,
            "result": self.result,
            "after": self.answers,
            "seat": seat,
        }
        return draw if self.pile is None else draw | {"pile": list(self.pile)}

    def is_meant_by(self, listed: Mapping[str, Any]) -> bool:
        """Return True if an export of an older version, which says less about a draw, means this one."""
        labels = (self.label, f"number below {self.limit}") if self.kind == "chance" else (self.label,)
        return (
            listed.get("label") in labels
            and (listed.get("limit"), listed.get("value")) == (self.limit, self.value)
            and listed.get("result", "") in ("", self.result)
            and listed.get("pile") in (None, list(self.pile or ()))
        )


class RecordingChance(Chance):
    """The same luck as `Chance`, with a list of all that was drawn."""

    __slots__ = ("_cases", "_events", "_kind", "_left", "_rows", "draws")

    def __init__(self, seed: Seed) -> None:
        super().__init__(seed)
        self.draws: list[Draw] = []
        self._kind: Kind = "number"
        self._cases = 0
        self._events: Sequence[object] = ()
        self._rows: Sequence[object] = ()
        self._left: list[str] = []
        """The pile as the last draw or shuffle left it."""

    def watch(self, events: Sequence[object], rows: Sequence[object]) -> None:
        """Keep the lists of a match, whose lengths tell when each draw came."""
        self._events, self._rows = events, rows

    def below(self, n: int) -> int:
        """Draw a number, and note it."""
        value = super().below(n)
        result = str(value + 1) if self._kind == "roll" else ""
        self.draws.append(
            Draw(self._kind, n, value, result, None, self._cases, len(self._rows), len(self._events))
        )
        return value

    def happens(self, cases: int, among: int) -> bool:
        """Decide a chance, and note it."""
        self._kind, self._cases = "chance", cases
        happens = super().happens(cases, among)
        self._kind, self._cases = "number", 0
        self.draws[-1] = self.draws[-1]._replace(result="yes" if happens else "no")
        return happens

    def die(self, sides: int) -> int:
        """Roll a die, and note its face."""
        self._kind = "roll"
        face = super().die(sides)
        self._kind = "number"
        return face

    def draw(self, pile: MutableSequence[T]) -> T:
        """Draw a card, and note it."""
        before = [*map(str, pile)]
        self._kind = "draw"
        card = super().draw(pile)
        self._kind = "number"
        given = None if before == self._left else tuple(before)
        self.draws[-1] = self.draws[-1]._replace(result=str(card), pile=given)
        self._left = [*map(str, pile)]
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
        """Choose one of `items`, and note it."""
        self._kind = "choose"
        chosen = super().choice(items)
        self._kind = "number"
        self.draws[-1] = self.draws[-1]._replace(result=str(chosen), pile=tuple(map(str, items)))
        return chosen


def seat_of(match: Match, events: int) -> int | None:
    """Return the seat of the event that was told next after so many: whose roll or card it was; None if nobody's."""
    if events >= len(match.events):
        return None
    event = match.events[events]
    if event.to is not None and len(event.to) == 1:
        return next(iter(event.to))
    seat = event.values.get("seat", event.values.get("who"))
    return seat if isinstance(seat, int) and seat in match.table.ring else None


def draws_of(match: Match) -> list[dict[str, Any]]:
    """Return the draws of a match as an export lists them; it must have been played with `RecordingChance`."""
    luck = match.table.chance
    assert isinstance(luck, RecordingChance)
    return [draw.to_json(seat_of(match, draw.events)) for draw in luck.draws]


def hash_of_draws(seed: str, draws: Sequence[Mapping[str, Any]]) -> str:
    """Return the hash over a list of draws under the seed, without which it tells nothing of hidden cards."""
    return hmac.digest(seed.encode(), canonical(list(draws)).encode(), hashlib.sha256).hex()
