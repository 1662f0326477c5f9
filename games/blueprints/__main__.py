"""`python -m games.blueprints [SEATS ...]`: solves Rogues and Warriors and writes the tables of its play."""

from __future__ import annotations

import lzma
import sys
from pathlib import Path

import numpy as np

from games.blueprints.pairs import cards
from games.blueprints.solving import Solver
from games.parlour.players.blueprint import SHAPES, WHOLE

FOLDER = Path("games/parlour/players")
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


def main() -> None:
    """Solve the shapes that are named by their seats, or all."""
    for seats in map(int, sys.argv[1:] or SHAPES):
        solver = solved(seats, TIMES[seats])
        packed = lzma.compress(table_of(solver), preset=9 | lzma.PRESET_EXTREME)
        FOLDER.joinpath(SHAPES[seats][1]).write_bytes(packed)
        gains = solver.gains()
        print(
            f"{seats} seats: {len(packed):,} bytes; a seat could gain {sum(gains) / seats:.3f} pieces a match"
        )


if __name__ == "__main__":
    main()
