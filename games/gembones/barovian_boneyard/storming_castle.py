"""Storming the Castle: captives, their release, and the price of leaving (BB-18 to BB-21).

Captives are carried from game to game: `carry["held"]` are their seats, and `carry["empty_windows"]` counts the games
in a row for which nobody wagered. A `Castle` is opened from that carry, changed by what happens in one game or when a
seat leaves between two, and gives a `Departure`: the carry for the next game, what leaving costs, and the bars.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.result import HOUSE, Departure, Pay
from games.gembones.barovian_boneyard.odds import ALL_IN_THE_MIST, Call, together

BAR_SECONDS = 600
"""Seconds that a captive who buys a way out is barred from the table, unless a release comes first (BB-R6)."""
EMPTY_WINDOWS = 2
"""After this many windows without a wager the captives go free (BB-R10)."""


class Castle:
    """The castle of one table.

    `size`: the gembone that a way out costs. `present`: the seats at the table. `held`: the captives. `barred`: the
    seconds that each seat is barred. `lifts`: a release has ended the bars of earlier games.
    """

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
        """Let a seat leave the table: a captive pays one gembone, if it has one, and is barred (BB-R6)."""
        self.present.remove(seat)
        if seat in self.held:
            self.held.remove(seat)
            self.pays.append(Pay(seat, HOUSE, self.size, 1, if_able=True))
            self.barred[seat] = BAR_SECONDS
        self._release_stranded()

    def count_empty_window(self) -> None:
        """Count a window without a wager, which costs nothing; after two the captives go free (BB-R10)."""
        self.empty_windows += 1
        if self.held and self.empty_windows == EMPTY_WINDOWS:
            self.release()

    def storm(
        self, calls: Mapping[int, Call], odds: Mapping[Call, int]
    ) -> tuple[Mapping[Call, int], dict[int, int]]:
        """Catch and release seats by the calls of a game, in the order of BB-R5.

        `calls`: the call of each seat that rolled, captives not among them. `odds`: the usual odds. Returns the odds of
        this game, and the gembones that each captive loses.
        """
        kinds = set(calls.values())
        self.empty_windows = 0
        if "ravenloft" in kinds:
            if kinds == {"ravenloft"} and not self.held:
                # all rolled ravenloft: one gembone for each of them, but never less than the usual odds (BB-R11)
                odds = {**odds, "ravenloft": together(odds, len(calls))}
            self.release()
            return odds, {}
        if kinds == {"mist"}:
            fines = dict.fromkeys(self.held, ALL_IN_THE_MIST)
            self.release()
            return {**odds, "mist": -ALL_IN_THE_MIST}, fines
        fines = dict.fromkeys(self.held, 1)
        self.held = sorted([*self.held, *(seat for seat, call in calls.items() if call == "mist")])
        return odds, fines

    def remove_leavers(self, leavers: Sequence[int]) -> None:
        """Let seats leave that had left the table with a wager in and were caught by it (GEN-R4, BB-R6)."""
        late = [seat for seat in leavers if seat in self.held]
        self.present += late
        for seat in late:
            self.leave(seat)
        self._release_stranded()

    def release(self) -> None:
        """Free all captives, and end all bars."""
        self.held, self.empty_windows, self.barred, self.lifts = [], 0, {}, True

    def departure(self) -> Departure:
        """Return the carry for the next game, the payments, and the bars."""
        captives = {"held": self.held, "empty_windows": self.empty_windows} if self.held else {}
        return Departure({**self.rest, **captives}, tuple(self.pays), self.barred, self.lifts)

    def _release_stranded(self) -> None:
        """Free the captives if the table has no free seat left to roll for their release (BB-R6, BB-R10)."""
        if self.held and set(self.present) <= set(self.held):
            self.release()
