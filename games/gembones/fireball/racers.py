"""The gembones of all who race to cast FIREBALL, and what of them everybody sees (FB)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from games.engine import Choose, Line, Open, Pay, Result, Table
from games.engine.money import die_keys
from games.engine.prompts import Answer
from games.gembones.shared.stakes import rows_of

if TYPE_CHECKING:
    from games.gembones.fireball import Options

INTERVAL, CAREFUL_INTERVAL = 2, 4
"""Seconds between two rolls of a player, after a quick and after a careful one (FB-R1, FB-R8): for who drives it."""
MANY = 14
"""More gembones than that are shown by their number."""


class Round:
    """The gembones of all players, and what of them everybody sees."""

    __slots__ = ("_locked", "_rolled", "dice", "options", "table")

    def __init__(self, table: Table, options: Options, ways: Mapping[int, str]) -> None:
        self.table, self.options = table, options
        self.dice = {seat: options.dice(way) for seat, way in ways.items()}
        layout = "heap" if options.count > MANY else "row"
        self._locked = {seat: Open("locked", [], seat, layout) for seat in self.dice}
        self._rolled = {seat: Open("last roll", [], seat, layout) for seat in self.dice}
        # where only one zone of a seat is shown it is the last: what the seat keeps
        table.show(*self._rolled.values(), *self._locked.values())

    def here(self) -> list[int]:
        """The players who have not left."""
        return [seat for seat in self.dice if seat not in self.table.gone]

    def first(self) -> list[int]:
        """Who has cast the fireball: several at once tie (FB-09, FB-R2)."""
        return [seat for seat, dice in self.dice.items() if dice.complete]

    def question(self, *, clock: Literal["race", "quick"], last: Answer = "roll") -> Choose:
        """Roll; with Wall of Fire either quick or careful (FB-R8). `last` is how the seat rolled before."""
        options = ("quick", "careful") if self.options.wall_of_fire else ("roll",)
        seconds = CAREFUL_INTERVAL if last == "careful" else INTERVAL
        return Choose("roll", options, options[0], clock=clock, public=True, says={"seconds": seconds})

    def roll(self, seat: int, how: Answer = "quick") -> None:
        """Roll all that is loose and lock what shows a target (FB-06 to FB-08, FB-21, FB-22)."""
        table, dice, size = self.table, self.dice[seat], self.options.size
        faces = table.chance.roll(dice.loose, dice.sides)
        grown = dice.lock(faces)
        table.tell("locks", seat=seat, n=sum(grown), locked=dice.locked, count=dice.count)
        if self.options.wall_of_fire and how != "careful":
            fallen = dice.topple(grown, table.chance)
            if fallen:
                table.tell("falls", seat=seat, n=fallen)
        self._rolled[seat].items = die_keys(size, faces)
        self._locked[seat].items = die_keys(size, dice.shown())
        targets = " and ".join(map(str, dice.targets))
        table.note(seat, "locked", locked=dice.locked, count=dice.count, targets=targets)

    def finish(self, winner: int) -> Result:
        """Everybody else hands over what is not locked (FB-10)."""
        table, size = self.table, self.options.size
        pays = [Pay(seat, winner, size, dice.loose) for seat, dice in self.dice.items() if dice.loose]
        why = dict.fromkeys(table.ring, Line(table.words["note:passes"]))
        for seat, dice in self.dice.items():
            why[seat] = Line(table.words["why"], {"locked": dice.locked, "count": dice.count})
        headline = Line(table.words["result:won"], {"seat": winner})
        return Result(headline, rows_of(table.ring, pays, why, [winner]), tuple(pays))
