"""The stakes of a table: what it is played for, who pays, and who plays for points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.face.table.headline import LETTER_WORDS, VENUES, money_kind_of
from bot.face.table.names import renderer_for
from bot.face.table.risks import risk_line
from bot.language import N_, _, listed, ngettext, number
from bot.tables.state import LETTER, Seat
from bot.tables.view import TableView
from games.engine import money as gems
from games.engine.game import Game, Money

FEW = 2
"""So many players are named."""
EVENING = N_("It's your first evening, so you play for points: nothing leaves your purse.")
UNASKED = N_("You haven't agreed to these stakes yet: you play for points unless you say you're in.")
SHORT = N_("You're {n} short for this table, so you play for points this time.")


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
        return _(EVENING)
    if seat.for_points == "unasked":
        return _(UNASKED)
    return _(SHORT).format(n=number(seat.short)) if seat.for_points == "short" else ""


def is_for_shares(view: TableView) -> bool:
    """Return True if every seat puts up a share at the start, and nobody bets."""
    return money_kind_of(view) == "pieces" and "shares" in view.options.model_dump().values()


def agree_label(view: TableView, seat: Seat) -> str:
    """Return the label of the button by which a seat agrees to the stakes, with what it costs; empty if it has."""
    settings = view.table.settings
    if settings.free or seat.for_points != "unasked":
        return ""
    if money_kind_of(view) == "gembones":
        cost = gems.worth(view.game.ante(view.options))
    elif is_for_shares(view):
        cost = getattr(view.options, "share", 0)
    else:
        cost = view.game.stake or settings.buy_in
    if not cost:
        return _("I'm in for gembones")
    return _("I'm in for {n} {base}").format(n=number(cost), base=_(settings.base))


def payers_words(view: TableView) -> Iterator[str]:
    """Say at a table for money that too few pay yet, or who plays for points: `Hal for points`."""
    settings, members, kind = view.table.settings, view.table.members(), view.table.kind
    chosen = settings.free or view.table.host_plays_guest or money_kind_of(view) == "points"
    if chosen or kind.stakes_words or not kind.hosted:
        return
    if is_for_fun(view):
        alone = len(members) == 1 and members[0].for_points in (None, "fun")
        yield _("for fun until another member sits down") if alone else _("for fun")
        return
    names = [renderer_for(view, now=True).name(seat.number) for seat in members if not seat.pays]
    if names:
        yield for_points(names)


def for_points(names: Sequence[str]) -> str:
    """Say that these players play for points."""
    if len(names) > FEW:
        return ngettext("{n} player for points", "{n} players for points", len(names)).format(n=len(names))
    return _("{names} for points").format(names=listed(names))


COMPLEXITY = {"simple": N_("Simple"), "medium": N_("Medium"), "complex": N_("Complex")}


def about_line(view: TableView) -> str:
    """Return how hard the game is, for how many, and how long it takes."""
    low, high = view.game.limits(view.options)
    if low < high:
        seats = _("{low} to {high} players").format(low=low, high=high)
    else:
        seats = ngettext("just {n} player", "just {n} players", low).format(n=low)
    return f"{_(COMPLEXITY[view.game.complexity])} · {seats} · {duration(view.game)}"


def duration(game: Game) -> str:
    """Return about how long a match takes: `about 26 minutes for 2, 49 for 4`."""
    if game.minutes_by_seats:
        (fewest, first), *more = game.minutes_by_seats.items()
        parts = [_("about {n} minutes for {seats}").format(n=first, seats=fewest)]
        return ", ".join(
            [*parts, *(_("{n} for {seats}").format(n=minutes, seats=seats) for seats, minutes in more)]
        )
    return ngettext("about a minute", "about {n} minutes", game.minutes).format(n=game.minutes)


def stakes_line(view: TableView) -> str:
    """Return the stakes, and the pace of a match by letter."""
    settings = view.table.settings
    parts = [_stakes(view, money_kind_of(view)), *payers_words(view)]
    if settings.rated and view.game.rated_after:
        parts.append(_("rated"))
    if settings.pace in LETTER:
        parts.append(_(LETTER_WORDS[settings.pace]))
    return " · ".join(parts)


def _stakes(view: TableView, money: Money) -> str:
    settings = view.table.settings
    if view.table.kind.stakes_words:
        return _(view.table.kind.stakes_words)
    if money == "points":
        return _("for points, not for money")
    if settings.free:
        return _("for fun, not for money")
    if view.table.host_plays_guest:
        return _("for fun while the host plays the guest")
    if money == "gembones":
        return _("{base} gembones").format(base=_(settings.base)) + f" · {_(VENUES[settings.venue])}"
    return _("{base} table · buy-in {n}").format(base=_(settings.base), n=settings.buy_in)
