"""Tells what a press may risk: the line before it, and which answers a purse can't pay."""

from __future__ import annotations

from bot.language import _, number
from bot.tables.view import TableView
from games.engine import money as gems
from games.engine.prompts import Choose
from games.engine.scene import OpenAsk

PART = 3
"""A press that risks more than a purse divided by this gets a line."""


def risk_line(cost: int, purse: int, base: str) -> str:
    """Return the line before a press that risks more than a third of a purse; empty for less."""
    if purse >= PART * cost:
        return ""
    words = _("-# That's {cost} of your {purse} {base}.")
    return words.format(cost=number(cost), purse=number(purse), base=_(base))


def risk_of_question(view: TableView, ask: OpenAsk) -> str:
    """Return the line about the dearest answer to a question that the viewer can pay."""
    if view.purse is None or ask.prompt is None:
        return ""
    amount = ask.prompt.amount if isinstance(ask.prompt, Choose) else None
    offered = (amount.steps or (amount.low,)) if amount is not None else ()
    costs = [
        n * gems.worth(cost.seat)
        for option, cost in ask.prompt.costs.items()
        for n in (offered if option == "amount" else (1,))
    ]
    dearest = max((cost for cost in costs if cost <= view.purse), default=0)
    return risk_line(dearest, view.purse, view.table.settings.base)


def is_too_dear(view: TableView, ask: OpenAsk, option: str, n: int = 1) -> bool:
    """Return True if the viewer's purse can't pay for an answer, or for `n` of an amount."""
    cost = None if ask.prompt is None else ask.prompt.costs.get(option)
    return view.purse is not None and cost is not None and n * gems.worth(cost.seat) > view.purse
