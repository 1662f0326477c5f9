"""Stakes and wagers: the windows in which gembones are put up, and the result rows that show their fate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.money import SIZES, worth
from games.engine.prompts import NOTHING, Choose, Cost, Range
from games.engine.result import Pay, changes
from games.engine.scene import Line, ResultRow
from games.engine.table import Table

MOST_WAGERS = 10
"""The most wagers of one player in one game against the house (BB-R2)."""


async def stakes_window(
    table: Table, dice: str, needed: Mapping[str, int], stake_options: tuple[str, ...] = ("stake",)
) -> dict[int, str]:
    """Ask every seat at once to put up `dice`, and return the answers of those that do, clockwise.

    `needed`: the worst ordinary loss, set aside with the answer. `stake_options`: the answers that put the dice up,
    where a game has more than one. A seat that does not answer in time is not in this game, so that no money moves
    without a press.
    """
    table.phase("stakes")
    prompt = Choose(
        "stake",
        (*stake_options, "pass"),
        "pass",
        clock="window",
        public=True,
        says={"dice": dice},
        costs=dict.fromkeys(stake_options, Cost(needed)),
    )
    answers = await table.ask_each(dict.fromkeys(table.ring, prompt))
    for seat, answer in answers.items():
        if answer != "pass":
            table.tell("stakes", seat=seat, dice=dice)
            table.note(seat, "stakes")
        else:
            table.note(seat, "passes")
            table.seats.out.add(seat)
    return {seat: answer for seat, answer in answers.items() if answer != "pass"}


async def wager_window(
    table: Table, seats: Iterable[int], die: str, most: int, cost: Cost, says: Mapping[str, Any]
) -> dict[int, int]:
    """Ask all `seats` at once for up to `most` wagers of one size, and return the number of wagers by seat.

    `cost`: the most that one wager may cost the seat and the house; both set that aside with the answer. Seats that
    pass, or do not answer in time, are not in the returned mapping.
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


def count_text(units: Mapping[str, int]) -> str:
    """Return the number of gembones of each size as text, smallest size first: `3g4 + 3g6`."""
    return " + ".join(f"{units[size]}{size}" for size in SIZES if units.get(size))


def result_rows(
    ring: Sequence[int],
    pays: Sequence[Pay],
    reasons: Mapping[int, Line],
    winners: Iterable[int] = (),
    points: Mapping[int, int] = NOTHING,  # type: ignore[assignment]
) -> tuple[ResultRow, ...]:
    """Return a result row for each seat: the winners first, then the others by gain or loss.

    `reasons`: the words next to each seat. `points`: the score of each seat, if the game counts points in its own way.
    """
    change, first = changes(pays), [*winners]
    rows = [
        ResultRow(
            seat, 1 if seat in first else None, change.get(seat, {}), reasons.get(seat), points.get(seat, 0)
        )
        for seat in ring
    ]
    return tuple(sorted(rows, key=lambda row: (row.place is None, -worth(row.change))))
