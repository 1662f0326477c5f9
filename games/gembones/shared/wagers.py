"""What the games against the house share: the window in which gembones are wagered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.engine import Choose, Cost, Range, Table

MOST = 10
"""The most wagers of one player in one game (BB-R2)."""

WORDS: Mapping[str, str] = {
    "wager": "How many {die} do you wager?",
    "wager:pass": "Not this game",
    "wager:amount": "Wager {n}",
    "wagers": "{seat:seat} wagers {n}{die}.",
    "note:wagers": "{n}{die}",
    "note:passes": "not in this game",
    "phase:wagers": "Wagers",
}


async def wager_window(
    table: Table, seats: Iterable[int], die: str, most: int, cost: Cost, says: Mapping[str, Any]
) -> dict[int, int]:
    """Ask all `seats` at once for up to `most` wagers of a size; gives the seats that wager, and how many.

    `cost` is what one wager may cost the seat and the house; both set it aside with the answer (GEM-R4, GEM-R9). Who
    says nothing in time is not in this game (GEN-R3).
    """
    table.phase("wagers")
    steps = tuple(n for n in (1, 2, 3, 5) if n <= most)
    prompt = Choose(
        "wager",
        ("pass",),
        "pass",
        Range(1, most, steps),
        clock="window",
        public=True,
        says={"die": die, "most": most, **says},
        costs={"amount": cost},
    )
    wagers = {}
    for seat, answer in (await table.ask_each(dict.fromkeys(seats, prompt))).items():
        if answer == "pass":
            table.note(seat, "passes")
        else:
            wagers[seat] = answer
            table.tell("wagers", seat=seat, n=answer, die=die)
            table.note(seat, "wagers", n=answer, die=die)
    return wagers
