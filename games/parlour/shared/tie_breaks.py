"""Tie-breaks in words, for the showdown, where everyone sees why the winner won (TIE-02 to TIE-04)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from games.engine.scene import Line
from games.phrases import N_

TieBreak = Literal["color", "rank"]
LENGTH: Mapping[TieBreak, int] = {"color": 1, "rank": 6}
"""The number of elements at the end of a hand's strength that belong to the tie-break."""
COMPARED = (N_("Dragons"), N_("Warriors"), N_("Ladies"), N_("Bards"), N_("Merchants"), N_("Rogues"))
"""The ranks that Rank compares, in this order."""


def broken(
    strength: Mapping[int, tuple[int, ...]],
    winners: Collection[int],
    tie_break: TieBreak | None,
    words: Mapping[str, str],
) -> tuple[Line, ...]:
    """Return the line that tells how a tie was broken; nothing if none was, or not for one seat."""
    if tie_break is None or len(winners) != 1:
        return ()
    [winner] = winners
    best, length = strength[winner], LENGTH[tie_break]
    beaten = [other for other in strength.values() if other[:-length] == best[:-length] and other < best]
    if not beaten:
        return ()
    ours, theirs = best[-length:], max(beaten)[-length:]
    differs = next(place for place in range(length) if ours[place] != theirs[place])
    says: dict[str, object] = {"seat": winner, "n": ours[differs], "m": theirs[differs]}
    if tie_break == "rank":
        says["what"] = COMPARED[differs]
    return (Line(words[f"result:tie_{tie_break}"], says),)
