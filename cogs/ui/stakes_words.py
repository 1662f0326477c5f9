"""The lines about who pays at a table, and who plays for points."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.state import Seat
from bot.tables.view import TableView
from cogs.ui.risks import risk_line
from cogs.ui.theme import money_kind_of, renderer_for

FEW = 2
"""So many players are named."""
EVENING = "It's your first evening, so you play for points: nothing leaves your purse."
SHORT = "You're {n} short for this table, so you play for points this time."


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
