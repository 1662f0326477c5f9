"""The message that calls players to a table, with the button by which they join."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from bot.face.table.names import renderer_for
from bot.face.table.stakes import about_line, stakes_line
from bot.face.text.templates import safe_name
from bot.language import N_, _, listed, ngettext
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import GREEN, Json, button, container, jump_link, link, message, rows, text
from cogs.ui.offers import in_lobby
from cogs.ui.theme import accent, accent_of
from games.engine.game import Game

PREFIX = "call"
"""Custom ids: `call:<table>`."""

Ending = Literal["over", "closed", "moved"]
ENDINGS: Mapping[Ending, str] = {
    "over": N_("This call is over. `/table players` makes a new one."),
    "closed": N_("The table has closed."),
    "moved": N_("This call is over: the table has moved."),
}
"""The closing line of a call, by the way it ended."""


@in_lobby
def call_button(view: TableView) -> Iterable[Json]:
    """Yield the button that calls players to a table, where a call may be posted."""
    if view.table.place.has_bot and view.table.access.hidden_in is None:
        yield button("Call players", f"{PREFIX}:{view.table.id}")


class CallMentions(NamedTuple):
    """The role and the users that a call mentions."""

    role: int | None = None
    users: Sequence[int] = ()

    @property
    def line(self) -> str:
        """The mentions, in one line; empty if there are none."""
        roles = [] if self.role is None else [f"<@&{self.role}>"]
        return " ".join([*roles, *(f"<@{user}>" for user in self.users)])


def free_seats(view: TableView) -> int:
    """Return the number of empty seats at a table."""
    high = view.game.limits(view.options)[1]
    return max(0, high - sum(not seat.left for seat in view.table.seats.values()))


def call_message(view: TableView, ends: float, called: CallMentions) -> Json:
    """Return an open call: the table, its free seats, and the time at which the call ends."""
    free = free_seats(view)
    seats = (
        ngettext("One seat left", "{n} seats free", free).format(n=free) if free else _("Every seat is taken")
    )
    lines = [
        _("## Players wanted: {game}").format(game=_(view.game.title)),
        called.line,
        _("**{seats}** at this table, with {company}.").format(seats=seats, company=_company(view)),
        f"{stakes_line(view)} · {about_line(view)}",
        _("They're playing already: join, and you're in from the next hand.")
        if view.table.match_id and free
        else "",
        _("-# This call ends <t:{due}:R>.").format(due=int(ends)),
    ]
    parts = [text("\n".join(line for line in lines if line))]
    if free:
        table = view.table.id
        buttons = [
            # the same control as that of the lobby, so that it seats and refuses the same members
            button("Join", custom_ids.verb(table, "sit"), GREEN),
            button("How to play", custom_ids.verb(table, "rules")),
        ]
        parts += rows(buttons)
    roles = [] if called.role is None else [called.role]
    return message(container(parts, accent(view)), mentions=called.users, roles=roles)


def _company(view: TableView) -> str:
    """Return the members at a table by name, and the number of computer players."""
    names = renderer_for(view, now=True)
    seats = view.table.in_order()
    people = [f"**{names.name(seat.number)}**" for seat in seats if not seat.computer]
    computers = sum(seat.computer for seat in seats)
    if computers:
        people.append(ngettext("a computer", "{n} computers", computers).format(n=computers))
    return listed(people) or _("nobody yet")


def ended_call(game: Game, reason: Ending) -> Json:
    """Return the call once it is over, without its controls."""
    head = _("## Players wanted: {game}").format(game=_(game.title))
    return message(container([text(f"{head}\n{_(ENDINGS[reason])}")], accent_of(game)))


def direct_call(view: TableView, server: str, call: tuple[int, int, int]) -> Json:
    """Return the call for a member's direct messages; `call` is its server, channel and message."""
    free = free_seats(view)
    lines = [
        _("## Players wanted: {game}").format(game=_(view.game.title)),
        ngettext(
            "A table on **{server}** has one seat left: {stakes}.",
            "A table on **{server}** has {n} seats free: {stakes}.",
            free,
        ).format(server=safe_name(server), n=free, stakes=stakes_line(view)),
        _("-# You asked for this with `/notify me` there; `/notify off` ends it."),
    ]
    parts = [text("\n".join(lines)), *rows([link(_("To the table"), jump_link(*call))])]
    return message(container(parts, accent(view)))


def closed_dm_call(users: Sequence[int]) -> Json:
    """Return the channel's notice for members whose direct messages are closed."""
    mentions = " ".join(f"<@{user}>" for user in users)
    words = _(
        "{members}: players wanted here. I can't send you direct messages, so I tell you in the channel."
    )
    return message(text(words.format(members=mentions)), mentions=users)
