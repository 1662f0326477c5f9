"""Placing on a grid: which places there are, which answers are legal."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Chance, IllegalAnswer, Place, Prompt, Seed, digest
from games.engine.prompts import FREE

CARDS = ("W.owl", "L.owl", "B.owl")
EMPTY = Place("build", CARDS, (), [[0, 0], [1, 0], [2, 0]])
CORNERS = EMPTY._replace(piles=((0, 0, ("M.owl",)), (2, -1, ("R.owl", "R.hare"))))


def test_the_first_item_of_an_empty_grid_is_where_all_is_counted_from() -> None:
    assert EMPTY.spots() == [(0, 0)]
    with pytest.raises(IllegalAnswer):
        EMPTY.check([[1, 0], [2, 0], [3, 0]])


def test_places_come_row_by_row_and_fit_some_frame_with_all_that_lies_there() -> None:
    assert EMPTY.spots([[0, 0]]) == [(c, r) for r in range(-2, 3) for c in range(-2, 3) if (c, r) != (0, 0)]
    # three columns are in use, two rows: the third row may be above or below; (2, -1) is full
    free = [(c, r) for r in (-2, -1, 0, 1) for c in (0, 1, 2) if (c, r) != (2, -1)]
    assert CORNERS.spots() == free
    assert CORNERS.spots([[1, 1]]) == [(c, r) for c, r in free if r > -2 and (c, r) != (1, 1)]


def test_what_lies_there_afterwards_is_on_top() -> None:
    assert CORNERS.after([[0, 0], [1, 0]]) == (
        (0, 0, ("M.owl", "W.owl")),
        (2, -1, ("R.owl", "R.hare")),
        (1, 0, ("L.owl",)),
    )
    assert CORNERS.after([]) == CORNERS.piles


@pytest.mark.parametrize(
    "answer",
    [
        None, "", {}, 3, [[0, 0]] * 3, [[0, 0], [0, 0], [1, 0]], [[0, 0], [1, 0]], [[0, 0], [1, 0], [2, 0], [0, 1]],
        [[0, 0], [1, 0], [3, 0]], [[0, 0], [1, 0], [-2, 0]], [[0, 0], [1, 0], [2.0, 0]], [[0, 0], [True, 0], [2, 0]],
        [[0, 0], [1, 0], [2]], [[0, 0], [1, 0], [2, 0, 0]], [[0, 0], "10", [2, 0]], [[0, 0], [1, 0], None],
        [(0, 0), (1, 0), (2, 0)],
    ],
)  # fmt: skip
def test_answers_that_are_no_placement_are_refused(answer: Any) -> None:
    with pytest.raises(IllegalAnswer):
        EMPTY.check(answer)


def test_an_answer_may_begin_so() -> None:
    EMPTY.check_part([[0, 0], [1, 0], [2, 0]])
    for part in ([], [[0, 0]], [[0, 0], [-2, 2]]):
        EMPTY.check_part(part)
        with pytest.raises(IllegalAnswer):
            EMPTY.check(part)
    wrong: Any
    for wrong in ([[1, 0]], [[0, 0], [0, 0]], [[0, 0], [3, 0]], [[0, 0], [1, 0], [2, 0], [0, 1]], "x", None):
        with pytest.raises(IllegalAnswer):
            EMPTY.check_part(wrong)


def test_what_is_offered_is_legal_and_varied() -> None:
    for prompt in (EMPTY, CORNERS._replace(default=[[0, 0], [1, 0], [2, 0]])):
        assert isinstance(prompt, Prompt)
        offered = prompt.legal(Chance(Seed("x")))
        for answer in offered:
            prompt.check(answer)
            assert prompt.cost(answer) is FREE
        assert offered[0] == prompt.default
        assert len({str(answer) for answer in offered}) > 15


def test_its_digest_is_of_items_and_what_lies_there() -> None:
    others = [
        EMPTY,
        CORNERS,
        EMPTY._replace(items=CARDS[:2]),
        EMPTY._replace(span=4),
        EMPTY._replace(depth=1),
        CORNERS._replace(piles=((0, 0, ("M.owl",)),)),
    ]
    assert len({digest(0, prompt) for prompt in others}) == len(others)
    assert digest(0, EMPTY._replace(worth=len, default=None, says={"n": 3})) == digest(0, EMPTY)
