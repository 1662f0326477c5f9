"""`python -m games.blueprints [NAME ...]`: solves games and writes their tables.

The names are `lucky_13`, `den_of_thieves`, for Rogues and Warriors the numbers of seats, 2 and 3, and for King's
Council the ranks of the King, W, L, B, M and R.
"""

from __future__ import annotations

import lzma
import sys
from pathlib import Path

import numpy as np

from games.blueprints.drawing import DrawSolver
from games.blueprints.lucky import money_table
from games.blueprints.pairs import cards
from games.blueprints.ranked_hands import ranked_hands
from games.blueprints.revealing import RevealSolver
from games.blueprints.scored_hands import scored_hands
from games.blueprints.solving import Solver, parts_of
from games.gembones.lucky_13.money import TABLE
from games.parlour.den_of_thieves import TABLE as DEN_TABLE
from games.parlour.kings_council import LOWEST
from games.parlour.players.blueprint import WHOLE
from games.parlour.players.drawn_bets import SHAPE
from games.parlour.players.one_shown import SHAPES

FOLDER = Path("games/parlour/players")
MONEY = Path("games/gembones/lucky_13") / TABLE
LUCKY_13, DEN = "lucky_13", "den_of_thieves"
TIMES = {"2": 400, "3": 160, DEN: 160} | dict.fromkeys(LOWEST, 120)
"""The passes of CFR+, after which another hundred gain next to nothing."""
STEPS = {DEN: 5} | dict.fromkeys(LOWEST, 10)
"""How coarse a table is; finer ones would be larger and hardly better."""
SELDOM = 0.008
"""An action that is taken less often than this is left out: it is noise of the solver."""
RARELY = 1e-6
"""The part of a hand's deals in which play must come to a choice for the table to have it."""


def solved(name: str) -> Solver:
    """Solve a shape."""
    solver: Solver
    if name in LOWEST:
        solver = DrawSolver(SHAPE, scored_hands(name))
    elif name == DEN:
        solver = DrawSolver(SHAPE, ranked_hands())
    else:
        solver = RevealSolver(SHAPES[int(name)], cards())
    solver.run(TIMES[name])
    return solver


def file_of(name: str) -> Path:
    """Return the file of a table."""
    if name == DEN:
        return FOLDER / DEN_TABLE
    return FOLDER / (
        f"kings_council_{name.lower()}.xz" if name in LOWEST else f"rogues_and_warriors_{name}.xz"
    )


def table_of(solver: Solver, step: int = 1) -> bytes:
    """Return the table of a solved shape: for each node, action and hand how often the action is taken.

    `step`: the part of `WHOLE` to which this is rounded; the coarser, the smaller the table.
    """
    parts = []
    for node in solver.kept():
        total = solver.counted(node)
        play = parts_of(total)
        play = np.where(play < max(SELDOM, step / WHOLE / 2), 0, play)
        play = step * np.round(WHOLE / step * play / play.sum(axis=0))
        parts.append(np.where(total.sum(axis=0) > RARELY * solver.weight, play, 0).astype(np.uint8).tobytes())
    return b"".join(parts) + solver.behind()


def packed_table(table: bytes) -> bytes:
    """Return a table as it is shipped."""
    return lzma.compress(table, preset=9 | lzma.PRESET_EXTREME)


def main() -> None:
    """Solve what is named, or all."""
    names = sys.argv[1:] or [LUCKY_13, *TIMES]
    if LUCKY_13 in names:
        packed = packed_table(money_table())
        MONEY.write_bytes(packed)
        print(f"Lucky No. 13: {len(packed):,} bytes")
    for name in names:
        if name == LUCKY_13:
            continue
        solver = solved(name)
        table = table_of(solver, STEPS.get(name, 1))
        packed = packed_table(table)
        file_of(name).write_bytes(packed)
        solver.read(table)
        gain = sum(solver.gains()) / solver.seats
        print(f"{name}: {len(packed):,} bytes; a seat could gain {gain:.3f} pieces a match", flush=True)


if __name__ == "__main__":
    main()
