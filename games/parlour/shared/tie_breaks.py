"""How a tie was broken, in words: for the showdown, where everybody sees why the winner won (TIE-02 to TIE-04)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from games.engine import Line

TieBreak = Literal["color", "rank"]
LENGTH: Mapping[TieBreak, int] = {"color": 1, "rank": 6}
"""How many numbers at the end of a hand's strength are its tie-break."""
COMPARED = ("Dragons", "Warriors", "Ladies", "Bards", "Merchants", "Rogues")
"""What Rank compares, in this order."""

WORDS: Mapping[str, str] = {
    "result:tie_color": "{seat:seat} wins the tie: {n} cards of one colour, against {m}.",
    "result:tie_rank": "{seat:seat} wins the tie: more {what}, {n} against {m}.",
}


def broken(
    strength: Mapping[int, tuple[int, ...]],
    winners: Collection[int],
    tie_break: TieBreak | None,
    words: Mapping[str, str],
) -> tuple[Line, ...]:
    """What set the winner apart from a hand that scored the same; nothing if no tie was broken, or not for one seat."""
    if tie_break is None or len(winners) != 1:
        return ()
    [winner] = winners
    best, length = strength[winner], LENGTH[tie_break]
    beaten = [other for other in strength.values() if other[:-length] == best[:-length] and other < best]
    if not beaten:
        return ()
    ours, theirs = best[-length:], max(beaten)[-length:]
    at = next(place for place in range(length) if ours[place] != theirs[place])
    says: dict[str, object] = {"seat": winner, "n": ours[at], "m": theirs[at]}
    if tie_break == "rank":
        says["what"] = COMPARED[at]
    return (Line(words[f"result:tie_{tie_break}"], says),)
