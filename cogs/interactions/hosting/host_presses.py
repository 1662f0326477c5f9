"""Presses on the host's menu."""

from __future__ import annotations

from typing import Any

from bot.face.text.templates import safe_name
from bot.language import _, amount_words
from bot.tables.state import Seat
from bot.user_errors import UserError
from cogs.interactions.hosting.invitations import guests, invite
from cogs.interactions.hosting.threads import move_to_thread
from cogs.interactions.pages import pressed_panel, show_page
from cogs.interactions.press import Press, on
from cogs.ui.components import note
from cogs.ui.table.host_menu import MOST_INVITED, SEATS, host_menu, player_menu


@on("host")
async def show_host_menu(press: Press) -> None:
    """Open the host's menu."""
    await _show_menu(press)


@on("seats")
async def open_seats(press: Press) -> None:
    """Open the seats to anyone, or to invited members."""
    [chosen] = _values(press, SEATS)
    await press.table.hosting.open_to(press.person, "anyone" if chosen == "anyone" else "invited")
    await _show_menu(press, _("Saved."))


@on("role")
async def open_seats_to_role(press: Press) -> None:
    """Open the seats to members with a role; without one, to anyone again."""
    roles = _ids(press)
    if roles:
        await press.table.hosting.open_to(press.person, "role", roles[0])
    else:
        await press.table.hosting.open_to(press.person, "anyone")
    await _show_menu(press, _("Saved."))


@on("invite")
async def invite_members(press: Press) -> None:
    """Invite the members that were chosen."""
    answers = []
    for guest in guests(press.data)[:MOST_INVITED]:
        try:
            answers.append(await invite(press.interaction, press.table, guest))
        except UserError as refusal:
            answers.append(refusal.sentence)
    await _show_menu(press, "\n".join(answers))


@on("player")
async def show_player(press: Press) -> None:
    """Show the host's actions for one member."""
    press.table.live.check_hosting(press.person)
    [user_id] = _ids(press) or [0]
    await _show_player(press, user_id)


@on("kick")
async def kick(press: Press) -> None:
    """Ask a member to leave, as in `kick.123`."""
    user_id = _named(press)
    kicked = await press.table.hosting.kick(press.person, user_id)
    await _show_menu(press, kick_words(kicked))


@on("cohost")
async def share(press: Press) -> None:
    """Make a member a co-host, or no longer, as in `cohost.123`."""
    user_id = _named(press)
    named = await press.table.hosting.set_cohost(press.person, user_id)
    await _show_player(
        press, user_id, _("They're a co-host now.") if named else _("They're a player like any other now.")
    )


@on("hostis")
async def transfer_host(press: Press) -> None:
    """Make a member the host, as in `hostis.123`."""
    seat = await press.table.hosting.transfer_host(press.person, _named(press))
    sentence = _("{name} is the host now.").format(name=safe_name(seat.name))
    if pressed_panel(press.interaction) is None:
        await press.responder.show(note(sentence))
    else:
        view = await press.table.view_for(press.person.user_id)
        await press.messages.show_panel(press.responder, view, lead=sentence)


@on("thread")
async def open_in_thread(press: Press) -> None:
    """Move the table to a thread that everyone sees."""
    await press.responder.show(note(await move_to_thread(press.interaction, press.table, private=False)))


@on("private")
async def make_private(press: Press) -> None:
    """Move the table to a private thread."""
    await press.responder.show(note(await move_to_thread(press.interaction, press.table, private=True)))


def kick_words(kicked: str) -> str:
    """Return the host's confirmation of the kick of a member with this name."""
    words = _("{name} has left the table, their stake settled. They can't sit down here again.")
    return words.format(name=safe_name(kicked))


def farewell(paid: str) -> Any:
    """Return the note that replaces a kicked member's hand, with the sentence about their stake."""
    return note(
        "\n".join(filter(None, [_("The host has asked you to leave this table."), amount_words(paid)]))
    )


async def _show_menu(press: Press, lead: str = "") -> None:
    """Show the host's menu, in the host's panel or in place of the pressed menu."""
    press.table.live.check_hosting(press.person)
    view = await press.table.view_for(press.person.user_id)
    menu = host_menu(view, press.person.user_id, lead)
    await show_page(press.interaction, press.responder, menu, table=press.table)


async def _show_player(press: Press, user_id: int, lead: str = "") -> None:
    state = press.table.state
    seat: Seat | None = state.seat_of(user_id) or state.rail_of(user_id)
    if seat is None:
        raise UserError("not_here")
    view = await press.table.view_for(press.person.user_id)
    page = player_menu(view, seat, lead)
    await show_page(press.interaction, press.responder, page, table=press.table)


def _values(press: Press, known: Any) -> list[str]:
    values = [str(value) for value in press.data.get("values", []) if value in known]
    if not values:
        raise UserError("passed")
    return values[:1]


def _ids(press: Press) -> list[int]:
    """Return the ids chosen in a select."""
    values = [str(value) for value in press.data.get("values", [])]
    if not all(value.isdecimal() and len(value) <= 20 for value in values):
        raise UserError("passed")
    return [*map(int, values)]


def _named(press: Press) -> int:
    """Return the id behind the dot of a custom id."""
    user = press.control.value.partition(".")[2]
    if not user.isdecimal() or len(user) > 20:
        raise UserError("passed")
    return int(user)
