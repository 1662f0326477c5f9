"""The private notes about a member's own tables, their turns and their vacation."""

from __future__ import annotations

from collections.abc import Sequence

from bot.face.table.names import renderer_for
from bot.face.text.templates import time_until
from bot.language import _, ngettext
from bot.tables.view import TableView
from cogs.ui.components import Json, button, note
from cogs.ui.table.links import table_url

PREFIX, BACK = "vacation", "back"
"""Custom ids: `vacation:back`."""
MOST = 20
"""The most tables in one list."""


def tables_note(views: Sequence[TableView], vacation: float | None) -> Json:
    """Return a line for each of a member's tables, those with an open turn first."""
    if not views:
        return note(_("You're at no table here. `/table open` opens one."))
    lines = sorted((_line(view) for view in views), key=lambda line: line[0])
    shown = [words for _urgency, words in lines[:MOST]]
    if len(lines) > MOST:
        shown.append(_("-# and {n} more").format(n=len(lines) - MOST))
    if vacation is not None:
        away = _("-# You're on vacation until <t:{due}:D>: `/my vacation` ends it.")
        shown.append(away.format(due=int(vacation)))
    return note("\n".join(shown))


def vacation_note(until: float | None, tables: int = 0) -> Json:
    """Return the note about a vacation, with a button that ends it; `tables`: where the clock has just stopped."""
    if until is None:
        return note(
            _(
                "You aren't on vacation. `/my vacation days:7` stops your clock for a week at every table that's "
                "played in your own time, and those tables say so. Two weeks is the longest."
            )
        )
    words = _("You're on vacation until <t:{due}:D>. Your clock stands still. Enjoy!")
    if tables:
        words = ngettext(
            "You're on vacation until <t:{due}:D>. Your clock stands still at 1 table. Enjoy!",
            "You're on vacation until <t:{due}:D>. Your clock stands still at {n} tables. Enjoy!",
            tables,
        )
    return note(words.format(due=int(until), n=tables), button("I'm back", f"{PREFIX}:{BACK}"))


def _line(view: TableView) -> tuple[tuple[int, float], str]:
    """Return a table's line and its sort key: the most urgent of the viewer's turns comes first."""
    table = view.table
    place = f"[{_(view.game.title)}]({table_url(table)})"
    if table.place.has_bot:
        place = _("{game} in {channel}").format(game=place, channel=f"<#{table.channel_id}>")
    asks = [ask for ask in view.scene.mine() if ask.clock != "none"] if view.scene is not None else []
    if asks and not view.revealing:
        due = min((view.deadlines[ask.id] for ask in asks if ask.id in view.deadlines), default=None)
        until = f", {time_until(due)}" if due is not None else ""
        return (0, due or 0.0), f"▸ {place} · {_('**your turn**')}{until}"
    return (1, 0.0), f"◦ {place} · {_state(view)}"


def _state(view: TableView) -> str:
    """Return the state of a table that has no question for its viewer."""
    table, scene = view.table, view.scene
    if table.phase == "suspended":
        return _("on hold until an admin decides")
    seat = table.seats.get(view.viewer)
    if table.match_id is None:
        if scene is None:
            return _("waiting to start")
        return (
            _("you're ready for the next hand")
            if seat is not None and seat.ready
            else _("press *Again* to play on")
        )
    if view.sits_out:
        return (
            _("you're in from the next hand")
            if seat is not None and seat.ready
            else _("you're sitting this hand out")
        )
    names = renderer_for(view)
    asked = sorted({ask.seat for ask in scene.asks if ask.seat >= 0 and not ask.answered} if scene else ())
    if not asked or len(asked) > 1:
        return _("waiting for the others")
    return _("{name}'s turn").format(name=names.name(asked[0]))
