"""The solver finds known equilibria, and the tables that are shipped are what it writes and can hardly be beaten."""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from games.blueprints.__main__ import STEPS, TIMES, file_of, solved, table_of
from games.blueprints.drawing import Draws, DrawSolver
from games.blueprints.lucky import money_table
from games.blueprints.pairs import cards
from games.blueprints.ranked_hands import ranked_hands
from games.blueprints.revealing import RevealSolver
from games.blueprints.scored_hands import scored_hands
from games.blueprints.solving import Solver
from games.gembones.lucky_13 import money
from games.parlour.players.betting_tree import Shape
from games.parlour.players.drawn_bets import COUNTS
from games.parlour.players.one_shown import HANDS, SHAPES, blueprint
from games.parlour.players.ranked_draws import HANDS as RANKED
from tests.helpers.random_matches import SOAK

SMALL = Shape(2, (1.0,), 1, 6, 1)
SMALL_DRAWS = SMALL._replace(exchanges=2)
ALIKE = 0.05
"""The pieces a match by which what a best response gains may differ between two tables of one program."""


def small(kind: str) -> Solver:
    return RevealSolver(SMALL, cards()) if kind == "reveal" else DrawSolver(SMALL_DRAWS, scored_hands("B"))


def gains_of(solver: Solver, table: bytes) -> float:
    """Let a best response play against a table as it is shipped; return what a seat gains."""
    solver.read(table)
    return sum(solver.gains()) / solver.seats


def test_the_chances_of_hands_are_those_of_the_deck() -> None:
    found = cards()
    assert found.chance.sum() == pytest.approx(1)
    assert (found.beside * found.chance).sum(axis=1) == pytest.approx(np.ones(len(HANDS)))
    warriors = [found.chance[HANDS.index(("W", "W", alike))] for alike in (False, True)]
    assert sum(warriors) == pytest.approx(15 / 4005)


@pytest.mark.parametrize("counted", [partial(scored_hands, "R"), ranked_hands])
def test_the_chances_of_drawing_add_up(counted: Callable[[], Draws]) -> None:
    found = counted()
    assert found.chance.sum() == pytest.approx(1)
    possible = found.chance > 0
    for move in found.moves:
        # who can't hold a hand can't draw from it either
        assert move[:, possible].sum(axis=2) == pytest.approx(np.ones((COUNTS, possible.sum())))
    # who keeps all has the same hand afterwards
    assert found.moves[0][0] == pytest.approx(np.eye(len(found.chance)))


def test_a_hand_that_takes_a_rivals_cards_makes_the_same_hand_rarer() -> None:
    found = ranked_hands()
    assert found.beside is not None
    beside, last = found.beside
    assert (beside * found.chance).sum(axis=1) == pytest.approx(np.ones(len(found.chance)))
    rare = RANKED.index(("W", "W", "W", "W", "R", "R", "R"))
    assert beside[rare, rare] == 0, "there are six Warriors"
    assert last == pytest.approx(last.T)


@pytest.mark.parametrize("kind", ["reveal", "draws"])
def test_the_more_passes_the_less_a_best_response_gains(kind: str) -> None:
    solver = small(kind)
    gains = []
    for _ in range(3):
        solver.run(30)
        gains.append(sum(solver.gains()))
    assert gains[0] > gains[1] > gains[2] > 0
    assert gains[2] < 0.05


def test_nobody_gains_much_against_the_table_of_two_seats() -> None:
    found = blueprint(2)
    assert found is not None
    assert gains_of(RevealSolver(SHAPES[2], cards()), found.table) < 0.06


@pytest.mark.parametrize("kind", ["reveal", "draws"])
def test_the_same_program_writes_the_same_table(kind: str) -> None:
    tables = []
    for _ in range(2):
        solver = small(kind)
        solver.run(10)
        tables.append(hashlib.sha256(table_of(solver)).digest())
    assert tables[0] == tables[1]


@pytest.mark.slow
def test_the_program_writes_the_tables_that_are_shipped() -> None:
    """In the soak all of them.

    Other processors add up in another order, and CFR+ goes its own way from there wherever answers are worth the same;
    their tables are other ones, which a best response beats by as much.
    """
    for name in TIMES if SOAK > 1 else ():
        shipped, solver = lzma.decompress(file_of(name).read_bytes()), solved(name)
        written = table_of(solver, STEPS.get(name, 1))
        assert len(written) == len(shipped)
        if hashlib.sha256(written).digest() != hashlib.sha256(shipped).digest():
            assert gains_of(solver, shipped) == pytest.approx(gains_of(solver, written), abs=ALIKE)
    if SOAK > 1:
        written_money = np.frombuffer(money_table(), "<i4")
        assert abs(written_money - np.array(money.table())).max() <= 1
