"""What the games between players share: the window in which dice are put up, dice that leave the tray, rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.engine import Choose, Cost, Line, Pay, ResultRow, Table, changes
from games.engine.money import SIZES, worth
from games.engine.prompts import NOTHING

CRACKS_IN = 100
"""The `tray` option counts in hundredths (GEN-R2)."""

WORDS: Mapping[str, str] = {
    "stake": "Put up {dice}?",
    "stake:stake": "Put up {dice}",
    "stake:pass": "Not this game",
    "stakes": "{seat:seat} puts up {dice}.",
    "note:stakes": "in",
    "note:passes": "not in this game",
    "phase:stakes": "Stakes",
}


async def stakes_window(
    table: Table, dice: str, needed: Mapping[str, int], ways: tuple[str, ...] = ("stake",)
) -> dict[int, str]:
    """Ask everybody at once whether they put up `dice`; gives the seats that do, clockwise, and in which of the `ways`.

    `needed` is the worst ordinary loss, set aside with the answer (GEM-R4). Who says nothing in time is not in this
    game, so that nobody's money moves without a press.
    """
    table.phase("stakes")
    prompt = Choose(
        "stake",
        (*ways, "pass"),
        "pass",
        clock="window",
        public=True,
        says={"dice": dice},
        costs=dict.fromkeys(ways, Cost(needed)),
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


def cracks(table: Table, dice: int, hundredths: int) -> bool:
    """Whether any of `dice` gembones leaves the tray, each with that chance of its own (GEN-R2)."""
    # without the option no luck is drawn at all
    return hundredths > 0 and any(table.chance.below(CRACKS_IN) < hundredths for _ in range(dice))


def count_text(units: Mapping[str, int]) -> str:
    """So many of each size, from the smallest: `3g4 + 3g6`."""
    return " + ".join(f"{units[size]}{size}" for size in SIZES if units.get(size))


def rows_of(
    ring: Sequence[int],
    pays: Sequence[Pay],
    why: Mapping[int, Line],
    winners: Iterable[int] = (),
    points: Mapping[int, int] = NOTHING,  # type: ignore[assignment]
) -> tuple[ResultRow, ...]:
    """A row a seat: the winners first, the others by what they have won or lost; `points` if it is played for them."""
    change, first = changes(pays), [*winners]
    rows = [
        ResultRow(
            seat, 1 if seat in first else None, change.get(seat, {}), why.get(seat), points.get(seat, 0)
        )
        for seat in ring
    ]
    return tuple(sorted(rows, key=lambda row: (row.place is None, -worth(row.change))))
