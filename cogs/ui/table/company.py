"""The company between two matches: the seats of the next one, those it waits for, and what a member may say."""

from __future__ import annotations

from collections.abc import Iterable

from bot.face.table.company import may_fill, proposed
from bot.face.table.stakes import agree_label
from bot.language import _
from bot.tables.state import Seat
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import BLUE, GREEN, Json, button
from games.registry import GAMES


def company_buttons(view: TableView, seat: Seat) -> Iterable[Json]:
    """Yield what a member may answer between two matches: Again, I'm back, or computers for company."""
    table = view.table.id
    if seat.sits_out:
        yield button("I'm back", custom_ids.verb(table, "here"), GREEN)
    elif label := agree_label(view, seat):
        yield button(label, custom_ids.verb(table, "again"), GREEN)
    elif view.too_few and seat.ready and may_fill(view):
        yield button("Play with computers", custom_ids.verb(table, "solo"), GREEN)
    elif not seat.ready:
        yield button("Again", custom_ids.verb(table, "again"), GREEN)


def proposal_buttons(view: TableView, seat: Seat) -> Iterable[Json]:
    """Yield the host's answer to what is proposed, between two matches; and for all others a way to propose."""
    table = view.table
    if not table.kind.hosted or not table.kind.for_company or seat.computer or seat.left:
        return
    if seat.member != table.host and seat.user_id not in table.access.cohosts:
        yield button("Propose a game", custom_ids.verb(table.id, "propose"))
    elif table.match_id is None:
        for key, _who in proposed(view)[:1]:
            label = _("Play {game} next").format(game=_(GAMES[key].title))
            yield button(label, custom_ids.verb(table.id, f"playnext.{key}"), BLUE)
            yield button("Not now", custom_ids.verb(table.id, "notnext"))


def absence_buttons(view: TableView, seat: Seat) -> Iterable[Json]:
    """Yield the ways to sit out and to come back, for a member of an ordinary table."""
    if not view.table.kind.hosted or not view.table.kind.for_company or seat.left or seat.computer:
        return
    table = view.table.id
    if seat.sits_out:
        yield button("I'm back", custom_ids.verb(table, "here"))
        return
    yield button("Sit out a hand", custom_ids.verb(table, "out.next"))
    yield button("Sit out until I'm back", custom_ids.verb(table, "out.long"))
