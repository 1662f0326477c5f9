"""Tells what a press may risk: the line before it, and which answers a purse can't pay."""

from __future__ import annotations

from bot.language import _, number
from bot.tables.view import TableView
from games.engine import money as gems
from games.engine.prompts import Answer, Choose
from games.engine.scene import OpenAsk

PART = 3
"""A press that risks more than a purse divided by this gets a line."""


def risk_line(cost: int, purse: int, base: str, *, at_most: bool = False) -> str:
    """Return the line before a press that risks more than a third of a purse; empty for less.

    `at_most`: the cost is that of the largest amount that may be typed, and no button's.
    """
    if purse >= PART * cost:
        return ""
    words = _("-# That's {cost} of your {purse} {base}.")
    if at_most:
        words = _("-# That's up to {cost} of your {purse} {base}.")
    return words.format(cost=number(cost), purse=number(purse), base=_(base))


def risk_of_question(view: TableView, ask: OpenAsk) -> str:
    """Return the line about the dearest answer to a question that the viewer can pay."""
    purse = view.purse
    if purse is None or ask.prompt is None:
        return ""
    amount = ask.prompt.amount if isinstance(ask.prompt, Choose) else None
    offered = (amount.steps or (amount.low,)) if amount is not None else ()
    costs = [
        n * gems.worth(cost.seat)
        for option, cost in ask.prompt.costs.items()
        for n in (offered if option == "amount" else (1,))
    ]
    dearest = max((cost for cost in costs if cost <= purse), default=0)
    if _most_by_amount(ask, purse) > dearest:
        return risk_of_amount(view, ask)
    return risk_line(dearest, purse, view.table.settings.base)


def risk_of_answer(view: TableView, ask: OpenAsk, answer: Answer) -> str:
    """Return the line about one answer; empty if the purse can't pay it, which the table refuses."""
    if view.purse is None or ask.prompt is None:
        return ""
    cost = gems.worth(ask.prompt.cost(answer).seat)
    return risk_line(cost, view.purse, view.table.settings.base) if cost <= view.purse else ""


def risk_of_amount(view: TableView, ask: OpenAsk) -> str:
    """Return the line about the largest amount that the viewer can type and pay."""
    if view.purse is None:
        return ""
    most = _most_by_amount(ask, view.purse)
    return risk_line(most, view.purse, view.table.settings.base, at_most=True)


def _most_by_amount(ask: OpenAsk, purse: int) -> int:
    """Return the cost of the largest amount that a purse can pay; 0 if there is none."""
    amount = ask.prompt.amount if isinstance(ask.prompt, Choose) else None
    cost = ask.prompt.costs.get("amount") if ask.prompt is not None else None
    each = gems.worth(cost.seat) if cost is not None else 0
    if amount is None or not each:
        return 0
    payable = min(amount.high, purse // each)
    return payable * each if payable >= amount.low else 0


def is_too_dear(view: TableView, ask: OpenAsk, option: str, n: int = 1) -> bool:
    """Return True if the viewer's purse can't pay for an answer, or for `n` of an amount."""
    cost = None if ask.prompt is None else ask.prompt.costs.get(option)
    return view.purse is not None and cost is not None and n * gems.worth(cost.seat) > view.purse
