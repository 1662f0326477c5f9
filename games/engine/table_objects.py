"""Things on the table: hands, open cards and dice, hints, nicknames, an invitation, and the seats.

A thing makes the block that a viewer sees of it. Where both need a name, the thing is called `...OnTable`: a
`NicknamesOnTable` makes the block `Nicknames`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, Protocol

from mypy_extensions import mypyc_attr

from games.engine.prompts import NOTHING
from games.engine.scene import BACK, Block, Hint, Invitation, Line, Nicknames, Prospects, SeatRow, Seats, Zone


class Thing(Protocol):
    """A thing on the table that viewers can look at."""

    def block(self, viewer: int) -> Block | None:
        """Return the block that `viewer` sees of it; None if nothing."""


# Here and below: games make kinds of their own, which are not compiled.
@mypyc_attr(allow_interpreted_subclasses=True)
class Persistent:
    """A thing that stays on the table when it is cleared for the next game of a night."""

    __slots__ = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Hand:
    """Cards of one seat: it sees them all, others see the backs, or the faces of those in `open`."""

    __slots__ = ("cards", "name", "open", "owner", "put_down")

    def __init__(self, owner: int, cards: list[str], name: str = "hand") -> None:
        self.owner, self.cards, self.name = owner, cards, name
        self.open: set[int] = set()
        self.put_down = False

    def show(self) -> None:
        """Turn every card face up."""
        self.open = set(range(len(self.cards)))

    def fold(self) -> None:
        """Turn all cards face down; they leave the table's view, and the owner may still look."""
        self.open = set()
        self.put_down = True

    def block(self, viewer: int) -> Block | None:
        """Return all faces to the owner, else the open ones and the backs of the rest."""
        shown = tuple(map(self.open.__contains__, range(len(self.cards))))
        if viewer == self.owner:
            return Zone(self.name, self.owner, tuple(self.cards), shown)
        if self.put_down:
            return None
        faces = tuple(card if up else BACK for card, up in zip(self.cards, shown, strict=True))
        return Zone(self.name, self.owner, faces, shown)


@mypyc_attr(allow_interpreted_subclasses=True)
class Open:
    """Cards or dice that everyone sees; `owner` is None for those of the table or the house."""

    __slots__ = ("items", "layout", "name", "owner", "price", "put_down")

    def __init__(
        self,
        name: str,
        items: list[str],
        owner: int | None = None,
        layout: str = "row",
        price: int | None = None,
    ) -> None:
        self.name, self.items, self.owner, self.layout, self.price = name, items, owner, layout, price
        self.put_down = False

    def fold(self) -> None:
        """Take them out of the table's view."""
        self.put_down = True

    def block(self, viewer: int) -> Block | None:
        """Return the same block to every viewer."""
        if self.put_down:
            return None
        return Zone(self.name, self.owner, tuple(self.items), (), self.layout, self.price)


class Reading:
    """A block worked out from open things when a viewer looks, the same for everyone."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Block | None]) -> None:
        self.make = make

    def block(self, viewer: int) -> Block | None:
        """Return the same block to every viewer."""
        return self.make()


class FixedOnTable:
    """A block that stays as it is until it is taken off, the same for every viewer."""

    __slots__ = ("fixed",)

    def __init__(self, fixed: Block) -> None:
        self.fixed = fixed

    def block(self, viewer: int) -> Block | None:
        """Return the same block to every viewer."""
        return self.fixed


class ProspectsOnTable:
    """The best answers to a question, for the seat that is asked."""

    __slots__ = ("owner", "prospects")

    def __init__(self, owner: int, prospects: Prospects) -> None:
        self.owner, self.prospects = owner, prospects

    def block(self, viewer: int) -> Block | None:
        """Return them to the seat that is asked."""
        return self.prospects if viewer == self.owner else None


class HandHint:
    """A hint for one seat alone, such as what its cards are worth now; worked out when it looks."""

    __slots__ = ("line", "owner")

    def __init__(self, owner: int, line: Callable[[], Line | Hint | None]) -> None:
        self.owner, self.line = owner, line

    def block(self, viewer: int) -> Block | None:
        """Return the hint to the owner only; None while there is nothing to say."""
        line = self.line() if viewer == self.owner else None
        return Hint(line) if isinstance(line, Line) else line


class HandHints:
    """Hints for all hands that are dealt, by one function of their cards."""

    __slots__ = ("hands", "line")

    def __init__(self, hands: Mapping[int, Hand], line: Callable[[list[str]], Line | Hint | None]) -> None:
        self.hands, self.line = hands, line

    def block(self, viewer: int) -> Block | None:
        """Return the hint on the viewer's own hand; None without a hand, or if there is nothing to say."""
        hand = self.hands.get(viewer)
        line = self.line(hand.cards) if hand is not None else None
        return Hint(line) if isinstance(line, Line) else line


