"""`python -m games.blueprints [NAME ...]`: solves games and writes their tables.

The names are `lucky_13`, and for Rogues and Warriors the numbers of seats, 2 and 3.
"""

from __future__ import annotations

import lzma
import sys
from pathlib import Path

import numpy as np

from games.blueprints.lucky import money_table
from games.blueprints.pairs import cards
from games.blueprints.solving import Solver
from games.gembones.lucky_13.money import TABLE
from games.parlour.players.blueprint import SHAPES, WHOLE

FOLDER = Path("games/parlour/players")
MONEY = Path("games/gembones/lucky_13") / TABLE
LUCKY_13 = "lucky_13"
TIMES = {2: 400, 3: 160}
"""The passes of CFR+ by seats, after which another hundred gain next to nothing."""
SELDOM = 0.008
"""An action that is taken less often than this is left out: it is noise of the solver."""


RARELY = 1e-6
"""The part of a hand's deals in which play must come to a choice for the table to have it."""


def solved(seats: int, times: int) -> Solver:
    """Solve a shape."""
    solver = Solver(SHAPES[seats][0], cards())
    solver.run(times)
    return solver


def table_of(solver: Solver) -> bytes:
    """Return the table of a solved shape: for each node, action and hand how often the action is taken."""
    parts = []
    for node in solver.tree.nodes:
        total, play = solver.total[node.at], solver.strategy(node)
        play = np.where(play < SELDOM, 0, play)
        play = np.round(WHOLE * play / play.sum(axis=0))
        parts.append(np.where(total.sum(axis=0) > RARELY * solver.weight, play, 0).astype(np.uint8).tobytes())
    return b"".join(parts)


def packed_table(table: bytes) -> bytes:
    """Return a table as it is shipped."""
    return lzma.compress(table, preset=9 | lzma.PRESET_EXTREME)


def main() -> None:
    """Solve what is named, or all."""
    names = sys.argv[1:] or [LUCKY_13, *map(str, SHAPES)]
    if LUCKY_13 in names:
        packed = packed_table(money_table())
        MONEY.write_bytes(packed)
        print(f"Lucky No. 13: {len(packed):,} bytes")
    for seats in (int(name) for name in names if name != LUCKY_13):
        solver = solved(seats, TIMES[seats])
        packed = packed_table(table_of(solver))
        FOLDER.joinpath(SHAPES[seats][1]).write_bytes(packed)
        gains = solver.gains()
        print(
            f"{seats} seats: {len(packed):,} bytes; a seat could gain {sum(gains) / seats:.3f} pieces a match"
        )


if __name__ == "__main__":
    main()
