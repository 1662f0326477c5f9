"""What is offered while an exchange is typed."""

from __future__ import annotations

import pytest

from cogs.purse.choices import to_get, to_give
from games.engine import money as gems


def test_what_a_member_holds_is_offered() -> None:
    offered = {choice.value: choice.name for choice in to_give({"g20": 1, "g6": 2, "piece": 8}, "")}
    assert offered == {
        "1g20": "a g20, of your 1",
        "1g6": "a g6, of your 2",
        "2g6": "all your 2 g6s",
        "8 pieces": "your 8 pieces",
    }
    assert to_give({}, "") == []


def test_what_is_typed_stays_the_first_choice() -> None:
    assert [choice.value for choice in to_give({"g6": 2}, "2g6 + 1 piece")] == ["2g6 + 1 piece"]
    assert [choice.value for choice in to_give({"g6": 2, "g8": 1}, "g6")] == ["g6", "1g6", "2g6"]


@pytest.mark.parametrize("give", ["1g12", "2g6 + 8 pieces", "1g100", "7 pieces", "silver 2g10"])
def test_everything_offered_is_worth_as_much(give: str) -> None:
    worth = gems.worth(gems.parse_amount(give).holding)
    offered = to_get(give, "copper", "")
    assert offered
    for choice in offered:
        holding = gems.parse_amount(choice.value).holding
        assert gems.worth(holding) == worth
        assert holding != gems.parse_amount(give).holding
    assert len({choice.value for choice in offered}) == len(offered) <= 25


def test_nothing_is_offered_for_what_cannot_be_read() -> None:
    assert to_get("lots", "copper", "") == []
    assert to_get("", "copper", "") == []
