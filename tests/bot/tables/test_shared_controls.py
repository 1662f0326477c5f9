"""Controls that several seats share stand for the questions that they name, and for no others."""

from __future__ import annotations

import pytest

from bot.tables.shared_controls import parse_shared, shared_name, stands_for


@pytest.mark.parametrize(
    ("ids", "name"),
    [([7], "ante@7"), ([7, 8], "ante@7-8"), ([9, 7, 8, 12], "ante@7-9.12"), ([1, 3, 5], "ante@1.3.5")],
)
def test_names_are_short_and_exact(ids: list[int], name: str) -> None:
    assert shared_name("ante", ids) == name
    control = parse_shared(name)
    assert control.kind == "ante"
    assert [n for n in range(20) if control.names(n)] == sorted(ids)


@pytest.mark.parametrize("name", ["ante", "ante@", "ante@x", "ante@1..2", "ante@-", "@@", "ante@2-"])
def test_a_malformed_name_stands_for_little_or_nothing(name: str) -> None:
    assert [n for n in range(100) if parse_shared(name).names(n)] in ([], [2])


def test_a_name_of_before_stands_for_its_first_question_alone() -> None:
    """Messages of earlier releases name only the lowest of their questions."""
    assert [n for n in range(100) if stands_for("ante@12", n)] == [12]


def test_a_number_stands_for_itself() -> None:
    assert stands_for(12, 12)
    assert not stands_for(12, 13)


def test_no_name_is_too_large_to_look_through() -> None:
    assert parse_shared("ante@0-99999999999999").names(10**12)
