"""The news of a table that nobody could repaint."""

from __future__ import annotations

from cogs.ui.table.meanwhile import since
from games.engine import Line

A, B, C, D = (Line(text, {}) for text in "abcd")


def test_only_what_is_new_is_told() -> None:
    assert since((), (A, B)) == (A, B)
    assert since((A, B), (A, B)) == ()
    assert since((A, B), (A, B, C)) == (C,)


def test_a_log_that_has_lost_its_beginning_is_joined_where_it_overlaps() -> None:
    assert since((A, B, C), (B, C, D)) == (D,)
    assert since((A, A), (A, A, A)) == (A,)


def test_the_log_of_another_match_is_all_new() -> None:
    assert since((A, B), (C, D)) == (C, D)
    assert since((A, B), ()) == ()
