"""Storming the Castle: who is caught, who buys a way out, and when everybody goes free (BB-18 to BB-21).

Captives are carried from game to game: `carry["held"]` are their seats, and `carry["empty_windows"]` counts the games
in a row for which nobody wagered. A `Castle` is opened from that carry, changed by what happens in one game or when a
seat leaves between two, and gives a `Departure`: the carry for the next game, what leaving costs, who is barred.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from games.engine import HOUSE, Departure, Pay

Call = Literal["ravenloft", "svalich", "vallaki", "mist"]
"""What the dealer calls a player's roll (BB-08 to BB-11)."""

BAR_SECONDS = 600
"""How long who bought a way out stays away from the table, if nobody is released before (BB-R6)."""
ALL_IN_THE_MIST = 3
"""What a game costs everybody in it if nobody gets out of the mist (BB-21)."""
EMPTY_WINDOWS = 2
"""After so many windows without a wager the captives go free (BB-R10)."""


class Castle:
    """The castle of one table. `size` is the gembone that a way out costs; `present` are the seats at the table."""

    __slots__ = ("barred", "empty_windows", "held", "lifts", "pays", "present", "rest", "size")

    def __init__(self, carry: Mapping[str, Any], size: str, present: Sequence[int]) -> None:
        self.rest = {key: value for key, value in carry.items() if key not in ("held", "empty_windows")}
        self.held: list[int] = [seat for seat in carry.get("held", []) if seat in present]
        self.empty_windows: int = carry.get("empty_windows", 0)
        self.size, self.present = size, list(present)
        self.pays: list[Pay] = []
        self.barred: dict[int, int] = {}
        self.lifts = False

    def leave(self, seat: int) -> None:
        """A seat leaves the table: a captive pays one gembone, as far as it can, and is barred (BB-R6)."""
        self.present.remove(seat)
        if seat in self.held:
            self.held.remove(seat)
            self.pays.append(Pay(seat, HOUSE, self.size, 1, if_able=True))
            self.barred[seat] = BAR_SECONDS
        self._strand()

    def nobody_wagers(self) -> None:
        """A window has passed without a wager: nobody pays, and after two the captives go free (BB-R10)."""
        self.empty_windows += 1
        if self.held and self.empty_windows == EMPTY_WINDOWS:
            self.release()

    def storm(
        self, calls: Mapping[int, Call], odds: Mapping[Call, int]
    ) -> tuple[Mapping[Call, int], dict[int, int]]:
        """A game is rolled: settles what it means for the castle, in the order of BB-R5.

        Takes what each seat rolled, captives not among them, and the usual odds. Gives the odds of this game, and
        what each captive loses.
        """
        rolled = set(calls.values())
        self.empty_windows = 0
        if "ravenloft" in rolled:
            if rolled == {"ravenloft"} and not self.held:
                # never less than the usual odds (BB-R11)
                odds = {**odds, "ravenloft": max(odds["ravenloft"], len(calls))}
            self.release()
            return odds, {}
        if rolled == {"mist"}:
            fines = dict.fromkeys(self.held, ALL_IN_THE_MIST)
            self.release()
            return {**odds, "mist": -ALL_IN_THE_MIST}, fines
        fines = dict.fromkeys(self.held, 1)
        self.held = sorted([*self.held, *(seat for seat, call in calls.items() if call == "mist")])
        return odds, fines

    def see_off(self, leavers: Sequence[int]) -> None:
        """Who had left with a wager in and was caught by it leaves the castle now (GEN-R4, BB-R6)."""
        late = [seat for seat in leavers if seat in self.held]
        self.present += late
        for seat in late:
            self.leave(seat)
        self._strand()

    def release(self) -> None:
        """All captives go free, and nobody is barred any longer."""
        self.held, self.empty_windows, self.barred, self.lifts = [], 0, {}, True

    def departure(self) -> Departure:
        """What the table keeps, and what is to be paid and barred."""
        kept = {"held": self.held, "empty_windows": self.empty_windows} if self.held else {}
        return Departure({**self.rest, **kept}, tuple(self.pays), self.barred, self.lifts)

    def _strand(self) -> None:
        """Captives with nobody left at the table who could free them go free (BB-R6, BB-R10)."""
        if self.held and set(self.present) <= set(self.held):
            self.release()
