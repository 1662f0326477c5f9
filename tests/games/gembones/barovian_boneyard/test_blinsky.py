"""Blinsky's toys."""

from __future__ import annotations

import pytest

from games.engine import MINT, BadAmount, Line, Pay, Result, RulesBug
from games.engine.money import parse_amount, worth
from games.engine.result import check
from games.gembones.barovian_boneyard.toys import PRIZES, TICKETS, tickets_after


@pytest.mark.rule("BB-16", "BB-R3")
def test_tickets_are_traded_for_six_toys() -> None:
    assert list(PRIZES.values()) == [10, 25, 50, 100, 250, 500]
    assert list(PRIZES) == [
        "one-eyed bat",
        "headless doll",
        "weeping rabbit",
        "clockwork raven",
        "wolf with human teeth",
        "life-size double of a player",
    ]
    assert tickets_after(60, "weeping rabbit") == 10
    assert tickets_after(tickets_after(20, "one-eyed bat"), "one-eyed bat") == 0, (
        "the same one may be had twice"
    )


@pytest.mark.rule("BB-R3")
def test_a_toy_costs_all_its_tickets() -> None:
    with pytest.raises(BadAmount, match="headless doll: 25 tickets; you have 24"):
        tickets_after(24, "headless doll")
    with pytest.raises(BadAmount, match="He has: one-eyed bat"):
        tickets_after(24, "teddy bear")


@pytest.mark.rule("BB-R3")
def test_tickets_are_no_money() -> None:
    with pytest.raises(BadAmount):
        worth({TICKETS: 100})
    with pytest.raises(BadAmount):
        parse_amount("100 tickets")


@pytest.mark.parametrize(
    "pay",
    [
        Pay(0, 1, TICKETS, 5),
        Pay(MINT, 0, "g6", 1),
        Pay(0, MINT, "g6", 1),
        Pay(0, MINT, TICKETS, 1),
    ],
)
def test_only_the_mint_gives_tickets_and_nothing_else(pay: Pay) -> None:
    with pytest.raises(RulesBug, match="mint"):
        check(Result(Line("over"), (), (pay,)), [0, 1], {}, {0: {"g6": 5, TICKETS: 5}}, {})


def test_the_mint_never_runs_out() -> None:
    check(Result(Line("over"), (), (Pay(MINT, 0, TICKETS, 10**9),)), [0, 1], {}, {}, {})
