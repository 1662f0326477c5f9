"""A guest of the host: the invitation, the guest's player, and the button to its hand (PTY-R1).

A host in the guest's seat has two panels, each with its own cards and questions.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.face.text.templates import safe_name
from bot.members.names import name_in_label
from bot.tables.state import Seat
from bot.tables.view import TableView
from cogs.ui.components import BLUE, GREEN, Json, button, note
from cogs.ui.forms import modal
from games.party_variants import takes_guest

PREFIX = "guest"
"""Custom ids of the guest's controls: `guest:<table>:<what>`."""


def _verb(view: TableView, verb: str) -> str:
    return f"{PREFIX}:{view.table.id}:{verb}"


def invite_buttons(view: TableView) -> Iterable[Json]:
    """Return the button of a lobby whose seat for a guest is free."""
    if takes_guest(view.game, view.options) and view.table.invited() is None:
        yield button("Invite a guest", _verb(view, "invite"))


def host_buttons(view: TableView, seat: Seat) -> Iterable[Json]:
    """Return the buttons in the host's own panel: show the guest's hand, or play it."""
    guest = view.table.invited()
    if guest is None or seat.member != view.table.host:
        return
    if guest.guest is not None:
        yield button(f"{name_in_label(guest.name)}'s hand", _verb(view, "hand"), BLUE)
    elif view.table.match_id is None:
        yield button(f"Play {name_in_label(guest.name)} myself", _verb(view, "me"))


def guest_buttons(view: TableView, guest: Seat) -> Iterable[Json]:
    """Return the button in the guest's panel that hands it over."""
    yield button(f"Let the house play {name_in_label(guest.name)}", _verb(view, "house"))


def tags(view: TableView, guest: Seat) -> list[str]:
    """Return the tags of a guest in the list of seats."""
    own = view.table.seat_of(guest.guest) if guest.guest is not None else None
    return ["guest of the house"] if own is None else ["guest", f"played by {safe_name(own.name)}"]


def joined(view: TableView, guest: Seat) -> Json:
    """Return the note for the host when the guest has sat down; the house plays it unless they like to."""
    sentence = f"{safe_name(guest.name)} takes seat {guest.number + 1}, and plays with the house's gembones."
    return note(sentence, button(f"Play {name_in_label(guest.name)} myself", _verb(view, "me"), GREEN))


def invitation(view: TableView) -> Json:
    """The modal that asks for the guest's name."""
    return modal("Invite a guest", _verb(view, "invite"), "Its name", "A character of yours.", most=32)