class NicknamesOnTable:
    """The nicknames of seats while this is on the table; names that are added later count too."""

    __slots__ = ("names",)

    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names

    def block(self, viewer: int) -> Block | None:
        """Return the same block to every viewer."""
        return Nicknames(tuple(sorted(self.names.items())))


class InvitationOnTable:
    """An invitation to spectators to come to the rail, until there are `most` of them.

    `kind`, `line`: the purpose, as a key and in words. `rail`, `gone`: the table's own, which grow.
    """

    __slots__ = ("gone", "kind", "line", "most", "rail")

    def __init__(self, kind: str, line: Line, most: int, rail: Sequence[int], gone: Set[int]) -> None:
        self.kind, self.line, self.most, self.rail, self.gone = kind, line, most, rail, gone

    def block(self, viewer: int) -> Block | None:
        """Return the same block to every viewer, as long as there is room."""
        spectators = [seat for seat in self.rail if seat not in self.gone]
        return Invitation(self.kind, self.line) if len(spectators) < self.most else None


class SeatList:
    """The seats as everyone sees them: money, a note of the last thing done, a badge, and the seats that are out.

    `aside`: money of seats that have no part in the game being played.
    """

    __slots__ = ("aside", "badges", "money", "notes", "out")

    def __init__(self) -> None:
        self.money: Mapping[int, int] = NOTHING  # type: ignore[assignment]
        self.aside: Mapping[int, int] = NOTHING  # type: ignore[assignment]
        self.notes: dict[int, tuple[str, Mapping[str, Any], Mapping[str, str]]] = {}
        self.badges: dict[int, tuple[str, Mapping[str, Any], Mapping[str, str]]] = {}
        self.out: set[int] = set()

    def note(self, seat: int) -> Line | None:
        """Return the note beside a seat; its words are looked up only here, since most notes are never seen."""
        if seat not in self.notes:
            return None
        return template_line("note", *self.notes[seat])

    def badge(self, seat: int) -> Line | None:
        """Return what the seat is in this game."""
        return template_line("badge", *self.badges[seat]) if seat in self.badges else None

    def block(self, ring: Sequence[int], playing: Sequence[int], asked: set[int]) -> Seats:
        """Return a row for each seat of `ring`; seats that are not among those `playing` are out."""
        rows = []
        for seat in ring:
            money = self.money.get(seat, self.aside.get(seat))
            out = seat in self.out or seat not in playing
            note = self.note(seat) if seat in self.notes else None
            badge = self.badge(seat) if seat in self.badges else None
            rows.append(SeatRow(seat, money, note, out, seat in asked, badge))
        return Seats(tuple(rows))


def template_line(prefix: str, kind: str, values: Mapping[str, Any], words: Mapping[str, str]) -> Line:
    """Return a note, a badge or a phase in the words of the game that made it."""
    return Line(words.get(f"{prefix}:{kind}", kind), values)
