"""The host's menu: admission, invitations, players and threads; and the messages that come of them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.face.text.templates import safe_name
from bot.language import N_, _
from bot.members.names import name_in_label
from bot.tables.state import Seat
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import (
    GREEN,
    RED,
    Json,
    button,
    container,
    message,
    option,
    role_select,
    rows,
    select,
    text,
    user_select,
)
from cogs.ui.theme import accent

INVITATION = "invitation"
"""Custom ids of the button of an invitation: `invitation:<table>:<user>`."""
MOST_INVITED = 5
"""Members that one menu invites at a time."""
SEATS = {
    "anyone": (N_("Seats: for anyone"), N_("Everyone who sees the table may sit down.")),
    "invited": (N_("Seats: by invitation"), N_("Only members you or a co-host invite may sit down.")),
}
SECRET = N_(
    "Nobody else sees who the seats are for: a member without a seat only reads that they're taken or kept."
)


def host_buttons(view: TableView) -> Iterable[Json]:
    """Yield the button that opens the host's menu, where a host decides anything."""
    kind = view.table.kind
    if kind.in_channel and kind.hosted:
        yield button("Host…", custom_ids.verb(view.table.id, "host"))


def host_menu(view: TableView, user_id: int, lead: str = "") -> Json:
    """Return the menu of the host or a co-host; each of its choices takes effect at once."""
    table, access = view.table, view.table.access
    title = _("**Your table** · {game}").format(game=_(view.game.title))
    head = [title, *([lead] if lead else []), _hosts_line(view)]
    lines = [
        option(_(title), value, _(about), default=access.open_to == value)
        for value, (title, about) in SEATS.items()
    ]
    role = [access.role] if access.open_to == "role" and access.role is not None else []
    parts: list[Json] = [text("\n".join(head))]
    if table.place.has_bot:
        # elsewhere nobody can be invited, or has a role
        parts.append(select(_("Seats: for members with a role"), custom_ids.verb(table.id, "seats"), lines))
        by_role = _("Seats: for a role")
        parts.append(role_select(by_role, custom_ids.verb(table.id, "role"), role))
        parts.append(text(f"-# {_(SECRET)}"))
        invite = custom_ids.verb(table.id, "invite")
        parts.append(user_select(_("Invite members"), invite, high=MOST_INVITED))
    players = [
        option(name_in_label(seat.name), str(seat.user_id), _seat_words(view, seat))
        for seat in _others(view, user_id)
    ]
    if players:
        parts.append(select(_("Players: kick, co-host, host"), custom_ids.verb(table.id, "player"), players))
    parts += rows(_place_buttons(view))
    return message(container(parts, accent(view)), ephemeral=True)


def _hosts_line(view: TableView) -> str:
    """Return the names of the host, the co-hosts and the invited members."""
    access, host = view.table.access, view.table.host_seat()
    named = [_("Host: {name}.").format(name=safe_name(host.name))] if host is not None else []
    cohosts = [safe_name(seat.name) for seat in view.table.members() if seat.user_id in access.cohosts]
    if cohosts:
        named.append(_("Co-hosts: {names}.").format(names=", ".join(cohosts)))
    lines = [" ".join(named)]
    invited = ", ".join(f"<@{user}>" for user in list(access.invited)[-20:])
    if invited:
        lines.append(_("Invited: {names}.").format(names=invited))
    return "\n".join(filter(None, lines))


def _others(view: TableView, user_id: int) -> Iterable[Seat]:
    """Yield the members at the table and its rail, but for one of them."""
    rail = view.table.rail.values() if view.table.match_id is not None else ()
    for seat in (*view.table.members(), *rail):
        if seat.user_id not in (None, user_id):
            yield seat


def _seat_words(view: TableView, seat: Seat) -> str:
    """Return a member's place at the table in a few words."""
    words = [_("at the rail") if seat.rail else _("seat {n}").format(n=seat.number + 1)]
    if seat.member == view.table.host:
        words.append(_("host"))
    if seat.user_id in view.table.access.cohosts:
        words.append(_("co-host"))
    if seat.left:
        words.append(_("leaving"))
    return ", ".join(words)


def _place_buttons(view: TableView) -> Iterable[Json]:
    """Yield the ways to a thread, which are open between hands, and the end of the table."""
    table, playing = view.table, view.table.match_id is not None
    if table.place.has_bot and table.access.hidden_in is None:
        yield button("Move to a new thread", custom_ids.verb(table.id, "thread"), disabled=playing)
        yield button("Make it private", custom_ids.verb(table.id, "private"), disabled=playing)
    yield button("Settings", custom_ids.verb(table.id, "settings"))
    yield button("Close the table", custom_ids.verb(table.id, "close"))


def player_menu(view: TableView, seat: Seat, lead: str = "") -> Json:
    """Return the page about one member of the company: what the host may do, and what it means."""
    table, name = view.table, safe_name(seat.name)
    user, label = seat.user_id, name_in_label(seat.name)
    cohost = user in table.access.cohosts
    about = [
        f"**{name}** · {_seat_words(view, seat)}",
        *([lead] if lead else []),
        _(
            "-# Kick: {name} leaves as if they'd pressed *Leave*, and can't sit down here again unless you invite "
            "them."
        ).format(name=name),
        _("-# A co-host can do what you can, but for closing the table, naming hosts and bringing a guest."),
    ]
    buttons = [button(_("Kick {name}").format(name=label), custom_ids.verb(table.id, f"kick.{user}"), RED)]
    if not seat.rail and seat.member != table.host:
        share = _("Co-host no more") if cohost else _("Make co-host")
        buttons.append(button(share, custom_ids.verb(table.id, f"cohost.{user}")))
        buttons.append(button("Make host", custom_ids.verb(table.id, f"hostis.{user}")))
    buttons.append(button("Host…", custom_ids.verb(table.id, "host")))
    return message(container([text("\n".join(about)), *rows(buttons)], accent(view)), ephemeral=True)


def invitation(view: TableView, host: str, user_id: int, *, ping: bool) -> Json:
    """Return the invitation in the channel. It looks the same whether or not it mentions the member aloud."""
    words = _("**{name}** invites {member} to a table of **{game}**.").format(
        name=safe_name(host), member=f"<@{user_id}>", game=_(view.game.title)
    )
    join = button("Join", f"{INVITATION}:{view.table.id}:{user_id}", GREEN)
    parts = [text(words), *rows([join])]
    return message(container(parts, accent(view)), mentions=[user_id] if ping else [])


def signpost(view: TableView, channel_id: int) -> Json:
    """Return the message in the place of a table that has moved to a thread which everyone sees."""
    moved = _("This table has moved to {channel}.").format(channel=f"<#{channel_id}>")
    return message(container([text(f"## {_(view.game.title)}\n{moved}")], accent(view)))
