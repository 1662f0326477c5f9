"""One game of FIREBALL: the gembones of all players, and the zones that show them (FB)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from games.engine.money import SIZES, die_keys
from games.engine.prompts import Answer, Choose
from games.engine.result import Pay, Result
from games.engine.scene import Line
from games.engine.table import Table
from games.engine.table_objects import Open
from games.gembones.fireball.dice import Dice
from games.gembones.fireball.options import Options
from games.gembones.shared.stakes import result_rows

INTERVAL, CAREFUL_INTERVAL = 2, 4
"""Seconds between two rolls of a player, after a quick and a careful one, which the driver enforces (FB-R1, FB-R8)."""
MANY = 14
"""More gembones than this are shown as a heap with their number."""


def starting_dice(options: Options, stake: str) -> Dice:
    """Return a player's gembones before the first roll; `stake` is the answer that put them up."""
    two_targets = options.flame_strike or options.meteor_swarm
    return Dice(
        options.count,
        SIZES[options.size],
        targets=2 if two_targets else 1,
        highest=options.evocation_overchannel,
        lowest=stake == "lowest",
    )


class GameState:
    """The gembones of each seat that plays, on the table."""

    __slots__ = ("_locked", "_rolled", "dice", "options", "table")

    def __init__(self, table: Table, options: Options, stakes: Mapping[int, str]) -> None:
        self.table, self.options = table, options
        self.dice = {seat: starting_dice(options, stake) for seat, stake in stakes.items()}
        layout = "heap" if options.count > MANY else "row"
        self._locked = {seat: Open("locked", [], seat, layout) for seat in self.dice}
        self._rolled = {seat: Open("last roll", [], seat, layout) for seat in self.dice}
        # the locked gembones come last, since a small view shows only the last zone of a seat
        table.show(*self._rolled.values(), *self._locked.values())

    def present(self) -> list[int]:
        """Return the players who have not left."""
        return [seat for seat in self.dice if seat not in self.table.gone]

    def casters(self) -> list[int]:
        """Return the seats that have cast a fireball; several at once tie (FB-R2)."""
        return [seat for seat, dice in self.dice.items() if dice.complete]

    def question(self, *, clock: Literal["race", "quick"], last: Answer = "roll") -> Choose:
        """Return the question to roll, with Wall of Fire quickly or carefully. `last`: the seat's last answer."""
        options = ("quick", "careful") if self.options.wall_of_fire else ("roll",)
        seconds = CAREFUL_INTERVAL if last == "careful" else INTERVAL
        return Choose("roll", options, options[0], clock=clock, public=True, says={"seconds": seconds})

    def roll(self, seat: int, manner: Answer = "quick") -> None:
        """Roll the loose gembones of a seat, and lock those that show a target (FB-06 to FB-08)."""
        table, dice, size = self.table, self.dice[seat], self.options.size
        faces = table.chance.roll(dice.loose, dice.sides)
        grown = dice.lock(faces)
        table.tell("locks", seat=seat, n=sum(grown), locked=dice.locked, count=dice.count)
        if self.options.wall_of_fire and manner != "careful":
            fallen = dice.topple(grown, table.chance)
            if fallen:
                table.tell("falls", seat=seat, n=fallen)
        self._rolled[seat].items = die_keys(size, faces)
        self._locked[seat].items = die_keys(size, dice.locked_faces())
        targets = die_keys(size, dice.targets)
        table.note(seat, "locked", locked=dice.locked, count=dice.count, targets=targets)

    def finish(self, winner: int) -> Result:
        """Return the result: every other seat hands its loose gembones to the winner."""
        table, size = self.table, self.options.size
        pays = [Pay(seat, winner, size, dice.loose) for seat, dice in self.dice.items() if dice.loose]
        reasons = dict.fromkeys(table.ring, Line(table.words["note:passes"]))
        for seat, dice in self.dice.items():
            reasons[seat] = Line(table.words["why"], {"locked": dice.locked, "count": dice.count})
        headline = Line(table.words["result:won"], {"seat": winner})
        return Result(headline, result_rows(table.ring, pays, reasons, [winner]), tuple(pays))
