"""The lines about money at a table: what a press may cost, and who plays for points."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.state import Seat
from bot.tables.view import TableView
from cogs.ui.theme import money_kind_of, renderer_for
from games.engine import Choose, OpenAsk
from games.engine import money as gems

FEW = 2
"""So many players are named."""
PART = 3
"""A press that risks more than a purse divided by this gets a line."""
EVENING = "It's your first evening, so you play for points: nothing leaves your purse."
SHORT = "You're {n} short for this table, so you play for points this time."


def risk_line(cost: int, purse: int, base: str) -> str:
    """Return the line before a press that risks more than a third of a purse; empty for less."""
    return f"-# That's {cost:,} of your {purse:,} {base}." if purse < PART * cost else ""


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


def is_for_fun(view: TableView) -> bool:
    """Return True if the next match is for fun as the table stands: too few pay, though the host chose no fun."""
    settings = view.table.settings
    paying = sum(seat.pays for seat in view.table.members())
    return view.table.kind.hosted and paying < (1 if settings.for_gembones else 2)


def risk_of_seat(view: TableView) -> str:
    """Return the line about the buy-in of a viewer who has a seat in a lobby."""
    seat, settings = view.table.seats.get(view.viewer), view.table.settings
    if seat is None or seat.purse is None or not seat.pays or settings.free or is_for_fun(view):
        return ""
    if money_kind_of(view) != "pieces":
        return ""
    return risk_line(view.game.stake or settings.buy_in, seat.purse, settings.base)


def own_points_line(view: TableView, seat: Seat) -> str:
    """Tell a seat why it plays for points where others may pay; empty if it pays, or if the host chose fun."""
    if view.table.settings.free or money_kind_of(view) == "points":
        return ""
    if seat.for_points == "evening":
        return EVENING
    return SHORT.format(n=f"{seat.short:,}") if seat.for_points == "short" else ""


def payers_words(view: TableView) -> Iterator[str]:
    """Say at a table for money that too few pay yet, or who plays for points: `Hal for points`."""
    settings, members, kind = view.table.settings, view.table.members(), view.table.kind
    chosen = settings.free or view.table.host_plays_guest or money_kind_of(view) == "points"
    if chosen or kind.stakes_words or not kind.hosted:
        return
    if is_for_fun(view):
        alone = len(members) == 1 and members[0].for_points in (None, "fun")
        yield "for fun until another member sits down" if alone else "for fun"
        return
    names = [renderer_for(view).name(seat.number) for seat in members if not seat.pays]
    if names:
        yield f"{' and '.join(names) if len(names) <= FEW else f'{len(names)} players'} for points"
