"""A position as the shark sees it: its chance to win, now and after changes to anyone's values."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

from games.tavern.computer.observation import Observation
from games.tavern.computer.win_chance import Worths, worths
from games.tavern.player import HAND_SIZE, MAX_VALUE

SAVED = 0.2
"""The chance that a player in danger is saved by a last card."""
DESPERATE = 0.5
"""The factor for the viewer's own chance: it knows its hand, and has found nothing there to save itself."""
DEEPER = 0.8
"""The factor for the viewer's own chance for each point of margin below 0."""


class Changes:
    """The changes to come for each seat: the margin between Fort and AC, Gold, and anything else as strength."""

    __slots__ = ("gold", "margin", "more")

    def __init__(self) -> None:
        self.margin: dict[int, float] = {}
        self.gold: dict[int, int] = {}
        self.more: dict[int, float] = {}

    def move(self, seat: int, margin: float = 0, gold: int = 0, more: float = 0.0) -> None:
        """Add to the changes of a seat."""
        if margin:
            self.margin[seat] = self.margin.get(seat, 0) + margin
        if gold:
            self.gold[seat] = self.gold.get(seat, 0) + gold
        if more:
            self.more[seat] = self.more.get(seat, 0.0) + more

    def add(self, other: Changes, sign: int = 1) -> None:
        """Add other changes, or subtract them if `sign` is -1."""
        for seat in {*other.margin, *other.gold, *other.more}:
            self.move(
                seat,
                sign * other.margin.get(seat, 0),
                sign * other.gold.get(seat, 0),
                sign * other.more.get(seat, 0.0),
            )

    def plus(self, other: Changes) -> Changes:
        """Return the sum of two changes."""
        total = Changes()
        total.add(self)
        total.add(other)
        return total


class Outlook:
    """A position with the values of all its parts."""

    __slots__ = ("_fixed", "left", "seats", "view")

    def __init__(self, view: Observation) -> None:
        self.view = view
        self.seats = tuple(view.fort)
        self.left = worths(len(self.seats))
        """The values for the number of players left."""
        self._fixed: dict[int, dict[int, float]] = {}

    def chance(self, changes: Changes) -> float:
        """Return the viewer's chance to win after these changes."""
        view, more = self.view, changes.more
        margin = {
            seat: min(MAX_VALUE, view.fort[seat] - view.ac[seat] + changes.margin.get(seat, 0))
            for seat in self.seats
        }
        gold = {seat: view.gold[seat] + changes.gold.get(seat, 0) for seat in self.seats}
        down = {seat for seat in self.seats if margin[seat] <= 0 or gold[seat] <= 0}
        saved = self._share(self.seats, margin, gold, more)
        if not down:
            return saved
        if view.me in down:
            return SAVED * DESPERATE * saved * float(DEEPER ** max(0.0, -margin[view.me]))
        # an approximation: either every player in danger is saved, or none is
        out = self._share([seat for seat in self.seats if seat not in down], margin, gold, more)
        return SAVED * saved + (1 - SAVED) * out

    def pile(self, seat: int, more: int) -> float:
        """Return the change of the seat's strength with this many more Drinks on its pile."""
        held = self.view.piles.get(seat, 0)
        return self.left.of_pile(held + more) - self.left.of_pile(held)

    def _share(
        self,
        seats: Iterable[int],
        margin: dict[int, float],
        gold: dict[int, int],
        more: dict[int, float],
    ) -> float:
        """Return the viewer's chance to win if only these seats are left."""
        seats = tuple(seats)
        table = worths(len(seats))
        fixed = self._unchanged(len(seats), table)
        powers = {
            seat: exp(
                table.of_margin(margin[seat]) + table.of_gold(gold[seat]) + fixed[seat] + more.get(seat, 0.0)
            )
            for seat in seats
        }
        return powers[self.view.me] / sum(powers.values())

    def _unchanged(self, left: int, table: Worths) -> dict[int, float]:
        """Return the part of each seat's strength that no change touches, worked out once."""
        found = self._fixed.get(left)
        if found is None:
            view = self.view
            found = self._fixed[left] = {
                seat: table.characters.get(view.characters.get(seat, ""), 0.0)
                + table.of_pile(view.piles.get(seat, 0))
                + table.card * view.hands.get(seat, HAND_SIZE)
                for seat in self.seats
            }
        return found
